/* SPDX-License-Identifier: Apache-2.0 */
/* A group of the tandem-verification trace as a JSON object (docs/tandem.md). */
#ifndef NT_TANDEM_JSON_H
#define NT_TANDEM_JSON_H

#include "ntrace/tandem.h"

#include <jansson.h>

/* Returns an object that the caller frees. `pc`: the pc after the group; NULL: not known. NULL: out
   of memory. */
json_t *nt_tandem_json(const nt_tandem_group *group, const uint64_t *pc);

#endif
