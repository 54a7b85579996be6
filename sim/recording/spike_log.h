/* SPDX-License-Identifier: Apache-2.0 */
/* Parses a line of the log of Spike, the RISC-V ISA simulator: what `--log-commits` writes for each
   instruction that retires, and what `-l` adds (instructions before they execute, traps). Commits
   of older versions, and those that CVA6, Rocket and BOOM write, have no `core N:`. */
#ifndef NT_RECORDING_SPIKE_LOG_H
#define NT_RECORDING_SPIKE_LOG_H

#include "ntrace/recording.h"

enum { NT_SPIKE_VALUE = 8192 }; /* bytes of the longest value, a vector register */

typedef enum nt_spike_kind {
    NT_SPIKE_NOTHING, /* symbols, counts of repeated instructions */
    NT_SPIKE_EXECUTE, /* an instruction is about to execute */
    NT_SPIKE_COMMIT,  /* an instruction retires; accesses follow in the line */
    NT_SPIKE_TRAP,    /* a hart takes a trap */
    NT_SPIKE_TVAL,    /* the line after it: the trap's tval */
} nt_spike_kind;

typedef struct nt_spike_line {
    nt_spike_kind kind;
    uint32_t hart;
    bool has_core; /* the line names its hart: older logs do so only where they list execution */
    union {
        struct {
            uint64_t pc;
            uint64_t bits; /* its encoding */
            uint8_t size;  /* 2, 4, 6 or 8 bytes */
            uint8_t priv;  /* of a commit: 0 U, 1 S, 3 M */
        } insn;
        struct {
            bool interrupt;
            uint64_t cause;
            uint64_t epc;
        } trap;
        uint64_t tval;
    };
    const char *rest; /* of a commit: the accesses, for nt_spike_access */
} nt_spike_line;

/* Parses a line of harts of `xlen` bits. Returns NULL, or what is wrong with it. */
const char *nt_spike_parse(nt_spike_line *line, const char *text, unsigned xlen);

/* Parses the next access of a commit line; `bytes` holds a value of more than 8 bytes. `*found` is
   false at the line's end. Returns NULL, or what is wrong with the line. */
const char *nt_spike_access(nt_spike_line *line, unsigned xlen, nt_access *access,
                            uint8_t bytes[NT_SPIKE_VALUE], bool *found);

#endif
