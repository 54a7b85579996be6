/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a file that appears under its name whole, or not at all: it is written beside its place
   and renamed by the commit. "-" is standard output; devices and pipes are written directly. */
#ifndef NT_UTIL_OUTPUT_FILE_H
#define NT_UTIL_OUTPUT_FILE_H

#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct nt_output_file nt_output_file;

/* Functions that return int return 0, or -1 with the error set. The caller owns `*file` until
   commit or abort. */
int nt_output_file_open(nt_output_file **file, const char *path, nt_error *error);
int nt_output_file_write(nt_output_file *file, const void *bytes, size_t size, nt_error *error);

/* Returns the stream that it is written to, for what prints; the commit tells of errors. */
FILE *nt_output_file_stream(nt_output_file *file);

/* Ends the file and frees `file`, also on an error, which leaves no file. */
int nt_output_file_commit(nt_output_file *file, nt_error *error);

/* Ends two files, which appear both or neither, and frees them. Where this process is killed
   between the two renames, `beside` is the new one alone. Both must be regular files (replaceable).
 */
int nt_output_file_commit_pair(nt_output_file *file, nt_output_file *beside, nt_error *error);

/* Returns whether a name is a regular file, or not in use: a rename would replace a device by a
   file. */
bool nt_output_file_is_replaceable(const char *path);

/* Writes a whole file of text. */
int nt_output_file_text(const char *path, const char *text, nt_error *error);

/* Frees `file` and leaves nothing behind on disk; accepts NULL. */
void nt_output_file_abort(nt_output_file *file);

#endif
