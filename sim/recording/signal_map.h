/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a file of other names for the signals of RVFI: a line each, our name and theirs. */
#ifndef NT_RECORDING_SIGNAL_MAP_H
#define NT_RECORDING_SIGNAL_MAP_H

#include "sim/recording/rvfi.h"

enum { NT_SIGNAL_NAME = 256 };

typedef struct nt_signal_map {
    char clock[NT_SIGNAL_NAME];                   /* "clk" of a dump; empty: not given */
    char theirs[NT_RVFI_SIGNALS][NT_SIGNAL_NAME]; /* empty: not given */
} nt_signal_map;

/* Reads a file; NULL: there is none. Returns 0, or -1 with the error set. */
int nt_signal_map_read(nt_signal_map *map, const char *path, nt_error *error);

/* Returns whether a signal has another name. */
bool nt_signal_map_has(const nt_signal_map *map, nt_rvfi_signal signal);

/* Makes the path of a signal, as a viewer shows it, one of names joined by '.':
   "/tb/core/insn[31:0]" is tb.core.insn. The result is in the text. */
const char *nt_signal_path(char *text);

/* Returns the signal of a name, which may be a path that ends with it; -1: none. */
int nt_signal_map_find(const nt_signal_map *map, const char *name);

/* Returns 0, or -1 with the error set where the map names a signal that the source has not: `found`
   has a bit for each that it has. */
int nt_signal_map_check(const nt_signal_map *map, const nt_import_options *options, uint32_t found,
                        nt_error *error);

/* Returns whether a path of names joined by '.' is the wanted one, or ends with it. */
bool nt_path_ends_with(const char *path, const char *wanted);

#endif
