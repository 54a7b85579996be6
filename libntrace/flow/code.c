/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/flow/code.h"

#include "libntrace/flow/insn.h"

static size_t bytes_at(const nt_code *code, uint64_t pc, uint8_t bytes[4]) {
    return code->bytes == NULL ? 0 : code->bytes(code->context, pc, bytes, 4);
}

bool nt_code_sequential_jump(const nt_code *code, uint64_t load, uint64_t jump, uint64_t *target) {
    uint8_t bytes[4];
    nt_insn_constant constant;
    size_t known = bytes_at(code, load, bytes);
    if (!nt_insn_loads_constant(&constant, bytes, known, load, code->isa.xlen)) {
        return false;
    }
    known = bytes_at(code, jump, bytes);
    return nt_insn_jumps_by(&constant, bytes, known, code->isa.xlen, target);
}

/* A target in the jump table (Zcmt, "Table Jump Overview"); its lowest bit does not count. */
static bool read_entry(const nt_code *code, uint64_t address, uint64_t *target) {
    uint8_t entry[8];
    size_t size = code->isa.xlen / 8;
    if (code->bytes(code->context, address, entry, size) != size) {
        return false;
    }
    uint64_t value = 0;
    for (size_t i = size; i-- > 0;) {
        value = value << 8 | entry[i];
    }
    *target = value & ~UINT64_C(1);
    return true;
}

bool nt_code_target(const nt_code *code, uint64_t pc, const nt_insn *insn, uint64_t *target) {
    uint8_t bytes[4];
    uint64_t entry;
    *target = insn->target;
    bool may_be = code->isa.zcmt && insn->size == 2 &&
                  (insn->class_ == NT_INSN_DIRECT_JUMP || insn->class_ == NT_INSN_DIRECT_CALL);
    if (!may_be || !nt_insn_table_entry(bytes, bytes_at(code, pc, bytes), &code->isa, &entry)) {
        return true;
    }
    return read_entry(code, entry, target);
}

bool nt_code_is_custom(const nt_code *code, uint64_t pc) {
    uint8_t bytes[4];
    return nt_insn_is_custom(bytes, bytes_at(code, pc, bytes));
}
