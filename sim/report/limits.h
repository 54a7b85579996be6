/* SPDX-License-Identifier: Apache-2.0 */
/* How many bytes a variable field can take in the builds that ran: their parameters say how wide a
   value can be. */
#ifndef NT_REPORT_LIMITS_H
#define NT_REPORT_LIMITS_H

#include <jansson.h>
#include <stdint.h>

/* Returns the most bytes of the field at `place` of a message's layout, with the greatest value of
   each parameter in `widest`, and the parameter that says so; 0 where nothing is known. */
unsigned nt_limit_bytes(uint8_t tcode, unsigned place, const json_t *widest,
                        const char **parameter);

#endif
