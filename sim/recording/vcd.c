/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/vcd.h"

#include "sim/recording/vcd_codes.h"
#include "sim/recording/vcd_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH = 256,
    TIME = 24,
    FST_HEADER = 0, /* the block types that an FST can begin with */
    FST_PACKED = 0xfe,
};

struct nt_vcd {
    nt_vcd_words words;
    nt_vcd_signal *signal[NT_VCD_SIGNALS]; /* NULL: the dump does not have it */
    unsigned count;                        /* signals, up to the highest number */
    nt_vcd_codes codes;
    char scope[NT_VCD_NAME];
    size_t before[DEPTH]; /* characters of the scope's path outside of each */
    unsigned depth;
    char time[TIME];      /* of the changes that were read */
    char next_time[TIME]; /* of those that come next; empty: that is it already */
};

/* Signals. */

static int add_code(nt_vcd *v, unsigned number, const char *code, int bit, nt_error *error) {
    const unsigned which = bit < 0 ? NT_VCD_WHOLE : (unsigned)bit;
    return nt_vcd_codes_add(&v->codes, code, number, which) == 0
               ? 0
               : nt_vcd_fail(&v->words, "out of memory", error);
}

/* Whether a declaration repeats one before: the same bits of the same signal, of the same code. */
static bool repeats(const nt_vcd *v, unsigned number, const char *code, int bit) {
    const unsigned which = bit < 0 ? NT_VCD_WHOLE : (unsigned)bit;
    const nt_vcd_code *c = nt_vcd_codes_find(&v->codes, code);
    while (c != NULL && (c->signal != number || c->bit != which)) {
        c = nt_vcd_codes_next(&v->codes, c);
    }
    return c != NULL;
}

/* While declarations are read, a bit of a split vector is marked once it is there. */
enum { DECLARED = 'd' };

static int new_signal(nt_vcd *v, unsigned number, nt_error *error) {
    nt_vcd_signal *signal = v->signal[number] = calloc(1, sizeof *signal);
    if (signal == NULL) {
        return nt_vcd_fail(&v->words, "out of memory", error);
    }
    v->count = number < v->count ? v->count : number + 1;
    memset(signal->now, 'x', sizeof signal->now);
    memset(signal->next, 'x', sizeof signal->next);
    return 0;
}

static int add_signal(nt_vcd *v, unsigned number, const char *code, const nt_vcd_variable *variable,
                      nt_error *error) {
    const bool split = variable->bit >= 0;
    nt_vcd_signal *signal = v->signal[number];
    if (signal != NULL && repeats(v, number, code, variable->bit)) {
        return 0;
    }
    if (signal != NULL && (!split || !signal->split || signal->now[variable->bit] == DECLARED)) {
        signal->twice = true;
        return 0;
    }
    if (strlen(code) >= NT_VCD_CODE || variable->bits == 0 || variable->bits > NT_VCD_BITS) {
        return nt_vcd_fail(&v->words, "a signal of no such size or code", error);
    }
    if (signal == NULL && new_signal(v, number, error) != 0) {
        return -1;
    }
    signal = v->signal[number];
    const unsigned bits = split ? (unsigned)variable->bit + 1 : variable->bits;
    signal->split = split;
    if (split) {
        signal->now[variable->bit] = DECLARED;
    }
    signal->bits = bits > signal->bits ? bits : signal->bits;
    return add_code(v, number, code, variable->bit, error);
}

/* A vector whose bits are split may begin at another number than 0. */
static void settle_split(nt_vcd *v) {
    static const uint16_t none = NT_VCD_WHOLE;
    uint16_t *low = malloc(NT_VCD_SIGNALS * sizeof *low);
    for (unsigned i = 0; low != NULL && i < NT_VCD_SIGNALS; i++) {
        low[i] = none;
    }
    for (size_t i = 0; low != NULL && i < v->codes.count; i++) {
        const nt_vcd_code *c = &v->codes.code[i];
        low[c->signal] = c->bit < low[c->signal] ? c->bit : low[c->signal];
    }
    for (size_t i = 0; low != NULL && i < v->codes.count; i++) {
        nt_vcd_code *c = &v->codes.code[i];
        c->bit = (uint16_t)(c->bit == NT_VCD_WHOLE ? NT_VCD_WHOLE : c->bit - low[c->signal]);
    }
    for (unsigned i = 0; low != NULL && i < v->count; i++) {
        if (v->signal[i] != NULL && v->signal[i]->split && low[i] != none) {
            v->signal[i]->bits -= low[i];
            memset(v->signal[i]->now, 'x', sizeof v->signal[i]->now);
        }
    }
    free(low);
}

/* Declarations. */

static int enter_scope(nt_vcd *v, nt_error *error) {
    char text[2 * NT_VCD_NAME];
    if (nt_vcd_rest(&v->words, text, sizeof text, error) < 0) {
        return -1;
    }
    const char *name = nt_vcd_scope_name(text);
    const size_t length = strlen(v->scope);
    if (v->depth == DEPTH || length + strlen(name) + 2 > sizeof v->scope) {
        return nt_vcd_fail(&v->words, "a scope whose name is too long", error);
    }
    v->before[v->depth++] = length;
    if (name[0] != '\0') { /* one without a name adds nothing */
        (void)snprintf(v->scope + length, sizeof v->scope - length, "%s%s", length == 0 ? "" : ".",
                       name);
    }
    return 1;
}

static int leave_scope(nt_vcd *v, nt_error *error) {
    if (v->depth > 0) {
        v->scope[v->before[--v->depth]] = '\0';
    }
    return nt_vcd_skip(&v->words, error);
}

/* Whether variables of a kind have bits: numbers and texts have none, an event no value. */
static bool has_bits(const char *kind) {
    static const char *const others[] = {"event", "real", "realtime", "shortreal", "string"};
    bool other = false;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        other |= strcmp(kind, others[i]) == 0;
    }
    return !other;
}

/* "$var wire 32 % insn [31:0] $end" */
static int take_variable(nt_vcd *v, nt_vcd_chooser *wanted, void *context, nt_error *error) {
    char *word;
    char code[NT_VCD_CODE];
    char text[NT_VCD_NAME];
    char *kind;
    if (nt_vcd_need_word(&v->words, &kind, error) < 0) {
        return -1;
    }
    const bool offered = has_bits(kind);
    if (nt_vcd_need_word(&v->words, &word, error) < 0) {
        return -1;
    }
    char *end;
    unsigned long bits = strtoul(word, &end, 10);
    if (*end != '\0' || bits > UINT32_MAX) {
        return nt_vcd_fail(&v->words, "a variable without a size", error);
    }
    if (nt_vcd_need_word(&v->words, &word, error) < 0) {
        return -1;
    }
    bool fits =
        strlen(word) < sizeof code; /* a longer one is not that of a signal that is wanted */
    (void)snprintf(code, sizeof code, "%.*s", (int)sizeof code - 1, word);
    if (nt_vcd_rest(&v->words, text, sizeof text, error) < 0) {
        return -1;
    }
    char scope[2 * NT_VCD_NAME];
    nt_vcd_variable variable = {.scope = v->scope, .bits = (unsigned)bits};
    variable.name = nt_vcd_name(text, (unsigned)bits, &variable.bit);
    char *dot = strrchr(text, '.');
    if (dot != NULL && dot > variable.name && dot[1] != '\0') { /* of a record or struct */
        *dot = '\0';
        (void)snprintf(scope, sizeof scope, "%s%s%s", v->scope, v->scope[0] == '\0' ? "" : ".",
                       variable.name);
        variable.scope = scope;
        variable.name = dot + 1;
    }
    int number = fits && offered && variable.name[0] != '\0' ? wanted(context, &variable) : -1;
    return number >= 0 && add_signal(v, (unsigned)number, code, &variable, error) != 0 ? -1 : 1;
}

static int take_declarations(nt_vcd *v, nt_vcd_chooser *wanted, void *context, nt_error *error) {
    char *word;
    int result = nt_vcd_word(&v->words, &word, error);
    for (; result > 0; result = nt_vcd_need_word(&v->words, &word, error)) {
        if (strcmp(word, "$enddefinitions") == 0) {
            settle_split(v);
            return nt_vcd_skip(&v->words, error) < 0 ? -1 : 0;
        }
        if (word[0] != '$') {
            return nt_vcd_fail(&v->words, "no declaration of a value change dump", error);
        }
        result = strcmp(word, "$scope") == 0     ? enter_scope(v, error)
                 : strcmp(word, "$upscope") == 0 ? leave_scope(v, error)
                 : strcmp(word, "$var") == 0     ? take_variable(v, wanted, context, error)
                                                 : nt_vcd_skip(&v->words, error);
        if (result < 0) {
            return -1;
        }
    }
    return result < 0 ? -1 : nt_vcd_fail(&v->words, "empty, no value change dump", error);
}

int nt_vcd_open(nt_vcd **vcd, nt_input_file *input, nt_vcd_chooser *wanted, void *context,
                nt_error *error) {
    nt_vcd *v = calloc(1, sizeof *v);
    *vcd = v;
    if (v == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", nt_input_file_path(input));
    }
    const int first = nt_input_file_peek(input);
    if (first == FST_HEADER || first == FST_PACKED) {
        return nt_fail_at(error, NT_ERROR_FORMAT, nt_input_file_path(input), 0,
                          "not text; fst2vcd turns an FST into a value change dump");
    }
    return nt_vcd_words_begin(&v->words, input, error) != 0
               ? -1
               : take_declarations(v, wanted, context, error);
}

void nt_vcd_free(nt_vcd *vcd) {
    for (unsigned i = 0; vcd != NULL && i < vcd->count; i++) {
        free(vcd->signal[i]);
    }
    if (vcd != NULL) {
        nt_vcd_codes_free(&vcd->codes);
        nt_vcd_words_end(&vcd->words);
    }
    free(vcd);
}

const nt_vcd_signal *nt_vcd_get(const nt_vcd *vcd, unsigned signal) {
    static const nt_vcd_signal none = {.bits = 0};
    return vcd->signal[signal] != NULL ? vcd->signal[signal] : &none;
}

const char *nt_vcd_time(const nt_vcd *vcd) {
    return vcd->time;
}

/* Changes. */

/* One of the nine values of std_logic (IEEE 1164), as one of four; 0: none of them. */
static char state_of(char value) {
    static const char from[] = "01lLhHzZxXuUwW-";
    static const char to[] = "010011zzxxxxxxx";
    const char *found = strchr(from, value);
    return value != '\0' && found != NULL ? to[found - from] : '\0';
}

/* "b1010": bits of a whole signal. Left ones that are not there are 0, or x or z where the first
   one is (18.2.1). */
static bool set_signal(nt_vcd_signal *signal, const char *bits, size_t length) {
    const char fill = state_of(bits[0]) == '1' ? '0' : state_of(bits[0]);
    if (length == 0 || length > signal->bits) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        char state = state_of(bits[length - 1 - i]);
        if (state == '\0') {
            return false;
        }
        signal->next[i] = state;
    }
    memset(signal->next + length, fill, signal->bits - length);
    signal->changed = true;
    return true;
}

static bool set_bit(nt_vcd_signal *signal, unsigned bit, const char *bits, size_t length) {
    const char state = state_of(bits[0]);
    if (length != 1 || state == '\0') {
        return false;
    }
    signal->next[bit] = state;
    signal->changed = true;
    return true;
}

static int take_bits(nt_vcd *v, const char *bits, const char *code, nt_error *error) {
    const size_t length = strlen(bits);
    for (const nt_vcd_code *c = nt_vcd_codes_find(&v->codes, code); c != NULL;
         c = nt_vcd_codes_next(&v->codes, c)) {
        nt_vcd_signal *signal = v->signal[c->signal];
        if (c->bit == NT_VCD_WHOLE ? !set_signal(signal, bits, length)
                                   : !set_bit(signal, c->bit, bits, length)) {
            return nt_vcd_fail(&v->words, "no value of the signal's size", error);
        }
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
        int result = nt_vcd_need_word(&v->words, &code, error);
        if (result < 0 || !is_bits) {
            return result;
        }
        return fits || nt_vcd_codes_find(&v->codes, code) == NULL
                   ? take_bits(v, value, code, error)
                   : nt_vcd_fail(&v->words, "no value of the signal's size", error);
    }
    default: {
        char bit[2] = {word[0], '\0'};
        return state_of(word[0]) != '\0' && word[1] != '\0'
                   ? take_bits(v, bit, word + 1, error)
                   : nt_vcd_fail(&v->words, "no change of a value", error);
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

/* The changes that come next are of another time. */
static void begin_time(nt_vcd *v) {
    commit(v);
    if (v->next_time[0] != '\0') {
        memcpy(v->time, v->next_time, TIME);
        v->next_time[0] = '\0';
    }
}

static bool rises(const nt_vcd_signal *clock) {
    return clock->now[0] == '0' && clock->next[0] == '1';
}

int nt_vcd_edge(nt_vcd *v, unsigned clock, nt_error *error) {
    char *word;
    int result;
    begin_time(v);
    while ((result = nt_vcd_word(&v->words, &word, error)) > 0) {
        if (word[0] == '#') {
            (void)snprintf(v->next_time, TIME, "%.*s", TIME - 1, word + 1);
            if (rises(nt_vcd_get(v, clock))) {
                return 1;
            }
            begin_time(v);
        } else if (strcmp(word, "$comment") == 0) {
            result = nt_vcd_skip(&v->words, error);
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
