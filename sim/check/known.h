/* SPDX-License-Identifier: Apache-2.0 */
/* Remembers messages that broke no rule about a message alone: their fields, and what they asked of
   the rules, alone and in their usual place. Code repeats, so messages do. */
#ifndef NT_CHECK_KNOWN_H
#define NT_CHECK_KNOWN_H

#include "ntrace/messages.h"
#include "sim/check/asked.h"
#include "sim/check/message_bins.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    NT_CHECK_KNOWN_BITS = 12,
    NT_CHECK_KNOWN = 1 << NT_CHECK_KNOWN_BITS, /* slots, direct-mapped by bytes */
    NT_CHECK_KNOWN_BYTES = 16,                 /* longer messages are not remembered */
};

typedef struct nt_check_known {
    uint64_t bytes[2]; /* zeros behind its end */
    bool judged;       /* it is known; else it has come once */
    bool branch;       /* it is a branch message that is no trap, without SYNC */
    bool jumps;        /* and it reports a jump */
    uint8_t tried;     /* in a quiet place of a trace of this mode it has been judged, */
    uint8_t placed;    /* and of this one it is known what it asks there; 0: none */
    nt_check_asked alone;
    nt_check_asked place;
    nt_bin_mode bin; /* of its place */
    nt_message_places places;
    nt_message message;
} nt_check_known;

struct nt_check;

/* Judges the message in the framer by the rules about a message alone, as nt_check_fields, and
   decodes it; the results have that once it is settled. Returns what is known of it; NULL: it is to
   be decoded and judged. */
nt_check_known *nt_check_judge_known(struct nt_check *check);

/* Decodes and judges it, and remembers that if it came before. Returns the status of the codec.
   Fields that are not there read as 0. */
nt_message_status nt_check_judge_alone(struct nt_check *check, nt_message *message);

/* Gives the results what has come of known messages since. */
void nt_check_settle_known(struct nt_check *check);

/* Forgets all, and paths, as the options or the decoders are others. */
void nt_check_forget_known(struct nt_check *check);

#endif
