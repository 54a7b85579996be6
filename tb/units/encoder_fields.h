/* SPDX-License-Identifier: Apache-2.0 */
/* What of the model's encoder can be compared with the RTL's registers, and how those hold it. */
#ifndef NT_TB_UNITS_ENCODER_FIELDS_H
#define NT_TB_UNITS_ENCODER_FIELDS_H

#include "model/codes.h"
#include "model/encoder.h"

#include <string.h>

enum { FIELD_CODE = 1, FIELD_BTYPE = 2, FIELD_ICNT = 4, FIELD_ADDR = 8, FIELD_HIST = 16 };

/* The fields of a descriptor that its message has; the others hold anything. */
static inline unsigned fields_of(const nt_descriptor *d) {
    enum {
        CODE = FIELD_CODE,
        BTYPE = FIELD_BTYPE,
        ICNT = FIELD_ICNT,
        ADDR = FIELD_ADDR,
        HIST = FIELD_HIST,
    };
    switch (d->tcode) {
    case NT_TCODE_DIRECT_BRANCH:
        return ICNT;
    case NT_TCODE_INDIRECT_BRANCH:
        return BTYPE | ICNT | ADDR;
    case NT_TCODE_INDIRECT_BRANCH_HIST:
        return BTYPE | ICNT | ADDR | HIST;
    case NT_TCODE_PROG_TRACE_SYNC:
    case NT_TCODE_DIRECT_BRANCH_SYNC:
        return CODE | ICNT | ADDR;
    case NT_TCODE_INDIRECT_BRANCH_SYNC:
        return CODE | BTYPE | ICNT | ADDR;
    case NT_TCODE_INDIRECT_BRANCH_HIST_SYNC:
        return CODE | BTYPE | ICNT | ADDR | HIST;
    case NT_TCODE_OWNERSHIP:
        return d->btype ? CODE | BTYPE | ADDR : CODE | BTYPE;
    case NT_TCODE_REPEAT_BRANCH:
        return ADDR;
    case NT_TCODE_PROG_TRACE_CORRELATION:
        return d->btype ? CODE | BTYPE | ICNT | HIST : CODE | BTYPE | ICNT;
    case NT_TCODE_RESOURCE_FULL:
        return CODE | (d->code == 0 || d->code & NT_ICNT_FIRST ? (unsigned)ICNT : 0u) |
               ((d->code & 3) != 0 ? (unsigned)HIST : 0u) |
               ((d->code & 3) == NT_RCODE_HREPEAT ? (unsigned)ADDR : 0u);
    default:
        return CODE | ICNT;
    }
}

static inline uint64_t low_ones(unsigned count) {
    return (UINT64_C(1) << count) - 1;
}

/* A nibble of nested traps for each filter; mostly there is none. */
static inline uint64_t nested_traps(const uint8_t *nest) {
    uint64_t half[2];
    uint64_t all = 0;
    memcpy(half, nest, sizeof half); /* NT_MAX_FILTERS bytes */
    for (unsigned i = 0; (half[0] | half[1]) != 0 && i < NT_MAX_FILTERS; i++) {
        all |= (uint64_t)nest[i] << 4 * i;
    }
    return all;
}

/* HIST where there is no repeated history: the pending branches under the stop bit. */
static inline uint64_t plain_hist(const nt_history_state *history) {
    return (history->recent & low_ones(history->pending)) | UINT64_C(1) << history->pending;
}

/* The entry of the return stack with so many above it. */
static inline uint64_t stack_entry(const nt_encoder *m, unsigned above) {
    const nt_return_stack *stack = &m->flow.state.stack;
    return stack->entry[(stack->top - 1u - above) & (m->config->stack_depth - 1u)];
}

/* Eight bytes of the wide serializer's buffer, the first one lowest, 0 where there is none. */
static inline uint64_t wide_word(const nt_serializer_wide *serializer, unsigned word) {
    uint64_t bytes = 0;
    for (unsigned i = 0; i < 8 && 8 * word + i < serializer->level; i++) {
        bytes |= (uint64_t)serializer->byte[8 * word + i] << 8 * i;
    }
    return bytes;
}

/* Events that windows of waves are about. */

/* An instruction at `address` is in a block at the pins, the middle of one included. */
static inline bool retires(const nt_ingress *ingress, uint64_t address) {
    for (unsigned i = 0; i < NT_MAX_BLOCKS; i++) {
        const nt_block *block = &ingress->block[i];
        if (address - block->iaddr < 2u * block->iretire) {
            return true;
        }
    }
    return false;
}

/* A message of this TCODE begins to be sent; of a wide serializer, it is the next one. */
static inline bool sends(const nt_encoder *m, uint64_t tcode) {
    return m->fifo.level != 0 && nt_message_fifo_head(&m->fifo)->tcode == tcode &&
           (m->config->out_bytes > 1 ||
            (m->serializer.part == NT_PART_TCODE && !m->serializer.second));
}

#endif
