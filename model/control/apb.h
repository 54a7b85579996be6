/* SPDX-License-Identifier: Apache-2.0 */
/* APB4 as a register block sees it, by the bus's names. */
#ifndef NT_MODEL_CONTROL_APB_H
#define NT_MODEL_CONTROL_APB_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_apb {
    bool PSEL;
    bool PENABLE;
    bool PWRITE;
    uint16_t PADDR; /* 12 bits */
    uint8_t PSTRB;  /* 4 bits */
    uint32_t PWDATA;
} nt_apb;

typedef struct nt_apb_answer {
    bool PREADY;
    bool PSLVERR;
    uint32_t PRDATA;
} nt_apb_answer;

/* The access phase, ready or not. */
static inline bool nt_apb_is_access(const nt_apb *apb) {
    return apb->PSEL && apb->PENABLE;
}

static inline bool nt_apb_is_write(const nt_apb *apb) {
    return nt_apb_is_access(apb) && apb->PWRITE;
}

/* The access of this cycle reads or writes `offset`, ready or not. */
static inline bool nt_apb_reads(const nt_apb *apb, uint16_t offset) {
    return nt_apb_is_access(apb) && !apb->PWRITE && apb->PADDR == offset;
}

static inline bool nt_apb_writes(const nt_apb *apb, uint16_t offset) {
    return nt_apb_is_write(apb) && apb->PADDR == offset;
}

static inline uint32_t nt_apb_strobe_mask(const nt_apb *apb) {
    uint32_t mask = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
        mask |= apb->PSTRB >> byte & 1 ? UINT32_C(0xff) << (8 * byte) : 0;
    }
    return mask;
}

/* The bit of `offset` is written as 1: for fields where writing 0 does nothing. */
static inline bool nt_apb_sets(const nt_apb *apb, uint16_t offset, unsigned bit) {
    return nt_apb_writes(apb, offset) && ((apb->PWDATA & nt_apb_strobe_mask(apb)) >> bit & 1);
}

/* What is written: bytes without their strobe keep what is `read` there. */
static inline uint32_t nt_apb_word(const nt_apb *apb, uint32_t read) {
    uint32_t mask = nt_apb_strobe_mask(apb);
    return (read & ~mask) | (apb->PWDATA & mask);
}

/* Without an access. */
static inline nt_apb_answer nt_apb_no_answer(void) {
    return (nt_apb_answer){.PREADY = true};
}

/* The answer to an access: `waits` if it is not ready, which only a word's address is; `read` what
   the address holds. */
static inline nt_apb_answer nt_apb_answer_to(const nt_apb *apb, bool waits, uint32_t read) {
    return (nt_apb_answer){.PREADY = !waits,
                           .PSLVERR = apb->PADDR % 4 != 0,
                           .PRDATA = !waits && !apb->PWRITE ? read : 0};
}

#endif
