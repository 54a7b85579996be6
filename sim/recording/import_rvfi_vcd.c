/* RVFI as a value change dump of its signals, one hart, any number of channels. */
#include "sim/recording/rvfi.h"
#include "sim/recording/vcd.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK = NT_RVFI_SIGNALS, CHANNELS = 8 };

typedef struct import {
    nt_log log;
    nt_rvfi rvfi;
    nt_vcd *vcd;
    char scope[NT_VCD_NAME]; /* of the signals; empty: not found yet */
    unsigned channels;
} import;

/* Whether a path is the one asked for, or ends with it. */
static bool ends_with(const char *path, const char *wanted) {
    size_t length = strlen(path);
    size_t tail = strlen(wanted);
    return length >= tail && strcmp(path + length - tail, wanted) == 0 &&
           (length == tail || path[length - tail - 1] == '.');
}

static bool is_clock(const import *i, const char *scope, const char *name) {
    const char *asked = i->log.options->clock;
    if (asked == NULL) {
        return strcmp(name, "clk") == 0 || strcmp(name, "clock") == 0 || strcmp(name, "clk_i") == 0;
    }
    char path[2 * NT_VCD_NAME];
    (void)snprintf(path, sizeof path, "%s.%s", scope, name);
    return ends_with(path, asked);
}

/* The first scope that has a signal of RVFI, or the one asked for; and the first clock. */
static int choose(void *context, const char *scope, const char *name, unsigned bits) {
    import *i = context;
    if (bits == 1 && nt_vcd_get(i->vcd, CLOCK)->bits == 0 && is_clock(i, scope, name)) {
        return CLOCK;
    }
    nt_rvfi_signal signal = strncmp(name, "rvfi_", 5) == 0 ? nt_rvfi_find(name) : NT_RVFI_SIGNALS;
    const char *asked = i->log.options->scope;
    if (signal == NT_RVFI_SIGNALS || (asked != NULL && !ends_with(scope, asked))) {
        return -1;
    }
    if (i->scope[0] == '\0') {
        (void)snprintf(i->scope, sizeof i->scope, "%s", scope);
    }
    return strcmp(i->scope, scope) == 0 ? (int)signal : -1;
}

/* The bits of a channel as a number; false where one is not known. */
static bool value_of(const nt_vcd_signal *signal, unsigned channel, unsigned width,
                     uint64_t *value) {
    const char *bits = signal->now + channel * width;
    *value = 0;
    for (unsigned b = width; b-- > 0;) {
        if (bits[b] != '0' && bits[b] != '1') {
            return false;
        }
        *value = *value << 1 | (bits[b] == '1');
    }
    return true;
}

static int check_signals(import *i, nt_error *error) {
    for (unsigned s = 0; s < NT_RVFI_SIGNALS; s++) {
        i->rvfi.has |= nt_vcd_get(i->vcd, s)->bits != 0 ? 1U << s : 0;
    }
    i->channels = nt_vcd_get(i->vcd, NT_RVFI_VALID)->bits;
    if (i->channels == 0 || i->channels > CHANNELS) {
        return nt_log_fail(&i->log, error,
                           "no rvfi_valid of 1 to 8 bits; --scope names its module");
    }
    if (nt_vcd_get(i->vcd, CLOCK)->bits == 0) {
        return nt_log_fail(&i->log, error, "no clk, clock or clk_i; --clock names it");
    }
    for (unsigned s = 0; s < NT_RVFI_SIGNALS; s++) {
        unsigned bits = i->channels * nt_rvfi_width(s, i->log.options->xlen);
        if ((i->rvfi.has >> s & 1) != 0 && nt_vcd_get(i->vcd, s)->bits != bits) {
            char reason[96];
            (void)snprintf(reason, sizeof reason, "rvfi_%s has %u bits, not %u: see --xlen",
                           nt_rvfi_names[s], nt_vcd_get(i->vcd, s)->bits, bits);
            return nt_log_fail(&i->log, error, reason);
        }
    }
    return nt_rvfi_check(&i->log, i->rvfi.has, error);
}

static bool is_needed(unsigned signal, const uint64_t *value) {
    switch (signal) {
    case NT_RVFI_RD_WDATA:
        return value[NT_RVFI_RD_ADDR] != 0;
    case NT_RVFI_MEM_RDATA:
        return value[NT_RVFI_MEM_RMASK] != 0;
    case NT_RVFI_MEM_WDATA:
        return value[NT_RVFI_MEM_WMASK] != 0;
    case NT_RVFI_MEM_ADDR:
        return false; /* looked at with the masks */
    default:
        return signal < NT_RVFI_OPTIONAL;
    }
}

static int take_channel(import *i, unsigned channel, nt_error *error) {
    uint64_t value[NT_RVFI_SIGNALS] = {0};
    uint64_t unknown = 0;
    for (unsigned s = 0; s < NT_RVFI_SIGNALS; s++) {
        const unsigned width = nt_rvfi_width(s, i->log.options->xlen);
        if ((i->rvfi.has >> s & 1) != 0 &&
            !value_of(nt_vcd_get(i->vcd, s), channel, width, &value[s])) {
            value[s] = 0;
            unknown |= UINT64_C(1) << s;
        }
    }
    if (value[NT_RVFI_VALID] == 0) {
        return 0; /* also where it is x: before reset */
    }
    for (unsigned s = 0; s < NT_RVFI_SIGNALS; s++) {
        bool memory = value[NT_RVFI_MEM_RMASK] != 0 || value[NT_RVFI_MEM_WMASK] != 0;
        if ((unknown >> s & 1) != 0 && (is_needed(s, value) || (s == NT_RVFI_MEM_ADDR && memory))) {
            char reason[64];
            (void)snprintf(reason, sizeof reason, "rvfi_%s has x or z where rvfi_valid is 1",
                           nt_rvfi_names[s]);
            return nt_log_fail(&i->log, error, reason);
        }
    }
    return nt_rvfi_take(&i->rvfi, value, error);
}

static int take_edges(import *i, nt_error *error) {
    int result = check_signals(i, error);
    while (result == 0 && (result = nt_vcd_edge(i->vcd, CLOCK, error)) > 0) {
        result = 0;
        for (unsigned c = 0; result == 0 && c < i->channels; c++) {
            result = take_channel(i, c, error);
        }
    }
    if (result == 0) {
        result = nt_rvfi_end(&i->rvfi, error);
    }
    return result == 0 && i->log.counts->instructions == 0
               ? nt_fail(error, "%s: offset 0: no instruction in the dump", i->log.options->input)
               : result;
}

int nt_import_rvfi_vcd(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                       nt_import_counts *counts, nt_error *error) {
    import *i = calloc(1, sizeof *i);
    if (i == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", options->input);
    }
    int result = nt_log_open(&i->log, options, writer, progress, counts, error);
    result = result == 0 ? nt_hart_log_begin(&i->rvfi.hart, &i->log, 0, error) : result;
    result = result == 0 ? nt_vcd_open(&i->vcd, i->log.input, choose, i, error) : result;
    result = result == 0 ? take_edges(i, error) : result;
    nt_vcd_free(i->vcd);
    nt_hart_log_end(&i->rvfi.hart);
    nt_log_close(&i->log);
    free(i);
    return result;
}
