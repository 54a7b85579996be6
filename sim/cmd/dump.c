#include "sim/commands.h"
#include "sim/decode/describe.h"
#include "sim/decode/message_table.h"
#include "sim/settings.h"
#include "sim/util/input_file.h"
#include "sim/util/options.h"

#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: ntrace dump F.nex [OPTION...]\n"
    "\n"
    "Show messages and fields: a line each byte with offset, byte, MDO, MSEO, and the fields that\n"
    "end in it. Exit status 1: bytes break the transmission protocol or a message's layout.\n"
    "\n"
    "  -m, --messages            a line each message instead\n"
    "  -j, --json                counts alone, as one JSON object\n"
    "      --table               the table of all messages, as docs/messages.md has it\n"
    "  -s, --set FIELD=VALUE     a control field that the trace was made with\n"
    "  -c, --config NAME         the build that made the trace\n"
    "  -h, --help\n";

typedef struct dump_options {
    const char *input;
    bool messages;
    bool json;
    bool table;
    nt_settings settings;
} dump_options;

typedef struct dump_run {
    const dump_options *options;
    nt_framer framer;
    nt_message_format format;
    uint64_t start; /* offset of the message's first byte */
    uint64_t bytes; /* read so far */
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

static void print_byte(uint64_t offset, uint8_t byte, const char *text) {
    char bits[10];
    for (unsigned i = 0; i < 8; i++) {
        bits[i + (i >= 6)] = (byte >> (7 - i) & 1) != 0 ? '1' : '0';
    }
    bits[6] = ' ';
    bits[9] = '\0';
    printf("%8llu  0x%02X  %s%s%s\n", (unsigned long long)offset, byte, bits,
           *text == '\0' ? "" : "  ", text);
}

static void note_error(dump_run *run, uint64_t offset, const char *reason) {
    if (run->errors == 0) {
        run->first_error = offset;
        run->first_reason = reason;
    }
    run->errors++;
}

/* The bytes of a message that the framer holds, each with its fields; `message` may be NULL. */
static void print_bytes(const dump_run *run, const nt_message *message) {
    for (size_t i = 0; i < nt_framer_kept(&run->framer); i++) {
        char text[NT_DESCRIPTION] = "";
        if (message != NULL) {
            nt_describe_byte(message, i, text);
        }
        print_byte(run->start + i, run->framer.bytes[i], text);
    }
}

static void take_message(dump_run *run) {
    nt_message message;
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
    if (run->options->messages) {
        char text[NT_DESCRIPTION];
        nt_describe_message(&message, text);
        printf("%8llu  %s\n", (unsigned long long)run->start, text);
    } else if (shows_bytes(run) && run->framer.size <= NT_FRAME_BYTES) {
        print_bytes(run, &message);
    }
    if (broken && !run->options->json) {
        const char *name = field == NT_FIELD_NONE ? "" : nt_fields[field].name;
        printf("          error: %s%s%s\n", name, *name == '\0' ? "" : ": ", reason);
    }
}

/* A message that was begun and will not end. */
static void drop_message(dump_run *run) {
    if (shows_bytes(run) && run->framer.size <= NT_FRAME_BYTES) {
        print_bytes(run, NULL);
    }
}

static void take_byte(dump_run *run, uint8_t byte) {
    bool within = run->framer.state == 1;
    nt_frame frame = nt_framer_byte(&run->framer, byte);
    if (frame == NT_FRAME_START) {
        run->start = run->bytes;
    }
    if (within && shows_bytes(run) && run->framer.size > NT_FRAME_BYTES) {
        /* Longer than any standard message: shown as it comes. */
        if (run->framer.size == NT_FRAME_BYTES + 1) {
            print_bytes(run, NULL);
        }
        print_byte(run->bytes, byte, "");
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
        print_byte(run->bytes, byte,
                   frame == NT_FRAME_IDLE      ? "Idle"
                   : frame == NT_FRAME_SKIPPED ? "skipped"
                                               : nt_frame_text(frame));
    } else if (run->options->messages && nt_frame_is_error(frame)) {
        printf("%8llu  error: %s\n", (unsigned long long)run->bytes, nt_frame_text(frame));
    }
}

static int dump_file(dump_run *run, nt_input_file *file, nt_error *error) {
    uint8_t bytes[1 << 16];
    ptrdiff_t size;
    while ((size = nt_input_file_read(file, bytes, sizeof bytes, error)) > 0) {
        for (ptrdiff_t i = 0; i < size; i++, run->bytes++) {
            take_byte(run, bytes[i]);
        }
    }
    if (size < 0) {
        return -1;
    }
    if (run->bytes == 0) {
        return nt_fail(error, "%s: offset 0: the stream is empty", run->options->input);
    }
    if (run->framer.state == 1) {
        drop_message(run);
        note_error(run, run->start, "the stream ends within a message");
    }
    return 0;
}

static int dump(dump_run *run, nt_error *error) {
    nt_input_file *file;
    if (nt_input_file_open(&file, run->options->input, error) != 0) {
        return -1;
    }
    int result = dump_file(run, file, error);
    nt_input_file_close(file);
    return result;
}

static int print_counts(const dump_run *run) {
    printf("\n%llu bytes, %llu idle, %llu messages, %llu errors\n", (unsigned long long)run->bytes,
           (unsigned long long)run->idles, (unsigned long long)run->messages,
           (unsigned long long)run->errors);
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        if (run->by_tcode[tcode] != 0) {
            const char *name = nt_message_layouts[tcode].name;
            printf("  %2u %-22s %10llu\n", tcode, name == NULL ? "reserved or vendor" : name,
                   (unsigned long long)run->by_tcode[tcode]);
        }
    }
    return 0;
}

static int print_json(const dump_run *run, nt_error *error) {
    json_t *tcodes = json_object();
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        if (run->by_tcode[tcode] != 0) {
            char number[8];
            const char *name = nt_message_layouts[tcode].name;
            (void)snprintf(number, sizeof number, "%u", tcode);
            json_object_set_new(tcodes, name == NULL ? number : name,
                                json_integer((json_int_t)run->by_tcode[tcode]));
        }
    }
    json_t *root = json_pack("{s:I, s:I, s:I, s:I, s:o}", "bytes", (json_int_t)run->bytes, "idles",
                             (json_int_t)run->idles, "messages", (json_int_t)run->messages,
                             "errors", (json_int_t)run->errors, "by_tcode", tcodes);
    int result = nt_command_json(root, error);
    json_decref(root);
    return result;
}

static int parse_option(int option, char *const *argv, dump_options *options, nt_error *error) {
    switch (option) {
    case 'm':
        options->messages = true;
        return 0;
    case 'j':
        options->json = true;
        return 0;
    case 'T':
        options->table = true;
        return 0;
    case 's':
        return nt_settings_set(&options->settings, optarg, error);
    case 'c':
        return nt_settings_config(&options->settings, optarg, error);
    case 'h':
        fputs(help, stdout);
        return 1;
    default:
        return nt_option_wrong(option, argv, error);
    }
}

/* 0 go on, 1 all is done, -1 error. */
static int parse(int argc, char **argv, dump_options *options, nt_error *error) {
    static const struct option longs[] = {
        {"messages", no_argument, NULL, 'm'},
        {"json", no_argument, NULL, 'j'},
        {"table", no_argument, NULL, 'T'},
        {"set", required_argument, NULL, 's'},
        {"config", required_argument, NULL, 'c'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    nt_settings_init(&options->settings);
    opterr = 0;
    int option;
    while ((option = getopt_long(argc, argv, ":mjs:c:h", longs, NULL)) != -1) {
        int result = parse_option(option, argv, options, error);
        if (result != 0) {
            return result;
        }
    }
    if (options->table && optind == argc) {
        nt_message_table_print(stdout);
        return 1;
    }
    if (optind + 1 != argc || options->table) {
        return nt_fail(error, "one F.nex is needed, or --table alone; --help tells more");
    }
    options->input = argv[optind];
    return 0;
}

int nt_cmd_dump(int argc, char **argv) {
    dump_options options = {0};
    nt_error error = {{0}};
    int result = parse(argc, argv, &options, &error);
    if (result > 0) {
        return NT_EXIT_OK;
    }
    dump_run run = {.options = &options};
    if (result == 0) {
        result = dump(&run, &error);
    }
    if (result == 0) {
        result = options.json ? print_json(&run, &error) : print_counts(&run);
    }
    if (result < 0) {
        return nt_command_fail("dump", &error);
    }
    if (run.errors != 0) {
        fprintf(stderr, "ntrace dump: %s: offset %llu: %s\n", options.input,
                (unsigned long long)run.first_error, run.first_reason);
    }
    return run.errors == 0 ? NT_EXIT_OK : NT_EXIT_FAILED;
}
