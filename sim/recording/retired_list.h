/* SPDX-License-Identifier: Apache-2.0 */
/* Lists what retired, a line each, as text or JSON. */
#ifndef NT_RECORDING_RETIRED_LIST_H
#define NT_RECORDING_RETIRED_LIST_H

#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stdint.h>

/* Prints the first `limit` instructions of a hart and their traps on standard output. Returns 0,
   or -1 with the error set. */
int nt_retired_list(const char *recording, unsigned hart, uint64_t limit, bool json,
                    nt_error *error);

#endif
