/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the lines of a program of the ingress kit. */
#include "sim/util/number.h"
#include "sim/vectors/port.h"
#include "sim/vectors/unit.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 128 };

/* Returns the words of an instruction, behind two blanks; what is before them is in `head`. NULL:
   there are none, or the head is too long. */
static const char *split(char head[HEAD], const char *text) {
    const char *end = strstr(text, "  ");
    if (end == NULL || end - text >= HEAD) {
        return NULL;
    }
    memcpy(head, text, (size_t)(end - text));
    head[end - text] = '\0';
    return end + 2;
}

static void keep_text(char place[NT_PORT_TEXT], const char *text) {
    (void)snprintf(place, NT_PORT_TEXT, "%s", text);
}

/* Returns one more element of an array, all 0, which grows by doubling; NULL without memory. */
static void *grow(void **array, size_t *count, size_t size) {
    if ((*count & (*count - 1)) == 0) {
        void *more = realloc(*array, (*count == 0 ? 1 : 2 * *count) * size);
        if (more == NULL) {
            return NULL;
        }
        *array = more;
    }
    void *place = (char *)*array + *count * size;
    memset(place, 0, size);
    ++*count;
    return place;
}

static nt_port *port_of(nt_vector *vector) {
    if (vector->port == NULL) {
        vector->port = calloc(1, sizeof *vector->port);
    }
    return vector->port;
}

/* "0x10" is relative, "=0x10" is not; behind "*" is how often it is there. */
static int take_place(nt_port_value *value, uint64_t *count, char *word, uint64_t most,
                      nt_error *error) {
    char *times = strchr(word, '*');
    *count = 1;
    if (times != NULL) {
        *times++ = '\0';
        if (nt_parse_number(count, times, "times", 1, most, error) != 0) {
            return -1;
        }
    }
    value->relative = word[0] != '=';
    return nt_parse_number(&value->number, word + !value->relative, "address", 0,
                           value->relative ? NT_PORT_MOST_BYTES : UINT64_MAX, error);
}

/* "+0x10" is relative, "0x10" is not. */
static int take_value(nt_port_value *value, const char *word, nt_error *error) {
    value->relative = word[0] == '+';
    return nt_parse_number(&value->number, word + value->relative, "tval", 0, UINT64_MAX, error);
}

/* The program. */

static int take_insn(nt_port_code *code, char *word, nt_error *error) {
    char *base = strstr(word, "+base");
    code->absolute = base != NULL && base[5] == '\0';
    if (code->absolute) {
        *base = '\0';
    }
    size_t digits = strlen(word);
    if ((digits != 4 && digits != 8) || word[strspn(word, "0123456789abcdef")] != '\0') {
        return nt_fail(error, "'%.20s' is no instruction of 4 or 8 hexadecimal digits", word);
    }
    code->code = (uint32_t)strtoul(word, NULL, 16);
    code->size = (uint8_t)(digits / 2);
    return 0;
}

int nt_port_take_code(nt_vector *vector, const char *text, nt_error *error) {
    char place[HEAD];
    char insn[HEAD];
    const char *rest = split(place, text);
    const char *words = rest == NULL ? NULL : split(insn, rest);
    nt_port_code code = {.text = ""};
    nt_port_value value;
    uint64_t count;
    if (words == NULL) {
        return nt_fail(error, "expected ADDRESS  CODE  TEXT, with two blanks between");
    }
    if (take_place(&value, &count, place, NT_PORT_MOST_BYTES, error) != 0 ||
        take_insn(&code, insn, error) != 0) {
        return -1;
    }
    nt_port *port = port_of(vector);
    if (!value.relative || value.number % 2 != 0 || (port != NULL && value.number < port->bytes) ||
        value.number + count * code.size > NT_PORT_MOST_BYTES) {
        return nt_fail(error, "0x%llx: no address of the program",
                       (unsigned long long)value.number);
    }
    nt_port_code *made =
        port == NULL ? NULL : grow((void **)&port->code, &port->codes, sizeof code);
    if (made == NULL) {
        return nt_fail(error, "out of memory");
    }
    code.offset = (uint32_t)value.number;
    code.count = (uint32_t)count;
    keep_text(code.text, words);
    *made = code;
    port->bytes = (size_t)(value.number + count * code.size);
    return 0;
}

/* Steps. */

static int take_privs(nt_port_step *step, const char *word, nt_error *error) {
    static const char letters[] = "us-m";
    for (const char *at = word;; at += 2) {
        const char *letter = *at == '\0' || *at == '-' ? NULL : strchr(letters, *at);
        if (letter == NULL || (at[1] != '\0' && at[1] != '|')) {
            return nt_fail(error, "'%.20s' is no privilege: u, s, m, or several with | between",
                           word);
        }
        step->privs |= (uint8_t)(1u << (letter - letters));
        if (at[1] == '\0') {
            return 0;
        }
    }
}

static int take_small(uint8_t *place, const char *value, const char *name, uint64_t least,
                      uint64_t most, nt_error *error) {
    uint64_t number;
    if (nt_parse_number(&number, value, name, least, most, error) != 0) {
        return -1;
    }
    *place = (uint8_t)number;
    return 0;
}

static int take_sijump(nt_port_step *step, const char *value, nt_error *error) {
    step->sijumps = strcmp(value, "1") == 0 ? 2 : strcmp(value, "0|1") == 0 ? 3 : 0;
    return step->sijumps != 0 ? 0 : nt_fail(error, "sijump: expected 1 or 0|1");
}

static int take_tvals(nt_port_step *step, char *value, nt_error *error) {
    char *more = strchr(value, '|');
    if (more != NULL) {
        *more++ = '\0';
    }
    step->tvals = more == NULL ? 1 : 2;
    return take_value(&step->tval[0], value, error) != 0 ||
                   (more != NULL && take_value(&step->tval[1], more, error) != 0)
               ? -1
               : 0;
}

static int take_word(nt_port_step *step, char *word, nt_error *error) {
    char *value = strchr(word, '=');
    if (value == NULL) {
        return take_privs(step, word, error);
    }
    *value++ = '\0';
    if (strcmp(word, "size") == 0) {
        return take_small(&step->size, value, word, 2, 4, error);
    }
    if (strcmp(word, "itype") == 0) {
        return take_small(&step->itype, value, word, 0, 15, error);
    }
    if (strcmp(word, "cause") == 0) {
        return take_small(&step->cause, value, word, 0, 63, error);
    }
    if (strcmp(word, "sijump") == 0) {
        return take_sijump(step, value, error);
    }
    return strcmp(word, "tval") == 0 ? take_tvals(step, value, error)
                                     : nt_fail(error, "there is no '%.20s' in a step", word);
}

/* A trap has no size, and nothing else has its codes. */
static int check_step(const nt_port_step *step, uint64_t count, nt_error *error) {
    const bool trap = step->itype == 1 || step->itype == 2;
    if (step->privs == 0 || step->size == 3 || trap != (step->size == 0) || (trap && count != 1) ||
        (step->itype == 1) != (step->tvals != 0)) {
        return nt_fail(error, "no step: expected ADDRESS PRIV size=2|4 itype=N, or a trap: ADDRESS "
                              "PRIV itype=1|2 cause=N [tval=N]");
    }
    return 0;
}

static int add_steps(nt_port *port, nt_port_step step, uint64_t count, nt_error *error) {
    for (uint64_t i = 0; i < count; i++) {
        nt_port_step *made = port->steps == NT_PORT_MOST_STEPS
                                 ? NULL
                                 : grow((void **)&port->step, &port->steps, sizeof step);
        if (made == NULL) {
            return nt_fail(error, "too many steps");
        }
        *made = step;
        step.address.number += step.size;
    }
    return 0;
}

int nt_port_take_step(nt_vector *vector, const char *text, nt_error *error) {
    char head[HEAD];
    char *rest;
    const char *words = split(head, text);
    nt_port_step step = {.sijumps = 1};
    uint64_t count = 1;
    nt_port *port = port_of(vector);
    if (port == NULL || words == NULL) {
        return nt_fail(error, port == NULL ? "out of memory" : "no two blanks before the words");
    }
    char *word = strtok_r(head, " ", &rest);
    if (word == NULL || take_place(&step.address, &count, word, NT_PORT_MOST_STEPS, error) != 0) {
        return word == NULL ? nt_fail(error, "no address") : -1;
    }
    while ((word = strtok_r(NULL, " ", &rest)) != NULL) {
        if (take_word(&step, word, error) != 0) {
            return -1;
        }
    }
    keep_text(step.text, words);
    vector->messages += count;
    return check_step(&step, count, error) != 0 ? -1 : add_steps(port, step, count, error);
}

int nt_port_whole(const nt_vector *vector, nt_error *error) {
    const uint32_t xlen = vector->needs.size[NT_NEED_XLEN];
    const nt_port *port = vector->port;
    if (port == NULL || port->steps == 0 || port->codes == 0 || (xlen != 32 && xlen != 64)) {
        return nt_fail(error, "%s: no program of the kit: xlen, code or steps are missing",
                       vector->path);
    }
    return port->step[0].size != 0 && port->step[port->steps - 1].size != 0
               ? 0
               : nt_fail(error, "%s: no program of the kit: it begins or ends with a trap",
                         vector->path);
}

int nt_port_check_base(uint64_t base, nt_error *error) {
    return base % 4096 == 0 ? 0 : nt_fail(error, "--base: expected a multiple of 4096");
}

void nt_port_free(nt_port *port) {
    if (port != NULL) {
        free(port->code);
        free(port->step);
        free(port);
    }
}

uint64_t nt_port_mask(const nt_vector *vector) {
    return vector->needs.size[NT_NEED_XLEN] == 32 ? UINT32_MAX : UINT64_MAX;
}

uint64_t nt_port_value_at(const nt_vector *vector, nt_port_value value) {
    return (value.number + (value.relative ? vector->base : 0)) & nt_port_mask(vector);
}

uint32_t nt_port_insn(const nt_vector *vector, const nt_port_code *code) {
    return code->code + (code->absolute ? (uint32_t)vector->base & ~UINT32_C(0xfff) : 0);
}
