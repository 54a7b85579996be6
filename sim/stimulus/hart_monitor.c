/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/stimulus/hart_monitor.h"

#include "model/encoder/ingress.h"

enum { M = 3, DEBUG = NT_HART_DEBUG, MODES = 7 };

static bool is_mode(uint8_t mode) {
    return mode < MODES && mode != 2;
}

static bool is_trap(const nt_transfer *block) {
    return block->itype == NT_ITYPE_EXCEPTION || block->itype == NT_ITYPE_INTERRUPT;
}

/* Modes by rank: VU, VS and U, HS, M. */
static unsigned rank(uint8_t mode) {
    static const uint8_t ranks[MODES] = {[0] = 1, [1] = 3, [M] = 4, [5] = 1, [6] = 2};
    return ranks[mode];
}

static const char *check_block(const nt_transfer *block, uint8_t mode, bool newest) {
    if (!is_mode(block->tpriv) || block->tpriv == DEBUG) {
        return "priv-reserved: tpriv is no mode, or debug mode";
    }
    if (block->priv != mode) {
        return "mode-continues: the block is not of the mode that was left";
    }
    if (block->itype > NT_ITYPE_OTHER_DIRECT || block->itype == NT_ITYPE_INDIRECT ||
        block->itype == NT_ITYPE_INDIRECT + 1) {
        return "itype-reserved: no transfer type";
    }
    if (is_trap(block) && !newest) {
        return "trap-newest: a block comes after a trap";
    }
    if (is_trap(block)                         ? rank(block->tpriv) < rank(mode)
        : block->itype == NT_ITYPE_TRAP_RETURN ? rank(block->tpriv) > rank(mode)
                                               : block->tpriv != mode) {
        return "mode-kept: the mode changes in a way that the transfer cannot";
    }
    if (!is_trap(block) && block->instructions == 0) {
        return "retires-nothing: a block without instructions that is no trap";
    }
    return ((block->isrc | block->itgt) & 1) != 0 ? "address-odd: a pc is odd" : NULL;
}

static const char *check_blocks(const nt_hart_monitor *m, const nt_hart_cycle *cycle) {
    if (!is_mode(cycle->priv)) {
        return "priv-reserved: priv is no mode";
    }
    if (cycle->count > m->blocks) {
        return "blocks: more than the port has";
    }
    if (cycle->count > 0 && (cycle->halted || cycle->priv == DEBUG)) {
        return "stopped: a block while the hart is halted";
    }
    if (m->knows_mode && !cycle->halted && cycle->priv != m->mode) {
        return "mode-continues: priv is not the mode that was left";
    }
    uint8_t mode = cycle->priv;
    for (unsigned i = 0; i < cycle->count; i++) {
        const char *rule = check_block(&cycle->block[i], mode, i + 1 == cycle->count);
        if (rule != NULL) {
            return rule;
        }
        mode = cycle->block[i].tpriv;
    }
    return NULL;
}

static const char *check_request(const nt_hart_monitor *m, const nt_hart_request *r) {
    const nt_hart_request *p = &m->pending;
    bool same = r->valid && r->clear == p->clear && r->op == p->op && r->addr == p->addr &&
                r->select == p->select && r->stateen == p->stateen && r->wdata == p->wdata &&
                r->retires == p->retires && r->cde == p->cde;
    return p->valid && !same ? "access-held: an access changes before it is done" : NULL;
}

/* Zicsr: the instruction whose access is done has no other before it. */
static const char *check_owed(const nt_hart_monitor *m, const nt_hart_cycle *cycle, bool ready) {
    if (!m->owes) {
        return NULL;
    }
    if (cycle->halted || cycle->priv == DEBUG) {
        return "retires-first: the hart halts before the instruction whose access is done retires";
    }
    if (cycle->count > 0 && cycle->block[0].instructions == 0) {
        return "retires-first: a trap comes before the instruction whose access is done";
    }
    return ready ? "retires-first: an access is done before the instruction of the last one retires"
                 : NULL;
}

const char *nt_hart_monitor_check(nt_hart_monitor *m, const nt_hart_cycle *cycle,
                                  const nt_hart_request *request, nt_hart_answer answer) {
    const char *rule = check_blocks(m, cycle);
    if (rule == NULL) {
        rule = check_request(m, request);
    }
    if (rule == NULL) {
        rule = check_owed(m, cycle, answer.ready);
    }
    m->owes = answer.taken ? request->retires && !cycle->halted && cycle->priv != DEBUG
                           : m->owes && cycle->count == 0 && !cycle->halted;
    m->knows_mode = !cycle->halted; /* a debugger may choose another */
    m->mode = cycle->count > 0 ? cycle->block[cycle->count - 1].tpriv : cycle->priv;
    m->pending = *request;
    m->pending.valid = request->valid && !answer.ready;
    return rule;
}

void nt_hart_monitor_reset(nt_hart_monitor *m) {
    m->knows_mode = false;
    m->pending.valid = false;
    m->owes = false;
}
