/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/retyped.h"

#include <stddef.h>

static nt_insn at(void *context, uint64_t pc) {
    const nt_retyped *retyped = context;
    nt_insn insn = retyped->code.at(retyped->code.context, pc);
    if (pc == retyped->pc && insn.size != 0) {
        insn.class_ = (uint8_t)retyped->class_;
    }
    return insn;
}

static size_t bytes(void *context, uint64_t pc, uint8_t *to, size_t size) {
    const nt_code *code = &((const nt_retyped *)context)->code;
    return code->bytes(code->context, pc, to, size);
}

static uint64_t generation(void *context) {
    const nt_code *code = &((const nt_retyped *)context)->code;
    return code->generation(code->context);
}

static uint64_t space(void *context) {
    const nt_code *code = &((const nt_retyped *)context)->code;
    return code->space(code->context);
}

static void advance(void *context, uint64_t retired) {
    const nt_code *code = &((const nt_retyped *)context)->code;
    code->advance(code->context, retired);
}

static uint64_t next_change(void *context) {
    const nt_code *code = &((const nt_retyped *)context)->code;
    return code->next_change(code->context);
}

nt_code nt_retyped_code(nt_retyped *retyped) {
    const nt_code *code = &retyped->code;
    return (nt_code){.context = retyped,
                     .isa = code->isa,
                     .at = at,
                     .bytes = code->bytes == NULL ? NULL : bytes,
                     .generation = code->generation == NULL ? NULL : generation,
                     .space = code->space == NULL ? NULL : space,
                     .advance = code->advance == NULL ? NULL : advance,
                     .next_change = code->next_change == NULL ? NULL : next_change};
}

bool nt_is_typed_return(const nt_code *code, uint64_t pc) {
    uint8_t byte;
    return code->at(code->context, pc).class_ == NT_INSN_RETURN &&
           (code->bytes == NULL || code->bytes(code->context, pc, &byte, 1) == 0);
}
