/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/lockstep/unit_options.h"

#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(nt_unit_options, member)

static const nt_option shared[] = {
    {"random", 'r', NT_OPTION_FLAG, AT(random), 0, 0, NULL, NULL,
     "random stimulus, as --cycles and --seed have it"},
    {"cycles", 'n', NT_OPTION_WIDE, AT(cycles), 1, UINT64_MAX, NULL, "N",
     "how many (100000); a script of register accesses: how many transactions"},
    {"seed", 0, NT_OPTION_WIDE, AT(seed), 0, UINT64_MAX, NULL, "N", "of the stimulus (1)"},
    {"report", 0, NT_OPTION_OUTPUT, AT(report), 0, 0, NULL, "DIR",
     "what is found wrong is shown there: words, waves, views of them"},
    {"wave", 0, NT_OPTION_OUTPUT, AT(wave), 0, 0, NULL, "F.fst|F.vcd", "draw waves"},
    NT_WINDOW_OPTION(AT(window)),
    {"coverage", 0, NT_OPTION_OUTPUT, AT(coverage), 0, 0, NULL, "FILE",
     "which values outputs and registers had, as JSON"},
    {"results", 0, NT_OPTION_OUTPUT, AT(results), 0, 0, NULL, "FILE",
     "what `ntrace report` takes: verdict, cycles"},
    NT_OPTION_HELP(nt_unit_options),
};

enum {
    STIMULUS = 3, /* the first rows */
    SHARED = sizeof shared / sizeof shared[0],
    ROWS = SHARED + NT_UNIT_OWN,
};

/* The rows of all units, and those of this one. Returns their number. */
static size_t fill_table(nt_option table[ROWS], const nt_unit_option *own) {
    memcpy(table, shared, sizeof shared);
    size_t count = 0;
    for (; count < NT_UNIT_OWN && own[count].name != NULL; count++) {
        bool flag = own[count].value == NULL;
        table[SHARED + count] = (nt_option){
            .name = own[count].name,
            .kind = flag ? NT_OPTION_FLAG : NT_OPTION_TEXT,
            .offset =
                flag ? AT(flag) + count * sizeof(bool) : AT(value) + count * sizeof(const char *),
            .value = own[count].value,
            .help = own[count].help,
        };
    }
    return SHARED + count;
}

int nt_unit_options_parse(nt_unit_options *options, const nt_unit_option *own, int argc,
                          char **argv, nt_error *error) {
    nt_option table[ROWS];
    bool given[ROWS] = {false};
    const size_t rows = fill_table(table, own);
    *options = (nt_unit_options){.cycles = 100000, .seed = 1};
    int first = nt_options_parse_given(table, rows, options, given, argc, argv, error);
    for (size_t i = 0; i < STIMULUS; i++) {
        options->stimulus |= given[i];
    }
    for (size_t i = SHARED; i < rows; i++) {
        options->stimulus |= given[i];
    }
    if (first > 0 && options->stimulus && first < argc && !options->help) {
        return nt_fail(error, "%s: expected words or --cycles, --seed and their like, got both",
                       argv[first]);
    }
    return first;
}

void nt_unit_options_print(const nt_unit_option *own, FILE *out) {
    nt_option table[ROWS];
    nt_options_print(table, fill_table(table, own), out);
}
