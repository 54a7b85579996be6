/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/assembly_statement.h"
#include "libntrace/messages/bits.h"
#include "libntrace/messages/tables.h"

#include <string.h>

/* What is being read of a line. */
typedef struct scan {
    nt_assembler *assembler;
    const char *line;
    const char *at;   /* behind the word */
    const char *word; /* the last one; at the line's end: there, with size 0 */
    size_t size;
} scan;

static bool next_word(scan *in) {
    in->word = in->at + strspn(in->at, " \t");
    in->size = strcspn(in->word, " \t;#");
    in->at = in->word + in->size;
    return in->size != 0;
}

/* The status is about what stands `into` the word. */
static nt_assembly_status wrong(scan *in, size_t into, nt_assembly_status status) {
    in->assembler->column = (size_t)(in->word - in->line) + into + 1;
    return status;
}

static bool is_word(const scan *in, const char *word) {
    return strlen(word) == in->size && memcmp(word, in->word, in->size) == 0;
}

/* Decimal, or 0x and hexadecimal digits. */
static bool parse_number(const char *text, size_t size, uint64_t *value) {
    unsigned base = size > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
    size_t i = base == 16 ? 2 : 0;
    *value = 0;
    if (i == size) {
        return false;
    }
    for (; i < size; i++) {
        static const char known[] = "0123456789abcdef0123456789ABCDEF";
        const char *found = memchr(known, text[i], sizeof known - 1);
        unsigned digit = found == NULL ? base : (unsigned)(found - known) % 16;
        if (digit >= base || *value > (UINT64_MAX - digit) / base) {
            return false;
        }
        *value = *value * base + digit;
    }
    return true;
}

/* The next word as a number from `least` to `most`. */
static nt_assembly_status next_number(scan *in, uint64_t least, uint64_t most, uint64_t *value) {
    if (!next_word(in) || !parse_number(in->word, in->size, value)) {
        return wrong(in, 0, NT_ASSEMBLY_NO_NUMBER);
    }
    return *value >= least && *value <= most ? NT_ASSEMBLY_OK : wrong(in, 0, NT_ASSEMBLY_RANGE);
}

static nt_assembly_status end_of_line(scan *in) {
    return next_word(in) ? wrong(in, 0, NT_ASSEMBLY_NO_END) : NT_ASSEMBLY_OK;
}

/* ---- directives ---- */

static nt_assembly_status take_src(scan *in) {
    uint64_t bits;
    nt_assembly_status status = next_number(in, 0, nt_fields[NT_FIELD_SRC].width, &bits);
    if (status == NT_ASSEMBLY_OK) {
        in->assembler->format.src_bits = (uint8_t)bits;
    }
    return status;
}

static nt_assembly_status take_tstamp(scan *in) {
    scan ahead = *in;
    uint64_t bits = 0;
    if (next_word(&ahead)) {
        nt_assembly_status status = next_number(in, 1, nt_fields[NT_FIELD_TSTAMP].width, &bits);
        if (status != NT_ASSEMBLY_OK) {
            return status;
        }
    }
    in->assembler->format.tstamp = true;
    in->assembler->tstamp_bits = (uint8_t)bits;
    return NT_ASSEMBLY_OK;
}

static nt_assembly_status take_extend(scan *in) {
    uint64_t bits;
    nt_assembly_status status = next_number(in, 1, nt_fields[NT_FIELD_FADDR].width, &bits);
    if (status == NT_ASSEMBLY_OK) {
        in->assembler->format.addr_bits = (uint8_t)bits;
    }
    return status;
}

static nt_assembly_status take_idle(scan *in) {
    in->assembler->bytes[0] = NT_IDLE;
    in->assembler->size = 1;
    return next_number(in, 1, NT_ASSEMBLY_REPEAT, &in->assembler->repeat);
}

static nt_assembly_status take_fill(scan *in) {
    uint64_t byte = 0;
    nt_assembly_status status = next_number(in, 1, NT_ASSEMBLY_REPEAT, &in->assembler->repeat);
    if (status == NT_ASSEMBLY_OK) {
        status = next_number(in, 0, UINT8_MAX, &byte);
    }
    in->assembler->bytes[0] = (uint8_t)byte;
    in->assembler->size = 1;
    return status;
}

static nt_assembly_status take_byte(scan *in) {
    nt_assembler *assembler = in->assembler;
    scan ahead = *in;
    do {
        uint64_t byte;
        nt_assembly_status status = next_number(in, 0, UINT8_MAX, &byte);
        if (status != NT_ASSEMBLY_OK) {
            return status;
        }
        if (assembler->size == sizeof assembler->bytes) {
            return wrong(in, 0, NT_ASSEMBLY_LONG);
        }
        assembler->bytes[assembler->size++] = (uint8_t)byte;
        ahead = *in;
    } while (next_word(&ahead));
    return NT_ASSEMBLY_OK;
}

/* ---- messages ---- */

static nt_field find_field(const char *name, size_t size) {
    for (unsigned field = NT_FIELD_TCODE + 1; field < NT_FIELDS; field++) {
        const char *known = nt_fields[field].name;
        if (strlen(known) == size && memcmp(known, name, size) == 0) {
            return (nt_field)field;
        }
    }
    return NT_FIELD_NONE;
}

/* "VALUE", "VALUE/BITS" or "ones/BITS", from `into` the word on. */
static nt_assembly_status parse_value(scan *in, size_t into, nt_statement_part *part) {
    enum { MOST_BITS = NT_ASSEMBLY_BYTES * MDO_BITS };
    const char *text = in->word + into;
    size_t size = in->size - into;
    const char *slash = memchr(text, '/', size);
    size_t digits = slash == NULL ? size : (size_t)(slash - text);
    bool ones = digits == 4 && memcmp(text, "ones", 4) == 0 && slash != NULL;
    if (!ones && !parse_number(text, digits, &part->value)) {
        return wrong(in, into, NT_ASSEMBLY_NO_NUMBER);
    }
    if (slash == NULL) {
        return NT_ASSEMBLY_OK;
    }
    uint64_t bits;
    if (!parse_number(slash + 1, size - digits - 1, &bits)) {
        return wrong(in, into + digits + 1, NT_ASSEMBLY_NO_NUMBER);
    }
    if (bits == 0 || bits > MOST_BITS) {
        return wrong(in, into + digits + 1, NT_ASSEMBLY_RANGE);
    }
    part->bits = (uint16_t)bits;
    part->ones = ones && bits > 64;
    if (ones && bits <= 64) {
        part->value = UINT64_MAX >> (64 - bits);
    }
    return NT_ASSEMBLY_OK;
}

static nt_assembly_status parse_part(scan *in, bool loose, nt_statement_part *part) {
    const char *equal = memchr(in->word, '=', in->size);
    if (equal == NULL) {
        return loose ? parse_value(in, 0, part) : wrong(in, 0, NT_ASSEMBLY_NO_FIELD);
    }
    size_t name = (size_t)(equal - in->word);
    part->field = (uint8_t)find_field(in->word, name);
    if (part->field == NT_FIELD_NONE) {
        return wrong(in, 0, NT_ASSEMBLY_NO_FIELD);
    }
    in->assembler->field = (nt_field)part->field;
    return parse_value(in, name + 1, part);
}

static nt_assembly_status take_fields(scan *in, nt_statement *statement) {
    nt_assembler *assembler = in->assembler;
    const char *word[NT_STATEMENT_PARTS + 1];
    while (next_word(in)) {
        if (statement->count == NT_STATEMENT_PARTS) {
            return wrong(in, 0, NT_ASSEMBLY_LONG);
        }
        nt_statement_part *part = &statement->part[statement->count];
        *part = (nt_statement_part){0};
        nt_assembly_status status = parse_part(in, statement->loose, part);
        if (status != NT_ASSEMBLY_OK) {
            return status;
        }
        word[statement->count++] = in->word;
    }
    word[statement->count] = in->word; /* the line's end */
    size_t at;
    nt_assembly_status status =
        nt_statement_check(statement, &assembler->format, &at, &assembler->field);
    if (status != NT_ASSEMBLY_OK) {
        in->word = word[at];
        return wrong(in, 0, status);
    }
    assembler->field = NT_FIELD_NONE;
    assembler->size =
        nt_statement_pack(statement, &assembler->format, assembler->bytes, sizeof assembler->bytes);
    return assembler->size == 0 ? wrong(in, 0, NT_ASSEMBLY_LONG) : NT_ASSEMBLY_OK;
}

static bool find_message(const scan *in, uint8_t *tcode) {
    for (unsigned i = 0; i < NT_TCODES; i++) {
        if (nt_message_layouts[i].name != NULL && is_word(in, nt_message_layouts[i].name)) {
            *tcode = (uint8_t)i;
            return true;
        }
    }
    return false;
}

/* ".message NAME" or ".message TCODE" and any fields. */
static nt_assembly_status take_message(scan *in) {
    nt_statement statement = {.loose = true};
    scan word = *in;
    if (next_word(&word) && find_message(&word, &statement.tcode)) {
        *in = word;
    } else {
        uint64_t tcode;
        nt_assembly_status status = next_number(in, 0, NT_TCODES - 1, &tcode);
        if (status != NT_ASSEMBLY_OK) {
            return status == NT_ASSEMBLY_NO_NUMBER ? NT_ASSEMBLY_NO_MESSAGE : status;
        }
        statement.tcode = (uint8_t)tcode;
    }
    return take_fields(in, &statement);
}

static nt_assembly_status take_named(scan *in) {
    nt_statement statement = {.loose = false};
    return find_message(in, &statement.tcode) ? take_fields(in, &statement)
                                              : wrong(in, 0, NT_ASSEMBLY_NO_MESSAGE);
}

static nt_assembly_status take_line(scan *in) {
    static const struct {
        const char *name;
        nt_assembly_status (*take)(scan *in);
        bool setting;
    } directives[] = {{".src", take_src, true},         {".tstamp", take_tstamp, true},
                      {".extend", take_extend, true},   {".idle", take_idle, false},
                      {".byte", take_byte, false},      {".fill", take_fill, false},
                      {".message", take_message, false}};
    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++) {
        if (is_word(in, directives[i].name)) {
            return directives[i].setting && in->assembler->begun ? wrong(in, 0, NT_ASSEMBLY_LATE)
                                                                 : directives[i].take(in);
        }
    }
    return take_named(in);
}

nt_assembly_status nt_assemble(nt_assembler *assembler, const char *line) {
    scan in = {.assembler = assembler, .line = line, .at = line};
    assembler->size = 0;
    assembler->repeat = 1;
    assembler->column = 0;
    assembler->field = NT_FIELD_NONE;
    if (!next_word(&in)) {
        return NT_ASSEMBLY_OK;
    }
    nt_assembly_status status = take_line(&in);
    if (status == NT_ASSEMBLY_OK) {
        status = end_of_line(&in);
    }
    if (status != NT_ASSEMBLY_OK) {
        assembler->size = 0;
    }
    assembler->begun = assembler->begun || assembler->size != 0;
    return status;
}

const char *nt_assembly_status_text(nt_assembly_status status) {
    static const char *const text[] = {
        [NT_ASSEMBLY_OK] = "no error",
        [NT_ASSEMBLY_NO_MESSAGE] = "no such message or directive",
        [NT_ASSEMBLY_NO_FIELD] = "no such field",
        [NT_ASSEMBLY_NO_NUMBER] = "a number is wanted here",
        [NT_ASSEMBLY_RANGE] = "the number is out of range",
        [NT_ASSEMBLY_NO_END] = "nothing more belongs on this line",
        [NT_ASSEMBLY_LATE] = "settings stand before the first message",
        [NT_ASSEMBLY_LONG] = "the line says more bytes than one may",
        [NT_ASSEMBLY_MISSING] = "is missing",
        [NT_ASSEMBLY_NOT_HERE] = "is no field of this message, or not in its place",
        [NT_ASSEMBLY_EXCLUDED] = "is excluded by the settings or by a field before it",
        [NT_ASSEMBLY_RESERVED] = "has a reserved value, which needs .message",
        [NT_ASSEMBLY_TOO_WIDE] = "is wider than its bits",
        [NT_ASSEMBLY_FIXED_WIDTH] = "has a fixed width",
    };
    return text[status];
}
