/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of vectors for the verifier, beside a reference that makes of them whatever the
   input says: more elements than there are, wider ones, others in each execution, any state
   afterwards. The verifier gives it what reference.h promises, ends, and what it counts fits
   together. 10 bytes of input are a group; the first ones choose the hart. */
#include "sim/tandem/verifier.h"
#include "tests/fuzz/tandem_reports.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROUP = 10,
    MOST_GROUPS = 64,
    HEAD = 6,
    PC = 0x80000000,
    DATA = 0x80001000,
    LENGTH_MOST = 512,
    REGISTERS = 32,
    OP_V = 0x57,
    LOAD_FP = 0x07,
    STORE_FP = 0x27,
    MSTATUS = 0x300,
    VSTART = 0x008,
    VCSR = 0x00f,
    FCSR = 0x003,
    VL = 0xc20,
    VTYPE = 0xc21,
    VLENB = 0xc22,
};

/* Unicorn 2.0.1 leaks when code is written. */
const char *__lsan_default_suppressions(void);  /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void) { /* NOLINT(bugprone-reserved-identifier) */
    return "leak:libunicorn\n";
}

/* ---- the reference ---- */

/* What it does is drawn of the instruction, and of how often it was asked if `fickle`. */
static uint64_t drawn;
static bool fickle;

static uint64_t draw(void) {
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    drawn ^= drawn << 17;
    return drawn;
}

static void check_promises(const nt_reference_vector *vector) {
    size_t length = vector->vlenb;
    if (length == 0 || (length & (length - 1)) != 0 || length > LENGTH_MOST ||
        vector->vl > length * 8 || vector->load == NULL || vector->store == NULL) {
        abort();
    }
}

static void access_memory(nt_reference_vector *vector) {
    static const size_t counts[] = {0, 1, 4, 64, LENGTH_MOST * 8, LENGTH_MOST * 8 + 1};
    static const size_t sizes[] = {1, 2, 4, 8, 8, 8, 9, 4096};
    static const int64_t strides[] = {0, 1, 8, -8, 4096};
    size_t count = counts[draw() % (sizeof counts / sizeof counts[0])];
    size_t size = sizes[draw() % (sizeof sizes / sizeof sizes[0])];
    uint64_t stride = (uint64_t)strides[draw() % (sizeof strides / sizeof strides[0])];
    uint64_t address = vector->registers.x[vector->code >> 15 & 31];
    bool stores = (vector->code & 0x7f) == STORE_FP;
    for (size_t i = 0; i < count; i++, address += stride) {
        if (stores || draw() % 16 == 0) {
            vector->store(vector->context, address, size, draw());
        } else {
            vector->bytes[i % (REGISTERS * vector->vlenb)] =
                (uint8_t)vector->load(vector->context, address, size);
        }
    }
}

static void step_vector(void *self, nt_reference_vector *vector) {
    (void)self;
    check_promises(vector);
    drawn = fickle ? drawn + 1 : UINT64_C(0x9e3779b97f4a7c15) * (vector->code | 1);
    vector->executed = draw() % 8 != 0;
    if ((vector->code & 0x7f) != OP_V) {
        access_memory(vector);
    }
    for (unsigned i = 0; i < 64; i++) {
        vector->bytes[draw() % (REGISTERS * vector->vlenb)] ^= (uint8_t)draw();
    }
    unsigned rd = vector->code >> 7 & 31;
    vector->registers.x[rd] = draw();
    vector->registers.f[rd] = draw();
    if (draw() % 4 == 0) {
        vector->registers.fcsr = (uint32_t)draw();
        vector->vcsr = draw();
        vector->vl = draw();
    }
}

/* ---- the trace ---- */

typedef struct parts {
    nt_tandem_field fields[32];
    size_t count;
} parts;

static void add(parts *group, const nt_tandem_field *field) {
    group->fields[group->count++] = *field;
}

static void add_register(parts *group, unsigned reg, uint64_t value) {
    nt_tandem_field field = {.opcode = NT_TANDEM_REGISTER, .reg = (uint16_t)reg, .value = value};
    add(group, &field);
}

static void add_state(parts *group, uint8_t id, uint64_t value) {
    nt_tandem_field field = {.opcode = NT_TANDEM_STATE, .id = id, .value = value};
    add(group, &field);
}

static void add_opcode(parts *group, uint8_t opcode, uint64_t value) {
    nt_tandem_field field = {.opcode = opcode, .value = value};
    add(group, &field);
}

/* What is known at first: pointers in x8 to x15, and half of memory. */
static void start(parts *group, const uint8_t head[HEAD], const nt_tandem_format *format) {
    uint64_t on = format->xlen == 64 ? UINT64_C(0xa00002200) : 0x2200;
    add_opcode(group, NT_TANDEM_INITIALIZATION, 0);
    add_register(group, MSTATUS, on);
    add_register(group, VLENB, (head[1] & 1) != 0 ? head[2] : UINT64_C(1) << head[2] % 10);
    add_register(group, VL, (head[1] & 2) != 0 ? (uint64_t)head[3] << head[4] % 56 : head[3]);
    add_register(group, VTYPE, head[4]);
    if ((head[1] & 4) != 0) {
        add_register(group, VSTART, head[5]);
        add_register(group, VCSR, head[5] & 7);
        add_register(group, FCSR, head[5]);
    }
    for (unsigned i = 0; i < 8; i++) {
        add_register(group, NT_TANDEM_GPR + 8 + i, DATA + 24 * i);
    }
    for (unsigned i = 0; i < 8; i++) {
        nt_tandem_field memory = {.opcode = NT_TANDEM_REQUEST,
                                  .operation = NT_TANDEM_STORE,
                                  .size = 2,
                                  .address = DATA + 8 * i,
                                  .value = UINT32_C(0x01020304) * i};
        add(group, &memory);
    }
    add_state(group, NT_TANDEM_PC, PC);
}

/* An instruction of vectors: bytes 0 to 3; what the trace has beside it: 4 to 9. */
static void make_group(parts *group, const uint8_t *bytes) {
    static const uint8_t opcodes[4] = {OP_V, OP_V, LOAD_FP, STORE_FP};
    uint32_t code = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                    (uint32_t)bytes[3] << 24;
    uint64_t value = (uint64_t)bytes[5] << 8 | bytes[6];
    unsigned told = bytes[4];
    code = (code & ~UINT32_C(0x7f)) | opcodes[bytes[0] & 3];
    group->count = 0;
    add_opcode(group, NT_TANDEM_INCREMENT_PC, 0);
    add_opcode(group, NT_TANDEM_INSN32, code);
    if ((told & 1) != 0) {
        add_register(group, NT_TANDEM_GPR + (code >> 7 & 31), value);
    }
    if ((told & 2) != 0) {
        add_register(group, VL, value);
    }
    if ((told & 4) != 0) {
        add_register(group, VTYPE, bytes[7]);
    }
    if ((told & 8) != 0) {
        add_register(group, bytes[7] % 2 == 0 ? VCSR : VSTART, bytes[8] & 7);
    }
    if ((told & 0x10) != 0) {
        add_state(group, NT_TANDEM_PADDR, DATA + value % LENGTH_MOST);
    }
    if ((told & 0x20) != 0) {
        add_state(group, NT_TANDEM_EADDR, DATA + value % LENGTH_MOST);
    }
    if ((told & 0x40) != 0) {
        add_state(group, (uint8_t)(NT_TANDEM_STORE8 + bytes[8] % 4), value);
    }
    if ((told & 0x80) != 0) { /* a trap */
        add_register(group, 0x341, PC);
        add_register(group, 0x342, bytes[9]);
    }
}

static void check_counts(const nt_tv_counts *counts, uint64_t reports) {
    if (judged(counts, reports) != counts->instructions ||
        counts->unstored > counts->instructions) {
        abort();
    }
}

static int take(nt_tv_verifier *verifier, const parts *made) {
    nt_tandem_group group = {.atomic = true, .fields = made->fields, .count = made->count};
    return nt_tv_verifier_take(verifier, &group);
}

static int take_all(nt_tv_verifier *verifier, const nt_tandem_format *format, const uint8_t *data,
                    size_t size) {
    parts group = {.count = 0};
    start(&group, data, format);
    int result = take(verifier, &group);
    for (size_t at = HEAD; result == 0 && at + GROUP <= size; at += GROUP) {
        make_group(&group, data + at);
        result = take(verifier, &group);
    }
    return result == 0 ? nt_tv_verifier_end(verifier) : result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const nt_tandem_format formats[] = {
        {64, 64, 64, false, 0},
        {64, 64, 64, false, 1U << NT_TANDEM_ABSENT_PADDR},
        {32, 64, 32, false, 0},
        {64, 64, 64, false, 1U << NT_TANDEM_ABSENT_STORE | 1U << NT_TANDEM_ABSENT_GPR},
    };
    if (size < HEAD || size > HEAD + GROUP * MOST_GROUPS) {
        return 0;
    }
    nt_reference reference = nt_tv_unicorn;
    nt_error error = {0};
    uint64_t reports = 0;
    reference.step_vector = step_vector;
    fickle = (data[0] & 4) != 0;
    drawn = data[0] | 1U;
    nt_tv_setup setup = {.format = formats[data[0] & 3],
                         .reference = &reference,
                         .sink = take_report,
                         .context = &reports,
                         .error = &error};
    nt_tv_verifier *verifier = nt_tv_verifier_new(&setup);
    if (verifier == NULL) {
        abort();
    }
    if (take_all(verifier, &setup.format, data, size) == 0) {
        check_counts(nt_tv_verifier_counts(verifier), reports);
    } else if (error.text[0] == '\0') {
        abort();
    }
    nt_tv_verifier_free(verifier);
    return 0;
}
