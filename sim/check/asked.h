/* SPDX-License-Identifier: Apache-2.0 */
/* Remembers which rules something asked, and how often, where that is the same whenever it comes:
   the results get it all at once. */
#ifndef NT_CHECK_ASKED_H
#define NT_CHECK_ASKED_H

#include "sim/check/rules.h"

#include <stdbool.h>
#include <stdint.h>

enum { NT_CHECK_ASKED_RULES = 24 }; /* what asks more rules is not remembered */

typedef struct nt_check_asked {
    uint64_t times; /* it came, which the results do not have yet: */
    uint8_t rules;
    uint8_t held[NT_CHECK_ASKED_RULES]; /* how often each held, of the same place in */
    uint16_t rule[NT_CHECK_ASKED_RULES];
} nt_check_asked;

/* Holds the counts of all rules at a time. */
typedef struct nt_check_counts {
    uint64_t judged[NT_RULES];
    uint64_t broken;
} nt_check_counts;

struct nt_check;

/* Takes the counts of now. */
void nt_check_count_rules(const struct nt_check *check, nt_check_counts *counts);

/* Remembers what held since then. Returns whether it did: no rule broke, and there were not too
   many. Else `asked` stays as it is. */
bool nt_check_remember(const struct nt_check *check, const nt_check_counts *before,
                       nt_check_asked *asked);

/* Gives the results what has come since. */
void nt_check_settle_asked(struct nt_check *check, nt_check_asked *asked);

#endif
