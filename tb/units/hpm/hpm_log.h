/* A run in lines: what the counters saw and answered, for tests/hpm/replay.py; and what they are to
   see, from tests/hpm/script.py. */
#ifndef NT_TB_UNITS_HPM_HPM_LOG_H
#define NT_TB_UNITS_HPM_HPM_LOG_H

#include "tb/units/hpm/hpm.h"

#include <stdio.h>

/* Writes the parameters. */
void hpm_log_begin(FILE *file, const nt_hpm_params *params);

/* Writes a cycle. */
void hpm_log_cycle(FILE *file, const hpm_view *view);

/* Reads the inputs of a cycle: the lines of hpm_log_cycle without outputs. 1; 0: there
   are no more; -1: a line that is none. */
int hpm_log_read(FILE *file, unsigned nblocks, nt_hpm_inputs *in);

#endif
