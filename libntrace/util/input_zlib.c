/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/input_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#ifdef _WIN32
#include <io.h>
#define O_CLOEXEC (O_BINARY | O_NOINHERIT)
#endif

/* Standard input, in whose place nothing else comes. */
static int open_standard(void) {
#ifdef _WIN32
    (void)_setmode(STDIN_FILENO, O_BINARY);
#endif
    return dup(STDIN_FILENO);
}

/* It is zlib's own object, under a name of ours. */
static gzFile file_of(nt_input_stream *stream) {
    return (gzFile)(void *)stream;
}

nt_input_stream *nt_input_stream_open(const char *path) {
    int descriptor = strcmp(path, "-") == 0 ? open_standard() : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return NULL;
    }
    gzFile file = gzdopen(descriptor, "rb");
    if (file == NULL) {
        close(descriptor);
        errno = ENOMEM;
        return NULL;
    }
    gzbuffer(file, 1 << 14); /* reads of more than twice as many bytes go past it */
    return (nt_input_stream *)(void *)file;
}

void nt_input_stream_close(nt_input_stream *stream) {
    gzclose(file_of(stream));
}

ptrdiff_t nt_input_stream_read(nt_input_stream *stream, uint8_t *bytes, size_t size,
                               const char **reason) {
    int came = gzread(file_of(stream), bytes, (unsigned)size);
    int code = Z_OK;
    *reason = came > 0 ? NULL : gzerror(file_of(stream), &code);
    if (came >= 0 && code != Z_BUF_ERROR) { /* that is gzip data which is cut off */
        return came;
    }
    *reason = code == Z_ERRNO ? NULL : *reason;
    return -1;
}
