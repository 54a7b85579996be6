/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace kit judge */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/judge.h"
#include "sim/vectors/judge_outputs.h"
#include "sim/vectors/port.h"
#include "sim/vectors/unit.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct judge_options {
    nt_words named; /* the program; with --port-dir and --json the file of the latter */
    const char *port;
    const char *folder;
    const char *from;
    nt_folder_outputs outputs;
    uint64_t base;
    nt_capability_words words;
    bool partial;
    bool json;
    bool help;
} judge_options;

static const nt_option table[] = {
    {"", 0, NT_OPTION_OPERANDS, offsetof(judge_options, named), 0, 1, NULL, "V", NULL},
    NT_OPTION_JSON_AS(judge_options,
                      "one JSON object on standard output; --json F with --port-dir: in a file"),
    NT_OPTION_HELP(judge_options),
    {"port", 0, NT_OPTION_TEXT, offsetof(judge_options, port), 0, 0, NULL, "F",
     "what the port said: an ingress file (docs/ingress.md)"},
    NT_KIT_BASE(judge_options),
    NT_OPTION_TITLE_ROW("A folder:"),
    {"port-dir", 0, NT_OPTION_TEXT, offsetof(judge_options, folder), 0, 0, NULL, "DIR",
     "in place of V: what the port said of all programs that apply, DIR/V.nti"},
    NT_KIT_OPTIONS(judge_options),
    NT_FOLDER_OPTIONS(judge_options, "program"),
};

static int print_json(const nt_vector *vector, const nt_vector_judgement *judgement,
                      nt_error *error) {
    json_t *object = json_pack(
        "{s:s, s:s, s:I, s:I, s:I}", "id", vector->id, "verdict",
        nt_vector_verdict_name(judgement->verdict), "blocks", (json_int_t)judgement->size, "judged",
        (json_int_t)judgement->difference, "steps", (json_int_t)vector->messages);
    if (object != NULL && judgement->verdict == NT_VECTOR_BROKEN) {
        (void)json_object_set_new(object, "rule", json_string(judgement->rule));
        (void)json_object_set_new(object, "cycle", json_integer((json_int_t)judgement->offset));
        (void)json_object_set_new(object, "text", json_string(judgement->text));
    }
    int result = nt_command_json(object, error);
    json_decref(object);
    return result;
}

static void print_text(const nt_vector *vector, const nt_vector_judgement *judgement) {
    printf("%s: %s, %" PRIu64 " of %" PRIu64 " steps in %" PRIu64 " blocks\n", vector->id,
           nt_vector_verdict_name(judgement->verdict), judgement->difference, vector->messages,
           judgement->size);
    if (judgement->verdict == NT_VECTOR_BROKEN) {
        printf("  %s  cycle %" PRIu64 ": %s\n", judgement->rule, judgement->offset,
               judgement->text);
    }
}

static int judge_named(const judge_options *options, nt_vector_judgement *judgement,
                       nt_vector *vector, nt_error *error) {
    if (nt_vector_find_of(vector, options->named.word[0], options->from, &nt_vector_port, error) !=
        0) {
        return -1;
    }
    vector->base = options->base;
    return nt_vector_judge(judgement, vector, options->port, error);
}

static int run_program(const judge_options *options, nt_error *error) {
    nt_vector vector = {.id = ""};
    nt_vector_judgement judgement;
    if (options->named.count == 0 || options->port == NULL) {
        return nt_fail(error, "%s is missing (see --help)",
                       options->named.count == 0 ? "V" : "--port");
    }
    const char *of_folder = nt_folder_option(&options->outputs, &options->words, options->partial);
    if (of_folder != NULL) { /* a single program would not heed it */
        return nt_fail(error, "--%s: of a folder alone, with --port-dir", of_folder);
    }
    int result = judge_named(options, &judgement, &vector, error);
    if (result == 0 && options->json) {
        result = print_json(&vector, &judgement, error);
    } else if (result == 0) {
        print_text(&vector, &judgement);
    }
    nt_vector_free(&vector);
    return result != 0 ? -1 : judgement.verdict == NT_VECTOR_BROKEN ? NT_EXIT_FAILED : NT_EXIT_OK;
}

static int run_folder(const judge_options *options, nt_error *error) {
    nt_folder_outputs outputs = options->outputs;
    const bool json_file = options->named.count != 0;
    if (options->port != NULL || (json_file && !options->json)) {
        return nt_fail(error, "%s: not with --port-dir (see --help)",
                       options->port != NULL ? "--port" : options->named.word[0]);
    }
    outputs.json = options->json;
    outputs.json_file = json_file ? options->named.word[0] : NULL;
    const nt_folder_question question = {.bytes = options->folder,
                                         .from = options->from,
                                         .unit = nt_vector_port.name,
                                         .base = options->base,
                                         .partial = options->partial};
    return nt_folder_run(question, &options->words, &outputs, error);
}

static void init(void *place) {
    *(judge_options *)place = (judge_options){.base = NT_PORT_BASE};
}

static int run_command(void *place, nt_error *error) {
    const judge_options *options = place;
    if (nt_port_check_base(options->base, error) != 0) {
        return -1;
    }
    return options->folder != NULL ? run_folder(options, error) : run_program(options, error);
}

const nt_command nt_kit_judge = {
    .name = "kit judge",
    .summary = "judge what a core's port said of a program",
    .about =
        "Judge what a trace ingress port said while the core ran a program: conformant, one of\n"
        "what the text allows, or broken; or a folder of such files, those that do not apply to\n"
        "a core left out. Exit status 1: broken; where a file is missing, but with --partial.\n",
    NT_COMMAND_OPTIONS(table, judge_options),
    .usage = "V --port F [OPTION...]\n--port-dir DIR [OPTION...]",
    .init = init,
    .run = run_command,
};
