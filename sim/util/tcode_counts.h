/* SPDX-License-Identifier: Apache-2.0 */
/* Formats the number of messages of each TCODE, for all commands. */
#ifndef NT_UTIL_TCODE_COUNTS_H
#define NT_UTIL_TCODE_COUNTS_H

#include "ntrace/messages.h"

#include <jansson.h>

/* Returns an object of the counts that are not 0, by name, or by number if a TCODE has none. */
json_t *nt_tcode_counts_json(const uint64_t by_tcode[NT_TCODES]);

/* Is enough for the names and counts of some TCODEs. */
enum { NT_TCODE_COUNTS_TEXT = 256 };

/* Writes the counts of reserved TCODEs, as "DataWrite 3, Watchpoint 1, TCODE 40 2"; empty if
   there are none. More than fit end in "...". */
void nt_tcode_counts_reserved(const uint64_t by_tcode[NT_TCODES], char text[NT_TCODE_COUNTS_TEXT]);

/* Returns an object of the counts of vendors' codes that are not 0, by "TCODE 58" and "RCODE 9";
   `by_rcode`: of ResourceFull. */
json_t *nt_vendor_counts_json(const uint64_t by_tcode[NT_TCODES], const uint64_t by_rcode[16]);
/* Writes the same, as "TCODE 58 1, RCODE 9 17"; empty if there are none. */
void nt_vendor_counts(const uint64_t by_tcode[NT_TCODES], const uint64_t by_rcode[16],
                      char text[NT_TCODE_COUNTS_TEXT]);

#endif
