/* How many messages of each TCODE there were, as all commands tell it. */
#ifndef NT_UTIL_TCODE_COUNTS_H
#define NT_UTIL_TCODE_COUNTS_H

#include "ntrace/messages.h"

#include <jansson.h>

/* An object of the counts that are not 0, by name, or by number where a TCODE has none. */
json_t *nt_tcode_counts_json(const uint64_t by_tcode[NT_TCODES]);

/* Enough for the names and counts of some TCODEs. */
enum { NT_TCODE_COUNTS_TEXT = 256 };

/* "DataWrite 3, Watchpoint 1, TCODE 40 2": those that N-Trace reserves; empty where there are none.
   More than fit end in "...". */
void nt_tcode_counts_reserved(const uint64_t by_tcode[NT_TCODES], char text[NT_TCODE_COUNTS_TEXT]);

#endif
