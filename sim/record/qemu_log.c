/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/record/qemu_log.h"

#include <string.h>

/* What is left of a line. A field that is not there sets `bad`, once for all that follow. */
typedef struct cursor {
    const char *at;
    const char *end;
    bool bad;
} cursor;

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool starts_with(const cursor *c, const char *word) {
    size_t length = strlen(word);
    return (size_t)(c->end - c->at) >= length && memcmp(c->at, word, length) == 0;
}

static void expect(cursor *c, const char *word) {
    if (starts_with(c, word)) {
        c->at += strlen(word);
    } else {
        c->bad = true;
    }
}

/* One to sixteen digits. */
static uint64_t hex(cursor *c) {
    uint64_t value = 0;
    const char *start = c->at;
    for (; c->at < c->end; c->at++) {
        int digit = hex_digit(*c->at);
        if (digit < 0) {
            break;
        }
        value = value << 4 | (unsigned)digit;
    }
    c->bad |= c->at == start || c->at - start > 16;
    return value;
}

/* One to four digits. */
static unsigned decimal(cursor *c) {
    unsigned value = 0;
    const char *start = c->at;
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9' && c->at - start < 5; c->at++) {
        value = value * 10 + (unsigned)(*c->at - '0');
    }
    c->bad |= c->at == start || c->at - start > 4;
    return value;
}

/* Trace 0: 0x7f98581b98c0 [0000000000000000/000000008000b268/0020f003/ff020201] symbol */
static nt_log_kind parse_exec(nt_log_line *line, cursor *c) {
    expect(c, "Trace ");
    line->exec.hart = decimal(c);
    expect(c, ": 0x");
    line->exec.block = hex(c);
    expect(c, " [");
    (void)hex(c);
    expect(c, "/");
    const char *start = c->at;
    line->exec.pc = hex(c);
    line->exec.xlen = (unsigned)(c->at - start) * 4;
    expect(c, "/");
    line->exec.priv = (unsigned)(hex(c) & 3);
    expect(c, "/");
    (void)hex(c);
    expect(c, "]");
    return NT_LOG_EXEC;
}

/* Stopped execution of TB chain before 0x7f98581b98c0 [000000008000b268] symbol */
static nt_log_kind parse_stopped(nt_log_line *line, cursor *c) {
    expect(c, "Stopped execution of TB chain before 0x");
    (void)hex(c);
    expect(c, " [");
    line->taken_back.pc = hex(c);
    expect(c, "]");
    return NT_LOG_TAKEN_BACK;
}

/* An access to a device runs in a translation of its own, so that it sees the exact time. */
static nt_log_kind parse_rewound(nt_log_line *line, cursor *c) {
    expect(c, "cpu_io_recompile: rewound execution of TB to ");
    line->taken_back.pc = hex(c);
    return NT_LOG_TAKEN_BACK;
}

/* riscv_cpu_do_interrupt: hart:0, async:0, cause:0000000000000002, epc:0x0000000080007e68,
   tval:0x000000003c002873, desc=illegal_instruction */
static nt_log_kind parse_trap(nt_log_line *line, cursor *c) {
    expect(c, "riscv_cpu_do_interrupt: hart:");
    line->trap.hart = decimal(c);
    expect(c, ", async:");
    line->trap.interrupt = decimal(c) != 0;
    expect(c, ", cause:");
    line->trap.cause = hex(c);
    expect(c, ", epc:0x");
    line->trap.epc = hex(c);
    expect(c, ", tval:0x");
    line->trap.tval = hex(c);
    expect(c, ", desc=");
    return NT_LOG_TRAP;
}

/* 0x000000008000b268:  00b78023          sb                      a1,0(a5) */
static nt_log_kind parse_code(nt_log_line *line, cursor *c) {
    expect(c, "0x");
    line->code.pc = hex(c);
    expect(c, ":  ");
    const char *start = c->at;
    uint64_t word = hex(c);
    size_t digits = (size_t)(c->at - start);
    c->bad |= digits % 4 != 0 || (c->at < c->end && *c->at != ' ');
    for (unsigned i = 0; i < 8; i++) {
        line->code.bytes[i] = (uint8_t)(word >> 8 * i);
    }
    line->code.size = (uint8_t)(digits / 2);
    return NT_LOG_CODE;
}

/* Priv: 3; Virt: 0 */
static nt_log_kind parse_privilege(nt_log_line *line, cursor *c) {
    expect(c, "Priv: ");
    (void)decimal(c);
    expect(c, "; Virt: ");
    line->privilege.virtualized = decimal(c) != 0;
    return NT_LOG_PRIVILEGE;
}

typedef struct csr_name {
    const char *name;
    uint16_t number;
} csr_name;

static const csr_name csrs[] = {
    {"mhartid", 0xf14},  {"mstatus", 0x300},  {"mstatush", 0x310}, {"hstatus", 0x600},
    {"vsstatus", 0x200}, {"mip", 0x344},      {"mie", 0x304},      {"mideleg", 0x303},
    {"hideleg", 0x603},  {"medeleg", 0x302},  {"hedeleg", 0x602},  {"mtvec", 0x305},
    {"stvec", 0x105},    {"vstvec", 0x205},   {"mepc", 0x341},     {"sepc", 0x141},
    {"vsepc", 0x241},    {"mcause", 0x342},   {"scause", 0x142},   {"vscause", 0x242},
    {"mtval", 0x343},    {"stval", 0x143},    {"htval", 0x643},    {"mtval2", 0x34b},
    {"mscratch", 0x340}, {"sscratch", 0x140}, {"satp", 0x180},
};

/* The name of a CSR, or x5/t0. */
static void parse_name(nt_log_register *one, cursor *c) {
    const char *end = memchr(c->at, ' ', (size_t)(c->end - c->at));
    size_t length = end == NULL ? 0 : (size_t)(end - c->at);
    for (size_t i = 0; i < sizeof csrs / sizeof csrs[0]; i++) {
        if (strlen(csrs[i].name) == length && memcmp(c->at, csrs[i].name, length) == 0) {
            *one = (nt_log_register){.kind = NT_ACCESS_CSR, .number = csrs[i].number};
            c->at = end;
            return;
        }
    }
    bool is_f = length > 0 && *c->at == 'f';
    expect(c, is_f ? "f" : "x");
    *one = (nt_log_register){.kind = is_f ? NT_ACCESS_F : NT_ACCESS_X};
    one->number = (uint16_t)decimal(c);
    c->bad |= one->number > 31;
    expect(c, "/");
    c->at = end == NULL ? c->end : end;
}

static void skip_spaces(cursor *c) {
    while (c->at < c->end && *c->at == ' ') {
        c->at++;
    }
}

/* " x4/tp    0000000000000000 x5/t0    0000000000001000 ...", " mstatus  0000000a00000000",
   " pc       0000000000001004", " V      =   0" */
static nt_log_kind parse_state(nt_log_line *line, cursor *c) {
    line->state.count = 0;
    if (starts_with(c, " pc ") || starts_with(c, " V ")) {
        return NT_LOG_STATE;
    }
    for (skip_spaces(c); c->at < c->end && !c->bad; skip_spaces(c)) {
        if (line->state.count == NT_LOG_REGISTERS) {
            c->bad = true;
            break;
        }
        nt_log_register *one = &line->state.registers[line->state.count++];
        parse_name(one, c);
        skip_spaces(c);
        const char *start = c->at;
        one->value = hex(c);
        one->size = (uint16_t)((c->at - start) / 2);
        c->bad |= one->size != 4 && one->size != 8;
    }
    return NT_LOG_STATE;
}

/* Takes the one of two words that is there; true: the second one. */
static bool either(cursor *c, const char *first, const char *second) {
    bool is_second = starts_with(c, second);
    expect(c, is_second ? second : first);
    return is_second;
}

/* access: hart:0 store 4 0x0000000080001000 0x0000000080001000 memory
   QEMU 7.2 gives addresses within RAM, which begins at 0x80000000, and of devices, but not within
   ROM: it adds where the ROM lies in QEMU. */
static nt_log_kind parse_access(nt_log_line *line, cursor *c) {
    static const uint64_t ram = 0x80000000;
    expect(c, "access: hart:");
    line->access.hart = decimal(c);
    line->access.store = either(c, " load ", " store ");
    line->access.size = (uint16_t)decimal(c);
    expect(c, " 0x");
    line->access.address = hex(c);
    expect(c, " 0x");
    line->access.physical = hex(c);
    bool device = either(c, " memory", " device");
    line->access.has_physical = device || line->access.physical >= ram;
    uint16_t size = line->access.size;
    c->bad |= size == 0 || size > 8 || (size & (size - 1)) != 0 || c->at != c->end;
    return NT_LOG_ACCESS;
}

static nt_log_kind parse_nothing(nt_log_line *line, cursor *c) {
    (void)line;
    (void)c;
    return NT_LOG_NOTHING;
}

static const struct {
    const char *start;
    nt_log_kind (*parse)(nt_log_line *line, cursor *c);
} kinds[] = {
    {" ", parse_state},
    {"Trace ", parse_exec}, /* without registers by far the most frequent */
    {"0x", parse_code},
    {"access: ", parse_access},
    {"Priv: ", parse_privilege},
    {"Stopped execution", parse_stopped},
    {"cpu_io_recompile", parse_rewound},
    {"riscv_cpu_do_interrupt", parse_trap},
    {"IN:", parse_nothing},
    {"----------------", parse_nothing},
    /* The disassembler sizes reserved encodings by the standard's rule, the translator does not. */
    {"Disassembler disagrees with translator", parse_nothing},
    {"Please report this to qemu-devel", parse_nothing},
};

void nt_log_line_parse(nt_log_line *line, const char *text, size_t length) {
    cursor c = {.at = text, .end = text + length, .bad = false};
    line->kind = length == 0 ? NT_LOG_NOTHING : NT_LOG_UNKNOWN;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (starts_with(&c, kinds[i].start)) {
            line->kind = kinds[i].parse(line, &c);
            break;
        }
    }
    if (c.bad) {
        line->kind = NT_LOG_UNKNOWN;
    }
}
