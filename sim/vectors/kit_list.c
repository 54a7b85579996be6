/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace kit list */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/each.h"
#include "sim/vectors/needs_json.h"
#include "sim/vectors/unit.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct list_options {
    const char *from;
    nt_capability_words words;
    bool json;
    bool help;
} list_options;

static const nt_option table[] = {
    NT_OPTION_JSON_AS(list_options, "one JSON object, with what each shows"),
    NT_OPTION_HELP(list_options),
    NT_KIT_OPTIONS(list_options),
};

static json_t *program_json(const nt_vector *vector) {
    return json_pack("{s:s, s:i, s:s, s:s, s:o, s:i, s:o, s:I}", "id", vector->id, "version",
                     (int)vector->version, "shows", vector->shows, "clause", vector->clause,
                     "rules", nt_vector_words_json(vector->rules == NULL ? "" : vector->rules),
                     "xlen", (int)vector->needs.size[NT_NEED_XLEN], "features",
                     nt_vector_words_json(vector->needs.features), "steps",
                     (json_int_t)vector->messages);
}

static void print(const nt_vector *vector) {
    printf("%-36s %4" PRIu64 "  %s\n", vector->id, vector->messages, vector->shows);
}

static int run_command(void *place, nt_error *error) {
    static const nt_vector_lister lister = {"programs", program_json, print};
    const list_options *options = place;
    const nt_vector_choice choice = {options->from, nt_vector_port.name, options->words};
    return nt_vector_list_each(&lister, &choice, options->json, error);
}

const nt_command nt_kit_list = {
    .name = "kit list",
    .summary = "list the programs: id, steps, what each shows",
    .about =
        "List the programs, one a line: id, number of instructions and traps that the port has\n"
        "to say, what it shows. With --have, --xlen, --without: those of a core that apply.\n",
    NT_COMMAND_OPTIONS(table, list_options),
    .run = run_command,
};
