/* SPDX-License-Identifier: Apache-2.0 */
/* From RVFI to the trace ingress port (model of rtl/adapter/nt_rvfi.v). docs/adapters.md. */
#ifndef NT_MODEL_ADAPTER_RVFI_H
#define NT_MODEL_ADAPTER_RVFI_H

#include "model/adapter/block_queue.h"

enum { NT_RVFI_CHANNELS = 4 };

/* Holds the parameters of the RTL. */
typedef struct nt_rvfi_params {
    uint8_t xlen;      /* 32 or 64 */
    uint8_t nret;      /* channels, 1 to 4 */
    uint8_t nblocks;   /* 1 to 4 */
    uint8_t itype_w;   /* 3 or 4 */
    uint8_t iretire_w; /* 2 to 8 */
    bool sijump;
    bool causes;
    uint8_t depth; /* of the queue, 2 * nret to 64 */
} nt_rvfi_params;

/* Is a channel: an instruction, by the names of RVFI and, not of RVFI, what else the hart tells. */
typedef struct nt_rvfi_channel {
    bool valid;
    uint32_t insn;
    bool trap;
    bool halt;
    bool intr;
    uint8_t mode; /* 0 U, 1 S, 3 M */
    uint64_t pc_rdata;
    uint64_t pc_wdata;
    bool hart_virtual;  /* V = 1 */
    bool hart_debug;    /* of debug mode */
    uint8_t hart_cause; /* xcause and xtval of its mode, as it finds them */
    uint64_t hart_tval;
} nt_rvfi_channel;

typedef struct nt_rvfi_inputs {
    bool rst;
    nt_rvfi_channel channel[NT_RVFI_CHANNELS]; /* in program order */
    bool hart_reset;
    bool hart_lowpower;
} nt_rvfi_inputs;

typedef struct nt_rvfi_outputs {
    const nt_ingress *ingress; /* blocks, cause, tval, priv, halted, reset, lowpower; the state's */
    bool overrun;              /* since the reset instructions were lost */
} nt_rvfi_outputs;

typedef struct nt_rvfi {
    bool known;   /* what follows is known from an instruction: */
    bool trapped; /* it trapped, and did not retire */
    bool xret;    /* it returned from a trap */
    bool loads;   /* it loaded `rd` with what the code alone tells */
    uint8_t rd;
    uint8_t priv;   /* its privilege */
    uint64_t pc;    /* where the hart goes on, or of an instruction that trapped its own */
    bool stops;     /* the port has to hear yet that the hart is halted */
    uint8_t status; /* what it heard last, NT_STOP_..., if no instruction came since */
    bool overrun;
    nt_block_queue queue;
} nt_rvfi;

/* Sets what comes out in this cycle. */
void nt_rvfi_out(const nt_rvfi *state, nt_rvfi_outputs *out);

/* Takes the state over a clock edge. */
void nt_rvfi_step(nt_rvfi *state, const nt_rvfi_params *params, const nt_rvfi_inputs *in);

#endif
