/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/hart_log.h"

#include "libntrace/program/format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    SHOW_EVERY = 1 << 16, /* instructions */
    PRIV_NONE = 0xff,
    ECALL = 0x73,
    EBREAK = 0x100073,
    C_EBREAK = 0x9002,
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

int nt_log_fail_at(const nt_log *log, nt_error *error, const char *text, const char *reason) {
    char shown[128];
    (void)snprintf(shown, sizeof shown, "%.40s: %s", text, reason);
    return nt_log_fail(log, error, shown);
}

static int no_memory(const nt_log *log, nt_error *error) {
    return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", log->options->input);
}

int nt_hart_log_begin(nt_hart_log *hart, nt_log *log, uint16_t number, nt_error *error) {
    *hart = (nt_hart_log){.log = log, .number = number, .priv = PRIV_NONE, .x_known = 1};
    hart->image = nt_image_new(log->options->xlen);
    if (hart->image == NULL) {
        return no_memory(log, error);
    }
    nt_image_set_isa(hart->image, &log->options->isa);
    return 0;
}

void nt_hart_log_end(nt_hart_log *hart) {
    nt_image_free(hart->image);
    nt_held_accesses_free(&hart->accesses);
}

uint64_t nt_hart_log_next(const nt_hart_log *h) {
    bool jumps = nt_insn_is_direct(h->insn.class_) && h->insn.class_ != NT_INSN_BRANCH;
    return (jumps ? h->insn.target : h->pc + h->insn.size) & h->log->mask;
}

bool nt_hart_log_leads(const nt_hart_log *h, uint64_t pc) {
    if (!h->has_last || pc == nt_hart_log_next(h)) {
        return true;
    }
    if (h->insn.class_ == NT_INSN_BRANCH) {
        return pc == (h->insn.target & h->log->mask);
    }
    return h->insn.class_ != NT_INSN_OTHER && !nt_insn_is_direct(h->insn.class_);
}

bool nt_hart_log_traps(const nt_hart_log *h, uint64_t *epc) {
    *epc = h->pc;
    return h->held == NT_HELD_TRAP;
}

/* What is held back. */

static int write_accesses(nt_hart_log *h, nt_error *error) {
    int result = 0;
    for (size_t i = 0; result == 0 && i < h->accesses.count; i++) {
        nt_event event = {.kind = NT_EVENT_ACCESS,
                          .hart = h->number,
                          .access = nt_held_accesses_get(&h->accesses, i)};
        result = nt_writer_event(h->log->writer, &event, error);
    }
    nt_held_accesses_clear(&h->accesses);
    return result;
}

static int write_insn(nt_hart_log *h, nt_error *error) {
    nt_import_counts *counts = h->log->counts;
    if (++counts->instructions % SHOW_EVERY == 0) {
        nt_progress_show(h->log->progress, counts->instructions, 0);
    }
    nt_event run = {.kind = NT_EVENT_RUN, .hart = h->number, .run = {h->pc, 1, h->insn.size / 2U}};
    return nt_writer_event(h->log->writer, &run, error) != 0 ? -1 : write_accesses(h, error);
}

/* The encoding of what is at an address: of the last instruction that which came with it, which may
   be that of an expanded one. */
static uint32_t encoding_at(const nt_hart_log *h, uint64_t pc) {
    uint8_t bytes[4] = {0};
    if (pc == h->pc && h->bits != 0) {
        return (uint32_t)h->bits;
    }
    (void)nt_image_bytes(h->image, pc, bytes, sizeof bytes);
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* What the code at an address says of the exception that was taken there: of an ecall cause and
   tval, of an ebreak the cause (its tval is the address or 0; Privileged Architecture, "mtval"). */
static void explain(nt_hart_log *h, nt_event *trap, bool assumed) {
    static const uint8_t ecalls[] = {8, 9, 0, 11, 0, 8, 10};
    const uint32_t bits = encoding_at(h, trap->trap.epc);
    if (trap->trap.interrupt || !trap->trap.cause_unknown) {
        return;
    }
    if (bits == EBREAK || (uint16_t)bits == C_EBREAK) {
        trap->trap.cause_unknown = false;
        trap->trap.cause = 3;
    } else if (bits == ECALL && !assumed && h->priv < sizeof ecalls && ecalls[h->priv] != 0) {
        trap->trap.cause_unknown = trap->trap.tval_unknown = false;
        trap->trap.cause = ecalls[h->priv];
        trap->trap.tval = 0;
    }
}

static int write_trap(nt_hart_log *h, const nt_event *given, bool assumed, nt_error *error) {
    nt_event trap = *given;
    explain(h, &trap, assumed);
    h->has_last = false;
    h->log->counts->traps++;
    return nt_writer_event(h->log->writer, &trap, error) != 0 ? -1 : write_accesses(h, error);
}

static int write_held(nt_hart_log *h, nt_error *error) {
    const nt_held held = h->held;
    const nt_event trap = {
        .kind = NT_EVENT_TRAP,
        .hart = h->number,
        .trap = {.epc = h->pc, .cause_unknown = true, .tval_unknown = true},
    };
    h->held = NT_HELD_NOTHING;
    return held == NT_HELD_INSN   ? write_insn(h, error)
           : held == NT_HELD_TRAP ? write_trap(h, &trap, h->held_assumed, error)
                                  : 0;
}

/* Where a jump through a table (Zcmt) went: to what came next, if that can be. */
static int find_target(nt_hart_log *h, uint64_t next, nt_error *error) {
    if (!h->late_target || h->held != NT_HELD_INSN) {
        return 0;
    }
    h->late_target = false;
    h->insn.target = next;
    return nt_hart_log_typed(h, h->pc, &h->insn, error);
}

int nt_hart_log_flush(nt_hart_log *h, nt_error *error) {
    /* Of a jump that nothing follows there is no target: it is the next instruction's. */
    return find_target(h, (h->pc + h->insn.size) & h->log->mask, error) != 0 ? -1
                                                                             : write_held(h, error);
}

/* The events of all harts are in one order: what another one holds back comes before this one's. */
static int enter(nt_hart_log *h, nt_error *error) {
    nt_hart_log *other = h->log->current;
    h->log->current = h;
    return other == NULL || other == h || other->late_target ? 0 : nt_hart_log_flush(other, error);
}

/* Breaks. */

int nt_hart_log_break(nt_hart_log *h, uint64_t epc, nt_error *error) {
    nt_event trap = {
        .kind = NT_EVENT_TRAP,
        .hart = h->number,
        .trap = {.interrupt = true, .epc = epc, .cause_unknown = true, .tval_unknown = true}};
    nt_import_counts *counts = h->log->counts;
    if (nt_hart_log_flush(h, error) != 0) {
        return -1;
    }
    const nt_isa *isa = &h->log->options->isa;
    counts->zcm |=
        h->has_last && h->insn.size == 2 && nt_is_cm(h->bits) && !isa->zcmp && !isa->zcmt;
    if (counts->breaks++ == 0) {
        counts->first_break = nt_input_file_lines(h->log->input);
    }
    h->has_last = false;
    return nt_writer_event(h->log->writer, &trap, error);
}

/* Before what goes on at an address. */
static int lead_to(nt_hart_log *h, uint64_t pc, nt_error *error) {
    if (enter(h, error) != 0 || find_target(h, pc, error) != 0 || write_held(h, error) != 0) {
        return -1;
    }
    return nt_hart_log_leads(h, pc) ? 0 : nt_hart_log_break(h, nt_hart_log_next(h), error);
}

/* Code. */

int nt_hart_log_typed(nt_hart_log *h, uint64_t pc, const nt_insn *insn, nt_error *error) {
    const nt_insn old = nt_image_at(h->image, pc);
    if (nt_image_is_typed(h->image, pc) && old.size == insn->size && old.class_ == insn->class_ &&
        old.target == insn->target) {
        return 0;
    }
    if (nt_image_write_insn(h->image, pc, insn) != 0) {
        return no_memory(h->log, error);
    }
    nt_event event = {.kind = NT_EVENT_INSN, .hart = h->number, .insn = {pc, *insn}};
    return nt_writer_event(h->log->writer, &event, error);
}

/* Whether an encoding is that of another instruction with the extensions that the hart has. */
static bool is_shared(const nt_hart_log *h, uint64_t pc, const uint8_t *bytes, uint8_t size,
                      nt_insn *insn) {
    const nt_import_options *o = h->log->options;
    nt_isa isa = o->isa;
    nt_isa plain = {.xlen = (uint8_t)o->xlen};
    nt_insn other;
    isa.xlen = (uint8_t)o->xlen;
    return (isa.zcmp || isa.zcmt) && nt_insn_decode(insn, bytes, size, pc, &isa) == 0 &&
           nt_insn_decode(&other, bytes, size, pc, &plain) == 0 && insn->class_ != other.class_;
}

int nt_hart_log_code(nt_hart_log *h, uint64_t pc, uint64_t bits, uint8_t size, nt_error *error) {
    uint8_t bytes[8];
    nt_insn insn;
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(bits >> 8 * i);
    }
    if (enter(h, error) != 0 || find_target(h, pc, error) != 0 || write_held(h, error) != 0) {
        return -1;
    }
    if (!is_shared(h, pc, bytes, size, &insn)) {
        return nt_writer_code(h->log->writer, h->image, h->number, pc, bytes, size, error);
    }
    /* The target of a jump through a table is what comes next. */
    return nt_insn_is_direct(insn.class_) ? 0 : nt_hart_log_typed(h, pc, &insn, error);
}

/* Instructions. */

int nt_hart_log_mode(nt_hart_log *h, uint8_t priv, nt_error *error) {
    if (h->priv == priv) {
        return 0;
    }
    if (nt_hart_log_flush(h, error) != 0) {
        return -1;
    }
    h->priv = priv;
    nt_event mode = {.kind = NT_EVENT_MODE, .hart = h->number, .mode = {priv, 0}};
    return nt_writer_event(h->log->writer, &mode, error);
}

int nt_hart_log_retire(nt_hart_log *h, uint64_t pc, nt_insn insn, uint64_t bits, nt_error *error) {
    if (lead_to(h, pc, error) != 0) {
        return -1;
    }
    const bool traps = bits == ECALL || bits == EBREAK || bits == C_EBREAK;
    h->held = traps ? NT_HELD_TRAP : NT_HELD_INSN;
    h->held_assumed = h->priv_assumed;
    h->has_last = !traps;
    h->pc = pc;
    h->insn = insn;
    h->bits = bits;
    return 0;
}

int nt_hart_log_insn(nt_hart_log *h, uint64_t pc, uint64_t bits, uint8_t size, uint8_t priv,
                     nt_error *error) {
    if (lead_to(h, pc, error) != 0 || nt_hart_log_mode(h, priv, error) != 0 ||
        nt_hart_log_code(h, pc, bits, size, error) != 0) {
        return -1;
    }
    uint8_t bytes[8];
    nt_insn insn;
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(bits >> 8 * i);
    }
    const bool late = is_shared(h, pc, bytes, size, &insn) && nt_insn_is_direct(insn.class_);
    if (nt_hart_log_retire(h, pc, late ? insn : nt_image_at(h->image, pc), bits, error) != 0) {
        return -1;
    }
    h->late_target = late;
    return 0;
}

int nt_hart_log_trap(nt_hart_log *h, const nt_event *trap, nt_error *error) {
    bool assumed = h->priv_assumed;
    if (enter(h, error) != 0) {
        return -1;
    }
    if (!trap->trap.interrupt && h->held != NT_HELD_NOTHING && trap->trap.epc == h->pc) {
        h->held = NT_HELD_NOTHING; /* it did not retire; what it did before is the trap's */
        h->late_target = false;
        assumed = h->held_assumed;
    } else if (lead_to(h, trap->trap.epc, error) != 0) {
        return -1;
    }
    return write_trap(h, trap, assumed, error);
}

/* Accesses. */

static int hold_access(nt_hart_log *h, const nt_event *event, nt_error *error) {
    if (h->held == NT_HELD_NOTHING) {
        return nt_writer_event(h->log->writer, event, error);
    }
    return nt_held_accesses_add(&h->accesses, &event->access) == 0 ? 0 : no_memory(h->log, error);
}

int nt_hart_log_access(nt_hart_log *h, const nt_access *access, nt_error *error) {
    const nt_recording_header header = {.xlen = (uint8_t)h->log->options->xlen,
                                        .harts = (uint16_t)h->log->options->harts,
                                        .parts = (1 << NT_ACCESSES) - 1,
                                        .unknowns = true};
    nt_event event = {.kind = NT_EVENT_ACCESS, .hart = h->number, .access = *access};
    if (h->log->options->pcs_only) {
        return 0;
    }
    const char *problem = nt_event_problem(&event, &header);
    if (problem != NULL) {
        return nt_log_fail(h->log, error, problem);
    }
    if (access->kind == NT_ACCESS_X) {
        const uint32_t bit = UINT32_C(1) << access->number;
        h->x[access->number] = access->value;
        h->x_known = access->has_value ? h->x_known | bit : h->x_known & ~bit;
    }
    return hold_access(h, &event, error);
}

bool nt_hart_log_address(const nt_hart_log *h, const nt_memory_use *use, uint64_t *address) {
    *address = (h->x[use->base] + (uint64_t)(int64_t)use->offset) & h->log->mask;
    return use->has_base && (h->x_known >> use->base & 1) != 0;
}

/* Addresses and encodings. */

bool nt_address_fits(uint64_t *address, unsigned xlen) {
    if (xlen == 32 && *address >= UINT64_MAX - INT32_MAX) {
        *address &= UINT32_MAX;
    }
    return xlen == 64 || *address <= UINT32_MAX;
}

bool nt_pc_fits(uint64_t *pc, unsigned xlen) {
    return nt_address_fits(pc, xlen) && (*pc & 1) == 0;
}

uint8_t nt_encoding_size(uint64_t bits) {
    return (bits & 0x03) != 0x03   ? 2
           : (bits & 0x1f) != 0x1f ? 4
           : (bits & 0x3f) == 0x1f ? 6
           : (bits & 0x7f) == 0x3f ? 8
                                   : 0;
}

bool nt_encoding_fits(uint64_t bits, uint8_t *size) {
    *size = nt_encoding_size(bits);
    return *size != 0 && (*size == 8 || bits >> 8 * *size == 0);
}
