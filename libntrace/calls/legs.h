/* SPDX-License-Identifier: Apache-2.0 */
/* Remembers what a path does to the stack of calls, leg by leg: code repeats, so paths do. */
#ifndef NT_CALLS_LEGS_H
#define NT_CALLS_LEGS_H

#include "libntrace/calls/steps.h"
#include "libntrace/flow/flow_paths.h"

enum { NT_LEGS = 1 << 14 }; /* of all paths, a ring */

/* Holds ranges of a path within one function, of which only the last may end on a call or return:
   the stack changes where the leg begins, if at all. */
typedef struct nt_leg {
    uint64_t pc;
    uint64_t next;               /* the address after the last instruction */
    const nt_function *function; /* NULL: not known */
    uint32_t instructions;
    uint8_t ranges;
    uint8_t exit; /* nt_insn_class of the last instruction */
} nt_leg;

typedef struct nt_path_legs {
    uint64_t id; /* of the path; 0: of none */
    uint64_t at; /* in the ring */
    uint8_t count;
} nt_path_legs;

typedef struct nt_legs {
    uint64_t head;
    nt_path_legs path[NT_PATHS];
    nt_leg leg[NT_LEGS];
} nt_legs;

/* Returns the legs of a path, and their number; NULL: it has a range that is no step (steps.h).
   Valid until the next call. */
const nt_leg *nt_legs_of(nt_legs *legs, nt_steps *steps, const nt_flow_path *path, unsigned *count);

#endif
