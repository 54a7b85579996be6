/* SPDX-License-Identifier: Apache-2.0 */
/* One instruction a line: address, bytes, disassembly, symbol with offset; a line ahead of it tells
   the source line wherever that changes. */
#include "libntrace/util/resident.h"
#include "sim/decode/form.h"
#include "sim/decode/label.h"
#include "sim/decode/path_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LINES = 1 << 13, /* instructions whose text is kept, direct-mapped by address */
    LINE_ROOM = 232,
};

typedef struct insn_line {
    uint64_t pc;
    const nt_line *source; /* NULL: not known */
    uint8_t size;          /* of the instruction; 0: the slot is empty */
    uint8_t length;
    char text[LINE_ROOM];
} insn_line;

typedef struct insn_form {
    nt_form_inputs inputs;
    nt_code code;
    uint64_t mask; /* of an address */
    uint64_t generation;
    uint64_t space;
    const nt_line *source; /* where the last instruction was; NULL: not known */
    insn_line line[LINES];
    nt_path_texts paths;
} insn_form;

static void *open_insn(const nt_form_inputs *inputs, nt_error *error) {
    insn_form *form = calloc(1, sizeof *form);
    if (form == NULL) {
        nt_fail(error, "out of memory");
        return NULL;
    }
    form->inputs = *inputs;
    form->code = nt_view_code(inputs->view);
    form->mask = form->code.isa.xlen == 32 ? UINT32_MAX : UINT64_MAX;
    return form;
}

/* Bytes as one number, as the specification prints instructions; those of an address that has no
   bytes (pcinfo) are not there. */
static void put_bytes(const nt_disassembly *insn, char bytes[2 * sizeof insn->bytes + 1]) {
    *bytes = '\0';
    for (size_t i = insn->size; i > 0; i--) {
        bytes += snprintf(bytes, 3, "%02x", insn->bytes[i - 1]);
    }
}

static void fill(insn_form *form, insn_line *line, uint64_t pc) {
    nt_disassembly insn = {0};
    char bytes[2 * sizeof insn.bytes + 1] = "";
    char label[NT_LABEL_ROOM];
    const nt_function *function = nt_view_function(form->inputs.view, pc);
    if (nt_view_disassemble(form->inputs.view, pc, &insn)) {
        put_bytes(&insn, bytes);
    }
    line->pc = pc;
    line->size = form->code.at(form->code.context, pc).size;
    line->source = nt_view_line(form->inputs.view, pc);
    int length = snprintf(line->text, LINE_ROOM, "0x%-16" PRIx64 " %-8s  %s", pc, bytes, insn.text);
    if (function != NULL && length < LINE_ROOM) {
        length += snprintf(line->text + length, (size_t)(LINE_ROOM - length), "%*s<%s>",
                           length < 62 ? 62 - length : 2, "", nt_label_offset(label, function, pc));
    }
    line->length = (uint8_t)(length < LINE_ROOM - 1 ? length : LINE_ROOM - 2);
    line->text[line->length++] = '\n';
}

static inline const insn_line *line_at(insn_form *form, uint64_t pc) {
    insn_line *line = &form->line[(pc >> 1) % LINES];
    if (line->pc != pc || line->size == 0) {
        fill(form, line, pc);
    }
    return line;
}

static bool is_same_line(const nt_line *a, const nt_line *b) {
    return a == b || (a != NULL && b != NULL && a->line == b->line && a->file == b->file);
}

static bool is_known(const nt_line *source) {
    return source != NULL && source->line != 0;
}

/* ??:0, as addr2line has it, where a known line ends and none begins. */
static int put_source(insn_form *form, const nt_line *source, nt_error *error) {
    form->source = source;
    return is_known(source) ? nt_text_format(form->inputs.text, error, "%s:%" PRIu32 "\n",
                                             source->file, source->line)
                            : nt_text_string(form->inputs.text, "??:0\n", error);
}

/* The same line into `room` bytes, as much as fits; returns the bytes of the whole. */
static size_t source_text(char *to, size_t room, const nt_line *source) {
    int length = is_known(source)
                     ? snprintf(to, room, "%s:%" PRIu32 "\n", source->file, source->line)
                     : snprintf(to, room, "??:0\n");
    return (size_t)length;
}

/* Forgets all lines when other code is seen. */
static void refresh(insn_form *form) {
    const nt_code *code = &form->code;
    uint64_t generation = code->generation == NULL ? 0 : code->generation(code->context);
    uint64_t space = code->space == NULL ? 0 : code->space(code->context);
    if (generation != form->generation || space != form->space) {
        memset(form->line, 0, sizeof form->line);
        form->generation = generation;
        form->space = space;
    }
}

static inline int go_to(insn_form *form, const nt_line *source, nt_error *error) {
    return is_same_line(source, form->source) ? 0 : put_source(form, source, error);
}

static int take_range(insn_form *form, uint64_t pc, uint32_t instructions, nt_error *error) {
    nt_text *text = form->inputs.text;
    refresh(form);
    for (uint32_t i = 0; i < instructions; i++) {
        const insn_line *line = line_at(form, pc);
        if (go_to(form, line->source, error) != 0) {
            return -1;
        }
        if (nt_text_room(text, LINE_ROOM, error) != 0) {
            return -1;
        }
        memcpy(text->buffer + text->used, line->text, line->length);
        text->used += line->length;
        pc = (pc + line->size) & form->mask;
    }
    return 0;
}

/* ---- paths ---- */

/* Writes the path's lines, without that which tells where the first one is. NULL: they are too
   long. */
static const nt_path_text *write_path(void *context, const nt_flow_path *path) {
    insn_form *form = context;
    refresh(form);
    char *begin = nt_path_text_begin(&form->paths);
    size_t length = 0;
    const nt_line *first = NULL;
    const nt_line *source = NULL;
    for (unsigned i = 0; i < path->path->ranges; i++) {
        uint64_t pc = path->ranges[i].pc;
        for (uint32_t left = path->ranges[i].instructions; left > 0; left--) {
            const insn_line *line = line_at(form, pc);
            first = length == 0 ? line->source : first;
            if (length != 0 && !is_same_line(line->source, source)) {
                length += source_text(begin + length, NT_PATH_TEXT_MOST - length, line->source);
            }
            if (length + LINE_ROOM > NT_PATH_TEXT_MOST) {
                return NULL;
            }
            memcpy(begin + length, line->text, line->length);
            length += line->length;
            source = line->source;
            pc = (pc + line->size) & form->mask;
        }
    }
    nt_path_text *text = nt_path_text_keep(&form->paths, path, length);
    text->first = first;
    text->last = source;
    return text;
}

static int put_text(void *context, const nt_path_text *text, nt_error *error) {
    insn_form *form = context;
    if (go_to(form, text->first, error) != 0) {
        return -1;
    }
    form->source = text->last;
    return nt_text_put(form->inputs.text, nt_path_text_bytes(&form->paths, text), text->length,
                       error);
}

static int put_path_range(void *context, const nt_path_range *range, nt_error *error) {
    return take_range(context, range->pc, range->instructions, error);
}

static int take_path(void *context, const nt_flow_path *path, nt_error *error) {
    static const nt_path_form how = {write_path, put_text, put_path_range};
    insn_form *form = context;
    return nt_path_texts_take(&form->paths, &how, form, path, error);
}

/* ---- the form ---- */

static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    insn_form *form = context;
    (void)shown;
    switch (event->kind) {
    case NT_FLOW_RANGE:
        return take_range(form, event->range.pc, event->range.instructions, error);
    case NT_FLOW_SYNC:
        form->source = NULL;
        return 0;
    case NT_FLOW_TRAP:
        return nt_text_format(form->inputs.text, error, "# %s at 0x%" PRIx64 ", to 0x%" PRIx64 "\n",
                              nt_label_trap(event->trap.btype), event->pc, event->trap.address);
    default:
        return nt_put_remark(form->inputs.text, event, error);
    }
}

static void settle(void *context) {
    nt_make_resident(context, sizeof(insn_form));
}

const nt_form nt_form_insn = {
    .name = "insn",
    .summary = "one instruction a line: address, bytes, disassembly, symbol; source lines",
    .kind = NT_FORM_LINES,
    .remarks = true,
    .kinds = ~(UINT32_C(1) << NT_FLOW_SYNC),
    .open = open_insn,
    .event = take_event,
    .path = take_path,
    .settle = settle,
    .free = free,
};
