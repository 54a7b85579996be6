/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/tables.h"
#include "libntrace/util/input_file.h"
#include "libntrace/util/output_file.h"
#include "ntrace/messages.h"
#include "sim/commands.h"
#include "sim/util/options.h"

#include <stdio.h>
#include <string.h>

typedef struct assemble_options {
    const char *input;
    const char *output;
    bool help;
} assemble_options;

static int fail_line(const nt_input_file *file, const nt_assembler *assembler,
                     nt_assembly_status status, nt_error *error) {
    const char *field = assembler->field == NT_FIELD_NONE ? "" : nt_fields[assembler->field].name;
    return nt_fail(error, "%s: line %llu: column %zu: %s%s%s", nt_input_file_path(file),
                   (unsigned long long)nt_input_file_lines(file), assembler->column, field,
                   *field == '\0' ? "" : " ", nt_assembly_status_text(status));
}

/* What the last line says, so many times as it says. */
static int write_line(const nt_assembler *assembler, nt_output_file *out, nt_error *error) {
    if (assembler->repeat == 1) {
        return nt_output_file_write(out, assembler->bytes, assembler->size, error);
    }
    uint8_t block[1 << 12]; /* only single bytes repeat */
    memset(block, assembler->bytes[0], sizeof block);
    int result = 0;
    for (uint64_t left = assembler->repeat; left != 0 && result == 0;) {
        size_t size = left < sizeof block ? (size_t)left : sizeof block;
        result = nt_output_file_write(out, block, size, error);
        left -= size;
    }
    return result;
}

static int assemble_lines(nt_input_file *file, nt_output_file *out, nt_error *error) {
    enum { LINE = 1 << 14 };
    nt_assembler assembler = {0};
    char line[LINE];
    int result;
    while ((result = nt_input_file_line(file, line, sizeof line, error)) > 0) {
        nt_assembly_status status = nt_assemble(&assembler, line);
        if (status != NT_ASSEMBLY_OK) {
            return fail_line(file, &assembler, status, error);
        }
        if (write_line(&assembler, out, error) != 0) {
            return -1;
        }
    }
    if (result == 0 && !assembler.begun) {
        return nt_fail(error, "%s: line %llu: the text has no message", nt_input_file_path(file),
                       (unsigned long long)nt_input_file_lines(file));
    }
    return result;
}

static int run_command(void *place, nt_error *error) {
    const assemble_options *options = place;
    nt_input_file *file;
    nt_output_file *out;
    if (nt_input_file_open(&file, options->input, error) != 0) {
        return -1;
    }
    int result = nt_output_file_open(&out, options->output, error);
    if (result == 0) {
        result = assemble_lines(file, out, error);
        if (result != 0) {
            nt_output_file_abort(out);
        } else {
            result = nt_output_file_commit(out, error);
        }
    }
    nt_input_file_close(file);
    return result;
}

static const nt_option options_table[] = {
    NT_OPERAND(assemble_options, input, "F.s"),
    NT_OPTION_HELP(assemble_options),
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(assemble_options, output), 0, 0, NULL, "F.nex",
     "the trace; \"-\": standard output"},
};

const nt_command nt_cmd_assemble = {
    .name = "assemble",
    .summary = "make a trace of the text of its messages",
    .about =
        "Make a trace of the text of its messages, a line each, as `ntrace dump --asm` writes it.\n"
        "docs/assembly.md describes the form.\n",
    NT_COMMAND_OPTIONS(options_table, assemble_options),
    .required = {"output"},
    .run = run_command,
};
