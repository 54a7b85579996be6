/* SPDX-License-Identifier: Apache-2.0 */
/* A file of waves, which Verilator writes as FST: it appears under its name whole, or not at all,
   and as VCD where that was asked for. */
#ifndef NT_TB_LOCKSTEP_WAVE_FILE_H
#define NT_TB_LOCKSTEP_WAVE_FILE_H

#include "tb/lockstep/lockstep.h"

#include <stdbool.h>
#include <stdint.h>

/* Tells whether the file is to be VCD: by its name, unless a format is asked for. */
bool nt_wave_file_is_vcd(const char *path, nt_wave_format format);

/* Returns the length of a path without .fst or .vcd. */
size_t nt_wave_file_stem(const char *path);

typedef struct nt_wave_file {
    const char *path;
    nt_wave_format format;
    uint64_t last;        /* the cycle that was drawn last */
    char temporary[4096]; /* where it is written meanwhile; empty: it was not opened */
} nt_wave_file;

/* Finds out whether it can be written, since the FST writer does not say why it fails; it is to be
   written as `temporary`. Path and format are the caller's. Returns 0, or -1 with the error set. */
int nt_wave_file_open(nt_wave_file *file, nt_error *error);

/* Gives it its name, once it is written. `cycles`: how many the run had, for the error if the
   window lies behind them and nothing was drawn. Returns 0, or -1 with the error set. */
int nt_wave_file_commit(nt_wave_file *file, const nt_unit *unit, uint64_t cycles, nt_error *error);

/* Leaves nothing behind, as a signal in between does; one that was not opened, or is committed, is
 * fine. */
void nt_wave_file_abort(nt_wave_file *file);

#endif
