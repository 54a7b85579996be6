/* SPDX-License-Identifier: Apache-2.0 */
/* The bins of the functional coverage: messages by mode and field (sim/check/message_bins.h), what
   the encoder's state comes through (state_bins.def), the rules of the checker. Those that no run
   can hit have the reason (unreachable.def). */
#ifndef NT_REPORT_BINS_H
#define NT_REPORT_BINS_H

#include <jansson.h>
#include <stddef.h>

typedef struct nt_bin {
    const char *group;  /* "message", "state", "rule" */
    const char *name;   /* unique with the group */
    const char *part;   /* of the group: a message with its mode, a state's group, a clause */
    const char *words;  /* what it is, or "" */
    const char *reason; /* why no run can hit it; NULL: one can */
} nt_bin;

/* Receives each bin; its texts are gone behind the call, but those of the tables. */
typedef void nt_bin_sink(void *context, const nt_bin *bin);

/* Hands over all bins, in the order of the tables. `widest`: the greatest value of each parameter
   of the RTL that ran, by which fields can have so many bytes and no more; NULL: not known. */
void nt_bins_each(const json_t *widest, nt_bin_sink *sink, void *context);

enum { NT_BIN_KEY = 160 }; /* is enough for any key */

/* Writes "GROUP: NAME", by which result files name a bin. */
void nt_bin_key(char key[NT_BIN_KEY], const char *group, const char *name);

#endif
