/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/stimulus/transfers.h"

#include "model/encoder/ingress.h"
#include "sim/stimulus/itype.h"

#include <stdlib.h>

struct nt_transfers {
    nt_retire *retire;
    bool held; /* `next` was read and not yet taken */
    nt_retired next;
};

/* Makes `next` the next instruction or trap: 1, 0 at the end, -1. */
static int hold(nt_transfers *t, nt_error *error) {
    while (!t->held) {
        int result = nt_retire_next(t->retire, &t->next, error);
        if (result <= 0) {
            return result;
        }
        t->held = t->next.kind != NT_RETIRED_STATE;
    }
    return 1;
}

static uint8_t itype_of(const nt_retired *retired) {
    if (!retired->has_next) {
        return NT_ITYPE_NONE; /* nothing tells where it went */
    }
    if (retired->insn.class_ == NT_INSN_BRANCH &&
        retired->next_pc != retired->pc + retired->insn.size) {
        return NT_ITYPE_TAKEN;
    }
    return nt_itype_of(retired->insn.class_, NT_ITYPES_WIDE, false);
}

static void take_transfer(nt_transfer *transfer, const nt_retired *retired) {
    transfer->isrc = retired->pc;
    transfer->itgt = retired->next_pc;
    if (retired->has_next) {
        transfer->tpriv = retired->next_mode.priv;
    }
}

static void take_trap(nt_transfer *transfer, const nt_retired *retired) {
    transfer->itype = retired->trap.interrupt ? NT_ITYPE_INTERRUPT : NT_ITYPE_EXCEPTION;
    transfer->cause = (uint16_t)retired->trap.cause;
    take_transfer(transfer, retired);
}

/* Adds an instruction; true: it ends the block. */
static bool take_insn(nt_transfer *transfer, const nt_retired *retired) {
    transfer->instructions++;
    transfer->itype = itype_of(retired);
    if (transfer->itype != NT_ITYPE_NONE) {
        take_transfer(transfer, retired);
    }
    return transfer->itype != NT_ITYPE_NONE;
}

int nt_transfers_next(nt_transfers *t, uint32_t instructions, nt_transfer *transfer,
                      nt_error *error) {
    int result = hold(t, error);
    if (result <= 0) {
        return result;
    }
    uint8_t priv = t->next.mode.priv;
    *transfer = (nt_transfer){.pc = t->next.pc, .priv = priv, .tpriv = priv};
    bool ended = false;
    while (!ended && transfer->instructions < instructions && (result = hold(t, error)) > 0 &&
           t->next.mode.priv == priv) {
        t->held = false;
        if (t->next.kind == NT_RETIRED_TRAP) {
            take_trap(transfer, &t->next);
            ended = true;
        } else {
            ended = take_insn(transfer, &t->next);
        }
    }
    return result < 0 ? -1 : 1;
}

const nt_recording_header *nt_transfers_header(const nt_transfers *t) {
    return nt_retire_header(t->retire);
}

int nt_transfers_open(nt_transfers **transfers, const char *recording, unsigned hart,
                      nt_error *error) {
    nt_transfers *t = calloc(1, sizeof *t);
    if (t == NULL) {
        return nt_fail(error, "%s: out of memory", recording);
    }
    if (nt_retire_open(&t->retire, recording, hart, error) != 0) {
        nt_transfers_close(t);
        return -1;
    }
    *transfers = t;
    return 0;
}

void nt_transfers_close(nt_transfers *t) {
    if (t != NULL) {
        nt_retire_close(t->retire);
        free(t);
    }
}
