/* SPDX-License-Identifier: Apache-2.0 */
/* Holds the Ownership of a hart, to begin a part of the stream with. */
#ifndef NT_DECODE_OWNER_H
#define NT_DECODE_OWNER_H

#include "ntrace/flow.h"
#include "ntrace/program.h"

#include <stdbool.h>
#include <stdint.h>

/* Holds the last Ownership message of each FORMAT; a context of 64 bits less those below it. */
typedef struct nt_owner {
    struct {
        bool told;
        uint64_t process; /* PROCESS */
    } format[4];
    uint8_t last; /* FORMAT of the last one */
} nt_owner;

/* Updates it from an Ownership message's PROCESS; FORMAT 1, which is reserved, has no effect. */
void nt_owner_take_process(nt_owner *owner, uint64_t process);
/* Updates it from an event; only Ownership events have an effect. */
void nt_owner_take(nt_owner *owner, const nt_flow_event *event);
bool nt_owner_same(const nt_owner *a, const nt_owner *b);
/* Sets the view to this Ownership and nothing else. */
void nt_owner_show(const nt_owner *owner, nt_view *view);

#endif
