/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/tandem/plant/trace.h"

#include "sim/tandem/input.h"

#include <stdlib.h>
#include <string.h>

enum { FCSR = 3 };

static bool is_counter(unsigned csr) {
    return csr >> 7 == 0xb00 >> 7 || csr >> 7 == 0xb80 >> 7 || csr >> 7 == 0xc00 >> 7 ||
           csr >> 7 == 0xc80 >> 7;
}

nt_tandem_kind plant_kind_of_register(unsigned reg) {
    if (reg >= NT_TANDEM_FPR) {
        return NT_TANDEM_ABSENT_FPR;
    }
    if (reg >= NT_TANDEM_GPR) {
        return NT_TANDEM_ABSENT_GPR;
    }
    if (is_counter(reg)) {
        return NT_TANDEM_ABSENT_COUNTERS;
    }
    return reg <= FCSR ? NT_TANDEM_ABSENT_FCSR : NT_TANDEM_ABSENT_CSR;
}

static nt_tandem_kind kind_of_state(unsigned id) {
    switch (id) {
    case NT_TANDEM_PRIVILEGE:
        return NT_TANDEM_ABSENT_PRIVILEGE;
    case NT_TANDEM_PADDR:
        return NT_TANDEM_ABSENT_PADDR;
    case NT_TANDEM_EADDR:
        return NT_TANDEM_ABSENT_EADDR;
    case NT_TANDEM_PC:
        return NT_TANDEM_ABSENT_PC;
    case NT_TANDEM_MTIME:
        return NT_TANDEM_ABSENT_COUNTERS;
    default:
        return id >= NT_TANDEM_STORE8 && id <= NT_TANDEM_STORE64 ? NT_TANDEM_ABSENT_STORE
                                                                 : NT_TANDEM_KINDS;
    }
}

bool plant_is_of_kind(const nt_tandem_field *field, uint16_t kinds) {
    nt_tandem_kind kind = NT_TANDEM_KINDS;
    switch (field->opcode) {
    case NT_TANDEM_INCREMENT_PC:
        kind = NT_TANDEM_ABSENT_PC;
        break;
    case NT_TANDEM_REGISTER:
    case NT_TANDEM_REGISTER_ADD:
    case NT_TANDEM_REGISTER_OR:
        kind = plant_kind_of_register(field->reg);
        break;
    case NT_TANDEM_STATE:
        kind = kind_of_state(field->id);
        break;
    default:
        break;
    }
    return kind != NT_TANDEM_KINDS && (kinds >> kind & 1) != 0;
}

/* ---- reading ---- */

typedef struct reading {
    plant_trace *trace;
    uint16_t drop;
    size_t room;
} reading;

static int begin(void *context, const nt_tandem_input_info *info) {
    ((reading *)context)->trace->format = info->format;
    return 0;
}

/* Memory's first contents: a request in a group of initialization. */
static bool is_dropped(const nt_tandem_field *field, uint16_t drop, bool initial) {
    if (initial) {
        return (drop >> NT_TANDEM_ABSENT_MEMORY & 1) != 0 &&
               (field->opcode == NT_TANDEM_REQUEST || field->opcode == NT_TANDEM_RESPONSE);
    }
    return plant_is_of_kind(field, drop);
}

static int keep(reading *r, const nt_tandem_group *group, plant_group *copy) {
    nt_tandem_field *fields = calloc(group->count + 1, sizeof *fields);
    copy->old = calloc(group->count + 1, sizeof *copy->old);
    copy->group = *group;
    copy->group.fields = fields;
    copy->group.count = 0;
    if (fields == NULL || copy->old == NULL) {
        return -1;
    }
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *field = &group->fields[i];
        if (field->opcode == NT_TANDEM_INSN16 || field->opcode == NT_TANDEM_INSN32) {
            copy->size = field->opcode == NT_TANDEM_INSN16 ? 2 : 4;
            copy->code = (uint32_t)field->value;
        }
        copy->initialization = copy->initialization || field->opcode == NT_TANDEM_INITIALIZATION;
    }
    for (size_t i = 0; i < group->count; i++) {
        if (!is_dropped(&group->fields[i], r->drop, copy->initialization)) {
            fields[copy->group.count++] = group->fields[i];
        }
    }
    return 0;
}

static int take(void *context, const nt_tandem_group *group) {
    reading *r = context;
    plant_trace *trace = r->trace;
    if (trace->count == PLANT_MOST_GROUPS) {
        return 1;
    }
    if (trace->count == r->room) {
        r->room = r->room == 0 ? 1024 : 2 * r->room;
        plant_group *groups = realloc(trace->groups, r->room * sizeof *groups);
        if (groups == NULL) {
            return -1;
        }
        trace->groups = groups;
    }
    plant_group *copy = &trace->groups[trace->count++];
    memset(copy, 0, sizeof *copy);
    return keep(r, group, copy);
}

int plant_trace_read(plant_trace *trace, const char *path, uint16_t drop, nt_error *error) {
    *trace = (plant_trace){.path = path};
    nt_tandem_given given = NT_TANDEM_GIVEN_NOTHING;
    reading r = {.trace = trace, .drop = drop};
    nt_tandem_input input = {
        .path = path, .given = &given, .begin = begin, .sink = take, .context = &r};
    if (nt_tandem_input_read(&input, error) < 0) {
        return -1;
    }
    trace->format.absent |= drop;
    while (trace->first < trace->count && trace->groups[trace->first].size == 0) {
        trace->first++;
    }
    return plant_facts(trace) != 0 ? nt_fail(error, "out of memory") : 0;
}

void plant_trace_free(plant_trace *trace) {
    for (size_t i = 0; i < trace->count; i++) {
        free((void *)(uintptr_t)trace->groups[i].group.fields);
        free(trace->groups[i].old);
    }
    free(trace->groups);
    *trace = (plant_trace){0};
}
