/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/rvfi.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { PRIV_S = 1, PRIV_M = 3 };

const char *const nt_rvfi_names[NT_RVFI_SIGNALS] = {
    [NT_RVFI_VALID] = "valid",
    [NT_RVFI_INSN] = "insn",
    [NT_RVFI_PC_RDATA] = "pc_rdata",
    [NT_RVFI_TRAP] = "trap",
    [NT_RVFI_INTR] = "intr",
    [NT_RVFI_PC_WDATA] = "pc_wdata",
    [NT_RVFI_RD_ADDR] = "rd_addr",
    [NT_RVFI_RD_WDATA] = "rd_wdata",
    [NT_RVFI_MEM_ADDR] = "mem_addr",
    [NT_RVFI_MEM_RMASK] = "mem_rmask",
    [NT_RVFI_MEM_WMASK] = "mem_wmask",
    [NT_RVFI_MEM_RDATA] = "mem_rdata",
    [NT_RVFI_MEM_WDATA] = "mem_wdata",
    [NT_RVFI_MODE] = "mode",
    [NT_RVFI_CAUSE] = "cause",
    [NT_RVFI_RS1_ADDR] = "rs1_addr",
    [NT_RVFI_RS1_RDATA] = "rs1_rdata",
    [NT_RVFI_MCAUSE_RDATA] = "csr_mcause_rdata",
    [NT_RVFI_MTVAL_RDATA] = "csr_mtval_rdata",
    [NT_RVFI_SCAUSE_RDATA] = "csr_scause_rdata",
    [NT_RVFI_STVAL_RDATA] = "csr_stval_rdata",
};

bool nt_rvfi_is_prefixed(const char *name) {
    return strncasecmp(name, "rvfi_", 5) == 0;
}

nt_rvfi_signal nt_rvfi_find(const char *name) {
    const size_t prefix = nt_rvfi_is_prefixed(name) ? 5 : 0;
    for (unsigned i = 0; i < NT_RVFI_SIGNALS; i++) {
        if (strcasecmp(name + prefix, nt_rvfi_names[i]) == 0) {
            return i;
        }
    }
    return NT_RVFI_SIGNALS;
}

bool nt_rvfi_is_bus(nt_rvfi_signal signal) {
    return signal > NT_RVFI_MEM_ADDR && signal <= NT_RVFI_MEM_WDATA;
}

unsigned nt_rvfi_width(nt_rvfi_signal signal, unsigned xlen) {
    switch (signal) {
    case NT_RVFI_TRAP: /* of some cores structs, in which any bit is a trap or interrupt */
    case NT_RVFI_INTR:
        return 0;
    case NT_RVFI_VALID:
        return 1;
    case NT_RVFI_MODE:
        return 2;
    case NT_RVFI_RD_ADDR:
    case NT_RVFI_RS1_ADDR:
        return 5;
    case NT_RVFI_INSN:
        return 32;
    case NT_RVFI_MEM_RMASK:
    case NT_RVFI_MEM_WMASK:
        return xlen / 8;
    default:
        return xlen;
    }
}

bool nt_rvfi_reads(nt_rvfi_signal signal, const nt_import_options *options) {
    const bool access = (signal >= NT_RVFI_RD_ADDR && signal <= NT_RVFI_MEM_WDATA) ||
                        signal == NT_RVFI_RS1_ADDR || signal == NT_RVFI_RS1_RDATA;
    return !access || !options->pcs_only;
}

int nt_rvfi_check(const nt_rvfi_source *r, nt_error *error) {
    const nt_log *log = r->hart->log;
    const unsigned needed = log->options->pcs_only ? NT_RVFI_NEEDED : NT_RVFI_OPTIONAL;
    for (unsigned i = NT_RVFI_VALID + 1; i < needed; i++) {
        if ((r->has >> i & 1) == 0) {
            char reason[96];
            (void)snprintf(reason, sizeof reason, "rvfi_%s is missing%s", nt_rvfi_names[i],
                           i < NT_RVFI_NEEDED ? "" : "; --pcs-only does without");
            return nt_log_fail(log, error, reason);
        }
    }
    return 0;
}

/* Traps. */

static bool is_known(const nt_rvfi_source *r, const nt_rvfi_values *v, nt_rvfi_signal signal) {
    return (r->has >> signal & 1) != 0 && v->unknown[signal] == 0;
}

/* Adds to a trap what the handler's first instruction finds in the CSRs. */
static int write_trap(nt_rvfi_source *r, nt_event *trap, const nt_rvfi_values *v, nt_error *error) {
    const bool in_s = is_known(r, v, NT_RVFI_MODE) && v->value[NT_RVFI_MODE] == PRIV_S;
    const nt_rvfi_signal cause = in_s ? NT_RVFI_SCAUSE_RDATA : NT_RVFI_MCAUSE_RDATA;
    const nt_rvfi_signal tval = in_s ? NT_RVFI_STVAL_RDATA : NT_RVFI_MTVAL_RDATA;
    const unsigned xlen = r->hart->log->options->xlen;
    if (is_known(r, v, cause)) {
        trap->trap.cause_unknown = false;
        trap->trap.cause = v->value[cause] & (r->hart->log->mask >> 1);
        if (trap->trap.interrupt) {
            trap->trap.interrupt = (v->value[cause] >> (xlen - 1) & 1) != 0;
        }
    }
    if (is_known(r, v, tval)) {
        trap->trap.tval_unknown = false;
        trap->trap.tval = v->value[tval];
    }
    if (r->trapped) {
        r->hart->priv_assumed = r->trap_assumed;
    }
    r->trapped = false;
    return nt_hart_log_trap(r->hart, trap, error);
}

static nt_event trap_at(const nt_rvfi_source *r, bool interrupt, uint64_t epc) {
    return (nt_event){
        .kind = NT_EVENT_TRAP,
        .hart = r->hart->number,
        .trap = {.interrupt = interrupt, .epc = epc, .cause_unknown = true, .tval_unknown = true}};
}

/* Of some cores (CV32E40X, "RISC-V Formal Interface") trap and intr are structs of 14 bits, in
   which bit 1 is an exception, and its cause at 3 to 8; of intr bit 2 is an interrupt, and the
   cause has 11 bits. */
enum { EXCEPTION = 2, INTERRUPT = 4, AT_CAUSE = 3, CAUSES = 0x3f, INTR_CAUSES = 0x7ff };

/* The trap of an instruction, with the cause where a signal has it: its own, or that in a struct.
 */
static nt_event trap_of(const nt_rvfi_source *r, const nt_rvfi_values *v) {
    nt_event event = trap_at(r, false, v->value[NT_RVFI_PC_RDATA]);
    const uint64_t trap = v->value[NT_RVFI_TRAP];
    if (is_known(r, v, NT_RVFI_CAUSE)) {
        event.trap.cause_unknown = false;
        event.trap.cause = v->value[NT_RVFI_CAUSE] & (r->hart->log->mask >> 1);
    } else if ((trap & EXCEPTION) != 0) {
        event.trap.cause_unknown = false;
        event.trap.cause = trap >> AT_CAUSE & CAUSES;
    }
    return event;
}

/* What came between the instruction before and this one. */
static int take_between(nt_rvfi_source *r, const nt_rvfi_values *v, nt_error *error) {
    const uint64_t pc = v->value[NT_RVFI_PC_RDATA];
    uint64_t epc;
    if (r->trapped) {
        return write_trap(r, &r->trap, v, error);
    }
    if (nt_hart_log_traps(r->hart, &epc)) {
        nt_event trap = trap_at(r, false, epc);
        return write_trap(r, &trap, v, error);
    }
    const uint64_t intr = v->value[NT_RVFI_INTR];
    if (intr != 0) {
        const uint64_t next = r->hart->has_last ? nt_hart_log_next(r->hart) : pc;
        nt_event trap = trap_at(r, (intr & EXCEPTION) == 0, r->has_next ? r->next : next);
        trap.trap.cause_unknown = (intr & (EXCEPTION | INTERRUPT)) == 0;
        trap.trap.cause = trap.trap.cause_unknown ? 0 : intr >> AT_CAUSE & INTR_CAUSES;
        return write_trap(r, &trap, v, error);
    }
    return r->has_next && r->next != pc ? nt_hart_log_break(r->hart, r->next, error) : 0;
}

/* Instructions. */

static int fail(const nt_rvfi_source *r, const nt_rvfi_values *v, const char *reason,
                nt_error *error) {
    char text[192];
    (void)snprintf(text, sizeof text, "%sinstruction %" PRIu64 ": %s", v->where, r->instructions,
                   reason);
    return nt_log_fail(r->hart->log, error, text);
}

/* x in what no instruction can be read without: "rvfi_insn has x". Of a compressed instruction the
   upper half has no meaning. */
static int check_known(const nt_rvfi_source *r, const nt_rvfi_values *v, nt_error *error) {
    static const nt_rvfi_signal needed[] = {NT_RVFI_INSN, NT_RVFI_PC_RDATA, NT_RVFI_TRAP};
    const bool half =
        (v->unknown[NT_RVFI_INSN] & 3) == 0 && nt_encoding_size(v->value[NT_RVFI_INSN]) == 2;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        uint64_t unknown = v->unknown[needed[i]];
        if (needed[i] == NT_RVFI_INSN && half) {
            unknown &= UINT16_MAX;
        }
        if (unknown != 0) {
            char reason[64];
            (void)snprintf(reason, sizeof reason, "rvfi_%s has x where rvfi_valid is 1",
                           nt_rvfi_names[needed[i]]);
            return fail(r, v, reason, error);
        }
    }
    return 0;
}

/* Some cores report compressed instructions expanded: the next one is 2 bytes on. */
static bool is_expanded(const nt_rvfi_values *v, uint8_t size) {
    enum { BRANCH = 0x63, JALR = 0x67, JAL = 0x6f };
    const unsigned opcode = v->value[NT_RVFI_INSN] & 0x7f;
    return size == 4 && v->unknown[NT_RVFI_PC_WDATA] == 0 && opcode != JALR && opcode != JAL &&
           opcode != BRANCH && v->value[NT_RVFI_TRAP] == 0 &&
           v->value[NT_RVFI_PC_WDATA] == v->value[NT_RVFI_PC_RDATA] + 2;
}

static const char *problem_of(const nt_rvfi_source *r, const nt_rvfi_values *v, uint8_t size) {
    for (unsigned i = 0; i < NT_RVFI_SIGNALS; i++) {
        const unsigned width = nt_rvfi_width(i, r->hart->log->options->xlen);
        if (width != 0 && width < 64 && v->value[i] >> width != 0 && i != NT_RVFI_CAUSE &&
            !nt_rvfi_is_bus(i)) {
            return "a value is too wide for its signal";
        }
    }
    const bool has_mode = v->unknown[NT_RVFI_MODE] == 0;
    return has_mode && v->value[NT_RVFI_MODE] == 2 ? "a mode that is neither 0, 1 nor 3"
           : (v->value[NT_RVFI_PC_RDATA] & 1) != 0 ? "an odd pc_rdata"
           : size == 0 || size > 4                 ? "an instruction of an unknown size"
           : size == 2 && v->value[NT_RVFI_INSN] >> 16 != 0
               ? "bits above those of a short instruction"
           : is_expanded(v, size) ? "4 bytes of code, but pc_wdata is 2 bytes on: a compressed "
                                    "instruction must be reported as it was fetched"
                                  : NULL;
}

static uint8_t mode_of(nt_rvfi_source *r, const nt_rvfi_values *v) {
    const bool known = is_known(r, v, NT_RVFI_MODE);
    r->hart->priv_assumed = !known;
    return known ? (uint8_t)v->value[NT_RVFI_MODE] : PRIV_M;
}

static int take_trap(nt_rvfi_source *r, const nt_rvfi_values *v, uint8_t size, nt_error *error) {
    const uint8_t mode = mode_of(r, v);
    r->trapped = true;
    r->trap = trap_of(r, v);
    r->trap_assumed = r->hart->priv_assumed;
    return nt_hart_log_mode(r->hart, mode, error) != 0
               ? -1
               : nt_hart_log_code(r->hart, v->value[NT_RVFI_PC_RDATA], v->value[NT_RVFI_INSN], size,
                                  error);
}

int nt_rvfi_take(nt_rvfi_source *r, const nt_rvfi_values *v, nt_error *error) {
    if (v->unknown[NT_RVFI_VALID] != 0 && r->instructions != 0) { /* before: it is in reset */
        r->instructions++;
        return fail(r, v, "rvfi_valid has x", error);
    }
    if (v->value[NT_RVFI_VALID] == 0) {
        return 0;
    }
    r->instructions++;
    if (check_known(r, v, error) != 0) {
        return -1;
    }
    const uint64_t bits = v->value[NT_RVFI_INSN];
    const bool trap = v->value[NT_RVFI_TRAP] != 0;
    uint8_t size = nt_encoding_size(bits);
    if (trap && (size == 0 || size > 4)) { /* illegal, as erased memory: what was fetched */
        size = 4;
    }
    const char *problem = problem_of(r, v, size);
    if (problem != NULL) {
        return fail(r, v, problem, error);
    }
    if (take_between(r, v, error) != 0) {
        return -1;
    }
    r->has_next = is_known(r, v, NT_RVFI_PC_WDATA);
    r->next = v->value[NT_RVFI_PC_WDATA];
    if (trap) {
        return take_trap(r, v, size, error);
    }
    const uint8_t mode = mode_of(r, v);
    return nt_hart_log_insn(r->hart, v->value[NT_RVFI_PC_RDATA], bits, size, mode, error) != 0 ? -1
           : r->hart->log->options->pcs_only                                                   ? 0
                                             : nt_rvfi_accesses(r, v, size, error);
}

int nt_rvfi_end(nt_rvfi_source *r, nt_error *error) {
    static const nt_rvfi_values none; /* no instruction came that could find anything */
    r->has = 0;
    return r->trapped ? write_trap(r, &r->trap, &none, error) : 0;
}
