/* SPDX-License-Identifier: Apache-2.0 */
/* Performance counters beside a hart (model of rtl/hpm/nt_hpm.v): mcycle, minstret, mhpmcounter3
   and on, with Sscofpmf. RISC-V privileged architecture, "Hardware Performance Monitor" and counter
   enables; Sscofpmf 1.0. */
#ifndef NT_MODEL_HPM_HPM_H
#define NT_MODEL_HPM_HPM_H

#include "model/hpm/hpm_access.h"

enum { NT_HPM_BLOCKS = 4 }; /* at most, in a cycle */

/* A run of instructions that retired, and what ended it. */
typedef struct nt_hpm_block {
    bool valid;
    uint8_t icount; /* 0: a trap on its own */
    uint8_t itype;  /* of 4 bits, without all-jumps */
    uint8_t tpriv;  /* the mode after it */
} nt_hpm_block;

/* A bit or number a cycle, in the mode at the cycle's beginning. */
typedef struct nt_hpm_cycle_events {
    uint8_t trace_messages; /* 0 to 15 */
    uint8_t trace_bytes;    /* 0 to 15 */
    bool trace_stall;
    bool trace_loss;
    uint8_t ext_event; /* bit n: event n of the hart */
} nt_hpm_cycle_events;

typedef struct nt_hpm_inputs {
    bool rst;
    bool stop;    /* nothing counts: dcsr.stopcount in debug mode */
    uint8_t priv; /* before the blocks; NT_HPM_... of hpm_access.h */
    nt_hpm_block block[NT_HPM_BLOCKS];
    nt_hpm_cycle_events events;
    nt_hpm_request csr;
    bool lcofip_write; /* the hart writes bit 13 of mip or sip */
    bool lcofip_wdata;
} nt_hpm_inputs;

typedef struct nt_hpm_outputs {
    nt_hpm_answer csr;
    uint32_t mcounteren; /* the hart needs bit 1 of these for `time` */
    uint32_t hcounteren;
    uint32_t scounteren;
    bool lcofip; /* bit 13 of mip and sip */
} nt_hpm_outputs;

/* Combinational. */
void nt_hpm_out(const nt_hpm *s, const nt_hpm_params *p, const nt_hpm_inputs *in,
                nt_hpm_outputs *out);

/* One clock edge. */
void nt_hpm_step(nt_hpm *s, const nt_hpm_params *p, const nt_hpm_inputs *in);

#endif
