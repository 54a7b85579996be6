/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/isa/insn_access.h"
#include "sim/recording/rvfi.h"

#include <string.h>

/* Registers. */

static int write_register(nt_rvfi_source *r, const nt_rvfi_values *v, uint8_t size,
                          nt_error *error) {
    const unsigned xlen = r->hart->log->options->xlen;
    uint64_t number = v->value[NT_RVFI_RD_ADDR];
    bool known = v->unknown[NT_RVFI_RD_WDATA] == 0;
    if (v->unknown[NT_RVFI_RD_ADDR] != 0) { /* then it is the instruction's */
        number = nt_tandem_insn_of((uint32_t)v->value[NT_RVFI_INSN], size, xlen).gpr;
        known = false;
    }
    if (number == 0) {
        return 0;
    }
    nt_access access = {.kind = NT_ACCESS_X,
                        .number = (uint16_t)number,
                        .size = (uint16_t)(xlen / 8),
                        .has_value = known,
                        .value = known ? v->value[NT_RVFI_RD_WDATA] : 0};
    return nt_hart_log_access(r->hart, &access, error);
}

/* Memory. */

enum { DATA = 8 }; /* bytes that are read of data */

typedef struct side {
    nt_access_kind kind;
    nt_rvfi_signal mask;
    nt_rvfi_signal data;
} side;

static const side load = {NT_ACCESS_LOAD, NT_RVFI_MEM_RMASK, NT_RVFI_MEM_RDATA};
static const side store = {NT_ACCESS_STORE, NT_RVFI_MEM_WMASK, NT_RVFI_MEM_WDATA};

static bool is_power_of_two(unsigned size) {
    return size != 0 && (size & (size - 1)) == 0;
}

/* The bytes of an access as its mask says: a mask may have more than the access (riscv-formal,
   "rvfi_mem_rmask"), so that this holds where it has as many. */
static bool by_mask(const nt_rvfi_values *v, const side *s, unsigned size, unsigned *first) {
    const uint64_t mask = v->value[s->mask];
    if (mask == 0 || v->unknown[s->mask] != 0 || size >= 64) {
        return false;
    }
    *first = (unsigned)__builtin_ctzll(mask);
    return mask >> *first == (UINT64_C(1) << size) - 1;
}

/* The effective address by rs1, as the core reports it, or as instructions before left it. */
static bool by_registers(const nt_rvfi_source *r, const nt_rvfi_values *v, const nt_memory_use *use,
                         uint64_t *address) {
    const uint32_t needed = 1U << NT_RVFI_RS1_ADDR | 1U << NT_RVFI_RS1_RDATA;
    if (use->has_base && (r->has & needed) == needed && v->unknown[NT_RVFI_RS1_ADDR] == 0 &&
        v->unknown[NT_RVFI_RS1_RDATA] == 0 && v->value[NT_RVFI_RS1_ADDR] == use->base) {
        *address =
            (v->value[NT_RVFI_RS1_RDATA] + (uint64_t)(int64_t)use->offset) & r->hart->log->mask;
        return true;
    }
    return nt_hart_log_address(r->hart, use, address);
}

/* Where in the data the access begins; false: that is not known. */
static bool find_place(const nt_rvfi_source *r, const nt_rvfi_values *v, const side *s,
                       const nt_memory_use *use, nt_access *access, unsigned *first) {
    const uint64_t mask = r->hart->log->mask;
    const bool based = v->unknown[NT_RVFI_MEM_ADDR] == 0;
    const uint64_t base = v->value[NT_RVFI_MEM_ADDR];
    uint64_t address;
    if (based && by_mask(v, s, use->size, first)) {
        access->address = (base + *first) & mask;
        return true;
    }
    if (!by_registers(r, v, use, &address)) {
        access->address_unknown = true;
        return false;
    }
    access->address = address;
    const uint64_t place = (address - base) & mask;
    *first = (unsigned)(place & (DATA - 1));
    return based && place < DATA;
}

static int write_side(nt_rvfi_source *r, const nt_rvfi_values *v, const side *s, nt_memory_use use,
                      nt_error *error) {
    unsigned first = 0;
    nt_access access = {.kind = s->kind, .size = use.size};
    const bool placed = find_place(r, v, s, &use, &access, &first);
    if (use.size == 0 || use.size > 8) { /* no value that the interface could have */
        return nt_hart_log_access(r->hart, &access, error);
    }
    const uint64_t bytes = (1U << use.size) - 1;
    const uint64_t bits = use.size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * use.size) - 1;
    if (placed && first + use.size <= DATA && v->unknown[s->mask] == 0 &&
        (v->value[s->mask] >> first & bytes) == bytes &&
        (v->unknown[s->data] >> 8 * first & bits) == 0) {
        access.has_value = true;
        access.value = v->value[s->data] >> 8 * first & bits;
    }
    return nt_hart_log_access(r->hart, &access, error);
}

/* Of an instruction whose accesses are not known: what the mask says, if an access can be so. */
static int write_unsure(nt_rvfi_source *r, const nt_rvfi_values *v, const side *s,
                        nt_error *error) {
    const uint64_t mask = v->value[s->mask];
    if (mask == 0 || v->unknown[s->mask] != 0 || v->unknown[NT_RVFI_MEM_ADDR] != 0) {
        return 0;
    }
    const unsigned size = (unsigned)__builtin_popcountll(mask);
    unsigned first = (unsigned)__builtin_ctzll(mask);
    if (is_power_of_two(size) && by_mask(v, s, size, &first)) {
        nt_memory_use use = {.size = (uint8_t)size};
        return write_side(r, v, s, use, error);
    }
    nt_access access = {.kind = s->kind,
                        .address = (v->value[NT_RVFI_MEM_ADDR] + first) & r->hart->log->mask};
    return nt_hart_log_access(r->hart, &access, error);
}

/* A store conditional that failed has no access. */
static bool stores_nothing(const nt_rvfi_values *v) {
    enum { SC = 0x1800202f, SC_MASK = 0xf800607f };
    return (v->value[NT_RVFI_INSN] & SC_MASK) == SC && v->unknown[NT_RVFI_MEM_WMASK] == 0 &&
           v->value[NT_RVFI_MEM_WMASK] == 0;
}

/* The accesses of an instruction that may have several. */
static int write_all_unsure(nt_rvfi_source *r, const nt_rvfi_values *v, const nt_memory_use *use,
                            nt_error *error) {
    nt_rvfi_values one = *v;
    int result = 0;
    for (unsigned n = 0; result == 0 && n <= v->more_count; n++) {
        if (n > 0) {
            memcpy(&one.value[NT_RVFI_MEM_ADDR], v->more[n - 1].value, sizeof v->more->value);
            memcpy(&one.unknown[NT_RVFI_MEM_ADDR], v->more[n - 1].unknown, sizeof v->more->unknown);
        }
        result = use->loads ? write_unsure(r, &one, &load, error) : 0;
        result = result == 0 && use->stores ? write_unsure(r, &one, &store, error) : result;
    }
    return result;
}

static int write_memory(nt_rvfi_source *r, const nt_rvfi_values *v, uint8_t size, nt_error *error) {
    const nt_import_options *o = r->hart->log->options;
    const nt_memory_use use =
        nt_memory_use_of(v->value[NT_RVFI_INSN], size, o->xlen, o->isa.zcmp || o->isa.zcmt);
    switch (use.kind) {
    case NT_MEMORY_LOAD:
        return write_side(r, v, &load, use, error);
    case NT_MEMORY_STORE:
        return stores_nothing(v) ? 0 : write_side(r, v, &store, use, error);
    case NT_MEMORY_BOTH:
        return write_side(r, v, &load, use, error) != 0 ? -1 : write_side(r, v, &store, use, error);
    case NT_MEMORY_UNSURE:
        return write_all_unsure(r, v, &use, error);
    default:
        return 0;
    }
}

int nt_rvfi_accesses(nt_rvfi_source *r, const nt_rvfi_values *v, uint8_t size, nt_error *error) {
    /* Memory first: its address is that of the registers before the instruction. */
    return write_memory(r, v, size, error) != 0 ? -1 : write_register(r, v, size, error);
}
