/* SPDX-License-Identifier: Apache-2.0 */
/* Sees to it that what a command writes is not what it reads. */
#ifndef NT_UTIL_OUTPUTS_H
#define NT_UTIL_OUTPUTS_H

#include "sim/util/options.h"

/* Looks for a word of argv, behind the first, that names the file of an output: another output, or
   an input, also by another name of the same file. Of `--opt=F`, `-oF` and `F,KEY=VALUE` the file's
   name counts. Returns 0, or -1 with the error set, for instance "--output F: 'F' is the same file;
   nothing was written". */
int nt_outputs_check(const nt_option *table, size_t count, const void *options, const bool *given,
                     int argc, char **argv, nt_error *error);

/* Looks for an output that would replace a file of a folder that is read, or of one below it: a
   regular file whose name ends with one of `ends` (the last is NULL). Outputs may be NULL. Returns
   0, or -1 with the error set. */
int nt_outputs_spare_folder(const char *const *outputs, size_t count, const char *folder,
                            const char *const *ends, nt_error *error);

/* Looks whether an output, as a file of a folder that is written, is the file of an input (NULL:
   there is none). Returns 0, or -1 with the error set. */
int nt_outputs_spare(const char *output, const char *input, nt_error *error);

/* Looks for two files that are one, of which neither need be there; those that are NULL are none.
   Returns 0, or -1 with the error set. */
int nt_outputs_differ(const char *const *outputs, size_t count, nt_error *error);

/* Returns where a command's words go: standard output, or standard error where one of the outputs
   ("-"; those that are NULL are none) is written to standard output. */
FILE *nt_outputs_words(const char *const *outputs, size_t count);

#endif
