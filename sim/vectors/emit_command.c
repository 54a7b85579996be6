/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace vectors emit */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/emit.h"
#include "sim/vectors/unit.h"

#include <stdio.h>
#include <string.h>

typedef struct emit_options {
    const char *vector;
    const char *format;
    const char *output;
    const char *from;
    bool bytes;
    bool help;
} emit_options;

static const nt_option table[] = {
    NT_OPERAND(emit_options, vector, "V"),
    NT_OPTION_HELP(emit_options),
    {"format", 'f', NT_OPTION_TEXT, offsetof(emit_options, format), 0, 0, NULL, "hex|csv|json",
     "hex: for $readmemh, comments say which bits are what (hex)"},
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(emit_options, output), 0, 0, NULL, "F",
     "the file (standard output)"},
    NT_VECTORS_FROM(emit_options),
    {"bytes", 0, NT_OPTION_FLAG, offsetof(emit_options, bytes), 0, 0, NULL, NULL,
     "the bytes expected: raw, or with --format hex a line each"},
};

static int form_of(const emit_options *options, nt_emit_form *form, nt_error *error) {
    static const char *const names[] = {"hex", "csv", "json"};
    *form = options->bytes ? NT_EMIT_RAW : NT_EMIT_HEX;
    if (options->format == NULL) {
        return 0;
    }
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], options->format) == 0) {
            *form = (nt_emit_form)i;
            return options->bytes && *form != NT_EMIT_HEX
                       ? nt_fail(error, "--bytes are raw, or --format hex")
                       : 0;
        }
    }
    return nt_fail(error, "--format %s: expected hex, csv or json", options->format);
}

static int run_command(void *place, nt_error *error) {
    const emit_options *options = place;
    nt_emit_form form;
    nt_vector vector;
    if (form_of(options, &form, error) != 0) {
        return -1;
    }
    memset(&vector, 0, sizeof vector);
    int result = nt_vector_spare(&options->output, 1, options->from, error);
    if (result == 0) {
        result = nt_vector_find(&vector, options->vector, options->from, error);
    }
    if (result == 0 && nt_vector_is_program(vector.unit)) {
        result = nt_fail(error, "%s: a program: `ntrace kit emit` writes it", vector.id);
    }
    if (result == 0) {
        result = (options->bytes ? nt_emit_bytes : nt_emit_ingress)(&vector, form, options->output,
                                                                    error);
    }
    nt_vector_free(&vector);
    return result;
}

static void init(void *place) {
    ((emit_options *)place)->output = "-";
}

const nt_command nt_vectors_emit = {
    .name = "vectors emit",
    .summary = "write a vector's ingress for a testbench, or its bytes",
    .about = "Write what the pins see in a vector, a line a cycle, for a testbench of your own; or "
             "the bytes\n"
             "that the encoder sends.\n",
    NT_COMMAND_OPTIONS(table, emit_options),
    .init = init,
    .run = run_command,
};
