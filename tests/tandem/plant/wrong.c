/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/tandem/plant/wrong.h"

#include "tests/tandem/plant/insn.h"

enum { NEAR = 8, SCRATCH_M = 0x340, SCRATCH_S = 0x140, FCSR = 3 };

static const nt_tandem_field *find_state(const nt_tandem_group *group, unsigned id) {
    for (size_t i = 0; i < group->count; i++) {
        if (group->fields[i].opcode == NT_TANDEM_STATE && group->fields[i].id == id) {
            return &group->fields[i];
        }
    }
    return NULL;
}

static bool sets_register(const nt_tandem_group *group, uint16_t reg) {
    for (size_t i = 0; i < group->count; i++) {
        if (group->fields[i].opcode == NT_TANDEM_REGISTER && group->fields[i].reg == reg) {
            return true;
        }
    }
    return false;
}

/* Whether the trace sets the element again before the group `end`. */
static bool is_set(const plant_trace *trace, const plant_edit *earlier,
                   const plant_element *element, size_t end) {
    for (size_t i = earlier->group + earlier->count; i < end; i++) {
        const nt_tandem_group *group = &trace->groups[i].group;
        if (element->what == PLANT_AT_REGISTER ? sets_register(group, element->reg)
                                               : find_state(group, NT_TANDEM_PRIVILEGE) != NULL) {
            return true;
        }
    }
    return false;
}

/* ---- what a group may read ---- */

/* By the places where instructions have the numbers of registers, and perhaps other bits. */
static uint32_t numbers(const plant_group *group) {
    uint32_t code = group->code;
    if (group->size == 4) {
        return 1U << (code >> 7 & 31) | 1U << (code >> 15 & 31) | 1U << (code >> 20 & 31) |
               1U << (code >> 27 & 31);
    }
    return 1U << 1 | 1U << 2 | 1U << (code >> 7 & 31) | 1U << (code >> 2 & 31) |
           1U << (8 + (code >> 7 & 7)) | 1U << (8 + (code >> 2 & 7));
}

static plant_class class_of(const plant_trace *trace, const plant_group *group) {
    return plant_insn_class(group->code, group->size, trace->format.xlen);
}

static bool reads_register(const plant_trace *trace, const plant_group *group, uint16_t reg) {
    if (reg >= NT_TANDEM_GPR) {
        return (numbers(group) >> (reg & 31) & 1) != 0;
    }
    plant_class class = class_of(trace, group);
    if (reg == FCSR) {
        return class == PLANT_FLOAT || class == PLANT_CSR;
    }
    bool scratch = reg == SCRATCH_M || reg == SCRATCH_S;
    return class == PLANT_CSR || (!scratch && (group->trap || class == PLANT_RETURN ||
                                               class == PLANT_SYSTEM || class == PLANT_UNKNOWN));
}

static bool reads_privilege(const plant_trace *trace, const plant_group *group) {
    plant_class class = class_of(trace, group);
    return !group->code_known || group->trap || class == PLANT_CSR || class == PLANT_RETURN ||
           class == PLANT_SYSTEM || class == PLANT_UNKNOWN;
}

static bool is_near(uint64_t a, uint64_t b) {
    return a - b + NEAR <= 2 * NEAR;
}

static bool is_near_address(const nt_tandem_group *group, uint64_t address) {
    const nt_tandem_field *paddr = find_state(group, NT_TANDEM_PADDR);
    return paddr != NULL && is_near(paddr->value, address);
}

/* Memory that the earlier error's group accessed, or says so. */
static bool meets_memory(const plant_trace *trace, const plant_edit *earlier,
                         const plant_edit *edit) {
    const plant_group *group = &trace->groups[edit->group];
    const nt_tandem_group *said[] = {&trace->groups[earlier->group].group, &earlier->groups[0]};
    for (unsigned i = 0; i < 2; i++) {
        const nt_tandem_field *paddr = find_state(said[i], NT_TANDEM_PADDR);
        if (paddr != NULL &&
            (is_near(group->pc, paddr->value) || is_near_address(&group->group, paddr->value) ||
             is_near_address(&edit->groups[0], paddr->value))) {
            return true;
        }
    }
    return false;
}

static bool names(const plant_edit *edit, const plant_element *element) {
    for (size_t i = 0; i < edit->element_count; i++) {
        if (edit->elements[i].what == element->what && edit->elements[i].reg == element->reg) {
            return true;
        }
    }
    return false;
}

static bool meets(const plant_trace *trace, const plant_edit *earlier, const plant_element *element,
                  const plant_edit *edit) {
    const plant_group *group = &trace->groups[edit->group];
    switch (element->what) {
    case PLANT_AT_REGISTER:
        return (names(edit, element) || reads_register(trace, group, element->reg)) &&
               !is_set(trace, earlier, element, edit->group);
    case PLANT_AT_PRIVILEGE:
        return (names(edit, element) || reads_privilege(trace, group)) &&
               !is_set(trace, earlier, element, edit->group);
    case PLANT_AT_PADDR:
    case PLANT_AT_STORE:
        return meets_memory(trace, earlier, edit);
    default: /* the next group tells */
        return false;
    }
}

bool plant_meets_wrong(const plant_trace *trace, const plant_edit *const *earlier, size_t count,
                       const plant_edit *edit) {
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < earlier[i]->element_count; j++) {
            if (meets(trace, earlier[i], &earlier[i]->elements[j], edit)) {
                return true;
            }
        }
    }
    return false;
}
