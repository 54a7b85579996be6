/* SPDX-License-Identifier: Apache-2.0 */
/* Checks a byte stream: reports which rules of N-Trace it exercised and which it broke. Bytes
   may come in pieces of any size; memory does not grow. A checker handles one source (no SRC, or
   one SRC only), or all sources of a stream together, each with its own state. */
#ifndef NT_CHECK_CHECK_H
#define NT_CHECK_CHECK_H

#include "model/config.h"
#include "model/control/control.h"
#include "ntrace/demux.h"
#include "ntrace/flow.h"
#include "ntrace/messages.h"
#include "sim/check/freedoms.h"
#include "sim/check/message_bins.h"
#include "sim/check/rules.h"

#include <stdint.h>

typedef struct nt_check_options {
    nt_message_format format;
    uint8_t xlen;    /* 32 or 64; 0: not known */
    uint8_t version; /* NT_SPEC_1_0 or NT_SPEC_RC7 */
    bool no_cache;   /* nothing is remembered of messages and paths; the results are the same */
    bool sources;    /* each SRC is a separate source; else one encoder sends all */
    bool wrapped;    /* the stream begins anywhere, as in a wrapped buffer: bytes up to the first
                        MSEO=11 are not judged, nor counts up to the first synchronization */
    nt_control control;
    nt_control known;     /* known fields of `control`: not 0 here. Rules about settings are judged
                             by these only; the others only serve for decoding */
    uint8_t scontext_w;   /* width of scontext; 0: not known */
    uint8_t hcontext_w;   /* width of hcontext; 0: not known, or not implemented */
    uint8_t tstamp_w;     /* width of timestamps; 0: not known */
    uint8_t btype;        /* B-TYPEs that report traps, as a bit mask; 0: not known */
    nt_freedoms freedoms; /* that the stream may use */
} nt_check_options;

/* Returns the options for the stream of an encoder with these settings and build. */
nt_check_options nt_check_options_of(const nt_control *control, const nt_config *config);

typedef enum nt_rule_state {
    NT_RULE_NOT_EXERCISED,
    NT_RULE_HELD,
    NT_RULE_BROKEN,
} nt_rule_state;

enum { NT_RULE_OFFSETS = 4 };

typedef struct nt_rule_result {
    uint8_t state;    /* nt_rule_state */
    uint64_t judged;  /* how often the rule was exercised, */
    uint64_t broken;  /* how often it did not hold, */
    uint64_t follows; /* and how often of these as a consequence of another rule's break: in the
                         same message, or in doubt after it, until the next synchronizing message */
    uint64_t offset;  /* first break, consequences last: the message's first byte, or the byte */
    uint64_t offsets[NT_RULE_OFFSETS]; /* the first breaks of all kinds */
    uint64_t order;                    /* of that break among all */
    char text[128];                    /* that break in words */
} nt_rule_result;

static inline bool nt_rule_only_follows(const nt_rule_result *result) {
    return result->broken != 0 && result->follows == result->broken;
}

typedef struct nt_check_summary {
    unsigned exercised;  /* rules that were exercised */
    unsigned broken;     /* required rules that broke */
    unsigned unfollowed; /* recommendations that were not followed */
    int first; /* primary finding: the required rule that broke first in the stream, not as a
                  consequence; an nt_rule_id, -1: none */
} nt_check_summary;

typedef struct nt_check nt_check;

nt_check *nt_check_new(const nt_check_options *options); /* NULL without memory */
void nt_check_bytes(nt_check *check, const uint8_t *bytes, size_t size);

/* Sets the code that ran, for rules about single instructions; it must outlive the checker. */
void nt_check_code(nt_check *check, nt_code code);

/* Applies the rules about code to an event of the flow decoder for the same bytes. */
void nt_check_flow(nt_check *check, const nt_flow_event *event);

/* Does the same with a path that is told instead of its ranges (libntrace/flow/flow_paths.h). */
struct nt_flow_path;
void nt_check_flow_path(nt_check *check, const struct nt_flow_path *path);

/* Announces that the next event comes from the decoder of this SRC (with options.sources), which
   has this code. */
void nt_check_flow_source(nt_check *check, uint16_t src, nt_code code);

/* Receives the pieces of the stream after they are judged, for decoders. */
typedef void (*nt_check_piece_sink)(void *context, const nt_demux_piece *piece);
void nt_check_on_pieces(nt_check *check, nt_check_piece_sink sink, void *context);

/* Starts a new stream, when the encoder was reset, or its settings changed while all was sent:
   unfinished state is dropped, results are kept. */
void nt_check_restart(nt_check *check, const nt_check_options *options);

/* Tells trTeInstMode of the whole stream, 3 (BTM) or 6 (HTM), whatever the options say of it; 0:
   they say. */
void nt_check_take_mode(nt_check *check, uint32_t mode);

/* Ends the stream. */
void nt_check_finish(nt_check *check);

const nt_rule_result *nt_check_result(const nt_check *check, nt_rule_id rule);
nt_check_summary nt_check_summarize(const nt_check *check);
uint64_t nt_check_messages(const nt_check *check);
const uint64_t *nt_check_by_tcode(const nt_check *check); /* NT_TCODES counts */
/* Returns messages by mode and field, of those whose mode is known. */
const nt_message_bins *nt_check_bins(const nt_check *check);
uint64_t nt_check_size(const nt_check *check);    /* bytes seen */
unsigned nt_check_sources(const nt_check *check); /* SRC values seen; 0: messages have none */
void nt_check_free(nt_check *check);

#endif
