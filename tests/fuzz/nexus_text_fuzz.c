/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a pcinfo and, after a line that is empty but for "--", a pcseq that goes with it. */
#include "sim/recording/import.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char mark[] = "\n--\n";

static void import(const char *pcinfo, const char *pcseq, unsigned xlen) {
    const nt_recording_header header = {.xlen = (uint8_t)xlen, .harts = 1, .source = "fuzz"};
    const nt_import_options options = {.input = pcseq, .pcinfo = pcinfo, .xlen = xlen};
    nt_error error = {0};
    nt_import_counts counts = {0};
    nt_progress progress = {0};
    nt_writer *writer;
    if (nt_writer_open(&writer, "/dev/null", &header, &error) != 0) {
        abort();
    }
    int result = nt_import_format_pcseq.run(&options, writer, &progress, &counts, &error);
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
    const uint8_t *middle = memmem(data, size, mark, sizeof mark - 1);
    size_t first = middle == NULL ? size : (size_t)(middle - data) + 1;
    size_t second = middle == NULL ? size : first + sizeof mark - 2;
    memory_file pcinfo = memory_file_open(data, first);
    memory_file pcseq = memory_file_open(data + second, size - second);
    import(pcinfo.path, pcseq.path, 64);
    import(pcinfo.path, pcseq.path, 32);
    memory_file_close(&pcinfo);
    memory_file_close(&pcseq);
    return 0;
}
