/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions as text, as the assembler takes them: no aliases, targets absolute. (The capstone of
   Debian 12 knows no RISC-V.) */
#include "libntrace/program/insn_table.h"
#include "libntrace/program/insn_text.h"
#include "libntrace/program/view_internal.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 44 }; /* of a symbol, with " <" */

typedef struct writer {
    const nt_view *view; /* NULL: without symbols */
    unsigned xlen;
    uint32_t code;
    uint64_t target;
    char *text;
    size_t used;
    size_t room;
} writer;

static void put(writer *w, const char *text) {
    while (*text != '\0' && w->used + 1 < w->room) {
        w->text[w->used++] = *text++;
    }
    w->text[w->used] = '\0';
}

static void put_number(writer *w, uint64_t value, unsigned base) {
    char text[24];
    size_t at = sizeof text - 1;
    text[at] = '\0';
    do {
        text[--at] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    put(w, text + at);
}

static void put_hex(writer *w, uint64_t value) {
    put(w, "0x");
    put_number(w, value, 16);
}

static void put_signed(writer *w, int32_t value) {
    put(w, value < 0 ? "-" : "");
    put_number(w, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10);
}

static const char roundings[8][8] = {", rne", ", rtz", ", rdn", ", rup", ", rmm", "", "", ""};

/* `width` bits from bit `from` on, at bit `to`. */
static uint32_t bits(uint32_t code, unsigned from, unsigned width, unsigned to) {
    return (code >> from & ((1U << width) - 1)) << to;
}

static int32_t sign(uint32_t value, unsigned width) {
    uint32_t top = 1U << (width - 1);
    return (int32_t)((value ^ top) - top);
}

/* Immediates, by the letter that stands for them in a row. */

static int32_t immediate(uint32_t code, char letter) {
    switch (letter) {
    case 'i': /* I-type */
        return sign(code >> 20, 12);
    case 'k': /* S-type */
        return sign(bits(code, 7, 5, 0) | bits(code, 25, 7, 5), 12);
    case 'x': /* shamt */
        return (int32_t)bits(code, 20, 6, 0);
    case 'z': /* of csrrwi and such */
        return (int32_t)bits(code, 15, 5, 0);
    case 'I': /* c.addi */
        return sign(bits(code, 2, 5, 0) | bits(code, 12, 1, 5), 6);
    case 'X': /* c.slli */
        return (int32_t)(bits(code, 2, 5, 0) | bits(code, 12, 1, 5));
    case 'a': /* c.addi4spn */
        return (int32_t)(bits(code, 6, 1, 2) | bits(code, 5, 1, 3) | bits(code, 11, 2, 4) |
                         bits(code, 7, 4, 6));
    case 'e': /* c.addi16sp */
        return sign(bits(code, 6, 1, 4) | bits(code, 2, 1, 5) | bits(code, 5, 1, 6) |
                        bits(code, 3, 2, 7) | bits(code, 12, 1, 9),
                    10);
    case 'l': /* c.lw */
        return (int32_t)(bits(code, 6, 1, 2) | bits(code, 10, 3, 3) | bits(code, 5, 1, 6));
    case 'L': /* c.ld */
        return (int32_t)(bits(code, 10, 3, 3) | bits(code, 5, 2, 6));
    case 'p': /* c.lwsp */
        return (int32_t)(bits(code, 4, 3, 2) | bits(code, 12, 1, 5) | bits(code, 2, 2, 6));
    case 'P': /* c.ldsp */
        return (int32_t)(bits(code, 5, 2, 3) | bits(code, 12, 1, 5) | bits(code, 2, 3, 6));
    case 'q': /* c.swsp */
        return (int32_t)(bits(code, 9, 4, 2) | bits(code, 7, 2, 6));
    case 'Q': /* c.sdsp */
        return (int32_t)(bits(code, 10, 3, 3) | bits(code, 7, 3, 6));
    case 'h': /* c.lbu */
        return (int32_t)(bits(code, 6, 1, 0) | bits(code, 5, 1, 1));
    default: /* 'H', c.lhu */
        return (int32_t)bits(code, 5, 1, 1);
    }
}

static void put_target(writer *w) {
    const nt_function *function = w->view == NULL ? NULL : nt_view_function(w->view, w->target);
    put_hex(w, w->target);
    if (function != NULL) {
        char name[MOST_NAME];
        (void)snprintf(name, sizeof name, " <%s", function->name);
        put(w, name);
        if (w->target != function->start) {
            put(w, "+");
            put_hex(w, w->target - function->start);
        }
        put(w, ">");
    }
}

static void put_fence_set(writer *w, uint32_t set) {
    for (unsigned i = 0; i < 4; i++) {
        if ((set << i & 8) != 0) {
            put(w, (const char[]){"iorw"[i], '\0'});
        }
    }
    if (set == 0) {
        put(w, "0");
    }
}

static void put_csr(writer *w) {
    char name[NT_CSR_NAME];
    nt_csr_name(w->code >> 20, name);
    put(w, name);
}

/* Zcmp: the registers of cm.push and cm.pop, and by how many bytes the stack moves. */

static void put_register_list(writer *w) {
    uint32_t last = w->code >> 4 & 15; /* 4: ra alone; each step adds one, the last two */
    put(w, "{ra");
    if (last > 4) {
        put(w, ", s0");
    }
    if (last > 5) {
        put(w, "-s");
        put_number(w, last == 15 ? 11 : last - 5, 10);
    }
    put(w, "}");
}

static int32_t stack_move(const writer *w) {
    uint32_t last = w->code >> 4 & 15;
    uint32_t saved = last == 15 ? 13 : last - 3;
    uint32_t bytes = saved * w->xlen / 8;
    return (int32_t)((bytes + 15) / 16 * 16 + (w->code >> 2 & 3) * 16);
}

/* s0 to s7 by three bits. */
static void put_saved_register(writer *w, uint32_t number) {
    put(w, nt_register_names[number < 2 ? 8 + number : 16 + number]);
}

/* Registers, by letter: where their number lies, and what kind they are of. */
typedef struct place {
    char letter;
    uint8_t from;
    uint8_t width; /* 3: of x8 to x15 */
    bool is_float;
} place;

static const place places[] = {
    {'d', 7, 5, false}, {'s', 15, 5, false}, {'t', 20, 5, false}, {'D', 7, 5, true},
    {'S', 15, 5, true}, {'T', 20, 5, true},  {'R', 27, 5, true},  {'1', 2, 3, false},
    {'2', 7, 3, false}, {'3', 2, 3, true},   {'V', 2, 5, false},  {'W', 2, 5, true},
};

static bool put_register(writer *w, char letter) {
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (places[i].letter == letter) {
            uint32_t number =
                bits(w->code, places[i].from, places[i].width, 0) + (places[i].width == 3 ? 8 : 0);
            put(w,
                places[i].is_float ? nt_float_register_names[number] : nt_register_names[number]);
            return true;
        }
    }
    return false;
}

static void put_operand(writer *w, char letter) {
    char text[2] = {letter, '\0'};
    switch (letter) {
    case 'b': /* target of a branch or jump */
        put_target(w);
        break;
    case 'u': /* lui, auipc */
        put_hex(w, w->code >> 12);
        break;
    case 'U': /* c.lui */
        put_hex(w, (uint32_t)immediate(w->code, 'I') & 0xfffff);
        break;
    case 'x': /* shift amounts; the row says whether they have 5 or 6 bits */
    case 'X':
        put_hex(w, (uint32_t)immediate(w->code, letter));
        break;
    case 'm': /* rounding mode; dynamic is not written */
        put(w, roundings[w->code >> 12 & 7]);
        break;
    case 'f': /* fence: predecessors */
        put_fence_set(w, w->code >> 24 & 15);
        break;
    case 'g': /* fence: successors */
        put_fence_set(w, w->code >> 20 & 15);
        break;
    case 'c':
        put_csr(w);
        break;
    case 'r':
        put_register_list(w);
        break;
    case 'n':
        put_signed(w, stack_move(w));
        break;
    case 'N':
        put_signed(w, -stack_move(w));
        break;
    case 'v':
        put_saved_register(w, w->code >> 7 & 7);
        break;
    case 'y':
        put_saved_register(w, w->code >> 2 & 7);
        break;
    case 'o': /* index into the jump table */
        put_number(w, w->code >> 2 & 255, 10);
        break;
    case 'Y':
        put(w, "sp");
        break;
    case ' ':
    case ',':
    case '(':
    case ')':
        put(w, text);
        break;
    default:
        if (!put_register(w, letter)) {
            put_signed(w, immediate(w->code, letter));
        }
        break;
    }
}

static void put_row(writer *w, const nt_insn_row *row) {
    const char *operands = row->operands;
    put(w, row->name);
    if (*operands == 'A') { /* an atomic instruction: its order is part of the name */
        static const char orders[4][8] = {"", ".rl", ".aq", ".aqrl"};
        put(w, orders[w->code >> 25 & 3]);
        operands++;
    }
    if (*operands != '\0') {
        put(w, " ");
    }
    for (; *operands != '\0'; operands++) {
        put_operand(w, *operands);
    }
}

/* As data: two bytes, four, or more. */
static void put_bytes(writer *w, const uint8_t *bytes, unsigned size) {
    put(w, ".");
    put_number(w, size, 10);
    put(w, "byte 0x");
    for (unsigned i = size; i-- > 0;) {
        put_number(w, bytes[i] >> 4, 16);
        put_number(w, bytes[i] & 15, 16);
    }
}

bool nt_view_disassemble(const nt_view *view, uint64_t pc, nt_disassembly *disassembly) {
    nt_insn insn;
    *disassembly = (nt_disassembly){0};
    uint8_t *bytes = disassembly->bytes;
    size_t known = nt_view_bytes(view, pc, bytes, sizeof disassembly->bytes);
    if (nt_insn_decode(&insn, bytes, known, pc, &view->isa) != 0 || insn.size > known) {
        return false;
    }
    uint32_t code = bytes[0] | (uint32_t)bytes[1] << 8;
    if (insn.size == 4) {
        code |= (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    }
    const nt_insn_row *row = insn.size > 4 ? NULL : nt_insn_row_of(code, &view->isa);
    writer w = {.view = view,
                .xlen = view->isa.xlen,
                .code = code,
                .target = insn.target,
                .text = disassembly->text,
                .room = sizeof disassembly->text};
    disassembly->size = insn.size;
    if (row != NULL) {
        put_row(&w, row);
    } else {
        put_bytes(&w, bytes, insn.size);
    }
    return true;
}

void nt_insn_text(uint32_t code, unsigned size, uint64_t pc, const nt_isa *isa,
                  char text[NT_INSN_TEXT]) {
    uint8_t bytes[4] = {(uint8_t)code, (uint8_t)(code >> 8), (uint8_t)(code >> 16),
                        (uint8_t)(code >> 24)};
    nt_insn insn = {0};
    const nt_insn_row *row = nt_insn_row_of(code, isa);
    writer w = {.xlen = isa->xlen, .code = code, .text = text, .room = NT_INSN_TEXT};
    text[0] = '\0';
    if (row != NULL && nt_insn_decode(&insn, bytes, size, pc, isa) == 0) {
        w.target = insn.target;
        put_row(&w, row);
    } else {
        put_bytes(&w, bytes, size);
    }
}
