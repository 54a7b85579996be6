/* SPDX-License-Identifier: Apache-2.0 */
/* Looks at each straight run of instructions once, and keeps what the rules about code ask of it.
 */
#ifndef NT_CHECK_IMAGE_RUNS_H
#define NT_CHECK_IMAGE_RUNS_H

#include "ntrace/flow.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether an instruction traps, and so does not retire. */
typedef enum nt_check_trap { NT_CHECK_NO_TRAP, NT_CHECK_ECALL, NT_CHECK_EBREAK } nt_check_trap;

/* Describes instructions at consecutive addresses, up to and with the first that jumps or traps. */
typedef struct nt_check_run {
    uint64_t pc;
    uint64_t before;       /* address of the last instruction but one, if there are two, */
    uint64_t last;         /* of the last one, */
    uint64_t next;         /* and its end */
    uint32_t most;         /* so many were asked for */
    uint32_t instructions; /* 0: no code is known at `pc` */
    uint32_t halfwords;
    uint32_t plain; /* those of NT_INSN_OTHER whose bytes are known, and are no ecall or ebreak */
    uint8_t class_; /* nt_insn_class of the last */
    uint32_t branches;
    uint8_t trap; /* the last is ecall or ebreak: nt_check_trap */
    /* the code that it was found in */
    const void *context;
    uint64_t space;
    uint64_t generation;
} nt_check_run;

enum { NT_CHECK_RUNS = 1 << 12 };

struct nt_check;

/* Returns what an address is cut to: XLEN bits, as the decoder's are. */
uint64_t nt_check_mask(const struct nt_check *check);

/* Returns the run at `pc`, of at most so many instructions (at least 1), in the code as it is now;
   valid until the next call. */
const nt_check_run *nt_check_run_at(struct nt_check *check, uint64_t pc, uint32_t most);

#endif
