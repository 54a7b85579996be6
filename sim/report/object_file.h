/* SPDX-License-Identifier: Apache-2.0 */
/* Reads one JSON value that is a file, as `ntrace report --json` writes it. */
#ifndef NT_REPORT_OBJECT_FILE_H
#define NT_REPORT_OBJECT_FILE_H

#include "libntrace/util/error.h"

#include <jansson.h>

/* Returns the value, for the caller to release; NULL, with file and line in the error, if it cannot
   be read or is no JSON. */
json_t *nt_object_file_read(const char *path, nt_error *error);

#endif
