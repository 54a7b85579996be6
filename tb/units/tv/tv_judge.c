/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/tv/tv_judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    MCYCLE = 0xb00,
    MINSTRET = 0xb02,
    UPPER = 0x80, /* from mcycle to mcycleh */
    FCSR = 0x003,
    WARNINGS = 1 << NT_TANDEM_INSN_LENGTH,
};

static void wrong(tv_judge *j, uint64_t offset, const char *what, const nt_tandem_field *field) {
    if (j->wrong[0] != '\0') {
        return;
    }
    (void)snprintf(j->wrong, sizeof j->wrong,
                   "group %" PRIu64 " at byte %" PRIu64 ": %s: opcode %u, id %u, register 0x%x, "
                   "value 0x%" PRIx64,
                   j->groups, offset, what, field->opcode, field->id, field->reg, field->value);
}

/* What must come. */

static nt_tandem_field *add(tv_expected *e, nt_tandem_opcode opcode) {
    e->field[e->count] = (nt_tandem_field){.opcode = (uint8_t)opcode};
    return &e->field[e->count++];
}

static void add_register(tv_expected *e, unsigned reg, uint64_t value) {
    nt_tandem_field *field = add(e, NT_TANDEM_REGISTER);
    field->reg = (uint16_t)reg;
    field->value = value;
}

static void add_state(tv_expected *e, unsigned id, uint64_t value) {
    nt_tandem_field *field = add(e, NT_TANDEM_STATE);
    field->id = (uint8_t)id;
    field->value = value;
}

static uint64_t low_bytes(uint64_t value, unsigned size) {
    return size == 3 ? value : value & ((UINT64_C(1) << (8U << size)) - 1);
}

static uint64_t of_xlen(const tv_judge *j, uint64_t value) {
    return low_bytes(value, j->params->xlen == 32 ? 2 : 3);
}

static tv_expected *expect(tv_judge *j) {
    tv_expected *e = &j->group[(j->first + j->count++) % TV_JUDGE_GROUPS];
    e->count = 0;
    e->reset = false;
    return e;
}

static void expect_lane(tv_judge *j, const nt_tv_lane *lane) {
    tv_expected *e = expect(j);
    if (lane->pc_given) {
        add_state(e, NT_TANDEM_PC, lane->pc_next);
    } else if (lane->insn_valid) {
        add(e, NT_TANDEM_INCREMENT_PC);
    }
    if (lane->insn_valid) {
        add(e, lane->insn_size ? NT_TANDEM_INSN32 : NT_TANDEM_INSN16)->value =
            low_bytes(lane->insn, lane->insn_size ? 2 : 1);
    }
    if (lane->gpr_valid && lane->gpr_addr != 0) {
        add_register(e, NT_TANDEM_GPR + (unsigned)lane->gpr_addr, lane->gpr_data);
    }
    if (lane->fpr_valid && j->params->flen != 0) {
        add_register(e, NT_TANDEM_FPR + (unsigned)lane->fpr_addr, lane->fpr_data);
    }
    for (unsigned i = 0; i < NT_TV_CSRS; i++) {
        if (lane->csr[i].valid) {
            add_register(e, lane->csr[i].addr, lane->csr[i].data);
        }
    }
    if (lane->flags_valid) {
        nt_tandem_field *field = add(e, NT_TANDEM_REGISTER_OR);
        field->reg = FCSR;
        field->value = lane->flags;
    }
    if (lane->paddr_valid) {
        add_state(e, NT_TANDEM_PADDR, lane->paddr);
    }
    if (lane->eaddr_valid && j->params->has_eaddr) {
        add_state(e, NT_TANDEM_EADDR, lane->eaddr);
    }
    if (lane->mem_valid) {
        add_state(e, NT_TANDEM_STORE8 + (unsigned)lane->mem_size,
                  low_bytes(lane->mem_data, lane->mem_size));
    }
    if (lane->priv_valid) {
        add_state(e, NT_TANDEM_PRIVILEGE, lane->priv);
    }
}

static void expect_init(tv_judge *j, const nt_tv_inputs *in) {
    tv_expected *e = expect(j);
    if (in->init_kind == NT_TV_INIT_PC) {
        add_state(e, NT_TANDEM_PC, of_xlen(j, in->init_data));
    }
    add(e, NT_TANDEM_INITIALIZATION);
    if (in->init_kind == NT_TV_INIT_MEMORY) {
        nt_tandem_field *field = add(e, NT_TANDEM_REQUEST);
        field->address = in->init_addr;
        field->operation = NT_TANDEM_STORE;
        field->size = in->init_size;
        field->value = low_bytes(in->init_data, in->init_size);
    } else if (in->init_kind == NT_TV_INIT_REGISTER) {
        bool narrow = in->init_addr >= NT_TANDEM_FPR && j->params->flen == 32;
        bool is_fpr = in->init_addr >= NT_TANDEM_FPR;
        add_register(e, (unsigned)in->init_addr,
                     narrow   ? low_bytes(in->init_data, 2)
                     : is_fpr ? in->init_data
                              : of_xlen(j, in->init_data));
    }
}

static void add_counter(const tv_judge *j, tv_expected *e, unsigned reg, uint64_t value) {
    add_register(e, reg, of_xlen(j, value));
    if (j->params->xlen == 32) {
        add_register(e, reg + UPPER, value >> 32);
    }
}

static void expect_counters(tv_judge *j, const nt_tv_inputs *in) {
    tv_expected *e = expect(j);
    add(e, NT_TANDEM_INITIALIZATION);
    if (in->mcycle_valid) {
        add_counter(j, e, MCYCLE, in->mcycle);
    }
    if (in->minstret_valid) {
        add_counter(j, e, MINSTRET, in->minstret);
    }
    if (in->mtime_valid) {
        add_state(e, NT_TANDEM_MTIME, in->mtime);
    }
}

void tv_judge_taken(tv_judge *j, const nt_tv_inputs *in) {
    if (in->reset) {
        tv_expected *e = expect(j);
        add(e, NT_TANDEM_RESET);
        e->reset = true;
    }
    if (in->init_valid) {
        expect_init(j, in);
    }
    if (in->mtime_valid || in->mcycle_valid || in->minstret_valid) {
        expect_counters(j, in);
    }
    for (unsigned l = 0; l < j->params->nret; l++) {
        if (in->lane[l].valid) {
            expect_lane(j, &in->lane[l]);
        }
    }
}

/* What comes. */

/* An offset or mask is told of a register that is known; becomes the full value. */
static void fill(tv_judge *j, nt_tandem_field *field, uint64_t offset) {
    unsigned n = field->reg - (unsigned)NT_TANDEM_GPR;
    if (!j->params->increment || (j->known >> n & 1) == 0) {
        wrong(j, offset, "a register is told by its change", field);
    }
    field->value = of_xlen(j, field->opcode == NT_TANDEM_REGISTER_ADD ? j->gpr[n] + field->value
                                                                      : j->gpr[n] | field->value);
    field->opcode = NT_TANDEM_REGISTER;
    j->incremental++;
}

static bool is_gpr(const nt_tandem_field *field) {
    return field->reg >= NT_TANDEM_GPR && field->reg < NT_TANDEM_FPR;
}

static bool equal(const nt_tandem_field *a, const nt_tandem_field *b) {
    return a->opcode == b->opcode && a->id == b->id && a->reg == b->reg && a->value == b->value &&
           a->address == b->address && a->operation == b->operation && a->size == b->size;
}

static void compare(tv_judge *j, const tv_expected *e, const nt_tandem_group *group) {
    for (size_t i = 0; i < group->count; i++) {
        nt_tandem_field field = group->fields[i];
        if (is_gpr(&field) && field.opcode != NT_TANDEM_REGISTER) {
            fill(j, &field, group->offset);
        }
        if (i >= e->count || !equal(&field, &e->field[i])) {
            wrong(j, group->offset, i < e->count ? "is not what was taken" : "was not taken",
                  &field);
            return;
        }
        if (is_gpr(&field)) {
            j->gpr[field.reg - NT_TANDEM_GPR] = field.value;
            j->known |= UINT32_C(1) << (field.reg - NT_TANDEM_GPR);
        }
    }
    if (group->count < e->count) {
        wrong(j, group->offset, "is missing", &e->field[group->count]);
    }
}

void tv_judge_original(tv_judge *j, const nt_tandem_group *group) {
    tv_original *o = &j->original[(j->original_first + j->original_count++) % TV_JUDGE_GROUPS];
    o->count = 0;
    if (group != NULL && group->count <= TV_JUDGE_FIELDS) {
        memcpy(o->field, group->fields, group->count * sizeof o->field[0]);
        o->count = (uint8_t)group->count;
        o->ended = group->ended;
    }
}

/* Equal fields in the same order are equal bytes. */
static void compare_original(tv_judge *j, const nt_tandem_group *group) {
    if (j->original_count == 0) {
        return;
    }
    const tv_original *o = &j->original[j->original_first];
    bool same = o->count == group->count && o->ended == group->ended && o->count != 0;
    for (size_t i = 0; same && i < group->count; i++) {
        same = equal(&o->field[i], &group->fields[i]);
    }
    j->identical += same;
    j->original_first = (j->original_first + 1) % TV_JUDGE_GROUPS;
    j->original_count--;
}

static int sink(void *context, const nt_tandem_group *group) {
    static const nt_tandem_field none;
    tv_judge *j = context;
    if (!group->atomic) {
        wrong(j, group->offset, "outside a group", &group->fields[0]);
    } else if (j->count == 0) {
        wrong(j, group->offset, "a group that was not taken", &none);
    } else {
        const tv_expected *e = &j->group[j->first];
        j->first = (j->first + 1) % TV_JUDGE_GROUPS;
        j->count--;
        compare(j, e, group);
        compare_original(j, group);
        j->known = e->reset ? 0 : j->known;
    }
    if ((group->violations & ~WARNINGS) != 0) {
        wrong(j, group->offset, "breaks a rule of the format", &none);
    }
    j->groups++;
    j->bytes += group->size;
    j->implied += !group->ended;
    if (!group->ended && !j->params->implied_end) {
        wrong(j, group->offset, "has no end", &none);
    }
    return j->wrong[0] != '\0';
}

void tv_judge_reset(tv_judge *j, const nt_tv_params *p) {
    j->params = p;
    memset(&j->reader, 0, sizeof j->reader);
    j->reader.format = (nt_tandem_format){.xlen = p->xlen, .flen = p->flen, .mlen = p->mlen};
    j->reader.sink = sink;
    j->reader.context = j;
    j->first = j->count = 0;
    j->known = 0;
}

static void tell_fault(tv_judge *j) {
    char text[NT_TANDEM_TEXT];
    if (j->wrong[0] == '\0') {
        nt_tandem_fault_describe(&j->reader.fault, text);
        (void)snprintf(j->wrong, sizeof j->wrong, "byte %" PRIu64 ": %s", j->reader.fault.offset,
                       text);
    }
}

void tv_judge_bytes(tv_judge *j, const uint8_t *bytes, unsigned count) {
    if (j->wrong[0] == '\0' && nt_tandem_read(&j->reader, bytes, count) != 0) {
        tell_fault(j);
    }
}

void tv_judge_idle(tv_judge *j) {
    if (j->wrong[0] != '\0') {
        return;
    }
    if (nt_tandem_read_end(&j->reader) != 0) {
        tell_fault(j);
    } else if (j->count != 0) {
        (void)snprintf(j->wrong, sizeof j->wrong, "%u groups that were taken did not come",
                       (unsigned)j->count);
    }
}
