/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the signals of RVFI among those that a value change dump declares: in one scope, with or
   without the prefix (records and structs have none), in a scope for each channel, or by a map of
   other names. */
#ifndef NT_RECORDING_RVFI_SCOPES_H
#define NT_RECORDING_RVFI_SCOPES_H

#include "sim/recording/signal_map.h"
#include "sim/recording/vcd.h"

enum {
    NT_RVFI_CLOCK = 0, /* number of the dump's signal; then the mapped ones, then scope by scope */
    NT_RVFI_MAPPED = 1,
    NT_RVFI_SCOPED = NT_RVFI_MAPPED + NT_RVFI_SIGNALS,
    NT_RVFI_SCOPES = (NT_VCD_SIGNALS - NT_RVFI_SCOPED) / NT_RVFI_SIGNALS,
    NT_RVFI_CHANNELS = 8,
};

/* Is a scope that has signals of RVFI, whose names are all of one kind. */
typedef struct nt_rvfi_scope {
    char path[NT_VCD_NAME];
    uint32_t has;  /* a bit for each signal */
    bool prefixed; /* with "rvfi_" */
    bool capital;  /* "VALID": beside a signal it may be a parameter */
    int element;   /* its signals are those of a number in arrays, "insn[1]"; -1: they are none */
} nt_rvfi_scope;

typedef struct nt_rvfi_scopes {
    const nt_import_options *options;
    nt_signal_map map;
    bool has_clock;
    uint32_t mapped; /* a bit for each signal that a map has and the dump as well */
    unsigned count;
    nt_rvfi_scope scope[NT_RVFI_SCOPES];
} nt_rvfi_scopes;

/* Is where a signal of a channel is: in one of the dump, which some channels share. */
typedef struct nt_rvfi_part {
    unsigned signal;
    unsigned number; /* of the equal parts of it, from the lowest bits on, */
    unsigned parts;  /* and how many there are */
} nt_rvfi_part;

typedef struct nt_rvfi_place {
    unsigned channels;
    nt_rvfi_part part[NT_RVFI_CHANNELS][NT_RVFI_SIGNALS];
} nt_rvfi_place;

/* Is an nt_vcd_chooser; its context is an nt_rvfi_scopes. */
int nt_rvfi_scopes_wanted(void *context, const nt_vcd_variable *variable);

/* Chooses, once all are declared. False: there is no valid. */
bool nt_rvfi_scopes_choose(const nt_rvfi_scopes *scopes, const nt_vcd *vcd, nt_rvfi_place *place);

#endif
