/* SPDX-License-Identifier: Apache-2.0 */
/* RVFI as text: a line names the signals, then a line for each instruction. */
#include "sim/recording/csv.h"
#include "sim/recording/log_lines.h"
#include "sim/recording/rvfi.h"
#include "sim/recording/signal_map.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 1 << 14 };

typedef struct import {
    nt_rvfi_source rvfi;
    nt_signal_map map;
    size_t columns;                        /* 0: the line of names has not come */
    nt_rvfi_signal column[NT_CSV_COLUMNS]; /* NT_RVFI_SIGNALS: not read */
    nt_csv csv;
} import;

static int begin(nt_log_lines *l, nt_error *error) {
    import *i = l->own;
    i->rvfi.hart = l->harts;
    return nt_signal_map_read(&i->map, l->log.options->map, error);
}

/* The signal of a column: by the map where there is one that has it. */
static nt_rvfi_signal signal_of(const import *i, const nt_import_options *options,
                                const char *name) {
    int mapped = nt_signal_map_find(&i->map, name);
    const char *dot = strrchr(name, '.');
    nt_rvfi_signal signal =
        mapped >= 0 ? (nt_rvfi_signal)mapped : nt_rvfi_find(dot != NULL ? dot + 1 : name);
    bool other = mapped < 0 && signal != NT_RVFI_SIGNALS && nt_signal_map_has(&i->map, signal);
    return signal == NT_RVFI_SIGNALS || other || !nt_rvfi_reads(signal, options) ? NT_RVFI_SIGNALS
                                                                                 : signal;
}

static int take_header(nt_log_lines *l, import *i, nt_error *error) {
    i->columns = i->csv.count;
    if (i->columns == 1) {
        return nt_log_fail(&l->log, error, "one name: names are separated by commas");
    }
    for (size_t n = 0; n < i->columns; n++) {
        nt_rvfi_signal signal = signal_of(i, l->log.options, nt_signal_path(i->csv.field[n]));
        i->column[n] = signal;
        if (signal != NT_RVFI_SIGNALS && (i->rvfi.has >> signal & 1) != 0) {
            return nt_log_fail(&l->log, error, "a signal that has two columns");
        }
        i->rvfi.has |= signal != NT_RVFI_SIGNALS ? 1U << signal : 0;
    }
    return nt_signal_map_check(&i->map, l->log.options, i->rvfi.has, error) != 0
               ? -1
               : nt_rvfi_check(&i->rvfi, error);
}

/* A digit of a value of four states: false where it is none. */
static bool digit(char c, uint64_t *value, uint64_t *unknown) {
    static const char digits[] = "0123456789abcdef";
    const char lower = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    const char *known = strchr(digits, lower);
    const bool other = strchr("xzuw?-", lower) != NULL;
    *value = *value << 4 | (known != NULL ? (uint64_t)(known - digits) : 0);
    *unknown = *unknown << 4 | (known == NULL ? 15 : 0);
    return c != '\0' && (known != NULL || other);
}

static bool read_value(const char *text, uint64_t *value, uint64_t *unknown) {
    text += text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && text[2] != '\0' ? 2 : 0;
    const size_t length = strlen(text);
    bool right = length > 0 && length <= 16;
    *value = *unknown = 0;
    for (size_t n = 0; right && n < length; n++) {
        right = digit(text[n], value, unknown);
    }
    return right;
}

static int take_row(nt_log_lines *l, import *i, nt_error *error) {
    nt_rvfi_values v = {.value = {[NT_RVFI_VALID] = 1}, .where = ""};
    if (i->csv.count != i->columns) {
        return nt_log_fail(&l->log, error, "another number of columns than the first line has");
    }
    for (size_t n = 0; n < i->columns; n++) {
        const nt_rvfi_signal signal = i->column[n];
        if (signal != NT_RVFI_SIGNALS &&
            !read_value(i->csv.field[n], &v.value[signal], &v.unknown[signal])) {
            char reason[96];
            (void)snprintf(reason, sizeof reason, "rvfi_%s: %.24s: no hexadecimal number",
                           nt_rvfi_names[signal], i->csv.field[n]);
            return nt_log_fail(&l->log, error, reason);
        }
        if (signal != NT_RVFI_SIGNALS) { /* digits may be of more bits than the signal has */
            const unsigned width = nt_rvfi_width(signal, l->log.options->xlen);
            const bool any = width == 0 || width == 64 || nt_rvfi_is_bus(signal);
            v.unknown[signal] &= any ? UINT64_MAX : (UINT64_C(1) << width) - 1;
        }
    }
    return nt_rvfi_take(&i->rvfi, &v, error);
}

static int take_line(nt_log_lines *l, char *line, nt_error *error) {
    import *i = l->own;
    if (line[0] == '\0' || line[0] == '#') {
        return 0;
    }
    const char *problem = nt_csv_split(&i->csv, line);
    if (problem != NULL) {
        return nt_log_fail(&l->log, error, problem);
    }
    return i->columns == 0 ? take_header(l, i, error) : take_row(l, i, error);
}

static int end(nt_log_lines *l, nt_error *error) {
    import *i = l->own;
    return nt_rvfi_end(&i->rvfi, error);
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
    static const nt_log_format format = {.what = "a text of RVFI",
                                         .longest = LINE,
                                         .own = sizeof(import),
                                         .begin = begin,
                                         .take = take_line,
                                         .end = end};
    return nt_log_lines_import(&format, options, writer, progress, counts, error);
}

const nt_import_format nt_import_format_rvfi = {
    .name = "rvfi",
    .summary = "RVFI as text: a line of names, then a line per instruction, with accesses",
    .source = "text of RVFI",
    .most_harts = 1,
    .takes_map = true,
    .parts = NT_IMPORT_X | NT_IMPORT_MEMORY,
    .run = run,
};
