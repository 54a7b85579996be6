/* SPDX-License-Identifier: Apache-2.0 */
#include "ntrace/instructions.h"

#include "libntrace/util/error.h"
#include "ntrace/pull.h"

#include <stdlib.h>

struct nt_instructions {
    nt_pull *pull;
    nt_code code;
    uint64_t mask;    /* of an address */
    uint32_t left;    /* instructions of the event's range that were not handed out */
    uint64_t next_pc; /* of the first of these */
    nt_retired_insn now;
};

nt_instructions *nt_instructions_new(const nt_code *code, const nt_flow_options *options,
                                     nt_error *error) {
    nt_instructions *instructions = calloc(1, sizeof *instructions);
    if (instructions == NULL) {
        nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    instructions->code = *code;
    instructions->mask = code->isa.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    instructions->pull = nt_pull_new(code, options, error);
    if (instructions->pull == NULL) {
        free(instructions);
        return NULL;
    }
    return instructions;
}

void nt_instructions_free(nt_instructions *instructions) {
    if (instructions != NULL) {
        nt_pull_free(instructions->pull);
        free(instructions);
    }
}

int nt_instructions_give(nt_instructions *instructions, const uint8_t *bytes, size_t size,
                         bool last) {
    return nt_pull_give(instructions->pull, bytes, size, last);
}

const nt_retired_insn *nt_instructions_next(nt_instructions *instructions) {
    nt_retired_insn *now = &instructions->now;
    if (instructions->left == 0) {
        now->event = nt_pull_next(instructions->pull);
        if (now->event == NULL) {
            return NULL;
        }
        now->pc = now->event->pc;
        now->insn = (nt_insn){.size = 0};
        if (now->event->kind != NT_FLOW_RANGE) {
            return now;
        }
        instructions->left = now->event->range.instructions;
        instructions->next_pc = now->event->range.pc;
    }
    now->pc = instructions->next_pc;
    now->insn = instructions->code.at(instructions->code.context, now->pc);
    instructions->next_pc = (now->pc + now->insn.size) & instructions->mask;
    instructions->left--;
    return now;
}

nt_flow *nt_instructions_flow(nt_instructions *instructions) {
    return nt_pull_flow(instructions->pull);
}
