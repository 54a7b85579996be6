/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores that cross the border of a page while addresses are translated: each part is
   where its own page is, and faults on its own (Privileged ISA 1.13, 3.1.16, 4.3.2). */
#include "sim/tandem/shell_parts.h"

enum { PAGE_SIZE = 1 << 12 };

static unsigned split_of(const nt_tv_outcome *outcome) {
    return PAGE_SIZE - (unsigned)(outcome->address & (PAGE_SIZE - 1));
}

bool nt_tv_shell_crosses(const nt_tv_shell *shell) {
    const nt_tv_outcome *outcome = shell->outcome;
    nt_tv_class class_ = (nt_tv_class)outcome->insn.class_;
    return outcome->virtual_data && (class_ == NT_TV_LOAD || class_ == NT_TV_STORE) &&
           split_of(outcome) < outcome->width;
}

/* Which part the trace's page fault is of, or has to be. */
static unsigned faulting_part(const nt_tv_shell *shell, const nt_tv_walk walks[2]) {
    if (nt_tv_shell_has_to_fault(shell, &walks[0])) {
        return 0;
    }
    return nt_tv_shell_has_to_fault(shell, &walks[1]) || nt_tv_shell_cannot_fault(shell, &walks[0]);
}

static bool part_faults(nt_tv_shell *shell, const nt_tv_walk walks[2], uint64_t border) {
    static const nt_tv_walk unknown = {0};
    nt_tv_outcome *outcome = shell->outcome;
    uint64_t cause = nt_tv_shell_said_cause(shell);
    bool page = cause == 13 || cause == 15 || cause == 21 || cause == 23;
    if (shell->hint->trap && !page) {
        return nt_tv_shell_faults(shell, &unknown);
    }
    uint64_t address = outcome->address;
    unsigned part = faulting_part(shell, walks);
    outcome->address = part == 0 ? address : border;
    bool faults = nt_tv_shell_faults(shell, &walks[part]);
    outcome->address = address;
    return faults;
}

static int set_bits(nt_tv_shell *shell, const nt_tv_walk *walk) {
    nt_tv_shell_teach_walk(shell, walk, false);
    if (walk->missing == 0) {
        return 0;
    }
    nt_tv_shell_teach_ad(shell, true);
    return nt_tv_shell_update_ad(shell, walk);
}

static int load(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    unsigned split = outcome->split;
    unsigned rest = outcome->width - split;
    uint64_t said = nt_tv_shell_said_loaded(shell);
    uint64_t parts[2] = {outcome->place, outcome->second};
    bool told = nt_tv_shell_tells_loaded(shell);
    if (!nt_tv_memory_is_known(shell->memory, parts[0], split) ||
        !nt_tv_memory_is_known(shell->memory, parts[1], rest)) {
        if (!told) {
            nt_tv_shell_take_loaded(shell, NT_TV_MEMORY_UNKNOWN);
            return 0;
        }
        outcome->reason = NT_TV_MEMORY_UNKNOWN;
    } else if (told && (nt_tv_shell_settle(shell, parts[0], said, split) != 0 ||
                        nt_tv_shell_settle(shell, parts[1], said >> 8 * split, rest) != 0)) {
        return -1;
    }
    uint64_t value = 0;
    for (unsigned i = 0; i < outcome->width; i++) {
        uint64_t at = i < split ? parts[0] + i : parts[1] + i - split;
        if (!nt_tv_memory_is_known(shell->memory, at, 1) &&
            nt_tv_shell_poke(shell, at, said >> 8 * i, 1, true) != 0) {
            return -1;
        }
        value |= nt_tv_memory_read(shell->memory, at, 1) << 8 * i;
    }
    nt_tv_shell_put_loaded(shell, value);
    return 0;
}

static void retire_store(nt_tv_shell *shell) {
    shell->outcome->stored = true;
    shell->outcome->data = nt_tv_shell_source_value(shell);
    nt_tv_shell_next(shell);
}

static int store(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    unsigned split = outcome->split;
    retire_store(shell);
    if (nt_tv_shell_poke(shell, outcome->place, outcome->data, split, false) != 0) {
        return -1;
    }
    return nt_tv_shell_poke(shell, outcome->second, outcome->data >> 8 * split,
                            outcome->width - split, false);
}

/* A part is where nobody knows: what is stored is told, and what is loaded. */
static void pass(nt_tv_shell *shell, bool stores) {
    nt_tv_outcome *outcome = shell->outcome;
    outcome->place =
        (shell->hint->address & ~(uint64_t)(PAGE_SIZE - 1)) | (outcome->address & (PAGE_SIZE - 1));
    outcome->hidden = true;
    outcome->parted = true;
    if (stores) {
        retire_store(shell);
    } else {
        nt_tv_shell_take_loaded(shell, NT_TV_TRANSLATED);
    }
}

/* What a store that faults may have stored to the page that has no fault. */
static void leave_parts(nt_tv_shell *shell, const nt_tv_walk walks[2], unsigned split) {
    unsigned sizes[2] = {split, shell->outcome->insn.width - split};
    for (unsigned i = 0; i < 2; i++) {
        if (walks[i].known && nt_tv_walk_faults(&walks[i]) == NT_TV_NO) {
            nt_tv_shell_leave_part(shell, walks[i].place, i * split, sizes[i]);
        }
    }
}

int nt_tv_shell_access_parts(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    bool stores = outcome->insn.class_ == NT_TV_STORE;
    nt_tv_access access = stores ? NT_TV_ACCESS_STORE : NT_TV_ACCESS_LOAD;
    unsigned split = split_of(outcome);
    uint64_t border = nt_tv_cut(shell, outcome->address + split);
    nt_tv_walk walks[2] = {nt_tv_shell_walk(shell, outcome->address, access),
                           nt_tv_shell_walk(shell, border, access)};
    outcome->walked = walks[0].known && walks[1].known;
    if (part_faults(shell, walks, border)) {
        leave_parts(shell, walks, split);
        return 0;
    }
    if (nt_tv_insn_uses_floats(&outcome->insn)) {
        nt_tv_shell_dirty_floats(shell, !stores);
    }
    if (!outcome->walked || walks[0].faults || walks[1].faults) {
        pass(shell, stores);
        return 0;
    }
    outcome->place = walks[0].place;
    outcome->second = walks[1].place;
    outcome->split = (uint8_t)split;
    if (set_bits(shell, &walks[0]) != 0 || set_bits(shell, &walks[1]) != 0) {
        return -1;
    }
    bool in_ram = nt_tv_memory_is_ram(shell->memory, outcome->place) &&
                  nt_tv_memory_is_ram(shell->memory, outcome->second);
    if (!in_ram && stores) {
        retire_store(shell);
        return 0;
    }
    if (!in_ram) {
        nt_tv_shell_take_loaded(shell, NT_TV_DEVICE);
        return 0;
    }
    return stores ? store(shell) : load(shell);
}
