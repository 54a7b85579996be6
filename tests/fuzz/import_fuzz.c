/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as an input of each format that `ntrace import` takes without other files. */
#include "sim/recording/import.h"
#include "sim/recording/signal_map.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* With 32 bits also what is off else: extensions, PCs alone, a map of names. */
static void import(const nt_import_format *format, const char *path, unsigned xlen) {
    const unsigned harts = format->most_harts > 1 ? 2 : 1;
    const bool more = xlen == 32;
    const nt_recording_header header = {.size = sizeof header,
                                        .xlen = (uint8_t)xlen,
                                        .harts = (uint16_t)harts,
                                        .parts = format->parts,
                                        .source = "fuzz",
                                        .unknowns = 1};
    const nt_import_options options = {.input = path,
                                       .xlen = xlen,
                                       .harts = harts,
                                       .isa = {.zcmp = more, .zcmt = more},
                                       .pcs_only = more && format->takes_scope};
    nt_error error = {0};
    nt_import_counts counts = {0};
    nt_progress progress = {0};
    nt_writer *writer;
    if (nt_writer_open(&writer, "/dev/null", &header, &error) != 0) {
        abort();
    }
    int result = format->run(&options, writer, &progress, &counts, &error);
    if ((result != 0) != (error.text[0] != '\0') || strchr(error.text, '\n') != NULL) {
        abort();
    }
    if (result != 0) {
        nt_writer_abort(writer);
    } else if (nt_writer_commit(writer, &error) != 0) {
        abort();
    }
}

static void read_map(const char *path) {
    nt_error error = {0};
    nt_signal_map map = {0};
    int result = nt_signal_map_read(&map, path, &error);
    if ((result != 0) != (error.text[0] != '\0') || strchr(error.text, '\n') != NULL) {
        abort();
    }
    (void)nt_signal_map_find(&map, "tb.core.valid");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_file file = memory_file_open(data, size);
    for (size_t i = 0; nt_import_formats[i] != NULL; i++) {
        const nt_import_format *format = nt_import_formats[i];
        if (!format->wants_image && !format->wants_pcinfo) {
            import(format, file.path, 64);
            import(format, file.path, 32);
        }
    }
    read_map(file.path);
    memory_file_close(&file);
    return 0;
}
