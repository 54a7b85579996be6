/* Any bytes as a log of Spike's commits. */
#include "sim/recording/import.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void import(const char *path, unsigned xlen) {
    const nt_recording_header header = {
        .xlen = (uint8_t)xlen, .harts = 2, .parts = (1 << NT_ACCESSES) - 1, .source = "fuzz"};
    const nt_import_options options = {.input = path, .xlen = xlen, .harts = 2};
    nt_error error = {0};
    nt_import_counts counts = {0};
    nt_progress progress = {0};
    nt_writer *writer;
    if (nt_writer_open(&writer, "/dev/null", &header, &error) != 0) {
        abort();
    }
    int result = nt_import_spike(&options, writer, &progress, &counts, &error);
    if ((result != 0) != (error.text[0] != '\0') || strchr(error.text, '\n') != NULL) {
        abort();
    }
    if (result != 0) {
        nt_writer_abort(writer);
    } else if (nt_writer_commit(writer, &error) != 0) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    memory_file file = memory_file_open(data, size);
    import(file.path, 64);
    import(file.path, 32);
    memory_file_close(&file);
    return 0;
}
