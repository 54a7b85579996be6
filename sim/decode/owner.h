/* What Ownership messages have told of a hart so far, to begin a part of the stream with. */
#ifndef NT_DECODE_OWNER_H
#define NT_DECODE_OWNER_H

#include "ntrace/flow.h"
#include "ntrace/program.h"

#include <stdbool.h>
#include <stdint.h>

/* The last Ownership message of each FORMAT; a context of 64 bits less those below it. */
typedef struct nt_owner {
    struct {
        bool told;
        uint64_t process; /* PROCESS */
    } format[4];
    uint8_t last; /* FORMAT of the last one */
} nt_owner;

/* An Ownership message's PROCESS; FORMAT 1, which is reserved, changes nothing. */
void nt_owner_take_process(nt_owner *owner, uint64_t process);
/* The same of an event; only Ownership events change anything. */
void nt_owner_take(nt_owner *owner, const nt_flow_event *event);
bool nt_owner_same(const nt_owner *a, const nt_owner *b);
/* Makes the view one that has been told this and nothing else. */
void nt_owner_show(const nt_owner *owner, nt_view *view);

#endif
