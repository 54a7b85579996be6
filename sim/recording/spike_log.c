/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/spike_log.h"

#include "sim/recording/hart_log.h"
#include "sim/recording/memory_use.h"

#include <string.h>

/* Text. */

static const char *skip_spaces(const char *at) {
    return at + strspn(at, " ");
}

/* Whether the text goes on with a word, after which `*at` stands. */
static bool take(const char **at, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0) {
        return false;
    }
    *at += length;
    return true;
}

static bool take_decimal(const char **at, uint32_t *value) {
    const char *digit = *at;
    uint32_t sum = 0;
    for (; *digit >= '0' && *digit <= '9' && sum < 100000; digit++) {
        sum = 10 * sum + (uint32_t)(*digit - '0');
    }
    bool any = digit != *at;
    *at = digit;
    *value = sum;
    return any;
}

static unsigned hex_digit(char c) {
    return c >= '0' && c <= '9' ? (unsigned)(c - '0') : ((unsigned)c | 0x20) - 'a' + 10;
}

/* The digits of a number 0x..., at which `*at` stands then; 0: there is none. */
static size_t take_hex(const char **at) {
    return take(at, "0x") ? strspn(*at, "0123456789abcdefABCDEF") : 0;
}

static bool take_number(const char **at, uint64_t *value) {
    size_t digits = take_hex(at);
    if (digits == 0 || digits > 16) {
        return false;
    }
    *value = 0;
    for (; digits > 0; digits--) {
        *value = *value << 4 | hex_digit(*(*at)++);
    }
    return true;
}

static bool take_address(const char **at, unsigned xlen, uint64_t *value) {
    return take_number(at, value) && nt_address_fits(value, xlen);
}

/* Traps. */

typedef struct trap_name {
    const char *name;
    uint8_t cause;
} trap_name;

static const trap_name traps[] = {
    {"instruction_address_misaligned", 0},
    {"instruction_access_fault", 1},
    {"illegal_instruction", 2},
    {"breakpoint", 3},
    {"load_address_misaligned", 4},
    {"load_access_fault", 5},
    {"store_address_misaligned", 6},
    {"store_access_fault", 7},
    {"user_ecall", 8},
    {"supervisor_ecall", 9},
    {"virtual_supervisor_ecall", 10},
    {"hypervisor_ecall", 10}, /* of older versions */
    {"machine_ecall", 11},
    {"instruction_page_fault", 12},
    {"load_page_fault", 13},
    {"store_page_fault", 15},
    {"double_trap", 16},
    {"software_check", 18},
    {"hardware_error", 19},
    {"instruction_guest_page_fault", 20},
    {"load_guest_page_fault", 21},
    {"virtual_instruction", 22},
    {"store_guest_page_fault", 23},
};

static bool take_cause(const char **at, nt_spike_line *line) {
    uint32_t number;
    line->trap.interrupt = take(at, "interrupt #");
    if (line->trap.interrupt || take(at, "trap #")) {
        bool known = take_decimal(at, &number);
        line->trap.cause = number;
        return known;
    }
    if (!take(at, "trap_")) {
        return false;
    }
    size_t length = strcspn(*at, ",");
    for (size_t i = 0; i < sizeof traps / sizeof traps[0]; i++) {
        if (strlen(traps[i].name) == length && memcmp(traps[i].name, *at, length) == 0) {
            line->trap.cause = traps[i].cause;
            *at += length;
            return true;
        }
    }
    return false;
}

static const char *parse_trap(nt_spike_line *line, const char *at, unsigned xlen) {
    line->kind = NT_SPIKE_TRAP;
    if (!take_cause(&at, line)) {
        return "a trap of an unknown name";
    }
    return take(&at, ", epc ") && take_address(&at, xlen, &line->trap.epc) &&
                   (line->trap.epc & 1) == 0 && *skip_spaces(at) == '\0'
               ? NULL
               : "no epc after the trap";
}

static const char *parse_tval(nt_spike_line *line, const char *at, unsigned xlen) {
    line->kind = NT_SPIKE_TVAL;
    return take_address(&at, xlen, &line->tval) && *skip_spaces(at) == '\0' ? NULL
                                                                            : "no value after tval";
}

/* Instructions. */

/* "0x0000000080000000 (0x00000297)" */
static const char *parse_insn(nt_spike_line *line, const char *at, unsigned xlen) {
    const char *pc = at;
    if (xlen == 64 && take_hex(&pc) == 8) {
        return "a PC of 32 bits; --xlen 32 reads these";
    }
    if (!take_address(&at, xlen, &line->insn.pc) || (line->insn.pc & 1) != 0) {
        return "no PC that fits --xlen";
    }
    if (!take(&at, " (") || !take_number(&at, &line->insn.bits) || !take(&at, ")")) {
        return "no instruction after the PC";
    }
    if (!nt_encoding_fits(line->insn.bits, &line->insn.size)) {
        return "an instruction of an unknown size";
    }
    line->rest = at;
    return NULL;
}

static const char *parse_commit(nt_spike_line *line, const char *at, unsigned xlen) {
    line->kind = NT_SPIKE_COMMIT;
    uint8_t priv = (uint8_t)hex_digit(*at);
    if (priv == 2 || priv > 3 || at[1] != ' ') {
        return "a privilege that is neither 0, 1 nor 3";
    }
    const char *problem = parse_insn(line, at + 2, xlen);
    line->insn.priv = priv;
    return problem;
}

/* "x5 p5 0x00000000800000f0": Rocket has written a register late, which the commit left open. */
static bool is_late_write(const char *text) {
    return (text[0] == 'x' || text[0] == 'f') && text[1] >= '0' && text[1] <= '9' &&
           strstr(text, " p") != NULL && strstr(text, " 0x") != NULL;
}

/* What Spike itself prints beside its log where both go to one place: "*** FAILED *** (tohost =
 * 3)". */
static bool is_remark(const char *text) {
    return text[0] == '\0' || strncmp(text, "*** ", 4) == 0 || strncmp(text, "warning: ", 9) == 0;
}

const char *nt_spike_parse(nt_spike_line *line, const char *text, unsigned xlen) {
    *line = (nt_spike_line){.kind = NT_SPIKE_NOTHING};
    const char *at = text;
    if (text[0] >= '0' && text[0] <= '9' && strncmp(text + 1, " 0x", 3) == 0) {
        return parse_commit(line, at, xlen);
    }
    if (is_late_write(text) || is_remark(text)) {
        return NULL;
    }
    line->has_core = true;
    if (!take(&at, "core")) {
        return "no line of Spike's log";
    }
    at = skip_spaces(at);
    if (!take_decimal(&at, &line->hart) || !take(&at, ":")) {
        return "no line of Spike's log";
    }
    at = skip_spaces(at);
    if (strncmp(at, "0x", 2) == 0) {
        line->kind = NT_SPIKE_EXECUTE;
        return parse_insn(line, at, xlen);
    }
    if (*at >= '0' && *at <= '9') {
        return parse_commit(line, at, xlen);
    }
    if (take(&at, "exception ")) {
        return parse_trap(line, at, xlen);
    }
    if (take(&at, "tval ") || take(&at, "badaddr ")) {
        return parse_tval(line, at, xlen);
    }
    bool nothing = strncmp(at, ">>>>", 4) == 0 || strncmp(at, "Executed ", 9) == 0;
    return nothing ? NULL : "no line of Spike's log";
}

/* Accesses. */

/* A value has two digits a byte; Rocket writes X where it is not known yet. */
static const char *parse_value(const char **at, nt_access *access, uint8_t *bytes) {
    if (strncmp(*at, "0xX", 3) == 0) {
        const size_t unknown = strspn(*at + 2, "X");
        access->size = (uint16_t)(unknown > 2 * NT_SPIKE_VALUE ? 0 : unknown / 2);
        *at += 2 + unknown;
        return NULL;
    }
    size_t digits = take_hex(at);
    size_t size = 1;
    while (size < digits / 2 + digits % 2) {
        size *= 2;
    }
    if (digits == 0 || size > NT_SPIKE_VALUE) {
        return "no value of the form 0x...";
    }
    access->has_value = true;
    access->size = (uint16_t)size;
    if (size <= sizeof access->value) {
        *at -= 2;
        (void)take_number(at, &access->value);
        return NULL;
    }
    memset(bytes, 0, size);
    for (size_t i = 0; i < digits; i++) {
        bytes[i / 2] |= (uint8_t)(hex_digit((*at)[digits - 1 - i]) << 4 * (i % 2));
    }
    access->bytes = bytes;
    *at += digits;
    return NULL;
}

static const char *parse_register(const char **at, unsigned xlen, nt_access *access,
                                  uint8_t *bytes) {
    uint32_t number;
    *at = skip_spaces(*at);
    if (!take_decimal(at, &number) || number > UINT16_MAX) {
        return "no register's number";
    }
    access->number = (uint16_t)number;
    if (access->kind == NT_ACCESS_CSR) {
        *at += strcspn(*at, " "); /* its name */
    }
    *at = skip_spaces(*at);
    if (**at == 'p') {
        *at = skip_spaces(*at + 1 + strspn(*at + 1, "0123456789")); /* Rocket's other number */
    }
    const char *problem = parse_value(at, access, bytes);
    if (access->kind == NT_ACCESS_X || access->kind == NT_ACCESS_CSR) {
        const bool right = access->size > 8 || nt_address_fits(&access->value, xlen);
        access->size = (uint16_t)(xlen / 8);
        return right || problem != NULL ? problem : "a value that is wider than its register";
    }
    return problem;
}

/* "mem 0x0000000080001000", and of a store its value */
static const char *parse_memory(nt_spike_line *line, unsigned xlen, nt_access *access,
                                uint8_t *bytes) {
    const char **at = &line->rest;
    *at = skip_spaces(*at);
    if (!take_address(at, xlen, &access->address)) {
        return "no address that fits --xlen after mem";
    }
    const char *next = skip_spaces(*at);
    if (*next != '0') {
        access->kind = NT_ACCESS_LOAD;
        /* The log does not have it. */
        const nt_memory_use use = nt_memory_use_of(line->insn.bits, line->insn.size, xlen, false);
        const bool loads = use.kind == NT_MEMORY_LOAD || use.kind == NT_MEMORY_BOTH;
        access->size = loads ? use.size : 0;
        return NULL;
    }
    *at = next;
    access->kind = NT_ACCESS_STORE;
    return parse_value(at, access, bytes);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The vector unit's setting, ahead of its registers: "e32 m1 l4", "mf2". */
static bool take_setting(const char **at) {
    const char *next = *at + (strncmp(*at, "mf", 2) == 0 ? 2 : 1);
    if (strchr("eml", **at) == NULL || !is_digit(*next)) {
        return false;
    }
    *at = next + strspn(next, "0123456789");
    return true;
}

const char *nt_spike_access(nt_spike_line *line, unsigned xlen, nt_access *access,
                            uint8_t bytes[NT_SPIKE_VALUE], bool *found) {
    static const char letters[] = "xfvc"; /* as in nt_access_kind */
    const char **at = &line->rest;
    do {
        *at = skip_spaces(*at);
        *found = **at != '\0';
    } while (*found && take_setting(at));
    *access = (nt_access){.kind = NT_ACCESS_X};
    if (!*found) {
        return NULL;
    }
    if (take(at, "mem ")) {
        return parse_memory(line, xlen, access, bytes);
    }
    const char *letter = strchr(letters, **at);
    if (letter == NULL) {
        return "no access";
    }
    access->kind = (nt_access_kind)(letter - letters);
    ++*at;
    return parse_register(at, xlen, access, bytes);
}
