/* SPDX-License-Identifier: Apache-2.0 */
/* Members of JSON objects in the order of their names: what is merged in any order comes out so. */
#ifndef NT_REPORT_KEYS_H
#define NT_REPORT_KEYS_H

#include <jansson.h>

/* Returns the keys in order, for the caller to free; the texts are the object's. NULL: no memory.
 */
const char **nt_sorted_keys(json_t *object);

/* Returns a new object with the same members in order; NULL: no memory. */
json_t *nt_sorted(json_t *object);

#endif
