/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/sail_trap.h"

#include "sim/recording/log_lines.h"

#include <string.h>

typedef struct named {
    const char *name;
    uint16_t number;
} named;

static const named modes[] = {{"[M]:", 3}, {"[S]:", 1},  {"[HS]:", 1},
                              {"[U]:", 0}, {"[VS]:", 6}, {"[VU]:", 5}};

static const named csrs[] = {
    {"mstatus", 0x300},  {"mepc", 0x341},  {"mcause", 0x342},  {"mtval", 0x343},
    {"sstatus", 0x100},  {"sepc", 0x141},  {"scause", 0x142},  {"stval", 0x143},
    {"vsstatus", 0x200}, {"vsepc", 0x241}, {"vscause", 0x242}, {"vstval", 0x243},
};

static const named exceptions[] = {
    {"misaligned-fetch", 0},
    {"fetch-access-fault", 1},
    {"illegal-instruction", 2},
    {"breakpoint", 3},
    {"misaligned-load", 4},
    {"load-access-fault", 5},
    {"misaligned-store/amo", 6},
    {"misaliged-store/amo", 6},
    {"store/amo-access-fault", 7},
    {"u-call", 8},
    {"s-call", 9},
    {"vs-call", 10},
    {"m-call", 11},
    {"fetch-page-fault", 12},
    {"load-page-fault", 13},
    {"store/amo-page-fault", 15},
    {"software-check-fault", 18},
};

static const named interrupts[] = {
    {"supervisor-software-interrupt", 1}, {"machine-software-interrupt", 3},
    {"supervisor-timer-interrupt", 5},    {"machine-timer-interrupt", 7},
    {"supervisor-external-interrupt", 9}, {"machine-external-interrupt", 11},
};

static uint16_t find(const named *rows, size_t count, const char *name, uint16_t none) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return rows[i].number;
        }
    }
    return none;
}

#define FIND(rows, name, none) find(rows, sizeof(rows) / sizeof(rows)[0], name, none)

uint8_t nt_sail_mode(const char *word) {
    return (uint8_t)FIND(modes, word, NT_SAIL_NO_MODE);
}

uint16_t nt_sail_csr(const char *name) {
    return FIND(csrs, name, NT_SAIL_NO_CSR);
}

/* "exc#0x0B" or "exc#m-call" */
static bool take_cause(nt_event *event, char *word) {
    enum { NO_CAUSE = 0xffff };
    uint64_t cause;
    event->trap.interrupt = strncmp(word, "int#", 4) == 0;
    if (!event->trap.interrupt && strncmp(word, "exc#", 4) != 0) {
        return false;
    }
    const char *name = word + 4;
    if (!nt_text_hex(name, &cause)) {
        cause = event->trap.interrupt ? FIND(interrupts, name, NO_CAUSE)
                                      : FIND(exceptions, name, NO_CAUSE);
    }
    event->trap.cause_unknown = cause >= NO_CAUSE;
    event->trap.cause = event->trap.cause_unknown ? 0 : cause;
    return true;
}

/* "with tval 0x0", "| tval=0x0 | tval2=..": what is after tval */
static void take_tval(nt_event *event, const char *text, uint64_t mask) {
    const char *tval = strstr(text, "tval");
    uint64_t value;
    char digits[24];
    event->trap.tval_unknown = true;
    if (tval == NULL) {
        return;
    }
    tval += strlen("tval") + 1;
    const size_t length = strcspn(tval, " |");
    if (length < sizeof digits) {
        memcpy(digits, tval, length);
        digits[length] = '\0';
        event->trap.tval_unknown = !nt_text_hex(digits, &value) || value > mask;
        event->trap.tval = event->trap.tval_unknown ? 0 : value;
    }
}

/* Where an exception of fetching is: the address that the code leads to, or that of tval. */
static uint64_t fetch_pc(const nt_hart_log *h, const nt_event *event) {
    const uint64_t next = nt_hart_log_next(h);
    const uint64_t tval = event->trap.tval & ~UINT64_C(1);
    const bool near = h->has_last && (next == tval || next + 2 == tval);
    return near || event->trap.tval_unknown ? next : tval;
}

static bool is_fetch(const nt_event *event) {
    const uint64_t cause = event->trap.cause;
    return !event->trap.interrupt && !event->trap.cause_unknown &&
           (cause == 1 || cause == 12 || cause == 20);
}

bool nt_sail_trap_begin(nt_sail_trap *t, const nt_hart_log *h, char *text) {
    char *at = text;
    (void)nt_text_word(&at); /* handling */
    char *what = nt_text_word(&at);
    t->event = (nt_event){.kind = NT_EVENT_TRAP, .hart = h->number};
    if (what == NULL || !take_cause(&t->event, what)) {
        return false;
    }
    take_tval(&t->event, at, h->log->mask);
    t->there = true;
    t->has_epc = false;
    nt_held_accesses_clear(&t->accesses);
    t->event.trap.epc = is_fetch(&t->event)       ? fetch_pc(h, &t->event)
                        : t->event.trap.interrupt ? nt_hart_log_next(h)
                                                  : h->pc;
    return true;
}

int nt_sail_trap_csr(nt_sail_trap *t, nt_hart_log *h, const nt_access *access, nt_error *error) {
    enum { EPC = 0x41, CAUSE = 0x42, TVAL = 0x43, LEVEL = 0xff };
    const unsigned xlen = h->log->options->xlen;
    switch (access->number & LEVEL) {
    case EPC:
        t->event.trap.epc = access->value & ~UINT64_C(1);
        break;
    case CAUSE:
        t->event.trap.cause_unknown = false;
        t->event.trap.cause = access->value & (h->log->mask >> 1);
        t->event.trap.interrupt = (access->value >> (xlen - 1) & 1) != 0;
        break;
    case TVAL:
        t->event.trap.tval_unknown = false;
        t->event.trap.tval = access->value;
        break;
    default:
        break;
    }
    return nt_held_accesses_add(&t->accesses, access) == 0
               ? 0
               : nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
}

int nt_sail_trap_write(nt_sail_trap *t, nt_hart_log *h, nt_error *error) {
    int result = nt_hart_log_trap(h, &t->event, error);
    for (size_t i = 0; result == 0 && i < t->accesses.count; i++) {
        const nt_access access = nt_held_accesses_get(&t->accesses, i);
        result = nt_hart_log_access(h, &access, error);
    }
    t->there = false;
    return result;
}
