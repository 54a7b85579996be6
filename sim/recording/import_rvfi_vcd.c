/* SPDX-License-Identifier: Apache-2.0 */
/* RVFI as a value change dump of its signals, one hart, any number of channels. */
#include "sim/recording/rvfi.h"
#include "sim/recording/rvfi_scopes.h"
#include "sim/recording/vcd.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER = 64 }; /* bits that are read of a signal */

typedef struct import {
    nt_log log;
    nt_hart_log hart;
    nt_rvfi_source rvfi;
    nt_vcd *vcd;
    nt_rvfi_scopes scopes;
    nt_rvfi_place place;
    unsigned accesses; /* that the signals of memory have of an instruction */
    nt_rvfi_memory more[NT_VCD_BITS / 32];
} import;

/* Bits of a signal as a number, and those of them that are not known. */
static void read_value(const nt_vcd_signal *signal, unsigned at, unsigned width, uint64_t *value,
                       uint64_t *unknown) {
    *value = *unknown = 0;
    for (unsigned b = at + (width < NUMBER ? width : NUMBER); b-- > at;) {
        const bool known = signal->now[b] == '0' || signal->now[b] == '1';
        *value = *value << 1 | (signal->now[b] == '1');
        *unknown = *unknown << 1 | !known;
    }
}

/* The bits that a channel has of a signal; 0: it has none. */
static unsigned width_of(const import *i, unsigned channel, nt_rvfi_signal signal) {
    const nt_rvfi_part *part = &i->place.part[channel][signal];
    return nt_vcd_get(i->vcd, part->signal)->bits / part->parts;
}

static int fail_signal(const import *i, nt_rvfi_signal signal, const char *reason,
                       nt_error *error) {
    char text[160];
    (void)snprintf(text, sizeof text, "rvfi_%s %s", nt_rvfi_names[signal], reason);
    return nt_log_fail(&i->log, error, text);
}

static int fail_width(const import *i, nt_rvfi_signal signal, unsigned bits, unsigned wanted,
                      nt_error *error) {
    char reason[128];
    (void)snprintf(reason, sizeof reason, "has %u bits, not %u%s: see --xlen, --map and --pcs-only",
                   bits, wanted, i->place.channels > 1 ? " for all channels" : "");
    return fail_signal(i, signal, reason, error);
}

/* Whether a channel's bits of a signal can be what it says; those of memory are of all accesses
   that the core reports of an instruction. */
static bool fits(const import *i, nt_rvfi_signal signal, unsigned width) {
    const bool mask = signal == NT_RVFI_MEM_RMASK || signal == NT_RVFI_MEM_WMASK;
    const bool memory = signal == NT_RVFI_MEM_ADDR || nt_rvfi_is_bus(signal);
    const unsigned wanted = nt_rvfi_width(signal, i->log.options->xlen);
    const unsigned each = memory ? width / i->accesses : width;
    return wanted == 0 ? width >= 1 && width <= NUMBER
           : !nt_rvfi_is_bus(signal)
               ? each == wanted
               : width % i->accesses == 0 && each % wanted == 0 && (!mask || each <= NUMBER);
}

static int check_signal(import *i, nt_rvfi_signal s, nt_error *error) {
    const unsigned width = width_of(i, 0, s);
    bool there = true;
    for (unsigned c = 0; c < i->place.channels; c++) {
        const nt_rvfi_part *part = &i->place.part[c][s];
        const nt_vcd_signal *signal = nt_vcd_get(i->vcd, part->signal);
        there &= signal->bits != 0;
        if (signal->twice) {
            return fail_signal(i, s, "comes twice in its scope; --map names another", error);
        }
        if (signal->bits != 0 &&
            (signal->bits % part->parts != 0 || width_of(i, c, s) != width || !fits(i, s, width))) {
            const unsigned wanted = nt_rvfi_width(s, i->log.options->xlen);
            return fail_width(i, s, signal->bits, part->parts * wanted, error);
        }
    }
    i->rvfi.has |= there ? 1U << s : 0;
    return 0;
}

/* Of how many accesses of an instruction the signals of memory are: as wide as their address is. */
static unsigned accesses_of(const import *i) {
    const unsigned width = width_of(i, 0, NT_RVFI_MEM_ADDR);
    const unsigned xlen = i->log.options->xlen;
    return width > xlen && width % xlen == 0 ? width / xlen : 1;
}

static int check_signals(import *i, nt_error *error) {
    const nt_import_options *o = i->log.options;
    if (nt_signal_map_check(&i->scopes.map, o, i->scopes.mapped, error) != 0) {
        return -1;
    }
    if (!nt_rvfi_scopes_choose(&i->scopes, i->vcd, &i->place)) {
        return nt_log_fail(&i->log, error,
                           "no rvfi_valid of 1 to 8 bits; --scope names its module, --map a file "
                           "of other names");
    }
    if (nt_vcd_get(i->vcd, NT_RVFI_CLOCK)->bits == 0) {
        const char *named = o->clock != NULL ? o->clock : i->scopes.map.clock;
        return named[0] != '\0'
                   ? nt_log_fail_at(&i->log, error, named, "no such clock of one bit")
                   : nt_log_fail(&i->log, error, "no clk, clock or clk_i; --clock names it");
    }
    i->accesses = accesses_of(i);
    for (unsigned s = 0; s < NT_RVFI_SIGNALS; s++) {
        if (nt_rvfi_reads(s, o) && check_signal(i, s, error) != 0) {
            return -1;
        }
    }
    return nt_rvfi_check(&i->rvfi, error);
}

static void read_signal(const import *i, unsigned channel, nt_rvfi_signal s, unsigned access,
                        uint64_t *value, uint64_t *unknown) {
    const nt_rvfi_part *part = &i->place.part[channel][s];
    const bool memory = s == NT_RVFI_MEM_ADDR || nt_rvfi_is_bus(s);
    const unsigned width = width_of(i, channel, s);
    const unsigned each = memory ? width / i->accesses : width;
    *value = *unknown = 0;
    if ((i->rvfi.has >> s & 1) != 0) {
        read_value(nt_vcd_get(i->vcd, part->signal), part->number * width + access * each, each,
                   value, unknown);
    }
    if (nt_rvfi_is_bus(s) && each < NUMBER) { /* what the data does not have is not known */
        *unknown |= s == NT_RVFI_MEM_RDATA || s == NT_RVFI_MEM_WDATA ? UINT64_MAX << each : 0;
    }
}

static int take_channel(import *i, unsigned channel, nt_error *error) {
    char where[48];
    nt_rvfi_values v = {.where = where, .more = i->more, .more_count = i->accesses - 1};
    (void)snprintf(where, sizeof where, "time %s, ", nt_vcd_time(i->vcd));
    for (unsigned s = 0; s < NT_RVFI_SIGNALS; s++) {
        read_signal(i, channel, s, 0, &v.value[s], &v.unknown[s]);
        if (s == NT_RVFI_VALID && v.value[s] == 0 && v.unknown[s] == 0) {
            return 0;
        }
    }
    for (unsigned a = 1; a < i->accesses; a++) {
        for (unsigned n = 0; n < NT_RVFI_MEMORY; n++) {
            read_signal(i, channel, NT_RVFI_MEM_ADDR + n, a, &i->more[a - 1].value[n],
                        &i->more[a - 1].unknown[n]);
        }
    }
    return nt_rvfi_take(&i->rvfi, &v, error);
}

static int take_edges(import *i, nt_error *error) {
    int result = check_signals(i, error);
    while (result == 0 && (result = nt_vcd_edge(i->vcd, NT_RVFI_CLOCK, error)) > 0) {
        result = 0;
        for (unsigned c = 0; result == 0 && c < i->place.channels; c++) {
            result = take_channel(i, c, error);
        }
    }
    result = result == 0 ? nt_rvfi_end(&i->rvfi, error) : result;
    result = result == 0 ? nt_hart_log_flush(&i->hart, error) : result;
    return result == 0 && i->log.counts->instructions == 0 && i->log.counts->traps == 0
               ? nt_fail(error, "%s: offset 0: no instruction in the dump", i->log.options->input)
               : result;
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
    import *i = calloc(1, sizeof *i);
    if (i == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", options->input);
    }
    i->rvfi.hart = &i->hart;
    i->scopes.options = options;
    int result = nt_log_open(&i->log, options, writer, progress, counts, error);
    result = result == 0 ? nt_signal_map_read(&i->scopes.map, options->map, error) : result;
    result = result == 0 ? nt_hart_log_begin(&i->hart, &i->log, 0, error) : result;
    result = result == 0
                 ? nt_vcd_open(&i->vcd, i->log.input, nt_rvfi_scopes_wanted, &i->scopes, error)
                 : result;
    result = result == 0 ? take_edges(i, error) : result;
    nt_vcd_free(i->vcd);
    nt_hart_log_end(&i->hart);
    nt_log_close(&i->log);
    free(i);
    return result;
}

const nt_import_format nt_import_format_rvfi_vcd = {
    .name = "rvfi-vcd",
    .summary = "RVFI's signals in a value change dump, with accesses",
    .source = "dump of RVFI",
    .takes_scope = true,
    .takes_map = true,
    .most_harts = 1,
    .parts = NT_IMPORT_X | NT_IMPORT_MEMORY,
    .run = run,
};
