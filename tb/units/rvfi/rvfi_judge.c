/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/rvfi/rvfi_judge.h"

#include "libntrace/flow/insn.h"
#include "sim/stimulus/itype.h"

#include <inttypes.h>
#include <stdio.h>

static bool wrong(rvfi_judge *j, const char *what, uint64_t got, uint64_t expected) {
    snprintf(j->wrong, sizeof j->wrong, "%s: 0x%" PRIx64 ", not 0x%" PRIx64, what, got, expected);
    return false;
}

static bool same(rvfi_judge *j, const char *what, uint64_t got, uint64_t expected) {
    return got == expected || wrong(j, what, got, expected);
}

/* Events. */

void rvfi_judge_take(rvfi_judge *judge, const rvfi_event *event) {
    if (!judge->follows) {
        return;
    }
    if (judge->count == RVFI_EVENTS) {
        (void)wrong(judge, "events that the port did not say", judge->count, 0);
        return;
    }
    judge->event[(judge->first + judge->count++) % RVFI_EVENTS] = *event;
}

static const rvfi_event *front(const rvfi_judge *j) {
    return j->count == 0 ? NULL : &j->event[j->first];
}

static void drop(rvfi_judge *j) {
    j->first = (j->first + 1) % RVFI_EVENTS;
    j->count--;
}

/* What the port shows after one more stop: a hart that is halted may go to low power, and is halted
   still; a reset ends both. */
static uint8_t shows_after(uint8_t shown, uint8_t stop) {
    return stop == NT_STOP_LOWPOWER ? (uint8_t)(stop | (shown & NT_STOP_HALTED)) : stop;
}

/* A halt of a hart that is halted already need not be told, so low power may stay. */
static bool shown_good(rvfi_judge *j, uint8_t shows, uint8_t before) {
    bool again = shows == NT_STOP_HALTED && (before & NT_STOP_HALTED) != 0;
    return (again && j->shown == before) ||
           same(j, "the last of halted, reset, lowpower", j->shown, shows);
}

/* The hart had to be seen to stop, and not otherwise. */
static bool stops_good(rvfi_judge *j) {
    const rvfi_event *event;
    unsigned stops = 0;
    uint8_t shows = 0;
    uint8_t before = 0; /* the halts at the end */
    while ((event = front(j)) != NULL && event->kind == RVFI_STOPPED) {
        if (!same(j, "halted, reset, lowpower", j->status & event->status, event->status)) {
            return false;
        }
        before = event->status != NT_STOP_HALTED  ? 0
                 : (before & NT_STOP_HALTED) != 0 ? before
                                                  : shows;
        shows = shows_after(shows, event->status);
        drop(j);
        stops++;
    }
    bool good = j->status == 0 || stops > 0 || wrong(j, "a stop without a reason", j->status, 0);
    good = good && (stops == 0 || shown_good(j, shows, before));
    j->status = 0;
    j->shown = 0;
    return good;
}

/* Blocks. */

static bool is_trap(const nt_block *block) {
    return block->itype == NT_ITYPE_EXCEPTION || block->itype == NT_ITYPE_INTERRUPT;
}

static uint8_t itype_of(const rvfi_judge *j, const rvfi_event *event) {
    nt_itype_set set = j->params->itype_w == 3 ? NT_ITYPES_NARROW : NT_ITYPES_WIDE;
    return event->taken ? (uint8_t)NT_ITYPE_TAKEN
                        : nt_itype_of((nt_insn_class)event->place->insn.class_, set, false);
}

static void bytes_of(const rvfi_place *place, uint8_t bytes[4]) {
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(place->code >> 8 * i);
    }
}

static bool sijump_of(const rvfi_judge *j, const rvfi_event *event) {
    const rvfi_place *before = j->before;
    uint8_t load[4];
    uint8_t jump[4];
    nt_insn_constant constant;
    uint64_t target;
    if (!j->params->sijump || !event->directly || before == NULL ||
        !nt_itype_has_sijump((nt_insn_class)event->place->insn.class_)) {
        return false;
    }
    bytes_of(before, load);
    bytes_of(event->place, jump);
    return nt_insn_loads_constant(&constant, load, before->insn.size, before->pc,
                                  j->params->xlen) &&
           nt_insn_jumps_by(&constant, jump, event->place->insn.size, j->params->xlen, &target);
}

/* One instruction of a block: the first one's pc is `pc`, `left` half-words are not read yet. */
static bool instruction_good(rvfi_judge *j, const nt_block *block, uint8_t priv, uint64_t *pc,
                             unsigned *left) {
    const rvfi_event *event = front(j);
    if (event == NULL || event->kind != RVFI_RETIRED) {
        return wrong(j, "an instruction that did not retire", *pc, 0);
    }
    unsigned size = event->place->insn.size;
    if (!same(j, "iaddr", *pc, event->pc) || !same(j, "priv", priv, event->priv)) {
        return false;
    }
    if (size / 2 > *left) {
        return wrong(j, "iretire", block->iretire, size / 2);
    }
    *left -= size / 2;
    *pc = j->params->xlen == 32 ? (uint32_t)(*pc + size) : *pc + size;
    bool last = *left == 0;
    bool ends = last && !is_trap(block);
    bool good = same(j, "itype", ends ? block->itype : 0, itype_of(j, event)) &&
                (!last || same(j, "ilastsize", block->ilastsize, size == 4)) &&
                same(j, "sijump", ends && block->sijump, sijump_of(j, event));
    if (good && !ends && event->place->insn.class_ != NT_INSN_OTHER) {
        good = wrong(j, "a block that goes on after a jump", *pc, 0);
    }
    j->before = event->place;
    drop(j);
    return good;
}

static bool trap_good(rvfi_judge *j, const nt_block *block, const nt_ingress *port, uint64_t pc) {
    const rvfi_event *event = front(j);
    if (event == NULL || event->kind != RVFI_TRAPPED) {
        return wrong(j, "a trap that did not happen", pc, 0);
    }
    bool good = same(j, "itype of a trap", block->itype,
                     event->interrupt ? NT_ITYPE_INTERRUPT : NT_ITYPE_EXCEPTION) &&
                same(j, "priv of a trap", port->priv, event->priv) &&
                same(j, "epc", pc, event->pc) &&
                same(j, "cause", port->cause, j->params->causes ? event->cause : 0) &&
                same(j, "tval", port->tval, j->params->causes ? event->tval : 0);
    drop(j);
    return good;
}

static bool block_good(rvfi_judge *j, const nt_block *block, const nt_ingress *port) {
    uint64_t pc = block->iaddr;
    unsigned left = block->iretire;
    if (!stops_good(j)) {
        return false;
    }
    while (left > 0) {
        if (!instruction_good(j, block, port->priv, &pc, &left)) {
            return false;
        }
    }
    return !is_trap(block) || trap_good(j, block, port, pc);
}

bool rvfi_judge_cycle(rvfi_judge *judge, const nt_ingress *port) {
    const nt_cycle cycle = {.ingress = *port, .sink_ready = true};
    const char *rule = nt_monitor_step(judge->monitor, &cycle);
    if (rule != NULL) {
        snprintf(judge->wrong, sizeof judge->wrong, "%s", rule);
    }
    const uint8_t levels = (uint8_t)(port->halted | port->reset << 1 | port->lowpower << 2);
    judge->status |= levels;
    judge->shown = levels != 0 ? levels : judge->shown;
    for (unsigned b = 0; b < judge->params->nblocks && judge->wrong[0] == '\0'; b++) {
        const nt_block *block = &port->block[b];
        if (block->iretire != 0 || block->itype != NT_ITYPE_NONE) {
            judge->blocks++;
            if (judge->follows) {
                (void)block_good(judge, block, port);
            }
        }
    }
    return judge->wrong[0] == '\0';
}

bool rvfi_judge_done(rvfi_judge *judge) {
    return stops_good(judge) && same(judge, "events that the port did not say", judge->count, 0);
}

int rvfi_judge_begin(rvfi_judge *judge, const nt_rvfi_params *params, bool follows) {
    const nt_config port = {.xlen = params->xlen,
                            .nblocks = params->nblocks,
                            .itype_w = params->itype_w,
                            .iretire_w = params->iretire_w};
    *judge = (rvfi_judge){.params = params, .follows = follows, .monitor = nt_monitor_new(&port)};
    return judge->monitor == NULL ? -1 : 0;
}

void rvfi_judge_end(rvfi_judge *judge) {
    nt_monitor_free(judge->monitor);
    judge->monitor = NULL;
}
