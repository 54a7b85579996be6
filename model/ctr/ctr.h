/* SPDX-License-Identifier: Apache-2.0 */
/* Is the golden model of nt_ctr: Control Transfer Records, by Smctr/Ssctr 1.0 or their draft 0.1.4.
   docs/ctr.md has the port, both register maps and what is left out. */
#ifndef NT_MODEL_CTR_CTR_H
#define NT_MODEL_CTR_CTR_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NT_CTR_BLOCKS = 4,   /* per cycle at most */
    NT_CTR_ENTRIES = 256 /* of the largest buffer */
};

/* A build: the parameters of nt_ctr. */
typedef struct nt_ctr_config {
    uint8_t xlen;       /* 32, 64 */
    uint8_t nblocks;    /* 1 to 4 */
    bool draft;         /* the register map and rules of draft 0.1.4, else of 1.0 */
    uint16_t depth_min; /* 16 to 256, powers of two: all from the one to the other are there */
    uint16_t depth_max;
    bool has_h;        /* the H extension: modes VU and VS, vsctr registers */
    bool has_ras;      /* RASEMU */
    bool has_external; /* MTE, STE; in the draft ETEN */
    bool has_filters;  /* by transfer type */
    bool has_freeze;   /* LCOFIFRZ; in the draft BPFRZ too, which 1.0 requires */
    bool has_cycles;   /* CC, CCV */
    bool has_misp;     /* MISP */
    uint8_t cce_w;     /* bits of CCE, 0 to 4 */
    bool sram;         /* entries are read a cycle later */
} nt_ctr_config;

/* Modes as the ingress port has them. */
typedef enum nt_ctr_mode {
    NT_CTR_U = 0,
    NT_CTR_S = 1,
    NT_CTR_M = 3,
    NT_CTR_DEBUG = 4,
    NT_CTR_VU = 5,
    NT_CTR_VS = 6,
} nt_ctr_mode;

/* A block: instructions that retired, the last of them maybe a control transfer. */
typedef struct nt_ctr_block {
    bool valid;
    uint8_t itype; /* 0 none, else the transfer type */
    uint64_t isrc; /* pc of the transfer; of a trap epc */
    uint64_t itgt; /* where execution goes on */
    uint8_t tpriv; /* mode after the block */
    bool misp;     /* mispredicted */
} nt_ctr_block;

typedef enum nt_csr_op { NT_CSR_READ, NT_CSR_WRITE, NT_CSR_SET, NT_CSR_CLEAR } nt_csr_op;

/* Bits of `stateen`. */
enum {
    NT_STATEEN_M_CTR = 1,
    NT_STATEEN_H_CTR = 2,
    NT_STATEEN_M_CSRIND = 4,
    NT_STATEEN_H_CSRIND = 8
};

/* The port in one cycle. */
typedef struct nt_ctr_inputs {
    bool rst;
    uint8_t priv;                      /* mode at the cycle's beginning */
    bool halted;                       /* in debug mode */
    nt_ctr_block block[NT_CTR_BLOCKS]; /* oldest first */
    uint16_t cause;                    /* of the cycle's trap, without the interrupt bit */
    /* A CSR access, held until csr_ready. */
    bool csr_valid;
    bool csr_clear; /* it is SCTRCLR */
    uint16_t csr_addr;
    uint8_t csr_op;
    uint64_t csr_wdata;
    uint16_t select; /* what *iselect holds for mireg*, sireg*, vsireg* */
    uint8_t stateen;
} nt_ctr_inputs;

typedef struct nt_ctr_outputs {
    bool csr_ready; /* the access is done in this cycle */
    bool csr_hit;   /* it is one of this unit; else all else is 0 */
    bool csr_illegal;
    bool csr_virtual;
    uint64_t csr_rdata; /* before the write */
} nt_ctr_outputs;

typedef struct nt_ctr_entry {
    uint64_t source; /* ctrsource without V: bit 0 is 0 */
    uint64_t target; /* ctrtarget, with MISP in bit 0 */
    uint32_t data;   /* ctrdata */
} nt_ctr_entry;

/* What a transfer does to the buffer. */
typedef enum nt_ctr_op { NT_CTR_NOTHING, NT_CTR_PUSH, NT_CTR_POP, NT_CTR_SWAP } nt_ctr_op;

/* A bit for each entry, by its place. */
typedef struct nt_ctr_bits {
    uint64_t word[NT_CTR_ENTRIES / 64];
} nt_ctr_bits;

typedef struct nt_ctr {
    uint64_t control;   /* mctrctl, with sctrctl in it; in 1.0's layout */
    uint64_t vscontrol; /* vsctrctl */
    uint8_t depth;      /* 0 to 4: of 16 to 256 entries */
    uint8_t wrptr;
    bool wrap;
    bool frozen;
    uint32_t cycles; /* CtrCycleCounter */
    bool counted;    /* it counts from a record on: the next one has CCV */
    bool fetched;    /* with `sram`: the entry of the access at hand was read */
    nt_ctr_bits valid;
    /* Written since the last clear: else it reads 0. */
    nt_ctr_bits has_source;
    nt_ctr_bits has_target;
    nt_ctr_bits has_data;
    nt_ctr_entry entry[NT_CTR_ENTRIES];
    uint8_t did[NT_CTR_BLOCKS]; /* nt_ctr_op of the last cycle's blocks: for judges, not in RTL */
} nt_ctr;

void nt_ctr_reset(nt_ctr *s, const nt_ctr_config *config);

/* Says what the port answers in this cycle. */
void nt_ctr_out(const nt_ctr *s, const nt_ctr_config *config, const nt_ctr_inputs *in,
                nt_ctr_outputs *out);

/* Takes the clock edge that ends the cycle. */
void nt_ctr_step(nt_ctr *s, const nt_ctr_config *config, const nt_ctr_inputs *in);

/* Returns the entries that the depth code stands for. */
static inline unsigned nt_ctr_depth(const nt_ctr *s) {
    return 16U << s->depth;
}

/* Returns the place in `entry` of a logical entry, the youngest being 0. */
static inline unsigned nt_ctr_place(const nt_ctr *s, unsigned logical) {
    return (s->wrptr - logical - 1U) & (nt_ctr_depth(s) - 1U);
}

static inline bool nt_ctr_bit(const nt_ctr_bits *bits, unsigned place) {
    return (bits->word[place / 64] >> place % 64 & 1) != 0;
}

static inline void nt_ctr_put_bit(nt_ctr_bits *bits, unsigned place, bool value) {
    uint64_t bit = UINT64_C(1) << place % 64;
    bits->word[place / 64] = value ? bits->word[place / 64] | bit : bits->word[place / 64] & ~bit;
}

#endif
