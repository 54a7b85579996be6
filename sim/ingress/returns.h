/* SPDX-License-Identifier: Apache-2.0 */
/* Counts returns that trTeInstImplicitReturnMode=1 gets wrong. It counts calls without their
   addresses ("Simple level counting", Trace Control Interface 1.0, trTeInstFeatures), so a return
   to elsewhere (longjmp, a change of stacks) is implicit too, and no decoder can follow it. */
#ifndef NT_INGRESS_RETURNS_H
#define NT_INGRESS_RETURNS_H

#include "model/encoder.h"

/* Follows a model's return stack with the addresses that it does not compare. All 0 at first. */
typedef struct nt_returns {
    nt_ingress_latch at; /* what the model steps on */
    bool counting;       /* it is in that mode */
    bool awaited;        /* an implicit return has no target yet */
    uint64_t expected;   /* it is to be; without bit 0 */
    nt_return_stack stack;
    uint64_t wrong; /* returns that went elsewhere, and were not reported */
} nt_returns;

/* Before and after each step of the model. `qualify`: of the cycle. */
void nt_returns_before(nt_returns *returns, const nt_encoder *model);
void nt_returns_after(nt_returns *returns, const nt_encoder *model,
                      const nt_qualify_outputs *qualify);

/* Is enough for the line. */
enum { NT_RETURNS_TEXT = 256 };

/* Writes a warning of what was counted; returns false where there is none. */
bool nt_returns_warning(const nt_returns *returns, char text[NT_RETURNS_TEXT]);

#endif
