/* SPDX-License-Identifier: Apache-2.0 */
/* Every address on a line of its own: 0x80000000, lower case without leading zeros. Where
   instructions are missing, or may not have retired, a line that begins with # says so. */
#include "libntrace/util/resident.h"
#include "sim/decode/form.h"
#include "sim/decode/label.h"
#include "sim/decode/path_text.h"

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
    nt_path_texts paths;
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

/* Forgets everything when other code is seen. */
static inline void refresh(pc_form *form) {
    const nt_code *code = &form->code;
    uint64_t generation = code->generation == NULL ? 0 : code->generation(code->context);
    uint64_t space = code->space == NULL ? 0 : code->space(code->context);
    if (form->generation != generation || form->space != space) {
        memset(form->size, 0, sizeof form->size);
        form->generation = generation;
        form->space = space;
    }
}

static int put_range(pc_form *form, uint64_t pc, uint32_t instructions, nt_error *error) {
    for (uint32_t i = 0; i < instructions; i++) {
        if (nt_text_room(form->text, LONGEST_LINE, error) != 0) {
            return -1;
        }
        nt_text_hex(form->text, pc);
        nt_text_char(form->text, '\n');
        pc = (pc + size_at(form, pc)) & form->mask;
    }
    return 0;
}

static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    pc_form *form = context;
    (void)shown;
    if (event->kind != NT_FLOW_RANGE) {
        return (MISSING >> event->kind & 1) != 0 ? nt_put_remark(form->text, event, error) : 0;
    }
    refresh(form);
    return put_range(form, event->range.pc, event->range.instructions, error);
}

/* ---- paths ---- */

static const nt_path_text *write_path(void *context, const nt_flow_path *path) {
    pc_form *form = context;
    refresh(form);
    if (path->path->instructions > NT_PATH_TEXT_MOST / LONGEST_LINE) {
        return NULL;
    }
    char *begin = nt_path_text_begin(&form->paths);
    char *to = begin;
    for (unsigned i = 0; i < path->path->ranges; i++) {
        uint64_t pc = path->ranges[i].pc;
        for (uint32_t left = path->ranges[i].instructions; left > 0; left--) {
            to = nt_text_hex_at(to, pc);
            *to++ = '\n';
            pc = (pc + size_at(form, pc)) & form->mask;
        }
    }
    return nt_path_text_keep(&form->paths, path, (size_t)(to - begin));
}

static int put_text(void *context, const nt_path_text *text, nt_error *error) {
    pc_form *form = context;
    return nt_text_put(form->text, nt_path_text_bytes(&form->paths, text), text->length, error);
}

static int put_path_range(void *context, const nt_path_range *range, nt_error *error) {
    return put_range(context, range->pc, range->instructions, error);
}

static int take_path(void *context, const nt_flow_path *path, nt_error *error) {
    static const nt_path_form how = {write_path, put_text, put_path_range};
    pc_form *form = context;
    return nt_path_texts_take(&form->paths, &how, form, path, error);
}

static void settle(void *context) {
    nt_make_resident(context, sizeof(pc_form));
}

const nt_form nt_form_pc = {
    .name = "pc",
    .summary = "one address a line (default without --json)",
    .kind = NT_FORM_LINES,
    .remarks = true,
    .kinds = 1 << NT_FLOW_RANGE | MISSING,
    .open = open_pc,
    .event = take_event,
    .path = take_path,
    .settle = settle,
    .free = free,
};
