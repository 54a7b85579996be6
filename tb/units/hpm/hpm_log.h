/* A run in lines, for tests/hpm/replay.py: what the counters saw and answered. */
#ifndef NT_TB_UNITS_HPM_HPM_LOG_H
#define NT_TB_UNITS_HPM_HPM_LOG_H

#include "tb/units/hpm/hpm.h"

#include <stdio.h>

/* Writes the parameters. */
void hpm_log_begin(FILE *file, const nt_hpm_params *params);

/* Writes a cycle. */
void hpm_log_cycle(FILE *file, const hpm_view *view);

#endif
