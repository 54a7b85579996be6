/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace kit emit */
#include "sim/commands.h"
#include "sim/util/options.h"
#include "sim/vectors/commands.h"
#include "sim/vectors/each.h"
#include "sim/vectors/port.h"
#include "sim/vectors/port_emit.h"
#include "sim/vectors/unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct emit_options {
    nt_words named; /* none: all that apply */
    const char *output;
    const char *from;
    uint64_t base;
    nt_capability_words words;
    unsigned count; /* of programs that were written */
    bool help;
} emit_options;

static const nt_option table[] = {
    NT_OPERANDS(emit_options, named, 0, "V"),
    NT_OPTION_HELP(emit_options),
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(emit_options, output), 0, 0, NULL, "DIR",
     "the folder, which is made if it is not there"},
    NT_KIT_BASE(emit_options),
    NT_KIT_OPTIONS(emit_options),
};

static int emit(void *place, nt_vector *vector, nt_error *error) {
    emit_options *options = place;
    vector->base = options->base;
    options->count++;
    return nt_port_emit(vector, options->output, error);
}

static int emit_named(emit_options *options, nt_error *error) {
    int result = 0;
    for (size_t i = 0; i < options->named.count && result == 0; i++) {
        nt_vector vector;
        result = nt_vector_find_of(&vector, options->named.word[i], options->from, &nt_vector_port,
                                   error);
        if (result == 0) {
            result = emit(options, &vector, error);
        }
        nt_vector_free(&vector);
    }
    return result;
}

static int emit_all(emit_options *options, nt_error *error) {
    const nt_vector_choice choice = {options->from, nt_vector_port.name, options->words};
    return nt_vector_each(&choice, emit, options, error);
}

static int run_command(void *place, nt_error *error) {
    emit_options *options = place;
    const nt_capability_words *words = &options->words;
    if (options->named.count != 0 &&
        (words->have != NULL || words->xlen.count != 0 || words->without.count != 0)) {
        return nt_fail(error, "--have, --xlen, --without: not with %s", options->named.word[0]);
    }
    if (nt_port_check_base(options->base, error) != 0) {
        return -1;
    }
    if (mkdir(options->output, 0777) != 0 && errno != EEXIST) {
        return nt_fail(error, "%s: %s", options->output, strerror(errno));
    }
    int result = options->named.count != 0 ? emit_named(options, error) : emit_all(options, error);
    if (result == 0) {
        printf("%u programs in %s\n", options->count, options->output);
    }
    return result;
}

static void init(void *place) {
    *(emit_options *)place = (emit_options){.base = NT_PORT_BASE};
}

const nt_command nt_kit_emit = {
    .name = "kit emit",
    .summary = "write programs as ELF, hex, bytes and assembly",
    .about =
        "Write programs, or all that apply to a core, for simulators and benches: ELF, bytes in\n"
        "hexadecimal for $readmemh, bytes, assembly; and what the port has to say of each.\n",
    NT_COMMAND_OPTIONS(table, emit_options),
    .required = {"output"},
    .init = init,
    .run = run_command,
};
