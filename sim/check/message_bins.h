/* SPDX-License-Identifier: Apache-2.0 */
/* Counts messages by mode, TCODE and field: the bins of the functional coverage of messages. They
   are made of the table of messages (libntrace/messages): a fixed field has a bin for each value, a
   variable one for each number of bytes that it can take, one that is configured also for its
   absence. */
#ifndef NT_CHECK_MESSAGE_BINS_H
#define NT_CHECK_MESSAGE_BINS_H

#include "ntrace/messages.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    NT_BIN_TCODES = NT_TCODE_PROG_TRACE_CORRELATION + 1,
    NT_BIN_VALUES = 16, /* of a field: values, or bytes (0: absent) */
    NT_BIN_NAME = 80,   /* is enough for any name */
};

/* Lists the modes by what a stream has shown or trTeInstMode has said. */
typedef enum nt_bin_mode { NT_BIN_BTM, NT_BIN_HTM, NT_BIN_MODES } nt_bin_mode;

/* Holds the counts; all 0 before the first message. */
typedef struct nt_message_bins {
    uint64_t messages[NT_BIN_MODES][NT_BIN_TCODES];
    uint64_t values[NT_BIN_MODES][NT_BIN_TCODES][NT_MESSAGE_FIELDS][NT_BIN_VALUES];
} nt_message_bins;

/* Holds the bins of a message, whatever the mode. */
typedef struct nt_message_places {
    uint8_t tcode;
    uint8_t count;
    uint16_t value[NT_MESSAGE_FIELDS]; /* of nt_message_bins.values of a mode, as an array */
} nt_message_places;

/* Finds the bins of a message that has all fields of its layout, as decoded. Returns false if it
   has none: its layout is not in the table. */
bool nt_message_bins_find(nt_message_places *places, const nt_message *message);
/* Counts in them so many times. */
void nt_message_bins_add(nt_message_bins *bins, nt_bin_mode mode, const nt_message_places *places,
                         uint64_t times);

/* Counts a message that has all fields of its layout, as decoded. */
void nt_message_bins_count(nt_message_bins *bins, nt_bin_mode mode, const nt_message *message);

typedef struct nt_message_bin {
    const char *name;    /* "HTM IndirectBranchHist B-TYPE=1", "BTM DirectBranch I-CNT of 2 bytes",
                            "BTM Error without TSTAMP", or of a message alone "BTM Error" */
    const char *message; /* "BTM Error" */
    uint8_t tcode;
    uint8_t place;  /* of the field in the layout; 0: the message alone */
    unsigned value; /* of a fixed field, or bytes */
    uint64_t count;
} nt_message_bin;

/* Receives a bin, whose texts are gone behind the call. */
typedef void nt_message_bin_sink(void *context, const nt_message_bin *bin);

/* Hands over every bin, in a fixed order. `bins` NULL: their names, with the count 0. */
void nt_message_bins_each(const nt_message_bins *bins, nt_message_bin_sink *sink, void *context);

#endif
