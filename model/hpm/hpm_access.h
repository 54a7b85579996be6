/* SPDX-License-Identifier: Apache-2.0 */
/* The counters' CSRs: state, numbers, who may access what, reading and writing (model of
   rtl/hpm/nt_hpm_access.v). */
#ifndef NT_MODEL_HPM_HPM_ACCESS_H
#define NT_MODEL_HPM_HPM_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NT_HPM_COUNTERS = 32, /* by the number of their CSR: 0 mcycle, 2 minstret, 1 does not exist */
    NT_HPM_FIRST = 3,     /* the first programmable one */
    NT_HPM_FIXED_W = 64,  /* bits of mcycle and minstret, by the privileged architecture */
    NT_HPM_EXT_EVENTS = 8,
};

/* The hart's mode */
enum {
    NT_HPM_U = 0,
    NT_HPM_S = 1,
    NT_HPM_M = 3,
    NT_HPM_DEBUG = 4, /* counts and accesses as M does */
    NT_HPM_VU = 5,
    NT_HPM_VS = 6,
};

/* Bits 63 to 58 of mhpmevent, shifted down to bit 0 */
enum {
    NT_HPM_INH_VU = 1 << 0,
    NT_HPM_INH_VS = 1 << 1,
    NT_HPM_INH_U = 1 << 2,
    NT_HPM_INH_S = 1 << 3,
    NT_HPM_INH_M = 1 << 4,
    NT_HPM_OF = 1 << 5,
    NT_HPM_FLAGS = 58, /* where they begin */
};

/* As the RTL's parameters. */
typedef struct nt_hpm_params {
    unsigned xlen;        /* 32, 64 */
    unsigned nblocks;     /* 1 to 4 */
    unsigned icount_w;    /* 1 to 8 */
    unsigned ncounters;   /* programmable ones, 0 to 29: mhpmcounter3 and on; the others read 0 */
    unsigned width;       /* their bits, 32 to 64 */
    unsigned next_events; /* 0 to 8 */
    bool has_u;
    bool has_s;       /* only with U */
    bool has_h;       /* only with S: VS and VU */
    bool has_cntrpmf; /* mcyclecfg and minstretcfg: Smcntrpmf */
    bool has_cdeleg;  /* sireg*, vsireg*, scountinhibit: Smcdeleg, Ssccfg; only with S */
} nt_hpm_params;

/* Of a counter that is not there all is 0. */
typedef struct nt_hpm {
    uint64_t count[NT_HPM_COUNTERS];
    uint32_t event[NT_HPM_COUNTERS]; /* mhpmevent[31:0]: 0 or the number of one of our events */
    uint8_t flags[NT_HPM_COUNTERS];  /* mhpmevent[63:58]: NT_HPM_OF, NT_HPM_INH_...; by the numbers
                                        of these, so 1 is mcyclecfg and 2 minstretcfg */
    uint32_t mcountinhibit;
    uint32_t mcounteren;
    uint32_t hcounteren;
    uint32_t scounteren;
    bool own;           /* the instruction that wrote a counter has still to retire */
    uint8_t own_number; /* ... that counter */
    bool request;       /* a counter overflowed in the cycle before, with OF 0 */
    bool lcofip;
} nt_hpm;

typedef enum nt_hpm_op {
    NT_HPM_READ,
    NT_HPM_WRITE,
    NT_HPM_SET,
    NT_HPM_CLEAR,
} nt_hpm_op;

typedef struct nt_hpm_request {
    bool valid;
    uint16_t addr; /* 12 bits */
    uint8_t op;    /* nt_hpm_op */
    uint64_t wdata;
    bool retires; /* of an instruction, which retires as the first of the next block */
    /* What the hart holds */
    uint16_t select; /* 12 bits of siselect for sireg*, of vsiselect for vsireg*, and for a guest */
    uint8_t stateen; /* NT_HPM_MSTATEEN0, NT_HPM_HSTATEEN0 */
    bool cde;        /* menvcfg.CDE */
} nt_hpm_request;

/* Bits of `stateen`, 1 without Smstateen: bit 60 of either */
enum { NT_HPM_MSTATEEN0 = 1, NT_HPM_HSTATEEN0 = 2 };

/* All 0 but in the cycle in which the access is done. */
typedef struct nt_hpm_answer {
    bool ready;
    bool hit;        /* the CSR is one of ours */
    uint64_t rdata;  /* before the write; 0 if it is not allowed */
    bool illegal;    /* illegal-instruction exception */
    bool is_virtual; /* virtual-instruction exception */
} nt_hpm_answer;

/* Answers an access in that mode; it is done in this cycle. */
void nt_hpm_answer_access(const nt_hpm *s, const nt_hpm_params *p, unsigned priv,
                          const nt_hpm_request *request, nt_hpm_answer *answer);

/* Does a write that was answered as allowed. */
void nt_hpm_write(nt_hpm *s, const nt_hpm_params *p, const nt_hpm_request *request,
                  const nt_hpm_answer *answer);

/* The counter whose value, any half of it, a write that is allowed is about; else NT_HPM_COUNTERS.
 */
unsigned nt_hpm_written_count(const nt_hpm_params *p, const nt_hpm_request *request);

/* Likewise of OF. */
unsigned nt_hpm_written_of(const nt_hpm_params *p, const nt_hpm_request *request);

/* Whether the counter with a CSR of that number is there; else the CSR reads 0. */
bool nt_hpm_has(const nt_hpm_params *p, unsigned n);

/* The place of an event in hpm_events.def, from 1 on; 0 if it is none of the build's. */
unsigned nt_hpm_event_place(const nt_hpm_params *p, uint32_t number);

#endif
