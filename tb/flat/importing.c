/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/flat/importing.h"

#include "libntrace/util/error.h"
#include "sim/recording/import.h"

int nt_flat_import_run(nt_flat_import *import, nt_error *error) {
    const nt_import_format *format = nt_import_format_named(import->format);
    nt_import_options options = {.input = import->input,
                                 .pcinfo = import->pcinfo,
                                 .scope = import->scope,
                                 .clock = import->clock,
                                 .map = import->map,
                                 .program = import->program,
                                 .xlen = import->xlen,
                                 .harts = import->harts,
                                 .pcs_only = import->pcs_only};
    nt_import_counts counts = {0};
    nt_progress silent = {0};
    if (format == NULL) {
        return nt_fail(error, "--format %s: no such format", import->format);
    }
    if (nt_import_check(format, &options, import->program != NULL, error) != 0 ||
        nt_import_file(format, &options, import->output, &silent, &counts, error) != 0) {
        return -1;
    }
    import->instructions = counts.instructions;
    import->traps = counts.traps;
    import->breaks = counts.breaks;
    import->first_break = counts.first_break;
    return 0;
}
