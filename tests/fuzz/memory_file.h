/* Bytes as a file with a path, for readers that take paths. */
#ifndef NT_FUZZ_MEMORY_FILE_H
#define NT_FUZZ_MEMORY_FILE_H

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

#endif
