/* SPDX-License-Identifier: Apache-2.0 */
/* Reads option structs of callers that were compiled with another version of the headers. */
#ifndef NT_UTIL_SIZED_H
#define NT_UTIL_SIZED_H

#include "ntrace/error.h"

#include <stddef.h>

/* Copies a struct whose first member is its size (size_t; 0: `first`, as in version 1.0) to one of
   `room` bytes: members that the caller does not know become 0, and those that are unknown here
   must be. The size stays as the caller knows it. Returns 0, or -1 with the error set. */
int nt_sized_copy(void *to, size_t room, const void *from, size_t first, nt_error *error);

/* Is the size of a struct up to its member `last`, of `size` bytes. */
#define NT_SIZED_UP_TO(type, last, size) (offsetof(type, last) + (size))

#endif
