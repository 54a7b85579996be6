/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/recording/import.h"

#include "libntrace/util/error.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define ADDRESS(name) &nt_import_format_##name,
const nt_import_format *const nt_import_formats[] = {NT_IMPORT_FORMATS(ADDRESS) NULL};
#undef ADDRESS

const nt_import_format *nt_import_format_named(const char *name) {
    for (size_t i = 0; nt_import_formats[i] != NULL; i++) {
        if (strcmp(nt_import_formats[i]->name, name) == 0) {
            return nt_import_formats[i];
        }
    }
    return NULL;
}

int nt_import_check(const nt_import_format *format, const nt_import_options *options,
                    bool has_image, nt_error *error) {
    if (format->wants_pcinfo != (options->pcinfo != NULL)) {
        return nt_fail(error, "--format %s %s --pcinfo", format->name,
                       format->wants_pcinfo ? "needs" : "does not take");
    }
    if (format->wants_image != has_image) {
        return nt_fail(error, "--format %s %s --image", format->name,
                       format->wants_image ? "needs" : "does not take");
    }
    if (!format->takes_scope && (options->scope != NULL || options->clock != NULL)) {
        return nt_fail(error, "--format %s does not take --scope or --clock", format->name);
    }
    if (!format->takes_map && options->map != NULL) {
        return nt_fail(error, "--format %s does not take --map", format->name);
    }
    if (options->harts > format->most_harts) {
        return nt_fail(error, "--harts %u: --format %s has %u at most", options->harts,
                       format->name, format->most_harts);
    }
    if (format->xlen != 0 && options->xlen != 0 && options->xlen != format->xlen) {
        return nt_fail(error, "--xlen %u: --format %s has %u", options->xlen, format->name,
                       format->xlen);
    }
    return 0;
}

/* As it is told, as the format always has it, or as the program has it. */
static void set_xlen(const nt_import_format *format, nt_import_options *options) {
    const unsigned has = options->program != NULL ? nt_program_xlen(options->program) : 0;
    if (options->xlen == 0) {
        options->xlen = format->xlen != 0 ? format->xlen : 64;
    }
    options->xlen = has != 0 ? has : options->xlen;
}

int nt_import_file(const nt_import_format *format, nt_import_options *options, const char *output,
                   nt_progress *progress, nt_import_counts *counts, nt_error *error) {
    set_xlen(format, options);
    nt_recording_header header = {.size = sizeof header,
                                  .xlen = (uint8_t)options->xlen,
                                  .harts = (uint16_t)options->harts,
                                  .parts = options->pcs_only ? 0 : format->parts,
                                  .unknowns = true};
    (void)snprintf(header.source, sizeof header.source, "import: %s", format->source);
    nt_writer *writer;
    if (nt_writer_open(&writer, output, &header, error) != 0) {
        return -1;
    }
    if (format->run(options, writer, progress, counts, error) != 0) {
        nt_writer_abort(writer);
        return -1;
    }
    return nt_writer_commit(writer, error);
}
