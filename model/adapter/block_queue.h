/* SPDX-License-Identifier: Apache-2.0 */
/* Items of a hart, in order, become blocks of the trace ingress port (model of
   rtl/adapter/nt_block_queue.v). docs/adapters.md. */
#ifndef NT_MODEL_ADAPTER_BLOCK_QUEUE_H
#define NT_MODEL_ADAPTER_BLOCK_QUEUE_H

#include "model/encoder/ingress.h"

enum { NT_BLOCK_QUEUE_DEPTH = 64, NT_BLOCK_QUEUE_ITEMS = 8 /* most that come in a cycle */ };

typedef enum nt_item_kind {
    NT_ITEM_INSN, /* an instruction retired */
    NT_ITEM_TRAP, /* an exception, of the instruction at `iaddr`, or an interrupt before it */
    NT_ITEM_STOP, /* until the next item the hart is as `priv` says */
} nt_item_kind;

/* Bits of `priv` in a stop. */
enum { NT_STOP_HALTED = 1, NT_STOP_RESET = 2, NT_STOP_LOWPOWER = 4 };

typedef struct nt_item {
    nt_item_kind kind;
    uint64_t iaddr;
    uint8_t priv;  /* as the port's */
    uint8_t itype; /* as the port's of 4 bits */
    bool ends;     /* the next instruction may be elsewhere */
    bool sijump;
    uint8_t bytes; /* of an instruction: 2 or 4 */
    uint8_t cause; /* of a trap */
    uint64_t tval;
} nt_item;

/* Holds the parameters of the RTL. */
typedef struct nt_block_queue_params {
    uint8_t depth;     /* 1 to 64 */
    uint8_t take;      /* that leave in a cycle, 1 to depth */
    uint8_t nblocks;   /* 1 to 4 */
    uint8_t itype_w;   /* 3 or 4 */
    uint8_t iretire_w; /* 2 to 8 */
} nt_block_queue_params;

typedef struct nt_block_queue {
    uint8_t level; /* items that are held */
    nt_item item[NT_BLOCK_QUEUE_DEPTH];
    nt_ingress out; /* of this cycle: blocks, cause, tval, priv, halted, reset, lowpower */
} nt_block_queue;

/* Returns whether `count` items find room in this cycle; else none is taken. */
bool nt_block_queue_has_room(const nt_block_queue *state, const nt_block_queue_params *params,
                             unsigned count);

/* Takes the state over a clock edge, with the items of the cycle, oldest first. */
void nt_block_queue_step(nt_block_queue *state, const nt_block_queue_params *params, bool rst,
                         const nt_item *items, unsigned count);

#endif
