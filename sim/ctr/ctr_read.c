/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ctr/ctr_read.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    SIREG = 0x151, /* then sireg2, sireg3 */
    ENTRY_0 = 0x200,
    ALL_STATEEN = 15,
    TYPES = 16,
    CCV = 15,
    CC = 16,
};

static const struct type {
    const char *name;
    const char *perf; /* its branch type */
} types[TYPES] = {
    [1] = {"exception", "SYSCALL"},         [2] = {"interrupt", "IRQ"},
    [3] = {"trap return", "ERET"},          [4] = {"not-taken branch", "COND"},
    [5] = {"taken branch", "COND"},         [8] = {"indirect call", "IND_CALL"},
    [9] = {"direct call", "CALL"},          [10] = {"indirect jump", "IND"},
    [11] = {"direct jump", "UNCOND"},       [12] = {"co-routine swap", "IND_CALL"},
    [13] = {"function return", "RET"},      [14] = {"other indirect jump", "IND"},
    [15] = {"other direct jump", "UNCOND"},
};

static uint64_t read_register(const nt_ctr *s, const nt_ctr_config *config, unsigned logical,
                              uint16_t address) {
    const nt_ctr_inputs in = {.priv = NT_CTR_M,
                              .csr_valid = true,
                              .csr_addr = address,
                              .csr_op = NT_CSR_READ,
                              .select = (uint16_t)(ENTRY_0 + logical),
                              .stateen = ALL_STATEEN};
    nt_ctr_outputs out;
    nt_ctr_out(s, config, &in, &out);
    return out.csr_rdata;
}

/* The formula of "Cycle Counting". */
static uint64_t cycles_of(uint64_t data) {
    unsigned exponent = data >> 28 & 0xf;
    uint64_t mantissa = data >> CC & 0xfff;
    return exponent == 0 ? mantissa : (0x1000 + mantissa) << (exponent - 1);
}

bool nt_ctr_read(const nt_ctr *s, const nt_ctr_config *config, unsigned logical,
                 nt_ctr_record_read *record) {
    const uint64_t source = read_register(s, config, logical, SIREG);
    if ((source & 1) == 0) {
        return false;
    }
    const uint64_t target = read_register(s, config, logical, SIREG + 1);
    const uint64_t data = read_register(s, config, logical, SIREG + 2);
    *record = (nt_ctr_record_read){.source = source & ~UINT64_C(1),
                                   .target = target & ~UINT64_C(1),
                                   .misp = (target & 1) != 0,
                                   .has_cycles = (data >> CCV & 1) != 0,
                                   .cycles = cycles_of(data),
                                   .type = data & (TYPES - 1)};
    return true;
}

const char *nt_ctr_type_name(unsigned type) {
    return type < TYPES && types[type].name != NULL ? types[type].name : "";
}

const char *nt_ctr_perf(char text[NT_CTR_PERF_ROOM], const nt_ctr_record_read *r) {
    char cycles[24] = "-";
    if (r->has_cycles) {
        (void)snprintf(cycles, sizeof cycles, "%" PRIu64, r->cycles);
    }
    (void)snprintf(text, NT_CTR_PERF_ROOM, " 0x%" PRIx64 "/0x%" PRIx64 "/%c/-/-/%s/%s", r->source,
                   r->target, r->misp ? 'M' : 'P', cycles,
                   types[r->type].perf != NULL ? types[r->type].perf : "-");
    return text;
}
