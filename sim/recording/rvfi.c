#include "sim/recording/rvfi.h"

#include <stdio.h>
#include <string.h>

enum { PRIV_S = 1, PRIV_M = 3 };

const char *const nt_rvfi_names[NT_RVFI_SIGNALS] = {
    [NT_RVFI_VALID] = "valid",
    [NT_RVFI_INSN] = "insn",
    [NT_RVFI_TRAP] = "trap",
    [NT_RVFI_INTR] = "intr",
    [NT_RVFI_MODE] = "mode",
    [NT_RVFI_RD_ADDR] = "rd_addr",
    [NT_RVFI_RD_WDATA] = "rd_wdata",
    [NT_RVFI_PC_RDATA] = "pc_rdata",
    [NT_RVFI_PC_WDATA] = "pc_wdata",
    [NT_RVFI_MEM_ADDR] = "mem_addr",
    [NT_RVFI_MEM_RMASK] = "mem_rmask",
    [NT_RVFI_MEM_WMASK] = "mem_wmask",
    [NT_RVFI_MEM_RDATA] = "mem_rdata",
    [NT_RVFI_MEM_WDATA] = "mem_wdata",
    [NT_RVFI_MCAUSE_RDATA] = "csr_mcause_rdata",
    [NT_RVFI_MTVAL_RDATA] = "csr_mtval_rdata",
    [NT_RVFI_SCAUSE_RDATA] = "csr_scause_rdata",
    [NT_RVFI_STVAL_RDATA] = "csr_stval_rdata",
};

nt_rvfi_signal nt_rvfi_find(const char *name) {
    const size_t prefix = strncmp(name, "rvfi_", 5) == 0 ? 5 : 0;
    for (unsigned i = 0; i < NT_RVFI_SIGNALS; i++) {
        if (strcmp(name + prefix, nt_rvfi_names[i]) == 0) {
            return i;
        }
    }
    return NT_RVFI_SIGNALS;
}

unsigned nt_rvfi_width(nt_rvfi_signal signal, unsigned xlen) {
    switch (signal) {
    case NT_RVFI_VALID:
    case NT_RVFI_TRAP:
    case NT_RVFI_INTR:
        return 1;
    case NT_RVFI_MODE:
        return 2;
    case NT_RVFI_RD_ADDR:
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

int nt_rvfi_check(const nt_log *log, uint32_t has, nt_error *error) {
    for (unsigned i = 0; i < NT_RVFI_OPTIONAL; i++) {
        if (i != NT_RVFI_VALID && (has >> i & 1) == 0) {
            char reason[64];
            (void)snprintf(reason, sizeof reason, "rvfi_%s is missing", nt_rvfi_names[i]);
            return nt_log_fail(log, error, reason);
        }
    }
    return 0;
}

/* Traps. */

/* The value of a CSR as the handler's first instruction finds it. */
static bool csr(const nt_rvfi *r, nt_rvfi_signal signal, const uint64_t *value, uint64_t *found) {
    bool has = value != NULL && (r->has >> signal & 1) != 0;
    *found = has ? value[signal] : 0;
    return has;
}

/* A trap before the instruction that `value` reports, the handler's first; NULL: none came. */
static int write_trap(nt_rvfi *r, bool exception, uint64_t epc, const uint64_t *value,
                      nt_error *error) {
    const bool in_s = value != NULL && value[NT_RVFI_MODE] == PRIV_S;
    const unsigned xlen = r->hart.log->options->xlen;
    nt_event trap = {.kind = NT_EVENT_TRAP, .hart = r->hart.number};
    uint64_t cause;
    bool known = csr(r, in_s ? NT_RVFI_SCAUSE_RDATA : NT_RVFI_MCAUSE_RDATA, value, &cause);
    trap.trap.interrupt = known && !exception ? (cause >> (xlen - 1) & 1) != 0 : !exception;
    trap.trap.cause = cause & (r->hart.log->mask >> 1);
    trap.trap.epc = epc;
    csr(r, in_s ? NT_RVFI_STVAL_RDATA : NT_RVFI_MTVAL_RDATA, value, &trap.trap.tval);
    return nt_hart_log_trap(&r->hart, &trap, error);
}

/* What came between the instruction before and this one. */
static int take_between(nt_rvfi *r, const uint64_t *value, nt_error *error) {
    if (r->trapped) {
        r->trapped = false;
        return write_trap(r, true, r->epc, value, error);
    }
    if (value[NT_RVFI_INTR] != 0) {
        return write_trap(r, false, r->has_next ? r->next : value[NT_RVFI_PC_RDATA], value, error);
    }
    return r->has_next && r->next != value[NT_RVFI_PC_RDATA]
               ? nt_hart_log_break(&r->hart, r->next, error)
               : 0;
}

/* Accesses. */

static int write_register(nt_rvfi *r, const uint64_t *value, nt_error *error) {
    if (value[NT_RVFI_RD_ADDR] == 0) {
        return 0;
    }
    nt_access access = {.kind = NT_ACCESS_X,
                        .number = (uint16_t)value[NT_RVFI_RD_ADDR],
                        .size = (uint16_t)(r->hart.log->options->xlen / 8),
                        .has_value = true,
                        .value = value[NT_RVFI_RD_WDATA]};
    return nt_hart_log_access(&r->hart, &access, error);
}

/* Bytes that a mask selects, from its lowest. */
static int write_memory(nt_rvfi *r, nt_access_kind kind, uint64_t address, uint64_t mask,
                        uint64_t data, nt_error *error) {
    if (mask == 0) {
        return 0;
    }
    const unsigned first = (unsigned)__builtin_ctzll(mask);
    const unsigned size = (unsigned)__builtin_popcountll(mask);
    if (mask >> first != (1U << size) - 1 || (size & (size - 1)) != 0) {
        return nt_log_fail(r->hart.log, error, "a mask of bytes that no access has");
    }
    const uint64_t bytes = data >> 8 * first;
    nt_access access = {.kind = kind,
                        .size = (uint16_t)size,
                        .has_value = true,
                        .address = (address + first) & r->hart.log->mask,
                        .value = size == 8 ? bytes : bytes & ((UINT64_C(1) << 8 * size) - 1)};
    return nt_hart_log_access(&r->hart, &access, error);
}

static int write_accesses(nt_rvfi *r, const uint64_t *value, nt_error *error) {
    return write_register(r, value, error) != 0 ||
                   write_memory(r, NT_ACCESS_LOAD, value[NT_RVFI_MEM_ADDR],
                                value[NT_RVFI_MEM_RMASK], value[NT_RVFI_MEM_RDATA], error) != 0 ||
                   write_memory(r, NT_ACCESS_STORE, value[NT_RVFI_MEM_ADDR],
                                value[NT_RVFI_MEM_WMASK], value[NT_RVFI_MEM_WDATA], error) != 0
               ? -1
               : 0;
}

/* Instructions. */

static const char *problem_of(const nt_rvfi *r, const uint64_t *value, uint8_t size) {
    const uint64_t mode = value[NT_RVFI_MODE];
    for (unsigned i = 0; i < NT_RVFI_SIGNALS; i++) {
        unsigned width = nt_rvfi_width(i, r->hart.log->options->xlen);
        if (width < 64 && value[i] >> width != 0) {
            return "a value is too wide for its signal";
        }
    }
    return mode == 2                                     ? "a mode that is neither 0, 1 nor 3"
           : (value[NT_RVFI_PC_RDATA] & 1) != 0          ? "an odd pc_rdata"
           : size == 0 || size > 4                       ? "an instruction of an unknown size"
           : size == 2 && value[NT_RVFI_INSN] >> 16 != 0 ? "bits above those of a short instruction"
                                                         : NULL;
}

int nt_rvfi_take(nt_rvfi *r, const uint64_t value[NT_RVFI_SIGNALS], nt_error *error) {
    const uint64_t pc = value[NT_RVFI_PC_RDATA];
    const uint8_t size = nt_encoding_size(value[NT_RVFI_INSN]);
    const char *problem = problem_of(r, value, size);
    if (problem != NULL) {
        return nt_log_fail(r->hart.log, error, problem);
    }
    if (take_between(r, value, error) != 0) {
        return -1;
    }
    r->has_next = true;
    r->next = value[NT_RVFI_PC_WDATA];
    if (value[NT_RVFI_TRAP] != 0) {
        r->trapped = true;
        r->epc = pc;
        return nt_hart_log_mode(&r->hart, (uint8_t)value[NT_RVFI_MODE], error) != 0
                   ? -1
                   : nt_hart_log_code(&r->hart, pc, value[NT_RVFI_INSN], size, error);
    }
    return nt_hart_log_insn(&r->hart, pc, value[NT_RVFI_INSN], size, (uint8_t)value[NT_RVFI_MODE],
                            error) != 0
               ? -1
               : write_accesses(r, value, error);
}

int nt_rvfi_end(nt_rvfi *r, nt_error *error) {
    bool trapped = r->trapped;
    r->trapped = false;
    return trapped ? write_trap(r, true, r->epc, NULL, error) : 0;
}
