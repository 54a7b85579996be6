/* SPDX-License-Identifier: Apache-2.0 */
/* A list of PCs, one a line, of what retired; the images have the code. */
#include "sim/recording/hart_log.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 256,
    PRIV_M = 3, /* a list has no privilege in it: everything counts as M */
};

typedef struct import {
    nt_log log;
    nt_hart_log hart;
    nt_view *view;
    nt_code code;
} import;

/* The instruction at the PC: by its bytes where an image has them. */
static int take_pc(import *i, uint64_t pc, const char *line, nt_error *error) {
    uint8_t bytes[32];
    uint64_t bits = 0;
    const nt_insn insn = i->code.at(i->code.context, pc);
    const bool has_bytes =
        insn.size <= sizeof bytes && nt_view_bytes(i->view, pc, bytes, insn.size) == insn.size;
    if (insn.size == 0) {
        return nt_log_fail_at(&i->log, error, line, "no image has code there");
    }
    for (unsigned b = 0; has_bytes && b < insn.size && b < sizeof bits; b++) {
        bits |= (uint64_t)bytes[b] << 8 * b;
    }
    if (has_bytes && insn.size <= sizeof bits) {
        return nt_hart_log_insn(&i->hart, pc, bits, insn.size, PRIV_M, error);
    }
    /* Before the code: it may replace that of the instruction before. */
    if (nt_hart_log_flush(&i->hart, error) != 0) {
        return -1;
    }
    const int result =
        has_bytes ? nt_writer_code(i->log.writer, i->hart.image, 0, pc, bytes, insn.size, error)
                  : nt_hart_log_typed(&i->hart, pc, &insn, error); /* a pcinfo has types alone */
    return result == 0 ? nt_hart_log_retire(&i->hart, pc, insn, bits, error) : -1;
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
        return nt_log_fail_at(&i->log, error, line, "not one hexadecimal address");
    }
    if (!nt_pc_fits(&pc, i->log.options->xlen)) {
        return nt_log_fail_at(&i->log, error, line, "not an address of an instruction");
    }
    return take_pc(i, pc, line, error);
}

static int take_lines(import *i, nt_error *error) {
    char line[LINE];
    int result = nt_hart_log_mode(&i->hart, PRIV_M, error);
    while (result == 0 &&
           (result = nt_input_file_line(i->log.input, line, sizeof line, error)) > 0) {
        result = take_line(i, line, error);
    }
    result = result == 0 ? nt_hart_log_flush(&i->hart, error) : result;
    if (result == 0 && i->log.counts->instructions == 0) {
        return nt_fail(error, "%s: offset 0: no address, not a list of PCs", i->log.options->input);
    }
    return result;
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
import i = {.view = nt_view_new(options->program, 0, error) };
    int result =
        i.view == NULL ? -1 : nt_log_open(&i.log, options, writer, progress, counts, error);
    result = result == 0 ? nt_hart_log_begin(&i.hart, &i.log, 0, error) : result;
    if (result == 0) {
        i.hart.priv_assumed = true;
        i.code = nt_view_code(i.view);
        result = take_lines(&i, error);
    }
    nt_hart_log_end(&i.hart);
    nt_log_close(&i.log);
    nt_view_free(i.view);
    return result;
}

const nt_import_format nt_import_format_pc = {
    .name = "pc",
    .summary = "addresses of what retired, one a line, hexadecimal; needs --image",
    .source = "list of PCs",
    .wants_image = true,
    .most_harts = 1,
    .run = run,
};
