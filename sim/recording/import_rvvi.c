/* SPDX-License-Identifier: Apache-2.0 */
/* RVVI-TEXT, the text form of the RISC-V Verification Interface: a line per event, of elements with
   a key and values:

     RET 80000004 '_start+4' 0002a303 'lw t1,0(t0)' X 6 297 MEM D 4 80000000 80000000 0
     TRAP 80000008 00000073 C 341 80000008 C 342 b

   The short form of riscv-arch-test is read as well: ORDER 12 PC 80000100 INSN 0007a703 MODE 1 X ..
 */
#include "sim/recording/log_lines.h"
#include "sim/recording/rvvi_words.h"

#include <string.h>

enum { LINE = 1 << 16, PRIV_M = 3, HARTS = 256, LONGEST = 8192, COUNTED = 0xff };

typedef enum event_kind { NOTHING, RETIRED, TRAPPED } event_kind;

/* Is an event that is being read; the values are in the line. */
typedef struct event {
    event_kind kind;
    bool has_pc;
    bool mode_after; /* MODE is that after the event: of riscv-arch-test's form */
    uint8_t mode;    /* and this is it */
    bool has_mode;
    bool has_bits;
    uint64_t pc;
    uint64_t bits;
    nt_held_accesses accesses; /* registers */
    bool has_memory;
    nt_log_memory_line memory;
} event;

typedef struct rvvi {
    nt_hart_log *hart;
    uint8_t priv[HARTS];
    bool told[HARTS]; /* the mode */
    bool virtual[HARTS];
    unsigned flen; /* bytes; 0: as the values have it */
    unsigned vlen;
    event now;
    uint8_t bytes[LONGEST];
} rvvi;

static int fail(const nt_log_lines *l, const char *text, const char *reason, nt_error *error) {
    return nt_log_fail_at(&l->log, error, text, reason);
}

/* Events. */

static const nt_access *csr_of(const event *e, uint16_t m, uint16_t s) {
    const nt_access *found = NULL;
    for (size_t i = 0; i < e->accesses.count; i++) {
        const nt_access *a = &e->accesses.access[i];
        if (a->kind == NT_ACCESS_CSR && a->has_value && (a->number == m || a->number == s)) {
            found = a;
        }
    }
    return found;
}

/* The trap that CSRs of an event tell. */
static nt_event trap_of(const nt_log_lines *l, const rvvi *r, uint64_t pc) {
    const event *e = &r->now;
    const nt_access *epc = csr_of(e, 0x341, 0x141);
    const nt_access *cause = csr_of(e, 0x342, 0x142);
    const nt_access *tval = csr_of(e, 0x343, 0x143);
    nt_event trap = {.kind = NT_EVENT_TRAP, .hart = r->hart->number};
    trap.trap.epc = epc != NULL ? epc->value & ~UINT64_C(1) : pc;
    trap.trap.cause_unknown = cause == NULL;
    trap.trap.tval_unknown = tval == NULL;
    if (cause != NULL) {
        trap.trap.interrupt = (cause->value >> (l->log.options->xlen - 1) & 1) != 0;
        trap.trap.cause = cause->value & (l->log.mask >> 1);
    }
    trap.trap.tval = tval != NULL ? tval->value : 0;
    return trap;
}

/* Whether the instruction itself may have written epc or cause. */
static bool writes_trap(uint64_t bits) {
    const uint64_t csr = bits >> 20;
    return (bits & 0x7f) == 0x73 && (csr == 0x341 || csr == 0x342 || csr == 0x141 || csr == 0x142);
}

/* An interrupt is not an event of its own: its CSRs are with the handler's first instruction. */
static int write_interrupt(const nt_log_lines *l, const rvvi *r, nt_error *error) {
    const nt_event trap = trap_of(l, r, r->now.pc);
    return !writes_trap(r->now.bits) && trap.trap.interrupt && csr_of(&r->now, 0x341, 0x141) != NULL
               ? nt_hart_log_trap(r->hart, &trap, error)
               : 0;
}

static int write_accesses(nt_log_lines *l, rvvi *r, uint8_t size, nt_error *error) {
    const event *e = &r->now;
    int result = e->kind == RETIRED && e->has_memory
                     ? nt_log_memory(l, r->hart, e->bits, size, &e->memory, error)
                     : 0;
    for (size_t i = 0; result == 0 && i < e->accesses.count; i++) {
        const nt_access access = nt_held_accesses_get(&e->accesses, i);
        result = nt_hart_log_access(r->hart, &access, error);
    }
    return result;
}

static int write_event(nt_log_lines *l, rvvi *r, uint8_t size, nt_error *error) {
    const event *e = &r->now;
    const uint16_t hart = r->hart->number;
    const uint8_t priv = r->virtual[hart] && r->priv[hart] <= 1 ? r->priv[hart] + 5 : r->priv[hart];
    r->hart->priv_assumed = !r->told[hart];
    if (e->kind == RETIRED) {
        return write_interrupt(l, r, error) != 0 ||
                       nt_hart_log_insn(r->hart, e->pc, e->bits, size, priv, error) != 0
                   ? -1
                   : write_accesses(l, r, size, error);
    }
    enum { ILLEGAL = 2 };
    const nt_event trap = trap_of(l, r, e->pc);
    /* Of what was not fetched, or not yet, the encoding is 0, which is an illegal instruction too.
     */
    const bool fetched = e->bits != 0 || (!trap.trap.cause_unknown && !trap.trap.interrupt &&
                                          trap.trap.cause == ILLEGAL);
    return nt_hart_log_mode(r->hart, priv, error) != 0 ||
                   (fetched && nt_hart_log_code(r->hart, e->pc, e->bits, size, error) != 0) ||
                   nt_hart_log_trap(r->hart, &trap, error) != 0
               ? -1
               : write_accesses(l, r, size, error);
}

static void clear(rvvi *r) {
    nt_held_accesses held = r->now.accesses;
    nt_held_accesses_clear(&held);
    r->now = (event){.accesses = held};
}

static void take_over_mode(rvvi *r) {
    if (r->now.has_mode) {
        r->priv[r->hart->number] = r->now.mode;
        r->told[r->hart->number] = true;
    }
}

static int end_event(nt_log_lines *l, rvvi *r, nt_error *error) {
    uint8_t size = 0;
    int result = 0;
    if (!r->now.mode_after) {
        take_over_mode(r);
    }
    if (r->now.kind != NOTHING) {
        if (!r->now.has_pc || !r->now.has_bits || !nt_encoding_fits(r->now.bits, &size)) {
            return nt_log_fail(&l->log, error, "an event without PC and instruction");
        }
        result = write_event(l, r, size, error);
    }
    take_over_mode(r);
    clear(r);
    return result;
}

/* Elements. */

typedef struct words {
    char *at;
    const char *problem;
} words;

static const char *word(words *w) {
    const char *found = nt_rvvi_word(&w->at, &w->problem);
    return found != NULL ? found : "";
}

static int take_pc(nt_log_lines *l, rvvi *r, words *w, nt_error *error) {
    const char *text = word(w);
    r->now.has_pc = nt_text_hex(text, &r->now.pc) && nt_pc_fits(&r->now.pc, l->log.options->xlen);
    return r->now.has_pc ? 0 : fail(l, text, "no PC that fits --xlen", error);
}

static int take_bits(nt_log_lines *l, rvvi *r, words *w, nt_error *error) {
    const char *text = word(w);
    uint8_t size;
    r->now.has_bits = nt_text_hex(text, &r->now.bits) && nt_encoding_fits(r->now.bits, &size);
    return r->now.has_bits ? 0 : fail(l, text, "no instruction", error);
}

/* RET, TRAP: two on a line are two events. */
static int take_event(nt_log_lines *l, rvvi *r, words *w, event_kind kind, nt_error *error) {
    if (r->now.kind != NOTHING && end_event(l, r, error) != 0) {
        return -1;
    }
    r->now.kind = kind;
    return take_pc(l, r, w, error) != 0 ? -1 : take_bits(l, r, w, error);
}

static int take_register(nt_log_lines *l, rvvi *r, words *w, nt_access_kind kind, nt_error *error) {
    const char *index = word(w);
    const char *value = word(w);
    const bool csr = kind == NT_ACCESS_CSR;
    const unsigned xlen = l->log.options->xlen;
    nt_access access = {.kind = kind};
    uint64_t number;
    size_t size;
    bool known;
    if (!(csr ? nt_text_hex(index, &number) : nt_text_decimal(index, &number)) ||
        number >= (csr ? 4096 : 32)) {
        return fail(l, index, "no register's number", error);
    }
    memset(r->bytes, 0, 16);
    if (!nt_text_bytes(value, r->bytes, sizeof r->bytes, &size, &known)) {
        return fail(l, value, "no hexadecimal value", error);
    }
    if ((l->log.options->pcs_only && !csr) || (kind == NT_ACCESS_X && number == 0)) {
        return 0;
    }
    const size_t least = kind == NT_ACCESS_F ? r->flen : kind == NT_ACCESS_V ? r->vlen : xlen / 8;
    if (size > least && least != 0) {
        return fail(l, value, "a value that is wider than its register", error);
    }
    memset(r->bytes + size, 0, sizeof r->bytes - size);
    size = least != 0 ? least : size < 4 ? 4 : size;
    access.number = (uint16_t)number;
    nt_access_set_value(&access, r->bytes, size, known);
    return nt_held_accesses_add(&r->now.accesses, &access) == 0
               ? 0
               : nt_log_fail(&l->log, error, "out of memory");
}

static int take_hart(nt_log_lines *l, rvvi *r, words *w, nt_error *error) {
    const char *text = word(w);
    uint64_t hart;
    if (!nt_text_decimal(text, &hart) || hart >= l->log.options->harts) {
        return fail(l, text, "a hart that --harts does not have", error);
    }
    if (r->now.kind != NOTHING && end_event(l, r, error) != 0) {
        return -1;
    }
    r->hart = &l->harts[hart];
    return 0;
}

static int take_mode(nt_log_lines *l, rvvi *r, words *w, nt_error *error) {
    const char *text = word(w);
    uint64_t mode;
    if (!nt_text_hex(text, &mode) || mode > 3 || mode == 2) {
        return fail(l, text, "a mode that is neither 0, 1 nor 3", error);
    }
    r->now.mode = (uint8_t)mode;
    r->now.has_mode = true;
    return 0;
}

static int take_virtual(nt_log_lines *l, rvvi *r, words *w, nt_error *error) {
    const char *text = word(w);
    uint64_t value;
    if (!nt_text_hex(text, &value) || value > 1) {
        return fail(l, text, "neither 0 nor 1", error);
    }
    r->virtual[r->hart->number] = value == 1;
    return 0;
}

static bool is_register_size(uint64_t bits) {
    return bits >= 32 && bits <= 8 * LONGEST && (bits & (bits - 1)) == 0;
}

static int take_params(nt_log_lines *l, rvvi *r, words *w, nt_error *error) {
    uint64_t count;
    const char *text = word(w);
    if (!nt_text_decimal(text, &count) || count > 64) {
        return fail(l, text, "no number of parameters", error);
    }
    for (; count > 0; count--) {
        const char *key = word(w);
        const char *value = word(w);
        uint64_t number = 0;
        const bool known = nt_text_decimal(value, &number);
        if (strcmp(key, "XLEN") == 0 && (!known || number != l->log.options->xlen)) {
            return fail(l, value, "another XLEN than --xlen says", error);
        }
        if (strcmp(key, "FLEN") == 0 && is_register_size(number)) {
            r->flen = (unsigned)number / 8;
        }
        if (strcmp(key, "VLEN") == 0 && is_register_size(number)) {
            r->vlen = (unsigned)number / 8;
        }
    }
    return 0;
}

/* MEM bus bytes vaddr paddr count [key value ..] */
static int take_memory(nt_log_lines *l, rvvi *r, words *w, nt_error *error) {
    const char *bus = word(w);
    const bool data = strcmp(bus, "D") == 0;
    const char *bytes = word(w);
    const char *address = word(w);
    const char *physical = word(w);
    const char *count = word(w);
    uint64_t size;
    uint64_t pairs;
    nt_log_memory_line line = {.has_address = true};
    if (!nt_text_decimal(bytes, &size) || !nt_text_hex(address, &line.address) ||
        !nt_text_hex(physical, &line.physical) || !nt_text_decimal(count, &pairs) || pairs > 64) {
        return fail(l, bus, "MEM needs bus, bytes, two addresses and a count", error);
    }
    for (pairs *= 2; pairs > 0; pairs--) {
        (void)word(w);
    }
    line.has_physical = line.physical != line.address;
    if (data && !r->now.has_memory) {
        r->now.has_memory = true;
        r->now.memory = line;
    }
    return 0;
}

/* Values that are not read: so many, or as many as the first one says (META). */
static int skip_values(nt_log_lines *l, words *w, unsigned values, nt_error *error) {
    uint64_t count = values;
    if (values == COUNTED) {
        const char *text = word(w);
        if (!nt_text_decimal(text, &count) || count > LINE) {
            return fail(l, text, "no count", error);
        }
    }
    for (; count > 0; count--) {
        (void)word(w);
    }
    return 0;
}

static int take_element(nt_log_lines *l, rvvi *r, const char *key, words *w, nt_error *error) {
    static const struct {
        const char *key;
        unsigned values;
    } skipped[] = {{"VERSION", 2}, {"VENDOR", 3}, {"ISSUE", 1}, {"ORDER", 1}, {"CYCLE", 1},
                   {"TIME", 1},    {"NET", 2},    {"STATE", 2}, {"DM", 1},    {"META", COUNTED}};
    static const struct {
        const char *key;
        nt_access_kind kind;
    } registers[] = {{"X", NT_ACCESS_X}, {"x", NT_ACCESS_X},   {"F", NT_ACCESS_F},
                     {"V", NT_ACCESS_V}, {"C", NT_ACCESS_CSR}, {"CSR", NT_ACCESS_CSR}};
    for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++) {
        if (strcmp(key, skipped[i].key) == 0) {
            return skip_values(l, w, skipped[i].values, error);
        }
    }
    for (size_t i = 0; i < sizeof registers / sizeof registers[0]; i++) {
        if (strcmp(key, registers[i].key) == 0) {
            return take_register(l, r, w, registers[i].kind, error);
        }
    }
    if (strcmp(key, "PC") == 0) {
        r->now.kind = r->now.kind == NOTHING ? RETIRED : r->now.kind;
        r->now.mode_after = true;
        return take_pc(l, r, w, error);
    }
    return strcmp(key, "RET") == 0      ? take_event(l, r, w, RETIRED, error)
           : strcmp(key, "TRAP") == 0   ? take_event(l, r, w, TRAPPED, error)
           : strcmp(key, "INSN") == 0   ? take_bits(l, r, w, error)
           : strcmp(key, "HART") == 0   ? take_hart(l, r, w, error)
           : strcmp(key, "MODE") == 0   ? take_mode(l, r, w, error)
           : strcmp(key, "VIRT") == 0   ? take_virtual(l, r, w, error)
           : strcmp(key, "PARAMS") == 0 ? take_params(l, r, w, error)
           : strcmp(key, "MEM") == 0    ? take_memory(l, r, w, error)
                                        : fail(l, key, "no element of RVVI-TEXT", error);
}

static int take_line(nt_log_lines *l, char *text, nt_error *error) {
    rvvi *r = l->own;
    words w = {.problem = NULL};
    const char *key;
    bool goes_on = false;
    w.at = text;
    while ((key = nt_rvvi_word(&w.at, &w.problem)) != NULL) {
        goes_on = strcmp(key, "\\") == 0;
        if (!goes_on && take_element(l, r, key, &w, error) != 0) {
            return -1;
        }
        if (w.problem != NULL) {
            break;
        }
    }
    return w.problem != NULL ? nt_log_fail(&l->log, error, w.problem)
           : goes_on         ? 0
                             : end_event(l, r, error);
}

static int begin(nt_log_lines *l, nt_error *error) {
    rvvi *r = l->own;
    (void)error;
    r->hart = l->harts;
    memset(r->priv, PRIV_M, sizeof r->priv);
    return 0;
}

static int end(nt_log_lines *l, nt_error *error) {
    rvvi *r = l->own;
    return end_event(l, r, error);
}

static void release(nt_log_lines *l) {
    rvvi *r = l->own;
    nt_held_accesses_free(&r->now.accesses);
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
    static const nt_log_format format = {.what = "RVVI-TEXT",
                                         .longest = LINE,
                                         .own = sizeof(rvvi),
                                         .begin = begin,
                                         .take = take_line,
                                         .end = end,
                                         .release = release};
    return nt_log_lines_import(&format, options, writer, progress, counts, error);
}

const nt_import_format nt_import_format_rvvi = {
    .name = "rvvi",
    .summary = "RVVI-TEXT, with accesses",
    .source = "RVVI-TEXT",
    .most_harts = NT_IMPORT_MOST_HARTS,
    .parts = NT_IMPORT_ALL,
    .run = run,
};
