/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/nexus_text.h"
#include "sim/recording/import.h"

#include <inttypes.h>

enum { SHOW_EVERY = 1 << 16 }; /* lines */

/* A text has no privilege in it: everything counts as M, in which harts leave reset. */
enum { PRIV_M = 3 };

static int import_pcinfo(const nt_import_options *options, nt_image *image, nt_writer *writer,
                         nt_error *error) {
    nt_input_file *input;
    if (nt_input_file_open(&input, options->pcinfo, error) != 0) {
        return -1;
    }
    nt_nexus_line line;
    int result;
    while ((result = nt_nexus_read_pcinfo(input, image, &line, error)) > 0) {
        nt_event event = {.kind = NT_EVENT_INSN, .insn = {line.pc, line.insn}};
        if (nt_writer_event(writer, &event, error) != 0) {
            result = -1;
            break;
        }
    }
    if (result == 0 && nt_input_file_lines(input) == 0) {
        result = nt_fail(error, "%s: offset 0: empty, not a pcinfo", options->pcinfo);
    }
    nt_input_file_close(input);
    return result;
}

/* Where the instruction goes on, as far as the texts tell. */
typedef struct next_pc {
    bool known;
    uint64_t pc;
} next_pc;

static next_pc after(const nt_nexus_line *line, const nt_insn *insn, unsigned xlen) {
    uint64_t mask = xlen == 32 ? UINT32_MAX : UINT64_MAX;
    if (insn->class_ == NT_INSN_OTHER || line->not_taken) {
        return (next_pc){true, (line->pc + insn->size) & mask};
    }
    return (next_pc){nt_insn_is_direct(insn->class_), insn->target};
}

/* Everything that takes part in an import. */
typedef struct import {
    nt_input_file *input;
    nt_image *image;
    nt_writer *writer;
    nt_progress *progress;
    nt_import_counts *counts;
    next_pc expected; /* after the line before */
} import;

static int check(const import *i, const nt_nexus_line *line, const nt_insn *insn, nt_error *error) {
    if (insn->size == 0) {
        return nt_nexus_fail(i->input, error, "the pcinfo has no instruction at 0x%" PRIx64,
                             line->pc);
    }
    if (line->insn.class_ != insn->class_ || line->insn.size != insn->size) {
        return nt_nexus_fail(i->input, error, "0x%" PRIx64 " has type %s%u; the pcinfo says %s%u",
                             line->pc, nt_nexus_letters(line->insn.class_), line->insn.size,
                             nt_nexus_letters(insn->class_), insn->size);
    }
    return 0;
}

/* The text goes on where the code does not lead. It has no word for traps, so this is what one
   looks like in it (or a line was lost); as an interrupt it can be traced and decoded. */
static int write_break(import *i, nt_error *error) {
    nt_event trap = {
        .kind = NT_EVENT_TRAP,
        .trap = {
            .interrupt = true, .epc = i->expected.pc, .cause_unknown = true, .tval_unknown = true}};
    if (i->counts->breaks++ == 0) {
        i->counts->first_break = nt_input_file_lines(i->input);
    }
    return nt_writer_event(i->writer, &trap, error);
}

static int import_line(import *i, const nt_nexus_line *line, nt_error *error) {
    nt_insn insn = nt_image_at(i->image, line->pc);
    if (check(i, line, &insn, error) != 0) {
        return -1;
    }
    if (i->expected.known && i->expected.pc != line->pc && write_break(i, error) != 0) {
        return -1;
    }
    i->expected = after(line, &insn, nt_image_xlen(i->image));
    if (++i->counts->instructions % SHOW_EVERY == 0) {
        nt_progress_show(i->progress, i->counts->instructions, 0);
    }
    nt_event run = {.kind = NT_EVENT_RUN,
                    .run = {.pc = line->pc, .instructions = 1, .halfwords = insn.size / 2U}};
    return nt_writer_event(i->writer, &run, error);
}

static int import_sequence(import *i, const nt_import_options *options, nt_error *error) {
    if (nt_input_file_open(&i->input, options->input, error) != 0) {
        return -1;
    }
    nt_nexus_line line;
    int result;
    while ((result = nt_nexus_read(i->input, NT_NEXUS_PCSEQ, options->xlen, &line, error)) > 0) {
        if (import_line(i, &line, error) != 0) {
            result = -1;
            break;
        }
    }
    if (result == 0 && i->counts->instructions == 0) {
        result = nt_fail(error, "%s: offset 0: empty, not a pcseq", options->input);
    }
    nt_input_file_close(i->input);
    return result;
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
    nt_event mode = {.kind = NT_EVENT_MODE, .mode = {PRIV_M, 0}};
import i = {.image = nt_image_new(options->xlen), .writer = writer, .progress = progress, .counts = counts };
    if (i.image == NULL) {
        return nt_fail(error, "%s: out of memory", options->input);
    }
    int result = import_pcinfo(options, i.image, writer, error);
    if (result == 0) {
        result = nt_writer_event(writer, &mode, error);
    }
    if (result == 0) {
        result = import_sequence(&i, options, error);
    }
    nt_image_free(i.image);
    return result;
}

const nt_import_format nt_import_format_pcseq = {
    .name = "pcseq",
    .summary = "the reference tools' instruction sequence; needs --pcinfo",
    .source = "pcseq and pcinfo of the Nexus Trace reference tools",
    .wants_pcinfo = true,
    .most_harts = 1,
    .run = run,
};
