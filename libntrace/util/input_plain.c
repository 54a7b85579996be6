/* SPDX-License-Identifier: Apache-2.0 */
/* For builds without zlib: C11 alone. */
#include "libntrace/util/input_stream.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

struct nt_input_stream {
    FILE *file;
    bool begun;
    bool packed;
};

static FILE *open_file(const char *path) {
    if (strcmp(path, "-") != 0) {
        return fopen(path, "rb");
    }
#ifdef _WIN32
    (void)_setmode(_fileno(stdin), _O_BINARY);
#endif
    return stdin;
}

nt_input_stream *nt_input_stream_open(const char *path) {
    nt_input_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    stream->file = open_file(path);
    if (stream->file == NULL) {
        free(stream);
        return NULL;
    }
    return stream;
}

void nt_input_stream_close(nt_input_stream *stream) {
    if (stream->file != stdin) {
        (void)fclose(stream->file);
    }
    free(stream);
}

ptrdiff_t nt_input_stream_read(nt_input_stream *stream, uint8_t *bytes, size_t size,
                               const char **reason) {
    size_t came = stream->packed ? 0 : fread(bytes, 1, size, stream->file);
    *reason = NULL;
    if (came == 0 && ferror(stream->file)) {
        return -1;
    }
    stream->packed |= !stream->begun && came >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
    stream->begun = true;
    if (stream->packed) {
        *reason = "it is packed by gzip, without which this libntrace was built (NTRACE_ZLIB)";
        return -2;
    }
    return (ptrdiff_t)came;
}
