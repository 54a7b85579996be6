/* SPDX-License-Identifier: Apache-2.0 */
/* Opens a file, or standard input ("-"), as plain bytes. input_zlib.c unpacks gzip on the way;
   input_plain.c is for builds without zlib, and refuses what is packed. */
#ifndef NT_UTIL_INPUT_STREAM_H
#define NT_UTIL_INPUT_STREAM_H

#include <stddef.h>
#include <stdint.h>

typedef struct nt_input_stream nt_input_stream;

/* Returns NULL with errno set. */
nt_input_stream *nt_input_stream_open(const char *path);
void nt_input_stream_close(nt_input_stream *stream);

/* Reads up to `size` bytes, which is below 2^31, and returns their number; 0: the end. Returns -1
   with `reason` set, or NULL in it where errno has the reason; -2 with `reason` set where this
   build cannot read the file. */
ptrdiff_t nt_input_stream_read(nt_input_stream *stream, uint8_t *bytes, size_t size,
                               const char **reason);

#endif
