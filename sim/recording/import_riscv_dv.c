/* The trace CSV of riscv-dv, which its scripts make of the logs of simulators and cores. */
#include "sim/recording/csv.h"
#include "sim/recording/hart_log.h"
#include "sim/tandem/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 16, PRIV_M = 3, REGISTERS = 32 };

/* Lists the columns that are read; all but the mode must be there. */
typedef enum column {
    PC,
    GPR,
    BINARY,
    MODE,
    COLUMNS,
} column;

static const char *const names[COLUMNS] = {"pc", "gpr", "binary", "mode"};

typedef struct import {
    nt_log log;
    nt_hart_log hart;
    size_t count;          /* columns of the first line */
    size_t place[COLUMNS]; /* of a column in a line; `count`: it is not there */
    nt_csv csv;
    char line[LINE];
} import;

static int fail(const import *i, nt_error *error, const char *field, const char *reason) {
    char text[128];
    (void)snprintf(text, sizeof text, "%.40s: %s", field, reason);
    return nt_log_fail(&i->log, error, text);
}

static int take_header(import *i, nt_error *error) {
    i->count = i->csv.count;
    for (unsigned c = 0; c < COLUMNS; c++) {
        i->place[c] = i->count;
        for (size_t n = 0; n < i->count; n++) {
            if (strcmp(i->csv.field[n], names[c]) == 0) {
                i->place[c] = n;
            }
        }
        if (i->place[c] == i->count && c != MODE) {
            return fail(i, error, names[c], "the first line has no such column");
        }
    }
    return 0;
}

/* The integer register of a name in assembly; REGISTERS: another one. */
static uint16_t register_of(const char *name) {
    char abi[NT_CSR_NAME];
    for (unsigned i = 0; i < REGISTERS; i++) {
        nt_tandem_register_name((uint16_t)(NT_TANDEM_GPR + i), abi);
        if (strcmp(name, abi) == 0) {
            return (uint16_t)i;
        }
    }
    return REGISTERS;
}

/* "a0:0000000000000001": a register that was written. */
static int take_register(import *i, char *text, nt_error *error) {
    nt_access access = {
        .kind = NT_ACCESS_X, .size = (uint16_t)(i->log.options->xlen / 8), .has_value = true};
    char *colon = strchr(text, ':');
    if (colon == NULL) {
        return fail(i, error, text, "no register and value");
    }
    *colon = '\0';
    access.number = register_of(text);
    if (access.number == 0 || access.number == REGISTERS) {
        return 0; /* a value of other registers has the length that its source chose */
    }
    if (!nt_csv_hex(colon + 1, &access.value)) {
        return fail(i, error, colon + 1, "no hexadecimal value of a register");
    }
    return nt_hart_log_access(&i->hart, &access, error);
}

static int take_registers(import *i, nt_error *error) {
    char *rest = i->csv.field[i->place[GPR]];
    int result = 0;
    for (char *text; result == 0 && (text = strtok_r(rest, "; ", &rest)) != NULL;) {
        result = take_register(i, text, error);
    }
    return result;
}

/* The mode of a row; a column that is missing or empty says nothing: as before, at first M. */
static int take_mode(import *i, uint8_t *priv, nt_error *error) {
    const char *text = i->place[MODE] < i->count ? i->csv.field[i->place[MODE]] : "";
    *priv = i->hart.has_last ? i->hart.priv : PRIV_M;
    if (text[0] == '\0') {
        return 0;
    }
    if (strchr("013", text[0]) == NULL || text[1] != '\0') {
        return fail(i, error, text, "a mode that is neither 0, 1 nor 3");
    }
    *priv = (uint8_t)(text[0] - '0');
    return 0;
}

static int take_row(import *i, nt_error *error) {
    if (i->csv.count < i->count) {
        return nt_log_fail(&i->log, error, "fewer columns than the first line has");
    }
    const char *pc_text = i->csv.field[i->place[PC]];
    const char *binary = i->csv.field[i->place[BINARY]];
    uint64_t pc;
    uint64_t bits;
    if (!nt_csv_hex(pc_text, &pc) || (pc & 1) != 0 || pc > i->log.mask) {
        return fail(i, error, pc_text, "no pc that fits --xlen");
    }
    uint8_t size = nt_csv_hex(binary, &bits) ? nt_encoding_size(bits) : 0;
    if (size == 0 || (size < 8 && bits >> 8 * size != 0)) {
        return fail(i, error, binary, "no instruction");
    }
    uint8_t priv;
    return take_mode(i, &priv, error) != 0 ||
                   nt_hart_log_insn(&i->hart, pc, bits, size, priv, error) != 0
               ? -1
               : take_registers(i, error);
}

static int take_line(import *i, nt_error *error) {
    const char *problem = nt_csv_split(&i->csv, i->line);
    if (problem != NULL) {
        return nt_log_fail(&i->log, error, problem);
    }
    return i->count == 0 ? take_header(i, error) : take_row(i, error);
}

static int take_lines(import *i, nt_error *error) {
    int result;
    while ((result = nt_input_file_line(i->log.input, i->line, sizeof i->line, error)) > 0) {
        if (i->line[0] != '\0' && take_line(i, error) != 0) {
            return -1;
        }
    }
    return result == 0 && i->log.counts->instructions == 0
               ? nt_fail(error, "%s: offset 0: no instruction, not a trace of riscv-dv",
                         i->log.options->input)
               : result;
}

int nt_import_riscv_dv(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
                       nt_import_counts *counts, nt_error *error) {
    import *i = calloc(1, sizeof *i);
    if (i == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", options->input);
    }
    int result = nt_log_open(&i->log, options, writer, progress, counts, error);
    result = result == 0 ? nt_hart_log_begin(&i->hart, &i->log, 0, error) : result;
    result = result == 0 ? take_lines(i, error) : result;
    nt_hart_log_end(&i->hart);
    nt_log_close(&i->log);
    free(i);
    return result;
}
