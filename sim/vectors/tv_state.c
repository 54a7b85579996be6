/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/vectors/tv_state.h"

#include "libntrace/tandem/tables.h"
#include "sim/tandem/follow.h"

#include <stdlib.h>
#include <string.h>

/* fflags and frm are parts of fcsr. */
enum { FFLAGS = 1, FRM = 2, FCSR = 3, FLAGS = 31, MODES = 224, FRM_SHIFT = 5 };

/* Steps. */

static void *grown(void *list, size_t count, size_t size) {
    return (count & (count - 1)) != 0 ? list : realloc(list, (count == 0 ? 1 : 2 * count) * size);
}

static nt_tv_step_kind kind_of(const nt_tandem_group *group) {
    nt_tv_step_kind kind = group->atomic ? NT_TV_STEP_HART : NT_TV_STEP_CHANGE;
    for (size_t i = 0; i < group->count; i++) {
        unsigned opcode = group->fields[i].opcode;
        kind = opcode == NT_TANDEM_RESET            ? NT_TV_STEP_RESET
               : opcode == NT_TANDEM_INITIALIZATION ? NT_TV_STEP_CHANGE
                                                    : kind;
    }
    return group->count == 0 ? NT_TV_STEP_CHANGE : kind;
}

static bool add_field(nt_tv_steps *steps, const nt_tandem_field *field) {
    nt_tandem_field *list = grown(steps->field, steps->fields, sizeof *list);
    if (list == NULL) {
        return false;
    }
    steps->field = list;
    steps->field[steps->fields++] = *field;
    for (int v = 0; v < NT_TANDEM_VIOLATIONS && steps->violation < 0; v++) {
        if ((field->violations >> v & 1) != 0 && !nt_tandem_violations[v].warning) {
            steps->violation = v;
            steps->offset = field->offset;
        }
    }
    return true;
}

static int take_group(void *context, const nt_tandem_group *group) {
    nt_tv_steps *steps = context;
    nt_tv_step_kind kind = kind_of(group);
    nt_tv_step *last = steps->count == 0 ? NULL : &steps->step[steps->count - 1];
    if (kind != NT_TV_STEP_CHANGE || last == NULL || last->kind != kind) {
        if (kind == NT_TV_STEP_CHANGE && group->count == 0) {
            return 0;
        }
        nt_tv_step *list = grown(steps->step, steps->count, sizeof *list);
        if (list == NULL) {
            return 1;
        }
        steps->step = list;
        last = &steps->step[steps->count++];
        *last = (nt_tv_step){.kind = kind, .offset = group->offset, .first = steps->fields};
    }
    last->count += group->count;
    for (size_t i = 0; i < group->count; i++) {
        if (!add_field(steps, &group->fields[i])) {
            return 1;
        }
    }
    return 0;
}

int nt_tv_steps_read(nt_tv_steps *steps, const nt_tandem_format *format, const uint8_t *bytes,
                     size_t size, nt_error *error) {
    *steps = (nt_tv_steps){.violation = -1, .size = size};
    nt_tandem_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        return nt_fail(error, "out of memory");
    }
    reader->format = *format;
    reader->sink = take_group;
    reader->context = steps;
    int result = nt_tandem_read(reader, bytes, size);
    result = result == 0 ? nt_tandem_read_end(reader) : result;
    steps->fault = reader->fault;
    free(reader);
    return result > 0 ? nt_fail(error, "out of memory") : 0;
}

void nt_tv_steps_free(nt_tv_steps *steps) {
    free(steps->field);
    free(steps->step);
    *steps = (nt_tv_steps){.violation = -1};
}

/* State. */

void nt_tv_told_init(nt_tv_told *told) {
    memset(told, 0, sizeof *told);
    told->privilege = -1;
}

static void take_register(nt_tv_told *told, const nt_tandem_field *field,
                          const nt_tandem_format *format) {
    unsigned reg = field->reg == FFLAGS || field->reg == FRM ? FCSR : field->reg;
    unsigned shift = field->reg == FRM ? FRM_SHIFT : 0;
    unsigned bits = nt_tandem_register_bits(format, field->reg);
    uint64_t part = field->reg == FFLAGS ? FLAGS
                    : field->reg == FRM  ? MODES
                    : bits == 64         ? UINT64_MAX
                                         : (UINT64_C(1) << bits) - 1;
    uint64_t old = (told->reg[reg] & part) >> shift;
    uint64_t value = nt_tandem_updated(field->opcode, field->value, old, bits) << shift & part;
    if (field->opcode == NT_TANDEM_REGISTER_ADD) {
        told->unfounded |= (told->known[reg] & part) != part;
    } else if (field->opcode == NT_TANDEM_REGISTER_OR) {
        part &= field->value << shift;
    }
    told->reg[reg] = (told->reg[reg] & ~part) | (value & part);
    told->known[reg] |= part;
}

static void take_state(nt_tv_told *told, const nt_tandem_field *field) {
    switch (field->id) {
    case NT_TANDEM_PRIVILEGE:
        told->privilege = (int)field->value;
        break;
    case NT_TANDEM_MTIME:
        told->mtime = field->value;
        told->mtime_known = true;
        break;
    case NT_TANDEM_PC:
        told->pc = field->value;
        told->pc_known = true;
        break;
    default:
        told->has[field->id] = true;
        told->value[field->id] = field->value;
        break;
    }
}

int nt_tv_told_byte(const nt_tv_told *told, uint64_t address) {
    for (size_t i = 0; i < told->bytes; i++) {
        if (told->memory[i].address == address) {
            return told->memory[i].byte;
        }
    }
    return -1;
}

static void take_byte(nt_tv_told *told, uint64_t address, uint8_t byte) {
    size_t at = 0;
    while (at < told->bytes && told->memory[at].address != address) {
        at++;
    }
    if (at < NT_TV_MEMORY) {
        told->bytes += at == told->bytes;
        told->memory[at].address = address;
        told->memory[at].byte = byte;
    }
}

static void take_request(nt_tv_told *told, const nt_tandem_field *field) {
    for (unsigned i = 0; field->operation == NT_TANDEM_STORE && i < 1U << field->size; i++) {
        take_byte(told, field->address + i, (uint8_t)(field->value >> 8 * i));
    }
}

static void take_reset(nt_tv_told *told) {
    nt_tv_told_init(told);
    told->privilege = 3;
}

static void take_field(nt_tv_told *told, const nt_tandem_field *field,
                       const nt_tandem_format *format) {
    switch (field->opcode) {
    case NT_TANDEM_REGISTER:
    case NT_TANDEM_REGISTER_ADD:
    case NT_TANDEM_REGISTER_OR:
        take_register(told, field, format);
        break;
    case NT_TANDEM_STATE:
        take_state(told, field);
        break;
    case NT_TANDEM_REQUEST:
        take_request(told, field);
        break;
    case NT_TANDEM_RESET:
        take_reset(told);
        break;
    case NT_TANDEM_INSN16:
    case NT_TANDEM_INSN32:
        told->insn_size = field->opcode == NT_TANDEM_INSN16 ? 2 : 4;
        told->insn = (uint32_t)field->value;
        break;
    default:
        break;
    }
}

void nt_tv_told_take(nt_tv_told *told, const nt_tv_steps *steps, const nt_tv_step *step,
                     const nt_tandem_format *format) {
    bool increment = false;
    memset(told->has, 0, sizeof told->has);
    memset(told->value, 0, sizeof told->value);
    told->insn_size = 0;
    told->insn = 0;
    for (size_t i = 0; i < step->count; i++) {
        const nt_tandem_field *field = &steps->field[step->first + i];
        increment |= field->opcode == NT_TANDEM_INCREMENT_PC;
        take_field(told, field, format);
    }
    if (increment) {
        told->pc += told->insn_size;
        told->pc &= format->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    }
}
