/* SPDX-License-Identifier: Apache-2.0 */
/* The lockstep of a unit: its RTL beside its model, as a bench drives them.

   A bench is a body: it chooses the inputs of a cycle, lets the model's outputs settle, hands both
   over as the unit's view, and takes the model on by one clock edge. Where RTL and model differ,
   or the bench finds something wrong, the body is run again, with the same words and so with the
   same cycles, to say what came before and to draw it. So a body keeps nothing between its runs,
   and prints results only where all went well. One that cannot be run again says so. */
#ifndef NT_TB_LOCKSTEP_LOCKSTEP_H
#define NT_TB_LOCKSTEP_LOCKSTEP_H

#include "libntrace/util/error.h"
#include "sim/lockstep/window.h"
#include "tb/lockstep/unit.h"
#include "tb/lockstep/wave_save.h"

#include <jansson.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nt_lockstep nt_lockstep;

/* For a body. */

/* Begins with RTL whose registers are random by `seed`, in cycle 0. False: out of memory. */
bool nt_lockstep_begin(nt_lockstep *lockstep, uint64_t seed);

/* Has what the RTL shows in each cycle from now on read into a struct of the table's type. */
void nt_lockstep_show(nt_lockstep *lockstep, void *outputs);

/* Takes the RTL into the next cycle, with the view's inputs, and compares it with the view. False:
   they differ, or enough was seen; the body then returns 1. */
bool nt_lockstep_cycle(nt_lockstep *lockstep, const void *view);

/* The same without a comparison: before a reset has acted. */
void nt_lockstep_uncompared(nt_lockstep *lockstep, const void *view);

/* Takes the RTL over a clock edge that is not counted as a cycle. */
void nt_lockstep_edge(nt_lockstep *lockstep, const void *view);

/* A cycle in two steps, maybe in two threads: the first takes the RTL over the edge and keeps what
   it shows in memory of that size; the second compares that with the view. */

/* Returns the size in bytes; 0: this run has to compare the RTL as it stands. */
size_t nt_lockstep_shown_size(const nt_lockstep *lockstep);

/* Keeps what the RTL shows in the cycle that nt_lockstep_edge has led into. */
void nt_lockstep_take(const nt_lockstep *lockstep, void *shown);

/* Compares as nt_lockstep_cycle does, without the edge. `shown` NULL: the RTL as it stands. */
bool nt_lockstep_compare(nt_lockstep *lockstep, const void *shown, const void *view);

/* The body cannot be run again, since it reads commands: what is found is reported from what was
   seen in this run, without a folder. */
void nt_lockstep_once(nt_lockstep *lockstep);

/* Returns the number of the cycle that comes next. */
uint64_t nt_lockstep_number(const nt_lockstep *lockstep);

/* Says what the bench finds wrong in the cycle before, once. Always false, for the body to return;
   it may go on to the end of the run, too. */
bool nt_lockstep_fail(nt_lockstep *lockstep, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says what the bench found wrong in some cycle of a run that is over; no more than what the
   comparison found. */
void nt_lockstep_fail_at(nt_lockstep *lockstep, uint64_t cycle, const char *text);

/* Tells whether the body runs again, to explain what its first run has found. */
bool nt_lockstep_is_again(const nt_lockstep *lockstep);

/* Returns the folder for what explains the finding while the run for its words goes on; else NULL.
 */
const char *nt_lockstep_report(const nt_lockstep *lockstep);

/* Most benches: main() by the words of the command line. The body gets them without the harness's
   own options; they begin with argv[0]. It returns the exit status; 2 and nothing else for words
   that it does not know. `usage`: its words, as one line. Exit status 0 as it should be, 1
   something is wrong, 2 a word or file that cannot be used. */
typedef int nt_lockstep_words(nt_lockstep *lockstep, int argc, char **argv);
int nt_lockstep_main(int argc, char **argv, const char *usage, nt_lockstep_words *body);

/* A bench with options and reports of its own. */

typedef enum nt_wave_format {
    NT_WAVE_BY_NAME, /* VCD where the file's name ends so, else FST */
    NT_WAVE_FST,
    NT_WAVE_VCD,
} nt_wave_format;

/* Is what a value means: a field of a message; NULL where its name says all. */
typedef struct nt_member {
    const char *field;
    const char *message;
} nt_member;

typedef struct nt_lockstep_bench {
    void *context; /* handed to all of these */
    /* Runs the body. The exit status; -1: it cannot be done, and the error says why. */
    int (*body)(nt_lockstep *lockstep, void *context, nt_error *error);
    /* Prints the command that runs the body; the harness adds the waves' options. */
    void (*print_command)(const void *context, FILE *out);
    /* Prints what led to the finding in cycle `at`, after the body has been run up to there. NULL:
       the unit's inputs are printed. */
    void (*print_past)(const void *context, FILE *out, uint64_t at);
    /* Sets the texts of the view for a cycle that is drawn, whose probes have these values. NULL:
       the table has none. */
    void (*caption)(void *context, const nt_probe_value *value);
    /* Writes what the waves show first. NULL: the unit's inputs. */
    void (*put_view)(const void *context, nt_wave_save *save);
    /* Says what the value of a probe is in the message of its cycle, whose probes have these
       values. NULL: names say all. */
    nt_member (*explain)(const nt_unit *unit, const nt_probe_value *values, unsigned probe);

    const char *report; /* the folder for what is found; NULL: words alone */
    bool report_given;  /* that very one; else a number follows its name where it is there */
    const char *wave;   /* the file of waves that are asked for; NULL: none */
    nt_window window;   /* of these */
    nt_wave_format format;
    const char *coverage; /* the file of the bins of the first run; NULL: none */
    bool keep_going;      /* after a difference, and count */
    bool progress;        /* is shown on a terminal while the first run goes on */
    uint64_t cycles;      /* of that run; 0: not known */
    bool diagrams;        /* of what is found are made, and of these moments */
    const nt_window_given *moments;
    unsigned moment_count;
} nt_lockstep_bench;

/* What a run has found. */
typedef struct nt_lockstep_finding {
    bool wrong;
    bool differs;                 /* RTL and model do; else the bench says what is wrong */
    uint64_t at;                  /* the first cycle in which it shows */
    uint64_t mismatches;          /* probes that differed, over all cycles */
    const nt_probe_value *values; /* all probes in cycle `at`, if it differs */
} nt_lockstep_finding;

/* `bench` stays with the caller. NULL: out of memory. */
nt_lockstep *nt_lockstep_new(const nt_lockstep_bench *bench, nt_error *error);
void nt_lockstep_free(nt_lockstep *lockstep);

/* Tells whether this run of the body draws waves. */
bool nt_lockstep_draws(const nt_lockstep *lockstep);

/* Runs the body, and where the window of waves must be found first once more, to draw it; a window
   around a difference is left to nt_lockstep_explain. Its exit status, 1 if something is wrong; -1:
   it cannot be done. */
int nt_lockstep_judge(nt_lockstep *lockstep, nt_error *error);

/* Returns what was found; it is the harness's own. */
const nt_lockstep_finding *nt_lockstep_found(const nt_lockstep *lockstep);

/* Returns the timing diagrams of what was found, for a result file; empty where there are none, or
   where it was not explained. The caller owns it. */
json_t *nt_lockstep_diagrams(const nt_lockstep *lockstep);

/* Adds to the object of the first mismatch (nt_bench_program_mismatch) what its explanation has
   found: for each signal the cycle in which both sides were last equal, message and field. */
void nt_lockstep_describe(const nt_lockstep *lockstep, json_t *mismatch);

/* Says on standard error what was found, and shows it in the folder of reports: mismatch.txt, .fst
   and views of that; and in the waves asked for. Nothing if all is well. -1: it cannot be done. */
int nt_lockstep_explain(nt_lockstep *lockstep, nt_error *error);

#ifdef __cplusplus
}
#endif
#endif
