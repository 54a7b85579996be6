#include "sim/recording/hart_log.h"
#include "sim/recording/spike_log.h"

#include <stdlib.h>

enum { LINE = 1 << 18 }; /* characters: eight of the longest vector registers */

typedef struct spike_hart {
    nt_hart_log log;
    bool trapped; /* `trap` is not written yet */
    nt_event trap;
} spike_hart;

typedef struct spike {
    nt_log log;
    spike_hart *harts;
    uint8_t value[NT_SPIKE_VALUE];
    char line[LINE];
} spike;

/* Lines. */

static int write_trap(spike_hart *h, nt_error *error) {
    bool trapped = h->trapped;
    h->trapped = false;
    return trapped ? nt_hart_log_trap(&h->log, &h->trap, error) : 0;
}

static int write_accesses(spike *s, spike_hart *h, nt_spike_line *line, nt_error *error) {
    nt_access access;
    for (;;) {
        bool found;
        const char *problem =
            nt_spike_access(line, s->log.options->xlen, &access, s->value, &found);
        if (problem != NULL) {
            return nt_log_fail(&s->log, error, problem);
        }
        if (!found) {
            return 0;
        }
        if (nt_hart_log_access(&h->log, &access, error) != 0) {
            return -1;
        }
    }
}

static int take_commit(spike *s, spike_hart *h, nt_spike_line *line, nt_error *error) {
    return nt_hart_log_insn(&h->log, line->insn.pc, line->insn.bits, line->insn.size,
                            line->insn.priv, error) != 0
               ? -1
               : write_accesses(s, h, line, error);
}

static void take_trap(spike_hart *h, const nt_spike_line *line) {
    h->trapped = true;
    h->trap = (nt_event){
        .kind = NT_EVENT_TRAP,
        .hart = h->log.number,
        .trap = {line->trap.interrupt, line->trap.cause, line->trap.epc, 0},
    };
}

static int take_line(spike *s, nt_error *error) {
    nt_spike_line line;
    const char *problem = nt_spike_parse(&line, s->line, s->log.options->xlen);
    if (problem != NULL) {
        return nt_log_fail(&s->log, error, problem);
    }
    if (line.hart >= s->log.options->harts) {
        return nt_log_fail(&s->log, error, "a hart that --harts does not have");
    }
    spike_hart *h = &s->harts[line.hart];
    if (line.kind == NT_SPIKE_TVAL && h->trapped) {
        h->trap.trap.tval = line.tval;
    }
    if (line.kind != NT_SPIKE_NOTHING && write_trap(h, error) != 0) {
        return -1;
    }
    switch (line.kind) {
    case NT_SPIKE_EXECUTE:
        return nt_hart_log_code(&h->log, line.insn.pc, line.insn.bits, line.insn.size, error);
    case NT_SPIKE_COMMIT:
        return take_commit(s, h, &line, error);
    case NT_SPIKE_TRAP:
        take_trap(h, &line);
        return 0;
    default:
        return 0;
    }
}

static int read_lines(spike *s, nt_error *error) {
    int result;
    while ((result = nt_input_file_line(s->log.input, s->line, sizeof s->line, error)) > 0) {
        if (take_line(s, error) != 0) {
            return -1;
        }
    }
    for (unsigned hart = 0; result == 0 && hart < s->log.options->harts; hart++) {
        result = write_trap(&s->harts[hart], error);
    }
    if (result == 0 && s->log.counts->instructions == 0) {
        return nt_fail(error, "%s: offset 0: no instruction, not a log of Spike's commits",
                       s->log.options->input);
    }
    return result;
}

static int read_harts(spike *s, nt_error *error) {
    const uint32_t harts = s->log.options->harts;
    s->harts = calloc(harts, sizeof *s->harts);
    if (s->harts == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", s->log.options->input);
    }
    int result = 0;
    for (unsigned i = 0; result == 0 && i < harts; i++) {
        result = nt_hart_log_begin(&s->harts[i].log, &s->log, (uint16_t)i, error);
    }
    result = result == 0 ? read_lines(s, error) : result;
    for (unsigned i = 0; i < harts; i++) {
        nt_hart_log_end(&s->harts[i].log);
    }
    return result;
}

int nt_import_spike(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                    nt_import_counts *counts, nt_error *error) {
    spike *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", options->input);
    }
    int result = nt_log_open(&s->log, options, writer, progress, counts, error);
    result = result == 0 ? read_harts(s, error) : result;
    nt_log_close(&s->log);
    free(s->harts);
    free(s);
    return result;
}
