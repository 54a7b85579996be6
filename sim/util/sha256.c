/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/sha256.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void nt_sha256_begin(nt_sha256 *sum) {
    SHA256Init(&sum->context);
}

void nt_sha256_add(nt_sha256 *sum, const void *bytes, size_t size) {
    SHA256Update(&sum->context, bytes, size);
}

void nt_sha256_end(nt_sha256 *sum, char text[NT_SHA256_TEXT]) {
    (void)SHA256End(&sum->context, text);
}

int nt_sha256_file(char text[NT_SHA256_TEXT], const char *path, nt_error *error) {
    uint8_t piece[1 << 14];
    nt_sha256 sum;
    size_t size;
    FILE *file = fopen(path, "rbe");
    if (file == NULL) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    nt_sha256_begin(&sum);
    while ((size = fread(piece, 1, sizeof piece, file)) > 0) {
        nt_sha256_add(&sum, piece, size);
    }
    int result = ferror(file) ? nt_fail(error, "%s: %s", path, strerror(errno)) : 0;
    (void)fclose(file);
    nt_sha256_end(&sum, text);
    return result;
}
