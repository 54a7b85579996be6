/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the verdict of a report still holds: of the sources that its results were made of, which
   have changed since. */
#ifndef NT_REPORT_EXPIRY_H
#define NT_REPORT_EXPIRY_H

#include "libntrace/util/error.h"

#include <jansson.h>
#include <stdio.h>

/* Reads a report that `ntrace report --json` has written. NULL with the error set: it is none, or
   was made before reports named sources. */
json_t *nt_expiry_read(const char *path, nt_error *error);

/* Compares the sources of the report with those in the folder `tree`. Returns an object: `passed`,
   the report's verdict; `sources`, how many it covers; `changed`, an object with a reason for each
   that is not as it was; `unknown`, how many results name no sources; `holds`: it passed, and
   nothing has changed. NULL with the error set. */
json_t *nt_expiry_check(const json_t *report, const char *tree, nt_error *error);

#endif
