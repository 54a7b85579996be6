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

static inline bool nt_apb_is_aligned(const nt_apb *apb) {
    return apb->PADDR % 4 == 0;
}

/* The access of this cycle reads or writes `offset`, ready or not. */
static inline bool nt_apb_reads(const nt_apb *apb, uint16_t offset) {
    return apb->PSEL && apb->PENABLE && !apb->PWRITE && apb->PADDR == offset;
}

static inline bool nt_apb_writes(const nt_apb *apb, uint16_t offset) {
    return apb->PSEL && apb->PENABLE && apb->PWRITE && apb->PADDR == offset;
}

static inline uint32_t nt_apb_strobe_mask(const nt_apb *apb) {
    uint32_t mask = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
        mask |= apb->PSTRB >> byte & 1 ? UINT32_C(0xff) << (8 * byte) : 0;
    }
    return mask;
}

/* The bits of `offset` that are written as 1: for fields where writing 0 does nothing. */
static inline uint32_t nt_apb_ones(const nt_apb *apb, uint16_t offset) {
    return nt_apb_writes(apb, offset) ? apb->PWDATA & nt_apb_strobe_mask(apb) : 0;
}

/* What is written: bytes without their strobe keep what is `read` there. */
static inline uint32_t nt_apb_word(const nt_apb *apb, uint32_t read) {
    uint32_t mask = nt_apb_strobe_mask(apb);
    return (read & ~mask) | (apb->PWDATA & mask);
}

/* The answer of this cycle: `waits` if the access is not ready, `read` what the address holds. */
static inline nt_apb_answer nt_apb_answer_to(const nt_apb *apb, bool waits, uint32_t read) {
    bool done = apb->PSEL && apb->PENABLE && !waits;
    bool aligned = nt_apb_is_aligned(apb);
    return (nt_apb_answer){.PREADY = !waits,
                           .PSLVERR = done && !aligned,
                           .PRDATA = done && !apb->PWRITE && aligned ? read : 0};
}

#endif
