/* SPDX-License-Identifier: Apache-2.0 */
/* The port of the tandem-verification trace encoder (rtl/tandem/nt_tv_encoder.v), as its model has
   it. "Trace Protocol Specification" of 2018-11-20, appendix B; docs/tandem-encoder.md. */
#ifndef NT_MODEL_TANDEM_TV_PORT_H
#define NT_MODEL_TANDEM_TV_PORT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NT_TV_LANES = 4,    /* most instructions in a cycle */
    NT_TV_CSRS = 4,     /* CSRs that one of them writes, fflags beside them */
    NT_TV_OUT_MOST = 32 /* bytes in a cycle */
};

/* Holds the parameters of the RTL. */
typedef struct nt_tv_params {
    uint8_t xlen;      /* 32 or 64 */
    uint8_t flen;      /* 0, 32 or 64 */
    uint8_t mlen;      /* 64 with XLEN 64; 32 or 34 with XLEN 32 */
    uint8_t nret;      /* lanes, 1 to 4 */
    uint8_t out_bytes; /* 1, 4, 8, 16 or 32 */
    bool implied_end;  /* an end group is left out where a begin group follows soon */
    bool increment;    /* a GPR that changes little is sent as offset or mask */
    bool has_eaddr;    /* VIRTUAL: effective addresses are sent; else they are ignored */
} nt_tv_params;

/* Is a CSR as it is after the instruction. */
typedef struct nt_tv_csr {
    bool valid;
    uint16_t addr; /* 12 bits */
    uint64_t data;
} nt_tv_csr;

/* Is an instruction that retired or trapped, or an interrupt: all that it changed. What is not
   valid is ignored. One lane is one group. */
typedef struct nt_tv_lane {
    bool valid;
    bool insn_valid;  /* false: an interrupt */
    bool insn_size;   /* false 16 bits, true 32 */
    uint32_t insn;    /* of 16 bits: in the lower half */
    bool pc_given;    /* pc_next is sent; else an instruction's pc is incremented by its size */
    uint64_t pc_next; /* the pc after the instruction or trap */
    bool gpr_valid;
    uint8_t gpr_addr; /* 0: nothing is sent */
    uint64_t gpr_data;
    bool fpr_valid;
    uint8_t fpr_addr;
    uint64_t fpr_data;
    nt_tv_csr csr[NT_TV_CSRS]; /* of a trap: epc, cause, status, tval */
    bool flags_valid;
    uint8_t flags; /* bits of fflags that are set now, 5 bits: sent as fcsr OR flags */
    bool paddr_valid;
    uint64_t paddr; /* MLEN bits */
    bool eaddr_valid;
    uint64_t eaddr; /* MLEN bits */
    bool mem_valid;
    uint8_t mem_size; /* of what is stored: 8 << mem_size bits */
    uint64_t mem_data;
    bool priv_valid;
    uint8_t priv; /* 0 U, 1 S, 3 M */
} nt_tv_lane;

/* Is what the debug module or a loader changes. */
typedef enum nt_tv_init_kind {
    NT_TV_INIT_REGISTER, /* CSR, GPR or FPR by its address of chapter 3 */
    NT_TV_INIT_MEMORY,   /* 8 << init_size bits at an address */
    NT_TV_INIT_PC,
} nt_tv_init_kind;

/* All of a cycle is taken, or, with `ready` low, nothing. In the order of the trace: reset, init,
   counters, lane 0 and on. */
typedef struct nt_tv_inputs {
    bool rst;   /* of the encoder */
    bool reset; /* of the hart */

    bool init_valid;
    uint8_t init_kind;  /* nt_tv_init_kind */
    uint64_t init_addr; /* MLEN bits */
    uint8_t init_size;
    uint64_t init_data;

    bool mtime_valid; /* unobserved state that changed by itself, 64 bits */
    uint64_t mtime;
    bool mcycle_valid;
    uint64_t mcycle;
    bool minstret_valid;
    uint64_t minstret;

    nt_tv_lane lane[NT_TV_LANES]; /* the oldest first */

    bool out_ready; /* what is offered is taken */
} nt_tv_inputs;

/* All come from registers. */
typedef struct nt_tv_outputs {
    bool ready;                       /* the cycle's inputs are taken; low: the hart stalls */
    bool out_valid;                   /* bytes are offered, and stay until they are taken */
    uint8_t out_count;                /* 1 to OUT_BYTES; 0: not valid */
    uint8_t out_data[NT_TV_OUT_MOST]; /* the first byte first; 0 from out_count on */
    bool idle;                        /* nothing is inside, and no group is open */
} nt_tv_outputs;

#endif
