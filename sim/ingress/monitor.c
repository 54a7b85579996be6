/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/monitor.h"

#include <stdlib.h>

typedef enum {
    RULE_IADDR_WIDTH,
    RULE_IRETIRE_WIDTH,
    RULE_ITYPE_WIDTH,
    RULE_BLOCKS,
    RULE_ITYPE_RESERVED,
    RULE_PRIV_RESERVED,
    RULE_STOPPED,
    RULE_GROUP_ORDER,
    RULE_TRAP_NEWEST,
    RULE_RETIRES_NOTHING,
    RULE_ILASTSIZE,
    RULE_IADDR_ODD,
    RULE_CONTIGUOUS,
    RULE_TVAL_WIDTH,
    RULE_PRIV_CHANGE,
    RULE_CONTEXT_WIDTH,
    RULE_CTYPE_WIDTH,
    RULE_TRIGGER_WIDTH,
    RULE_TRIGGER_RETIRED,
    RULE_NOTIFY_RETIRED,
    RULE_EXT_TRIGGER_WIDTH,
    RULE_SIJUMP_PAIR,
    RULE_APB_SETUP,
    RULE_APB_STABLE,
    RULE_APB_STROBE,
    RULES
} rule;

#define SIGNALS  "Instruction interface signals"
#define SIDEBAND "Optional sideband encoder input signals"
#define TRIGGERS "Using trigger outputs from the Debug Module"
#define APB      "AMBA APB Protocol Specification (IHI 0024), Transfers"
#define MULTIPLE "Instruction interface signals, multiple retirement per block"

const nt_monitor_rule nt_monitor_rules[] = {
    [RULE_IADDR_WIDTH] = {"iaddr-width: iaddr is wider than XLEN", SIGNALS},
    [RULE_IRETIRE_WIDTH] = {"iretire-width: iretire is wider than the port", MULTIPLE},
    [RULE_ITYPE_WIDTH] = {"itype-width: itype is wider than the port", SIGNALS},
    [RULE_BLOCKS] = {"blocks: a block group is used that the port does not have", SIGNALS},
    [RULE_ITYPE_RESERVED] = {"itype-reserved: itype is a reserved code",
                             "Instruction Type (itype) encoding"},
    [RULE_PRIV_RESERVED] = {"priv-reserved: priv is a reserved code",
                            "Privilege level (priv) encoding"},
    [RULE_STOPPED] =
        {"stopped: something retires or traps while the hart is halted, in reset or in "
         "low power",
         SIDEBAND},
    [RULE_GROUP_ORDER] = {"group-order: a block group is used while a lower one is empty",
                          "Instruction Trace Interface: lower numbered groups must be used first"},
    [RULE_TRAP_NEWEST] = {"trap-newest: a trap is not in the newest valid block group",
                          "Instruction Trace Interface: itype can only take the value 1 or 2 in "
                          "the newest valid group"},
    [RULE_RETIRES_NOTHING] = {"retires-nothing: itype speaks of a last instruction, but iretire is "
                              "0",
                              "Instruction Trace Interface: only with itype 1 or 2 may the number "
                              "of instructions be zero"},
    [RULE_ILASTSIZE] = {"ilastsize: the last instruction is larger than the block", MULTIPLE},
    [RULE_IADDR_ODD] = {"iaddr-odd: iaddr is odd", SIGNALS},
    [RULE_CONTIGUOUS] = {"contiguous: the block does not begin where the one before ended, which "
                         "left the line by no jump, taken branch or trap",
                         "Instruction Trace Interface: a block ends at every discontinuity"},
    [RULE_TVAL_WIDTH] = {"tval-width: tval is wider than XLEN", SIGNALS},
    [RULE_PRIV_CHANGE] = {"priv-change: priv changed without a trap, a trap return, halt, reset, "
                          "ctype 3, or debug mode",
                          "The RISC-V Instruction Set Manual II: privilege modes change by traps "
                          "and trap returns"},
    [RULE_CONTEXT_WIDTH] = {"context-width: context is wider than the port", SIGNALS},
    [RULE_CTYPE_WIDTH] = {"ctype-width: ctype is more than 3", "Context type (ctype) values"},
    [RULE_TRIGGER_WIDTH] =
        {"trigger-width: trigger has a notify bit for a block that the port does "
         "not have",
         TRIGGERS ": one bit per block"},
    [RULE_TRIGGER_RETIRED] = {"trigger-retired: trace-on or trace-off while nothing retires",
                              TRIGGERS ": on the same cycle as the instruction is retired"},
    [RULE_NOTIFY_RETIRED] = {"notify-retired: trace-notify for a block that retires nothing",
                             TRIGGERS ": on the same cycle as the instruction is retired"},
    [RULE_EXT_TRIGGER_WIDTH] = {"ext-trigger-width: an external trigger that the build does not "
                                "have",
                                "Trace Control Interface, External Trigger Input Control"},
    [RULE_SIJUMP_PAIR] = {"sijump-pair: a jump is sequentially inferable, but no instruction "
                          "retired right before it",
                          "Jump classification and target inference: the pair is retired "
                          "consecutively"},
    [RULE_APB_SETUP] = {"apb-setup: PENABLE without a setup cycle", APB},
    [RULE_APB_STABLE] = {"apb-stable: a transfer's address, direction, data or strobes changed",
                         APB},
    [RULE_APB_STROBE] = {"apb-strobe: PSTRB in a read", APB},
};
const unsigned nt_monitor_rule_count = RULES;

enum { PRIV_DEBUG = 4 };

struct nt_monitor {
    nt_config config;
    uint64_t mask;
    uint64_t context_mask;
    uint64_t counts[RULES];
    uint32_t broken; /* in this cycle, a bit a rule */

    uint64_t next; /* where the next block begins, if it is known */
    bool next_is_known;
    bool may_load;      /* the last instruction was an ordinary one */
    uint8_t priv;       /* of the last block */
    bool priv_may_move; /* what came since may have changed it */

    nt_apb apb; /* in the cycle before */
};

nt_monitor *nt_monitor_new(const nt_config *config) {
    nt_monitor *m = calloc(1, sizeof *m);
    if (m != NULL) {
        m->config = *config;
        m->mask = config->xlen == 64 ? UINT64_MAX : UINT32_MAX;
        unsigned context_w = (unsigned)config->scontext_w + config->hcontext_w;
        m->context_mask = context_w == 0 ? 0 : UINT64_MAX >> (64 - context_w);
        m->priv_may_move = true;
    }
    return m;
}

static void check(nt_monitor *m, bool holds, rule r) {
    if (!holds) {
        m->broken |= 1u << r;
    }
}

/* Whatever retires next may do so anywhere, in any privilege. */
static void forget(nt_monitor *m) {
    m->next_is_known = false;
    m->may_load = false;
    m->priv_may_move = true;
}

static bool is_used(const nt_block *block) {
    return block->iretire != 0 || block->itype != NT_ITYPE_NONE;
}

static bool is_trap(const nt_block *block) {
    return block->itype == NT_ITYPE_EXCEPTION || block->itype == NT_ITYPE_INTERRUPT;
}

/* The block's end is followed by the instruction behind it. A direct jump has no code of its own
   where itype is 3 bits wide. */
static bool goes_on(const nt_monitor *m, const nt_block *block) {
    return block->itype == NT_ITYPE_NOT_TAKEN ||
           (block->itype == NT_ITYPE_NONE && m->config.itype_w == 4);
}

static void follow(nt_monitor *m, const nt_block *block, uint8_t priv) {
    if ((priv == PRIV_DEBUG) != (m->priv == PRIV_DEBUG)) { /* which is no trap, nor its return */
        forget(m);
    }
    if (nt_block_has_address(block, &m->config)) {
        check(m, !m->next_is_known || block->iaddr == m->next, RULE_CONTIGUOUS);
    }
    check(m, m->priv_may_move || priv == m->priv, RULE_PRIV_CHANGE);
    m->next = (block->iaddr + 2u * block->iretire) & m->mask;
    m->next_is_known = goes_on(m, block);
    m->may_load = block->itype == NT_ITYPE_NONE;
    m->priv = priv;
    m->priv_may_move = is_trap(block) || block->itype == NT_ITYPE_TRAP_RETURN;
}

static void check_block(nt_monitor *m, const nt_block *block) {
    bool wide = m->config.itype_w == 4;
    check(m, block->iretire >> m->config.iretire_w == 0, RULE_IRETIRE_WIDTH);
    check(m, block->itype >> m->config.itype_w == 0, RULE_ITYPE_WIDTH);
    check(m, (block->itype != 7 || m->config.draft) && !(wide && block->itype == NT_ITYPE_INDIRECT),
          RULE_ITYPE_RESERVED);
    check(m, block->iretire != 0 || is_trap(block), RULE_RETIRES_NOTHING);
    check(m, block->iretire == 0 || block->iretire >> block->ilastsize != 0, RULE_ILASTSIZE);
    if (nt_block_has_address(block, &m->config)) {
        check(m, (block->iaddr & ~m->mask) == 0, RULE_IADDR_WIDTH);
        check(m, (block->iaddr & 1) == 0, RULE_IADDR_ODD);
    }
}

static bool has_sijump(const nt_block *block) {
    switch (block->itype) {
    case NT_ITYPE_INDIRECT:
    case NT_ITYPE_INDIRECT_CALL:
    case NT_ITYPE_INDIRECT_JUMP:
    case NT_ITYPE_COROUTINE_SWAP:
    case NT_ITYPE_OTHER_INDIRECT:
        return block->sijump;
    default:
        return false; /* ignored */
    }
}

/* The instruction before a jump that is a block of its own ended the block before. */
static void check_pair(nt_monitor *m, const nt_block *block) {
    bool alone = block->iretire == 1u << block->ilastsize;
    check(m, !(has_sijump(block) && alone) || (m->may_load && block->iaddr == m->next),
          RULE_SIJUMP_PAIR);
}

static void check_blocks(nt_monitor *m, const nt_ingress *in) {
    bool ended = false;
    bool trapped = false;
    for (unsigned b = 0; b < NT_MAX_BLOCKS; b++) {
        const nt_block *block = &in->block[b];
        if (!is_used(block)) {
            ended = true;
            continue;
        }
        check(m, b < m->config.nblocks, RULE_BLOCKS);
        check(m, !ended, RULE_GROUP_ORDER);
        check(m, !trapped, RULE_TRAP_NEWEST);
        check(m, in->priv != 2 && in->priv < 7, RULE_PRIV_RESERVED);
        check(m, in->ctype <= 3, RULE_CTYPE_WIDTH);
        check(m, (in->context & ~m->context_mask) == 0, RULE_CONTEXT_WIDTH);
        check(m, !in->halted && !in->reset && !in->lowpower, RULE_STOPPED);
        check(m, block->itype != NT_ITYPE_EXCEPTION || (in->tval & ~m->mask) == 0, RULE_TVAL_WIDTH);
        check_block(m, block);
        check_pair(m, block);
        follow(m, block, in->priv);
        trapped = is_trap(block);
    }
}

static void check_triggers(nt_monitor *m, const nt_ingress *in) {
    bool retires = false;
    for (unsigned b = 0; b < m->config.nblocks; b++) {
        bool here = in->block[b].iretire != 0;
        check(m, (in->trigger >> (2 + b) & 1) == 0 || here, RULE_NOTIFY_RETIRED);
        retires |= here;
    }
    check(m, (in->trigger & 3) == 0 || retires, RULE_TRIGGER_RETIRED);
    check(m, in->trigger >> (2 + m->config.nblocks) == 0, RULE_TRIGGER_WIDTH);
    check(m, in->ext_trigger >> m->config.ntriggers == 0, RULE_EXT_TRIGGER_WIDTH);
}

static bool same_transfer(const nt_apb *a, const nt_apb *b) {
    return a->PADDR == b->PADDR && a->PWRITE == b->PWRITE && a->PSTRB == b->PSTRB &&
           (!a->PWRITE || a->PWDATA == b->PWDATA);
}

/* How long an access takes the completer's PREADY decides, which is not seen here. */
static void check_apb(nt_monitor *m, const nt_cycle *cycle) {
    const nt_apb *apb = &cycle->apb;
    if (apb->PENABLE) {
        check(m, apb->PSEL && m->apb.PSEL, RULE_APB_SETUP);
        check(m, !m->apb.PSEL || same_transfer(apb, &m->apb), RULE_APB_STABLE);
    }
    check(m, !apb->PSEL || apb->PWRITE || apb->PSTRB == 0, RULE_APB_STROBE);
    m->apb = *apb;
    m->apb.PSEL = apb->PSEL && !cycle->rst;
}

const char *nt_monitor_step(nt_monitor *m, const nt_cycle *cycle) {
    const nt_ingress *in = &cycle->ingress;
    m->broken = 0;
    /* Another hart, or a hart in another task: an asynchronous discontinuity. */
    if (in->ctype == 3 && is_used(&in->block[0])) {
        forget(m);
    }
    check_blocks(m, in);
    check_triggers(m, in);
    check_apb(m, cycle);
    if (in->halted || in->reset || in->lowpower || cycle->rst) {
        forget(m);
    }
    if (m->broken == 0) {
        return NULL;
    }
    const char *first = NULL;
    for (unsigned r = 0; r < RULES; r++) {
        if ((m->broken >> r & 1) != 0) {
            m->counts[r]++;
            first = first == NULL ? nt_monitor_rules[r].text : first;
        }
    }
    return first;
}

const uint64_t *nt_monitor_counts(const nt_monitor *m) {
    return m->counts;
}

void nt_monitor_free(nt_monitor *m) {
    free(m);
}
