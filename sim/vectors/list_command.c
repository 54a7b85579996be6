/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace vectors list */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/capability.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/needs_json.h"
#include "sim/vectors/unit.h"

#include <stdio.h>

typedef struct list_options {
    const char *unit;
    const char *from;
    nt_capability_words words;
    bool json;
    bool help;
} list_options;

static const nt_option table[] = {
    NT_OPTION_JSON_AS(list_options, "one JSON object, with what each shows"),
    NT_OPTION_HELP(list_options),
    {"unit", 'u', NT_OPTION_TEXT, offsetof(list_options, unit), 0, 0, NULL, "U",
     "those of one unit"},
    NT_CAPABILITY_OPTIONS(list_options),
    NT_VECTORS_FROM(list_options),
};

static json_t *vector_json(const nt_vector *vector) {
    json_t *object =
        json_pack("{s:s, s:s, s:i, s:s, s:s, s:s, s:o, s:I, s:I}", "id", vector->id, "unit",
                  vector->unit->name, "version", (int)vector->version, "build", vector->build,
                  "shows", vector->shows, "clause", vector->clause, "rules",
                  nt_vector_words_json(vector->rules == NULL ? "" : vector->rules), "messages",
                  (json_int_t)vector->messages, "bytes", (json_int_t)vector->size);
    if (object != NULL && vector->needs.known) {
        (void)nt_vector_needs_json(object, &vector->needs);
    }
    return object;
}

static int show(const nt_vector *vector, json_t *list, nt_error *error) {
    if (list != NULL) {
        return json_array_append_new(list, vector_json(vector)) == 0
                   ? 0
                   : nt_fail(error, "out of memory");
    }
    printf("%-48s %-8s %6zu\n", vector->id, vector->unit->name, vector->size);
    return 0;
}

static int show_path(const char *path, const nt_capability *capability, json_t *list,
                     nt_error *error) {
    char reason[NT_VECTOR_NAME];
    nt_vector vector;
    int result = nt_vector_read(&vector, path, error);
    if (result == 0 && nt_capability_applies(capability, &vector, reason)) {
        result = show(&vector, list, error);
    }
    nt_vector_free(&vector);
    return result;
}

static int show_all(const list_options *options, const nt_capability *capability, json_t *array,
                    nt_error *error) {
    nt_vector_list list;
    if (nt_vector_list_read(&list, options->from, options->unit, error) != 0) {
        return -1;
    }
    int result = 0;
    for (size_t i = 0; i < list.count && result == 0; i++) {
        result = show_path(list.path[i], capability, array, error);
    }
    nt_vector_list_free(&list);
    return result;
}

static int run_command(void *place, nt_error *error) {
    const list_options *options = place;
    nt_capability capability;
    json_t *object = options->json ? json_pack("{s:[]}", "vectors") : NULL;
    int result =
        nt_capability_read(&capability, &options->words, options->from, options->unit, error);
    if (result == 0) {
        result = show_all(options, &capability, json_object_get(object, "vectors"), error);
    }
    if (result == 0 && options->json) {
        result = nt_command_json(object, error);
    }
    json_decref(object);
    nt_capability_free(&capability);
    return result;
}

const nt_command nt_vectors_list = {
    .name = "vectors list",
    .summary = "list the vectors: id, unit, bytes",
    .about =
        "List the vectors, one a line: id, unit, bytes expected. With --have, --mode, --xlen,\n"
        "--without: those of the encoder that apply.\n",
    NT_COMMAND_OPTIONS(table, list_options),
    .run = run_command,
};
