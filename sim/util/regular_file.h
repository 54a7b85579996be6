/* SPDX-License-Identifier: Apache-2.0 */
/* Tells files that can be read again from devices, pipes and folders. */
#ifndef NT_UTIL_REGULAR_FILE_H
#define NT_UTIL_REGULAR_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

/* Returns whether the name is that of a regular file, whose status `status` gets (NULL: nobody
   needs it). */
bool nt_is_regular_file(const char *path, struct stat *status);

#endif
