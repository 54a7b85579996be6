/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/tandem/plant/draw_site.h"

#include <string.h>

bool plant_is_absent(const plant_site *d, nt_tandem_kind kind) {
    return (d->trace->format.absent >> kind & 1) != 0;
}

bool plant_is_update(const nt_tandem_field *field) {
    return field->opcode == NT_TANDEM_REGISTER;
}

bool plant_is_state(const nt_tandem_field *field, unsigned first, unsigned last) {
    return field->opcode == NT_TANDEM_STATE && field->id >= first && field->id <= last;
}

bool plant_is_store(const nt_tandem_field *field) {
    return plant_is_state(field, NT_TANDEM_STORE8, NT_TANDEM_STORE64);
}

bool plant_is_insn(const nt_tandem_field *field) {
    return field->opcode == NT_TANDEM_INSN16 || field->opcode == NT_TANDEM_INSN32;
}

bool plant_sets_register(const plant_site *d, unsigned reg) {
    for (size_t i = 0; i < d->group->group.count; i++) {
        if (plant_is_update(&d->group->group.fields[i]) && d->group->group.fields[i].reg == reg) {
            return true;
        }
    }
    return false;
}

void plant_name(plant_site *d, plant_what what, unsigned reg) {
    if (reg == 1 || reg == 2) {
        reg = 3;
    }
    if (reg == 0x100 || reg == 0x104 || reg == 0x144) {
        reg += 0x200;
    }
    d->edit->elements[d->edit->element_count++] = (plant_element){what, (uint16_t)reg};
}

void plant_add(plant_site *d, nt_tandem_field field) {
    d->edit->fields[d->edit->groups[0].count++] = field;
}

void plant_take_out(plant_site *d, size_t at) {
    nt_tandem_group *group = &d->edit->groups[0];
    group->count--;
    memmove(&d->edit->fields[at], &d->edit->fields[at + 1],
            (group->count - at) * sizeof d->edit->fields[0]);
}

int plant_pick(plant_site *d, bool (*takes)(const plant_site *, size_t)) {
    size_t found = 0;
    int picked = -1;
    for (size_t i = 0; i < d->group->group.count; i++) {
        if (takes(d, i) && nt_random_below(d->random, (uint32_t)++found) == 0) {
            picked = (int)i;
        }
    }
    return picked;
}

uint64_t plant_bit(plant_site *d, unsigned first, unsigned end) {
    return UINT64_C(1) << nt_random_between(d->random, first, end - 1);
}

unsigned plant_width(const plant_site *d, unsigned reg) {
    return reg >= NT_TANDEM_FPR ? d->trace->format.flen : d->trace->format.xlen;
}
