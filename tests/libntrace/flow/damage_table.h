/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of outcomes by trace, trace mode and kind of damage, and their table in Markdown. */
#ifndef NT_TESTS_FLOW_DAMAGE_TABLE_H
#define NT_TESTS_FLOW_DAMAGE_TABLE_H

#include "tests/libntrace/flow/damage_judge.h"

typedef enum damage_mode {
    DAMAGE_BTM,
    DAMAGE_HTM,
    DAMAGE_HTM_RETURNS,
    DAMAGE_MODES,
} damage_mode;

static const char *const damage_mode_names[DAMAGE_MODES] = {
    [DAMAGE_BTM] = "BTM",
    [DAMAGE_HTM] = "HTM",
    [DAMAGE_HTM_RETURNS] = "HTM, implicit returns",
};

typedef struct damage_table {
    uint64_t count[DAMAGE_MODES][DAMAGE_KINDS][DAMAGE_OUTCOMES];
    /* Of those that were noticed: too late to have told nothing wrong, which then was marked as
       suspect, or was not, since a synchronizing message agreed with it. */
    uint64_t marked[DAMAGE_MODES][DAMAGE_KINDS];
    uint64_t unmarked[DAMAGE_MODES][DAMAGE_KINDS];
} damage_table;

/* Of one kind and mode, or of several. */
typedef struct damage_row {
    uint64_t count[DAMAGE_OUTCOMES];
    uint64_t marked;
    uint64_t unmarked;
} damage_row;

static inline void damage_add(damage_row *row, const damage_table *table, unsigned mode,
                              unsigned kind) {
    for (unsigned outcome = 0; outcome < DAMAGE_OUTCOMES; outcome++) {
        row->count[outcome] += table->count[mode][kind][outcome];
    }
    row->marked += table->marked[mode][kind];
    row->unmarked += table->unmarked[mode][kind];
}

/* Whole percents, but what is there does not look like nothing. */
static inline void damage_print_share(FILE *out, uint64_t count, uint64_t sum) {
    double percent = 100.0 * (double)count / (double)sum;
    if (count == 0) {
        (void)fputs(" – |", out);
    } else {
        (void)fprintf(out, percent < 9.95 ? " %.2g |" : " %.0f |", percent);
    }
}

static inline void damage_print_row(const damage_row *row, const char *kind, unsigned mode,
                                    FILE *out) {
    uint64_t sum = 0;
    for (unsigned outcome = 0; outcome < DAMAGE_OUTCOMES; outcome++) {
        sum += row->count[outcome];
    }
    (void)fprintf(out, "| %s | %s | %llu |", kind, damage_mode_names[mode],
                  (unsigned long long)sum);
    for (unsigned outcome = 0; outcome < DAMAGE_OUTCOMES; outcome++) {
        damage_print_share(out, row->count[outcome], sum);
    }
    damage_print_share(out, row->marked, sum);
    damage_print_share(out, row->unmarked, sum);
    (void)fputc('\n', out);
}

static inline void damage_print(const damage_table *table, const char *title, FILE *out) {
    (void)fprintf(
        out,
        "## %s\n\n"
        "| damage | mode | streams | in a message | in an interval | later | same | other "
        "| missing | wrong | suspect | trusted |\n"
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: "
        "|\n",
        title);
    damage_row all[DAMAGE_MODES] = {0};
    for (unsigned kind = 0; kind < DAMAGE_KINDS; kind++) {
        for (unsigned mode = 0; mode < DAMAGE_MODES; mode++) {
            damage_row row = {0};
            damage_add(&row, table, mode, kind);
            if (kind < DAMAGE_FRONT) {
                damage_add(&all[mode], table, mode, kind);
            }
            damage_print_row(&row, damage_names[kind], mode, out);
        }
    }
    for (unsigned mode = 0; mode < DAMAGE_MODES; mode++) {
        damage_print_row(&all[mode], "all but what was cut off", mode, out);
    }
    (void)fputc('\n', out);
}

#endif
