/* SPDX-License-Identifier: Apache-2.0 */
/* The log of the Sail model (sail_riscv_sim with --trace-all, or -v of older versions): a line per
   instruction, then a line for each of its effects:

     [1] [M]: 0x0000000080000004 (0x0002A303) lw t1, 0x0(t0)
     mem[R,0x0000000080000000] -> 0x00000297
     x6 <- 0x0000000000000297
     CSR mepc (0x341) <- 0x0000000080000000
     handling exc#0x0B at priv M with tval 0x0000000000000000

   What else it prints is not read. */
#include "sim/isa/register_name.h"
#include "sim/recording/log_lines.h"
#include "sim/recording/sail_trap.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 15, DIGITS = 2 };

/* An access line: the last one of a kind is the instruction's, those before are of page tables. */
typedef struct seen {
    bool there;
    uint64_t address;
    uint64_t value;
    size_t size;
} seen;

typedef struct sail {
    /* The instruction that came last */
    bool open; /* its accesses to memory are not written */
    uint64_t pc;
    uint64_t bits;
    uint8_t size;
    bool has_address; /* effective, by the registers before it */
    uint64_t address;
    seen read;
    seen write;
    nt_sail_trap trap;
} sail;

/* Accesses to memory. */

static void take_side(const seen *line, const nt_memory_use *use, bool *has, uint64_t *value) {
    *has = line->there && line->size == use->size;
    *value = line->value;
}

static int close_insn(nt_log_lines *l, sail *s, nt_error *error) {
    const nt_import_options *o = l->log.options;
    const nt_memory_use use =
        nt_memory_use_of(s->bits, s->size, o->xlen, o->isa.zcmp || o->isa.zcmt);
    const bool stores = use.kind == NT_MEMORY_STORE;
    const seen *shown = stores || !s->read.there ? &s->write : &s->read;
    if (!s->open || !shown->there) { /* also: a store conditional that failed */
        s->open = false;
        return 0;
    }
    nt_log_memory_line line = {
        .has_address = true,
        .address = s->has_address ? s->address : shown->address,
        .has_physical = s->has_address && s->address != shown->address,
        .physical = shown->address,
        .writes = s->write.there,
    };
    take_side(&s->read, &use, &line.has_load, &line.load);
    take_side(&s->write, &use, &line.has_store, &line.store);
    s->open = false;
    return nt_log_memory(l, l->harts, s->bits, s->size, &line, error);
}

/* Ends what came before: the instruction's accesses, or its trap. */
static int close_step(nt_log_lines *l, sail *s, nt_error *error) {
    if (!s->trap.there) {
        return close_insn(l, s, error);
    }
    s->open = false;
    return nt_sail_trap_write(&s->trap, l->harts, error);
}

/* Lines. */

static int wrong(const nt_log_lines *l, const char *text, nt_error *error) {
    return nt_log_fail_at(&l->log, error, text, "no line of Sail's log");
}

/* "[1] [M]: 0x0000000080000004 (0x0002A303) lw t1, 0x0(t0)" */
static int take_insn(nt_log_lines *l, sail *s, char *text, nt_error *error) {
    char *at = text;
    const char *number = nt_text_word(&at);
    const char *mode = nt_text_word(&at);
    const char *pc = nt_text_word(&at);
    char *bits = nt_text_word(&at);
    const uint8_t priv = mode != NULL ? nt_sail_mode(mode) : NT_SAIL_NO_MODE;
    if (number == NULL || bits == NULL || priv == NT_SAIL_NO_MODE || bits[0] != '(' ||
        bits[strlen(bits) - 1] != ')') {
        return wrong(l, text, error);
    }
    bits[strlen(bits) - 1] = '\0';
    uint64_t address;
    uint64_t code;
    uint8_t size;
    if (!nt_text_hex(pc, &address) || !nt_pc_fits(&address, l->log.options->xlen)) {
        return nt_log_fail_at(&l->log, error, pc, "no PC that fits --xlen");
    }
    if (!nt_text_hex(bits + 1, &code) || !nt_encoding_fits(code, &size)) {
        return nt_log_fail_at(&l->log, error, bits + 1, "no instruction");
    }
    if (close_step(l, s, error) != 0 ||
        nt_hart_log_insn(l->harts, address, code, size, priv, error) != 0) {
        return -1;
    }
    const nt_import_options *o = l->log.options;
    const nt_memory_use use = nt_memory_use_of(code, size, o->xlen, o->isa.zcmp || o->isa.zcmt);
    s->open = true;
    s->pc = address;
    s->bits = code;
    s->size = size;
    s->has_address = nt_hart_log_address(l->harts, &use, &s->address);
    s->read.there = s->write.there = false;
    return 0;
}

/* A name of a register: x6, f1, v8, with --use-abi-names also t1. False: there is none such. */
static bool take_name(const char *name, nt_access_kind *kind, unsigned *number) {
    uint64_t which;
    const unsigned x = nt_register_of(name);
    const unsigned f = nt_float_register_of(name);
    *kind = x < NT_REGISTERS ? NT_ACCESS_X : f < NT_REGISTERS ? NT_ACCESS_F : NT_ACCESS_V;
    *number = x < NT_REGISTERS ? x : f;
    if (*kind == NT_ACCESS_V && name[0] == 'v' && nt_text_decimal(name + 1, &which)) {
        *number = which < NT_REGISTERS ? (unsigned)which : NT_REGISTERS;
    }
    return *number < NT_REGISTERS;
}

/* "x6 <- 0x297" */
static int take_register(nt_log_lines *l, char *text, nt_error *error) {
    char *at = text;
    const char *name = nt_text_word(&at);
    const char *arrow = nt_text_word(&at);
    const char *value = nt_text_word(&at);
    nt_access_kind kind;
    unsigned number;
    if (arrow == NULL || strcmp(arrow, "<-") != 0) {
        return 0;
    }
    if (value == NULL || !take_name(name, &kind, &number)) {
        return wrong(l, text, error);
    }
    return nt_log_register(l, l->harts, kind, number, value, 0, error);
}

/* "mem[R,0x80000000] -> 0x297", "mem[0x80000000] <- 0x297"; X is a fetch. */
static int take_memory(nt_log_lines *l, sail *s, char *text, nt_error *error) {
    const bool write = strstr(text, "<-") != NULL;
    char *at = text + strlen("mem[");
    if (*at == 'X') {
        return 0;
    }
    at += strspn(at, "RWA,");
    char *end = strchr(at, ']');
    seen line = {.there = true};
    if (end == NULL) {
        return wrong(l, text, error);
    }
    *end++ = '\0';
    const char *arrow = nt_text_word(&end);
    const char *value = arrow != NULL ? nt_text_word(&end) : NULL;
    const size_t digits = value != NULL ? strlen(value) : 0;
    if (value == NULL || digits <= DIGITS || !nt_text_hex(at, &line.address)) {
        return wrong(l, text, error);
    }
    line.size = (digits - DIGITS + 1) / 2;
    if (!nt_text_hex(value, &line.value)) { /* of more than 8 bytes: without its value */
        line.size = 0;
    }
    *(write ? &s->write : &s->read) = line;
    return 0;
}

/* "CSR mepc (0x341) <- 0x80000000 (input: 0x80000001)"; older versions leave out the number. */
static int take_csr(nt_log_lines *l, sail *s, char *text, nt_error *error) {
    char *at = text + strlen("CSR ");
    const char *name = nt_text_word(&at);
    char *word = nt_text_word(&at);
    uint64_t number = NT_SAIL_NO_CSR;
    if (word != NULL && word[0] == '(') {
        word[strcspn(word, ")")] = '\0';
        if (!nt_text_hex(word + 1, &number) || number > 4095) {
            return wrong(l, text, error);
        }
        word = nt_text_word(&at);
    } else if (name != NULL) {
        number = nt_sail_csr(name);
    }
    if (word == NULL || strcmp(word, "<-") != 0 || number == NT_SAIL_NO_CSR) {
        return 0; /* a read */
    }
    const char *value = nt_text_word(&at);
    uint64_t wide;
    if (value == NULL || !nt_text_hex(value, &wide) || wide > l->log.mask) {
        return wrong(l, text, error);
    }
    const nt_access access = {.kind = NT_ACCESS_CSR,
                              .number = (uint16_t)number,
                              .size = (uint16_t)(l->log.options->xlen / 8),
                              .has_value = true,
                              .value = wide};
    return s->trap.there ? nt_sail_trap_csr(&s->trap, l->harts, &access, error)
                         : nt_hart_log_access(l->harts, &access, error);
}

static int take_handling(nt_log_lines *l, sail *s, char *text, nt_error *error) {
    /* One trap may follow another: that of a fetch in the handler. */
    if (close_step(l, s, error) != 0) {
        return -1;
    }
    return nt_sail_trap_begin(&s->trap, l->harts, text) ? 0 : wrong(l, text, error);
}

/* "x6 <-", and any number; "t1 <-" where there is such a register. */
static bool is_register(const char *text) {
    char name[8];
    nt_access_kind kind;
    unsigned number;
    const size_t length = strcspn(text, " ");
    if (strchr("xfv", text[0]) != NULL && text[1] >= '0' && text[1] <= '9') {
        return true;
    }
    if (length >= sizeof name || strncmp(text + length, " <-", 3) != 0) {
        return false;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    return take_name(name, &kind, &number);
}

static int take_line(nt_log_lines *l, char *text, nt_error *error) {
    sail *s = l->own;
    if (strncmp(text, "PTW: ", 5) == 0) { /* some of these have no end of their own line */
        char *memory = strstr(text, "mem[");
        text = memory != NULL ? memory : text;
    }
    if (text[0] == '\0') {
        return 0;
    }
    if (text[0] == '[' && text[1] >= '0' && text[1] <= '9') {
        return take_insn(l, s, text, error);
    }
    if (is_register(text)) {
        return take_register(l, text, error);
    }
    if (strncmp(text, "mem[", 4) == 0) {
        return take_memory(l, s, text, error);
    }
    if (strncmp(text, "CSR ", 4) == 0) {
        return take_csr(l, s, text, error);
    }
    return strncmp(text, "handling ", 9) == 0 ? take_handling(l, s, text, error) : 0;
}

static int end(nt_log_lines *l, nt_error *error) {
    sail *s = l->own;
    return close_step(l, s, error);
}

static void release(nt_log_lines *l) {
    sail *s = l->own;
    nt_held_accesses_free(&s->trap.accesses);
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
    static const nt_log_format format = {.what = "a log of Sail",
                                         .longest = LINE,
                                         .own = sizeof(sail),
                                         .take = take_line,
                                         .end = end,
                                         .release = release};
    return nt_log_lines_import(&format, options, writer, progress, counts, error);
}

const nt_import_format nt_import_format_sail = {
    .name = "sail",
    .summary = "the Sail model's log (--trace-all, or -v of older versions), with accesses",
    .source = "log of the Sail model",
    .most_harts = 1,
    .parts = NT_IMPORT_ALL,
    .run = run,
};
