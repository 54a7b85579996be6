/* SPDX-License-Identifier: Apache-2.0 */
/* Finds what stands beside the running program. */
#ifndef NT_UTIL_BESIDE_H
#define NT_UTIL_BESIDE_H

#include "libntrace/util/error.h"

#include <limits.h>

/* Makes the path of PLACE in the program's folder, as make builds it; where that is the folder bin
   of an installation and nothing is there, in ../lib/ntrace. Returns 0, or -1 with the error set.
 */
int nt_path_beside(char path[PATH_MAX], const char *place, nt_error *error);

/* Returns how a command that builds such a path ends: "", or where it is installed with the words
   for that. */
const char *nt_beside_rest(const char *path);

#endif
