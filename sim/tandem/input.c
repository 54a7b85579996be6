/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/input.h"
#include "libntrace/util/input_file.h"
#include "sim/tandem/text.h"
#include "sim/util/trace_file.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

typedef struct input_run {
    const nt_tandem_input *input;
    nt_error *error;
    bool is_file;
    nt_tandem_reader reader;
    nt_tandem_unpacker unpacker;
} input_run;

int nt_tandem_take_xlen(void *given, const char *value, nt_error *error) {
    unsigned xlen;
    if (nt_take_xlen(&xlen, value, error) != 0) {
        return -1;
    }
    ((nt_tandem_given *)given)->xlen = xlen;
    return 0;
}

int nt_tandem_take_absent(void *given, const char *value, nt_error *error) {
    for (const char *word = value;;) {
        size_t size = strcspn(word, ",");
        unsigned kind = nt_tandem_find_kind(word, size);
        if (kind == NT_TANDEM_KINDS) {
            return nt_fail(error, "no such kind of element: %.*s", (int)size, word);
        }
        ((nt_tandem_given *)given)->absent |= (uint16_t)(1U << kind);
        if (word[size] == '\0') {
            return 0;
        }
        word += size + 1;
    }
}

/* The fault's line; a sink's -1 has set the error itself. */
static int fail_at(const input_run *run) {
    const nt_tandem_fault *fault = &run->reader.fault;
    char text[NT_TANDEM_TEXT];
    if (fault->kind == NT_TANDEM_OK) {
        return -1;
    }
    nt_tandem_fault_describe(fault, text);
    return nt_fail_at(run->error, NT_ERROR_FORMAT, run->input->path, fault->offset, "%s", text);
}

int nt_tandem_given_format(nt_tandem_format *format, const nt_tandem_given *given,
                           nt_error *error) {
    *format = (nt_tandem_format){.xlen = (uint8_t)given->xlen,
                                 .flen = (uint8_t)given->flen,
                                 .mlen = (uint8_t)given->mlen,
                                 .eaddr_xlen = given->eaddr_xlen,
                                 .absent = given->absent};
    return nt_tandem_format_complete(format, given->flen != NT_TANDEM_NOT_GIVEN, given->mlen != 0,
                                     error);
}

/* The header of a file of ours; options may say the same. */
static int set_from_header(input_run *run, const uint8_t *bytes, size_t size) {
    const nt_tandem_given *given = run->input->given;
    nt_tandem_format *format = &run->reader.format;
    if (nt_tandem_header_decode(format, bytes, size, &run->reader.fault) != 0) {
        return fail_at(run);
    }
    bool other = (given->xlen != 0 && given->xlen != format->xlen) ||
                 (given->flen != NT_TANDEM_NOT_GIVEN && given->flen != format->flen) ||
                 (given->mlen != 0 && given->mlen != format->mlen) ||
                 (given->eaddr_xlen && !format->eaddr_xlen);
    return other ? nt_fail(run->error,
                           "%s: the file has XLEN %u, FLEN %u, MLEN %u%s, the options not",
                           run->input->path, format->xlen, format->flen, format->mlen,
                           format->eaddr_xlen ? ", effective addresses of XLEN" : "")
                 : 0;
}

static int take_bytes(input_run *run, const uint8_t *bytes, size_t size) {
    int result = run->is_file ? nt_tandem_unpack(&run->unpacker, &run->reader, bytes, size)
                              : nt_tandem_read(&run->reader, bytes, size);
    return result < 0 ? fail_at(run) : result;
}

static int take_end(input_run *run) {
    int result = run->is_file ? nt_tandem_unpack_end(&run->unpacker, &run->reader)
                              : nt_tandem_read_end(&run->reader);
    return result < 0 ? fail_at(run) : result;
}

/* The format is known; `bytes` are the first ones. */
static int take_first(input_run *run, const uint8_t *bytes, size_t size) {
    const nt_tandem_input *input = run->input;
    run->is_file = nt_tandem_is_file(bytes, size);
    if ((run->is_file
             ? set_from_header(run, bytes, size)
             : nt_tandem_given_format(&run->reader.format, input->given, run->error)) != 0) {
        return -1;
    }
    run->reader.format.absent |= input->given->absent;
    nt_tandem_input_info info = {input->path, run->reader.format, run->is_file};
    int result = input->begin != NULL ? input->begin(input->context, &info) : 0;
    return result == 0 && !run->is_file ? take_bytes(run, bytes, size) : result;
}

static int read_file(input_run *run, nt_input_file *file) {
    uint8_t bytes[BLOCK];
    ptrdiff_t size = nt_input_file_read(file, bytes, NT_TANDEM_HEADER, run->error);
    if (size <= 0) {
        return size < 0
                   ? -1
                   : nt_fail(run->error, "%s: offset 0: the stream is empty", run->input->path);
    }
    int result = take_first(run, bytes, (size_t)size);
    while (result == 0 && (size = nt_input_file_read(file, bytes, sizeof bytes, run->error)) != 0) {
        result = size < 0 ? -1 : take_bytes(run, bytes, (size_t)size);
    }
    return result == 0 ? take_end(run) : result;
}

static int open_and_read(input_run *run) {
    nt_input_file *file;
    if (nt_trace_file_check(run->input->path, run->error) != 0 ||
        nt_input_file_open(&file, run->input->path, run->error) != 0) {
        return -1;
    }
    int result = read_file(run, file);
    nt_input_file_close(file);
    return result;
}

int nt_tandem_input_read(const nt_tandem_input *input, nt_error *error) {
    input_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    run->input = input;
    run->error = error;
    run->reader.complete = input->complete;
    run->reader.sink = input->sink;
    run->reader.context = input->context;
    int result = open_and_read(run);
    free(run);
    return result;
}
