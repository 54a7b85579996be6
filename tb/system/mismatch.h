/* SPDX-License-Identifier: Apache-2.0 */
/* What led to a finding, in words. */
#ifndef NT_TB_SYSTEM_MISMATCH_H
#define NT_TB_SYSTEM_MISMATCH_H

#include "tb/system/run.h"

/* Prints what moved in the cycles up to `at`, one of the run's last, and what the harts retired
   then. */
void nt_system_print(const nt_system_run *run, FILE *out, uint64_t at);

#endif
