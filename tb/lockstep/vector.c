/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/vector.h"

#include "libntrace/util/output_file.h"

#include <stdlib.h>
#include <string.h>

typedef struct vector_run {
    const nt_vector_bench *bench;
    nt_pin_reader reader;
    nt_output_file *file; /* NULL: it is written already */
} vector_run;

static int check_build(const vector_run *run, nt_error *error) {
    const nt_pin_unit *unit = run->bench->unit;
    for (const nt_pin_parameter *row = unit->parameters; row->name != NULL; row++) {
        unsigned mine = nt_pins_parameter(row, run->bench->params);
        unsigned wanted = nt_pins_parameter(row, run->reader.header.params);
        if (mine != wanted) {
            return nt_fail(error, "%s: it has %s=%u, this bench %u",
                           nt_input_file_path(run->reader.file), row->name, wanted, mine);
        }
    }
    return 0;
}

/* A cycle of the file, and those in which its inputs wait. 1: something is wrong. */
static int run_cycle(vector_run *run, nt_error *error) {
    const nt_vector_bench *b = run->bench;
    bool taken = false;
    while (!taken) {
        uint8_t shown[NT_PIN_SHOWN];
        memcpy(b->inputs, run->reader.inputs, b->unit->inputs_size);
        if (!b->cycle(b->context)) {
            return 1;
        }
        size_t size = b->unit->show(b->params, run->reader.inputs, b->outputs, shown);
        taken = b->unit->taken(run->reader.inputs, b->outputs);
        if (run->file != NULL && nt_output_file_write(run->file, shown, size, error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int run_file(vector_run *run, nt_error *error) {
    int more;
    int result = check_build(run, error);
    while (result == 0 && (more = nt_pin_reader_next(&run->reader, error)) != 0) {
        result = more < 0 ? -1 : run_cycle(run, error);
    }
    return result;
}

static int finish(vector_run *run, int result, nt_error *error) {
    if (result < 0) {
        nt_output_file_abort(run->file);
        return -1;
    }
    return run->file != NULL && nt_output_file_commit(run->file, error) != 0 ? -1 : result;
}

int nt_vector_bench_run(nt_lockstep *lockstep, int argc, char **argv,
                        const nt_vector_bench *bench) {
    nt_error error = {0};
    vector_run *run = calloc(1, sizeof *run);
    if (argc != 4 || run == NULL || !nt_lockstep_begin(lockstep, 1)) {
        free(run);
        return 2;
    }
    run->bench = bench;
    int result = nt_pin_reader_open(&run->reader, bench->unit, argv[2], &error);
    if (result == 0 && !nt_lockstep_is_again(lockstep)) {
        result = nt_output_file_open(&run->file, argv[3], &error);
    }
    result = finish(run, result == 0 ? run_file(run, &error) : result, &error);
    nt_pin_reader_close(&run->reader);
    free(run);
    if (result < 0) {
        fprintf(stderr, "%s\n", error.text);
    }
    return result < 0 ? 2 : result;
}
