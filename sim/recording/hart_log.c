#include "sim/recording/hart_log.h"

#include "libntrace/program/format.h"

#include <inttypes.h>

enum {
    SHOW_EVERY = 1 << 16, /* instructions */
    PRIV_NONE = 0xff,
};

int nt_log_open(nt_log *log, const nt_import_options *options, nt_writer *writer,
                nt_progress *progress, nt_import_counts *counts, nt_error *error) {
    *log = (nt_log){.options = options,
                    .writer = writer,
                    .progress = progress,
                    .counts = counts,
                    .mask = options->xlen == 32 ? UINT32_MAX : UINT64_MAX};
    return nt_input_file_open(&log->input, options->input, error);
}

void nt_log_close(nt_log *log) {
    nt_input_file_close(log->input);
}

int nt_log_fail(const nt_log *log, nt_error *error, const char *reason) {
    return nt_fail_as(error, NT_ERROR_FORMAT, "%s: line %" PRIu64 ": %s",
                      nt_input_file_path(log->input), nt_input_file_lines(log->input), reason);
}

int nt_hart_log_begin(nt_hart_log *hart, nt_log *log, uint16_t number, nt_error *error) {
    *hart = (nt_hart_log){.log = log, .number = number, .priv = PRIV_NONE};
    hart->image = nt_image_new(log->options->xlen);
    return hart->image != NULL
               ? 0
               : nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", log->options->input);
}

void nt_hart_log_end(nt_hart_log *hart) {
    nt_image_free(hart->image);
}

uint64_t nt_hart_log_next(const nt_hart_log *h) {
    bool jumps = nt_insn_is_direct(h->insn.class_) && h->insn.class_ != NT_INSN_BRANCH;
    return (jumps ? h->insn.target : h->pc + h->insn.size) & h->log->mask;
}

static bool leads_to(const nt_hart_log *h, uint64_t pc) {
    if (!h->has_last || pc == nt_hart_log_next(h)) {
        return true;
    }
    if (h->insn.class_ == NT_INSN_BRANCH) {
        return pc == (h->insn.target & h->log->mask);
    }
    return h->insn.class_ != NT_INSN_OTHER && !nt_insn_is_direct(h->insn.class_);
}

int nt_hart_log_break(nt_hart_log *h, uint64_t epc, nt_error *error) {
    nt_event trap = {
        .kind = NT_EVENT_TRAP, .hart = h->number, .trap = {.interrupt = true, .epc = epc}};
    nt_import_counts *counts = h->log->counts;
    if (counts->breaks++ == 0) {
        counts->first_break = nt_input_file_lines(h->log->input);
    }
    h->has_last = false;
    return nt_writer_event(h->log->writer, &trap, error);
}

/* Before what goes on at an address. */
static int lead_to(nt_hart_log *h, uint64_t pc, nt_error *error) {
    return leads_to(h, pc) ? 0 : nt_hart_log_break(h, nt_hart_log_next(h), error);
}

int nt_hart_log_code(nt_hart_log *h, uint64_t pc, uint64_t bits, uint8_t size, nt_error *error) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(bits >> 8 * i);
    }
    return nt_writer_code(h->log->writer, h->image, h->number, pc, bytes, size, error);
}

int nt_hart_log_mode(nt_hart_log *h, uint8_t priv, nt_error *error) {
    if (h->priv == priv) {
        return 0;
    }
    h->priv = priv;
    nt_event mode = {.kind = NT_EVENT_MODE, .hart = h->number, .mode = {priv, 0}};
    return nt_writer_event(h->log->writer, &mode, error);
}

int nt_hart_log_retire(nt_hart_log *h, uint64_t pc, nt_insn insn, nt_error *error) {
    if (lead_to(h, pc, error) != 0) {
        return -1;
    }
    h->has_last = true;
    h->pc = pc;
    h->insn = insn;
    nt_import_counts *counts = h->log->counts;
    if (++counts->instructions % SHOW_EVERY == 0) {
        nt_progress_show(h->log->progress, counts->instructions, 0);
    }
    nt_event run = {.kind = NT_EVENT_RUN, .hart = h->number, .run = {pc, 1, insn.size / 2U}};
    return nt_writer_event(h->log->writer, &run, error);
}

int nt_hart_log_insn(nt_hart_log *h, uint64_t pc, uint64_t bits, uint8_t size, uint8_t priv,
                     nt_error *error) {
    if (lead_to(h, pc, error) != 0 || nt_hart_log_mode(h, priv, error) != 0 ||
        nt_hart_log_code(h, pc, bits, size, error) != 0) {
        return -1;
    }
    return nt_hart_log_retire(h, pc, nt_image_at(h->image, pc), error);
}

int nt_hart_log_trap(nt_hart_log *h, const nt_event *trap, nt_error *error) {
    if (lead_to(h, trap->trap.epc, error) != 0) {
        return -1;
    }
    h->has_last = false;
    return nt_writer_event(h->log->writer, trap, error);
}

int nt_hart_log_access(nt_hart_log *h, const nt_access *access, nt_error *error) {
    const nt_recording_header header = {.xlen = (uint8_t)h->log->options->xlen,
                                        .harts = (uint16_t)h->log->options->harts,
                                        .parts = (1 << NT_ACCESSES) - 1};
    nt_event event = {.kind = NT_EVENT_ACCESS, .hart = h->number, .access = *access};
    const char *problem = nt_event_problem(&event, &header);
    return problem != NULL ? nt_log_fail(h->log, error, problem)
                           : nt_writer_event(h->log->writer, &event, error);
}

uint8_t nt_encoding_size(uint64_t bits) {
    return (bits & 0x03) != 0x03   ? 2
           : (bits & 0x1f) != 0x1f ? 4
           : (bits & 0x3f) == 0x1f ? 6
           : (bits & 0x7f) == 0x3f ? 8
                                   : 0;
}
