/* SPDX-License-Identifier: Apache-2.0 */
/* Ingress latch: the trace ingress port's signals of one cycle, registered.
   Signals and encodings: Efficient Trace for RISC-V 2.0, chapter "Hart to encoder interface". */
#ifndef NT_MODEL_ENCODER_INGRESS_H
#define NT_MODEL_ENCODER_INGRESS_H

#include "model/config.h"
#include "model/control/control.h"

#include <stdbool.h>
#include <stdint.h>

enum { NT_MAX_BLOCKS = 4 };

typedef enum nt_itype {
    NT_ITYPE_NONE = 0,
    NT_ITYPE_EXCEPTION = 1,
    NT_ITYPE_INTERRUPT = 2,
    NT_ITYPE_TRAP_RETURN = 3,
    NT_ITYPE_NOT_TAKEN = 4,
    NT_ITYPE_TAKEN = 5,
    NT_ITYPE_INDIRECT = 6, /* 3-bit itype only */
    NT_ITYPE_INDIRECT_CALL = 8,
    NT_ITYPE_DIRECT_CALL = 9,
    NT_ITYPE_INDIRECT_JUMP = 10,
    NT_ITYPE_DIRECT_JUMP = 11,
    NT_ITYPE_COROUTINE_SWAP = 12,
    NT_ITYPE_RETURN = 13,
    NT_ITYPE_OTHER_INDIRECT = 14,
    NT_ITYPE_OTHER_DIRECT = 15,
} nt_itype;

/* One block: contiguous instructions that retired in this cycle. */
typedef struct nt_block {
    uint64_t iaddr;    /* first instruction; nt_block_has_address: whether it is valid */
    uint16_t iretire;  /* half-words retired, 0 to 2^IRETIRE_W - 1 */
    uint8_t itype;     /* nt_itype */
    uint8_t ilastsize; /* the last instruction has 2^ilastsize half-words */
    bool sijump;       /* its target can be inferred from the instruction before */
} nt_block;

/* All ingress signals of one cycle. Blocks from `nblocks` on are 0. */
typedef struct nt_ingress {
    nt_block block[NT_MAX_BLOCKS]; /* oldest first */
    uint64_t tval;
    uint64_t context;
    uint64_t time;
    uint32_t impdef;
    uint16_t cause;
    uint16_t trigger;    /* bit 0 trace-on, bit 1 trace-off, bits 2 up: notify, one a block */
    uint8_t priv;        /* 0 U, 1 S, 3 M, 4 D, 5 VU, 6 VS */
    uint8_t ctype;       /* 0 unreported, 1 imprecise, 2 precise, 3 asynchronous discontinuity */
    uint8_t ext_trigger; /* external trigger inputs, a bit each */
    bool halted;         /* in debug mode; nothing retires */
    bool reset;          /* hart in reset; nothing retires */
    bool lowpower;       /* hart in low power; nothing retires */
} nt_ingress;

/* In the draft only what retires has an address. */
static inline bool nt_block_has_address(const nt_block *block, const nt_config *config) {
    return block->iretire != 0 || (!config->draft && block->itype == NT_ITYPE_EXCEPTION);
}

/* The latch: the port, and with it the control fields that decide whether it is traced, so that a
   field acts on the blocks that retire in the same cycle. */
typedef struct nt_ingress_latch {
    bool enable;  /* trTeEnable */
    bool asked;   /* trTeInstTracing or trace_on */
    uint8_t mode; /* trTeInstMode */
    nt_block block[NT_MAX_BLOCKS];
    uint64_t tval;
    uint64_t context;
    uint64_t timestamp; /* TSTAMP_W bits */
    uint32_t impdef;
    uint16_t cause;
    uint16_t trigger;
    uint8_t priv;
    uint8_t ctype;
    uint8_t ext_trigger;
    bool halted;
    bool reset;
    bool lowpower;
} nt_ingress_latch;

/* An itype as the ratified text has it. Draft: 7 is a swap, which 1.0 calls a call, and 12 a return
   that cannot be inferred. Else 7 is a direct jump for all-jumps (rc7): a taken branch, or nothing.
   `all_jumps`: trTeInstEnAllJumps of the settings. */
uint8_t nt_itype_map(uint8_t itype, const nt_config *config, bool all_jumps);

typedef struct nt_ingress_inputs {
    bool rst;
    const nt_control *control;
    const nt_ingress *ingress;
    bool all_jumps;     /* nt_options */
    bool trace_on;      /* a trigger turns tracing on */
    uint64_t timestamp; /* of this cycle, by the timestamp unit */
} nt_ingress_inputs;

void nt_ingress_step(nt_ingress_latch *s, const nt_config *config, const nt_ingress_inputs *inputs);

#endif
