/* SPDX-License-Identifier: Apache-2.0 */
/* What is said and shown of a difference between RTL and model, or of what a bench finds wrong. */
#ifndef NT_TB_LOCKSTEP_REPORT_H
#define NT_TB_LOCKSTEP_REPORT_H

#include "tb/lockstep/lockstep.h"

#include <limits.h>
#include <stdio.h>

enum { NT_HISTORY_INPUTS = 20 }; /* cycles whose inputs are kept */

/* Holds what came before the cycle of a finding. */
typedef struct nt_history {
    uint64_t cycle;                /* the last one */
    uint64_t equal[NT_MAX_PROBES]; /* one more than the cycle in which a probe was last equal; 0:
                                      none */
    uint64_t inputs[NT_HISTORY_INPUTS][NT_MAX_PROBES]; /* by cycle modulo NT_HISTORY_INPUTS */
    char said[512];                                    /* by the bench */
} nt_history;

/* Notes a cycle, whose probes have these values. */
void nt_history_cycle(nt_history *history, const nt_unit *unit, const void *view, uint64_t cycle,
                      const nt_probe_value *values);

/* Returns the first cycle in which one of the probes that differ now may have differed. */
uint64_t nt_history_begin(const nt_history *history, const nt_unit *unit,
                          const nt_probe_value *values);

/* Prints the finding: the signals that differ, or what the bench said. */
void nt_report_finding(FILE *out, const nt_lockstep_bench *bench, const nt_unit *unit,
                       const nt_lockstep_finding *found, const nt_history *history);

/* Ends the line of a cycle, which says the same of the `times` cycles from there on. */
void nt_report_repeats(FILE *out, uint64_t cycle, uint64_t times);

/* Makes the folder, if need be. -1: it cannot be made. */
int nt_report_folder(char folder[PATH_MAX], const nt_lockstep_bench *bench, nt_error *error);

/* Writes mismatch.txt into the bench's folder: the finding, and what led to it. */
int nt_report_words(const nt_lockstep_bench *bench, const char *folder, const nt_unit *unit,
                    const nt_lockstep_finding *found, const nt_history *history, nt_error *error);

/* Writes the view of the waves `wave`, whose window begins in cycle `first` and is about
   `marker`. */
int nt_report_view(const nt_lockstep_bench *bench, const nt_unit *unit,
                   const nt_lockstep_finding *found, const char *wave, uint64_t first,
                   uint64_t marker, nt_error *error);

#endif
