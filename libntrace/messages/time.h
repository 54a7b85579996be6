/* Absolute times from TSTAMP fields (N-Trace 1.0, "Timestamp Reporting"). */
#ifndef NT_DECODE_TIME_H
#define NT_DECODE_TIME_H

#include "ntrace/messages.h"

#include <stdbool.h>
#include <stdint.h>

/* Of one source. All 0 before the first message. */
typedef struct nt_time {
    bool known;   /* since a synchronizing message with TSTAMP */
    uint64_t now; /* of the last message that had a TSTAMP */
} nt_time;

/* Takes a message; true: `now` is its time. `bits`: width of the encoder's time, 1 to 64, where it
   wraps. */
static inline bool nt_time_take(nt_time *time, const nt_message *message, unsigned bits) {
    bool absolute = nt_message_has(message, NT_FIELD_SYNC);
    if (!nt_message_has(message, NT_FIELD_TSTAMP) || (!absolute && !time->known)) {
        return false;
    }
    uint64_t tstamp = message->value[NT_FIELD_TSTAMP];
    time->now = (absolute ? tstamp : time->now + tstamp) & UINT64_MAX >> (64 - bits);
    time->known = true;
    return true;
}

#endif
