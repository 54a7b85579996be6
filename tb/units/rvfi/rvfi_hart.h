/* SPDX-License-Identifier: Apache-2.0 */
/* A random hart as it is seen by RVFI: it runs a program, traps, is interrupted, halts; and what of
   it a trace has to show. */
#ifndef NT_TB_UNITS_RVFI_HART_H
#define NT_TB_UNITS_RVFI_HART_H

#include "model/adapter/rvfi.h"
#include "tb/units/rvfi/rvfi_program.h"

/* What a trace has to show, in order. */
typedef enum rvfi_event_kind { RVFI_RETIRED, RVFI_TRAPPED, RVFI_STOPPED } rvfi_event_kind;

typedef struct rvfi_event {
    rvfi_event_kind kind;
    uint8_t priv; /* as the port's */
    uint64_t pc;  /* of a trap: epc */
    const rvfi_place *place;
    bool taken;     /* a branch */
    bool directly;  /* nothing came between the instruction before and it */
    bool interrupt; /* a trap */
    uint8_t cause;
    uint64_t tval;
    uint8_t status; /* NT_STOP_... */
} rvfi_event;

typedef void (*rvfi_event_taker)(void *context, const rvfi_event *event);

enum { RVFI_TRAP_DEPTH = 8 };

typedef struct rvfi_context {
    unsigned at; /* place */
    uint8_t mode;
    bool is_virtual;
} rvfi_context;

typedef struct rvfi_hart {
    const nt_rvfi_params *params;
    const rvfi_program *program;
    nt_random *random;
    rvfi_event_taker take;
    void *context;

    rvfi_context now;
    rvfi_context trapped[RVFI_TRAP_DEPTH]; /* where traps return to */
    unsigned traps;
    bool no_guests;
    bool follows;  /* the instruction before led to this one */
    bool sleeps;   /* it begins in low power */
    bool handler;  /* the next instruction is the first of an exception's handler ... */
    uint64_t epc;  /* ... of this instruction */
    uint8_t priv;  /* of the last instruction that retired or trapped */
    unsigned idle; /* cycles without an instruction, to come */
    bool in_reset, in_lowpower;
    unsigned debug; /* instructions of debug mode, to come */
    unsigned busy;  /* of 256 channels */
    uint64_t retired;
    uint64_t exceptions;
    uint64_t interrupts;
    uint64_t stops;
} rvfi_hart;

void rvfi_hart_begin(rvfi_hart *hart, const nt_rvfi_params *params, const rvfi_program *program,
                     nt_random *random);

/* Makes the next cycle's channels and levels; what the trace has to show goes to `take`. */
void rvfi_hart_cycle(rvfi_hart *hart, nt_rvfi_inputs *in);

/* Makes a cycle of anything, but with even addresses and modes that there are. `pc`: where the
   adapter believes the hart to be. */
void rvfi_hart_wild(const nt_rvfi_params *params, nt_random *random, uint64_t pc,
                    nt_rvfi_inputs *in);

#endif
