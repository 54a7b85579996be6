/* SPDX-License-Identifier: Apache-2.0 */
/* Writes runs of instructions, modes, code and accesses to memory as they happened. */
#include "sim/record/recorder_internal.h"

#include <inttypes.h>
#include <stdio.h>

int nt_recorder_emit(nt_recorder *r, const nt_event *event, nt_error *error) {
    return r->options.sink(r->options.context, event, error);
}

int nt_recorder_flush_code(nt_recorder *r, nt_recorder_hart *h, nt_error *error) {
    if (h->code_size == 0) {
        return 0;
    }
    nt_event event = {.kind = NT_EVENT_CODE,
                      .hart = (uint16_t)h->number,
                      .code = {h->code_start, h->code_size, h->code}};
    h->code_size = 0;
    r->counts.code_bytes += event.code.size;
    return nt_recorder_emit(r, &event, error);
}

int nt_recorder_flush_run(nt_recorder *r, nt_recorder_hart *h, nt_error *error) {
    if (nt_recorder_flush_code(r, h, error) < 0) {
        return -1;
    }
    if (h->run.run.instructions == 0) {
        return 0;
    }
    int result = nt_recorder_emit(r, &h->run, error);
    h->run.run.instructions = 0;
    return result;
}

uint64_t nt_recorder_wrap(const nt_recorder *r, uint64_t address) {
    return r->options.xlen == 32 ? (uint32_t)address : address;
}

static bool follows(const nt_recorder *r, const nt_recorder_insn *before, uint64_t pc) {
    uint64_t next = nt_recorder_wrap(r, before->pc + before->insn.size);
    switch ((nt_insn_class)before->insn.class_) {
    case NT_INSN_OTHER:
        return pc == next;
    case NT_INSN_BRANCH:
        return pc == next || pc == before->insn.target;
    case NT_INSN_DIRECT_CALL:
    case NT_INSN_DIRECT_JUMP:
    case NT_INSN_DIRECT_JUMP_LINK:
        return pc == before->insn.target;
    default:
        return true; /* indirect: the target is known from nowhere else */
    }
}

void nt_recorder_check_follows(nt_recorder *r, const nt_recorder_hart *h, uint64_t pc) {
    if (!h->retired.valid || follows(r, &h->retired, pc)) {
        return;
    }
    if (r->counts.discontinuities++ == 0) {
        (void)snprintf(r->counts.discontinuity, sizeof r->counts.discontinuity,
                       "instruction %" PRIu64 " of hart %u: 0x%" PRIx64
                       " does not follow from 0x%" PRIx64,
                       r->counts.instructions, h->number, pc, h->retired.pc);
    }
}

int nt_recorder_emit_access(nt_recorder *r, const nt_recorder_hart *h, const nt_access *access,
                            nt_error *error) {
    nt_event event = {.kind = NT_EVENT_ACCESS, .hart = (uint16_t)h->number, .access = *access};
    return nt_recorder_emit(r, &event, error);
}

/* The memory that the last instruction has accessed. */
static int emit_accesses(nt_recorder *r, nt_recorder_hart *h, nt_error *error) {
    if (h->accesses == 0) {
        return 0;
    }
    int result = nt_recorder_flush_run(r, h, error);
    for (unsigned i = 0; i < h->accesses && result == 0; i++) {
        result = nt_recorder_emit_access(r, h, &h->access[i], error);
    }
    h->accesses = 0;
    return result;
}

int nt_recorder_retire(nt_recorder *r, nt_recorder_hart *h, nt_error *error) {
    nt_recorder_insn *x = &h->running;
    if (!x->valid || r->done) {
        return 0;
    }
    nt_recorder_check_follows(r, h, x->pc);
    if (h->run.run.instructions != 0 && (x->pc != h->run_end || h->run.run.halfwords > INT32_MAX) &&
        nt_recorder_flush_run(r, h, error) < 0) {
        return -1;
    }
    if (h->run.run.instructions == 0) {
        h->run = (nt_event){.kind = NT_EVENT_RUN, .hart = (uint16_t)h->number};
        h->run.run.pc = x->pc;
    }
    h->run.run.instructions++;
    h->run.run.halfwords += x->insn.size / 2U;
    h->run_end = nt_recorder_wrap(r, x->pc + x->insn.size);
    h->retired = *x;
    h->waiting.insn = x->bits;
    x->valid = false;
    r->counts.instructions++;
    r->counts.traps = 0;
    r->done = r->counts.instructions >= r->options.limit;
    return emit_accesses(r, h, error);
}

int nt_recorder_set_mode(nt_recorder *r, nt_recorder_hart *h, unsigned priv, nt_error *error) {
    if (h->mode_known && h->priv == priv) {
        return 0;
    }
    if (nt_recorder_flush_run(r, h, error) < 0) {
        return -1;
    }
    r->counts.mode_changes += h->mode_known;
    h->mode_known = true;
    h->priv = (uint8_t)priv;
    nt_event event = {.kind = NT_EVENT_MODE, .hart = (uint16_t)h->number, .mode = {h->priv, 0}};
    return nt_recorder_emit(r, &event, error);
}
