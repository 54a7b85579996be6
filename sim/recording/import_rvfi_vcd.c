/* RVFI as a value change dump of its signals, one hart, any number of channels. */
#include "sim/recording/rvfi.h"
#include "sim/recording/rvfi_scopes.h"
#include "sim/recording/vcd.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct import {
    nt_log log;
    nt_hart_log hart;
    nt_rvfi rvfi;
    nt_vcd *vcd;
    nt_rvfi_scopes scopes;
    nt_rvfi_place place;
} import;

/* The bits of a channel as a number, and those of them that are not known. */
static void read_value(const nt_vcd_signal *signal, unsigned at, unsigned width, uint64_t *value,
                       uint64_t *unknown) {
    *value = *unknown = 0;
    for (unsigned b = at + width; b-- > at;) {
        const bool known = signal->now[b] == '0' || signal->now[b] == '1';
        *value = *value << 1 | (signal->now[b] == '1');
        *unknown = *unknown << 1 | !known;
    }
}

static int fail_width(const import *i, nt_rvfi_signal signal, unsigned bits, unsigned wanted,
                      nt_error *error) {
    char reason[128];
    (void)snprintf(
        reason, sizeof reason, "rvfi_%s has %u bits, not %u%s: see --xlen, --map and --pcs-only",
        nt_rvfi_names[signal], bits, wanted, i->place.channels > 1 ? " for all channels" : "");
    return nt_log_fail(&i->log, error, reason);
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
        return nt_log_fail(&i->log, error, "no clk, clock or clk_i; --clock names it");
    }
    const unsigned joined = i->place.split ? 1 : i->place.channels;
    for (unsigned s = 0; s < NT_RVFI_SIGNALS; s++) {
        const unsigned bits = nt_vcd_get(i->vcd, i->place.signal[0][s])->bits;
        const unsigned wanted = joined * nt_rvfi_width(s, o->xlen);
        if (bits == 0 || !nt_rvfi_reads(s, o)) {
            continue;
        }
        if (wanted != 0 ? bits != wanted : bits % joined != 0 || bits / joined > 64) {
            return fail_width(i, s, bits, wanted, error);
        }
        i->rvfi.has |= 1U << s;
    }
    return nt_rvfi_check(&i->rvfi, error);
}

static int take_channel(import *i, unsigned channel, nt_error *error) {
    char where[48];
    nt_rvfi_values v = {.where = where};
    const unsigned joined = i->place.split ? 1 : i->place.channels;
    (void)snprintf(where, sizeof where, "time %s, ", nt_vcd_time(i->vcd));
    for (unsigned s = 0; s < NT_RVFI_SIGNALS; s++) {
        const nt_vcd_signal *signal =
            nt_vcd_get(i->vcd, i->place.signal[i->place.split ? channel : 0][s]);
        const unsigned width = signal->bits / joined;
        if ((i->rvfi.has >> s & 1) != 0 && width != 0) {
            read_value(signal, i->place.split ? 0 : channel * width, width, &v.value[s],
                       &v.unknown[s]);
        }
        if (s == NT_RVFI_VALID && v.value[s] == 0 && v.unknown[s] == 0) {
            return 0;
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

int nt_import_rvfi_vcd(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
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
