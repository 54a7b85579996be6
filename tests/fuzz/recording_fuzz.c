/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes read as a recording: events that can be written again and then are the same, or one
   line that says what is wrong; likewise as an image and as a retirement stream.

   Packed by zstd, most changes of a byte end at the checksum. So the first byte chooses: the rest
   is a file, or (0, 2) the plain bytes of one of version 1 or 2, which are packed here. */
#include "libntrace/program/format.h"
#include "libntrace/program/image.h"
#include "libntrace/program/writer.h"
#include "sim/stimulus/retire.h"
#include "tests/fuzz/memory_file.h"

#include <string.h>
#include <zstd.h>

enum { MOST = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(bool failed, const nt_error *error) {
    if (failed != (error->text[0] != '\0') || strchr(error->text, '\n') != NULL) {
        abort();
    }
}

/* Copies every event into the writer; the writer must take what the reader gave. */
static void copy(nt_reader *reader, nt_writer *writer) {
    nt_error error = {0};
    nt_error none = {0};
    nt_event event;
    int result;
    while ((result = nt_reader_next(reader, &event, &error)) > 0) {
        if (nt_writer_event(writer, &event, &none) != 0) {
            abort();
        }
    }
    check_error(result < 0, &error);
}

static void read_recording(const char *path) {
    nt_error error = {0};
    nt_reader *reader;
    nt_writer *writer;
    int result = nt_reader_open(&reader, path, &error);
    check_error(result < 0, &error);
    if (result != 0) {
        return;
    }
    if (nt_writer_open(&writer, "/dev/null", nt_reader_header(reader), &error) != 0) {
        abort();
    }
    copy(reader, writer);
    if (nt_writer_commit(writer, &error) != 0) {
        abort();
    }
    nt_reader_close(reader);
}

static void read_image(const char *path) {
    nt_error error = {0};
    nt_image *image = NULL;
    int result = nt_image_load(&image, path, 0, &error);
    check_error(result < 0, &error);
    uint64_t change;
    while (result == 0 && (change = nt_image_next_change(image)) != UINT64_MAX) {
        nt_image_advance(image, change);
        (void)nt_image_at(image, change * 2);
    }
    nt_image_free(image);
}

/* Single instructions, or runs: the same number of instructions, if both end well. */
static int count_retired(const char *path, bool single, uint64_t *count, nt_error *error) {
    nt_retire *retire;
    nt_retired retired;
    nt_retire_run run;
    int result;
    if (nt_retire_open(&retire, path, 0, error) != 0) {
        return -1;
    }
    *count = 0;
    while (*count < MOST && (result = single ? nt_retire_next(retire, &retired, error)
                                             : nt_retire_next_run(retire, &run, error)) > 0) {
        *count += single ? retired.kind == NT_RETIRED_INSN : run.instructions;
    }
    nt_retire_close(retire);
    return *count < MOST ? result : -1;
}

static void read_retired(const char *path) {
    nt_error error = {0};
    uint64_t runs;
    uint64_t single;
    if (count_retired(path, false, &runs, &error) == 0 &&
        count_retired(path, true, &single, &error) == 0 && runs != single) {
        abort();
    }
}

static size_t pack(uint8_t *packed, size_t room, const uint8_t *plain, size_t size,
                   uint8_t version) {
    memcpy(packed, NT_RECORDING_MAGIC, NT_RECORDING_MAGIC_SIZE);
    packed[NT_RECORDING_MAGIC_SIZE] = version;
    ZSTD_CCtx *zstd = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    size_t length = ZSTD_compress2(zstd, packed + 9, room - 9, plain, size);
    ZSTD_freeCCtx(zstd);
    return ZSTD_isError(length) ? 0 : 9 + length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0 || size > MOST) {
        return 0;
    }
    uint8_t packed[2 * MOST];
    const uint8_t *bytes = data + 1;
    size_t length = size - 1;
    if (data[0] == 0 || data[0] == NT_RECORDING_VERSION_ACCESSES) {
        uint8_t version = data[0] == 0 ? NT_RECORDING_VERSION : NT_RECORDING_VERSION_ACCESSES;
        length = pack(packed, sizeof packed, bytes, length, version);
        bytes = packed;
    }
    memory_file file = memory_file_open(bytes, length);
    read_recording(file.path);
    read_image(file.path);
    read_retired(file.path);
    memory_file_close(&file);
    return 0;
}
