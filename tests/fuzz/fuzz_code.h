/* SPDX-License-Identifier: Apache-2.0 */
/* Programs out of the fuzzer's bytes, for decoders that are fed any bytes. */
#ifndef NT_FUZZ_CODE_H
#define NT_FUZZ_CODE_H

#include "libntrace/program/image.h"

#include <stdlib.h>

enum { FUZZ_CODE_START = 0x1000, FUZZ_CODE_MOST = 48 };

typedef struct fuzz_code {
    nt_image *image;
    uint64_t end;
    size_t used; /* bytes of the input that it is made of */
} fuzz_code;

static inline void fuzz_code_put(fuzz_code *code, const nt_insn *insn) {
    if (nt_image_write_insn(code->image, code->end, insn) != 0) {
        abort();
    }
    code->end += insn->size;
}

/* Every kind of exit by type, and at the end, as bytes: auipc x7, 0; jalr x0, -16(x7); custom-0;
   c.jr x1; c.nop */
static inline void fuzz_code_fixed(fuzz_code *code) {
    static const uint8_t bytes[] = {0x97, 0x03, 0, 0, 0x67, 0x80, 0x03, 0xff,
                                    0x0b, 0,    0, 0, 0x82, 0x80, 0x01, 0};
    for (unsigned i = 0; i < 12; i++) {
        uint64_t target = FUZZ_CODE_START + (code->end * 12 & 0x3c);
        fuzz_code_put(code, &(nt_insn){4, (uint8_t)(i % NT_INSN_CLASSES), target});
    }
    if (nt_image_write(code->image, code->end, bytes, sizeof bytes) != 0) {
        abort();
    }
    code->end += sizeof bytes;
}

/* The first byte: how many instructions; 0: the fixed ones. Two bytes each: class and size, and
   where it leads. */
static inline fuzz_code fuzz_code_new(const uint8_t *data, size_t size) {
    fuzz_code code = {.image = nt_image_new(32), .end = FUZZ_CODE_START};
    if (code.image == NULL) {
        abort();
    }
    size_t count = size == 0 ? 0 : data[0] % (FUZZ_CODE_MOST + 1);
    code.used = size == 0 ? 0 : 1;
    if (count == 0) {
        fuzz_code_fixed(&code);
    }
    for (size_t i = 0; i < count; i++) {
        bool there = code.used + 2 <= size;
        uint8_t what = there ? data[code.used] : 0;
        uint64_t target = FUZZ_CODE_START + 2 * (uint64_t)(there ? data[code.used + 1] : 0);
        code.used += there ? 2 : 0;
        fuzz_code_put(&code, &(nt_insn){what & 0x80 ? 2 : 4, what % NT_INSN_CLASSES, target});
    }
    return code;
}

/* The first byte: how many bytes of code follow. */
static inline fuzz_code fuzz_code_bytes(const nt_isa *isa, const uint8_t *data, size_t size) {
    fuzz_code code = {.image = nt_image_new(isa->xlen), .end = FUZZ_CODE_START};
    if (code.image == NULL) {
        abort();
    }
    nt_image_set_isa(code.image, isa);
    size_t count = size == 0 ? 0 : data[0];
    count = count < size ? count : size == 0 ? 0 : size - 1;
    code.used = size == 0 ? 0 : 1 + count;
    if (count != 0 && nt_image_write(code.image, code.end, data + 1, count) != 0) {
        abort();
    }
    code.end += count + 22; /* the last instruction may go on behind what is known of it */
    return code;
}

#endif
