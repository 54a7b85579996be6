/* SPDX-License-Identifier: Apache-2.0 */
/* Hands out the instructions that retired one by one, each with its address, and between them what
   else the trace reports. The shortest way from bytes to a program's path; runs of instructions, as
   <ntrace/flow.h> and <ntrace/pull.h> report them, cost less time. */
#ifndef NTRACE_INSTRUCTIONS_H
#define NTRACE_INSTRUCTIONS_H

#include <ntrace/error.h>
#include <ntrace/flow.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Is an iterator over the instructions of one source's trace. It decodes no further than it is
   asked for, as nt_pull does. */
typedef struct nt_instructions nt_instructions;

/* Holds an instruction that retired; or, with an `insn` of size 0, an event beside instructions. */
typedef struct nt_retired_insn {
    uint64_t pc;                /* of the instruction; without one: `pc` of the event */
    nt_insn insn;               /* its size, class and target; size 0: there is no instruction */
    const nt_flow_event *event; /* the NT_FLOW_RANGE that reports it, or another event; valid until
                                   the next call */
} nt_retired_insn;

/* Allocates an iterator. `options` is copied; NULL: all 0. Returns NULL with the error set. */
nt_instructions *nt_instructions_new(const nt_code *code, const nt_flow_options *options,
                                     nt_error *error);
/* Frees it, at whatever instruction it is, or nothing if it is NULL. */
void nt_instructions_free(nt_instructions *instructions);

/* Gives the next bytes, after nt_instructions_next has returned NULL. They must stay until it does
   so again. `last`: the stream ends with them (`size` may be 0). Returns 0, or -1: bytes given
   before are not used up, or the stream has ended. */
int nt_instructions_give(nt_instructions *instructions, const uint8_t *bytes, size_t size,
                         bool last);

/* Returns the next instruction or event: valid until the next call. Returns NULL where the bytes
   are used up. The code is as the instruction's range left it. */
const nt_retired_insn *nt_instructions_next(nt_instructions *instructions);

/* Returns the decoder, as nt_pull_flow does, for its counts. */
nt_flow *nt_instructions_flow(nt_instructions *instructions);

#ifdef __cplusplus
}
#endif

#endif
