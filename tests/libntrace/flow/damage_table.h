/* Counts of outcomes by trace, trace mode and kind of damage, and their table in Markdown. */
#ifndef NT_TESTS_DECODE_DAMAGE_TABLE_H
#define NT_TESTS_DECODE_DAMAGE_TABLE_H

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

static inline uint64_t damage_sum(const uint64_t *counts) {
    uint64_t sum = 0;
    for (unsigned outcome = 0; outcome < DAMAGE_OUTCOMES; outcome++) {
        sum += counts[outcome];
    }
    return sum;
}

/* Whole percents, but what is there does not look like nothing. */
static inline void damage_print_share(FILE *out, uint64_t count, uint64_t sum) {
    double percent = 100.0 * (double)count / (double)sum;
    if (count == 0) {
        (void)fputs(" – |", out);
    } else {
        (void)fprintf(out, percent < 9.95 ? " %.1f |" : " %.0f |", percent);
    }
}

static inline void damage_print(const damage_table *table, const char *title, FILE *out) {
    (void)fprintf(
        out,
        "### %s\n\n"
        "| damage | mode | streams | in a message | in an interval | later | same | other "
        "| missing | wrong | suspect | trusted |\n"
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        title);
    for (unsigned kind = 0; kind < DAMAGE_KINDS; kind++) {
        for (unsigned mode = 0; mode < DAMAGE_MODES; mode++) {
            const uint64_t *counts = table->count[mode][kind];
            uint64_t sum = damage_sum(counts);
            (void)fprintf(out, "| %s | %s | %llu |", damage_names[kind], damage_mode_names[mode],
                          (unsigned long long)sum);
            for (unsigned outcome = 0; outcome < DAMAGE_OUTCOMES; outcome++) {
                damage_print_share(out, counts[outcome], sum);
            }
            damage_print_share(out, table->marked[mode][kind], sum);
            damage_print_share(out, table->unmarked[mode][kind], sum);
            (void)fputc('\n', out);
        }
    }
    (void)fputc('\n', out);
}

#endif
