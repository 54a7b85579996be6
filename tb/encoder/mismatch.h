/* SPDX-License-Identifier: Apache-2.0 */
/* What led to a finding, in words. */
#ifndef NT_TB_ENCODER_MISMATCH_H
#define NT_TB_ENCODER_MISMATCH_H

#include "tb/encoder/run.h"

/* Prints the cycles and messages of a run up to cycle `at`, one of its last. */
void nt_mismatch_print(const nt_encoder_run *run, FILE *out, uint64_t at);

#endif
