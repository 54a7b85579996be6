/* A program of version 1.0: it is compiled with the headers beside it, which never change, and runs
   with the library as it is built. It uses every struct that it gives to the library, or gets:
   first F.nex IMAGE RECORDING, with the name of a recording to write. */
#include <ntrace/calls.h>
#include <ntrace/demux.h>
#include <ntrace/instructions.h>
#include <ntrace/program.h>
#include <ntrace/pull.h>
#include <ntrace/recording.h>
#include <ntrace/tandem.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct stream {
    uint8_t bytes[1 << 20];
    size_t size;
} stream;

static int fail(const char *what, const nt_error *error) {
    fprintf(stderr, "first: %s: %s\n", what, error->text);
    return 2;
}

static int enter(void *context, nt_call *call, size_t depth, nt_call_how how) {
    const nt_stack_frame frame = {
        .function = call->function, .entry = call->entry, .trap = call->trap};
    (void)depth;
    (void)how;
    nt_stacks_enter(context, &frame);
    return 0;
}

static int leave(void *context, const nt_call *call, size_t depth, nt_call_how how) {
    (void)call;
    (void)depth;
    (void)how;
    nt_stacks_leave(context);
    return 0;
}

static int run(void *context, uint64_t pc, uint32_t instructions) {
    (void)pc;
    nt_stacks_count(context, instructions);
    return 0;
}

static int print_line(void *context, const char *line) {
    (void)context;
    puts(line);
    return 0;
}

/* Events, calls, and counts. */
static int decode(const stream *in, nt_view *view, nt_error *error) {
    nt_stacks *stacks = nt_stacks_new(error);
    const nt_calls_sink sink = {.enter = enter, .leave = leave, .run = run, .context = stacks};
    nt_calls *calls = nt_calls_new(view, &sink, error);
    const nt_code code = nt_view_code(view);
    const nt_flow_options options = {.inst_mode = 6, .tolerant = true};
    nt_pull *pull = nt_pull_new(&code, &options, error);
    if (stacks == NULL || calls == NULL || pull == NULL) {
        return fail("decoder", error);
    }
    uint64_t kinds[8] = {0};
    const nt_flow_event *event;
    (void)nt_pull_give(pull, in->bytes, in->size, true);
    while ((event = nt_pull_next(pull)) != NULL) {
        nt_view_take(view, event);
        (void)nt_calls_take(calls, event);
        kinds[event->kind]++;
    }
    (void)nt_calls_end(calls);
    const nt_flow_counts *counts = nt_flow_get_counts(nt_pull_flow(pull));
    printf("%" PRIu64 " instructions, %" PRIu64 " messages, %" PRIu64 " faults, %" PRIu64
           " syncs, %" PRIu64 " stops, %" PRIu64 " of TCODE 33\n",
           counts->instructions, counts->messages, counts->faults, kinds[NT_FLOW_SYNC],
           kinds[NT_FLOW_STOP], counts->by_tcode[NT_TCODE_PROG_TRACE_CORRELATION]);
    (void)nt_stacks_print(stacks, print_line, NULL);
    nt_pull_free(pull);
    nt_calls_free(calls);
    nt_stacks_free(stacks);
    return 0;
}

/* Instructions one by one. */
static int count(const stream *in, nt_view *view, nt_error *error) {
    const nt_code code = nt_view_code(view);
    const nt_flow_options options = {.inst_mode = 6};
    nt_instructions *instructions = nt_instructions_new(&code, &options, error);
    const nt_retired_insn *next;
    uint64_t retired = 0;
    if (instructions == NULL) {
        return fail("iterator", error);
    }
    (void)nt_instructions_give(instructions, in->bytes, in->size, true);
    while ((next = nt_instructions_next(instructions)) != NULL) {
        retired += next->insn.size != 0;
    }
    nt_instructions_free(instructions);
    printf("%" PRIu64 " one by one\n", retired);
    return 0;
}

/* Messages, without the program: demux, fields, text, and back to bytes. */
static void show_messages(const stream *in) {
    nt_demux demux = {.src_bits = 0};
    const nt_message_format format = {.src_bits = 0};
    for (size_t at = 0, shown = 0; at < in->size && shown < 3;) {
        nt_demux_piece piece;
        nt_message message;
        nt_field field;
        char text[NT_MESSAGE_TEXT];
        uint8_t again[NT_MESSAGE_MAX_BYTES];
        at += nt_demux_bytes(&demux, in->bytes + at, in->size - at, &piece);
        if (piece.kind == NT_DEMUX_MESSAGE &&
            nt_message_decode(&message, &format, piece.bytes, piece.size, &field) ==
                NT_MESSAGE_OK) {
            nt_message_describe(&message, NULL, text);
            size_t size = nt_message_encode(&message, &format, again);
            printf("%s %s\n", text,
                   size == piece.size && memcmp(again, piece.bytes, size) == 0 ? "same" : "other");
            shown++;
        }
    }
}

static int write_recording(const char *path, nt_error *error) {
    const nt_recording_header header = {.xlen = 32, .harts = 1, .source = "first"};
    const uint8_t nop[2] = {0x01, 0x00};
    const nt_event events[] = {
        {.kind = NT_EVENT_CODE, .code = {.address = 0x100, .size = 2, .bytes = nop}},
        {.kind = NT_EVENT_RUN, .run = {.pc = 0x100, .instructions = 1, .halfwords = 1}},
    };
    nt_writer *writer;
    if (nt_writer_open(&writer, path, &header, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if (nt_writer_event(writer, &events[i], error) != 0) {
            nt_writer_abort(writer);
            return -1;
        }
    }
    return nt_writer_commit(writer, error);
}

static int read_recording(const char *path, nt_error *error) {
    nt_reader *reader;
    nt_event event;
    int result;
    if (nt_reader_open(&reader, path, error) != 0) {
        return -1;
    }
    printf("RV%u, %u harts, %s:", nt_reader_header(reader)->xlen, nt_reader_header(reader)->harts,
           nt_reader_header(reader)->source);
    while ((result = nt_reader_next(reader, &event, error)) > 0) {
        printf(" %d", (int)event.kind);
    }
    puts("");
    nt_reader_close(reader);
    return result;
}

static void show_tandem(void) {
    const nt_tandem_format format = {.xlen = 64, .flen = 64, .mlen = 64};
    const nt_tandem_field field = {
        .opcode = NT_TANDEM_REGISTER, .reg = NT_TANDEM_GPR + 1, .value = 5};
    nt_tandem_field again;
    nt_tandem_fault fault;
    uint8_t bytes[NT_TANDEM_FIELD_BYTES];
    size_t size = nt_tandem_field_encode(&field, &format, NULL, bytes, &fault);
    int read = nt_tandem_field_decode(&again, &format, NULL, bytes, size, &fault);
    printf("%zu %d %" PRIu64 " %s\n", size, read, again.value,
           nt_tandem_violation_get(NT_TANDEM_X0)->name);
}

static int open_view(nt_view **view, nt_program *program, char *const paths[2], nt_error *error) {
    for (int i = 0; i < 2; i++) {
        const nt_image_spec spec = {.path = paths[i]};
        if (nt_program_add(program, &spec, error) != 0) {
            return -1;
        }
    }
    *view = nt_view_new(program, 0, error);
    return *view == NULL ? -1 : 0;
}

static bool read_stream(stream *in, const char *path) {
    FILE *file = fopen(path, "rb");
    in->size = file == NULL ? 0 : fread(in->bytes, 1, sizeof in->bytes, file);
    return file != NULL && fclose(file) == 0 && in->size != 0;
}

int main(int argc, char **argv) {
    static stream in;
    nt_error error = {0};
    nt_view *view;
    nt_disassembly text;
    nt_program *program = nt_program_new();
    if (argc != 5 || program == NULL || !read_stream(&in, argv[1])) {
        return fail("usage", &error);
    }
    if (open_view(&view, program, argv + 2, &error) != 0) {
        return fail("program", &error);
    }
    show_messages(&in);
    if (decode(&in, view, &error) != 0 || count(&in, view, &error) != 0 ||
        write_recording(argv[4], &error) != 0 || read_recording(argv[4], &error) != 0) {
        return fail("recording", &error);
    }
    show_tandem();
    printf("%s, %s, %zu images\n", nt_field_get(NT_FIELD_ICNT)->name,
           nt_view_disassemble(view, 0x80000000, &text) ? text.text : "nothing",
           nt_program_images(program));
    nt_view_free(view);
    nt_program_free(program);
    return nt_version_number() >= NTRACE_VERSION_NUMBER ? 0 : 2;
}
