/* SPDX-License-Identifier: Apache-2.0 */
/* The log that Rocket and BOOM print of what they write back:

     C0: 159 [1] pc=[0000000000010040] W[r10=0000000000000000][1] R[r 0=..] R[r 0=..]
   inst=[f1402573]

   [0] is a cycle in which nothing retires, and where an instruction trapped. What else a simulation
   prints is not read. */
#include "sim/isa/insn_access.h"
#include "sim/recording/log_lines.h"

#include <string.h>

enum { LINE = 4096, PRIV_M = 3 };

typedef struct line {
    uint64_t hart;
    uint64_t valid;
    uint64_t pc;
    uint64_t bits;
    uint8_t size;
    uint64_t number; /* of the register */
    uint64_t written;
    const char *value; /* in the line */
} line;

typedef struct rocket {
    line idle[256]; /* by hart, as many as the format has at most: the last without [1]; size 0:
                       none */
} rocket;

/* The text between `before` and `after`, at which `*at` stands then; spaces may be in front. */
static bool text_between(char **at, const char *before, const char *after, const char **text) {
    char *start = strstr(*at, before);
    if (start == NULL) {
        return false;
    }
    start += strlen(before);
    start += strspn(start, " ");
    char *end = strstr(start, after);
    if (end == NULL) {
        return false;
    }
    *end = '\0';
    *at = end + strlen(after);
    *text = start;
    return true;
}

/* The same of a number. */
static bool between(char **at, const char *before, const char *after, bool hex, uint64_t *value,
                    const char **text) {
    return text_between(at, before, after, text) &&
           (hex ? nt_text_hex(*text, value) : nt_text_decimal(*text, value));
}

/* A PC of 40 or 49 bits, those of a virtual address and one more, is sign-extended: older versions
   print no more of it. */
static uint64_t extend(uint64_t pc, size_t digits) {
    enum { SV39_DIGITS = 10, SV39_SIGN = 39, SV48_DIGITS = 13, SV48_SIGN = 48 };
    const unsigned sign = digits == SV39_DIGITS ? SV39_SIGN : SV48_SIGN;
    const bool cut = digits == SV39_DIGITS || digits == SV48_DIGITS;
    return cut && (pc >> sign & 1) != 0 ? pc | UINT64_MAX << sign : pc;
}

static bool parse_pc(line *at, char **text) {
    const char *word = "";
    bool right = between(text, "pc=[", "]", true, &at->pc, &word);
    at->pc = extend(at->pc, strlen(word));
    return right;
}

static bool parse(line *at, char *text) {
    const char *word;
    uint64_t time;
    return between(&text, "C", ":", false, &at->hart, &word) &&
           between(&text, " ", " [", false, &time, &word) &&
           between(&text, "", "]", false, &at->valid, &word) && at->valid <= 1 &&
           parse_pc(at, &text) && between(&text, "W[r", "=", false, &at->number, &word) &&
           at->number < 32 && text_between(&text, "", "]", &at->value) &&
           between(&text, "[", "]", false, &at->written, &word) && at->written <= 1 &&
           between(&text, "inst=[", "]", true, &at->bits, &word);
}

static const char *problem_of(const nt_log_lines *l, line *at) {
    return at->hart >= l->log.options->harts            ? "a hart that --harts does not have"
           : !nt_pc_fits(&at->pc, l->log.options->xlen) ? "no PC that fits --xlen"
           : !nt_encoding_fits(at->bits, &at->size)     ? "an instruction of an unknown size"
                                                        : NULL;
}

/* An instruction that did not retire, at which the code arrives, trapped if what retires next is
   elsewhere; else it waited. */
static int take_trap(nt_hart_log *h, line *idle, uint64_t pc, nt_error *error) {
    const bool traps = idle->size != 0 && idle->pc != pc && h->has_last &&
                       !nt_hart_log_leads(h, pc) && nt_hart_log_leads(h, idle->pc);
    const line at = *idle;
    const nt_event trap = {
        .kind = NT_EVENT_TRAP,
        .hart = h->number,
        .trap = {.epc = at.pc, .cause_unknown = true, .tval_unknown = true},
    };
    idle->size = 0;
    return !traps ? 0
           : nt_hart_log_code(h, at.pc, at.bits, at.size, error) != 0
               ? -1
               : nt_hart_log_trap(h, &trap, error);
}

/* A register that the instruction writes and the line does not have is written later: its value is
   not known. */
static int take_register(nt_log_lines *l, nt_hart_log *h, const line *at, nt_error *error) {
    const uint8_t gpr =
        at->size <= 4 ? nt_tandem_insn_of((uint32_t)at->bits, at->size, l->log.options->xlen).gpr
                      : 0;
    if (gpr == 0) {
        return 0;
    }
    const bool known = at->written == 1 && at->number == gpr;
    return nt_log_register(l, h, NT_ACCESS_X, gpr, known ? at->value : "x", 0, error);
}

static int take_line(nt_log_lines *l, char *text, nt_error *error) {
    line at = {.hart = 0};
    const char *number = text + 1 + strspn(text + (text[0] != '\0'), " ");
    if (text[0] != 'C' || *number < '0' || *number > '9') {
        return 0;
    }
    if (!parse(&at, text)) {
        return nt_log_fail(&l->log, error,
                           "expected Cn: time [valid] pc=[] W[r=][] R[r=] R[r=] inst=[]");
    }
    const char *problem = problem_of(l, &at);
    rocket *r = l->own;
    if (at.valid == 0) { /* of a cycle without an instruction it may be anything */
        if (problem == NULL) {
            r->idle[at.hart] = at;
        }
        return 0;
    }
    if (problem != NULL) {
        return nt_log_fail(&l->log, error, problem);
    }
    nt_hart_log *h = &l->harts[at.hart];
    h->priv_assumed = true;
    return take_trap(h, &r->idle[at.hart], at.pc, error) != 0 ||
                   nt_hart_log_insn(h, at.pc, at.bits, at.size, PRIV_M, error) != 0
               ? -1
               : take_register(l, h, &at, error);
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
    static const nt_log_format format = {
        .what = "a log of Rocket", .longest = LINE, .own = sizeof(rocket), .take = take_line};
    return nt_log_lines_import(&format, options, writer, progress, counts, error);
}

const nt_import_format nt_import_format_rocket = {
    .name = "rocket",
    .summary = "the C0: log of Rocket and BOOM, with integer registers",
    .source = "log of Rocket",
    .most_harts = NT_IMPORT_MOST_HARTS,
    .parts = NT_IMPORT_X,
    .run = run,
};
