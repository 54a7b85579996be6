/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 (FIPS 180-4), by libmd: names contents so that nobody can make others of the same name.
 */
#ifndef NT_UTIL_SHA256_H
#define NT_UTIL_SHA256_H

#include "libntrace/util/error.h"

#include <sha2.h>
#include <stddef.h>

enum { NT_SHA256_TEXT = SHA256_DIGEST_STRING_LENGTH }; /* 64 hexadecimal digits and the end */

typedef struct nt_sha256 {
    SHA2_CTX context;
} nt_sha256;

void nt_sha256_begin(nt_sha256 *sum);
void nt_sha256_add(nt_sha256 *sum, const void *bytes, size_t size);

/* Writes the sum in lower-case hexadecimal digits; `sum` is used up. */
void nt_sha256_end(nt_sha256 *sum, char text[NT_SHA256_TEXT]);

/* Sums up a file as it lies on the disk. Returns 0, or -1 with the error set. */
int nt_sha256_file(char text[NT_SHA256_TEXT], const char *path, nt_error *error);

#endif
