/* ntrace vectors judge */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/judge.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct judge_options {
    const char *vector;
    const char *bytes;
    const char *from;
    bool exact;
    bool json;
    bool help;
} judge_options;

static const nt_option table[] = {
    NT_OPERAND(judge_options, vector, "V"),
    NT_OPTION_JSON(judge_options),
    NT_OPTION_HELP(judge_options),
    {"bytes", 0, NT_OPTION_TEXT, offsetof(judge_options, bytes), 0, 0, NULL, "F",
     "the bytes, raw N-Trace with or without idle"},
    {"exact", 0, NT_OPTION_FLAG, offsetof(judge_options, exact), 0, 0, NULL, NULL,
     "take the golden model's bytes alone"},
    NT_VECTORS_FROM(judge_options),
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

static int run_command(void *place, nt_error *error) {
    const judge_options *options = place;
    nt_vector vector;
    nt_vector_judgement judgement;
    int result = nt_vector_find(&vector, options->vector, options->from, error);
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

const nt_command nt_vectors_judge = {
    .name = "vectors judge",
    .summary = "judge another encoder's bytes for a vector",
    .about =
        "Judge the bytes that an encoder sent for a vector's ingress: exact (those of the golden\n"
        "model), conformant (another legal stream of the same ingress), or broken. Exit status 1:\n"
        "broken; with --exact also where the bytes are others.\n",
    NT_COMMAND_OPTIONS(table, judge_options),
    .required = {"bytes"},
    .run = run_command,
};
