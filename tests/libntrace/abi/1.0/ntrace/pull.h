/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes by request: the caller asks for one event after the other, and may stop at any, look at
   the code as it is there, and go on later. Beside <ntrace/flow.h>, which hands events to a
   function; each event costs about a microsecond more. */
#ifndef NTRACE_PULL_H
#define NTRACE_PULL_H

#include <ntrace/error.h>
#include <ntrace/flow.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Is a decoder that waits at each event. It has a stack of its own, on which the functions of
   nt_code run too; they must not leave by longjmp or exceptions. */
typedef struct nt_pull nt_pull;

/* Allocates a decoder. `options` is copied; NULL: all 0. Returns NULL with the error set. */
nt_pull *nt_pull_new(const nt_code *code, const nt_flow_options *options, nt_error *error);
/* Frees it, at whatever event it waits, or nothing if it is NULL. */
void nt_pull_free(nt_pull *pull);

/* Gives the next bytes, after nt_pull_next has returned NULL. They must stay until it does so
   again. `last`: the stream ends with them (`size` may be 0). Returns 0, or -1: bytes given before
   are not used up, or the stream has ended. */
int nt_pull_give(nt_pull *pull, const uint8_t *bytes, size_t size, bool last);

/* Decodes up to the next event and returns it: valid until the next call. Returns NULL where the
   bytes are used up. */
const nt_flow_event *nt_pull_next(nt_pull *pull);

/* Returns the decoder, for nt_flow_get_counts, and where nt_pull_next has returned NULL for
   nt_flow_place and nt_flow_skip too. It must not get bytes from others. */
nt_flow *nt_pull_flow(nt_pull *pull);

#ifdef __cplusplus
}
#endif

#endif
