/* SPDX-License-Identifier: Apache-2.0 */
/* Opens the bytes that an encoder sent: raw, or a text of hexadecimal digits. */
#ifndef NT_VECTORS_STREAM_FILE_H
#define NT_VECTORS_STREAM_FILE_H

#include "libntrace/util/error.h"

#include <limits.h>
#include <stdio.h>

typedef struct nt_stream_file {
    char path[PATH_MAX]; /* of raw bytes */
    FILE *bytes;         /* of a text: the bytes, which have no name; else NULL */
} nt_stream_file;

/* Opens a file; one whose name ends in ".hex" or ".HEX" is a text. Returns 0, or -1 with the error
   set; nt_stream_file_close in any case. */
int nt_stream_file_open(nt_stream_file *file, const char *path, nt_error *error);

/* Opens a text: bytes of two digits each, blanks or none between them, with or without 0x; comments
   begin with '#' or "//". "@ADDRESS" ($writememh) is the address of the next word: the first may be
   any, others go on where the words before end. Returns as the other. */
int nt_stream_file_digits(nt_stream_file *file, const char *path, nt_error *error);
void nt_stream_file_close(nt_stream_file *file);

#endif
