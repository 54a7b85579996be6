/* SPDX-License-Identifier: Apache-2.0 */
/* The log of QEMU's plugin execlog: a line per instruction that began to execute,

     0, 0x80000004, 0x0002a303, "lw t1,0(t0)", load, 0x80001000, RAM

   with the addresses that it accessed. */
#include "sim/recording/csv.h"
#include "sim/recording/log_lines.h"

#include <string.h>

enum { LINE = 1 << 14, PRIV_M = 3, FIXED = 4 /* fields of each line */ };

/* Is what is kept of a hart's last instruction. */
typedef struct last {
    bool silent; /* it must access memory, and the line has no access: it trapped, maybe */
} last;

typedef struct execlog {
    last last[256]; /* as many as the format has harts at most */
    nt_csv csv;
} execlog;

/* A load or store without an access did not execute if the hart goes on elsewhere. */
static int take_trap(nt_hart_log *h, last *before, uint64_t pc, nt_error *error) {
    const bool sure = h->insn.size != 2 || !nt_is_cm(h->bits); /* cm.popret: it may be a return */
    const bool traps = before->silent && sure && h->has_last && nt_hart_log_next(h) != pc;
    before->silent = false;
    if (!traps) {
        return 0;
    }
    nt_event trap = {.kind = NT_EVENT_TRAP,
                     .hart = h->number,
                     .trap = {.epc = h->pc, .cause_unknown = true, .tval_unknown = true}};
    return nt_hart_log_trap(h, &trap, error);
}

/* "load, 0x80001000, RAM": with a device's name, the address is the physical one. */
static int take_access(nt_log_lines *l, nt_hart_log *h, const nt_csv *csv, size_t *at,
                       uint64_t bits, uint8_t size, nt_error *error) {
    nt_log_memory_line memory = {.writes = strcmp(csv->field[*at], "store") == 0};
    uint64_t address;
    if (*at + 1 >= csv->count || !nt_text_hex(csv->field[*at + 1], &address)) {
        return nt_log_fail_at(&l->log, error, csv->field[*at], "expected an address after it");
    }
    const char *next = *at + 2 < csv->count ? csv->field[*at + 2] : "";
    const bool device = next[0] != '\0' && strcmp(next, "load") != 0 &&
                        strcmp(next, "store") != 0 && strstr(next, "->") == NULL;
    memory.has_address = !device;
    memory.address = address;
    memory.has_physical = device;
    memory.physical = address;
    *at += device ? 3 : 2;
    return nt_log_memory(l, h, bits, size, &memory, error);
}

static int take_rest(nt_log_lines *l, nt_hart_log *h, const nt_csv *csv, uint64_t bits,
                     uint8_t size, nt_error *error) {
    execlog *e = l->own;
    const nt_import_options *o = l->log.options;
    const nt_memory_kind kind =
        nt_memory_use_of(bits, size, o->xlen, o->isa.zcmp || o->isa.zcmt).kind;
    bool seen = kind == NT_MEMORY_NONE || kind == NT_MEMORY_UNSURE;
    bool written = false;
    int result = 0;
    for (size_t at = FIXED; result == 0 && at < csv->count;) {
        if (strcmp(csv->field[at], "load") == 0 || strcmp(csv->field[at], "store") == 0) {
            size_t next = at;
            /* An AMO has two of them, which are one here; cm.push has one for each register. */
            result = written && kind != NT_MEMORY_UNSURE
                         ? 0
                         : take_access(l, h, csv, &next, bits, size, error);
            at = next > at ? next : at + 1;
            seen = written = true;
        } else {
            at++; /* registers are those that were asked for, not all that were written */
        }
    }
    e->last[h->number].silent = !seen;
    return result;
}

static int take_line(nt_log_lines *l, char *text, nt_error *error) {
    execlog *e = l->own;
    uint64_t hart;
    uint64_t pc;
    uint64_t bits;
    if (text[0] == '\0') {
        return 0;
    }
    const char *problem = nt_csv_split(&e->csv, text);
    if (problem != NULL) {
        return nt_log_fail(&l->log, error, problem);
    }
    if (e->csv.count < FIXED || !nt_text_decimal(e->csv.field[0], &hart) ||
        !nt_text_hex(e->csv.field[1], &pc) || !nt_text_hex(e->csv.field[2], &bits)) {
        return nt_log_fail(&l->log, error, "expected hart, PC, encoding and instruction");
    }
    if (hart >= l->log.options->harts) {
        return nt_log_fail(&l->log, error, "a hart that --harts does not have");
    }
    const uint8_t size = nt_encoding_size(bits);
    if (!nt_pc_fits(&pc, l->log.options->xlen) || size == 0 || bits > UINT32_MAX || size > 4) {
        return nt_log_fail(&l->log, error, "no PC that fits --xlen, or no instruction");
    }
    bits = size == 2 ? (uint16_t)bits : bits; /* the log may have what follows as well */
    nt_hart_log *h = &l->harts[hart];
    h->priv_assumed = true;
    return take_trap(h, &e->last[hart], pc, error) != 0 ||
                   nt_hart_log_insn(h, pc, bits, size, PRIV_M, error) != 0
               ? -1
               : take_rest(l, h, &e->csv, bits, size, error);
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
    static const nt_log_format format = {.what = "a log of QEMU's plugin execlog",
                                         .longest = LINE,
                                         .own = sizeof(execlog),
                                         .take = take_line};
    return nt_log_lines_import(&format, options, writer, progress, counts, error);
}

const nt_import_format nt_import_format_execlog = {
    .name = "execlog",
    .summary = "the log of QEMU's plugin execlog, with accesses to memory",
    .source = "log of QEMU's plugin execlog",
    .most_harts = NT_IMPORT_MOST_HARTS,
    .parts = NT_IMPORT_MEMORY,
    .run = run,
};
