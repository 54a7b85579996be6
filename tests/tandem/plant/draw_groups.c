/* SPDX-License-Identifier: Apache-2.0 */
/* Errors of whole groups. The trace tells most pcs by an increment, so that a group too few or too
   many would have all later pcs wrong, up to the next jump: those are drawn whose pc is right again
   with the next group. */
#include "tests/tandem/plant/draw.h"

static bool is_given(const plant_group *group) {
    for (size_t i = 0; i < group->group.count; i++) {
        const nt_tandem_field *field = &group->group.fields[i];
        if (field->opcode == NT_TANDEM_STATE && field->id == NT_TANDEM_PC) {
            return true;
        }
    }
    return false;
}

/* Of plain code: no CSR, trap or privilege. */
static bool is_simple(const plant_group *group) {
    if (group->size == 0 || group->trap || !group->flow || !group->code_known ||
        !(group->result || group->data)) {
        return false;
    }
    for (size_t i = 0; i < group->group.count; i++) {
        const nt_tandem_field *field = &group->group.fields[i];
        bool csr = field->opcode == NT_TANDEM_REGISTER && field->reg < NT_TANDEM_GPR;
        if (csr || field->opcode == NT_TANDEM_REQUEST || field->opcode == NT_TANDEM_REGISTER_ADD ||
            field->opcode == NT_TANDEM_REGISTER_OR ||
            (field->opcode == NT_TANDEM_STATE && field->id == NT_TANDEM_PRIVILEGE)) {
            return false;
        }
    }
    return true;
}

static bool is_store(const plant_group *group) {
    for (size_t i = 0; i < group->group.count; i++) {
        const nt_tandem_field *field = &group->group.fields[i];
        if (field->opcode == NT_TANDEM_STATE && field->id >= NT_TANDEM_STORE8 &&
            field->id <= NT_TANDEM_STORE64) {
            return true;
        }
    }
    return false;
}

/* Whether both set a register, or both store. */
static bool overlap(const plant_group *a, const plant_group *b) {
    for (size_t i = 0; i < a->group.count; i++) {
        for (size_t j = 0; j < b->group.count; j++) {
            const nt_tandem_field *one = &a->group.fields[i];
            const nt_tandem_field *other = &b->group.fields[j];
            if (one->opcode == NT_TANDEM_REGISTER && other->opcode == NT_TANDEM_REGISTER &&
                one->reg == other->reg) {
                return true;
            }
        }
    }
    return is_store(a) && is_store(b);
}

static plant_result done(plant_edit *edit, uint64_t place, uint64_t second) {
    edit->place = place;
    edit->second = second;
    edit->elements[0] = (plant_element){PLANT_AT_ANY, 0};
    edit->element_count = 1;
    return PLANT_DRAWN;
}

plant_result plant_draw_order(const plant_trace *trace, size_t index, plant_edit *edit) {
    if (index + 1 >= trace->count) {
        return PLANT_NONE;
    }
    const plant_group *a = &trace->groups[index];
    const plant_group *b = a + 1;
    if (!is_simple(a) || !is_simple(b)) {
        return PLANT_NONE;
    }
    uint64_t pc = is_given(b) ? b->next : a->pc + b->size;
    pc = is_given(a) ? a->next : pc + a->size;
    if (pc != b->next || overlap(a, b) || (a->code == b->code && a->size == b->size)) {
        return PLANT_NO_EFFECT;
    }
    edit->groups[0] = b->group;
    edit->groups[1] = a->group;
    edit->count = 2;
    edit->made = 2;
    return done(edit, b->group.offset, a->group.offset);
}

plant_result plant_draw_left_out(const plant_trace *trace, size_t index, plant_edit *edit) {
    if (index + 1 >= trace->count) {
        return PLANT_NONE;
    }
    const plant_group *a = &trace->groups[index];
    const plant_group *b = a + 1;
    if (!is_simple(a) || !is_simple(b) || !is_given(b)) {
        return PLANT_NONE;
    }
    if (a->code == b->code && a->size == b->size) {
        return PLANT_NO_EFFECT;
    }
    edit->count = 1;
    edit->made = 0;
    return done(edit, b->group.offset, b->group.offset);
}

plant_result plant_draw_twice(const plant_trace *trace, size_t index, plant_edit *edit) {
    if (index + 1 >= trace->count) {
        return PLANT_NONE;
    }
    const plant_group *a = &trace->groups[index];
    const plant_group *b = a + 1;
    if (!is_simple(a) || !is_simple(b) || !is_given(a)) {
        return PLANT_NONE;
    }
    if (a->next == a->pc || (a->code == b->code && a->size == b->size)) {
        return PLANT_NO_EFFECT;
    }
    edit->groups[0] = a->group;
    edit->groups[1] = a->group;
    edit->groups[1].offset++;
    edit->count = 1;
    edit->made = 2;
    return done(edit, a->group.offset + 1, a->group.offset + 1);
}
