/* SPDX-License-Identifier: Apache-2.0 */
/* A loop of two instructions that runs a thousand times, with a fault and a stop, as trace. */
#ifndef TESTS_LIBNTRACE_FLOW_LOOP_STREAM_H
#define TESTS_LIBNTRACE_FLOW_LOOP_STREAM_H

#include "ntrace/flow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* bne to itself at 0x100, addi at 0x104, j 0x100 at 0x108; nothing else. */
static inline nt_insn loop_at(void *context, uint64_t pc) {
    (void)context;
    switch (pc) {
    case 0x100:
        return (nt_insn){.size = 4, .class_ = NT_INSN_BRANCH, .target = 0x100};
    case 0x104:
        return (nt_insn){.size = 4};
    case 0x108:
        return (nt_insn){.size = 4, .class_ = NT_INSN_DIRECT_JUMP, .target = 0x100};
    default:
        return (nt_insn){.size = 0};
    }
}

static const nt_code loop_code = {.isa = {.xlen = 64}, .at = loop_at};

enum { LOOP_BYTES = 256 };

static inline size_t put_message(uint8_t *bytes, const nt_message *message) {
    const nt_message_format format = {0};
    size_t size = nt_message_encode(message, &format, bytes);
    assert_true(size > 0);
    return size;
}

static inline nt_message loop_message(uint8_t tcode, nt_field a, uint64_t x, nt_field b,
                                      uint64_t y) {
    nt_message m = {0};
    nt_message_set(&m, NT_FIELD_TCODE, tcode);
    nt_message_set(&m, a, x);
    nt_message_set(&m, b, y);
    return m;
}

/* A synchronizing message, a branch taken, the same a thousand times, a byte too wide, a stop. */
static inline size_t loop_stream(uint8_t bytes[LOOP_BYTES]) {
    size_t size = 0;
    nt_message m = loop_message(NT_TCODE_PROG_TRACE_SYNC, NT_FIELD_SYNC, 1, NT_FIELD_ICNT, 0);
    nt_message_set(&m, NT_FIELD_FADDR, 0x100 >> 1);
    size += put_message(bytes + size, &m);
    nt_message branch = loop_message(NT_TCODE_DIRECT_BRANCH, NT_FIELD_ICNT, 2, NT_FIELD_ICNT, 2);
    size += put_message(bytes + size, &branch);
    nt_message repeat =
        loop_message(NT_TCODE_REPEAT_BRANCH, NT_FIELD_BCNT, 1000, NT_FIELD_BCNT, 1000);
    size += put_message(bytes + size, &repeat);
    bytes[size++] = 2; /* MSEO=10 */
    size += put_message(bytes + size, &branch);
    size += put_message(bytes + size, &m);
    nt_message stop =
        loop_message(NT_TCODE_PROG_TRACE_CORRELATION, NT_FIELD_EVCODE, 0, NT_FIELD_CDF, 0);
    nt_message_set(&stop, NT_FIELD_ICNT, 6);
    return size + put_message(bytes + size, &stop);
}

#endif
