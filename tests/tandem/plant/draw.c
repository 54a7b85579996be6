/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/tandem/plant/draw_site.h"

#include <string.h>

enum { TRIES = 200000 };

const char *const plant_kind_names[PLANT_KINDS] = {
    "register", "value",    "csr",       "pc",    "instruction", "memory", "address",
    "missing",  "spurious", "privilege", "order", "left-out",    "twice",
};

typedef plant_result (*draw_function)(plant_site *);

static plant_result draw_at(const plant_trace *trace, plant_kind kind, size_t index,
                            nt_random *random, plant_edit *edit) {
    static const draw_function functions[] = {
        plant_draw_register, plant_draw_value,    plant_draw_csr,     plant_draw_pc,
        plant_draw_insn,     plant_draw_data,     plant_draw_address, plant_draw_missing,
        plant_draw_spurious, plant_draw_privilege};
    switch (kind) {
    case PLANT_ORDER:
        return plant_draw_order(trace, index, edit);
    case PLANT_LEFT_OUT:
        return plant_draw_left_out(trace, index, edit);
    case PLANT_TWICE:
        return plant_draw_twice(trace, index, edit);
    default:
        break;
    }
    const plant_group *group = &trace->groups[index];
    edit->groups[0] = group->group;
    edit->groups[0].fields = edit->fields;
    memcpy(edit->fields, group->group.fields, group->group.count * sizeof edit->fields[0]);
    edit->count = 1;
    edit->made = 1;
    edit->place = group->group.offset;
    edit->second = edit->place;
    plant_site d = {trace, group, random, edit};
    return functions[kind](&d);
}

bool plant_draw(const plant_trace *trace, plant_kind kind, size_t first, size_t end,
                nt_random *random, plant_edit *edit, plant_rejects *rejects) {
    for (unsigned i = 0; i < TRIES; i++) {
        size_t index = first + nt_random_below(random, (uint32_t)(end - first));
        edit->kind = kind;
        edit->group = index;
        edit->element_count = 0;
        plant_result result = draw_at(trace, kind, index, random, edit);
        if (result == PLANT_DRAWN) {
            return true;
        }
        rejects->count += result == PLANT_NO_EFFECT;
    }
    return false;
}
