/* SPDX-License-Identifier: Apache-2.0 */
/* Every address on a line of its own: 0x80000000, lower case without leading zeros. Where
   instructions are missing, or may not have retired, a line that begins with # says so. */
#include "sim/decode/form.h"
#include "sim/decode/label.h"

#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_LINE = 19,
    SIZES = 1 << 14, /* instructions whose size is remembered, direct-mapped */
    /* Events after which instructions are missing, or may not have retired */
    MISSING = 1 << NT_FLOW_LOSS | 1 << NT_FLOW_FAULT | 1 << NT_FLOW_SUSPECT | 1 << NT_FLOW_SALVAGE,
};

typedef struct pc_form {
    nt_text *text;
    nt_code code;
    uint64_t mask;       /* of an address */
    uint64_t generation; /* of the code that the sizes are of, */
    uint64_t space;      /* and where it was seen */
    struct {
        uint64_t pc;
        uint8_t size; /* 0: empty */
    } size[SIZES];
} pc_form;

static void *open_pc(const nt_form_inputs *inputs, nt_error *error) {
    pc_form *form = calloc(1, sizeof *form);
    if (form == NULL) {
        nt_fail(error, "out of memory");
        return NULL;
    }
    form->text = inputs->text;
    form->code = nt_view_code(inputs->view);
    form->mask = form->code.isa.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    return form;
}

static inline uint8_t size_at(pc_form *form, uint64_t pc) {
    size_t slot = (pc >> 1) % SIZES;
    if (form->size[slot].pc != pc || form->size[slot].size == 0) {
        form->size[slot].pc = pc;
        form->size[slot].size = form->code.at(form->code.context, pc).size;
    }
    return form->size[slot].size;
}

static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    pc_form *form = context;
    (void)shown;
    if (event->kind != NT_FLOW_RANGE) {
        return (MISSING >> event->kind & 1) != 0 ? nt_put_remark(form->text, event, error) : 0;
    }
    const nt_code *code = &form->code;
    uint64_t generation = code->generation == NULL ? 0 : code->generation(code->context);
    uint64_t space = code->space == NULL ? 0 : code->space(code->context);
    if (form->generation != generation || form->space != space) {
        memset(form->size, 0, sizeof form->size);
        form->generation = generation;
        form->space = space;
    }
    uint64_t pc = event->range.pc;
    for (uint32_t i = 0; i < event->range.instructions; i++) {
        if (nt_text_room(form->text, LONGEST_LINE, error) != 0) {
            return -1;
        }
        nt_text_hex(form->text, pc);
        nt_text_char(form->text, '\n');
        pc = (pc + size_at(form, pc)) & form->mask;
    }
    return 0;
}

const nt_form nt_form_pc = {
    .name = "pc",
    .summary = "one address a line (default without --json)",
    .kind = NT_FORM_LINES,
    .remarks = true,
    .kinds = 1 << NT_FLOW_RANGE | MISSING,
    .open = open_pc,
    .event = take_event,
    .free = free,
};
