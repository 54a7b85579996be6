/* SPDX-License-Identifier: Apache-2.0 */
/* Encoder of the tandem-verification trace (model of rtl/tandem/nt_tv_encoder.v). */
#ifndef NT_MODEL_TANDEM_TV_ENCODER_H
#define NT_MODEL_TANDEM_TV_ENCODER_H

#include "model/tandem/tv_buffer.h"
#include "model/tandem/tv_merge.h"

/* All 0 before the first reset. */
typedef struct nt_tv_encoder {
    nt_tv_intake intake;
    nt_tv_group lane[NT_TV_LANES];
    nt_tv_merge merge; /* with one lane: not used */
    nt_tv_buffer buffer;
} nt_tv_encoder;

/* Returns whether the steps move on: the last one does not wait for room. */
bool nt_tv_encoder_go(const nt_tv_encoder *s, const nt_tv_params *p);

/* The outputs of a cycle. None depends on the cycle's inputs. */
void nt_tv_encoder_out(const nt_tv_encoder *s, const nt_tv_params *p, bool rst, nt_tv_outputs *out);

/* One clock edge. */
void nt_tv_encoder_step(nt_tv_encoder *s, const nt_tv_params *p, const nt_tv_inputs *in);

#endif
