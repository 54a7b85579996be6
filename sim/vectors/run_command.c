/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace vectors run */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/run.h"
#include "sim/vectors/unit.h"

#include <stdio.h>
#include <string.h>

typedef struct run_options {
    nt_words vectors; /* none: all */
    const char *unit;
    const char *bench;
    const char *build;
    const char *from;
    const char *output;
    bool rtl;
    bool first;
    bool alone;
    bool json;
    bool help;
} run_options;

#define AT(field) offsetof(run_options, field)
static const nt_option table[] = {
    NT_OPERANDS(run_options, vectors, 0, "V"),
    NT_OPTION_JSON(run_options),
    NT_OPTION_HELP(run_options),
    {"unit", 'u', NT_OPTION_TEXT, AT(unit), 0, 0, NULL, "U", "all of one unit"},
    {"bench", 0, NT_OPTION_TEXT, AT(bench), 0, 0, NULL, "F",
     "through the RTL in this bench alone, vectors of --build alone"},
    {"build", 0, NT_OPTION_TEXT, AT(build), 0, 0, NULL, "NAME",
     "those of one build, without parameters of their own"},
    NT_VECTORS_FROM(run_options),
    {"output", 'o', NT_OPTION_OUTPUT, AT(output), 0, 0, NULL, "F",
     "write what the golden model sends for one vector"},
    {"rtl", 0, NT_OPTION_FLAG, AT(rtl), 0, 0, NULL, NULL,
     "through the RTL too, by the bench of each vector's build"},
    {"bytes-alone", 0, NT_OPTION_FLAG, AT(alone), 0, 0, NULL, NULL,
     "judge the RTL by its bytes, not by model and witnesses"},
    {"first", 0, NT_OPTION_FLAG, AT(first), 0, 0, NULL, NULL, "end with the first that fails"},
};

typedef struct run_counts {
    unsigned vectors;
    unsigned rtl; /* of these through the RTL too */
    unsigned failed;
    json_t *failures; /* ids */
} run_counts;

static int fail_vector(run_counts *counts, const nt_vector *vector, const char *where,
                       const char *report, nt_error *error) {
    counts->failed++;
    if (counts->failures != NULL) {
        return json_array_append_new(counts->failures, json_string(vector->id)) == 0
                   ? 0
                   : nt_fail(error, "out of memory");
    }
    printf("%s: %s: failed%s%s\n", vector->id, where, *report == '\0' ? "" : "; report in ",
           report);
    return 0;
}

/* A bench is of a unit: the encoder, unless told otherwise. */
static bool is_wanted(const run_options *options, const nt_vector *vector) {
    if (options->bench != NULL &&
        strcmp(vector->unit->name, options->unit == NULL ? "encoder" : options->unit) != 0) {
        return false;
    }
    return options->build == NULL ||
           (!vector->own_parameters && strcmp(vector->build, options->build) == 0);
}

static int run_rtl(const run_options *options, run_counts *counts, const nt_vector *vector,
                   nt_error *error) {
    char report[PATH_MAX] = "";
    bool same;
    if (vector->own_parameters && options->bench == NULL) {
        return 0;
    }
    counts->rtl++;
    if (nt_vector_run_rtl(vector, options->bench, options->alone, &same, report, error) != 0) {
        return -1;
    }
    return same ? 0 : fail_vector(counts, vector, "RTL", report, error);
}

static int run_vector(const run_options *options, run_counts *counts, const nt_vector *vector,
                      nt_error *error) {
    bool same = true;
    counts->vectors++;
    if (options->output != NULL && nt_vector_write_model(vector, options->output, error) != 0) {
        return -1;
    }
    if (options->bench == NULL && nt_vector_run_model(vector, &same, error) != 0) {
        return -1;
    }
    if (!same) {
        return fail_vector(counts, vector, "model", "", error);
    }
    return options->rtl || options->bench != NULL ? run_rtl(options, counts, vector, error) : 0;
}

static int run_names(const run_options *options, run_counts *counts, char **names, size_t count,
                     nt_error *error) {
    int result = 0;
    for (size_t i = 0; i < count && result == 0 && !(options->first && counts->failed != 0); i++) {
        nt_vector vector;
        result = nt_vector_find(&vector, names[i], options->from, error);
        if (result == 0 && options->unit != NULL && strcmp(vector.unit->name, options->unit) != 0) {
            result = nt_fail(error, "%s is of unit %s, not %s", vector.id, vector.unit->name,
                             options->unit);
        }
        if (result == 0 && is_wanted(options, &vector)) {
            result = run_vector(options, counts, &vector, error);
        }
        nt_vector_free(&vector);
    }
    return result;
}

static int run_all(const run_options *options, run_counts *counts, nt_error *error) {
    nt_vector_list list;
    if (nt_vector_list_read(&list, options->from, options->unit, error) != 0) {
        return -1;
    }
    int result = run_names(options, counts, list.path, list.count, error);
    nt_vector_list_free(&list);
    return result;
}

static int print(const run_counts *counts, nt_error *error) {
    if (counts->failures == NULL) {
        printf("%u vectors, %u of them through the RTL: %u failed\n", counts->vectors, counts->rtl,
               counts->failed);
        return 0;
    }
    json_t *object = json_pack("{s:i, s:i, s:O}", "vectors", counts->vectors, "rtl", counts->rtl,
                               "failed", counts->failures);
    int result = nt_command_json(object, error);
    json_decref(object);
    return result;
}

/* The exit status; -1 is an error. */
static int run(const run_options *options, nt_error *error) {
    run_counts counts = {.failures = options->json ? json_array() : NULL};
    const nt_words *named = &options->vectors;
    int result = named->count == 0 ? run_all(options, &counts, error)
                                   : run_names(options, &counts, named->word, named->count, error);
    if (result == 0 && counts.vectors == 0) {
        result = nt_fail(error, "no vector is run");
    }
    if (result == 0) {
        result = print(&counts, error);
    }
    json_decref(counts.failures);
    return result < 0 ? -1 : counts.failed != 0 ? NT_EXIT_FAILED : NT_EXIT_OK;
}

static int run_command(void *place, nt_error *error) {
    const run_options *options = place;
    if (options->bench != NULL && options->build == NULL) {
        return nt_fail(error, "--bench needs --build: what it was built for");
    }
    if (options->output != NULL && options->vectors.count != 1) {
        return nt_fail(error, "--output is for one vector");
    }
    return nt_vector_spare(&options->output, 1, options->from, error) == 0 ? run(options, error)
                                                                           : -1;
}

const nt_command nt_vectors_run = {
    .name = "vectors run",
    .summary = "run vectors through the golden model, and through the RTL",
    .about =
        "Run vectors, or all, through the golden model, and through the RTL too: with it the model "
        "in\n"
        "lockstep, and all witnesses. Exit status 1: the bytes of one are not the vector's, or a\n"
        "witness found something.\n",
    NT_COMMAND_OPTIONS(table, run_options),
    .run = run_command,
};
