/* SPDX-License-Identifier: Apache-2.0 */
/* A file of waves as `ntrace wave2svg` sees it: the signals that it declares, with the part that
   each has in waves of this project's benches (docs/waves.md), and their values cycle by cycle. */
#ifndef NT_WAVE_WAVE_H
#define NT_WAVE_WAVE_H

#include "sim/recording/vcd.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Is what a signal is for, by the beginning or end of its name in the top. */
typedef enum nt_wave_role {
    NT_WAVE_INPUT, /* next_NAME */
    NT_WAVE_WORDS, /* a text */
    NT_WAVE_RTL,   /* rtl_NAME */
    NT_WAVE_MODEL, /* model_NAME */
    NT_WAVE_OTHER, /* also all of waves that others have made */
} nt_wave_role;

typedef struct nt_wave_signal {
    char path[NT_VCD_NAME]; /* scopes below the top, and the name */
    nt_wave_role role;
    unsigned bits;
    bool split;    /* the file declares it bit by bit */
    bool differed; /* in the mismatch that the view beside the file is about */
} nt_wave_signal;

typedef struct nt_wave {
    const char *path;      /* as it was given */
    char vcd[64];          /* where it can be read as VCD; empty: there */
    FILE *temporary;       /* that is there; or NULL */
    const char *clock;     /* its name, with scopes or without; NULL: the usual ones */
    nt_wave_signal *known; /* those that were declared */
    unsigned count;
    bool has_differed; /* one of them has */
    int clock_at;      /* which of them is the clock */
    int cycle_at;      /* which has the number of the cycle; -1: cycles are counted from 0 */
} nt_wave;

/* Functions that return int return 0, or -1 with the error set. */

/* Reads the declarations of a VCD file, or of an FST file by `fst2vcd`, which comes with GTKWave.
   `clock`: NULL, or the clock's name. The caller frees it, also after an error. */
int nt_wave_open(nt_wave *wave, const char *path, const char *clock, nt_error *error);
void nt_wave_free(nt_wave *wave);

/* Returns the name without what says its role. */
const char *nt_wave_name(const nt_wave_signal *signal);

/* Returns the signal of that path; -1: there is none. */
int nt_wave_find(const nt_wave *wave, const char *path);

/* Returns the signal that is the RTL's or the model's side of what a signal is; -1: there is none.
 */
int nt_wave_side(const nt_wave *wave, nt_wave_role side, const nt_wave_signal *of);

/* Gets the values that hold in a cycle, by the numbers of `known`. Returns 1 for the next one, 0 to
   end, -1 with the error set. */
typedef int nt_wave_visitor(void *context, const nt_vcd *vcd, uint64_t cycle, nt_error *error);

/* Goes through the cycles from the first one on. */
int nt_wave_scan(const nt_wave *wave, nt_wave_visitor *each, void *context, nt_error *error);

/* Returns the value of up to 64 bits; false: some are neither 0 nor 1, or there are more. */
bool nt_wave_number(const nt_vcd_signal *signal, uint64_t *value);

enum { NT_WAVE_LABEL = NT_VCD_BITS / 4 + 4 };

/* Writes a value as a diagram shows it: a bit as it is, a number in hexadecimal, x where a bit is
   not known; `text`: the characters that it holds. */
void nt_wave_label(char label[NT_WAVE_LABEL], const nt_vcd_signal *signal, bool text);

#endif
