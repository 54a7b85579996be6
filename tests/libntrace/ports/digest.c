/* SPDX-License-Identifier: Apache-2.0 */
/* All that libntrace makes of streams, in short: digest LIST. Built with the library of each port
   and run on the same list, it must print the same bytes. Only the public headers are used. A line
   of the list is what a stream is, options, and files: trace [xlen=N] [src_bits=N] [src=N]
   [tstamp_bits=N] [FLAG=1]... F.nex [IMAGE...] tandem F.ntv recording F.ntr A printed sum is FNV-1a
   over the text of all that comes, one line each; `digest LIST all` prints the text too. */
#include <ntrace/calls.h>
#include <ntrace/demux.h>
#include <ntrace/instructions.h>
#include <ntrace/program.h>
#include <ntrace/pull.h>
#include <ntrace/recording.h>
#include <ntrace/tandem.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024, WORDS = 24, MOST = 1 << 24 };

/* A sum of lines. */
typedef struct sum {
    bool all;
    uint64_t lines;
    uint64_t hash;
} sum;

static sum begin(bool all) {
    return (sum){all, 0, UINT64_C(0xcbf29ce484222325)};
}

static void add(sum *s, const char *format, ...) {
    char text[LINE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (s->all) {
        printf("    %s\n", text);
    }
    for (const char *c = text; *c != '\0'; c++) {
        s->hash = (s->hash ^ (uint8_t)*c) * UINT64_C(0x100000001b3);
    }
    s->hash = (s->hash ^ '\n') * UINT64_C(0x100000001b3);
    s->lines++;
}

static void print(const char *what, const sum *s) {
    printf("  %s %" PRIu64 " %016" PRIx64 "\n", what, s->lines, s->hash);
}

/* What is to be decoded. */
typedef struct work {
    bool all;
    unsigned xlen;
    nt_flow_options options;
    char *files[WORDS];
    size_t count;
    uint8_t *bytes;
    size_t size;
} work;

static bool read_file(work *w, const char *path) {
    FILE *file = fopen(path, "rb");
    w->bytes = malloc(MOST);
    w->size = file == NULL || w->bytes == NULL ? 0 : fread(w->bytes, 1, MOST, file);
    if (file != NULL) {
        (void)fclose(file);
    }
    return file != NULL && w->bytes != NULL;
}

/* ---- messages ---- */

static int add_line(void *context, const char *line) {
    add(context, "%s", line);
    return 0;
}

static void messages(const work *w) {
    const nt_message_format format = nt_flow_format(&w->options, w->xlen);
    sum s = begin(w->all);
    nt_framer framer = {.size = 0};
    nt_time time = {0};
    for (size_t at = 0; at < w->size;) {
        nt_frame frame;
        at += nt_framer_bytes(&framer, w->bytes + at, w->size - at, &frame);
        if (nt_frame_is_error(frame)) {
            add(&s, "%s", nt_frame_text(frame));
        } else if (frame == NT_FRAME_END) {
            nt_message message;
            nt_field field;
            char text[NT_MESSAGE_TEXT];
            uint8_t again[NT_MESSAGE_MAX_BYTES];
            nt_message_status status =
                nt_message_decode(&message, &format, framer.bytes, nt_framer_kept(&framer), &field);
            bool timed = nt_time_take(&time, &message,
                                      w->options.tstamp_bits == 0 ? 64 : w->options.tstamp_bits);
            nt_message_describe(&message, timed ? &time.now : NULL, text);
            add(&s, "%s %s %zu", nt_message_status_name(status), text,
                status == NT_MESSAGE_OK ? nt_message_encode(&message, &format, again) : 0);
        }
    }
    print("messages", &s);
    s = begin(w->all);
    nt_assembly_printer printer = {.format = format, .sink = add_line, .context = &s};
    (void)nt_assembly_print(&printer, w->bytes, w->size);
    (void)nt_assembly_print_end(&printer);
    print("assembly", &s);
    s = begin(w->all);
    nt_demux demux = {.src_bits = w->options.src_bits};
    for (size_t at = 0; at < w->size;) {
        nt_demux_piece piece;
        at += nt_demux_bytes(&demux, w->bytes + at, w->size - at, &piece);
        add(&s, "%d %d %" PRIu64 " %zu", (int)piece.kind, piece.source, piece.offset, piece.size);
    }
    print("pieces", &s);
}

/* ---- flow ---- */

static void add_event(sum *s, const nt_flow_event *e) {
    char head[LINE];
    (void)snprintf(head, sizeof head, "%d %" PRIu64 " %u %u %d %" PRIu64 " %" PRIx64, (int)e->kind,
                   e->offset, e->tcode, e->size, e->has_time, e->has_time ? e->time : 0, e->pc);
    switch (e->kind) {
    case NT_FLOW_RANGE:
        add(s, "%s %" PRIx64 " %u %u", head, e->range.pc, (unsigned)e->range.instructions,
            (unsigned)e->range.halfwords);
        break;
    case NT_FLOW_TRAP:
        add(s, "%s %u %" PRIx64, head, e->trap.btype, e->trap.address);
        break;
    case NT_FLOW_SYNC:
        add(s, "%s %u %" PRIx64, head, e->sync.reason, e->sync.address);
        break;
    case NT_FLOW_OWNERSHIP:
        add(s, "%s %u %u %d %" PRIx64, head, e->ownership.format, e->ownership.prv, e->ownership.v,
            e->ownership.context);
        break;
    case NT_FLOW_FAULT:
        add(s, "%s %s %" PRIu64, head, nt_flow_fault_name(e->fault.code), e->fault.at);
        break;
    default:
        add(s, "%s", head);
        break;
    }
}

/* A decoder with a sink, and all that stands on it. */
typedef struct follower {
    sum events;
    sum calls;
    nt_view *view;
    nt_calls *tree;
    nt_stacks *stacks;
} follower;

static int enter(void *context, nt_call *call, size_t depth, nt_call_how how) {
    follower *f = context;
    add(&f->calls, "> %zu %d %" PRIx64, depth, (int)how, call->entry);
    nt_stacks_enter(f->stacks, &(nt_stack_frame){call->function, call->entry, call->trap, false});
    return 0;
}

static int leave(void *context, const nt_call *call, size_t depth, nt_call_how how) {
    follower *f = context;
    add(&f->calls, "< %zu %d %" PRIx64, depth, (int)how, call->entry);
    nt_stacks_leave(f->stacks);
    return 0;
}

static int run(void *context, uint64_t pc, uint32_t instructions) {
    (void)pc;
    nt_stacks_count(((follower *)context)->stacks, instructions);
    return 0;
}

static int follow(void *context, const nt_flow_event *event) {
    follower *f = context;
    nt_view_take(f->view, event);
    add_event(&f->events, event);
    return nt_calls_take(f->tree, event);
}

static void counts_of(const nt_flow *flow) {
    const nt_flow_counts *c = nt_flow_get_counts(flow);
    printf("  counts %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", c->messages,
           c->instructions, c->faults, c->losses);
}

static void pushed(const work *w, nt_program *program) {
    follower f = {.events = begin(w->all), .calls = begin(w->all)};
    const nt_calls_sink sink = {sizeof sink, enter, leave, run, &f};
    f.view = nt_view_new(program, 0, NULL);
    f.stacks = nt_stacks_new(NULL);
    f.tree = nt_calls_new(f.view, &sink, NULL);
    nt_flow *flow = nt_flow_new(nt_view_code(f.view), &w->options, follow, &f);
    if (flow != NULL) {
        (void)nt_flow_bytes(flow, w->bytes, w->size);
        (void)nt_flow_finish(flow);
        (void)nt_calls_end(f.tree);
        counts_of(flow);
        print("events", &f.events);
        (void)nt_stacks_print(f.stacks, add_line, &f.calls);
        print("calls", &f.calls);
    }
    nt_flow_free(flow);
    nt_calls_free(f.tree);
    nt_stacks_free(f.stacks);
    nt_view_free(f.view);
}

static void pulled(const work *w, nt_program *program) {
    enum { PORTION = 7 };
    nt_view *view = nt_view_new(program, 0, NULL);
    const nt_code code = nt_view_code(view);
    sum s = begin(w->all);
    nt_pull *pull = nt_pull_new(&code, &w->options, NULL);
    for (size_t at = 0; pull != NULL && at <= w->size; at += PORTION) {
        size_t size = w->size - at < PORTION ? w->size - at : PORTION;
        const nt_flow_event *event;
        (void)nt_pull_give(pull, w->bytes + at, size, at + PORTION > w->size);
        while ((event = nt_pull_next(pull)) != NULL) {
            nt_view_take(view, event);
            add_event(&s, event);
        }
    }
    print("pulled", &s);
    nt_pull_free(pull);
    nt_view_free(view);
}

static void one_by_one(const work *w, nt_program *program) {
    nt_view *view = nt_view_new(program, 0, NULL);
    const nt_code code = nt_view_code(view);
    sum s = begin(w->all);
    nt_instructions *it = nt_instructions_new(&code, &w->options, NULL);
    const nt_retired_insn *one;
    if (it != NULL) {
        (void)nt_instructions_give(it, w->bytes, w->size, true);
    }
    while (it != NULL && (one = nt_instructions_next(it)) != NULL) {
        nt_disassembly text = {.size = 0};
        if (one->insn.size == 0) {
            nt_view_take(view, one->event);
        } else if (!nt_view_disassemble(view, one->pc, &text)) {
            text.text[0] = '\0';
        }
        add(&s, "%" PRIx64 " %u %u %" PRIx64 " %s", one->pc, one->insn.size, one->insn.class_,
            one->insn.target, text.text);
    }
    print("instructions", &s);
    nt_instructions_free(it);
    nt_view_free(view);
}

static void trace(work *w) {
    nt_program *program = nt_program_new();
    if (w->count == 0 || !read_file(w, w->files[0])) {
        printf("  unreadable\n");
        nt_program_free(program);
        return;
    }
    messages(w);
    for (size_t i = 1; i < w->count; i++) {
        nt_error error = {0};
        nt_image_spec spec = {.path = w->files[i]};
        if (nt_program_add(program, &spec, &error) != 0) {
            printf("  %d %s\n", (int)error.code, error.text);
        }
    }
    w->options.size = sizeof w->options;
    pushed(w, program);
    pulled(w, program);
    one_by_one(w, program);
    nt_program_free(program);
}

/* ---- tandem traces and recordings ---- */

static int add_group(void *context, const nt_tandem_group *group) {
    add(context, "%d %d %" PRIu64 " %" PRIu64 " %zu %u", group->atomic, group->ended, group->offset,
        group->size, group->count, group->violations);
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *f = &group->fields[i];
        add(context, "  %u %u %u %" PRIx64 " %" PRIx64, f->opcode, f->reg, f->bytes, f->address,
            f->value);
    }
    return 0;
}

static void tandem(work *w) {
    static nt_tandem_reader reader;
    static nt_tandem_unpacker unpacker;
    sum s = begin(w->all);
    memset(&reader, 0, sizeof reader);
    memset(&unpacker, 0, sizeof unpacker);
    reader.sink = add_group;
    reader.context = &s;
    if (w->count == 0 || !read_file(w, w->files[0]) ||
        nt_tandem_header_decode(&reader.format, w->bytes, w->size, &reader.fault) != 0 ||
        nt_tandem_unpack(&unpacker, &reader, w->bytes + NT_TANDEM_HEADER,
                         w->size - NT_TANDEM_HEADER) != 0 ||
        nt_tandem_unpack_end(&unpacker, &reader) != 0) {
        char text[NT_TANDEM_TEXT];
        nt_tandem_fault_describe(&reader.fault, text);
        printf("  %s\n", text);
    }
    print("groups", &s);
}

static void add_recorded(sum *s, const nt_event *e) {
    switch (e->kind) {
    case NT_EVENT_RUN:
        add(s, "run %u %" PRIx64 " %u %u", e->hart, e->run.pc, (unsigned)e->run.instructions,
            (unsigned)e->run.halfwords);
        break;
    case NT_EVENT_TRAP:
        add(s, "trap %u %d %" PRIx64 " %" PRIx64 " %" PRIx64, e->hart, e->trap.interrupt,
            e->trap.cause, e->trap.epc, e->trap.tval);
        break;
    case NT_EVENT_MODE:
        add(s, "mode %u %u %" PRIx64, e->hart, e->mode.priv, e->mode.context);
        break;
    case NT_EVENT_CODE:
        add(s, "code %u %" PRIx64 " %u %02x", e->hart, e->code.address, (unsigned)e->code.size,
            e->code.bytes[0]);
        break;
    case NT_EVENT_ACCESS:
        add(s, "access %u %d %u %" PRIx64 " %" PRIx64, e->hart, (int)e->access.kind,
            e->access.number, e->access.address, e->access.value);
        break;
    default:
        add(s, "other %u %d", e->hart, (int)e->kind);
        break;
    }
}

static void recording(const work *w) {
    sum s = begin(w->all);
    nt_reader *reader;
    nt_error error = {0};
    nt_event event;
    int result = w->count == 0 ? -1 : nt_reader_open(&reader, w->files[0], &error);
    if (result != 0) {
        printf("  %d %s\n", (int)error.code, error.text);
        return;
    }
    while ((result = nt_reader_next(reader, &event, &error)) > 0) {
        add_recorded(&s, &event);
    }
    printf("  %d %s\n", (int)error.code, error.text);
    print("recorded", &s);
    nt_reader_close(reader);
}

/* ---- the list ---- */

/* Whether the word is an option. */
static bool take_option(work *w, char *word) {
    char *value = strchr(word, '=');
    if (value == NULL) {
        return false;
    }
    *value++ = '\0';
    unsigned long number = strtoul(value, NULL, 10);
    struct {
        const char *name;
        bool *flag;
    } flags[] = {
        {"implicit_returns", &w->options.implicit_returns},
        {"sequential_jumps", &w->options.sequential_jumps},
        {"all_jumps", &w->options.all_jumps},
        {"extend_addr", &w->options.extend_addr},
        {"rc7", &w->options.rc7},
        {"tolerant", &w->options.tolerant},
        {"salvage", &w->options.salvage},
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(word, flags[i].name) == 0) {
            *flags[i].flag = number != 0;
        }
    }
    w->xlen = strcmp(word, "xlen") == 0 ? (unsigned)number : w->xlen;
    if (strcmp(word, "src_bits") == 0) {
        w->options.src_bits = (uint8_t)number;
    } else if (strcmp(word, "src") == 0) {
        w->options.src = (uint16_t)number;
    } else if (strcmp(word, "tstamp_bits") == 0) {
        w->options.tstamp_bits = (uint8_t)number;
    }
    return true;
}

static void one_line(char *line, bool all) {
    work w = {.all = all, .xlen = 64};
    line[strcspn(line, "\r\n")] = '\0';
    printf("%s\n", line);
    char *kind = strtok(line, " ");
    for (char *word; (word = strtok(NULL, " ")) != NULL && w.count < WORDS;) {
        if (!take_option(&w, word)) {
            w.files[w.count++] = word;
        }
    }
    if (kind != NULL && strcmp(kind, "trace") == 0) {
        trace(&w);
    } else if (kind != NULL && strcmp(kind, "tandem") == 0) {
        tandem(&w);
    } else if (kind != NULL && strcmp(kind, "recording") == 0) {
        recording(&w);
    }
    free(w.bytes);
}

int main(int argc, char **argv) {
    FILE *list = argc > 1 ? fopen(argv[1], "r") : NULL;
    char line[LINE];
    if (list == NULL) {
        fprintf(stderr, "digest: LIST [all]\n");
        return 2;
    }
    while (fgets(line, sizeof line, list) != NULL) {
        one_line(line, argc > 2);
    }
    (void)fclose(list);
    return 0;
}
