/* SPDX-License-Identifier: Apache-2.0 */
/* Habits of cores' traces, named so that they can be declared (habits.def). What is absent by a
   habit is not missed, what is there by one is judged as the habit says; all else is judged. */
#ifndef NT_TANDEM_HABITS_H
#define NT_TANDEM_HABITS_H

#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum nt_tv_habit {
#define HABIT(name, ...) NT_TV_HABIT_##name,
#include "sim/tandem/habits.def"
#undef HABIT
    NT_TV_HABITS,
} nt_tv_habit;

/* Counts where a habit that was not declared would explain a difference, and where it is not
   followed. */
typedef struct nt_tv_habit_count {
    uint64_t explains;
    uint64_t contrary;
} nt_tv_habit_count;

const char *nt_tv_habit_name(nt_tv_habit habit);
const char *nt_tv_habit_text(nt_tv_habit habit);

/* Adds the habits NAME,... to a set of bits. Returns 0, or -1: no such habit. */
int nt_tv_habits_parse(uint32_t *set, const char *names, nt_error *error);

/* Prints them as docs/tandem-verify.md has them. */
void nt_tv_habits_print(FILE *out);

#endif
