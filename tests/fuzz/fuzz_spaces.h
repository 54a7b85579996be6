/* SPDX-License-Identifier: Apache-2.0 */
/* A program of several images, which Ownership messages choose among. */
#ifndef NT_FUZZ_SPACES_H
#define NT_FUZZ_SPACES_H

#include "ntrace/program.h"
#include "tests/fuzz/memory_file.h"

enum { SPACES_START = 0x1000 };

/* The same code, rotated by some bytes, so that each image differs from the others: nop; beq +8;
   c.j +6; jal x1, +12; c.jr x1; jal x0, -12; jalr x0, x5; c.beqz +4; mret; custom-0; sret; c.nop */
static inline void spaces_add(nt_program *program, nt_image_spec spec, size_t rotate) {
    static const uint8_t code[] = {0x13, 0,    0,    0,    0x63, 0x04, 0,    0,    0x19, 0xa0,
                                   0xef, 0,    0xc0, 0x00, 0x82, 0x80, 0x6f, 0xf0, 0x5f, 0xff,
                                   0x67, 0x80, 0x02, 0x00, 0x11, 0xc1, 0x73, 0,    0x20, 0x30,
                                   0x0b, 0,    0,    0,    0x73, 0,    0x20, 0x10, 0x01, 0};
    uint8_t bytes[2 * sizeof code];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = code[(i + rotate) % sizeof code];
    }
    memory_file file = memory_file_open(bytes, sizeof bytes);
    nt_error error = {0};
    spec.path = file.path;
    spec.raw = true;
    spec.xlen = 64;
    if (nt_program_add(program, &spec, &error) != 0) {
        abort();
    }
    memory_file_close(&file);
}

static inline nt_program *spaces_new(void) {
    static const nt_image_spec specs[] = {
        {.at = SPACES_START, .modes = NT_MODE_M},
        {.at = SPACES_START + 0x40, .modes = NT_MODE_S | NT_MODE_VS},
        {.at = SPACES_START, .modes = NT_MODE_U, .has_scontext = true, .scontext = 1},
        {.at = SPACES_START, .modes = NT_MODE_U, .has_scontext = true, .scontext = 2},
        {.at = SPACES_START, .modes = NT_MODE_VU | NT_MODE_U, .has_hcontext = true, .hcontext = 3},
    };
    nt_program *program = nt_program_new();
    if (program == NULL) {
        abort();
    }
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        spaces_add(program, specs[i], 4 * i);
    }
    return program;
}

#endif
