/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/input_file.h"

#include "libntrace/util/input_stream.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 16 };

struct nt_input_file {
    nt_input_stream *stream; /* NULL: `memory` */
    uint8_t *memory;         /* the file's bytes */
    size_t memory_size;
    size_t memory_at; /* of the first that was not read */
    char *path;
    uint64_t offset; /* of the buffer's first byte that was not read */
    uint64_t lines;
    int failed; /* errno of a read that failed, for those who ask again */
    size_t at;
    size_t size;
    uint8_t buffer[BUFFER];
};

/* A file without what it is read from; NULL with the error set. */
static nt_input_file *new_file(const char *path, nt_error *error) {
    nt_input_file *f = malloc(sizeof *f);
    char *name = strdup(path);
    if (f == NULL || name == NULL) {
        free(f);
        free(name);
        nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", path);
        return NULL;
    }
    f->stream = NULL;
    f->memory = NULL;
    f->memory_size = f->memory_at = 0;
    f->path = name;
    f->offset = f->lines = 0;
    f->failed = 0;
    f->at = f->size = 0;
    return f;
}

int nt_input_file_open(nt_input_file **file, const char *path, nt_error *error) {
    nt_input_file *f = new_file(path, error);
    if (f == NULL) {
        return -1;
    }
    f->stream = nt_input_stream_open(path);
    if (f->stream == NULL) {
        nt_fail_as(error, NT_ERROR_FILE, "%s: %s", path, strerror(errno));
        free(f->path);
        free(f);
        return -1;
    }
    *file = f;
    return 0;
}

int nt_input_file_open_bytes(nt_input_file **file, const char *path, const uint8_t *bytes,
                             size_t size, nt_error *error) {
    nt_input_file *f = new_file(path, error);
    if (f == NULL) {
        return -1;
    }
    f->memory = malloc(size + 1); /* none is no failure */
    if (f->memory == NULL) {
        nt_input_file_close(f);
        return nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", path);
    }
    memcpy(f->memory, bytes, size);
    f->memory_size = size;
    *file = f;
    return 0;
}

void nt_input_file_close(nt_input_file *file) {
    if (file != NULL) {
        if (file->stream != NULL) {
            nt_input_stream_close(file->stream);
        }
        free(file->memory);
        free(file->path);
        free(file);
    }
}

static ptrdiff_t read_memory(nt_input_file *file, uint8_t *bytes) {
    size_t left = file->memory_size - file->memory_at;
    size_t part = left < BUFFER ? left : BUFFER;
    memcpy(bytes, file->memory + file->memory_at, part);
    file->memory_at += part;
    return (ptrdiff_t)part;
}

/* BUFFER bytes, or fewer; -1: an error. */
static ptrdiff_t read_some(nt_input_file *file, uint8_t *bytes, nt_error *error) {
    errno = 0;
    const char *reason = NULL;
    ptrdiff_t came = file->stream == NULL
                         ? read_memory(file, bytes)
                         : nt_input_stream_read(file->stream, bytes, BUFFER, &reason);
    if (came < 0) {
        file->failed = errno != 0 ? errno : file->failed;
        return nt_fail_at(error, came == -2 ? NT_ERROR_BUILD : NT_ERROR_FILE, file->path,
                          file->offset, "%s", reason == NULL ? strerror(file->failed) : reason);
    }
    return came;
}

/* 1: there is a byte in the buffer; 0: the end; -1: an error. */
static int fill(nt_input_file *file, nt_error *error) {
    if (file->at < file->size) {
        return 1;
    }
    ptrdiff_t came = read_some(file, file->buffer, error);
    if (came < 0) {
        return -1;
    }
    file->at = 0;
    file->size = (size_t)came;
    return came > 0;
}

ptrdiff_t nt_input_file_read(nt_input_file *file, void *bytes, size_t size, nt_error *error) {
    size_t done = 0;
    ptrdiff_t result = 1;
    while (file->at == file->size && size - done >= BUFFER && result > 0) { /* past the buffer */
        result = read_some(file, (uint8_t *)bytes + done, error);
        done += result < 0 ? 0 : (size_t)result;
        file->offset += result < 0 ? 0 : (uint64_t)result;
    }
    while (done < size && result > 0 && (result = fill(file, error)) > 0) {
        size_t part = file->size - file->at;
        if (part > size - done) {
            part = size - done;
        }
        memcpy((uint8_t *)bytes + done, file->buffer + file->at, part);
        file->at += part;
        file->offset += part;
        done += part;
    }
    return result < 0 ? -1 : (ptrdiff_t)done;
}

int nt_input_file_peek(nt_input_file *file) {
    return fill(file, NULL) > 0 ? file->buffer[file->at] : -1;
}

static int line_fail(const nt_input_file *file, const char *reason, nt_error *error) {
    return nt_fail_as(error, NT_ERROR_FORMAT, "%s: line %" PRIu64 ": offset %" PRIu64 ": %s",
                      file->path, file->lines, file->offset, reason);
}

int nt_input_file_line(nt_input_file *file, char *line, size_t size, nt_error *error) {
    size_t used = 0;
    int result = fill(file, error);
    if (result <= 0) {
        return result;
    }
    file->lines++;
    const uint8_t *end = NULL;
    while (end == NULL && (result = fill(file, error)) > 0) {
        const uint8_t *from = file->buffer + file->at;
        size_t part = file->size - file->at;
        end = memchr(from, '\n', part);
        if (end != NULL) {
            part = (size_t)(end - from);
        }
        if (part >= size - used) {
            return line_fail(file, "the line is too long", error);
        }
        memcpy(line + used, from, part);
        used += part;
        part += end != NULL;
        file->at += part;
        file->offset += part;
    }
    if (result < 0) {
        return -1;
    }
    if (used > 0 && line[used - 1] == '\r') {
        used--;
    }
    if (file->lines == 1 && used >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0) {
        used -= 3; /* the byte order mark that some editors put in front of text */
        memmove(line, line + 3, used);
    }
    line[used] = '\0';
    return memchr(line, '\0', used) == NULL ? 1 : line_fail(file, "not text", error);
}

const char *nt_input_file_path(const nt_input_file *file) {
    return file->path;
}

uint64_t nt_input_file_offset(const nt_input_file *file) {
    return file->offset;
}

uint64_t nt_input_file_lines(const nt_input_file *file) {
    return file->lines;
}

int nt_input_file_all(nt_input_file *file, size_t most, uint8_t **bytes, size_t *size,
                      nt_error *error) {
    size_t room = (size_t)1 << 16;
    *bytes = malloc(room);
    *size = 0;
    while (*bytes != NULL) {
        ptrdiff_t came = nt_input_file_read(file, *bytes + *size, room - *size, error);
        if (came < 0) {
            return -1;
        }
        *size += (size_t)came;
        if (*size < room) {
            return 0;
        }
        if (*size > most) {
            return nt_fail_at(error, NT_ERROR_LIMIT, file->path, most, "more than %zu MiB",
                              most >> 20);
        }
        room = room < most ? 2 * room : most + 1; /* one more byte tells that there are more */
        uint8_t *more = realloc(*bytes, room);
        if (more == NULL) {
            break;
        }
        *bytes = more;
    }
    return nt_fail_at(error, NT_ERROR_MEMORY, file->path, *size, "out of memory");
}
