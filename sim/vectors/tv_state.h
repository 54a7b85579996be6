/* SPDX-License-Identifier: Apache-2.0 */
/* What a tandem trace tells, step by step: the state after each instruction, trap, reset, and run
   of changes without an instruction. */
#ifndef NT_VECTORS_TV_STATE_H
#define NT_VECTORS_TV_STATE_H

#include "libntrace/util/error.h"
#include "ntrace/tandem.h"

enum { NT_TV_MEMORY = 256 }; /* bytes that initializations of a vector write, at most */

/* A step: an instruction or trap; a reset; or changes without either, which may be in several
   groups and between them, since only what they leave is told. */
typedef enum nt_tv_step_kind {
    NT_TV_STEP_HART,
    NT_TV_STEP_RESET,
    NT_TV_STEP_CHANGE
} nt_tv_step_kind;

typedef struct nt_tv_step {
    nt_tv_step_kind kind;
    uint64_t offset; /* in the stream, of its first group */
    size_t first;    /* field */
    size_t count;
} nt_tv_step;

/* A stream by its steps. */
typedef struct nt_tv_steps {
    nt_tandem_field *field;
    size_t fields;
    nt_tv_step *step;
    size_t count;
    uint64_t size;         /* bytes */
    nt_tandem_fault fault; /* it cannot be decoded from there on */
    int violation;         /* nt_tandem_violation that came first; -1: none */
    uint64_t offset;       /* of the field that has it */
} nt_tv_steps;

/* Reads a stream. Returns 0, also where it cannot be decoded; -1 with the error set. The caller
   frees in any case. */
int nt_tv_steps_read(nt_tv_steps *steps, const nt_tandem_format *format, const uint8_t *bytes,
                     size_t size, nt_error *error);
void nt_tv_steps_free(nt_tv_steps *steps);

/* What a reader of the trace knows. */
typedef struct nt_tv_told {
    uint64_t reg[NT_TANDEM_REGISTERS];
    uint64_t known[NT_TANDEM_REGISTERS]; /* bits that are */
    uint64_t pc;
    bool pc_known; /* else it is relative to the first */
    int privilege; /* -1: not known */
    uint64_t mtime;
    bool mtime_known;
    struct {
        uint64_t address;
        uint8_t byte;
    } memory[NT_TV_MEMORY];
    size_t bytes;
    /* Of the step alone: by identifier, and the instruction. */
    bool has[NT_TANDEM_IDS];
    uint64_t value[NT_TANDEM_IDS];
    uint8_t insn_size; /* bytes; 0: none */
    uint32_t insn;
    bool unfounded; /* a change of what is not known */
} nt_tv_told;

/* Knows nothing. */
void nt_tv_told_init(nt_tv_told *told);

/* Takes a step. */
void nt_tv_told_take(nt_tv_told *told, const nt_tv_steps *steps, const nt_tv_step *step,
                     const nt_tandem_format *format);

/* Returns the byte at an address, -1: not told. */
int nt_tv_told_byte(const nt_tv_told *told, uint64_t address);

#endif
