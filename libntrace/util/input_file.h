/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a file, pipe or standard input ("-") as a stream of bytes, decompressing gzip. */
#ifndef NT_UTIL_INPUT_FILE_H
#define NT_UTIL_INPUT_FILE_H

#include "libntrace/util/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct nt_input_file nt_input_file;

/* Opens a file. Returns 0, or -1 with the error set. The caller owns `*file` until
   nt_input_file_close. */
int nt_input_file_open(nt_input_file **file, const char *path, nt_error *error);
/* Opens bytes in memory as if they were a file called `path`, as they are: gzip is not unpacked.
   They are copied. */
int nt_input_file_open_bytes(nt_input_file **file, const char *path, const uint8_t *bytes,
                             size_t size, nt_error *error);
void nt_input_file_close(nt_input_file *file); /* NULL is fine */

/* Reads up to `size` bytes and returns their number, fewer only at the end; -1 with the error
   set. */
ptrdiff_t nt_input_file_read(nt_input_file *file, void *bytes, size_t size, nt_error *error);

/* Returns the next byte without consuming it; -1 at the end, and on an error, which the next
   read reports. */
int nt_input_file_peek(nt_input_file *file);

/* Reads a line without its end ("\n" or "\r\n") to `line`, NUL-terminated. Returns 1; at the end
   of the file 0; -1 with the error set, also if a line has `size` bytes or more or a NUL in it. */
int nt_input_file_line(nt_input_file *file, char *line, size_t size, nt_error *error);

/* Reads all that follows, up to `most` bytes; more is an error. Returns 0, or -1 with the error
   set. The caller frees `*bytes`, also after an error. */
int nt_input_file_all(nt_input_file *file, size_t most, uint8_t **bytes, size_t *size,
                      nt_error *error);

const char *nt_input_file_path(const nt_input_file *file);
uint64_t nt_input_file_offset(const nt_input_file *file); /* bytes read, after decompression */
uint64_t nt_input_file_lines(const nt_input_file *file);  /* lines read: the last one's number */

#endif
