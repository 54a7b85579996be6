/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/input_file.h"
#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/output.h"
#include "sim/tandem/text.h"
#include "sim/util/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct assemble_options {
    const char *input;
    const char *output;
    bool help;
} assemble_options;

typedef struct assemble_run {
    nt_input_file *file;
    const char *path;         /* of the trace */
    nt_tandem_output *output; /* NULL: before the first field */
    nt_error *error;
    nt_tandem_assembler assembler;
} assemble_run;

static int take_line(assemble_run *run, const char *line) {
    nt_tandem_assembler *assembler = &run->assembler;
    if (nt_tandem_assemble(assembler, line) != 0) {
        return nt_fail(run->error, "%s: line %llu: column %zu: %s", nt_input_file_path(run->file),
                       (unsigned long long)nt_input_file_lines(run->file), assembler->column,
                       assembler->reason);
    }
    if (assembler->begun && run->output == NULL &&
        nt_tandem_output_open(&run->output, run->path, &assembler->format, assembler->is_file,
                              run->error) != 0) {
        return -1;
    }
    return assembler->size == 0
               ? 0
               : nt_tandem_output_bytes(run->output, assembler->bytes, assembler->size, run->error);
}

static int finish(assemble_run *run) {
    nt_tandem_output *output = run->output;
    if (output == NULL) {
        return nt_fail(run->error, "%s: line %llu: the text has no field",
                       nt_input_file_path(run->file),
                       (unsigned long long)nt_input_file_lines(run->file));
    }
    run->output = NULL;
    return nt_tandem_output_close(output, run->error);
}

static int assemble_lines(assemble_run *run) {
    enum { LINE = 1 << 12 };
    char line[LINE];
    int result;
    while ((result = nt_input_file_line(run->file, line, sizeof line, run->error)) > 0) {
        if (take_line(run, line) != 0) {
            return -1;
        }
    }
    return result == 0 ? finish(run) : -1;
}

static int assemble(assemble_run *run, const assemble_options *options) {
    if (nt_input_file_open(&run->file, options->input, run->error) != 0) {
        return -1;
    }
    run->path = options->output;
    int result = assemble_lines(run);
    nt_tandem_output_abort(run->output);
    nt_input_file_close(run->file);
    return result;
}

static const nt_option options_table[] = {
    NT_OPERAND(assemble_options, input, "F.s"),
    NT_OPTION_HELP(assemble_options),
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(assemble_options, output), 0, 0, NULL, "F",
     "the trace; \"-\": standard output"},
};

static int run_command(void *place, nt_error *error) {
    struct nt_tandem_csr_names *names = nt_tandem_csr_names_new();
    if (names == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    assemble_run run = {.error = error, .assembler = {.names = names}};
    int result = assemble(&run, place);
    free(names);
    return result;
}

const nt_command nt_tv_assemble = {
    .name = "tv assemble",
    .summary = "make a trace of the text of its fields",
    .about = "Make a tandem-verification trace of the text of its fields, a line each, as `ntrace "
             "tv dump`\n"
             "writes it: a bare stream, or after the line .ntv a file of ours. docs/tandem.md "
             "describes the\n"
             "form.\n",
    NT_COMMAND_OPTIONS(options_table, assemble_options),
    .required = {"output"},
    .run = run_command,
};
