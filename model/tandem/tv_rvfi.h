/* SPDX-License-Identifier: Apache-2.0 */
/* From RVFI to lanes of the tandem trace (model of rtl/tandem/nt_tv_rvfi.v). docs/tandem-rvfi.md.
 */
#ifndef NT_MODEL_TANDEM_TV_RVFI_H
#define NT_MODEL_TANDEM_TV_RVFI_H

#include "model/tandem/tv_port.h"

enum {
    NT_TV_RVFI_CSRS = 16,  /* most CSRs that a core has in RVFI */
    NT_TV_RVFI_DEPTH = 64, /* most rows that the queue holds */
};

/* What mem_addr is. */
typedef enum nt_tv_rvfi_addresses {
    NT_TV_RVFI_PHYSICAL,  /* physical */
    NT_TV_RVFI_EFFECTIVE, /* effective; physical ones are unknown */
    NT_TV_RVFI_BOTH,      /* effective; mem_paddr is physical */
} nt_tv_rvfi_addresses;

/* What was said and is not in the trace: bits of `refused`. */
typedef enum nt_tv_rvfi_reason {
    NT_TV_RVFI_LONG = 1,    /* an instruction of more than 32 bits */
    NT_TV_RVFI_MASK = 2,    /* bytes that no load or store accesses */
    NT_TV_RVFI_PART = 4,    /* a CSR that changed, and is not known whole */
    NT_TV_RVFI_MANY = 8,    /* more than four CSRs */
    NT_TV_RVFI_EXTAMO = 16, /* an AMO without what it stored */
    NT_TV_RVFI_MODE = 32,   /* mode 2 */
} nt_tv_rvfi_reason;

/* Holds the parameters of the RTL. */
typedef struct nt_tv_rvfi_params {
    uint8_t xlen; /* 32 or 64 */
    uint8_t flen; /* 0, 32 or 64 */
    uint8_t mlen; /* 32, 34 or 64 */
    uint8_t nret; /* channels, 1 to 4 */
    uint8_t csrs; /* 0 to 16 */
    nt_tv_rvfi_addresses addresses;
    bool loads;    /* mem_rmask has the bytes that are loaded and no others */
    uint8_t depth; /* rows of the queue, 0 (none), 2 to 64 */
} nt_tv_rvfi_params;

/* Is a CSR in RVFI. */
typedef struct nt_tv_rvfi_csr {
    uint16_t addr; /* 12 bits */
    uint64_t rmask;
    uint64_t wmask;
    uint64_t rdata;
    uint64_t wdata;
} nt_tv_rvfi_csr;

/* Is a channel of RVFI: an instruction, by the names of its signals. */
typedef struct nt_tv_rvfi_channel {
    bool valid;
    uint64_t order;
    uint32_t insn;
    bool trap;
    bool halt;
    bool intr;
    uint8_t mode; /* 0 U, 1 S, 3 M */
    uint8_t rd_addr;
    uint64_t rd_wdata;
    uint64_t pc_rdata;
    uint64_t pc_wdata;
    uint64_t mem_addr;
    uint8_t mem_rmask;
    uint8_t mem_wmask;
    uint64_t mem_wdata;
    bool mem_extamo;
    uint64_t mem_paddr;
    bool frd_wvalid;
    uint8_t frd_addr;
    uint64_t frd_wdata;
    nt_tv_rvfi_csr csr[NT_TV_RVFI_CSRS];
} nt_tv_rvfi_channel;

typedef struct nt_tv_rvfi_inputs {
    bool rst;
    nt_tv_rvfi_channel channel[NT_TV_LANES]; /* in program order */
    bool flush;                              /* the core rests: what is held goes out */
    bool ready;                              /* the encoder takes the lanes */
} nt_tv_rvfi_inputs;

typedef struct nt_tv_rvfi_outputs {
    bool rvfi_ready; /* low: the channels have to stay, or are lost */
    nt_tv_lane lane[NT_TV_LANES];
    bool held;       /* an instruction waits for the next */
    bool overrun;    /* the channels did not stay */
    bool gap;        /* of `order` */
    uint8_t refused; /* nt_tv_rvfi_reason */
} nt_tv_rvfi_outputs;

/* Is an instruction, or the entry before one, whose lane waits for what comes next. */
typedef struct nt_tv_rvfi_item {
    bool entry; /* the pc or the mode changed without an instruction: an interrupt, the first pc;
                   without a pc: instructions were lost */
    bool trap;
    bool xret;
    uint8_t mode;    /* of the instruction; of an entry, the new one */
    nt_tv_lane lane; /* valid and priv apart */
} nt_tv_rvfi_item;

/* Is what the channels have in a cycle. */
typedef struct nt_tv_rvfi_row {
    bool lost; /* before it, others were lost */
    nt_tv_rvfi_channel channel[NT_TV_LANES];
} nt_tv_rvfi_row;

/* Is the queue before the lanes. */
typedef struct nt_tv_rvfi_queue {
    unsigned level;
    unsigned head; /* of the oldest row */
    bool lost;     /* rows were lost, and none came since */
    nt_tv_rvfi_row row[NT_TV_RVFI_DEPTH];
} nt_tv_rvfi_queue;

/* `queue`: the caller's, with a depth. */
typedef struct nt_tv_rvfi {
    nt_tv_rvfi_queue *queue;
    bool valid; /* there is an item */
    bool sent;  /* its lane went out already */
    bool halt;  /* no instruction follows for now */
    nt_tv_rvfi_item item;
    uint8_t done;    /* channels that were taken while others wait, a bit for each */
    bool noted;      /* ... and the loss before them */
    bool wait;       /* the channels of the cycle before have to stay: these */
    uint8_t waiting; /* a bit for each that was valid */
    uint8_t low_order[NT_TV_LANES];
    bool order_known;
    uint64_t order; /* the next one */
    bool overrun;
    bool gap;
    uint8_t refused;
} nt_tv_rvfi;

/* Sets what comes out in this cycle. */
void nt_tv_rvfi_out(const nt_tv_rvfi *state, const nt_tv_rvfi_params *params,
                    const nt_tv_rvfi_inputs *in, nt_tv_rvfi_outputs *out);

/* Takes the state over a clock edge. */
void nt_tv_rvfi_step(nt_tv_rvfi *state, const nt_tv_rvfi_params *params,
                     const nt_tv_rvfi_inputs *in);

#endif
