/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/text_names.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORD = 40 };

typedef struct words {
    size_t count;
    char word[NT_TANDEM_WORDS][MOST_WORD];
    size_t column[NT_TANDEM_WORDS + 1]; /* behind the last word: where the next would be */
} words;

static int fail(nt_tandem_assembler *assembler, size_t column, const char *reason) {
    assembler->column = column;
    (void)snprintf(assembler->reason, sizeof assembler->reason, "%.*s",
                   (int)sizeof assembler->reason - 1, reason);
    return -1;
}

/* What follows ';' or '#' is a comment. */
static int split(nt_tandem_assembler *assembler, words *out, const char *line) {
    size_t at = 0;
    out->count = 0;
    for (;;) {
        at += strspn(line + at, " \t");
        out->column[out->count] = at + 1;
        size_t size = strcspn(line + at, " \t;#");
        if (size == 0) {
            return 0;
        }
        if (out->count == NT_TANDEM_WORDS) {
            return fail(assembler, at + 1, "excess text");
        }
        if (size >= MOST_WORD) {
            return fail(assembler, at + 1, "the word is too long");
        }
        memcpy(out->word[out->count], line + at, size);
        out->word[out->count][size] = '\0';
        out->count++;
        at += size;
    }
}

static int expect(nt_tandem_assembler *assembler, const words *line, size_t count) {
    if (line->count == count) {
        return 0;
    }
    return line->count > count ? fail(assembler, line->column[count], "excess text")
                               : fail(assembler, line->column[line->count], "a word is missing");
}

static int take_number(nt_tandem_assembler *assembler, const words *line, size_t at,
                       uint64_t *value) {
    const char *word = line->word[at];
    char *end;
    if (at >= line->count) {
        return fail(assembler, line->column[line->count], "a number is missing");
    }
    errno = 0;
    *value =
        strtoull(word, &end, word[0] == '0' && tolower((unsigned char)word[1]) == 'x' ? 16 : 10);
    if (!isdigit((unsigned char)word[0]) || *end != '\0') {
        return fail(assembler, line->column[at], "not a number: decimal, or hexadecimal with 0x");
    }
    return errno == 0 ? 0 : fail(assembler, line->column[at], "the number has more than 64 bits");
}

/* Decimal, with a sign or without. */
static int take_offset(nt_tandem_assembler *assembler, const words *line, uint64_t *value) {
    const char *word = line->word[2];
    char *end;
    bool sign = word[0] == '-' || word[0] == '+';
    errno = 0;
    long number = strtol(word, &end, 10);
    if (!isdigit((unsigned char)word[sign]) || *end != '\0') {
        return fail(assembler, line->column[2], "not a decimal number");
    }
    if (errno != 0 || number < INT8_MIN || number > INT8_MAX) {
        return fail(assembler, line->column[2], "takes -128 to 127");
    }
    *value = (uint64_t)(int64_t)number;
    return 0;
}

/* NAME = VALUE, NAME += VALUE, NAME |= VALUE. */
static int take_assignment(nt_tandem_assembler *assembler, const words *line,
                           nt_tandem_field *field) {
    const char *with = line->word[1];
    if (expect(assembler, line, 3) != 0) {
        return -1;
    }
    int id = nt_tandem_find_id(line->word[0]);
    if (id < 0 && !nt_tandem_find_register(assembler->names, line->word[0], &field->reg)) {
        return fail(assembler, line->column[0], "no such register or state");
    }
    bool plain = strcmp(with, "=") == 0;
    field->opcode = plain                     ? NT_TANDEM_REGISTER
                    : strcmp(with, "+=") == 0 ? NT_TANDEM_REGISTER_ADD
                                              : NT_TANDEM_REGISTER_OR;
    if (!plain && strcmp(with, "+=") != 0 && strcmp(with, "|=") != 0) {
        return fail(assembler, line->column[1], "=, += or |= is expected");
    }
    if (id >= 0 && !plain) {
        return fail(assembler, line->column[1], "this takes = alone");
    }
    if (id >= 0) {
        field->opcode = NT_TANDEM_STATE;
        field->id = (uint8_t)id;
    }
    return field->opcode == NT_TANDEM_REGISTER_ADD ? take_offset(assembler, line, &field->value)
                                                   : take_number(assembler, line, 2, &field->value);
}

static int take_size(nt_tandem_assembler *assembler, const words *line, size_t at, uint8_t *size) {
    uint64_t bits;
    if (take_number(assembler, line, at, &bits) != 0) {
        return -1;
    }
    for (*size = 0; *size < 4; ++*size) {
        if (bits == 8U << *size) {
            return 0;
        }
    }
    return fail(assembler, line->column[at], "takes 8, 16, 32 or 64");
}

/* request OPERATION BITS ADDRESS [DATA] */
static int take_request(nt_tandem_assembler *assembler, const words *line, nt_tandem_field *field) {
    int operation = line->count > 1 ? nt_tandem_find_operation(line->word[1]) : -1;
    if (operation < 0) {
        return fail(assembler, line->column[1], "no such operation of memory");
    }
    field->operation = (uint8_t)operation;
    bool data = nt_tandem_request_has_data(field->operation);
    if (take_size(assembler, line, 2, &field->size) != 0 ||
        take_number(assembler, line, 3, &field->address) != 0 ||
        expect(assembler, line, data ? 5 : 4) != 0) {
        return -1;
    }
    return data ? take_number(assembler, line, 4, &field->value) : 0;
}

/* response BITS RESULT [DATA] */
static int take_response(nt_tandem_assembler *assembler, const words *line,
                         nt_tandem_field *field) {
    bool data = nt_tandem_response_has_data(assembler->last.operation);
    if (assembler->last.opcode != NT_TANDEM_REQUEST) {
        return fail(assembler, line->column[0], "it must follow a request");
    }
    if (take_size(assembler, line, 1, &field->size) != 0 ||
        expect(assembler, line, data ? 4 : 3) != 0) {
        return -1;
    }
    field->result = strcmp(line->word[2], "success") != 0;
    if (field->result != 0 && strcmp(line->word[2], "failure") != 0) {
        return fail(assembler, line->column[2], "success or failure is expected");
    }
    return data ? take_number(assembler, line, 3, &field->value) : 0;
}

static int find_word(const char *word) {
    for (int opcode = 0; opcode < NT_TANDEM_OPCODES; opcode++) {
        if (nt_tandem_words[opcode] != NULL && strcmp(nt_tandem_words[opcode], word) == 0) {
            return opcode;
        }
    }
    return -1;
}

static int take_field(nt_tandem_assembler *assembler, const words *line, nt_tandem_field *field) {
    int opcode = find_word(line->word[0]);
    field->opcode = (uint8_t)opcode;
    switch (opcode) {
    case -1:
        return take_assignment(assembler, line, field);
    case NT_TANDEM_REQUEST:
        return take_request(assembler, line, field);
    case NT_TANDEM_RESPONSE:
        return take_response(assembler, line, field);
    case NT_TANDEM_INSN16:
    case NT_TANDEM_INSN32:
        return expect(assembler, line, 2) != 0 ? -1
                                               : take_number(assembler, line, 1, &field->value);
    default:
        return expect(assembler, line, 1);
    }
}

static int take_length(nt_tandem_assembler *assembler, const words *line, uint8_t *length) {
    uint64_t value;
    if (expect(assembler, line, 2) != 0 || take_number(assembler, line, 1, &value) != 0) {
        return -1;
    }
    if (value > 64) {
        return fail(assembler, line->column[1], "no hart has this");
    }
    *length = (uint8_t)value;
    return 0;
}

static int take_absent(nt_tandem_assembler *assembler, const words *line) {
    if (expect(assembler, line, 2) != 0) {
        return -1;
    }
    unsigned kind = nt_tandem_find_kind(line->word[1], strlen(line->word[1]));
    if (kind == NT_TANDEM_KINDS) {
        return fail(assembler, line->column[1], "no such kind of element");
    }
    assembler->format.absent |= (uint16_t)(1U << kind);
    return 0;
}

static int take_directive(nt_tandem_assembler *assembler, const words *line) {
    const char *name = line->word[0];
    if (assembler->begun) {
        return fail(assembler, line->column[0], "must come before the first field");
    }
    if (strcmp(name, ".xlen") == 0) {
        return take_length(assembler, line, &assembler->format.xlen);
    }
    if (strcmp(name, ".flen") == 0) {
        assembler->has_flen = true;
        return take_length(assembler, line, &assembler->format.flen);
    }
    if (strcmp(name, ".mlen") == 0) {
        assembler->has_mlen = true;
        return take_length(assembler, line, &assembler->format.mlen);
    }
    if (strcmp(name, ".eaddr-xlen") == 0) {
        assembler->format.eaddr_xlen = true;
        return expect(assembler, line, 1);
    }
    if (strcmp(name, ".absent") == 0) {
        return take_absent(assembler, line);
    }
    if (strcmp(name, ".ntv") == 0) {
        assembler->is_file = true;
        return expect(assembler, line, 1);
    }
    return fail(assembler, line->column[0], "no such directive");
}

int nt_tandem_format_complete(nt_tandem_format *format, bool has_flen, bool has_mlen,
                              nt_error *error) {
    if (!has_flen) {
        format->flen = format->xlen == 64 ? 64 : 0;
    }
    if (!has_mlen) {
        format->mlen = format->xlen == 64 ? 64 : 32;
    }
    if (format->xlen == 0) {
        return nt_fail(error, "a bare stream does not tell XLEN: it must be given, 32 or 64");
    }
    if (!nt_tandem_format_is_valid(format)) {
        return nt_fail(error,
                       "XLEN %u, FLEN %u, MLEN %u: FLEN is 0, 32 or 64; MLEN is 64 with XLEN 64, "
                       "32 or 34 with XLEN 32",
                       format->xlen, format->flen, format->mlen);
    }
    return 0;
}

static int encode(nt_tandem_assembler *assembler, const words *line, const nt_tandem_field *field) {
    nt_tandem_fault fault;
    assembler->size = nt_tandem_field_encode(field, &assembler->format, &assembler->last,
                                             assembler->bytes, &fault);
    assembler->last = *field;
    if (assembler->size != 0) {
        return 0;
    }
    assembler->column = line->column[0];
    nt_tandem_fault_describe(&fault, assembler->reason);
    return -1;
}

int nt_tandem_assemble(nt_tandem_assembler *assembler, const char *line) {
    words in;
    nt_error error = {0};
    nt_tandem_field field = {0};
    assembler->size = 0;
    if (split(assembler, &in, line) != 0) {
        return -1;
    }
    if (in.count == 0) {
        return 0;
    }
    if (in.word[0][0] == '.') {
        return take_directive(assembler, &in);
    }
    if (!assembler->begun && nt_tandem_format_complete(&assembler->format, assembler->has_flen,
                                                       assembler->has_mlen, &error) != 0) {
        return fail(assembler, in.column[0], error.text);
    }
    assembler->begun = true;
    return take_field(assembler, &in, &field) != 0 ? -1 : encode(assembler, &in, &field);
}
