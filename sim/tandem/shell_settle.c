/* SPDX-License-Identifier: Apache-2.0 */
/* What memory may have though no group stores it: parts of stores that faulted, and A bits of
   leaves that speculation used (Privileged ISA 1.13, 3.7.1.3, 4.3.1). Which of it is there, loads
   show. */
#include "sim/tandem/shell_parts.h"

/* ---- parts of stores ---- */

/* The text has it of misaligned stores, and of those wider than XLEN. */
static bool is_divided(const nt_tv_shell *shell) {
    const nt_tv_outcome *outcome = shell->outcome;
    return outcome->insn.class_ == NT_TV_STORE &&
           (outcome->address % outcome->width != 0 || outcome->width > shell->xlen / 8);
}

void nt_tv_shell_leave_part(nt_tv_shell *shell, uint64_t place, unsigned from, unsigned size) {
    enum { LOAD_MISALIGNED = 4, STORE_MISALIGNED = 6 };
    nt_tv_stores *stores = shell->stores;
    uint64_t cause = nt_tv_shell_said_cause(shell);
    if (!is_divided(shell) || cause == LOAD_MISALIGNED || cause == STORE_MISALIGNED ||
        !nt_tv_memory_is_ram(shell->memory, place) ||
        !nt_tv_memory_is_ram(shell->memory, place + size - 1)) {
        return;
    }
    stores->part[stores->parts++ % NT_TV_PARTS] =
        (nt_tv_part){.address = place,
                     .data = nt_tv_shell_source_value(shell) >> 8 * from,
                     .bytes = (uint8_t)((1U << size) - 1)};
}

/* Bytes that are loaded are old or new from then on. */
static int settle_part(nt_tv_shell *shell, nt_tv_part *part, uint64_t place, uint64_t said,
                       unsigned width) {
    for (unsigned i = 0; part->bytes >> i != 0; i++) {
        uint64_t at = part->address + i;
        uint8_t byte = (uint8_t)(part->data >> 8 * i);
        if ((part->bytes >> i & 1) == 0 || at - place >= width) {
            continue;
        }
        part->bytes &= (uint8_t) ~(1U << i);
        if ((uint8_t)(said >> 8 * (at - place)) == byte &&
            nt_tv_shell_poke(shell, at, byte, 1, true) != 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- A bits ---- */

enum { V = 1 << 0, R = 1 << 1, X = 1 << 3, A = 1 << 6 };

static int settle_accessed(nt_tv_shell *shell, uint64_t place, uint64_t said, unsigned width) {
    unsigned size = shell->xlen / 8;
    uint64_t has = nt_tv_memory_read(shell->memory, place, width);
    if (((has ^ said) & nt_tv_width_mask(width)) != A || place % size != 0 || width > size ||
        !nt_tv_memory_is_known(shell->memory, place, size)) {
        return 0;
    }
    uint64_t entry = nt_tv_memory_read(shell->memory, place, size);
    bool leaf = (entry & (V | A)) == V && (entry & (R | X)) != 0;
    if (!leaf || nt_tv_shell_updates_ad(shell) == NT_TV_NO || !nt_tv_shell_is_entry(shell, place)) {
        return 0;
    }
    nt_tv_shell_teach_ad(shell, true);
    return nt_tv_shell_poke(shell, place, entry | A, 1, true);
}

int nt_tv_shell_settle(nt_tv_shell *shell, uint64_t place, uint64_t said, unsigned width) {
    nt_tv_stores *stores = shell->stores;
    for (unsigned i = 0; stores->parts != 0 && i < NT_TV_PARTS; i++) {
        if (settle_part(shell, &stores->part[i], place, said, width) != 0) {
            return -1;
        }
    }
    return settle_accessed(shell, place, said, width);
}
