#include "libntrace/flow/code.h"

#include "libntrace/flow/insn.h"

static size_t bytes_at(const nt_code *code, uint64_t pc, uint8_t bytes[4]) {
    return code->bytes == NULL ? 0 : code->bytes(code->context, pc, bytes, 4);
}

bool nt_code_sequential_jump(const nt_code *code, uint64_t load, uint64_t jump, uint64_t *target) {
    uint8_t bytes[4];
    nt_insn_constant constant;
    size_t known = bytes_at(code, load, bytes);
    if (!nt_insn_loads_constant(&constant, bytes, known, load, code->xlen)) {
        return false;
    }
    known = bytes_at(code, jump, bytes);
    return nt_insn_jumps_by(&constant, bytes, known, code->xlen, target);
}

bool nt_code_is_custom(const nt_code *code, uint64_t pc) {
    uint8_t bytes[4];
    return nt_insn_is_custom(bytes, bytes_at(code, pc, bytes));
}
