#include "model/message/message.h"
#include "sim/commands.h"
#include "sim/decode/flow.h"
#include "sim/decode/listing.h"
#include "sim/settings.h"
#include "sim/util/input_file.h"
#include "sim/util/number.h"
#include "sim/util/options.h"
#include "sim/util/output_file.h"
#include "sim/util/progress.h"

#include <getopt.h>
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
    nt_flow *flow = nt_flow_new(image, &options, take_event, run);
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

static int parse_option(int option, char *const *argv, decode_options *options, nt_error *error) {
    uint64_t value = 0;
    switch (option) {
    case 'i':
        options->image = optarg;
        return 0;
    case 'H':
        if (nt_parse_number(&value, optarg, "--hart", 0, 65535, error) != 0) {
            return -1;
        }
        options->hart = (unsigned)value;
        return 0;
    case 't':
        options->to = optarg;
        return strcmp(optarg, "pc") == 0 || strcmp(optarg, "ranges") == 0
                   ? 0
                   : nt_fail(error, "--to %s: pc or ranges", optarg);
    case 'o':
        options->output = optarg;
        return 0;
    case 'j':
        options->json = true;
        return 0;
    case 's':
        return nt_settings_set(&options->settings, optarg, error);
    case 'B':
        nt_settings_best(&options->settings);
        return 0;
    case 'c':
        return nt_settings_config(&options->settings, optarg, error);
    case 'h':
        fputs(help, stdout);
        return 1;
    default:
        return nt_option_wrong(option, argv, error);
    }
}

/* 0 go on, 1 help was printed, -1 error. */
static int parse(int argc, char **argv, decode_options *options, nt_error *error) {
    static const struct option longs[] = {
        {"image", required_argument, NULL, 'i'},
        {"hart", required_argument, NULL, 'H'},
        {"to", required_argument, NULL, 't'},
        {"output", required_argument, NULL, 'o'},
        {"json", no_argument, NULL, 'j'},
        {"set", required_argument, NULL, 's'},
        {"best", no_argument, NULL, 'B'},
        {"config", required_argument, NULL, 'c'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    nt_settings_init(&options->settings);
    opterr = 0;
    int option;
    while ((option = getopt_long(argc, argv, ":i:t:o:js:c:h", longs, NULL)) != -1) {
        int result = parse_option(option, argv, options, error);
        if (result != 0) {
            return result;
        }
    }
    if (optind + 1 != argc || options->image == NULL) {
        return nt_fail(error, "one F.nex and --image are needed; --help tells more");
    }
    options->input = argv[optind];
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
    if (result > 0) {
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
