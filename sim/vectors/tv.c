/* SPDX-License-Identifier: Apache-2.0 */
/* The vectors of the tandem encoder. Conformant is a stream that tells what ours tells: the same
   steps in the same order, and after each of them the same state; by which groups, fields and forms
   is free. */
#include "libntrace/tandem/tables.h"
#include "sim/tandem/text.h"
#include "sim/vectors/tv_state.h"
#include "sim/vectors/unit.h"
#include "sim/vectors/units.h"

#include "libntrace/util/input_file.h"
#include "model/tandem/tv_port.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t MOST_BYTES = (size_t)1 << 24;

/* What both streams tell up to a step, and what is found. */
typedef struct comparison {
    nt_vector_judgement *judgement;
    nt_tandem_format format;
    nt_tv_steps expected;
    nt_tv_steps got;
    nt_tv_told ours;
    nt_tv_told theirs;
    bool based; /* theirs knows the pc, and ours, relative to its first one, is that much less */
    uint64_t base;
} comparison;

static bool broken(comparison *c, const char *rule, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Always false, for the caller to return. */
static bool broken(comparison *c, const char *rule, uint64_t offset, const char *format, ...) {
    nt_vector_judgement *j = c->judgement;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(j->text, sizeof j->text, format, arguments);
    va_end(arguments);
    j->verdict = NT_VECTOR_BROKEN;
    j->rule = rule;
    j->offset = offset;
    return false;
}

static const char *name_of(nt_tv_step_kind kind) {
    switch (kind) {
    case NT_TV_STEP_HART:
        return "an instruction or trap";
    case NT_TV_STEP_RESET:
        return "a reset";
    default:
        return "a change of state";
    }
}

/* Of bits that ours knows, all must be told, and alike; of a register of which it knows nothing,
   nothing. */
static bool same_registers(comparison *c, uint64_t offset) {
    for (unsigned i = 0; i < NT_TANDEM_REGISTERS; i++) {
        uint64_t known = c->ours.known[i];
        char name[NT_CSR_NAME];
        if (i == NT_TANDEM_GPR || (known == 0 && c->theirs.known[i] == 0)) {
            continue;
        }
        nt_tandem_register_name((uint16_t)i, name);
        if (known == 0) {
            return broken(c, "state.register", offset, "%s is told, and did not change", name);
        }
        if ((known & ~c->theirs.known[i]) != 0) {
            return broken(c, "state.register", offset, "%s is not told", name);
        }
        if (((c->ours.reg[i] ^ c->theirs.reg[i]) & known) != 0) {
            return broken(c, "state.register", offset, "%s is 0x%" PRIx64 ", not 0x%" PRIx64, name,
                          c->ours.reg[i], c->theirs.reg[i]);
        }
    }
    return true;
}

static bool same_memory(comparison *c, uint64_t offset) {
    for (size_t i = 0; i < c->ours.bytes; i++) {
        uint64_t address = c->ours.memory[i].address;
        int byte = nt_tv_told_byte(&c->theirs, address);
        if (byte != c->ours.memory[i].byte) {
            return broken(c, "state.memory", offset,
                          "memory at 0x%" PRIx64 " is not what was written", address);
        }
    }
    return c->ours.bytes == c->theirs.bytes ||
           broken(c, "state.memory", offset, "memory changes that nobody wrote");
}

/* What is of the step alone: the instruction, addresses and store data. */
static bool same_access(comparison *c, uint64_t offset) {
    const nt_tv_told *ours = &c->ours, *theirs = &c->theirs;
    if (ours->insn_size != theirs->insn_size || ours->insn != theirs->insn) {
        return broken(c, "state.instruction", offset,
                      "the instruction has %u bytes, 0x%" PRIx32 ", not %u, 0x%" PRIx32,
                      ours->insn_size, ours->insn, theirs->insn_size, theirs->insn);
    }
    for (unsigned id = 0; id < NT_TANDEM_IDS; id++) {
        bool free = id == NT_TANDEM_PC_PADDR && !ours->has[id];
        if (!free && (ours->has[id] != theirs->has[id] || ours->value[id] != theirs->value[id])) {
            return broken(c, "state.access", offset, "%s is %s", nt_tandem_id_name(id),
                          !theirs->has[id] ? "not told"
                          : !ours->has[id] ? "told, and there is none"
                                           : "another");
        }
    }
    return true;
}

/* While ours does not know the pc, a hart may tell it: it then goes on from there. */
static bool same_pc(comparison *c, const nt_tv_step *step) {
    const nt_tv_told *ours = &c->ours, *theirs = &c->theirs;
    uint64_t mask = c->format.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    if (ours->pc_known && !theirs->pc_known) {
        return broken(c, "state.pc", step->offset, "the pc is 0x%" PRIx64 ", and not told",
                      ours->pc);
    }
    if (!ours->pc_known && theirs->pc_known && !c->based) {
        c->based = step->kind == NT_TV_STEP_HART;
        c->base = (theirs->pc - ours->pc) & mask;
        return c->based ||
               broken(c, "state.pc", step->offset, "the pc is told, and did not change");
    }
    c->based = c->based && !ours->pc_known && theirs->pc_known;
    uint64_t wanted = (ours->pc + (c->based ? c->base : 0)) & mask;
    return wanted == theirs->pc ||
           broken(c, "state.pc", step->offset, "the pc is 0x%" PRIx64 ", not 0x%" PRIx64, wanted,
                  theirs->pc);
}

static bool same_rest(comparison *c, uint64_t offset) {
    const nt_tv_told *ours = &c->ours, *theirs = &c->theirs;
    if (ours->privilege != theirs->privilege) {
        return broken(c, "state.privilege", offset, "the privilege mode is another, or not told");
    }
    if (ours->mtime_known != theirs->mtime_known || ours->mtime != theirs->mtime) {
        return broken(c, "state.mtime", offset, "mtime is another, or not told");
    }
    return !theirs->unfounded ||
           broken(c, "state.unfounded", offset, "a register changes whose value was not told");
}

static bool same_step(comparison *c, const nt_tv_step *ours, const nt_tv_step *theirs) {
    uint64_t offset = theirs->offset;
    if (ours->kind != theirs->kind) {
        return broken(c, "state.step", offset, "%s is expected", name_of(ours->kind));
    }
    nt_tv_told_take(&c->ours, &c->expected, ours, &c->format);
    nt_tv_told_take(&c->theirs, &c->got, theirs, &c->format);
    return same_access(c, offset) && same_registers(c, offset) && same_memory(c, offset) &&
           same_pc(c, theirs) && same_rest(c, offset);
}

static bool is_legal(comparison *c) {
    const nt_tv_steps *got = &c->got;
    char text[NT_TANDEM_TEXT];
    if (got->violation >= 0) {
        const nt_tandem_violation_info *info = &nt_tandem_violations[got->violation];
        return broken(c, info->name, got->offset, "%s (%s)", info->text, info->clause);
    }
    if (got->fault.kind != NT_TANDEM_OK) {
        nt_tandem_fault_describe(&got->fault, text);
        return broken(c, nt_tandem_fault_name(got->fault.kind), got->fault.offset, "%s", text);
    }
    return true;
}

static void compare(comparison *c) {
    size_t i = 0;
    if (!is_legal(c)) {
        return;
    }
    nt_tv_told_init(&c->ours);
    nt_tv_told_init(&c->theirs);
    for (; i < c->expected.count && i < c->got.count; i++) {
        if (!same_step(c, &c->expected.step[i], &c->got.step[i])) {
            return;
        }
    }
    if (i < c->got.count) {
        (void)broken(c, "state.step", c->got.step[i].offset, "nothing more happens");
    } else if (i < c->expected.count) {
        (void)broken(c, "state.step", c->got.size, "%s is missing",
                     name_of(c->expected.step[i].kind));
    }
}

static int read_both(comparison *c, const nt_vector *vector, const char *path, nt_error *error) {
    nt_input_file *file;
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (nt_input_file_open(&file, path, error) != 0) {
        return -1;
    }
    int result = nt_input_file_all(file, MOST_BYTES, &bytes, &size, error);
    nt_input_file_close(file);
    if (result == 0) {
        result = nt_tv_steps_read(&c->got, &c->format, bytes, size, error);
    }
    free(bytes);
    return result == 0
               ? nt_tv_steps_read(&c->expected, &c->format, vector->bytes, vector->size, error)
               : -1;
}

static int judge(nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                 nt_error *error) {
    nt_tv_params params;
    comparison *c = calloc(1, sizeof *c);
    if (c == NULL) {
        return nt_fail(error, "out of memory");
    }
    memcpy(&params, vector->pins.params, sizeof params);
    c->judgement = judgement;
    c->format = (nt_tandem_format){.xlen = params.xlen, .flen = params.flen, .mlen = params.mlen};
    judgement->verdict = NT_VECTOR_CONFORMANT;
    int result = read_both(c, vector, path, error);
    if (result == 0) {
        compare(c);
    }
    nt_tv_steps_free(&c->expected);
    nt_tv_steps_free(&c->got);
    free(c);
    return result;
}

const nt_vector_unit nt_vector_tv = {
    .name = "tv",
    .suffix = "pins",
    .bench = "units/tv/%s/bench",
    .make = "build/units/tv/%s/bench",
    .pins = &nt_pins_tv,
    .read = nt_vector_pins_read,
    .take_expected = nt_vector_take_bytes,
    .run_model = nt_vector_pins_run,
    .bench_words = nt_vector_pins_words,
    .judge = judge,
    .open_columns = nt_vector_pins_columns,
    .parameter = nt_vector_pins_parameter,
};
