/* SPDX-License-Identifier: Apache-2.0 */
/* Makes of the groups of a trace what a recording has: instructions and traps, in order, with pc,
   mode and what they write. */
#ifndef NT_TANDEM_REPLAY_H
#define NT_TANDEM_REPLAY_H

#include "libntrace/util/error.h"
#include "sim/tandem/follow.h"

typedef enum nt_tandem_step_kind {
    NT_TANDEM_STEP_STATE, /* a group with neither */
    NT_TANDEM_STEP_INSN,
    NT_TANDEM_STEP_TRAP, /* the group's instruction, if it has one, did not retire */
} nt_tandem_step_kind;

/* Holds what a group says. */
typedef struct nt_replay_step {
    nt_tandem_step_kind kind;
    uint64_t number;    /* instructions that retired before */
    uint64_t pc;        /* of the instruction; of a trap: epc */
    uint8_t privilege;  /* in which it retired, or the trap was taken: 0 U, 1 S, 3 M */
    uint32_t insn;      /* its encoding */
    unsigned insn_size; /* bytes; 0: the group has no instruction */
    bool interrupt;     /* of a trap, as the following ones */
    uint64_t cause;     /* without the interrupt bit */
    uint64_t tval;      /* 0: the group has none */
} nt_replay_step;

enum { NT_TANDEM_WRITES = NT_TANDEM_FIELDS };

/* Holds a register with its value after a group. */
typedef struct nt_tandem_write {
    uint16_t reg;
    uint64_t value;
} nt_tandem_write;

/* Holds the state between groups. The caller sets `format`; all others are 0 at first, and
   privilege is that after reset, M, unless the trace says otherwise. */
typedef struct nt_tandem_replay {
    nt_tandem_format format; /* of the trace */
    nt_tandem_follow follow;
    uint64_t number;
    bool has_privilege;
    uint8_t privilege;
    bool known[NT_TANDEM_REGISTERS]; /* the register's value is */
    uint64_t value[NT_TANDEM_REGISTERS];
    nt_tandem_write writes[NT_TANDEM_WRITES]; /* of the last group, as far as values are known */
    size_t write_count;
} nt_tandem_replay;

/* Takes a group. Returns 0, or -1 with the error set: an instruction whose pc is not known. */
int nt_tandem_replay_take(nt_tandem_replay *replay, const nt_tandem_group *group,
                          nt_replay_step *step, nt_error *error);

#endif
