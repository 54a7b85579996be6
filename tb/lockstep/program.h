/* SPDX-License-Identifier: Apache-2.0 */
/* The program of a bench that `ntrace lockstep` starts: options, the run, its summary, and what
   went wrong. */
#ifndef NT_TB_LOCKSTEP_PROGRAM_H
#define NT_TB_LOCKSTEP_PROGRAM_H

#include "sim/lockstep/options.h"
#include "tb/lockstep/lockstep.h"

#include <jansson.h>

/* What a program runs. A run is the bench's own struct, all 0 before it begins. */
typedef struct nt_bench_program {
    size_t run_size;
    /* Says what does not suit the RTL that was built in. */
    int (*check)(const nt_lockstep_options *options, nt_error *error);
    /* Runs it; what it leaves in the run stays until it is released. -1: it cannot be done. */
    int (*run)(void *run, const nt_lockstep_options *options, nt_lockstep *lockstep,
               nt_error *error);
    void (*release)(void *run);
    /* Prints the result for people. -1: it cannot be written. */
    int (*print_text)(const void *run, FILE *out);
    /* Returns the result for machines, one object. NULL: no memory. */
    json_t *(*summary)(const void *run);
    /* Adds to a result file what the summary does not have (sim/report/result.h). NULL: nothing. */
    void (*put_result)(const void *run, json_t *result);
    /* Prints for the line of the verdict what a run has shown in which nothing is wrong. NULL: that
       RTL and model agree. */
    void (*put_verdict)(const void *run, FILE *out);
    /* Returns what is wrong with the run, or NULL. */
    const char *(*failure)(const void *run);
    /* Prints what led to the finding in cycle `at` of a run that went on to shortly after it. NULL:
       the unit's inputs are printed. */
    void (*print_past)(const void *run, FILE *out, uint64_t at);
    /* Prints the arguments that run into a difference again, with what lies in the folder of the
       report. NULL: those that it had. */
    void (*print_arguments)(const nt_lockstep_options *options, const char *folder, FILE *out);
    /* See nt_lockstep_bench. NULL: none. */
    nt_member (*explain)(const nt_unit *unit, const nt_probe_value *values, unsigned probe);
    void (*caption)(void *run, const nt_probe_value *value);
    void (*put_view)(const void *run, nt_wave_save *save);
} nt_bench_program;

/* Runs it by the words of the command line. Returns the exit status. */
int nt_bench_program_main(const nt_bench_program *program, int argc, char **argv);

/* Prints a word of a command as a shell takes it. */
void nt_bench_program_put_word(FILE *out, const char *word);

/* Adds the parameters of the RTL that was built in to a result. */
void nt_bench_program_put_parameters(json_t *result);

/* Returns cycle and signals of the first difference, for a summary. */
json_t *nt_bench_program_mismatch(const nt_lockstep_finding *found);

#endif
