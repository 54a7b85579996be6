/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/lanes.h"

#include "libntrace/util/input_file.h"
#include "sim/tandem/follow.h"
#include "sim/tandem/input.h"

#include <stdlib.h>

enum {
    MCYCLE = 0xb00,
    MINSTRET = 0xb02,
    MCYCLEH = 0xb80,
    MINSTRETH = 0xb82,
    FCSR = 0x003,
};

/* A reading. What a trace tells as a change needs the values so far. */
typedef struct work {
    const nt_tv_params *params;
    nt_lanes_sink sink;
    void *context;
    nt_tandem_format *format;
    nt_error *error;
    const char *path;
    const nt_tandem_group *group;                    /* that is handed on */
    uint64_t value[NT_TANDEM_REGISTERS];             /* by register address */
    uint64_t known[(NT_TANDEM_REGISTERS + 64) / 64]; /* bits of those that have a value */
} work;

static int no_place(work *w, const nt_tandem_field *field, const char *what) {
    return nt_fail_at(w->error, NT_ERROR_FORMAT, w->path, field->offset,
                      "%s: the encoder's port has no place for it", what);
}

/* The full value of a register, also where the trace tells a change. */
static int value_of(work *w, const nt_tandem_field *field, uint64_t *value) {
    uint64_t bit = UINT64_C(1) << field->reg % 64;
    uint64_t old = w->value[field->reg];
    if (field->opcode != NT_TANDEM_REGISTER && (w->known[field->reg / 64] & bit) == 0) {
        return nt_fail_at(w->error, NT_ERROR_FORMAT, w->path, field->offset,
                          "a change of register 0x%x, whose value is not known", field->reg);
    }
    *value = nt_tandem_updated(field->opcode, field->value, old,
                               nt_tandem_register_bits(w->format, field->reg));
    w->value[field->reg] = *value;
    w->known[field->reg / 64] |= bit;
    return 0;
}

/* A lane. */

static int take_gpr(work *w, const nt_tandem_field *field, nt_tv_lane *lane) {
    if (lane->gpr_valid) {
        return no_place(w, field, "a second GPR");
    }
    lane->gpr_valid = true;
    lane->gpr_addr = (uint8_t)(field->reg - NT_TANDEM_GPR);
    return value_of(w, field, &lane->gpr_data);
}

static int take_fpr(work *w, const nt_tandem_field *field, nt_tv_lane *lane) {
    if (lane->fpr_valid) {
        return no_place(w, field, "a second FPR");
    }
    lane->fpr_valid = true;
    lane->fpr_addr = (uint8_t)(field->reg - NT_TANDEM_FPR);
    return value_of(w, field, &lane->fpr_data);
}

static int take_csr(work *w, const nt_tandem_field *field, nt_tv_lane *lane) {
    unsigned i = 0;
    while (i < NT_TV_CSRS && lane->csr[i].valid) {
        i++;
    }
    if (i == NT_TV_CSRS) {
        return no_place(w, field, "a fifth CSR");
    }
    lane->csr[i].valid = true;
    lane->csr[i].addr = field->reg;
    return value_of(w, field, &lane->csr[i].data);
}

static int take_register(work *w, const nt_tandem_field *field, nt_tv_lane *lane) {
    if (field->reg == FCSR && field->opcode == NT_TANDEM_REGISTER_OR && !lane->flags_valid &&
        field->value < 32) {
        lane->flags_valid = true;
        lane->flags = (uint8_t)field->value;
        w->value[FCSR] |= field->value;
        return 0;
    }
    return field->reg >= NT_TANDEM_FPR   ? take_fpr(w, field, lane)
           : field->reg >= NT_TANDEM_GPR ? take_gpr(w, field, lane)
                                         : take_csr(w, field, lane);
}

static int take_state(work *w, const nt_tandem_field *field, nt_tv_lane *lane) {
    switch (field->id) {
    case NT_TANDEM_PRIVILEGE:
        lane->priv_valid = true;
        lane->priv = (uint8_t)field->value;
        return 0;
    case NT_TANDEM_PADDR:
        lane->paddr_valid = true;
        lane->paddr = field->value;
        return 0;
    case NT_TANDEM_EADDR:
        lane->eaddr_valid = true;
        lane->eaddr = field->value;
        return 0;
    case NT_TANDEM_STORE8:
    case NT_TANDEM_STORE16:
    case NT_TANDEM_STORE32:
    case NT_TANDEM_STORE64:
        lane->mem_valid = true;
        lane->mem_size = (uint8_t)(field->id - NT_TANDEM_STORE8);
        lane->mem_data = field->value;
        return 0;
    case NT_TANDEM_PC:
        lane->pc_given = true;
        lane->pc_next = field->value;
        return 0;
    default:
        return no_place(w, field, nt_tandem_id_name(field->id));
    }
}

static int take_field(work *w, const nt_tandem_field *field, nt_tv_lane *lane) {
    switch (field->opcode) {
    case NT_TANDEM_INCREMENT_PC:
        return 0;
    case NT_TANDEM_REGISTER:
    case NT_TANDEM_REGISTER_ADD:
    case NT_TANDEM_REGISTER_OR:
        return take_register(w, field, lane);
    case NT_TANDEM_STATE:
        return take_state(w, field, lane);
    case NT_TANDEM_INSN16:
    case NT_TANDEM_INSN32:
        lane->insn_valid = true;
        lane->insn_size = field->opcode == NT_TANDEM_INSN32;
        lane->insn = (uint32_t)field->value;
        return 0;
    default:
        return no_place(w, field, nt_tandem_opcode_name(field->opcode));
    }
}

static int lane_of(work *w) {
    nt_tv_inputs in = {.lane[0].valid = true};
    nt_tv_lane *lane = &in.lane[0];
    for (size_t i = 0; i < w->group->count; i++) {
        const nt_tandem_field *field = &w->group->fields[i];
        if (field->violations & ~(1U << NT_TANDEM_INSN_LENGTH)) {
            return no_place(w, field, "what breaks a rule of the format");
        }
        if (take_field(w, field, lane) != 0) {
            return -1;
        }
    }
    if (lane->insn_valid && !lane->pc_given &&
        !nt_tandem_group_has(w->group, NT_TANDEM_INCREMENT_PC)) {
        return no_place(w, &w->group->fields[0], "an instruction without a new pc");
    }
    return w->sink(w->context, &in, w->group);
}

/* Initialization: each element by itself, but the counters together. */

static bool is_counter(const work *w, const nt_tandem_field *field) {
    if (field->opcode == NT_TANDEM_STATE) {
        return field->id == NT_TANDEM_MTIME;
    }
    bool upper = field->reg == MCYCLEH || field->reg == MINSTRETH;
    return field->opcode == NT_TANDEM_REGISTER &&
           (field->reg == MCYCLE || field->reg == MINSTRET || (upper && w->format->xlen == 32));
}

static void take_counter(const nt_tandem_field *field, nt_tv_inputs *in) {
    if (field->opcode == NT_TANDEM_STATE) {
        in->mtime_valid = true;
        in->mtime = field->value;
        return;
    }
    bool cycle = field->reg == MCYCLE || field->reg == MCYCLEH;
    bool upper = field->reg == MCYCLEH || field->reg == MINSTRETH;
    *(cycle ? &in->mcycle_valid : &in->minstret_valid) = true;
    *(cycle ? &in->mcycle : &in->minstret) |= field->value << (upper ? 32 : 0);
}

static int init_state(work *w, const nt_tandem_field *field, nt_tv_inputs *in) {
    if (field->id == NT_TANDEM_PRIVILEGE) {
        nt_tv_lane lane = {.valid = true, .priv_valid = true, .priv = (uint8_t)field->value};
        in->lane[0] = lane;
        return 0;
    }
    in->init_valid = true;
    in->init_kind = NT_TV_INIT_PC;
    in->init_data = field->value;
    return field->id == NT_TANDEM_PC ? 0 : no_place(w, field, nt_tandem_id_name(field->id));
}

/* Inputs without anything: there is nothing to hand on. */
static int init_of(work *w, const nt_tandem_field *field, nt_tv_inputs *in) {
    switch (field->opcode) {
    case NT_TANDEM_REGISTER:
    case NT_TANDEM_REGISTER_ADD:
    case NT_TANDEM_REGISTER_OR:
        in->init_valid = field->reg != NT_TANDEM_GPR;
        in->init_kind = NT_TV_INIT_REGISTER;
        in->init_addr = field->reg;
        return value_of(w, field, &in->init_data);
    case NT_TANDEM_REQUEST:
        in->init_valid = true;
        in->init_kind = NT_TV_INIT_MEMORY;
        in->init_addr = field->address;
        in->init_size = field->size;
        in->init_data = field->value;
        return field->operation == NT_TANDEM_STORE
                   ? 0
                   : no_place(w, field, "a request other than store");
    case NT_TANDEM_STATE:
        return init_state(w, field, in);
    case NT_TANDEM_INITIALIZATION:
    case NT_TANDEM_RESPONSE:
        return 0;
    default:
        return no_place(w, field, nt_tandem_opcode_name(field->opcode));
    }
}

static int hand_init(work *w, const nt_tandem_field *field) {
    const nt_tandem_group *group = w->group;
    nt_tv_inputs in = {.rst = false};
    if (init_of(w, field, &in) != 0) {
        return -1;
    }
    return !in.init_valid && !in.lane[0].valid
               ? 0
               : w->sink(w->context, &in, group->atomic && group->count == 2 ? group : NULL);
}

static int inits_of(work *w) {
    const nt_tandem_group *group = w->group;
    nt_tv_inputs counters = {.rst = false};
    unsigned counted = 0;
    for (size_t i = 0; i < group->count; i++) {
        if (is_counter(w, &group->fields[i])) {
            take_counter(&group->fields[i], &counters);
            counted++;
            continue;
        }
        int result = hand_init(w, &group->fields[i]);
        if (result != 0) {
            return result;
        }
    }
    bool whole = group->atomic && counted + 1 == group->count;
    return counted == 0 ? 0 : w->sink(w->context, &counters, whole ? group : NULL);
}

static int hand_reset(work *w) {
    const nt_tv_inputs in = {.reset = true};
    for (size_t i = 0; i < sizeof w->known / sizeof w->known[0]; i++) {
        w->known[i] = 0;
    }
    return w->group->count == 1 ? w->sink(w->context, &in, w->group)
                                : no_place(w, &w->group->fields[0], "a reset with other elements");
}

/* A trace. */

static int take_group(void *context, const nt_tandem_group *group) {
    work *w = context;
    w->group = group;
    if (nt_tandem_group_has(group, NT_TANDEM_RESET)) {
        return hand_reset(w);
    }
    return !group->atomic || nt_tandem_group_has(group, NT_TANDEM_INITIALIZATION) ? inits_of(w)
                                                                                  : lane_of(w);
}

/* A narrower trace will do: then the bytes are others. */
static int take_format(void *context, const nt_tandem_input_info *info) {
    work *w = context;
    const nt_tv_params *p = w->params;
    *w->format = info->format;
    if (w->format->eaddr_xlen) {
        return nt_fail(w->error, "%s: has effective addresses of XLEN, the encoder of MLEN",
                       w->path);
    }
    return w->format->xlen == p->xlen && w->format->flen <= p->flen && w->format->mlen <= p->mlen
               ? 0
               : nt_fail(w->error, "%s: has XLEN %u, FLEN %u, MLEN %u; this encoder has %u, %u, %u",
                         w->path, w->format->xlen, w->format->flen, w->format->mlen, p->xlen,
                         p->flen, p->mlen);
}

/* The header of a file of ours: 1; 0: there is none; -1. */
static int read_header(const char *path, nt_tandem_format *format, nt_error *error) {
    uint8_t bytes[NT_TANDEM_HEADER];
    nt_tandem_fault fault;
    nt_input_file *file;
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    ptrdiff_t size = nt_input_file_read(file, bytes, sizeof bytes, error);
    nt_input_file_close(file);
    if (size < 0) {
        return -1;
    }
    return nt_tandem_is_file(bytes, (size_t)size) &&
           nt_tandem_header_decode(format, bytes, (size_t)size, &fault) == 0;
}

int nt_lanes_read(const char *path, const nt_tv_params *params, nt_lanes_sink sink, void *context,
                  nt_tandem_format *format, nt_error *error) {
    static const nt_tandem_given nothing = NT_TANDEM_GIVEN_NOTHING;
    const nt_tandem_given bare = {.xlen = params->xlen, .flen = params->flen, .mlen = params->mlen};
    int is_file = read_header(path, format, error);
    if (is_file < 0) {
        return -1;
    }
    work *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    *w = (work){.params = params,
                .sink = sink,
                .context = context,
                .format = format,
                .error = error,
                .path = path};
    const nt_tandem_input input = {.path = path,
                                   .given = is_file ? &nothing : &bare,
                                   .begin = take_format,
                                   .sink = take_group,
                                   .context = w};
    int result = nt_tandem_input_read(&input, error);
    free(w);
    return result;
}

int nt_lanes_fit(nt_settings *settings, const char *path, nt_error *error) {
    nt_tandem_format format;
    int is_file = read_header(path, &format, error);
    return is_file <= 0 ? is_file : nt_settings_fit(settings, format.xlen, error);
}
