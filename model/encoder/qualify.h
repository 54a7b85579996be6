/* SPDX-License-Identifier: Apache-2.0 */
/* Qualify: is a block of this cycle's ingress traced, why did tracing start, why does it stop? */
#ifndef NT_MODEL_ENCODER_QUALIFY_H
#define NT_MODEL_ENCODER_QUALIFY_H

#include "model/config.h"
#include "model/encoder/ingress.h"

typedef struct nt_qualify {
    uint8_t sync;                 /* SYNC reason of the next start */
    bool unmatched;               /* the filters hold back the latest block with an address */
    bool debug;                   /* the latest block was one of debug mode, by `priv` */
    uint8_t latch;                /* of comparators with match mode 3, as a bit mask */
    uint8_t primes;               /* comparators that prime their latch; acts once */
    uint8_t nest[NT_MAX_FILTERS]; /* nested traps */
} nt_qualify;

typedef struct nt_qualify_outputs {
    bool tracing;                       /* enabled, and the hart runs */
    bool htm;                           /* History Trace Messaging; else Branch Trace Messaging */
    bool may_wait;                      /* a stop may wait for an awaited target */
    uint8_t evcode;                     /* why a block is not traced */
    bool traced[NT_MAX_BLOCKS];         /* the block is traced */
    bool notify6[NT_MAX_BLOCKS];        /* it is traced, and told by a message of SYNC=6 */
    bool notify0[NT_MAX_BLOCKS];        /* likewise, SYNC=0 */
    bool notify_idle;                   /* SYNC=0, where there is no block */
    bool hold[NT_MAX_BLOCKS];           /* a trigger may ask before another address comes */
    bool crosses;                       /* debug mode begins or ends with block 0 */
    uint8_t sync_reason[NT_MAX_BLOCKS]; /* why tracing starts, if it starts at this block */
    nt_qualify after;                   /* the state after the blocks, for nt_qualify_step */
} nt_qualify_outputs;

/* Enabled, and the hart runs: `tracing` alone. */
bool nt_qualify_tracing(const nt_ingress_latch *in);

/* Combinational in the latched ingress of the cycle and in those control fields that act at once:
   filters, comparators and trTeTrigExtInControl. */
void nt_qualify_out(const nt_qualify *state, const nt_config *config, const nt_control *control,
                    const nt_ingress_latch *in, nt_qualify_outputs *out);

/* `out`: of this cycle. */
void nt_qualify_step(nt_qualify *s, bool rst, const nt_ingress_latch *in,
                     const nt_qualify_outputs *out);

#endif
