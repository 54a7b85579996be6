/* SPDX-License-Identifier: Apache-2.0 */
/* What transfers do to the CTR buffer. */
#ifndef NT_MODEL_CTR_CTR_RECORD_H
#define NT_MODEL_CTR_CTR_RECORD_H

#include "model/ctr/ctr.h"

/* Tells whether a mode is enabled for recording. */
bool nt_ctr_mode_enabled(const nt_ctr *s, uint8_t mode);

/* Takes the blocks of a cycle, and counts it. */
void nt_ctr_record(nt_ctr *s, const nt_ctr_config *config, const nt_ctr_inputs *in);

/* Returns ctrdata.CC (exponent and mantissa) of a count of cycles. */
uint16_t nt_ctr_cc(uint32_t cycles);

/* Returns the count at which a counter with `cce_w` bits of exponent stops. */
uint32_t nt_ctr_cycles_most(unsigned cce_w);

#endif
