/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/tables.h"
#include "libntrace/util/output_file.h"
#include "ntrace/flow.h"
#include "sim/commands.h"
#include "sim/decode/flow_options.h"
#include "sim/decode/message_table.h"
#include "sim/decode/payload.h"
#include "sim/decode/vendor_options.h"
#include "sim/settings/settings.h"
#include "sim/sidecar/take.h"
#include "sim/util/options.h"
#include "sim/util/tcode_counts.h"
#include "sim/util/trace_file.h"
#include "sim/util/trace_input.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct dump_options {
    const char *input;
    const char *output; /* NULL: standard output */
    bool messages;
    bool assembly;
    bool offsets;
    bool json;
    bool table;
    bool help;
    bool no_sidecar;
    uint8_t vendor;
    nt_framing framing;
    nt_settings settings;
} dump_options;

typedef struct dump_run {
    const dump_options *options;
    FILE *out; /* standard output, or the file that is asked for */
    nt_error *error;
    nt_framer framer;
    nt_assembly_printer printer;
    nt_message_format format;
    unsigned tstamp_bits;
    bool xor_time;
    nt_time time[1 << 12]; /* by SRC */
    uint64_t start;        /* offset of the message's first byte */
    uint64_t bytes;        /* read so far */
    uint64_t idles;
    uint64_t messages;
    uint64_t errors;
    uint64_t first_error;
    const char *first_reason;
    uint64_t by_tcode[NT_TCODES];
} dump_run;

static bool shows_bytes(const dump_run *run) {
    return !run->options->messages && !run->options->json;
}

static void print_byte(FILE *out, uint64_t offset, uint8_t byte, const char *text) {
    char bits[10];
    for (unsigned i = 0; i < 8; i++) {
        bits[i + (i >= 6)] = (byte >> (7 - i) & 1) != 0 ? '1' : '0';
    }
    bits[6] = ' ';
    bits[9] = '\0';
    fprintf(out, "%8llu  0x%02X  %s%s%s\n", (unsigned long long)offset, byte, bits,
            *text == '\0' ? "" : "  ", text);
}

static void note_error(dump_run *run, uint64_t offset, const char *reason) {
    if (run->errors == 0) {
        run->first_error = offset;
        run->first_reason = reason;
    }
    run->errors++;
}

/* The bytes of a message that the framer holds, each with its fields; both may be NULL. */
static void print_bytes(const dump_run *run, const nt_payload *payload, const uint64_t *time) {
    for (size_t i = 0; i < nt_framer_kept(&run->framer); i++) {
        char text[NT_MESSAGE_TEXT] = "";
        if (payload != NULL) {
            nt_message_describe_byte(payload->message, time, i, text);
            nt_payload_describe_byte(payload, i, text);
        }
        print_byte(run->out, run->start + i, run->framer.bytes[i], text);
    }
}

/* The message's absolute time; NULL: not known. */
static const uint64_t *time_of(dump_run *run, const nt_message *message, nt_message_status status) {
    nt_time *time = &run->time[message->value[NT_FIELD_SRC] % (1 << 12)];
    if (status != NT_MESSAGE_OK) { /* it may have had a TSTAMP */
        time->known = false;
        return NULL;
    }
    time->xors = run->xor_time;
    return run->format.tstamp && nt_time_take(time, message, run->tstamp_bits) ? &time->now : NULL;
}

/* The offset in eight places, as printf does, but at once: there may be millions. */
static void print_message(FILE *out, uint64_t offset, const char *text) {
    char line[32 + NT_MESSAGE_TEXT];
    char *at = line + 24;
    char *end = at;
    size_t size = strlen(text);
    do {
        *--at = (char)('0' + offset % 10);
        offset /= 10;
    } while (offset != 0);
    while (at > end - 8) {
        *--at = ' ';
    }
    end[0] = end[1] = ' ';
    memcpy(end + 2, text, size + 1);
    end[2 + size] = '\n';
    (void)fwrite(at, 1, (size_t)(end - at) + 3 + size, out);
}

static void take_message(dump_run *run) {
    nt_message message = {0};
    nt_field field;
    nt_message_status status = nt_message_decode(&message, &run->format, run->framer.bytes,
                                                 nt_framer_kept(&run->framer), &field);
    const char *reason = nt_message_status_text(status);
    run->messages++;
    run->by_tcode[message.tcode]++;
    bool broken = status != NT_MESSAGE_OK && status != NT_MESSAGE_UNKNOWN;
    if (broken) {
        note_error(run, run->start, reason);
    }
    const uint64_t *time = time_of(run, &message, status);
    nt_payload payload = {&message, status, &run->format, &run->framer};
    if (run->options->messages) {
        char text[NT_MESSAGE_TEXT];
        nt_message_describe(&message, time, text);
        nt_payload_describe(&payload, text);
        print_message(run->out, run->start, text);
    } else if (shows_bytes(run) && run->framer.size <= NT_FRAME_BYTES) {
        print_bytes(run, &payload, time);
    }
    if (broken && !run->options->json) {
        const char *name = field == NT_FIELD_NONE ? "" : nt_fields[field].name;
        fprintf(run->out, "          error: %s%s%s\n", name, *name == '\0' ? "" : ": ", reason);
    }
}

/* A message that was begun and will not end. */
static void drop_message(dump_run *run) {
    if (shows_bytes(run) && run->framer.size <= NT_FRAME_BYTES) {
        print_bytes(run, NULL, NULL);
    }
}

static void take_byte(dump_run *run, uint8_t byte) {
    bool within = run->framer.state == NT_FRAMER_WITHIN;
    nt_frame frame = nt_framer_byte(&run->framer, byte);
    if (frame == NT_FRAME_START) {
        run->start = run->bytes;
    }
    if (within && shows_bytes(run) && run->framer.size > NT_FRAME_BYTES) {
        /* Longer than any standard message: shown as it comes. */
        if (run->framer.size == NT_FRAME_BYTES + 1) {
            print_bytes(run, NULL, NULL);
        }
        print_byte(run->out, run->bytes, byte, "");
    }
    if (frame == NT_FRAME_END) {
        take_message(run);
    } else if (nt_frame_is_error(frame)) {
        if (within) {
            drop_message(run);
        }
        note_error(run, run->bytes, nt_frame_text(frame));
    }
    run->idles += frame == NT_FRAME_IDLE;
    if (frame == NT_FRAME_START || frame == NT_FRAME_MIDDLE || frame == NT_FRAME_END) {
        return;
    }
    if (shows_bytes(run)) {
        print_byte(run->out, run->bytes, byte,
                   frame == NT_FRAME_IDLE      ? "Idle"
                   : frame == NT_FRAME_SKIPPED ? "skipped"
                                               : nt_frame_text(frame));
    } else if (run->options->messages && nt_frame_is_error(frame)) {
        fprintf(run->out, "%8llu  error: %s\n", (unsigned long long)run->bytes,
                nt_frame_text(frame));
    }
}

static int print_line(void *context, const char *line) {
    dump_run *run = context;
    return fputs(line, run->out) == EOF || fputc('\n', run->out) == EOF
               ? nt_fail(run->error, "%s: %s",
                         run->options->output != NULL ? run->options->output : "standard output",
                         strerror(errno))
               : 0;
}

static int take_bytes(dump_run *run, const uint8_t *bytes, size_t size) {
    if (run->options->assembly) {
        run->bytes += size;
        return nt_assembly_print(&run->printer, bytes, size);
    }
    for (size_t i = 0; i < size; i++, run->bytes++) {
        take_byte(run, bytes[i]);
    }
    return 0;
}

static int dump_file(dump_run *run, nt_trace_input *file, nt_error *error) {
    uint8_t bytes[1 << 16];
    ptrdiff_t size;
    while ((size = nt_trace_input_read(file, bytes, sizeof bytes, error)) > 0) {
        if (take_bytes(run, bytes, (size_t)size) != 0) {
            return -1;
        }
    }
    if (size < 0) {
        return -1;
    }
    if (run->bytes == 0) {
        return nt_fail(error, "%s: offset 0: the stream is empty", run->options->input);
    }
    if (run->options->assembly) {
        return nt_assembly_print_end(&run->printer);
    }
    if (run->framer.state == NT_FRAMER_WITHIN) {
        drop_message(run);
        note_error(run, run->start, "the stream ends within a message");
    }
    return 0;
}

static int dump(dump_run *run, nt_error *error) {
    nt_trace_input *file;
    if (nt_trace_file_check(run->options->input, error) != 0 ||
        nt_trace_input_open(&file, run->options->input, &run->options->framing, error) != 0) {
        return -1;
    }
    int result = dump_file(run, file, error);
    nt_trace_input_close(file);
    return result;
}

/* Messages of TCODEs that are neither N-Trace's nor left to vendors. */
static uint64_t count_reserved(const dump_run *run) {
    uint64_t reserved = 0;
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        bool known = nt_message_layouts[tcode].name != NULL;
        reserved += known || nt_tcode_is_vendor_defined((uint8_t)tcode) ? 0 : run->by_tcode[tcode];
    }
    return reserved;
}

static int print_counts(const dump_run *run) {
    fprintf(run->out, "\n%llu bytes, %llu idle, %llu messages, %llu errors",
            (unsigned long long)run->bytes, (unsigned long long)run->idles,
            (unsigned long long)run->messages, (unsigned long long)run->errors);
    uint64_t reserved = count_reserved(run);
    if (reserved != 0) {
        fprintf(run->out, ", %llu with TCODEs that N-Trace does not have",
                (unsigned long long)reserved);
    }
    fputc('\n', run->out);
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        if (run->by_tcode[tcode] != 0) {
            const char *name = nt_tcode_name((uint8_t)tcode);
            const char *other =
                nt_tcode_is_vendor_defined((uint8_t)tcode) ? "vendor defined" : "reserved";
            fprintf(run->out, "  %2u %-22s %10llu\n", tcode, name == NULL ? other : name,
                    (unsigned long long)run->by_tcode[tcode]);
        }
    }
    return 0;
}

static int print_json(const dump_run *run, nt_error *error) {
    json_t *root =
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:o}", "bytes", (json_int_t)run->bytes, "idles",
                  (json_int_t)run->idles, "messages", (json_int_t)run->messages, "errors",
                  (json_int_t)run->errors, "reserved", (json_int_t)count_reserved(run), "by_tcode",
                  nt_tcode_counts_json(run->by_tcode));
    int result = nt_command_json(root, error);
    json_decref(root);
    return result;
}

static const nt_option options_table[] = {
    NT_OPERAND(dump_options, input, "F.nex"),
    NT_SETTINGS_OPTIONS_OF_TRACE(dump_options, settings),
    NT_SIDECAR_OPTION(dump_options, no_sidecar),
    NT_OPTION_JSON_AS(dump_options, "counts alone, as one JSON object"),
    NT_OPTION_HELP(dump_options),
    {"messages", 'm', NT_OPTION_FLAG, offsetof(dump_options, messages), 0, 0, NULL, NULL,
     "a line each message instead"},
    {"asm", 'a', NT_OPTION_FLAG, offsetof(dump_options, assembly), 0, 0, NULL, NULL,
     "as text that `ntrace assemble` turns back into the same bytes; exit status 0 whatever they "
     "are"},
    {"offsets", 0, NT_OPTION_FLAG, offsetof(dump_options, offsets), 0, 0, NULL, NULL,
     "with --asm: the offset of each line's first byte, as a comment"},
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(dump_options, output), 0, 0, NULL, "F",
     "a file for the text, not standard output"},
    NT_VENDOR_OPTION(dump_options, vendor),
    NT_FRAMING_OPTIONS(dump_options, framing),
    {"table", 0, NT_OPTION_FLAG, offsetof(dump_options, table), 0, 0, NULL, NULL,
     "the table of all messages, as docs/messages.md has it"},
};

static int check_words(const dump_options *options, nt_error *error) {
    if (options->json && options->output != NULL) {
        return nt_fail(error, "-o: is for text; --json goes to standard output");
    }
    if (options->assembly + options->messages + options->json > 1 ||
        (options->offsets && !options->assembly)) {
        return nt_fail(error,
                       "one of --asm, --messages and --json, and --offsets with --asm alone");
    }
    return 0;
}

static int run_dump(dump_run *run, nt_error *error) {
    const nt_settings *settings = &run->options->settings;
    nt_flow_options options = nt_flow_options_of(&settings->control, settings->config);
    options.vendor = run->options->vendor;
    run->xor_time = options.vendor != NT_VENDOR_NONE && nt_quirks_get(options.vendor)->xor_time;
    run->format = nt_flow_format(&options, settings->config->xlen);
    run->tstamp_bits = options.tstamp_bits;
    run->printer = (nt_assembly_printer){.format = run->format,
                                         .offsets = run->options->offsets,
                                         .sink = print_line,
                                         .context = run};
    if (dump(run, error) != 0) {
        return -1;
    }
    if (run->options->assembly) {
        return 0;
    }
    return run->options->json ? print_json(run, error) : print_counts(run);
}

static int dump_to_output(dump_run *run, nt_error *error) {
    nt_output_file *file;
    run->out = stdout;
    if (run->options->output == NULL) {
        return run_dump(run, error);
    }
    if (nt_output_file_open(&file, run->options->output, error) != 0) {
        return -1;
    }
    run->out = nt_output_file_stream(file);
    if (run_dump(run, error) != 0) {
        nt_output_file_abort(file);
        return -1;
    }
    return nt_output_file_commit(file, error);
}

/* 0, 1 where bytes are wrong, or -1. */
static int show(const dump_options *options, nt_error *error) {
    dump_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return nt_fail(error, "out of memory");
    }
    run->options = options;
    run->error = error;
    int result = dump_to_output(run, error);
    if (result == 0 && run->errors != 0) {
        fprintf(stderr, "ntrace dump: %s: offset %llu: %s\n", options->input,
                (unsigned long long)run->first_error, run->first_reason);
        result = 1;
    }
    free(run);
    return result;
}

static void init(void *place) {
    nt_settings_init(&((dump_options *)place)->settings);
}

static int take_sidecar(dump_options *options, nt_error *error) {
    const nt_sidecar_use use = {
        .command = "dump", .trace = options->input, .outputs = {options->output}};
    return options->no_sidecar ? 0 : nt_sidecar_take(&options->settings, &use, NULL, error);
}

static int run_command(void *place, nt_error *error) {
    dump_options *options = place;
    if (options->table) {
        nt_message_table_print(stdout);
        return NT_EXIT_OK;
    }
    return check_words(options, error) != 0 || take_sidecar(options, error) != 0
               ? -1
               : show(options, error);
}

const nt_command nt_cmd_dump = {
    .name = "dump",
    .summary = "show messages and fields",
    .about =
        "Show messages and fields: a line each byte with offset, byte, MDO, MSEO, and the fields "
        "that\n"
        "end in it. Exit status 1: bytes break the transmission protocol or a message's layout.\n",
    NT_COMMAND_OPTIONS(options_table, dump_options),
    .instead = {"table"},
    .init = init,
    .run = run_command,
};
