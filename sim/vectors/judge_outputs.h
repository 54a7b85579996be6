/* SPDX-License-Identifier: Apache-2.0 */
/* What is written of a folder that was judged. */
#ifndef NT_VECTORS_JUDGE_OUTPUTS_H
#define NT_VECTORS_JUDGE_OUTPUTS_H

#include "libntrace/util/error.h"

#include <jansson.h>
#include <stdbool.h>

typedef struct nt_folder_outputs {
    const char *junit; /* files; NULL: none */
    const char *report;
    const char *json_file; /* the word behind --json, like any other for nt_options_parse */
    bool json;             /* without a file: on standard output, in place of the text */
} nt_folder_outputs;

/* Looks for a file that would replace what is read: of the folder, of that of the vectors (NULL:
   the program's), the file of capabilities (NULL: none). Returns 0, or -1 with the error set. */
int nt_folder_outputs_check(const nt_folder_outputs *outputs, const char *folder, const char *from,
                            const char *have, nt_error *error);

/* Writes them, and prints the text. Returns 0, or -1 with the error set. */
int nt_folder_outputs_write(const nt_folder_outputs *outputs, json_t *judged, nt_error *error);

#endif
