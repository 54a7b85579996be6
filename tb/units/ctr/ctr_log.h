/* SPDX-License-Identifier: Apache-2.0 */
/* Writes what CTR was shown, asked and answered, in program order: for witnesses that know neither
   RTL nor model. tests/ctr/replay.py has the format. */
#ifndef NT_TB_UNITS_CTR_LOG_H
#define NT_TB_UNITS_CTR_LOG_H

#include "sim/stimulus/hart_cycles.h"
#include "tb/lockstep/log_file.h"
#include "tb/units/ctr/ctr.h"

/* Begins with the build. `path` NULL: no log. Returns 0, or -1 with the error set. */
int ctr_log_open(nt_log_file *log, const char *path, const nt_ctr_config *config, nt_error *error);

void ctr_log_cycle(nt_log_file *log, const ctr_view *view, const nt_hart_cycle *cycle);

/* Says why CTR is sampled, after how many instructions and transfers. */
void ctr_log_sample(nt_log_file *log, const char *why, uint64_t instructions, uint64_t transfers);

#endif
