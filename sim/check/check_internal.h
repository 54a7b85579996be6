/* SPDX-License-Identifier: Apache-2.0 */
/* Declares what the parts of the checker share: framing (check.c), one message alone (fields.c),
   messages in their order (order.c, ownership.c), and the decoder's events (check.c). */
#ifndef NT_CHECK_CHECK_INTERNAL_H
#define NT_CHECK_CHECK_INTERNAL_H

#include "sim/check/check.h"
#include "sim/check/image.h"
#include "sim/check/image_runs.h"
#include "sim/check/image_walks.h"
#include "sim/check/known.h"

typedef enum nt_check_mode { NT_CHECK_MODE_UNKNOWN, NT_CHECK_BTM, NT_CHECK_HTM } nt_check_mode;

enum { NT_CHECK_UNCOUNTED = 16 };

/* Holds the state of a source that rules about the order of messages need. */
typedef struct nt_check_stream {
    bool begun;              /* a program trace message has been seen */
    bool referenced;         /* an F-ADDR has been seen */
    bool tracing;            /* between a start and a stop */
    bool stopped;            /* the latest program trace message was ProgTraceCorrelation, */
    uint8_t evcode;          /* and its EVCODE */
    bool after_error;        /* the latest message was Error, */
    bool after_vendor_error; /* or one of a vendor */
    bool doubt;     /* a message was unreadable: no counting until the next synchronization; */
    bool blamed;    /* a broken rule caused it, so what else breaks in doubt follows from it */
    bool recovered; /* the synchronizing message at `recovery` ended a doubt that was blamed */
    uint64_t recovery;
    bool caused; /* a required rule broke, at `cause` latest, */
    uint64_t cause;
    uint16_t cause_rule; /* and that rule */
    bool after_sync;     /* the latest message had SYNC */
    bool after_trap;     /* the latest message had a B-TYPE other than 0 */
    bool hcontext;       /* the latest message was Ownership with hcontext */
    bool hcontexts;      /* there has been one, */
    bool contexts;       /* or one with scontext */
    bool unowned;        /* Ownership with FORMAT 0 came directly after a synchronizing message */
    bool privileged;     /* V and PRV have been reported since the start */
    uint8_t privilege;   /* the latest, V in bit 2 */
    bool owned;          /* a synchronizing message since the start was followed by Ownership */
    bool sourced;        /* a SRC has been seen, or is known, */
    uint64_t src;        /* the value */
    uint64_t messages;   /* since the latest synchronization */
    bool icnt_sync;      /* SYNC=4 since the start */
    bool direct_sync;    /* DirectBranchSync since the start, not as the start itself: */
    uint64_t direct_sync_at; /* the first */
    bool timed;              /* a TSTAMP has been seen */
    uint8_t mode;            /* nt_check_mode since the start, as far as known from messages */
    uint8_t btypes;          /* B-TYPEs 1 to 3 seen, as a bit mask */
    uint32_t traces;         /* starts, after each of which the mode may be another */
    uint8_t previous; /* TCODE of the latest message; of RepeatBranch, that of what it repeats */
    bool jumped;      /* ResourceFull and Ownership aside, it reports a jump or trap */
    bool unplaced;    /* a change of privilege alone awaits its trap or trap return, */
    uint64_t unplaced_at; /* and came there */
    uint8_t repeatable;   /* TCODE of the branch message that RepeatBranch could repeat; 0: none */
    uint64_t icnt;        /* half-words reported by ResourceFull since the latest branch message, */
    uint64_t hist_bits;   /* and history bits */
    unsigned full_bits;   /* history bits of the longest ResourceFull RCODE=1; 0: none yet */
    uint64_t half_words;  /* reported by messages since the latest synchronization */
    uint64_t
        pattern; /* RDATA[0] of the latest message, if that was ResourceFull RCODE=2; else 0, */
    uint64_t repeats;    /* and its HREPEAT */
    uint64_t damages;    /* framing errors of the stream that this source has handled */
    uint64_t generation; /* of the code, at the latest range */
    uint64_t time;       /* the latest full timestamp */
    uint8_t quiet;       /* the mode, if the latest message leaves nothing open that a branch
                            message must look at; else 0 */
    bool astray;         /* a rule about the path broke since the latest synchronizing message */
    nt_check_path path;  /* with a code image */
    nt_message uncounted[NT_CHECK_UNCOUNTED]; /* the first messages since the mode is unknown */
    unsigned uncounted_count;
} nt_check_stream;

enum { NT_CHECK_SOURCES = 1 << 12 }; /* all values of SRC */

/* Holds the state by SRC, allocated when a SRC is first seen. */
typedef struct nt_check_by_src {
    nt_check_stream *at[NT_CHECK_SOURCES];
} nt_check_by_src;

struct nt_check {
    nt_check_options options;
    uint32_t mode; /* trTeInstMode of the whole stream; 0: as the options have it */
    nt_demux demux;
    nt_check_piece_sink sink; /* NULL: none */
    void *sink_context;
    nt_code code;            /* .at is NULL if it is not known */
    nt_check_stream *stream; /* of the current message: */
    nt_check_stream one;     /* the only source, or messages without readable SRC; */
    nt_check_by_src *by_src; /* or one of these; NULL: one source */
    uint16_t src;            /* of `stream` */
    uint16_t flow_src;       /* SRC of the events that nt_check_flow gets */
    unsigned sources;        /* number of SRC values seen */
    uint64_t message;        /* offset of the current message's first byte */
    uint64_t messages;
    uint64_t by_tcode[NT_TCODES];
    nt_message_bins bins;
    uint64_t breaks;  /* of all rules so far */
    uint64_t damages; /* framing errors so far */
    nt_rule_result result[NT_RULES];
    nt_check_known *known;         /* NULL: none are remembered, */
    uint16_t came[NT_CHECK_KNOWN]; /* those that are not settled */
    unsigned came_count;
    nt_check_walk *walk; /* nor paths */
    nt_check_walked walked;
    bool many;                       /* paths have come */
    nt_check_run run[NT_CHECK_RUNS]; /* direct-mapped by address and number */
};

/* Records that a rule held, so many times. */
static inline void nt_check_held(nt_check *check, nt_rule_id rule, uint64_t times) {
    nt_rule_result *result = &check->result[rule];
    if ((nt_rules[rule].version & check->options.version) != 0) {
        result->judged += times;
        result->state = result->state == NT_RULE_BROKEN ? NT_RULE_BROKEN : NT_RULE_HELD;
    }
}

/* Records that a rule did not hold, and the first time that, at `offset`, in words. */
void nt_check_broke(nt_check *check, nt_rule_id rule, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Records whether a rule held at `offset`. The text is formatted only if the rule breaks. */
#define nt_check_judge_at(check, rule, held, offset, ...)                                          \
    ((held) ? nt_check_held(check, rule, 1) : nt_check_broke(check, rule, offset, __VA_ARGS__))

/* Does the same at the current message. */
#define nt_check_judge(check, rule, held, ...)                                                     \
    nt_check_judge_at(check, rule, held, (check)->message, __VA_ARGS__)

/* Records at `offset` that the stream uses a freedom, and how, in words. */
#define nt_check_use_at(check, freedom, offset, ...)                                               \
    nt_check_judge_at(check, NT_RULE_FREEDOM_WITHOUT, nt_may((check)->options.freedoms, freedom),  \
                      offset, __VA_ARGS__)

/* Does the same at the current message. */
#define nt_check_use(check, freedom, ...)                                                          \
    nt_check_use_at(check, freedom, (check)->message, __VA_ARGS__)

/* Marks the stream as in doubt from `offset` to the next synchronizing message. */
void nt_check_doubt(nt_check *check, uint64_t offset);

/* Ends the doubt at a synchronizing message. */
void nt_check_recover(nt_check *check);

/* Begins a source; one whose messages begin anywhere is as one that goes on after damage. */
void nt_check_begin_source(const nt_check *check, nt_check_stream *s);
/* Makes the state of `src` that at hand; without memory for it the sources share one. */
void nt_check_select_source(nt_check *check, uint16_t src);
/* Makes the source of the message, if it has one, that of the state at hand. */
void nt_check_select_source_of(nt_check *check, const nt_message *message);

/* Judges the rules about one message alone. */
void nt_check_fields(nt_check *check, const nt_message *message, nt_message_status status,
                     nt_field field);

/* Judges the rules about the ends of its bytes, of its fields and of the message itself. */
void nt_check_layout(nt_check *check, const nt_message *message, nt_message_status status,
                     nt_field field);

/* Judges the rules about the size of a variable field. `too_wide`: according to the codec the
   value was wider than its maximum. */
void nt_check_size_of(nt_check *check, const nt_message *message, nt_field field, bool too_wide);

/* Judges the rules about Ownership and its required places. */
void nt_check_ownership(nt_check *check, const nt_message *message);

/* Derive the trace mode from trTeInstMode, where it is known, and from messages; the first
   message that only one of the modes has settles it. */
void nt_check_set_mode(nt_check *check, const nt_message *message);
void nt_check_mode_of(nt_check *check, const nt_message *message);
uint32_t nt_check_given_mode(const nt_check *check);    /* trTeInstMode; 0: not known */
nt_check_mode nt_check_mode_now(const nt_check *check); /* as far as known at all */
void nt_check_settle_mode(nt_check *check, nt_check_mode mode);

/* Counts the message by its mode (message_bins.h), those before it too once that is known: by
   trTeInstMode, or by a message that only one of the modes has. `places`: its bins, or NULL. */
void nt_check_count(nt_check *check, const nt_message *message, const nt_message_places *places);
/* Returns the mode that a message is counted by, where that is known. */
nt_bin_mode nt_check_bin_of(const nt_check *check, const nt_message *message);

/* Judges the rules about timestamps, where messages may have them. */
void nt_check_time(nt_check *check, const nt_message *message);

/* Judges I-CNT and HIST of a message that ends what ResourceFull messages before it have begun. */
void nt_check_counters(nt_check *check, const nt_message *message);

/* Counts what a ResourceFull reports. */
void nt_check_count_full(nt_check *check, const nt_message *message);

/* Judges how often a pattern of history repeats. */
void nt_check_split(nt_check *check, const nt_message *message);

/* Judges a synchronizing message in its place, */
void nt_check_sync(nt_check *check, const nt_message *message);

/* and any other, behind its place, by how long ago that was. */
void nt_check_interval(nt_check *check, const nt_message *message);

/* Returns whether the message is an error that a vendor defines: it says nothing of lost messages
   that is known. */
static inline bool nt_check_is_vendor_error(const nt_message *message) {
    enum { ETYPE_VENDOR = 8 };
    return message->tcode == NT_TCODE_ERROR && message->value[NT_FIELD_ETYPE] >= ETYPE_VENDOR;
}

/* Judges the rules about a message in its place. */
void nt_check_order(nt_check *check, const nt_message *message);

/* Judges a known message in its place, as nt_check_order and nt_check_count. */
void nt_check_judge_place(nt_check *check, nt_check_known *known);
/* Notes what the message that was judged in its place leaves open. */
void nt_check_note_place(nt_check *check);

/* Judges the rules about code. */
void nt_check_image(nt_check *check, const nt_flow_event *event);

#endif
