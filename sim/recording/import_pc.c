/* A list of PCs, one a line, of what retired; the images have the code. */
#include "libntrace/program/image.h"
#include "libntrace/util/input_file.h"
#include "sim/recording/import.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOW_EVERY = 1 << 16, /* lines */
    LINE = 256,
    PRIV_M = 3, /* a list has no privilege in it: everything counts as M */
};

typedef struct import {
    nt_input_file *input;
    nt_view *view;
    nt_code code;
    nt_image *written; /* the code that the recording has */
    nt_writer *writer;
    nt_progress *progress;
    nt_import_counts *counts;
    uint64_t mask; /* of an address */
    bool has_last;
    uint64_t pc; /* of the last instruction */
    nt_insn insn;
} import;

static int fail(const import *i, nt_error *error, const char *text, const char *reason) {
    return nt_fail_as(error, NT_ERROR_FORMAT, "%s: line %" PRIu64 ": %.40s: %s",
                      nt_input_file_path(i->input), nt_input_file_lines(i->input), text, reason);
}

static uint64_t after(const import *i) {
    bool jumps = nt_insn_is_direct(i->insn.class_) && i->insn.class_ != NT_INSN_BRANCH;
    return (jumps ? i->insn.target : i->pc + i->insn.size) & i->mask;
}

static bool leads_to(const import *i, uint64_t pc) {
    bool branch = i->insn.class_ == NT_INSN_BRANCH;
    bool anywhere = i->insn.class_ != NT_INSN_OTHER && !nt_insn_is_direct(i->insn.class_);
    return !i->has_last || anywhere || pc == after(i) ||
           (branch && pc == (i->insn.target & i->mask));
}

/* A list has no word for traps: it goes on where the code does not lead, or a line is lost. As an
   interrupt that can be traced and decoded. */
static int write_break(import *i, nt_error *error) {
    nt_event trap = {.kind = NT_EVENT_TRAP, .trap = {.interrupt = true, .epc = after(i)}};
    if (i->counts->breaks++ == 0) {
        i->counts->first_break = nt_input_file_lines(i->input);
    }
    return nt_writer_event(i->writer, &trap, error);
}

/* The code at the PC, written where the recording does not have it yet. */
static int take_code(import *i, uint64_t pc, const char *line, nt_insn *insn, nt_error *error) {
    uint8_t bytes[32];
    *insn = i->code.at(i->code.context, pc);
    if (insn->size == 0) {
        return fail(i, error, line, "no image has code there");
    }
    if (insn->size <= sizeof bytes && nt_view_bytes(i->view, pc, bytes, insn->size) == insn->size) {
        return nt_writer_code(i->writer, i->written, 0, pc, bytes, insn->size, error);
    }
    nt_event event = {.kind = NT_EVENT_INSN, .insn = {pc, *insn}}; /* a pcinfo has types alone */
    return nt_writer_event(i->writer, &event, error);
}

static int take_pc(import *i, uint64_t pc, const char *line, nt_error *error) {
    nt_insn insn;
    if (take_code(i, pc, line, &insn, error) != 0 ||
        (!leads_to(i, pc) && write_break(i, error) != 0)) {
        return -1;
    }
    i->has_last = true;
    i->pc = pc;
    i->insn = insn;
    if (++i->counts->instructions % SHOW_EVERY == 0) {
        nt_progress_show(i->progress, i->counts->instructions, 0);
    }
    nt_event run = {.kind = NT_EVENT_RUN, .run = {pc, 1, insn.size / 2U}};
    return nt_writer_event(i->writer, &run, error);
}

static int take_line(import *i, const char *line, nt_error *error) {
    line += strspn(line, " \t");
    if (*line == '\0' || *line == '#') {
        return 0;
    }
    char *end;
    errno = 0;
    uint64_t pc = strtoull(line, &end, 16);
    end += strspn(end, " \t");
    if (!isxdigit((unsigned char)line[0]) || *end != '\0' || errno != 0) {
        return fail(i, error, line, "not one hexadecimal address");
    }
    if (pc % 2 != 0 || pc > i->mask) {
        return fail(i, error, line, "not an address of an instruction");
    }
    return take_pc(i, pc, line, error);
}

static int take_lines(import *i, const nt_import_options *options, nt_error *error) {
    char line[LINE];
    nt_event mode = {.kind = NT_EVENT_MODE, .mode = {PRIV_M, 0}};
    int result = nt_writer_event(i->writer, &mode, error);
    while (result == 0 && (result = nt_input_file_line(i->input, line, sizeof line, error)) > 0) {
        result = take_line(i, line, error);
    }
    if (result == 0 && i->counts->instructions == 0) {
        return nt_fail(error, "%s: offset 0: no address, not a list of PCs", options->input);
    }
    return result;
}

int nt_import_pc(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                 nt_import_counts *counts, nt_error *error) {
import i = {.writer = writer, .progress = progress, .counts = counts, .view = nt_view_new(options->program, 0, error), .written = nt_image_new(options->xlen), .mask = options->xlen == 32 ? UINT32_MAX:UINT64_MAX };
    int result = i.written == NULL ? nt_fail(error, "%s: out of memory", options->input)
                 : i.view == NULL  ? -1
                                   : nt_input_file_open(&i.input, options->input, error);
    if (result == 0) {
        i.code = nt_view_code(i.view);
        result = take_lines(&i, options, error);
    }
    nt_input_file_close(i.input);
    nt_image_free(i.written);
    nt_view_free(i.view);
    return result;
}
