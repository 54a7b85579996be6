#include "libntrace/util/input_file.h"
#include "ntrace/flow.h"
#include "ntrace/messages.h"
#include "sim/commands.h"
#include "sim/decode/flow_options.h"
#include "sim/decode/listing.h"
#include "sim/settings.h"
#include "sim/util/options.h"
#include "sim/util/output_file.h"
#include "sim/util/progress.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: ntrace decode F.nex --image REC|PCINFO [OPTION...]\n"
    "\n"
    "Turn N-Trace bytes back into the instructions that retired. Exit status 1: the stream, or\n"
    "the image, is wrong somewhere; decoding went on at the next synchronizing message.\n"
    "\n"
    "  -i, --image FILE          the code: a recording, or a pcinfo file\n"
    "      --hart N              whose code of the recording (0)\n"
    "  -t, --to pc               one address a line (default without --json)\n"
    "  -t, --to ranges           one line for each run of addresses, trap, synchronization, ...\n"
    "  -o, --output FILE         where the lines go (standard output)\n"
    "  -j, --json                counts as one JSON object on standard output\n"
    "  -s, --set FIELD=VALUE     a control field that the trace was made with\n"
    "      --best                the settings of the smallest stream\n"
    "  -c, --config NAME         the build that made the trace\n"
    "  -h, --help\n";

enum { FAULTS_SHOWN = 10 };

typedef struct decode_options {
    const char *input;
    const char *image;
    const char *output;
    const char *to;
    unsigned hart;
    bool json;
    bool help;
    nt_settings settings;
} decode_options;

/* What the events of the decoder feed. */
typedef struct decode_run {
    const decode_options *options;
    nt_listing *listing; /* NULL: no lines are wanted */
    uint64_t syncs;
    uint64_t traps;
    uint64_t stops;
    uint64_t ownerships;
    uint64_t faults;
    nt_flow_event fault[FAULTS_SHOWN]; /* the first; told at the end: a run that fails tells why */
    nt_flow_counts counts;
    nt_error *error;
} decode_run;

static void note_fault(decode_run *run, const nt_flow_event *event) {
    if (run->faults < FAULTS_SHOWN) {
        run->fault[run->faults] = *event;
    }
    run->faults++;
}

static void print_faults(const decode_run *run) {
    for (uint64_t i = 0; i < run->faults && i < FAULTS_SHOWN; i++) {
        fprintf(stderr, "ntrace decode: %s: offset %llu: %s (PC 0x%llx)\n", run->options->input,
                (unsigned long long)run->fault[i].offset, run->fault[i].fault.reason,
                (unsigned long long)run->fault[i].pc);
    }
    if (run->faults > FAULTS_SHOWN) {
        fprintf(stderr, "ntrace decode: %s: %llu more faults\n", run->options->input,
                (unsigned long long)(run->faults - FAULTS_SHOWN));
    }
}

static int take_event(void *context, const nt_flow_event *event) {
    decode_run *run = context;
    run->syncs += event->kind == NT_FLOW_SYNC;
    run->traps += event->kind == NT_FLOW_TRAP;
    run->stops += event->kind == NT_FLOW_STOP;
    run->ownerships += event->kind == NT_FLOW_OWNERSHIP;
    if (event->kind == NT_FLOW_FAULT) {
        note_fault(run, event);
    }
    return run->listing == NULL ? 0 : nt_listing_add(run->listing, event, run->error);
}

/* Feeds the whole input to the decoder. */
static int decode_file(decode_run *run, nt_flow *flow, nt_input_file *file) {
    uint8_t bytes[1 << 16];
    ptrdiff_t size;
    nt_progress progress;
    nt_progress_start(&progress, "decode", "instructions");
    while ((size = nt_input_file_read(file, bytes, sizeof bytes, run->error)) > 0 &&
           nt_flow_bytes(flow, bytes, (size_t)size) == 0) {
        nt_progress_show(&progress, nt_flow_get_counts(flow)->instructions, 0);
    }
    nt_progress_end(&progress);
    if (size != 0 || nt_flow_finish(flow) != 0) {
        return -1;
    }
    run->counts = *nt_flow_get_counts(flow);
    if (run->syncs == 0) {
        unsigned long long offset = run->counts.bytes;
        return nt_fail(run->error, "%s: offset %llu: %s", run->options->input, offset,
                       offset == 0 ? "the stream is empty" : "no synchronizing message");
    }
    return 0;
}

static int decode_stream(decode_run *run, nt_image *image) {
    nt_input_file *file;
    const nt_settings *settings = &run->options->settings;
    nt_flow_options options = nt_flow_options_of(&settings->control, settings->config);
    if (nt_input_file_open(&file, run->options->input, run->error) != 0) {
        return -1;
    }
    nt_flow *flow = nt_flow_new(nt_image_code(image), &options, take_event, run);
    int result = flow == NULL ? nt_fail(run->error, "out of memory") : decode_file(run, flow, file);
    nt_flow_free(flow);
    nt_input_file_close(file);
    return result;
}

static int decode_to_lines(decode_run *run, nt_image *image) {
    const decode_options *options = run->options;
    nt_listing_form form = strcmp(options->to, "pc") == 0 ? NT_LISTING_PC : NT_LISTING_RANGES;
    nt_output_file *output;
    if (nt_output_file_open(&output, options->output, run->error) != 0) {
        return -1;
    }
    run->listing = nt_listing_new(image, output, form);
    int result =
        run->listing == NULL ? nt_fail(run->error, "out of memory") : decode_stream(run, image);
    if (nt_listing_end(run->listing, run->error) != 0) {
        result = -1;
    }
    if (result != 0) {
        nt_output_file_abort(output);
        return -1;
    }
    return nt_output_file_commit(output, run->error);
}

static json_t *tcode_counts(const nt_flow_counts *counts) {
    json_t *object = json_object();
    uint64_t others = 0;
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        const char *name = nt_message_layouts[tcode].name;
        if (name == NULL) {
            others += counts->by_tcode[tcode];
        } else if (counts->by_tcode[tcode] != 0) {
            json_object_set_new(object, name, json_integer((json_int_t)counts->by_tcode[tcode]));
        }
    }
    if (others != 0) {
        json_object_set_new(object, "other", json_integer((json_int_t)others));
    }
    return object;
}

static int print_json(const decode_run *run) {
    json_t *root =
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "instructions",
                  (json_int_t)run->counts.instructions, "messages",
                  (json_int_t)run->counts.messages, "skipped", (json_int_t)run->counts.skipped,
                  "bytes", (json_int_t)run->counts.bytes, "syncs", (json_int_t)run->syncs, "traps",
                  (json_int_t)run->traps, "ownerships", (json_int_t)run->ownerships, "stops",
                  (json_int_t)run->stops, "losses", (json_int_t)run->counts.losses, "faults",
                  (json_int_t)run->faults, "by_tcode", tcode_counts(&run->counts));
    int result = nt_command_json(root, run->error);
    json_decref(root);
    return result;
}

static int decode(decode_options *options, decode_run *run) {
    nt_image *image = NULL;
    if (nt_image_load(&image, options->image, options->hart, run->error) != 0) {
        return -1;
    }
    int result = nt_settings_fit(&options->settings, nt_image_xlen(image), run->error);
    if (result != 0) {
        nt_image_free(image);
        return -1;
    }
    result = options->to == NULL ? decode_stream(run, image) : decode_to_lines(run, image);
    nt_image_free(image);
    return result;
}

static const nt_option options_table[] = {
    NT_SETTINGS_OPTIONS(decode_options, settings),
    NT_OPTION_JSON(decode_options),
    NT_OPTION_HELP(decode_options),
    {"image", 'i', NT_OPTION_TEXT, offsetof(decode_options, image), 0, 0, NULL},
    {"hart", 0, NT_OPTION_NUMBER, offsetof(decode_options, hart), 0, UINT16_MAX, NULL},
    {"to", 't', NT_OPTION_TEXT, offsetof(decode_options, to), 0, 0, NULL},
    {"output", 'o', NT_OPTION_TEXT, offsetof(decode_options, output), 0, 0, NULL},
};

static int parse(int argc, char **argv, decode_options *options, nt_error *error) {
    nt_settings_init(&options->settings);
    int first = nt_options_parse(options_table, sizeof options_table / sizeof options_table[0],
                                 options, argc, argv, error);
    if (first < 0 || options->help) {
        return first < 0 ? -1 : 0;
    }
    if (options->to != NULL && strcmp(options->to, "pc") != 0 &&
        strcmp(options->to, "ranges") != 0) {
        return nt_fail(error, "--to %s: pc or ranges", options->to);
    }
    if (first + 1 != argc || options->image == NULL) {
        return nt_fail(error, "one F.nex and --image are needed; --help tells more");
    }
    options->input = argv[first];
    if (options->to == NULL && (!options->json || options->output != NULL)) {
        options->to = "pc";
    }
    if (options->output == NULL) {
        options->output = "-";
        if (options->json && options->to != NULL) {
            return nt_fail(error, "--json and --to both want standard output; give -o FILE");
        }
    }
    return 0;
}

int nt_cmd_decode(int argc, char **argv) {
    decode_options options = {0};
    nt_error error = {{0}};
    decode_run run = {.options = &options, .error = &error};
    int result = parse(argc, argv, &options, &error);
    if (result == 0 && options.help) {
        fputs(help, stdout);
        return NT_EXIT_OK;
    }
    if (result == 0) {
        result = decode(&options, &run);
    }
    if (result == 0 && options.json) {
        result = print_json(&run);
    }
    if (result < 0) {
        return nt_command_fail("decode", &error);
    }
    print_faults(&run);
    return run.faults == 0 ? NT_EXIT_OK : NT_EXIT_FAILED;
}
