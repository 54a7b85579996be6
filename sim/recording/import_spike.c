#include "libntrace/program/format.h"
#include "libntrace/program/image.h"
#include "libntrace/util/input_file.h"
#include "sim/recording/import.h"
#include "sim/recording/spike_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 1 << 18,       /* characters: eight of the longest vector registers */
    SHOW_EVERY = 1 << 16, /* instructions */
    PRIV_NONE = 0xff,
};

typedef struct spike_hart {
    nt_image *image; /* the code that was written */
    uint8_t priv;
    bool trapped; /* `trap` is not written yet */
    nt_event trap;
    /* The instruction that retired last, unless a trap came since. */
    bool has_last;
    uint64_t pc;
    nt_insn insn;
} spike_hart;

typedef struct spike {
    const nt_import_options *options;
    nt_input_file *input;
    nt_writer *writer;
    nt_progress *progress;
    nt_import_counts *counts;
    nt_recording_header header;
    uint64_t mask; /* of an address */
    spike_hart *harts;
    uint8_t value[NT_SPIKE_VALUE];
    char line[LINE];
} spike;

static int fail(const spike *s, nt_error *error, const char *reason) {
    return nt_fail_as(error, NT_ERROR_FORMAT, "%s: line %" PRIu64 ": %s",
                      nt_input_file_path(s->input), nt_input_file_lines(s->input), reason);
}

/* Where the last instruction leads, as far as the code tells. */

static uint64_t after(const spike *s, const spike_hart *h) {
    bool jumps = nt_insn_is_direct(h->insn.class_) && h->insn.class_ != NT_INSN_BRANCH;
    return jumps ? h->insn.target & s->mask : (h->pc + h->insn.size) & s->mask;
}

static bool leads_to(const spike *s, const spike_hart *h, uint64_t pc) {
    if (!h->has_last || pc == after(s, h)) {
        return true;
    }
    if (h->insn.class_ == NT_INSN_BRANCH) {
        return pc == (h->insn.target & s->mask);
    }
    return h->insn.class_ != NT_INSN_OTHER && !nt_insn_is_direct(h->insn.class_);
}

/* A trap of which the log does not tell (`-l` does), or a line is lost: an interrupt can be traced
   and decoded. */
static int write_break(spike *s, uint16_t hart, nt_error *error) {
    spike_hart *h = &s->harts[hart];
    nt_event trap = {
        .kind = NT_EVENT_TRAP, .hart = hart, .trap = {.interrupt = true, .epc = after(s, h)}};
    if (s->counts->breaks++ == 0) {
        s->counts->first_break = nt_input_file_lines(s->input);
    }
    h->has_last = false;
    return nt_writer_event(s->writer, &trap, error);
}

static int lead_to(spike *s, uint16_t hart, uint64_t pc, nt_error *error) {
    return leads_to(s, &s->harts[hart], pc) ? 0 : write_break(s, hart, error);
}

/* Lines. */

static int write_trap(spike *s, uint16_t hart, nt_error *error) {
    spike_hart *h = &s->harts[hart];
    if (!h->trapped) {
        return 0;
    }
    h->trapped = false;
    if (lead_to(s, hart, h->trap.trap.epc, error) != 0) {
        return -1;
    }
    h->has_last = false;
    return nt_writer_event(s->writer, &h->trap, error);
}

static int write_code(spike *s, uint16_t hart, const nt_spike_line *line, nt_error *error) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(line->insn.bits >> 8 * i);
    }
    return nt_writer_code(s->writer, s->harts[hart].image, hart, line->insn.pc, bytes,
                          line->insn.size, error);
}

static int write_mode(spike *s, uint16_t hart, uint8_t priv, nt_error *error) {
    spike_hart *h = &s->harts[hart];
    if (h->priv == priv) {
        return 0;
    }
    h->priv = priv;
    nt_event mode = {.kind = NT_EVENT_MODE, .hart = hart, .mode = {priv, 0}};
    return nt_writer_event(s->writer, &mode, error);
}

static int write_accesses(spike *s, uint16_t hart, nt_spike_line *line, nt_error *error) {
    nt_event event = {.kind = NT_EVENT_ACCESS, .hart = hart};
    for (;;) {
        bool found;
        const char *problem =
            nt_spike_access(line, s->options->xlen, &event.access, s->value, &found);
        if (problem != NULL) {
            return fail(s, error, problem);
        }
        if (!found) {
            return 0;
        }
        problem = nt_event_problem(&event, &s->header);
        if (problem != NULL) {
            return fail(s, error, problem);
        }
        if (nt_writer_event(s->writer, &event, error) != 0) {
            return -1;
        }
    }
}

static int take_commit(spike *s, uint16_t hart, nt_spike_line *line, nt_error *error) {
    spike_hart *h = &s->harts[hart];
    uint64_t pc = line->insn.pc;
    if (lead_to(s, hart, pc, error) != 0 || write_mode(s, hart, line->insn.priv, error) != 0 ||
        write_code(s, hart, line, error) != 0) {
        return -1;
    }
    h->has_last = true;
    h->pc = pc;
    h->insn = nt_image_at(h->image, pc);
    if (++s->counts->instructions % SHOW_EVERY == 0) {
        nt_progress_show(s->progress, s->counts->instructions, 0);
    }
    nt_event run = {.kind = NT_EVENT_RUN, .hart = hart, .run = {pc, 1, line->insn.size / 2U}};
    return nt_writer_event(s->writer, &run, error) != 0 ? -1 : write_accesses(s, hart, line, error);
}

static void take_trap(spike_hart *h, uint16_t hart, const nt_spike_line *line) {
    h->trapped = true;
    h->trap = (nt_event){
        .kind = NT_EVENT_TRAP,
        .hart = hart,
        .trap = {line->trap.interrupt, line->trap.cause, line->trap.epc, 0},
    };
}

static int take_line(spike *s, nt_error *error) {
    nt_spike_line line;
    const char *problem = nt_spike_parse(&line, s->line, s->options->xlen);
    if (problem != NULL) {
        return fail(s, error, problem);
    }
    if (line.hart >= s->options->harts) {
        return fail(s, error, "a hart that --harts does not have");
    }
    uint16_t hart = (uint16_t)line.hart;
    spike_hart *h = &s->harts[hart];
    if (line.kind == NT_SPIKE_TVAL && h->trapped) {
        h->trap.trap.tval = line.tval;
    }
    if (line.kind != NT_SPIKE_NOTHING && write_trap(s, hart, error) != 0) {
        return -1;
    }
    switch (line.kind) {
    case NT_SPIKE_EXECUTE:
        return write_code(s, hart, &line, error);
    case NT_SPIKE_COMMIT:
        return take_commit(s, hart, &line, error);
    case NT_SPIKE_TRAP:
        take_trap(h, hart, &line);
        return 0;
    default:
        return 0;
    }
}

static int read_lines(spike *s, nt_error *error) {
    int result;
    while ((result = nt_input_file_line(s->input, s->line, sizeof s->line, error)) > 0) {
        if (take_line(s, error) != 0) {
            return -1;
        }
    }
    for (unsigned hart = 0; result == 0 && hart < s->options->harts; hart++) {
        result = write_trap(s, (uint16_t)hart, error);
    }
    if (result == 0 && s->counts->instructions == 0) {
        return nt_fail(error, "%s: offset 0: no instruction, not a log of Spike's commits",
                       s->options->input);
    }
    return result;
}

static int start(spike *s, nt_error *error) {
    s->harts = calloc(s->options->harts, sizeof *s->harts);
    bool memory = s->harts != NULL;
    for (unsigned i = 0; memory && i < s->options->harts; i++) {
        s->harts[i].priv = PRIV_NONE;
        s->harts[i].image = nt_image_new(s->options->xlen);
        memory = s->harts[i].image != NULL;
    }
    if (!memory) {
        return nt_fail(error, "%s: out of memory", s->options->input);
    }
    return nt_input_file_open(&s->input, s->options->input, error);
}

static void stop(spike *s) {
    for (unsigned i = 0; s->harts != NULL && i < s->options->harts; i++) {
        nt_image_free(s->harts[i].image);
    }
    nt_input_file_close(s->input);
    free(s->harts);
    free(s);
}

int nt_import_spike(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                    nt_import_counts *counts, nt_error *error) {
    spike *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return nt_fail(error, "%s: out of memory", options->input);
    }
    s->options = options;
    s->writer = writer;
    s->progress = progress;
    s->counts = counts;
    s->header = (nt_recording_header){.xlen = (uint8_t)options->xlen,
                                      .harts = (uint16_t)options->harts,
                                      .parts = (1 << NT_ACCESSES) - 1};
    s->mask = options->xlen == 32 ? UINT32_MAX : UINT64_MAX;
    int result = start(s, error);
    if (result == 0) {
        result = read_lines(s, error);
    }
    stop(s);
    return result;
}
