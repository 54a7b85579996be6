/* SPDX-License-Identifier: Apache-2.0 */
/* A random program of real instructions, for a hart that is shown by RVFI. */
#ifndef NT_TB_UNITS_RVFI_PROGRAM_H
#define NT_TB_UNITS_RVFI_PROGRAM_H

#include "libntrace/flow/insn.h"
#include "ntrace/flow.h"
#include "sim/util/random.h"

enum { RVFI_PROGRAM_BYTES = 4096, RVFI_PROGRAM_PLACES = RVFI_PROGRAM_BYTES / 2 };

typedef struct rvfi_place {
    uint64_t pc;
    uint32_t code;
    nt_insn insn;    /* as libntrace decodes it */
    unsigned target; /* a place: of a branch, a direct jump, a pair */
    bool pair;       /* it jumps by what the place before it loads */
    bool lost;       /* the same, but to no place: it cannot retire right after that one */
} rvfi_place;

typedef struct rvfi_program {
    unsigned xlen;
    uint64_t base;
    unsigned count;
    rvfi_place place[RVFI_PROGRAM_PLACES];
    uint8_t bytes[RVFI_PROGRAM_BYTES];
    unsigned size; /* of bytes */
} rvfi_program;

/* Makes one; every place is followed by the next, but the last, which is a jump. */
void rvfi_program_make(rvfi_program *program, unsigned xlen, nt_random *random);

#endif
