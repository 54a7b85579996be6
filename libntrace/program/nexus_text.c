/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/nexus_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 128 }; /* the longest line that makes sense has about 45 characters */

typedef struct type {
    const char *letters;
    nt_insn_class class_;
    bool not_taken;
    bool in_pcinfo;
} type;

static const type types[] = {
    {"L", NT_INSN_OTHER, false, true},          {"B", NT_INSN_BRANCH, false, true},
    {"BN", NT_INSN_BRANCH, true, false},        {"J", NT_INSN_DIRECT_JUMP, false, true},
    {"JI", NT_INSN_INDIRECT_JUMP, false, true}, {"C", NT_INSN_DIRECT_CALL, false, true},
    {"CI", NT_INSN_INDIRECT_CALL, false, true}, {"R", NT_INSN_RETURN, false, true},
};
enum { TYPES = sizeof types / sizeof types[0] };

int nt_nexus_fail(const nt_input_file *input, nt_error *error, const char *format, ...) {
    char reason[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return nt_fail_as(error, NT_ERROR_FORMAT, "%s: line %" PRIu64 ": %s", nt_input_file_path(input),
                      nt_input_file_lines(input), reason);
}

const char *nt_nexus_letters(nt_insn_class class_) {
    for (size_t i = 0; i < TYPES; i++) {
        if (types[i].class_ == class_ && types[i].in_pcinfo) {
            return types[i].letters;
        }
    }
    return "?";
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* An even address, after which `*text` stands; NULL or what is wrong with it. */
static const char *parse_address(const char **text, unsigned xlen, uint64_t *address) {
    const char *at = *text;
    if (at[0] != '0' || (at[1] != 'x' && at[1] != 'X') || hex_digit(at[2]) < 0) {
        return "no address of the form 0x...";
    }
    uint64_t value = 0;
    for (at += 2; hex_digit(*at) >= 0; at++) {
        if (value >> (xlen - 4) != 0) {
            return xlen == 32 ? "an address beyond 32 bits" : "an address beyond 64 bits";
        }
        value = value << 4 | (uint64_t)hex_digit(*at);
    }
    *address = value;
    *text = at;
    return (value & 1) == 0 ? NULL : "an odd address";
}

static const type *find_type(const char *letters, size_t length, nt_nexus_kind kind) {
    for (size_t i = 0; i < TYPES; i++) {
        if (strlen(types[i].letters) == length && memcmp(types[i].letters, letters, length) == 0) {
            return types[i].in_pcinfo || kind == NT_NEXUS_PCSEQ ? &types[i] : NULL;
        }
    }
    return NULL;
}

/* TYPE, after which `*text` stands; `*destination`: one follows. */
static const char *parse_type(const char **text, nt_nexus_kind kind, nt_nexus_line *line,
                              bool *destination) {
    const char *letters = *text;
    size_t length = strspn(letters, "BCDIJLNR");
    char size = letters[length];
    bool direct = length > 1 && letters[length - 1] == 'D';
    const type *t = find_type(letters, length - direct, kind);
    if (t == NULL) {
        return "an unknown type";
    }
    if (size != '2' && size != '4') {
        return "a size that is neither 2 nor 4";
    }
    if (direct != (kind == NT_NEXUS_PCINFO && nt_insn_is_direct(t->class_))) {
        return direct ? "a destination where there can be none" : "a type without its destination";
    }
    line->insn = (nt_insn){.size = (uint8_t)(size - '0'), .class_ = (uint8_t)t->class_};
    line->not_taken = t->not_taken;
    *text = letters + length + 1;
    *destination = direct;
    return NULL;
}

static const char *parse(const char *text, nt_nexus_kind kind, unsigned xlen, nt_nexus_line *line) {
    bool destination;
    const char *problem = parse_address(&text, xlen, &line->pc);
    if (problem == NULL && *text++ != ',') {
        problem = "no comma after the address";
    }
    if (problem == NULL) {
        problem = parse_type(&text, kind, line, &destination);
    }
    if (problem == NULL && destination) {
        problem = *text++ == ',' ? parse_address(&text, xlen, &line->insn.target)
                                 : "no comma after the type";
    }
    if (problem == NULL && *text != '\0') {
        problem = "something after the end of the line's fields";
    }
    return problem;
}

int nt_nexus_read(nt_input_file *input, nt_nexus_kind kind, unsigned xlen, nt_nexus_line *line,
                  nt_error *error) {
    char text[LINE];
    int result = nt_input_file_line(input, text, sizeof text, error);
    if (result <= 0) {
        return result;
    }
    const char *problem = parse(text, kind, xlen, line);
    return problem == NULL ? 1 : nt_nexus_fail(input, error, "%s", problem);
}

static int keep(const nt_input_file *input, nt_image *image, const nt_nexus_line *line,
                nt_error *error) {
    nt_insn known = nt_image_at(image, line->pc);
    if (known.size == 0) {
        return nt_image_write_insn(image, line->pc, &line->insn) == 0
                   ? 1
                   : nt_nexus_fail(input, error, "more code than memory can hold");
    }
    if (known.size != line->insn.size || known.class_ != line->insn.class_ ||
        known.target != line->insn.target) {
        return nt_nexus_fail(input, error,
                             "0x%" PRIx64 " was another instruction before: this one has type "
                             "%s%u, that one %s%u",
                             line->pc, nt_nexus_letters(line->insn.class_), line->insn.size,
                             nt_nexus_letters(known.class_), known.size);
    }
    return 1;
}

int nt_nexus_read_pcinfo(nt_input_file *input, nt_image *image, nt_nexus_line *line,
                         nt_error *error) {
    int result = nt_nexus_read(input, NT_NEXUS_PCINFO, nt_image_xlen(image), line, error);
    return result <= 0 ? result : keep(input, image, line, error);
}

int nt_nexus_take_pcinfo(const nt_input_file *input, nt_image *image, const char *text,
                         nt_error *error) {
    nt_nexus_line line;
    const char *problem = parse(text, NT_NEXUS_PCINFO, nt_image_xlen(image), &line);
    if (problem != NULL) {
        return nt_nexus_fail(input, error, "%s", problem);
    }
    return keep(input, image, &line, error) > 0 ? 0 : -1;
}
