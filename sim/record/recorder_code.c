/* SPDX-License-Identifier: Apache-2.0 */
/* Knows the code of translations, and sees to it that the recording has it before it runs. */
#include "sim/record/recorder_internal.h"

#include <inttypes.h>
#include <string.h>

int nt_recorder_fail(const nt_recorder *r, nt_error *error, const char *reason) {
    return nt_fail(error, "%s: offset %" PRIu64 ": %s", r->options.name, r->offset, reason);
}

typedef enum code_state { CODE_SAME, CODE_NEW, CODE_REPLACED } code_state;

/* How the image stands to an instruction that runs now. Half-word by half-word, since an
   instruction can begin in known code and end in unknown. */
static code_state compare_code(const nt_recorder_hart *h, const nt_record_block *block) {
    code_state state = CODE_SAME;
    for (unsigned i = 0; i < block->insn.size; i += 2) {
        uint8_t known[2];
        if (nt_image_bytes(h->image, block->pc + i, known, 2) < 2) {
            state = CODE_NEW;
        } else if (memcmp(known, block->bytes + i, 2) != 0) {
            return CODE_REPLACED;
        }
    }
    return state;
}

/* Sees to it that the recording holds the code of `block` before it runs. */
static int know_code(nt_recorder *r, nt_recorder_hart *h, nt_record_block *block, nt_error *error) {
    if (block->written == h->generation && block->hart == h->number) {
        return 0;
    }
    uint8_t size = block->insn.size;
    code_state state = compare_code(h, block);
    if (state == CODE_REPLACED) { /* from here on, not for what ran before */
        if (nt_recorder_flush_run(r, h, error) < 0) {
            return -1;
        }
        h->generation++;
        r->counts.code_changes++;
    }
    block->written = h->generation;
    block->hart = h->number;
    if (state == CODE_SAME) {
        return 0;
    }
    if (nt_image_write(h->image, block->pc, block->bytes, size) < 0) {
        return nt_fail(error, "out of memory");
    }
    if ((block->pc != h->code_start + h->code_size || h->code_size + size > NT_RECORDER_CODE) &&
        nt_recorder_flush_code(r, h, error) < 0) {
        return -1;
    }
    if (h->code_size == 0) {
        h->code_start = block->pc;
    }
    memcpy(h->code + h->code_size, block->bytes, size);
    h->code_size += size;
    return 0;
}

nt_record_block *nt_recorder_find_block(nt_recorder *r, const nt_log_line *line, nt_error *error) {
    const nt_log_line *code = &r->code;
    nt_record_block *block = nt_block_find(&r->blocks, line->exec.block);
    if (code->kind == NT_LOG_CODE && code->code.pc == line->exec.pc) {
        block = nt_block_put(&r->blocks, line->exec.block);
        if (block == NULL) {
            (void)nt_fail(error, "out of memory");
            return NULL;
        }
        memcpy(block->bytes, code->code.bytes, sizeof block->bytes);
        block->insn.size = code->code.size;
    } else if (block == NULL) {
        (void)nt_recorder_fail(r, error, "an instruction runs whose code the log has not shown");
        return NULL;
    } else if (block->pc == line->exec.pc) {
        return block;
    }
    uint8_t size = block->insn.size;
    block->pc = line->exec.pc;
    block->written = 0;
    nt_isa isa = {.xlen = (uint8_t)r->options.xlen};
    if (nt_insn_decode(&block->insn, block->bytes, size, block->pc, &isa) < 0 ||
        block->insn.size != size) { /* a reserved encoding; it traps */
        block->insn = (nt_insn){.size = size, .class_ = NT_INSN_OTHER};
    }
    return block;
}

int nt_recorder_begin(nt_recorder *r, nt_recorder_hart *h, nt_error *error) {
    nt_record_block *block = h->waiting.block;
    if (block == NULL) {
        return 0;
    }
    h->waiting.block = NULL;
    h->waiting.insn = 0;
    if (nt_recorder_set_mode(r, h, h->waiting.priv, error) < 0 ||
        know_code(r, h, block, error) < 0) {
        return -1;
    }
    h->running = (nt_recorder_insn){.pc = block->pc, .insn = block->insn, .valid = true};
    for (unsigned i = 0; i < block->insn.size && i < 4; i++) {
        h->running.bits |= (uint32_t)block->bytes[i] << 8 * i;
    }
    return 0;
}
