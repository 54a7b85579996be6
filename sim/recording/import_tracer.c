/* SPDX-License-Identifier: Apache-2.0 */
/* The logs of the tracers of Ibex and CV32E40P: a line of headings, then a line per instruction:

     130   61  00000150  0d80006f  jal  x0,228   x1=0x00000154 PA:0x00001000 load:0x00000000

   CV32E40P prints compressed instructions as they are expanded, with "c." before the name; its
   newer versions a column more, "(C)" where the instruction trapped, and the time of its end. */
#include "sim/isa/register_name.h"
#include "sim/recording/log_lines.h"

#include <string.h>

enum { LINE = 4096, PRIV_M = 3, HALF = 4, WORD = 8 /* digits */ };

typedef struct line {
    uint64_t pc;
    uint64_t bits;
    uint8_t size;
    bool expanded; /* `bits` are those of a compressed instruction after expansion */
    bool trapped;
    char *rest; /* after the encoding */
} line;

static int fail(const nt_log_lines *l, nt_error *error) {
    return nt_log_fail(&l->log, error, "expected time, cycle, PC and instruction");
}

/* "130", "130.000ns": then a unit may follow as a word of its own. */
static bool is_time(const char *word) {
    const size_t digits = strspn(word, "0123456789.");
    return digits > 0 && strspn(word + digits, "munpfs") == strlen(word + digits);
}

static bool is_unit(const char *word) {
    return strcmp(word, "s") == 0 || (strlen(word) == 2 && word[1] == 's');
}

static const char *problem_of(line *at, const char *pc, const char *bits, const char *name) {
    const size_t digits = strlen(bits);
    if (!nt_text_hex(pc, &at->pc) || !nt_pc_fits(&at->pc, 32)) {
        return "no PC of 32 bits";
    }
    if (!nt_text_hex(bits, &at->bits) || (digits != HALF && digits != WORD)) {
        return "no instruction of 4 or 8 digits";
    }
    at->expanded = digits == WORD && strncmp(name, "c.", 2) == 0 && (at->bits & 3) == 3;
    return nt_encoding_fits(at->bits, &at->size) && at->size <= 4
               ? NULL
               : "an instruction of an unknown size";
}

/* 1: an instruction; 0: a line of headings, or empty. */
static int parse(nt_log_lines *l, char *text, line *at, nt_error *error) {
    const char *word = nt_text_word(&text);
    if (word == NULL || strcmp(word, "Time") == 0) {
        return 0;
    }
    uint64_t cycle;
    const char *next = is_time(word) ? nt_text_word(&text) : NULL;
    if (next != NULL && is_unit(next)) {
        next = nt_text_word(&text);
    }
    const char *pc = next != NULL && nt_text_decimal(next, &cycle) ? nt_text_word(&text) : NULL;
    const char *bits = pc != NULL ? nt_text_word(&text) : NULL;
    if (bits == NULL) {
        return fail(l, error);
    }
    text += strspn(text, " \t");
    at->trapped = strncmp(text, "(C)", 3) == 0;
    text += at->trapped ? 3 + strspn(text + 3, " \t") : 0;
    at->rest = text;
    const char *problem = problem_of(at, pc, bits, text);
    return problem != NULL ? nt_log_fail(&l->log, error, problem) : 1;
}

/* The instruction as it was fetched is not known, its type is. */
static int write_expanded(nt_log_lines *l, const line *at, nt_error *error) {
    nt_hart_log *h = l->harts;
    const nt_isa isa = {.xlen = (uint8_t)l->log.options->xlen};
    uint8_t bytes[4];
    nt_insn insn;
    for (unsigned i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(at->bits >> 8 * i);
    }
    (void)nt_insn_decode(&insn, bytes, sizeof bytes, at->pc, &isa);
    insn.size = 2;
    return nt_hart_log_flush(h, error) != 0 || nt_hart_log_mode(h, PRIV_M, error) != 0 ||
                   nt_hart_log_typed(h, at->pc, &insn, error) != 0
               ? -1
               : nt_hart_log_retire(h, at->pc, insn, at->bits, error);
}

static int take_number(nt_log_lines *l, const char *word, bool *has, uint64_t *value,
                       nt_error *error) {
    uint8_t bytes[8];
    size_t size;
    nt_access access;
    if (!nt_text_bytes(word, bytes, sizeof bytes, &size, has)) {
        return nt_log_fail_at(&l->log, error, word, "no hexadecimal number");
    }
    nt_access_set_value(&access, bytes, size, *has);
    *value = access.value;
    return 0;
}

/* "x10=0x1", of what the instruction wrote; "x10:0x1" is what it read. */
static int take_register(nt_log_lines *l, char *word, nt_error *error) {
    char *equals = strchr(word, '=');
    *equals = '\0';
    const uint16_t number = nt_register_of(word);
    return number == NT_REGISTERS
               ? 0
               : nt_log_register(l, l->harts, NT_ACCESS_X, number, equals + 1, 0, error);
}

static int take_accesses(nt_log_lines *l, line *at, nt_error *error) {
    nt_log_memory_line memory = {.has_address = false};
    char *word;
    int result = 0;
    while (result == 0 && (word = nt_text_word(&at->rest)) != NULL) {
        if (strncmp(word, "PA:", 3) == 0) {
            result = take_number(l, word + 3, &memory.has_address, &memory.address, error);
        } else if (strncmp(word, "store:", 6) == 0) {
            memory.writes = true;
            result = take_number(l, word + 6, &memory.has_store, &memory.store, error);
        } else if (strncmp(word, "load:", 5) == 0) {
            result = take_number(l, word + 5, &memory.has_load, &memory.load, error);
        } else if (strchr(word, '=') != NULL) {
            result = take_register(l, word, error);
        }
    }
    return result == 0 ? nt_log_memory(l, l->harts, at->bits, at->size, &memory, error) : -1;
}

/* An exception at the instruction, which is the one that came last: it did not retire. */
static int write_trap(nt_hart_log *h, uint64_t pc, nt_error *error) {
    const nt_event trap = {.kind = NT_EVENT_TRAP,
                           .hart = h->number,
                           .trap = {.epc = pc, .cause_unknown = true, .tval_unknown = true}};
    return nt_hart_log_trap(h, &trap, error);
}

static int take_line(nt_log_lines *l, char *text, nt_error *error) {
    line at;
    int result = parse(l, text, &at, error);
    if (result <= 0) {
        return result;
    }
    l->harts->priv_assumed = true;
    result = at.expanded ? write_expanded(l, &at, error)
                         : nt_hart_log_insn(l->harts, at.pc, at.bits, at.size, PRIV_M, error);
    if (result == 0 && at.trapped) {
        return write_trap(l->harts, at.pc, error);
    }
    return result != 0 || l->log.options->pcs_only ? result : take_accesses(l, &at, error);
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
    static const nt_log_format format = {
        .what = "a log of a tracer", .longest = LINE, .take = take_line};
    return nt_log_lines_import(&format, options, writer, progress, counts, error);
}

const nt_import_format nt_import_format_ibex = {
    .name = "ibex",
    .summary = "the log of Ibex's tracer, with accesses",
    .source = "log of Ibex's tracer",
    .xlen = 32,
    .most_harts = 1,
    .parts = NT_IMPORT_X | NT_IMPORT_MEMORY,
    .run = run,
};

const nt_import_format nt_import_format_cv32e40p = {
    .name = "cv32e40p",
    .summary = "the log of CV32E40P's tracer, with accesses",
    .source = "log of CV32E40P's tracer",
    .xlen = 32,
    .most_harts = 1,
    .parts = NT_IMPORT_X | NT_IMPORT_MEMORY,
    .run = run,
};
