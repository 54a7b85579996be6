/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace vectors judge */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/judge.h"
#include "sim/vectors/judge_outputs.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct judge_options {
    nt_words named; /* the vector; with --bytes-dir and --json the file of the latter */
    const char *bytes;
    const char *folder;
    const char *from;
    const char *unit;
    nt_folder_outputs outputs;
    nt_capability_words words;
    bool partial;
    bool exact;
    bool json;
    bool help;
} judge_options;

static const nt_option table[] = {
    {"", 0, NT_OPTION_OPERANDS, offsetof(judge_options, named), 0, 1, NULL, "V", NULL},
    NT_OPTION_JSON_AS(judge_options,
                      "one JSON object on standard output; --json F with --bytes-dir: in a file"),
    NT_OPTION_HELP(judge_options),
    {"bytes", 0, NT_OPTION_TEXT, offsetof(judge_options, bytes), 0, 0, NULL, "F",
     "the bytes: raw, with or without idle; of F.hex two digits each"},
    {"exact", 0, NT_OPTION_FLAG, offsetof(judge_options, exact), 0, 0, NULL, NULL,
     "take the golden model's bytes alone"},
    NT_VECTORS_FROM(judge_options),
    NT_OPTION_TITLE_ROW("A folder:"),
    {"bytes-dir", 0, NT_OPTION_TEXT, offsetof(judge_options, folder), 0, 0, NULL, "DIR",
     "in place of V: the bytes of all vectors that apply, DIR/V.nex, .hex or .bin"},
    {"unit", 'u', NT_OPTION_TEXT, offsetof(judge_options, unit), 0, 0, NULL, "U",
     "the unit that they are of (encoder)"},
    NT_CAPABILITY_OPTIONS(judge_options),
    NT_FOLDER_OPTIONS(judge_options, "vector"),
};

static int print_json(const nt_vector *vector, const nt_vector_judgement *judgement,
                      nt_error *error) {
    json_t *object = json_pack("{s:s, s:s, s:I, s:I}", "id", vector->id, "verdict",
                               nt_vector_verdict_name(judgement->verdict), "bytes",
                               (json_int_t)judgement->size, "expected", (json_int_t)vector->size);
    if (object != NULL && judgement->verdict != NT_VECTOR_EXACT) {
        (void)json_object_set_new(object, "difference",
                                  json_integer((json_int_t)judgement->difference));
    }
    if (object != NULL && judgement->verdict == NT_VECTOR_BROKEN) {
        (void)json_object_set_new(object, "rule",
                                  judgement->rule ? json_string(judgement->rule) : json_null());
        (void)json_object_set_new(object, "offset", json_integer((json_int_t)judgement->offset));
        (void)json_object_set_new(object, "text", json_string(judgement->text));
    }
    int result = nt_command_json(object, error);
    json_decref(object);
    return result;
}

static void print_text(const nt_vector *vector, const nt_vector_judgement *judgement) {
    printf("%s: %s", vector->id, nt_vector_verdict_name(judgement->verdict));
    if (judgement->verdict == NT_VECTOR_EXACT) {
        printf(", %" PRIu64 " bytes\n", judgement->size);
        return;
    }
    printf("; %" PRIu64 " bytes, the golden model sends %zu, first difference at offset %" PRIu64
           "\n",
           judgement->size, vector->size, judgement->difference);
    if (judgement->verdict == NT_VECTOR_BROKEN) {
        printf("  %s  offset %" PRIu64 ": %s\n",
               judgement->rule == NULL ? "stream.empty" : judgement->rule, judgement->offset,
               judgement->text);
    }
}

/* Returns an option that a single vector would not heed, or NULL. */
static const char *folder_option(const judge_options *options) {
    return options->unit != NULL
               ? "unit"
               : nt_folder_option(&options->outputs, &options->words, options->partial);
}

static int run_vector(const judge_options *options, nt_error *error) {
    nt_vector vector;
    nt_vector_judgement judgement;
    if (options->named.count == 0 || options->bytes == NULL) {
        return nt_fail(error, "%s is missing (see --help)",
                       options->named.count == 0 ? "V" : "--bytes");
    }
    if (folder_option(options) != NULL) {
        return nt_fail(error, "--%s: of a folder alone, with --bytes-dir", folder_option(options));
    }
    int result = nt_vector_find(&vector, options->named.word[0], options->from, error);
    if (result == 0) {
        result = nt_vector_judge(&judgement, &vector, options->bytes, error);
    }
    if (result == 0 && options->json) {
        result = print_json(&vector, &judgement, error);
    } else if (result == 0) {
        print_text(&vector, &judgement);
    }
    nt_vector_free(&vector);
    if (result != 0) {
        return -1;
    }
    bool good = options->exact ? judgement.verdict == NT_VECTOR_EXACT
                               : judgement.verdict != NT_VECTOR_BROKEN;
    return good ? NT_EXIT_OK : NT_EXIT_FAILED;
}

/* A folder. */

static int run_folder(const judge_options *options, nt_error *error) {
    nt_folder_outputs outputs = options->outputs;
    if (options->named.count != 0 && !options->json) {
        return nt_fail(error, "%s: not with --bytes-dir (see --help)", options->named.word[0]);
    }
    if (options->bytes != NULL) {
        return nt_fail(error, "--bytes: not with --bytes-dir");
    }
    outputs.json = options->json;
    outputs.json_file = options->named.count != 0 ? options->named.word[0] : NULL;
    const nt_folder_question question = {.bytes = options->folder,
                                         .from = options->from,
                                         .unit = options->unit,
                                         .partial = options->partial,
                                         .exact = options->exact};
    return nt_folder_run(question, &options->words, &outputs, error);
}

static int run_command(void *place, nt_error *error) {
    const judge_options *options = place;
    return options->folder != NULL ? run_folder(options, error) : run_vector(options, error);
}

const nt_command nt_vectors_judge = {
    .name = "vectors judge",
    .summary = "judge another encoder's bytes for a vector",
    .about =
        "Judge the bytes that an encoder sent for a vector's ingress: exact (those of the golden\n"
        "model), conformant (another legal stream of the same ingress), or broken; or a folder of\n"
        "such files, those that do not apply to an encoder left out. Exit status 1: broken; with\n"
        "--exact also where the bytes are others; where a file is missing, but with --partial.\n",
    NT_COMMAND_OPTIONS(table, judge_options),
    .usage = "V --bytes F [OPTION...]\n--bytes-dir DIR [OPTION...]",
    .run = run_command,
};
