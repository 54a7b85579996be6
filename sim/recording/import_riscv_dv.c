/* SPDX-License-Identifier: Apache-2.0 */
/* The trace CSV of riscv-dv, which its scripts make of the logs of simulators and cores. */
#include "sim/isa/register_name.h"
#include "sim/recording/csv.h"
#include "sim/recording/log_lines.h"

#include <string.h>

enum { LINE = 1 << 16, PRIV_M = 3 };

/* Lists the columns that are read. */
typedef enum column {
    PC,
    BINARY,
    GPR, /* or, as older scripts write it, */
    RD,  /* its name and */
    RD_VALUE,
    MODE,    /* may be missing, */
    NAME,    /* the instruction's, as */
    OPERAND, /* this */
    COLUMNS,
} column;

static const char *const names[COLUMNS] = {"pc",     "binary", "gpr",   "rd",
                                           "rd_val", "mode",   "instr", "operand"};

typedef struct riscv_dv {
    size_t count;          /* columns of the first line */
    size_t place[COLUMNS]; /* of a column in a line; `count`: it is not there */
    uint64_t pc;           /* of the row before, */
    uint64_t bits;         /* and its instruction; 0: there is none */
    nt_csv csv;
} riscv_dv;

static bool has(const riscv_dv *r, column c) {
    return r->place[c] < r->count;
}

static const char *field(const riscv_dv *r, column c) {
    return r->csv.field[r->place[c]];
}

static int take_header(nt_log_lines *l, riscv_dv *r, nt_error *error) {
    r->count = r->csv.count;
    for (unsigned c = 0; c < COLUMNS; c++) {
        r->place[c] = r->count;
        for (size_t n = 0; n < r->count; n++) {
            if (strcmp(r->csv.field[n], names[c]) == 0) {
                r->place[c] = n;
            }
        }
    }
    for (unsigned c = PC; c <= (l->log.options->pcs_only ? BINARY : GPR); c++) {
        if (!has(r, c) && (c != GPR || !has(r, RD) || !has(r, RD_VALUE))) {
            return nt_log_fail_at(&l->log, error, names[c], "the first line has no such column");
        }
    }
    return 0;
}

static int write_register(nt_log_lines *l, const char *name, const char *value, nt_error *error) {
    const uint16_t number = nt_register_of(name);
    return number == NT_REGISTERS
               ? 0 /* a value of other registers has the length that its source chose */
               : nt_log_register(l, l->harts, NT_ACCESS_X, number, value, 0, error);
}

/* "a0:0000000000000001;ft0:3": registers that were written. */
static int take_registers(nt_log_lines *l, riscv_dv *r, nt_error *error) {
    if (!has(r, GPR)) {
        return field(r, RD)[0] == '\0' ? 0
                                       : write_register(l, field(r, RD), field(r, RD_VALUE), error);
    }
    char *rest = r->csv.field[r->place[GPR]];
    int result = 0;
    for (char *text; result == 0 && (text = strtok_r(rest, "; ", &rest)) != NULL;) {
        char *colon = strchr(text, ':');
        if (colon == NULL) {
            return nt_log_fail_at(&l->log, error, text, "no register and value");
        }
        *colon = '\0';
        result = write_register(l, text, colon + 1, error);
    }
    return result;
}

/* The mode of a row; a column that is missing or empty says nothing: as before, at first M. */
static int take_mode(nt_log_lines *l, const riscv_dv *r, uint8_t *priv, nt_error *error) {
    static const char modes[] = "0U1S3M";
    const char *text = has(r, MODE) ? field(r, MODE) : "";
    nt_hart_log *h = l->harts;
    const bool first = l->log.counts->instructions == 0 && h->held == NT_HELD_NOTHING;
    *priv = first ? PRIV_M : h->priv;
    if (text[0] == '\0') {
        h->priv_assumed |= first;
        return 0;
    }
    const char *mode = strchr(modes, text[0]);
    if (mode == NULL || text[1] != '\0') {
        return nt_log_fail_at(&l->log, error, text, "a mode that is neither 0, 1 nor 3");
    }
    *priv = (uint8_t)(modes[(mode - modes) & ~1] - '0');
    h->priv_assumed = false;
    return 0;
}

/* Scripts make a row of its own of a commit that they take for an instruction, whose name is then
   what it wrote: "x30", "f8", "c768_mstatus", "mem". */
static bool is_commit(const riscv_dv *r, uint64_t pc, uint64_t bits) {
    const char *name = has(r, NAME) ? field(r, NAME) : "";
    const bool csr = name[0] == 'c' && name[1] >= '0' && name[1] <= '9';
    return pc == r->pc && bits == r->bits &&
           (csr || strcmp(name, "mem") == 0 || nt_register_of(name) < NT_REGISTERS ||
            nt_float_register_of(name) < NT_REGISTERS);
}

static int take_row(nt_log_lines *l, riscv_dv *r, nt_error *error) {
    uint64_t pc;
    uint64_t bits;
    uint8_t size;
    uint8_t priv;
    if (r->csv.count < r->count) {
        return nt_log_fail(&l->log, error, "fewer columns than the first line has");
    }
    if (!nt_text_hex(field(r, PC), &pc) || !nt_pc_fits(&pc, l->log.options->xlen)) {
        return nt_log_fail_at(&l->log, error, field(r, PC), "no pc that fits --xlen");
    }
    if (!nt_text_hex(field(r, BINARY), &bits) || !nt_encoding_fits(bits, &size)) {
        return nt_log_fail_at(&l->log, error, field(r, BINARY), "no instruction");
    }
    if (is_commit(r, pc, bits)) {
        const char *value = has(r, OPERAND) ? field(r, OPERAND) : "";
        return l->log.options->pcs_only ? 0 : write_register(l, field(r, NAME), value, error);
    }
    r->pc = pc;
    r->bits = bits;
    return take_mode(l, r, &priv, error) != 0 ||
                   nt_hart_log_insn(l->harts, pc, bits, size, priv, error) != 0
               ? -1
           : l->log.options->pcs_only ? 0
                                      : take_registers(l, r, error);
}

static int take_line(nt_log_lines *l, char *line, nt_error *error) {
    riscv_dv *r = l->own;
    if (line[0] == '\0') {
        return 0;
    }
    const char *problem = nt_csv_split(&r->csv, line);
    if (problem != NULL) {
        return nt_log_fail(&l->log, error, problem);
    }
    return r->count == 0 ? take_header(l, r, error) : take_row(l, r, error);
}

static int run(const nt_import_options *options, nt_writer *writer, nt_progress *progress,
               nt_import_counts *counts, nt_error *error) {
    static const nt_log_format format = {
        .what = "a trace of riscv-dv", .longest = LINE, .own = sizeof(riscv_dv), .take = take_line};
    return nt_log_lines_import(&format, options, writer, progress, counts, error);
}

const nt_import_format nt_import_format_riscv_dv = {
    .name = "riscv-dv",
    .summary = "riscv-dv's trace CSV, with integer registers",
    .source = "trace CSV of riscv-dv",
    .most_harts = 1,
    .parts = NT_IMPORT_X,
    .run = run,
};
