/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/image.h"
#include "libntrace/util/input_file.h"
#include "libntrace/util/output_file.h"
#include "sim/check/harts.h"
#include "sim/check/report.h"
#include "sim/commands.h"
#include "sim/decode/flow_options.h"
#include "sim/decode/hint.h"
#include "sim/decode/images.h"
#include "sim/decode/isa_options.h"
#include "sim/decode/source.h"
#include "sim/decode/vendor_options.h"
#include "sim/report/command.h"
#include "sim/report/made.h"
#include "sim/report/result.h"
#include "sim/settings/settings.h"
#include "sim/sidecar/take.h"
#include "sim/util/options.h"
#include "sim/util/outputs.h"
#include "sim/util/regular_file.h"
#include "sim/util/trace_file.h"
#include "sim/util/trace_input.h"
#include "sim/witness/ingress.h"

#include <inttypes.h>
#include <string.h>

typedef struct check_options {
    const char *input;
    nt_images images;
    const char *ingress;
    uint32_t hart; /* NO_HART: not given */
    const char *junit;
    const char *results;
    bool json;
    bool all;
    bool quiet;
    bool help;
    bool rc7;
    bool wrapped;
    bool no_cache;
    nt_isa isa;
    bool list;
    bool page;
    bool golden;
    bool freedoms;       /* list them */
    nt_freedoms without; /* judged without these */
    bool no_sidecar;
    bool gave_source; /* trTeSrcID is an option's */
    uint8_t vendor;
    nt_framing framing;
    nt_sidecar_rest beside;
    nt_settings settings;
    nt_config stranger; /* `settings.config` where no build is named */
} check_options;

#define NO_HART UINT32_MAX

static int take_without(void *place, const char *value, nt_error *error) {
    int id = nt_freedom_find(value);
    if (id < 0) {
        return nt_fail(error, "--without %s: expected a freedom of ntrace check --freedoms", value);
    }
    *(nt_freedoms *)place |= (nt_freedoms)1 << id;
    return 0;
}

static const nt_option options_table[] = {
    NT_OPERAND(check_options, input, "F.nex"),
    NT_SETTINGS_ROWS(check_options, settings,
                     "a control field that the trace was made with: rules about it are judged too, "
                     "and where messages or path need it, by it",
                     "the build that made the trace (or FILE.cfg): its widths are known",
                     "the settings of the smallest stream"),
    NT_SIDECAR_OPTION(check_options, no_sidecar),
    NT_OPTION_JSON_AS(check_options, "one JSON object, with all rules"),
    NT_OPTION_HELP(check_options),
    NT_OPTION_QUIET_AS(check_options, "broken rules alone, and the last line"),
    {"all", 0, NT_OPTION_FLAG, offsetof(check_options, all), 0, 0, NULL, NULL,
     "the rules that hold too, and those that nothing puts to the test"},
    NT_OPTION_IMAGE(check_options),
    {"hart", 0, NT_OPTION_NUMBER, offsetof(check_options, hart), 0, UINT16_MAX, NULL, "N",
     "the hart whose code it is (each SRC is the hart of that number; without SRC: 0)"},
    {"ingress", 0, NT_OPTION_TEXT, offsetof(check_options, ingress), 0, 0, NULL, "F.nti",
     "what the encoder's pins saw, and how it was set: what the messages tell is judged by it; "
     "with --image"},
    NT_ISA_OPTIONS(check_options, isa),
    {"without", 0, NT_OPTION_TAKE, offsetof(check_options, without), 0, 0, take_without, "FREEDOM",
     "the stream uses this freedom of the specification nowhere (see --freedoms); may be repeated"},
    {"golden", 0, NT_OPTION_FLAG, offsetof(check_options, golden), 0, 0, NULL, NULL,
     "the build's own encoder made the trace: it uses no freedom, and loses what its FIFO does; "
     "with --ingress"},
    {"wrapped", 0, NT_OPTION_FLAG, offsetof(check_options, wrapped), 0, 0, NULL, NULL,
     "the stream may begin within a message"},
    {"no-cache", 0, NT_OPTION_FLAG, offsetof(check_options, no_cache), 0, 0, NULL, NULL,
     "walk every path again; the verdict is the same"},
    NT_VENDOR_OPTION(check_options, vendor),
    NT_FRAMING_OPTIONS(check_options, framing),
    {"rc7", 0, NT_OPTION_FLAG, offsetof(check_options, rc7), 0, 0, NULL, NULL,
     "N-Trace 1.0.0_rc7 counts, not 1.0"},
    {"junit", 0, NT_OPTION_OUTPUT, offsetof(check_options, junit), 0, 0, NULL, "FILE",
     "JUnit XML too: a test case for each rule"},
    {"results", 0, NT_OPTION_OUTPUT, offsetof(check_options, results), 0, 0, NULL, "FILE",
     "what `ntrace report` takes: verdict, figures, bins"},
    {"list", 0, NT_OPTION_FLAG, offsetof(check_options, list), 0, 0, NULL, NULL,
     "list the rules: id, clause, summary; no F.nex"},
    {"page", 0, NT_OPTION_FLAG, offsetof(check_options, page), 0, 0, NULL, NULL,
     "the rules as docs/rules.md has them; no F.nex"},
    {"freedoms", 0, NT_OPTION_FLAG, offsetof(check_options, freedoms), 0, 0, NULL, NULL,
     "list what the specification leaves open: id, clause, what is open, how it is recognized; no "
     "F.nex"},
};

static int check_words(check_options *options, nt_error *error) {
    options->settings.control.ntRc7 |= options->rc7;
    if (options->ingress != NULL && options->images.count == 0) {
        return nt_fail(error, "--ingress needs --image: the code that ran");
    }
    if (options->ingress == NULL && options->golden) {
        return nt_fail(error, "--golden needs --ingress: what the encoder's pins saw");
    }
    if (options->ingress != NULL && options->wrapped) {
        return nt_fail(error, "--ingress needs the whole stream, not --wrapped");
    }
    bool other = options->vendor != NT_VENDOR_NONE || options->framing.coresight;
    if (options->ingress != NULL && other) {
        return nt_fail(error, "--ingress judges N-Trace alone: neither --vendor nor --framing; "
                              "`ntrace decode --split` takes a trace out of frames");
    }
    if (options->ingress != NULL && (options->settings.control_given || options->rc7)) {
        return nt_fail(error, "--ingress says how the encoder was set, ntRc7 too");
    }
    return 0;
}

/* `harts` is NULL where there is no image. */
static int check_bytes(nt_check *check, nt_check_harts *harts, nt_trace_input *trace,
                       const char *path, nt_error *error) {
    uint8_t bytes[1 << 14];
    ptrdiff_t size;
    while ((size = nt_trace_input_read(trace, bytes, sizeof bytes, error)) > 0) {
        nt_check_bytes(check, bytes, (size_t)size);
    }
    if (size < 0) {
        return -1;
    }
    if (nt_check_size(check) == 0) {
        return nt_fail(error, "%s: offset 0: the stream is empty", path);
    }
    if (harts != NULL && nt_check_harts_finish(harts, error) != 0) {
        return -1;
    }
    nt_check_finish(check);
    return 0;
}

static int check_file(nt_check *check, nt_check_harts *harts, const check_options *options,
                      nt_error *error) {
    nt_trace_input *trace;
    if (nt_trace_input_open(&trace, options->input, &options->framing, error) != 0) {
        return -1;
    }
    int result = check_bytes(check, harts, trace, options->input, error);
    nt_trace_input_close(trace);
    return result;
}

static int write_junit(const nt_check *check, const check_options *options, nt_error *error) {
    nt_output_file *file;
    if (nt_output_file_open(&file, options->junit, error) != 0) {
        return -1;
    }
    nt_check_junit(nt_output_file_stream(file), check, options->input);
    return nt_output_file_commit(file, error);
}

/* The words of the command that decide about the result. */
static int put_command(const check_options *options, json_t *result, nt_error *error) {
    static const char *const left_out[] = {"json", "help",  "quiet",   "all",     "list",
                                           "page", "junit", "results", "ingress", NULL};
    const check_options preset = {.hart = NO_HART};
    nt_result_word(result, "ntrace");
    nt_result_word(result, "check");
    if (nt_result_input(result, options->input, "", error) != 0 ||
        nt_result_images(result, &options->images, error) != 0) {
        return -1;
    }
    if (options->ingress != NULL) {
        nt_result_word(result, "--ingress");
        if (nt_result_input(result, options->ingress, "", error) != 0) {
            return -1;
        }
    }
    if (options->settings.config_given) {
        nt_result_option(result, "config", options->settings.config->name);
    }
    nt_result_options(result, &(nt_result_table){options_table,
                                                 sizeof options_table / sizeof options_table[0],
                                                 options, &preset, left_out});
    if (options->vendor != NT_VENDOR_NONE) {
        nt_result_option(result, "vendor", nt_quirks_get(options->vendor)->name);
    }
    if (options->framing.coresight) {
        nt_result_option(result, "framing", "coresight");
    }
    nt_result_control(result, &options->settings, NT_FIELDS_GIVEN);
    nt_result_isa(result, &options->isa);
    return 0;
}

/* The same with this program and the paths of what it reads. */
static void put_again(const check_options *options, json_t *result) {
    nt_made_again(result, 1);
    nt_made_input(result, options->input, "");
    for (size_t i = 0; i < options->images.count; i++) {
        const char *path = options->images.specs[i].path;
        nt_made_input(result, path, options->images.texts[i] + strlen(path));
    }
    if (options->ingress != NULL) {
        nt_made_input(result, options->ingress, "");
    }
}

static int write_result(const nt_check *check, const check_options *options, nt_error *error) {
    const nt_check_summary summary = nt_check_summarize(check);
    const char *build = options->settings.config_given ? options->settings.config->name : "any";
    char failure[256];
    (void)snprintf(
        failure, sizeof failure, "%s: %s", summary.first < 0 ? "" : nt_rules[summary.first].id,
        summary.first < 0 ? "" : nt_check_result(check, (nt_rule_id)summary.first)->text);
    json_t *result = nt_result_new("check", "stream", build);
    json_t *figures =
        json_pack("{s:I, s:I, s:i}", "bytes", (json_int_t)nt_check_size(check), "messages",
                  (json_int_t)nt_check_messages(check), "rules_broken", (int)summary.broken);
    int status = put_command(options, result, error);
    if (status == 0) {
        nt_result_summary(result, figures,
                          summary.broken == 0  ? NULL
                          : summary.first >= 0 ? failure
                                               : "a rule is broken");
        nt_result_check(result, check);
        put_again(options, result);
        status = nt_made_put(result, error);
    }
    if (status == 0) {
        status = nt_result_write(result, options->results, error);
    }
    json_decref(figures);
    json_decref(result);
    return status;
}

/* How much the pins have judged, for the end of the last line. */
static void describe_judged(char words[160], const nt_verdict *verdict) {
    int size = snprintf(words, 160, "; %" PRIu64 " instructions judged", verdict->instructions);
    uint64_t lost = verdict->lost + verdict->unjudged;
    if (lost != 0) {
        size += snprintf(words + size, 160 - (size_t)size,
                         ", %" PRIu64 " instructions not judged (lost)", lost);
    }
    if (verdict->differs) {
        (void)snprintf(words + size, 160 - (size_t)size, ", none after the first difference");
    }
}

static void put_judged(json_t *object, const check_options *options, const nt_verdict *verdict) {
    uint64_t lost = verdict->lost + verdict->unjudged;
    (void)json_object_set_new(object, "golden", json_boolean(options->golden));
    (void)json_object_set_new(object, "instructions_judged",
                              json_integer((json_int_t)verdict->instructions));
    (void)json_object_set_new(object, "instructions_unjudged", json_integer((json_int_t)lost));
}

/* 0, or NT_EXIT_FAILED where a rule is broken; -1 is an error. `verdict` is NULL without pins. */
static int report(const nt_check *check, const check_options *options, const nt_verdict *verdict,
                  nt_error *error) {
    char judged[160] = "";
    int status = nt_check_summarize(check).broken != 0 ? NT_EXIT_FAILED : 0;
    if ((options->junit != NULL && write_junit(check, options, error) != 0) ||
        (options->results != NULL && write_result(check, options, error) != 0)) {
        return -1;
    }
    if (verdict != NULL) {
        describe_judged(judged, verdict);
    }
    if (!options->json) {
        const char *const files[] = {options->junit, options->results};
        nt_check_print(nt_outputs_words(files, 2), check,
                       options->quiet ? NT_CHECK_BROKEN
                       : options->all ? NT_CHECK_ALL
                                      : NT_CHECK_FOUND,
                       judged);
        return status;
    }
    json_t *object = nt_check_json(check);
    if (object != NULL && verdict != NULL) {
        put_judged(object, options, verdict);
    }
    int result = nt_command_json(object, error);
    json_decref(object);
    return result == 0 ? status : result;
}

/* Of how the encoder was set that is known which is given, and its widths with the build. */
static nt_check_options rules_of(const check_options *options) {
    const nt_settings *settings = &options->settings;
    nt_check_options rules = nt_check_options_of(&settings->control, settings->config);
    rules.no_cache = options->no_cache;
    rules.sources = rules.format.src_bits != 0 && !nt_settings_gave(settings, "trTeSrcID");
    rules.known = settings->given;
    rules.freedoms = NT_EVERY_FREEDOM & ~options->without;
    rules.wrapped = options->wrapped;
    rules.format.vendor = options->vendor;
    bool known = options->images.count != 0 || settings->config_given;
    rules.xlen = known ? rules.xlen : 0;
    if (!settings->config_given) {
        rules.scontext_w = rules.hcontext_w = rules.tstamp_w = rules.btype = 0;
    }
    return rules;
}

/* Settings or an image that do not fit break rules that the encoder kept. */
static void print_hint(const nt_check *check, nt_program *program, const check_options *options,
                       const nt_check_harts_options *harts) {
    const nt_hint_inputs in = {.path = options->input,
                               .program = program,
                               .isa = harts->isa,
                               .framing = options->framing,
                               .flow = harts->flow,
                               .every_hart = harts->every_hart,
                               .hart = harts->hart};
    char text[NT_HINT_TEXT];
    if (nt_check_summarize(check).broken != 0 && nt_hint_find(&in, text)) {
        fprintf(stderr, "ntrace check: %s: hint: %s\n", options->input, text);
    }
}

/* The hart whose code is judged, as in decode: a number for trTeSrcID is as good as one for the
 * hart. */
static unsigned hart_of(const check_options *options, const nt_program *program,
                        const nt_flow_options *flow) {
    bool given = options->hart != NO_HART;
    bool has_src = flow->src_bits != 0 && nt_settings_gave(&options->settings, "trTeSrcID");
    bool both = given && flow->src != options->hart;
    unsigned hart = given ? options->hart : has_src ? flow->src : 0;
    return flow->src_bits == 0 || both ? hart : nt_source_hart(program, hart);
}

/* `program` is NULL where no code is known. */
static int judge_stream(nt_check *check, nt_program *program, const check_options *options,
                        nt_error *error) {
    if (program == NULL) {
        const nt_check_harts_options none = {.hart = 0};
        int result = check_file(check, NULL, options, error);
        if (result == 0) {
            print_hint(check, NULL, options, &none);
        }
        return result;
    }
    const nt_settings *settings = &options->settings;
    nt_check_harts_options in = {
        .flow = nt_flow_options_of(&settings->control, settings->config),
        .every_hart = options->hart == NO_HART && rules_of(options).sources,
        .isa = options->isa,
    };
    in.isa.xlen = (uint8_t)nt_program_xlen(program);
    in.flow.tolerant = true;
    in.flow.vendor = options->vendor;
    in.flow.no_cache = options->no_cache;
    in.flow.inst_mode = nt_settings_inst_mode(settings);
    if (options->hart != NO_HART && rules_of(options).sources) {
        in.flow.src = (uint16_t)(options->hart & ((1U << in.flow.src_bits) - 1));
    }
    in.hart = hart_of(options, program, &in.flow);
    nt_check_harts *harts = nt_check_harts_new(check, program, &in, error);
    int result = harts == NULL ? -1 : check_file(check, harts, options, error);
    nt_check_harts_free(harts);
    if (result == 0) {
        print_hint(check, program, options, &in);
    }
    return result;
}

/* The exit status; -1 is an error. */
static int judge(const check_options *options, nt_program *program, nt_error *error) {
    nt_check_options rules = rules_of(options);
    nt_check *check = nt_check_new(&rules);
    int result = check == NULL ? nt_fail(error, "out of memory")
                               : judge_stream(check, program, options, error);
    if (result == 0) {
        result = report(check, options, NULL, error);
    }
    nt_check_free(check);
    return result;
}

/* A judgement with the ingress, by the witness. */
typedef struct ingress_judgement {
    nt_witness *witness;
    nt_verdict verdict;
} ingress_judgement;

/* `code` is taken over. */
static int judge_cycles(const check_options *options, nt_witness_code code, nt_source cycles,
                        nt_check_turns *turns, ingress_judgement *judgement, nt_error *error) {
    nt_check_ingress_inputs in = {.verdict = &judgement->verdict,
                                  .config = options->settings.config,
                                  .code = code,
                                  .cycles = cycles,
                                  .golden = options->golden,
                                  .built = options->settings.config_given ||
                                           nt_ingress_file_config(&cycles).name[0] != '\0',
                                  .freedoms = NT_EVERY_FREEDOM & ~options->without,
                                  .path = options->ingress,
                                  .turns = turns};
    bool twice = strcmp(options->ingress, "-") != 0; /* it can be read */
    if ((twice && nt_check_ingress_mode(&in.mode, in.path, in.config, error) != 0) ||
        nt_input_file_open(&in.bytes, options->input, error) != 0) {
        nt_witness_code_free(&code);
        return -1;
    }
    judgement->witness = nt_check_with_ingress(&in, error);
    nt_input_file_close(in.bytes);
    return judgement->witness == NULL ? -1 : 0;
}

static int judge_once(const check_options *options, nt_check_turns *turns,
                      ingress_judgement *judgement, nt_error *error) {
    nt_source cycles;
    nt_witness_code code;
    if (nt_ingress_file_open(&cycles, options->ingress, options->settings.config, error) != 0) {
        return -1;
    }
    const unsigned hart = options->hart == NO_HART ? 0 : options->hart;
    int result = nt_witness_code_of_images(&code, &options->images, options->settings.config->xlen,
                                           hart, &options->isa, error);
    if (result == 0) {
        result = judge_cycles(options, code, cycles, turns, judgement, error);
    }
    cycles.close(cycles.self);
    return result;
}

static bool is_broken(const ingress_judgement *judgement) {
    return nt_check_summarize(nt_witness_check(judgement->witness)).broken != 0;
}

/* Where messages may be of the settings before a change or of those behind it, a stream that is
   refused is judged by the other as well. */
static int judge_again(const check_options *options, nt_check_turns *turns,
                       ingress_judgement *judgement, nt_error *error) {
    const bool twice = !options->golden && nt_is_regular_file(options->input, NULL) &&
                       nt_is_regular_file(options->ingress, NULL);
    while (twice && is_broken(judgement) && nt_check_next_turns(turns)) {
        ingress_judgement other;
        if (judge_once(options, turns, &other, error) != 0) {
            return -1;
        }
        if (nt_check_gets_further(nt_witness_check(other.witness),
                                  nt_witness_check(judgement->witness))) {
            const ingress_judgement first = *judgement;
            *judgement = other;
            other = first;
        }
        nt_witness_free(other.witness);
    }
    return 0;
}

static int judge_ingress(check_options *options, nt_error *error) {
    nt_settings *settings = &options->settings;
    options->stranger = *settings->config;
    if (!settings->config_given && !options->golden) {
        if (nt_check_ingress_port(&options->stranger, options->ingress, error) != 0) {
            return -1;
        }
        settings->config = &options->stranger;
    }
    nt_check_turns turns = {0};
    ingress_judgement judgement;
    if (nt_ingress_file_fit(&options->settings, options->ingress, error) != 0 ||
        judge_once(options, &turns, &judgement, error) != 0) {
        return -1;
    }
    int result = judge_again(options, &turns, &judgement, error);
    if (result == 0) {
        result = report(nt_witness_check(judgement.witness), options, &judgement.verdict, error);
    }
    nt_witness_free(judgement.witness);
    return result;
}

/* The pins need none: they show how the encoder was set. */
static int take_sidecar(check_options *options, nt_error *error) {
    const nt_sidecar_use use = {.command = "check",
                                .trace = options->input,
                                .outputs = {options->junit, options->results},
                                .images = &options->images};
    options->gave_source = nt_settings_gave(&options->settings, "trTeSrcID");
    options->beside.hart = -1;
    if (!options->no_sidecar &&
        nt_sidecar_take(&options->settings, &use, &options->beside, error) != 0) {
        return -1;
    }
    options->settings.control.ntRc7 |= options->rc7;
    return 0;
}

/* As if --hart were given: without, it is SRC, or 0. */
static void choose_hart_beside(check_options *options, nt_program *program) {
    int hart = nt_sidecar_hart(&options->beside, program);
    bool has_src = nt_settings_gave(&options->settings, "trTeSrcID");
    if ((hart > 0 || (hart == 0 && has_src)) && options->hart == NO_HART && !options->gave_source &&
        !rules_of(options).sources) {
        options->hart = (uint32_t)hart;
    }
}

/* The exit status; -1 is an error. */
static int run(check_options *options, nt_error *error) {
    if (nt_trace_file_check(options->input, error) != 0) {
        return -1;
    }
    if (options->ingress != NULL) {
        return judge_ingress(options, error);
    }
    if (take_sidecar(options, error) != 0) {
        return -1;
    }
    if (options->images.count == 0) {
        return judge(options, NULL, error);
    }
    nt_program *program = nt_images_load(&options->images, error);
    if (program == NULL) {
        return -1;
    }
    int result = nt_settings_fit(&options->settings, nt_program_xlen(program), error);
    if (result == 0) {
        choose_hart_beside(options, program);
        result = judge(options, program, error);
    }
    if (result >= 0) {
        nt_sidecar_print_other(&options->beside);
    }
    nt_program_free(program);
    return result;
}

static void init(void *place) {
    check_options *options = place;
    options->hart = NO_HART;
    nt_settings_init(&options->settings);
}

static void release(void *place) {
    nt_images_free(&((check_options *)place)->images);
}

static int run_command(void *place, nt_error *error) {
    check_options *options = place;
    if (options->list || options->page) {
        (options->list ? nt_rules_list : nt_rules_page)(stdout);
        return NT_EXIT_OK;
    }
    if (options->freedoms) {
        nt_freedoms_list(stdout);
        return NT_EXIT_OK;
    }
    return check_words(options, error) != 0 ? -1 : run(options, error);
}

const nt_command nt_cmd_check = {
    .name = "check",
    .summary = "judge a trace by the rules of N-Trace",
    .about =
        "Judge a byte stream by the rules of N-Trace: which it breaks, where first, and which\n"
        "recommendations it does not follow. Exit status 1: a rule is broken. Where messages have "
        "SRC\n"
        "(--set trTeSrcBits=N), each source is judged as a stream of its own, unless trTeSrcID is "
        "set\n"
        "too: then all must have that SRC.\n",
    NT_COMMAND_OPTIONS(options_table, check_options),
    .instead = {"list", "page", "freedoms"},
    .init = init,
    .release = release,
    .run = run_command,
};
