/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace vectors list */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/each.h"
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

static void print(const nt_vector *vector) {
    printf("%-48s %-8s %6zu\n", vector->id, vector->unit->name, vector->size);
}

static int run_command(void *place, nt_error *error) {
    static const nt_vector_lister lister = {"vectors", vector_json, print};
    const list_options *options = place;
    const nt_vector_choice choice = {options->from, options->unit, options->words};
    return nt_vector_list_each(&lister, &choice, options->json, error);
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
