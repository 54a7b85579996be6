/* SPDX-License-Identifier: Apache-2.0 */
/* From what a core says of each instruction that retired or trapped to the trace ingress port
   (model of rtl/adapter/nt_groups.v). docs/adapters.md. */
#ifndef NT_MODEL_ADAPTER_GROUPS_H
#define NT_MODEL_ADAPTER_GROUPS_H

#include "model/adapter/block_queue.h"

enum { NT_GROUPS = 4 };

/* Holds the parameters of the RTL. */
typedef struct nt_groups_params {
    uint8_t xlen;      /* 32 or 64 */
    uint8_t nret;      /* groups, 1 to 4 */
    uint8_t nblocks;   /* 1 to 4 */
    uint8_t iretire_w; /* 2 to 8 */
    bool causes;
    uint8_t depth; /* of the queue, nret + 1 to 64 */
} nt_groups_params;

/* Is an instruction that retired, or trapped and did not. */
typedef struct nt_group {
    bool valid;
    bool trap;
    uint8_t code; /* nt_itype */
    bool ends;    /* the next instruction may be elsewhere */
    bool is_32;   /* bits; else 16 */
    uint64_t pc;
} nt_group;

typedef struct nt_groups_inputs {
    bool rst;
    nt_group group[NT_GROUPS]; /* oldest first */
    uint8_t priv;              /* as the port's */
    bool debug;                /* the groups are of debug mode */
    uint8_t cause;
    uint64_t tval;
    bool hart_reset;
    bool hart_lowpower;
} nt_groups_inputs;

typedef struct nt_groups {
    bool stops;     /* the port has to hear yet that the hart is halted */
    uint8_t status; /* what it heard last, NT_STOP_..., if nothing came since */
    bool overrun;   /* since the reset instructions were lost */
    nt_block_queue queue;
} nt_groups;

/* Takes the state over a clock edge; the port is queue.out. */
void nt_groups_step(nt_groups *state, const nt_groups_params *params, const nt_groups_inputs *in);

#endif
