/* SPDX-License-Identifier: Apache-2.0 */
/* Updates that are left out, and those of what the instruction leaves alone. */
#include "tests/tandem/plant/draw_site.h"

static bool can_miss(const plant_site *d, size_t i) {
    const nt_tandem_field *field = &d->group->group.fields[i];
    return plant_is_register(d, i) || plant_is_csr(d, i) || plant_is_data(d, i) ||
           plant_is_paddr(d, i) || plant_is_pc(d, i) ||
           (d->group->flow && plant_is_privilege(d, i) && field->value != d->group->privilege);
}

/* The element that lacks, if leaving it out changes anything. */
static plant_result name_missing(plant_site *d, size_t at) {
    const nt_tandem_field *field = &d->group->group.fields[at];
    if (plant_is_update(field)) {
        const plant_old *old = &d->group->old[at];
        uint64_t mask = field->reg < NT_TANDEM_GPR ? plant_csr_mask(d, field->reg) : UINT64_MAX;
        uint64_t change = old->value ^ field->value;
        if (!old->known || change == 0 || (change & ~mask) != 0 || plant_is_tval(field)) {
            return PLANT_NO_EFFECT;
        }
        plant_name(d, PLANT_AT_REGISTER, field->reg);
    } else if (plant_is_store(field)) {
        plant_name(d, PLANT_AT_STORE, 0);
    } else if (plant_is_state(field, NT_TANDEM_PADDR, NT_TANDEM_PADDR)) {
        plant_name(d, PLANT_AT_PADDR, 0);
    } else if (plant_is_state(field, NT_TANDEM_PRIVILEGE, NT_TANDEM_PRIVILEGE)) {
        plant_name(d, PLANT_AT_PRIVILEGE, 0);
    } else if (d->group->next != d->group->pc) {
        plant_name(d, PLANT_AT_PC, 0);
    } else {
        return PLANT_NO_EFFECT; /* a jump to itself */
    }
    return PLANT_DRAWN;
}

plant_result plant_draw_missing(plant_site *d) {
    int at = plant_pick(d, can_miss);
    if (at < 0) {
        return PLANT_NONE;
    }
    plant_result result = name_missing(d, (size_t)at);
    plant_take_out(d, (size_t)at);
    return result;
}

static plant_result spurious_register(plant_site *d, unsigned reg, const plant_old *old) {
    if (!old->known || plant_sets_register(d, reg)) {
        return PLANT_NO_EFFECT;
    }
    uint64_t value = nt_random_next(d->random) >> (64 - plant_width(d, reg));
    if (value == old->value) {
        return PLANT_NO_EFFECT;
    }
    plant_add(
        d, (nt_tandem_field){.opcode = NT_TANDEM_REGISTER, .reg = (uint16_t)reg, .value = value});
    plant_name(d, PLANT_AT_REGISTER, reg);
    return PLANT_DRAWN;
}

static bool has_state(const plant_group *group) {
    for (size_t i = 0; i < group->group.count; i++) {
        if (plant_is_state(&group->group.fields[i], NT_TANDEM_PADDR, NT_TANDEM_STORE64)) {
            return true;
        }
    }
    return false;
}

plant_result plant_draw_spurious(plant_site *d) {
    const plant_group *group = d->group;
    if (!group->flow || group->size == 0) {
        return PLANT_NONE;
    }
    unsigned choice = nt_random_below(d->random, 8);
    bool gpr = choice < 5 || (choice == 5 && d->trace->format.flen == 0);
    if (gpr && !plant_is_absent(d, NT_TANDEM_ABSENT_GPR)) {
        unsigned reg = nt_random_between(d->random, 1, 31);
        return spurious_register(d, NT_TANDEM_GPR + reg,
                                 &(plant_old){(group->known >> reg & 1) != 0, group->value[reg]});
    }
    if (choice == 5 && !plant_is_absent(d, NT_TANDEM_ABSENT_FPR)) {
        unsigned reg = nt_random_between(d->random, 32, 63);
        return spurious_register(d, NT_TANDEM_GPR + reg,
                                 &(plant_old){(group->known >> reg & 1) != 0, group->value[reg]});
    }
    if (choice == 6 && !plant_is_absent(d, NT_TANDEM_ABSENT_CSR)) {
        return spurious_register(d, PLANT_MSCRATCH, &group->mscratch);
    }
    if (choice == 7 && !plant_is_absent(d, NT_TANDEM_ABSENT_STORE) && !has_state(group)) {
        plant_add(d, (nt_tandem_field){.opcode = NT_TANDEM_STATE,
                                       .id = NT_TANDEM_STORE32,
                                       .value = nt_random_next(d->random) & UINT32_MAX});
        plant_name(d, PLANT_AT_STORE, 0);
        return PLANT_DRAWN;
    }
    return PLANT_NO_EFFECT;
}
