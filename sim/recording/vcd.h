/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a value change dump (IEEE 1364, clause 18): the signals that are wanted, as they are right
   before each rising edge of a clock. Streams; memory does not grow with the dump.

   Dumps differ in what the standard leaves open: values of std_logic, vectors that are split into
   bits, names that are escaped or have their range in them, scopes without a name. All become the
   same here. */
#ifndef NT_RECORDING_VCD_H
#define NT_RECORDING_VCD_H

#include "libntrace/util/input_file.h"

#include <stdbool.h>

enum {
    NT_VCD_SIGNALS = 4096, /* that can be wanted */
    NT_VCD_BITS = 4096,    /* of a signal */
    NT_VCD_NAME = 256,     /* characters of a name, and of a scope's path */
    NT_VCD_LINE = 1 << 22  /* characters of a line: of other signals too */
};

/* Describes a variable that the dump declares. */
typedef struct nt_vcd_variable {
    const char *scope; /* names joined by '.', that of a record or struct too */
    const char *name;  /* without its range, without a '.' */
    unsigned bits;     /* its size */
    int bit;           /* which one it is, of a vector that is split into bits; else -1 */
} nt_vcd_variable;

/* Holds a signal of the dump. */
typedef struct nt_vcd_signal {
    unsigned bits;          /* its size; 0: the dump does not have it */
    char now[NT_VCD_BITS];  /* its bits, the lowest first: 0, 1, x, z */
    char next[NT_VCD_BITS]; /* the same with the changes of the time at hand */
    bool changed;           /* they differ, maybe */
    bool split;             /* it is declared bit by bit */
    bool twice;             /* it is declared more than once; the first one counts */
} nt_vcd_signal;

typedef struct nt_vcd nt_vcd;

/* Returns which signal a variable is, below NT_VCD_SIGNALS, or -1: none. The bits of a vector are
   one signal. */
typedef int nt_vcd_chooser(void *context, const nt_vcd_variable *variable);

/* Opens nothing: reads the declarations from `input`, which stays the caller's. `wanted` chooses
   signals. Returns 0, or -1 with the error set. The caller frees `*vcd`, also after an error, with
   nt_vcd_free. */
int nt_vcd_open(nt_vcd **vcd, nt_input_file *input, nt_vcd_chooser *wanted, void *context,
                nt_error *error);
void nt_vcd_free(nt_vcd *vcd);

/* Returns a signal, whose values are those before the edge. */
const nt_vcd_signal *nt_vcd_get(const nt_vcd *vcd, unsigned signal);

/* Returns the time of the edge, as the dump has it. */
const char *nt_vcd_time(const nt_vcd *vcd);

/* Reads up to the next rising edge of `clock`. Returns 1; at the end of the dump 0, and the values
   are those at the end; -1 with the error set. */
int nt_vcd_edge(nt_vcd *vcd, unsigned clock, nt_error *error);

#endif
