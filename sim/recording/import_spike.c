/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/log_lines.h"
#include "sim/recording/spike_log.h"

#include <string.h>

enum { LINE = 1 << 18 }; /* characters: eight of the longest vector registers */

/* Holds a trap whose tval may follow in the next line. */
typedef struct waiting_trap {
    bool trapped;
    nt_event trap;
} waiting_trap;

typedef struct spike {
    uint8_t value[NT_SPIKE_VALUE];
    waiting_trap waiting[256]; /* by hart; as many as the format has at most */
} spike;

static int write_trap(nt_hart_log *h, waiting_trap *w, nt_error *error) {
    bool trapped = w->trapped;
    w->trapped = false;
    return trapped ? nt_hart_log_trap(h, &w->trap, error) : 0;
}

static int write_accesses(nt_log_lines *l, nt_hart_log *h, nt_spike_line *line, nt_error *error) {
    spike *s = l->own;
    nt_access access;
    bool found = !l->log.options->pcs_only;
    while (found) {
        const char *problem =
            nt_spike_access(line, l->log.options->xlen, &access, s->value, &found);
        if (problem != NULL) {
            return nt_log_fail(&l->log, error, problem);
        }
        if (found && nt_hart_log_access(h, &access, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int take_commit(nt_log_lines *l, nt_hart_log *h, nt_spike_line *line, nt_error *error) {
    return nt_hart_log_insn(h, line->insn.pc, line->insn.bits, line->insn.size, line->insn.priv,
                            error) != 0
               ? -1
               : write_accesses(l, h, line, error);
}

/* Spike prints the tval of a trap that has one: of others it is 0. */
static void take_trap(const nt_hart_log *h, waiting_trap *w, const nt_spike_line *line) {
    w->trapped = true;
    w->trap = (nt_event){
        .kind = NT_EVENT_TRAP,
        .hart = h->number,
        .trap = {line->trap.interrupt, line->trap.cause, line->trap.epc, 0},
    };
}

static int take_line(nt_log_lines *l, char *text, nt_error *error) {
    spike *s = l->own;
    nt_spike_line line;
    const char *problem = nt_spike_parse(&line, text, l->log.options->xlen);
    if (problem != NULL) {
        return nt_log_fail(&l->log, error, problem);
    }
    if (line.hart >= l->log.options->harts) {
        return nt_log_fail(&l->log, error, "a hart that --harts does not have");
    }
    if (!line.has_core && l->log.options->harts > 1) {
        return nt_log_fail(&l->log, error, "a line without its hart in a log of several");
    }
    nt_hart_log *h = &l->harts[line.hart];
    waiting_trap *w = &s->waiting[line.hart];
    if (line.kind == NT_SPIKE_TVAL && w->trapped) {
        w->trap.trap.tval = line.tval;
    }
    if (line.kind != NT_SPIKE_NOTHING && write_trap(h, w, error) != 0) {
        return -1;
    }
    switch (line.kind) {
    case NT_SPIKE_EXECUTE:
        return nt_hart_log_code(h, line.insn.pc, line.insn.bits, line.insn.size, error);
    case NT_SPIKE_COMMIT:
        return take_commit(l, h, &line, error);
    case NT_SPIKE_TRAP:
        take_trap(h, w, &line);
        return 0;
    default:
        return 0;
    }
}

static int end(nt_log_lines *l, nt_error *error) {
    spike *s = l->own;
    int result = 0;
    for (unsigned hart = 0; result == 0 && hart < l->log.options->harts; hart++) {
        result = write_trap(&l->harts[hart], &s->waiting[hart], error);
    }
    return result;
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
    static const nt_log_format format = {.what = "a log of Spike's commits",
                                         .longest = LINE,
                                         .own = sizeof(spike),
                                         .take = take_line,
                                         .end = end};
    return nt_log_lines_import(&format, options, writer, progress, counts, error);
}

const nt_import_format nt_import_format_spike = {
    .name = "spike",
    .summary = "Spike's log (--log-commits, better with -l), with accesses",
    .source = "log of Spike's commits",
    .most_harts = NT_IMPORT_MOST_HARTS,
    .parts = NT_IMPORT_ALL,
    .run = run,
};
