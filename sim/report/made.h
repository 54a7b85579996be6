/* SPDX-License-Identifier: Apache-2.0 */
/* Of what the program that makes a result was made itself, and when and where it ran: the member
   `made` of a result (docs/report.md). It does not decide what the job is. */
#ifndef NT_REPORT_MADE_H
#define NT_REPORT_MADE_H

#include "libntrace/util/error.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/* Is a source with its checksum (sim/report/sources.h). */
typedef struct nt_made_source {
    const char *name;
    const char *sha256;
} nt_made_source;

typedef struct nt_made {
    const char *revision;          /* of the tree that it was built in; NULL: not known */
    const char *simulator;         /* with its version; NULL: there is none */
    const nt_made_source *sources; /* up to one without a name; NULL: not known */
} nt_made;

/* Is what scripts/made.py writes for each program; a program that was linked without knows
   nothing. */
extern const nt_made nt_made_here;

/* Adds the member `made`: what is known of this program, `program`, its own checksum, `machine`,
   and `time`, that of SOURCE_DATE_EPOCH where it is set. Returns 0, or -1 with the error set. */
int nt_made_put(json_t *result, nt_error *error);

/* Adds a word of the very command that runs it again: the program that ran, and its inputs where
   they are. */
void nt_made_word(json_t *result, const char *word);

/* Adds this program in the place of the first words of the result's command, and those that follow;
   inputs are named without their folders. */
void nt_made_again(json_t *result, size_t skipped);

/* Has the next input of the command, which ends with `behind`, named with its path. */
void nt_made_input(json_t *result, const char *path, const char *behind);

/* Adds this program's own path as the first of these words, relative to the current folder if it
   lies below it. */
void nt_made_program(json_t *result);

/* Adds the seed of random choices. */
void nt_made_seed(json_t *result, uint64_t seed);

#endif
