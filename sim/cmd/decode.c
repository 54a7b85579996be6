/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/output_file.h"
#include "ntrace/flow.h"
#include "ntrace/messages.h"
#include "sim/commands.h"
#include "sim/decode/flow_options.h"
#include "sim/decode/form.h"
#include "sim/decode/images.h"
#include "sim/decode/isa_options.h"
#include "sim/decode/jobs.h"
#include "sim/decode/run.h"
#include "sim/decode/run_report.h"
#include "sim/decode/source.h"
#include "sim/decode/split.h"
#include "sim/decode/vendor_options.h"
#include "sim/settings/settings.h"
#include "sim/sidecar/take.h"
#include "sim/util/options.h"
#include "sim/util/trace_file.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANY_HART = UINT16_MAX + 1 };

typedef struct decode_options {
    const char *input;
    nt_images images;
    const char *output;
    const char *to;
    nt_program *program;
    const nt_form *form; /* of `to`; NULL: nothing but counts */
    uint32_t hart;
    uint32_t jobs;
    bool json;
    bool help;
    bool no_sidecar;
    bool gave_source; /* trTeSrcID is an option's */
    nt_sidecar_rest beside;
    nt_settings settings;
    nt_form_settings forms;
    nt_filter_options filter;
    nt_isa isa;
    bool wrapped;
    bool strict;
    bool salvage;
    uint8_t vendor;
    nt_framing framing;
    const char *split;
    uint64_t budget;
    bool no_cache;
} decode_options;

static int write_output(void *file, const void *bytes, size_t size, nt_error *error) {
    return nt_output_file_write(file, bytes, size, error);
}

static unsigned cores(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > NT_JOBS_MOST ? NT_JOBS_MOST : (unsigned)cores;
}

static nt_run_options run_options_of(const decode_options *options) {
    const nt_settings *settings = &options->settings;
    nt_run_options run = {.input = options->input,
                          .framing = options->framing,
                          .program = options->program,
                          .flow = nt_flow_options_of(&settings->control, settings->config),
                          .form = options->form,
                          .forms = options->forms,
                          .filter = options->filter,
                          .isa = options->isa,
                          .jobs = options->jobs == 0 ? cores() : options->jobs};
    run.flow.begins_within = options->wrapped;
    run.flow.tolerant = !options->strict;
    run.flow.salvage = options->salvage;
    run.flow.vendor = options->vendor;
    run.counts_calls = settings->control.trTeInstImplicitReturnMode == 1;
    run.flow.inst_mode = nt_settings_inst_mode(settings);
    run.flow.budget = options->budget;
    run.flow.no_cache = options->no_cache;
    run.forms.window = options->filter.by_time;
    /* A number for trTeSrcID is as good as one for the hart; both may be given. */
    bool has_src = run.flow.src_bits != 0 && nt_settings_gave(settings, "trTeSrcID");
    run.every_hart = run.flow.src_bits != 0 && options->hart == ANY_HART && !has_src;
    run.hart = options->hart != ANY_HART ? options->hart : has_src ? run.flow.src : 0;
    if (!has_src) {
        run.flow.src = (uint16_t)(run.hart & ((1U << run.flow.src_bits) - 1));
    }
    return run;
}

/* What the sidecar says, unless an option does. */
static void choose_hart_beside(nt_run_options *run, const decode_options *options) {
    int hart = nt_sidecar_hart(&options->beside, options->program);
    if (hart >= 0 && options->hart == ANY_HART && !options->gave_source && !run->every_hart) {
        run->hart = (unsigned)hart;
    }
}

/* Of one source that is chosen. */
static void choose_only_hart(nt_run_options *run, const decode_options *options) {
    bool both = options->hart != ANY_HART && run->flow.src != options->hart;
    if (run->flow.src_bits != 0 && !run->every_hart && !both) {
        run->hart = nt_source_hart(run->program, run->hart);
    }
}

static int take_sidecar(decode_options *options, nt_error *error) {
    const nt_sidecar_use use = {.command = "decode",
                                .trace = options->input,
                                .outputs = {options->output, options->forms.listing},
                                .images = &options->images};
    options->gave_source = nt_settings_gave(&options->settings, "trTeSrcID");
    options->beside.hart = -1;
    if (!options->no_sidecar &&
        nt_sidecar_take(&options->settings, &use, &options->beside, error) != 0) {
        return -1;
    }
    if (options->forms.hz == 0) {
        options->forms.hz = options->beside.hz != 0 ? options->beside.hz : 1000000000;
    }
    return 0;
}

static int decode(decode_options *options, nt_decode_run *run, json_t *json, nt_error *error) {
    nt_text text;
    nt_output_file *output = NULL;
    if (nt_trace_file_check(options->input, error) != 0 || take_sidecar(options, error) != 0) {
        return -1;
    }
    options->program = nt_images_load(&options->images, error);
    if (options->program == NULL ||
        nt_settings_fit(&options->settings, nt_program_xlen(options->program), error) != 0 ||
        nt_filter_check(&options->filter, options->program, error) != 0) {
        return -1;
    }
    if (options->output != NULL && nt_output_file_open(&output, options->output, error) != 0) {
        return -1;
    }
    options->isa.xlen = (uint8_t)nt_program_xlen(options->program);
    nt_text_init(&text, write_output, output);
    nt_run_options run_options = run_options_of(options);
    choose_hart_beside(&run_options, options);
    choose_only_hart(&run_options, options);
    int result = nt_run_decode(run, &run_options, output == NULL ? NULL : &text,
                               options->json ? json : NULL, error);
    if (result != 0) {
        nt_output_file_abort(output);
        nt_run_add_hint(run, error);
        return -1;
    }
    nt_sidecar_print_other(&options->beside);
    return output == NULL ? 0 : nt_output_file_commit(output, error);
}

/* --by: what stacks count. */
static int take_by(void *forms, const char *value, nt_error *error) {
    if (strcmp(value, "time") != 0 && strcmp(value, "instructions") != 0) {
        return nt_fail(error, "--by %s: instructions or time", value);
    }
    ((nt_form_settings *)forms)->by_time = value[0] == 't';
    return 0;
}

static const nt_option options_table[] = {
    NT_OPERAND(decode_options, input, "F.nex"),
    NT_OPTION_IMAGE(decode_options),
    {"hart", 0, NT_OPTION_NUMBER, offsetof(decode_options, hart), 0, UINT16_MAX, NULL, "N",
     "one hart: its code, and its messages where they have SRC. Without, all: SRC says which"},
    {"to", 't', NT_OPTION_TEXT, offsetof(decode_options, to), 0, 0, NULL, "FORM",
     "what is written (pc, without --json)"},
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(decode_options, output), 0, 0, NULL, "FILE",
     "where it goes (standard output)"},
    NT_OPTION_JSON_AS(decode_options, "counts as one JSON object on standard output"),
    NT_SETTINGS_OPTIONS_OF_TRACE(decode_options, settings),
    NT_SIDECAR_OPTION(decode_options, no_sidecar),
    NT_ISA_OPTIONS(decode_options, isa),
    {"strict", 0, NT_OPTION_FLAG, offsetof(decode_options, strict), 0, 0, NULL, NULL,
     "what the specification forbids is a fault, also where its meaning is plain: fields wider "
     "than its table, a field of no bits, a byte with MSEO=11 between messages. Else it is "
     "counted"},
    {"wrapped", 0, NT_OPTION_FLAG, offsetof(decode_options, wrapped), 0, 0, NULL, NULL,
     "the stream may begin within a message"},
    NT_VENDOR_OPTION(decode_options, vendor),
    NT_FRAMING_OPTIONS(decode_options, framing),
    {"salvage", 0, NT_OPTION_FLAG, offsetof(decode_options, salvage), 0, 0, NULL, NULL,
     "after a fault go on where the next messages fit the code; what is shown from there up to the "
     "next synchronizing message is suspect"},
    {"budget", 0, NT_OPTION_WIDE, offsetof(decode_options, budget), 1, UINT64_MAX, NULL, "BLOCKS",
     "basic blocks to walk beyond 256 for each byte (536870912); more are needed where a hart "
     "waited long in a tight loop"},
    {"no-cache", 0, NT_OPTION_FLAG, offsetof(decode_options, no_cache), 0, 0, NULL, NULL,
     "walk every path again; the result is the same"},
    {"jobs", 0, NT_OPTION_NUMBER, offsetof(decode_options, jobs), 0, NT_JOBS_MOST, NULL, "N",
     "threads for one hart without filters (1); 0: one a core. The result is the same; only "
     "streams with periodic synchronization get faster"},
    {"split", 0, NT_OPTION_OUTPUT, offsetof(decode_options, split), 0, 0, NULL, "DIR",
     "decode nothing, but write the messages of each SRC to DIR/srcN.nex (with --framing coresight "
     "and without SRC the bytes of each ID to DIR/atidN.nex), each with a sidecar; needs no -i"},
    NT_OPTION_HELP(decode_options),
    NT_OPTION_TITLE_ROW("What is shown:"),
    {"function", 0, NT_OPTION_TEXT, offsetof(decode_options, filter.function), 0, 0, NULL, "NAME",
     "only this function; NAME+: what it calls, too"},
    {"address", 0, NT_OPTION_TAKE, offsetof(decode_options, filter), 0, 0, nt_filter_take_address,
     "LOW..HIGH", "only instructions from LOW to HIGH"},
    {"time", 0, NT_OPTION_TAKE, offsetof(decode_options, filter), 0, 0, nt_filter_take_time,
     "FROM..TO",
     "only what ran then, in ticks of the trace's timestamps, or in instructions where it has "
     "none"},
    {"by", 0, NT_OPTION_TAKE, offsetof(decode_options, forms), 0, 0, take_by, "instructions|time",
     "what `folded` and `flame` count (instructions)"},
    {"title", 0, NT_OPTION_TEXT, offsetof(decode_options, forms.title), 0, 0, NULL, "TEXT",
     "of `flame`"},
    {"hz", 0, NT_OPTION_WIDE, offsetof(decode_options, forms.hz), 1, 1000000000000, NULL, "N",
     "ticks a second, for `perfetto` (1000000000, unless the sidecar has it)"},
    {"listing", 0, NT_OPTION_OUTPUT, offsetof(decode_options, forms.listing), 0, 0, NULL, "FILE",
     "with `lcov`: the disassembly of what has no source lines goes there and is covered as a "
     "source file"},
};

/* Where the text goes, and that it goes nowhere twice. */
static int parse_output(decode_options *options, nt_error *error) {
    if (options->to == NULL && (!options->json || options->output != NULL)) {
        options->to = "pc";
    }
    if (options->to != NULL && (options->form = nt_form_find(options->to)) == NULL) {
        return nt_fail(error, "--to %s: no such form; --help lists them", options->to);
    }
    bool in_json = options->json && (options->form == NULL || options->form->json != NULL);
    if (options->output == NULL && !in_json) {
        options->output = "-";
        if (options->json) {
            return nt_fail(error, "--json and --to both want standard output; give -o FILE");
        }
    }
    return 0;
}

/* The counts, and that all went well. */
static int report(const decode_options *options, const nt_decode_run *run, json_t *json,
                  nt_error *error) {
    if (options->json &&
        (nt_run_add_counts(run, json, error) != 0 || nt_command_json(json, error) != 0)) {
        return -1;
    }
    nt_run_print(run);
    return run->faults == 0 && run->strange == 0 ? NT_EXIT_OK : NT_EXIT_FAILED;
}

static int decode_and_report(decode_options *options, nt_error *error) {
    nt_decode_run *run = calloc(1, sizeof *run);
    json_t *json = json_object();
    int result = run == NULL || json == NULL ? nt_fail(error, "out of memory")
                                             : decode(options, run, json, error);
    if (result == 0) {
        result = report(options, run, json, error);
    }
    json_decref(json);
    if (run != NULL) {
        nt_run_free(run);
    }
    free(run);
    nt_program_free(options->program);
    return result;
}

static void init(void *place) {
    decode_options *options = place;
    options->hart = ANY_HART;
    options->jobs = 1;
    nt_settings_init(&options->settings);
}

static void release(void *place) {
    nt_images_free(&((decode_options *)place)->images);
}

static int print_split(const json_t *files) {
    size_t index;
    json_t *file;
    json_array_foreach(files, index, file) {
        printf("%s: %lld messages, %lld bytes\n", json_string_value(json_object_get(file, "path")),
               (long long)json_integer_value(json_object_get(file, "messages")),
               (long long)json_integer_value(json_object_get(file, "bytes")));
    }
    return 0;
}

static int split(decode_options *options, nt_error *error) {
    if (nt_trace_file_check(options->input, error) != 0 || take_sidecar(options, error) != 0) {
        return -1;
    }
    nt_flow_options flow = nt_flow_options_of(&options->settings.control, options->settings.config);
    nt_split split = {.input = options->input,
                      .framing = options->framing,
                      .folder = options->split,
                      .src_bits = flow.src_bits};
    nt_sidecar *beside = calloc(1, sizeof *beside);
    json_t *object = json_pack("{s:[]}", "files");
    json_t *files = json_object_get(object, "files");
    int result = object == NULL || beside == NULL ? nt_fail(error, "out of memory") : 0;
    if (result == 0) {
        bool known = nt_sidecar_of_part(beside, &options->settings, &options->beside);
        split.beside = known && !options->no_sidecar ? beside : NULL;
        result = nt_split_run(&split, files, error);
    }
    if (result == 0) {
        result = options->json ? nt_command_json(object, error) : print_split(files);
    }
    json_decref(object);
    free(beside);
    return result;
}

static int run_command(void *place, nt_error *error) {
    decode_options *options = place;
    if (options->split != NULL) {
        return split(options, error);
    }
    return parse_output(options, error) != 0 ? -1 : decode_and_report(options, error);
}

static bool form(size_t index, nt_choice *choice) {
    return nt_choice_set(choice, nt_forms[index] != NULL ? nt_forms[index]->name : NULL,
                         nt_forms[index] != NULL ? nt_forms[index]->summary : NULL);
}

const nt_command nt_cmd_decode = {
    .name = "decode",
    .summary = "turn a trace back into the instructions that retired",
    .about = "Turn N-Trace bytes back into the instructions that retired. Exit status 1: the "
             "stream, or\n"
             "the image, is wrong somewhere; decoding went on at the next synchronizing message.\n",
    NT_COMMAND_OPTIONS(options_table, decode_options),
    .required = {"image"},
    .alone = {"split"},
    .init = init,
    .release = release,
    .run = run_command,
    .choice_option = "to",
    .choice_heading = "Forms",
    .choice = form,
};
