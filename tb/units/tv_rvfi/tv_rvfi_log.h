/* SPDX-License-Identifier: Apache-2.0 */
/* What went in and came out, in text, for a witness that knows neither RTL nor model. */
#ifndef NT_TB_UNITS_TV_RVFI_LOG_H
#define NT_TB_UNITS_TV_RVFI_LOG_H

#include "tb/lockstep/log_file.h"
#include "tb/units/tv_rvfi/tv_rvfi.h"

/* Opens a log that begins with the parameters. `path` NULL: none is written. */
int tv_rvfi_log_open(nt_log_file *log, const char *path, const nt_tv_rvfi_params *params,
                     nt_error *error);

/* Writes what happened in a cycle. */
void tv_rvfi_log_cycle(nt_log_file *log, const nt_tv_rvfi_params *params, const tv_rvfi_view *view);

#endif
