/* SPDX-License-Identifier: Apache-2.0 */
/* Comparator: one comparator unit, and what one ingress block does to it.
   Trace Control Interface 1.0, "Trace Encoder Filter Registers". */
#ifndef NT_MODEL_ENCODER_COMPARATOR_H
#define NT_MODEL_ENCODER_COMPARATOR_H

#include "model/config.h"
#include "model/encoder/ingress.h"

/* Match mode 3, and P function "prime latch": the latch becomes 1 when the registers say so for the
   first time. */
bool nt_comparator_primes(const nt_comparator_control *control);

/* Match mode 3. */
bool nt_comparator_latches(const nt_comparator_control *control);

/* PNotify or SNotify is set. */
bool nt_comparator_notifies(const nt_comparator_control *control);

typedef struct nt_comparator_outputs {
    bool match;
    bool notify; /* PNotify or SNotify asks for a message */
} nt_comparator_outputs;

/* Combinational. The block has an address; takes the latch of match mode 3 on to behind it. */
nt_comparator_outputs nt_comparator(bool *latch, const nt_comparator_control *control,
                                    const nt_config *config, const nt_block *block,
                                    const nt_ingress_latch *in);

#endif
