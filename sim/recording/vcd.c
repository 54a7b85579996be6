#include "sim/recording/vcd.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASH = 2 * NT_VCD_SIGNALS };

struct nt_vcd {
    nt_input_file *input;
    nt_vcd_signal *signal[NT_VCD_SIGNALS]; /* NULL: the dump does not have it */
    unsigned count;                        /* signals, up to the highest number */
    uint16_t by_code[HASH]; /* a signal and 1, in the slot of its code or after it; 0: free */
    char scope[NT_VCD_NAME];
    char line[NT_VCD_LINE];
    char *at; /* the next word of the line */
};

static int fail(const nt_vcd *v, const char *reason, nt_error *error) {
    return nt_fail_as(error, NT_ERROR_FORMAT, "%s: line %" PRIu64 ": %s",
                      nt_input_file_path(v->input), nt_input_file_lines(v->input), reason);
}

/* The next word, in the line's memory. Returns 1, at the end 0, or -1 with the error set. */
static int next_word(nt_vcd *v, char **word, nt_error *error) {
    for (;;) {
        v->at += strspn(v->at, " \t");
        if (*v->at != '\0') {
            *word = v->at;
            v->at += strcspn(v->at, " \t");
            if (*v->at != '\0') {
                *v->at++ = '\0';
            }
            return 1;
        }
        int result = nt_input_file_line(v->input, v->line, sizeof v->line, error);
        if (result <= 0) {
            return result;
        }
        v->at = v->line;
    }
}

/* A word that must come. */
static int need_word(nt_vcd *v, char **word, nt_error *error) {
    int result = next_word(v, word, error);
    return result == 0 ? fail(v, "the dump ends within a declaration", error) : result;
}

static int skip_to_end(nt_vcd *v, nt_error *error) {
    char *word;
    int result;
    while ((result = need_word(v, &word, error)) > 0) {
        if (strcmp(word, "$end") == 0) {
            return 1;
        }
    }
    return result;
}

/* Signals by identifier code. */

static unsigned hash(const char *code) {
    unsigned sum = 0;
    for (; *code != '\0'; code++) {
        sum = sum * 31 + (unsigned char)*code;
    }
    return sum % HASH;
}

/* The slot of a code: with the first signal of it, or free. */
static unsigned slot_of(const nt_vcd *v, const char *code) {
    unsigned slot = hash(code);
    while (v->by_code[slot] != 0 && strcmp(v->signal[v->by_code[slot] - 1]->code, code) != 0) {
        slot = (slot + 1) % HASH;
    }
    return slot;
}

static int add_signal(nt_vcd *v, unsigned number, const char *code, unsigned bits,
                      nt_error *error) {
    nt_vcd_signal *signal = v->signal[number];
    if (signal != NULL) {
        return strcmp(signal->code, code) == 0 ? 0 : fail(v, "a signal that comes twice", error);
    }
    if (strlen(code) >= sizeof signal->code || bits == 0 || bits > NT_VCD_BITS) {
        return fail(v, "a signal of no such size or code", error);
    }
    signal = v->signal[number] = calloc(1, sizeof *signal);
    if (signal == NULL) {
        return fail(v, "out of memory", error);
    }
    v->count = number < v->count ? v->count : number + 1;
    unsigned slot = slot_of(v, code);
    (void)snprintf(signal->code, sizeof signal->code, "%s", code);
    signal->bits = bits;
    memset(signal->now, 'x', sizeof signal->now);
    memset(signal->next, 'x', sizeof signal->next);
    signal->same = v->by_code[slot];
    v->by_code[slot] = (uint16_t)(number + 1);
    return 0;
}

/* Declarations. */

static int enter_scope(nt_vcd *v, nt_error *error) {
    char *kind;
    char *name;
    if (need_word(v, &kind, error) < 0 || need_word(v, &name, error) < 0) {
        return -1;
    }
    size_t length = strlen(v->scope);
    if (length + strlen(name) + 2 > sizeof v->scope) {
        return fail(v, "a scope whose name is too long", error);
    }
    (void)snprintf(v->scope + length, sizeof v->scope - length, "%s%s", length == 0 ? "" : ".",
                   name);
    return skip_to_end(v, error);
}

static int leave_scope(nt_vcd *v, nt_error *error) {
    char *dot = strrchr(v->scope, '.');
    *(dot != NULL ? dot : v->scope) = '\0';
    return skip_to_end(v, error);
}

typedef int chooser(void *context, const char *scope, const char *name, unsigned bits);

/* "$var wire 32 % insn [31:0] $end" */
static int take_variable(nt_vcd *v, chooser *wanted, void *context, nt_error *error) {
    char *word;
    char code[NT_VCD_CODE];
    char name[NT_VCD_NAME];
    char *kind;
    if (need_word(v, &kind, error) < 0 || need_word(v, &word, error) < 0) {
        return -1;
    }
    char *end;
    unsigned long bits = strtoul(word, &end, 10);
    if (*end != '\0' || bits > UINT32_MAX) {
        return fail(v, "a variable without a size", error);
    }
    if (need_word(v, &word, error) < 0) {
        return -1;
    }
    bool fits =
        strlen(word) < sizeof code; /* a longer one is not that of a signal that is wanted */
    (void)snprintf(code, sizeof code, "%.*s", (int)sizeof code - 1, word);
    if (need_word(v, &word, error) < 0) {
        return -1;
    }
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "["), word);
    int number = fits ? wanted(context, v->scope, name, (unsigned)bits) : -1;
    return number >= 0 && add_signal(v, (unsigned)number, code, (unsigned)bits, error) != 0
               ? -1
               : skip_to_end(v, error);
}

static int take_declarations(nt_vcd *v, chooser *wanted, void *context, nt_error *error) {
    char *word;
    int result = next_word(v, &word, error);
    for (; result > 0; result = need_word(v, &word, error)) {
        if (strcmp(word, "$enddefinitions") == 0) {
            return skip_to_end(v, error) < 0 ? -1 : 0;
        }
        if (word[0] != '$') {
            return fail(v, "no declaration of a value change dump", error);
        }
        result = strcmp(word, "$scope") == 0     ? enter_scope(v, error)
                 : strcmp(word, "$upscope") == 0 ? leave_scope(v, error)
                 : strcmp(word, "$var") == 0     ? take_variable(v, wanted, context, error)
                                                 : skip_to_end(v, error);
        if (result < 0) {
            return -1;
        }
    }
    return result < 0 ? -1 : fail(v, "empty, no value change dump", error);
}

int nt_vcd_open(nt_vcd **vcd, nt_input_file *input, chooser *wanted, void *context,
                nt_error *error) {
    nt_vcd *v = calloc(1, sizeof *v);
    *vcd = v;
    if (v == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", nt_input_file_path(input));
    }
    if (nt_input_file_peek(input) == 0) { /* the block type of an FST's header */
        return nt_fail_at(error, NT_ERROR_FORMAT, nt_input_file_path(input), 0,
                          "not text; fst2vcd turns an FST into a value change dump");
    }
    v->input = input;
    v->at = v->line;
    return take_declarations(v, wanted, context, error);
}

void nt_vcd_free(nt_vcd *vcd) {
    for (unsigned i = 0; vcd != NULL && i < vcd->count; i++) {
        free(vcd->signal[i]);
    }
    free(vcd);
}

const nt_vcd_signal *nt_vcd_get(const nt_vcd *vcd, unsigned signal) {
    static const nt_vcd_signal none = {.bits = 0};
    return vcd->signal[signal] != NULL ? vcd->signal[signal] : &none;
}

/* Changes. */

/* "b1010 %": left bits that are not there are 0, or x or z where the first one is (18.2.1). */
static int take_bits(nt_vcd *v, const char *bits, const char *code, nt_error *error) {
    const size_t length = strlen(bits);
    const char fill = bits[0] == '1' ? '0' : bits[0];
    for (unsigned n = v->by_code[slot_of(v, code)]; n != 0; n = v->signal[n - 1]->same) {
        nt_vcd_signal *signal = v->signal[n - 1];
        if (length == 0 || length > signal->bits || strspn(bits, "01xzXZ") != length) {
            return fail(v, "no value of the signal's size", error);
        }
        for (size_t i = 0; i < signal->bits; i++) {
            signal->next[i] = i < length ? bits[length - 1 - i] : fill;
        }
        signal->changed = true;
    }
    return 1;
}

static int take_change(nt_vcd *v, char *word, nt_error *error) {
    char *code = NULL;
    switch (word[0]) {
    case 'b':
    case 'B':
    case 'r':
    case 'R':
    case 's':
    case 'S': {
        /* The code is the next word, which may be in the next line: the value is kept. */
        char value[NT_VCD_BITS + 1];
        bool is_bits = word[0] == 'b' || word[0] == 'B';
        bool fits = strlen(word + 1) < sizeof value;
        (void)snprintf(value, sizeof value, "%.*s", (int)sizeof value - 1, word + 1);
        int result = need_word(v, &code, error);
        if (result < 0 || !is_bits) {
            return result;
        }
        return fits || v->by_code[slot_of(v, code)] == 0
                   ? take_bits(v, value, code, error)
                   : fail(v, "no value of the signal's size", error);
    }
    default: {
        char bit[2] = {word[0], '\0'};
        return strchr("01xzXZ", word[0]) != NULL && word[1] != '\0'
                   ? take_bits(v, bit, word + 1, error)
                   : fail(v, "no change of a value", error);
    }
    }
}

/* What changed at a time holds from then on. */
static void commit(nt_vcd *v) {
    for (unsigned i = 0; i < v->count; i++) {
        nt_vcd_signal *signal = v->signal[i];
        if (signal != NULL && signal->changed) {
            memcpy(signal->now, signal->next, signal->bits);
            signal->changed = false;
        }
    }
}

static bool rises(const nt_vcd_signal *clock) {
    return clock->now[0] == '0' && clock->next[0] == '1';
}

int nt_vcd_edge(nt_vcd *v, unsigned clock, nt_error *error) {
    char *word;
    int result;
    commit(v);
    while ((result = next_word(v, &word, error)) > 0) {
        if (word[0] == '#') {
            if (rises(nt_vcd_get(v, clock))) {
                return 1;
            }
            commit(v);
        } else if (strcmp(word, "$comment") == 0) {
            result = skip_to_end(v, error);
        } else if (word[0] != '$') { /* $dumpvars and the like have changes, then $end */
            result = take_change(v, word, error);
        }
        if (result < 0) {
            return -1;
        }
    }
    if (result == 0 && rises(nt_vcd_get(v, clock))) {
        return 1;
    }
    commit(v);
    return result;
}
