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
    RULES
} rule;

#define SIGNALS  "Instruction interface signals"
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
         "Optional sideband encoder input signals"},
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
    [RULE_PRIV_CHANGE] = {"priv-change: priv changed without a trap, a trap return, halt or reset",
                          "The RISC-V Instruction Set Manual II: privilege modes change by traps "
                          "and trap returns"},
};
const unsigned nt_monitor_rule_count = RULES;

struct nt_monitor {
    nt_config config;
    uint64_t mask;
    uint64_t counts[RULES];
    uint32_t broken; /* in this cycle, a bit a rule */

    uint64_t next; /* where the next block begins, if it is known */
    bool next_is_known;
    uint8_t priv;       /* of the last block */
    bool priv_may_move; /* what came since may have changed it */
};

nt_monitor *nt_monitor_new(const nt_config *config) {
    nt_monitor *m = calloc(1, sizeof *m);
    if (m != NULL) {
        m->config = *config;
        m->mask = config->xlen == 64 ? UINT64_MAX : UINT32_MAX;
        m->priv_may_move = true;
    }
    return m;
}

static void check(nt_monitor *m, bool holds, rule r) {
    if (!holds) {
        m->broken |= 1u << r;
    }
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
    if (nt_block_has_address(block)) {
        check(m, !m->next_is_known || block->iaddr == m->next, RULE_CONTIGUOUS);
    }
    check(m, m->priv_may_move || priv == m->priv, RULE_PRIV_CHANGE);
    m->next = (block->iaddr + 2u * block->iretire) & m->mask;
    m->next_is_known = goes_on(m, block);
    m->priv = priv;
    m->priv_may_move = is_trap(block) || block->itype == NT_ITYPE_TRAP_RETURN;
}

static void check_block(nt_monitor *m, const nt_block *block) {
    bool wide = m->config.itype_w == 4;
    check(m, block->iretire >> m->config.iretire_w == 0, RULE_IRETIRE_WIDTH);
    check(m, block->itype >> m->config.itype_w == 0, RULE_ITYPE_WIDTH);
    check(m, block->itype != 7 && !(wide && block->itype == NT_ITYPE_INDIRECT),
          RULE_ITYPE_RESERVED);
    check(m, block->iretire != 0 || is_trap(block), RULE_RETIRES_NOTHING);
    check(m, block->iretire == 0 || block->iretire >> block->ilastsize != 0, RULE_ILASTSIZE);
    if (nt_block_has_address(block)) {
        check(m, (block->iaddr & ~m->mask) == 0, RULE_IADDR_WIDTH);
        check(m, (block->iaddr & 1) == 0, RULE_IADDR_ODD);
    }
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
        check(m, !in->halted && !in->reset && !in->lowpower, RULE_STOPPED);
        check(m, block->itype != NT_ITYPE_EXCEPTION || (in->tval & ~m->mask) == 0, RULE_TVAL_WIDTH);
        check_block(m, block);
        follow(m, block, in->priv);
        trapped = is_trap(block);
    }
}

const char *nt_monitor_step(nt_monitor *m, const nt_cycle *cycle) {
    const nt_ingress *in = &cycle->ingress;
    m->broken = 0;
    check_blocks(m, in);
    if (in->halted || in->reset || in->lowpower) {
        m->next_is_known = false;
        m->priv_may_move = true;
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
