/* RVFI as text: a line names the signals, then a line for each instruction. */
#include "sim/recording/csv.h"
#include "sim/recording/rvfi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 14 };

typedef struct import {
    nt_log log;
    nt_rvfi rvfi;
    size_t columns;
    nt_rvfi_signal column[NT_CSV_COLUMNS]; /* NT_RVFI_SIGNALS: not read */
    nt_csv csv;
    char line[LINE];
} import;

/* The next line that has something, split; 1, at the end 0, or -1 with the error set. */
static int next_line(import *i, nt_error *error) {
    int result;
    do {
        result = nt_input_file_line(i->log.input, i->line, sizeof i->line, error);
    } while (result > 0 && (i->line[0] == '\0' || i->line[0] == '#'));
    const char *problem = result > 0 ? nt_csv_split(&i->csv, i->line) : NULL;
    return problem != NULL ? nt_log_fail(&i->log, error, problem) : result;
}

static int take_header(import *i, nt_error *error) {
    i->columns = i->csv.count;
    for (size_t n = 0; n < i->columns; n++) {
        nt_rvfi_signal signal = nt_rvfi_find(i->csv.field[n]);
        i->column[n] = signal;
        if (signal != NT_RVFI_SIGNALS && (i->rvfi.has >> signal & 1) != 0) {
            return nt_log_fail(&i->log, error, "a signal that has two columns");
        }
        i->rvfi.has |= signal != NT_RVFI_SIGNALS ? 1U << signal : 0;
    }
    return nt_rvfi_check(&i->log, i->rvfi.has, error);
}

static int take_row(import *i, nt_error *error) {
    uint64_t value[NT_RVFI_SIGNALS] = {[NT_RVFI_VALID] = 1};
    if (i->csv.count != i->columns) {
        return nt_log_fail(&i->log, error, "another number of columns than the first line has");
    }
    for (size_t n = 0; n < i->columns; n++) {
        if (i->column[n] != NT_RVFI_SIGNALS && !nt_csv_hex(i->csv.field[n], &value[i->column[n]])) {
            char reason[96];
            (void)snprintf(reason, sizeof reason, "rvfi_%s: %.24s: no hexadecimal number",
                           nt_rvfi_names[i->column[n]], i->csv.field[n]);
            return nt_log_fail(&i->log, error, reason);
        }
    }
    return value[NT_RVFI_VALID] == 0 ? 0 : nt_rvfi_take(&i->rvfi, value, error);
}

static int take_lines(import *i, nt_error *error) {
    int result = next_line(i, error);
    if (result > 0) {
        result = take_header(i, error);
        while (result == 0 && (result = next_line(i, error)) > 0) {
            result = take_row(i, error);
        }
    }
    if (result == 0) {
        result = nt_rvfi_end(&i->rvfi, error);
    }
    return result == 0 && i->log.counts->instructions == 0
               ? nt_fail(error, "%s: offset 0: no instruction, not a text of RVFI",
                         i->log.options->input)
               : result;
}

int nt_import_rvfi(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                   nt_import_counts *counts, nt_error *error) {
    import *i = calloc(1, sizeof *i);
    if (i == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", options->input);
    }
    int result = nt_log_open(&i->log, options, writer, progress, counts, error);
    result = result == 0 ? nt_hart_log_begin(&i->rvfi.hart, &i->log, 0, error) : result;
    result = result == 0 ? take_lines(i, error) : result;
    nt_hart_log_end(&i->rvfi.hart);
    nt_log_close(&i->log);
    free(i);
    return result;
}
