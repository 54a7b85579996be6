/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes as a file with a path, for readers that take paths. */
#ifndef NT_FUZZ_MEMORY_FILE_H
#define NT_FUZZ_MEMORY_FILE_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct memory_file {
    int fd;
    char path[32];
} memory_file;

static inline memory_file memory_file_open(const uint8_t *bytes, size_t size) {
    memory_file file = {.fd = memfd_create("fuzz", 0)};
    if (file.fd < 0 || (size != 0 && write(file.fd, bytes, size) != (ssize_t)size)) {
        abort();
    }
    (void)snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.fd);
    return file;
}

static inline void memory_file_close(const memory_file *file) {
    close(file->fd);
}

/* A pipe as a file with a path, for writers, which put a regular file beside its place; what is
   written must be no more than memory_pipe_room. */
enum { memory_pipe_room = 1 << 20 };

typedef struct memory_pipe {
    int ends[2];
    char path[32];
} memory_pipe;

static inline memory_pipe memory_pipe_open(void) {
    memory_pipe pipe_;
    if (pipe(pipe_.ends) != 0 || fcntl(pipe_.ends[1], F_SETPIPE_SZ, memory_pipe_room) < 0) {
        abort();
    }
    (void)snprintf(pipe_.path, sizeof pipe_.path, "/proc/self/fd/%d", pipe_.ends[1]);
    return pipe_;
}

/* What was written, as a file; the pipe is gone. */
static inline memory_file memory_pipe_close(const memory_pipe *pipe_) {
    static uint8_t bytes[memory_pipe_room];
    size_t size = 0;
    ssize_t got;
    close(pipe_->ends[1]);
    while ((got = read(pipe_->ends[0], bytes + size, sizeof bytes - size)) > 0) {
        size += (size_t)got;
    }
    close(pipe_->ends[0]);
    return memory_file_open(bytes, size);
}

#endif
