/* SPDX-License-Identifier: Apache-2.0 */
/* A run in lines: what the counters saw and answered, for tests/hpm/replay.py; and what they are to
   see, from tests/hpm/script.py. */
#ifndef NT_TB_UNITS_HPM_HPM_LOG_H
#define NT_TB_UNITS_HPM_HPM_LOG_H

#include "tb/lockstep/log_file.h"
#include "tb/units/hpm/hpm.h"

#include <stdio.h>

/* Begins with the parameters. `path` NULL: no log. Returns 0, or -1 with the error set. */
int hpm_log_open(nt_log_file *log, const char *path, const nt_hpm_params *params, nt_error *error);

/* Writes a cycle. */
void hpm_log_cycle(nt_log_file *log, const hpm_view *view);

/* Reads the inputs of a cycle: the lines of hpm_log_cycle without outputs. 1; 0: there
   are no more; -1: a line that is none. */
int hpm_log_read(FILE *file, unsigned nblocks, nt_hpm_inputs *in);

#endif
