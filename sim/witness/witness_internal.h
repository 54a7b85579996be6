/* SPDX-License-Identifier: Apache-2.0 */
/* Declares what the parts of the witness share: its state (witness.c), the comparison of decoded
   events with expected items (match.c, differ.c), Ownership (ownership.c), and times and
   intervals (clock.c). No two of its files call each other: lookups (fits.c, ahead.c) are lowest,
   and choices are tried again (retry.c) above the comparison. */
#ifndef NT_WITNESS_WITNESS_INTERNAL_H
#define NT_WITNESS_WITNESS_INTERNAL_H

#include "ntrace/flow.h"
#include "sim/check/check.h"
#include "sim/witness/expect.h"
#include "sim/witness/witness.h"

enum { NT_WITNESS_WORDS = 128 };

/* Describes the message of the latest events. */
typedef struct nt_witness_message {
    bool open; /* there is one */
    uint64_t offset;
    uint64_t number; /* of the message in the stream since it began */
    uint8_t tcode;
    uint8_t branch;  /* TCODE of the latest branch message without SYNC */
    bool traps;      /* it reported a trap, */
    bool syncs;      /* F-ADDR, */
    bool owns;       /* after which Ownership is expected already, */
    bool ranges;     /* instructions */
    bool led;        /* the message before told the next address, */
    uint64_t led_at; /* at this offset */
    bool has_time;
    uint64_t time;
} nt_witness_message;

/* Describes a context that was written, and that no Ownership message has reported. */
typedef struct nt_witness_write {
    uint64_t context;
    uint8_t priv;  /* as in nt_ingress */
    bool fresh;    /* nothing has retired since */
    bool optional; /* it need not be reported */
} nt_witness_write;

enum { NT_WITNESS_WRITES = 64 };

/* Holds what Ownership must report. */
typedef struct nt_witness_ownership {
    bool known;       /* privilege and context were reported since the stream began */
    uint8_t priv;     /* of the next instruction: as in nt_ingress, */
    uint64_t context; /* and its context */
    uint8_t told;     /* V and PRV as last reported */
    bool changed;     /* a trap or trap return led to the next instruction, */
    bool left;        /* and nothing is traced there */
    bool owed;        /* the context must be reported with the next address */
    nt_witness_write write[NT_WITNESS_WRITES]; /* in the order written */
    size_t writes;
    uint64_t ahead; /* of those reported before they are found the latest is the item before this
                       number; 0: none */
    uint8_t place_priv;     /* as it was at the address of that message, */
    uint64_t place_context; /* and the context */
    uint64_t after;    /* number of the message directly after which Ownership may come; 0: none */
    bool must;         /* it must, */
    bool place;        /* with the context there, */
    bool privilege;    /* with FORMAT 0, */
    bool full;         /* or with context */
    bool ran;          /* something was found since that retired behind its address, */
    bool second;       /* scontext must come, after hcontext, */
    unsigned which;    /* of possible ones: a mask */
    uint64_t early;    /* the privilege of the item before this number was reported before its trap;
                          0: none */
    bool synced;       /* `after` is a synchronizing message, */
    bool alone;        /* and the contexts written are from behind it */
    bool reports;      /* a context was reported: */
    uint64_t reported; /* this, the latest */
} nt_witness_ownership;

/* Lists what contexts a hart has. */
typedef enum nt_witness_contexts {
    NT_CONTEXTS_UNKNOWN,
    NT_CONTEXTS_NONE,     /* Ownership has none */
    NT_CONTEXTS_SCONTEXT, /* scontext alone */
    NT_CONTEXTS_BOTH,     /* and hcontext, in the message before */
} nt_witness_contexts;

/* Holds the place of the latest synchronizing message. */
typedef struct nt_witness_sync {
    bool known;
    uint32_t first; /* its cycle: from this */
    uint32_t last;  /* to this one */
    uint64_t message;
    uint64_t halfwords; /* that retired since */
} nt_witness_sync;

/* Lists which moments of an event its time may be. */
enum { NT_AT_EVENT, NT_AT_TARGET, NT_MOMENTS };

/* Lists kinds of events that may be late by different times. */
enum { NT_TIME_START, NT_TIME_MARK, NT_TIME_TRAP, NT_TIME_JUMP, NT_TIME_STOP, NT_TIME_KINDS };

/* Holds how a stranger's times relate to the pins, as far as the stream has shown. */
typedef struct nt_witness_times {
    uint8_t never[NT_MOMENTS]; /* not always so, late by `shift`: one bit for each kind of event */
    uint8_t known[NT_MOMENTS];
    uint64_t shift[NT_MOMENTS][NT_TIME_KINDS];
    bool loose[NT_MOMENTS];     /* as long as none is known: the first one is at least ... */
    uint64_t least[NT_MOMENTS]; /* this, */
    uint64_t room[NT_MOMENTS];  /* and no more than so much greater */
    uint8_t width;              /* of times, where no build gives it; 0: not known */
    uint64_t widest;            /* time so far */
    bool inexact;               /* not always exactly the event's */
    bool arrives;               /* of the event at hand: its address came ... */
    uint64_t arrival;           /* at this time, */
    bool vague;                 /* or never, since tracing stopped before it */
} nt_witness_times;

/* Holds what the decoder knew when a synchronizing message came: half-words that I-CNT counts
   behind a branch whose history is not in it, and the PC that was reached. */
typedef struct nt_witness_before {
    uint64_t unsent;
    uint64_t came;
} nt_witness_before;

/* Holds triggers from before tracing went on, which may be reported there: how many of each SYNC,
   and the time of the first. */
typedef struct nt_witness_carried {
    uint8_t left[16];
    bool any;
    uint64_t time;
} nt_witness_carried;

/* Holds the first and the latest Error before tracing restarts. Their times are not judged yet:
   they may be of cycles to come, since Error comes right before the message that restarts tracing.
 */
typedef struct nt_witness_error {
    bool waits;
    nt_flow_event first;
    nt_flow_event latest;
    uint64_t from; /* the earliest time of the first */
} nt_witness_error;

/* Is a recommendation that is not followed; `words` NULL: none. */
typedef struct nt_witness_advice {
    nt_aspect aspect;
    uint64_t offset;
    const char *words;
} nt_witness_advice;

/* Is the first difference, or one that there may be. */
typedef struct nt_witness_difference {
    bool there;
    nt_aspect aspect;
    uint64_t offset;
    char words[2 * NT_WITNESS_WORDS + 16];
} nt_witness_difference;

struct nt_witness {
    const nt_config *config;
    nt_witness_code code; /* none known: no round trip, and no decoder */
    nt_expect expect;
    nt_control settings; /* the latest, as they came */
    uint32_t version;    /* of what it has taken */
    nt_check *check;
    nt_flow *flow;
    uint64_t mask;         /* of an address */
    uint64_t stream;       /* offset where the bytes since the last reset begin */
    uint64_t retired;      /* instructions decoded and skipped */
    uint64_t instructions; /* found equal */
    uint64_t losses;
    uint64_t cuts;
    uint64_t cut;    /* instructions that they cut */
    uint64_t behind; /* that retired, traced, behind the first difference */
    uint64_t by_sync[16];
    uint64_t ownerships;
    uint64_t times;
    nt_witness_message message;
    nt_witness_ownership ownership;
    nt_witness_sync sync;
    uint64_t tail;       /* timestamp of the latest event that was found: not before this, */
    uint64_t tail_until; /* nor after this */
    bool sized;          /* the build's widths are those of the stream */
    uint8_t contexts;    /* nt_witness_contexts: of the build, or as the stream has shown, */
    uint64_t splits;     /* and how many bits scontext may have: one bit for each number */
    uint64_t edge;       /* NT_EXPECT_EDGE is traced up to the start before this number; 0: not */
    bool late;           /* `late_stop` comes later */
    uint8_t outcome;     /* of the branch just found: NT_EXPECT_TAKEN or NT_EXPECT_NOT; else 0, */
    uint64_t behind_run; /* and the address behind it */
    uint8_t edge_itype;  /* of the latest instruction, which is of NT_EXPECT_EDGE; else 0 */
    uint8_t edge_asked;  /* and for what messages at it, not reported yet, as a mask of SYNC */
    nt_expected late_stop;
    bool synced_here; /* a synchronizing message had the address where the hart is */
    bool paused;      /* a stop came for NT_EXPECT_PAUSE */
    uint8_t mode;     /* trTeInstMode of the whole stream; 0: not known */
    bool unsent;      /* history of a stranger that the open message should have, it has not */
    bool astray;      /* the settings have changed since a difference, at an unknown byte */
    bool tracing;     /* the latest message of a start or stop was a start */
    bool btm;         /* the decoded trace is Branch Trace Messaging */
    nt_witness_judge *judge; /* may be NULL */
    void *judge_context;
    nt_witness_times clock;
    uint32_t reported_marks; /* reasons of requested messages that came, as a mask of SYNC, */
    uint32_t omitted_marks;  /* and that did not */
    nt_witness_carried carried;
    bool lost;                        /* of a stranger: Error came, and tracing has not restarted */
    bool vendor_lost;                 /* for a reason of a vendor */
    nt_witness_error error;           /* whose times are judged where tracing restarts */
    uint64_t unjudged;                /* instructions in gaps that a stranger has announced */
    uint64_t number;                  /* of the message of the event at hand, */
    bool counts;                      /* whose I-CNT is not 0, */
    nt_witness_before before;         /* and what the decoder knew then */
    struct nt_witness_choice *choice; /* the latest start of a stranger that was chosen, or NULL */
    uint64_t other_turns;             /* see nt_witness_turn */
    unsigned turns;                   /* that there were */
    nt_witness_advice advice;         /* while others are tried: for the judge */
    nt_witness_difference doubt;      /* the difference unless the next start is right */
    bool differs;
    bool reported; /* `judge` has been told */
    nt_aspect aspect;
    uint64_t differs_at;
    char words[2 * NT_WITNESS_WORDS + 16];
    bool ending;    /* the stream has ended */
    bool resetting; /* the encoder is held in reset */
    char text[256]; /* what differs first */
};

/* Reports a comparison that held. */
static inline void nt_witness_held(nt_witness *w, nt_aspect aspect, uint64_t offset) {
    if (w->judge != NULL) {
        w->judge(w->judge_context, aspect, true, offset, "");
    }
}

/* Returns the expected item of this number; NULL: there is none yet. */
static inline const nt_expected *nt_witness_item(const nt_witness *w, uint64_t number) {
    return number < w->expect.next ? nt_expect_item(&w->expect, number) : NULL;
}

/* Returns whether the item is a start of tracing; NULL is none. */
static inline bool nt_witness_starts(const nt_expected *item) {
    return item != NULL && item->kind == NT_EXPECT_SYNC && (item->code & NT_EXPECT_START) != 0;
}

/* Returns whether the item is a start where a jump's target is that a stop may have waited for. */
static inline bool nt_witness_resumes(const nt_expected *item) {
    return nt_witness_starts(item) && (item->code & NT_EXPECT_RESUME) != 0;
}

/* Returns the number of the first item from `number` on that shows more than a hart that is not
   traced; `edges`: also where tracing may start early or stop late. */
static inline uint64_t nt_witness_past_silence(const nt_witness *w, uint64_t number, bool edges) {
    const nt_expected *item;
    while ((item = nt_witness_item(w, number)) != NULL &&
           (item->kind == NT_EXPECT_SKIP || item->kind == NT_EXPECT_HART ||
            item->kind == NT_EXPECT_IDLE || (edges && item->kind == NT_EXPECT_EDGE))) {
        number++;
    }
    return number;
}

/* ---- fits.c: whether an event may be an item ---- */

/* Returns whether the event is this item. */
bool nt_witness_fits(const nt_witness *w, const nt_expected *item, const nt_flow_event *event);
/* Returns whether EVCODE may be for one of these reasons of a stop. */
bool nt_witness_is_evcode(const nt_witness *w, uint32_t reasons, unsigned evcode);
/* Returns whether SYNC may be that of the item. */
bool nt_witness_is_reason(const nt_witness *w, const nt_expected *item, const nt_flow_event *event);
/* Returns whether the B-TYPE may be that of the trap. */
bool nt_witness_is_trap(const nt_witness *w, const nt_expected *item, const nt_flow_event *event);
/* Returns whether tracing may start with this message. */
bool nt_witness_is_start(const nt_witness *w, const nt_flow_event *event);
/* Returns whether the request may be reported at the instruction after the one that asked. */
bool nt_witness_may_be_next(const nt_witness *w, const nt_expected *item);

/* ---- ahead.c: what is expected further on ---- */

/* Returns the number of the start after a stop for low power, which need not be reported; 0: it is
   none. */
uint64_t nt_witness_end_of_rest(const nt_witness *w, uint64_t number);
/* Returns the number of the stop of the trace that starts with this item, if it ends before its
   second cycle: a stranger that starts late traces nothing. 0: it has more. */
uint64_t nt_witness_end_of_nothing(const nt_witness *w, uint64_t number);
/* Returns the number of the stop behind what retired in the last cycle before it, which is all that
   is left from this number on; 0: there is more, or less. */
uint64_t nt_witness_end_of_cycle(const nt_witness *w, uint64_t number);
/* Returns whether tracing may stop before what is left of the last cycle. */
bool nt_witness_may_stop_early(const nt_witness *w);
/* Returns whether the message reports what retired since the one before: where it has I-CNT=0,
   ResourceFull has reported what is decoded with it. */
bool nt_witness_reports_rest(const nt_witness *w, const nt_flow_event *event);
/* Returns whether the item is a requested message that no message need report. */
bool nt_witness_may_lack(const nt_witness *w, const nt_expected *item);
/* Returns whether a stranger's message is asked for next. */
bool nt_witness_is_asked(const nt_witness *w);

/* ---- start_places.c: where tracing may start ---- */

/* Describes where tracing is taken to go on. */
typedef struct nt_witness_place {
    nt_flow_event sync; /* the start's event */
    uint64_t item;      /* number of the item, */
    uint32_t repeat;    /* and its repetition, or what the kind of places has there */
    uint64_t start;     /* number after the latest start up to there; 0: none */
} nt_witness_place;

/* Kinds of places of a start, in `repeat`. */
enum { NT_PLACE_EXACT, NT_PLACE_LATE, NT_PLACE_EARLY };

/* The places of the next start, and of those behind it as long as nothing is traced after it, as
   nt_witness_places has them. */
bool nt_witness_next_start(const nt_witness *w, nt_witness_place *place, bool first);
/* Returns whether the item is a start, which this event may be. */
bool nt_witness_may_start(const nt_witness *w, uint64_t number, const nt_flow_event *event);
/* Returns the number from which on the event may be what is expected, where nothing is traced from
   `number` on; 0: it is not. `event` NULL: the end of the stream. */
uint64_t nt_witness_may_come_next(const nt_witness *w, uint64_t number, const nt_flow_event *event);

/* ---- pass.c: items that are in no message ---- */

/* Removes items that need not be in the bytes. */
void nt_witness_skip(nt_witness *w);
/* Does the same before an event that is no Error. */
void nt_witness_pass(nt_witness *w);
/* Removes all items before this number, which are in no message, and returns how many instructions
   retired in them. */
uint64_t nt_witness_pass_until(nt_witness *w, uint64_t number);
/* Keeps the item, if it is a request, as long as tracing has not gone on. */
void nt_witness_carry(nt_witness *w, const nt_expected *item);

/* ---- found.c ---- */

/* Takes the oldest item, which the event fits. */
void nt_witness_found(nt_witness *w, const nt_flow_event *event);
/* Return the earliest and latest time that the event may have, which is the item's; `before`: that
   of the message before. */
uint64_t nt_witness_earliest(const nt_witness *w, const nt_flow_event *event,
                             const nt_expected *item);
uint64_t nt_witness_latest(nt_witness *w, const nt_expected *item, uint64_t before);
/* Handles a synchronizing message; `item`: as expected there, or NULL. */
void nt_witness_match_sync(nt_witness *w, const nt_flow_event *event, const nt_expected *item);
/* Removes the oldest item, which the event fits. */
void nt_witness_take(nt_witness *w, const nt_flow_event *event, const nt_expected *item);
/* Notes the reason of a request that was reported. */
void nt_witness_take_reason(nt_witness *w, const nt_flow_event *event);
/* Reports that a stop was left out. */
void nt_witness_unfollow_stop(nt_witness *w, uint64_t offset);

/* ---- match.c ---- */

/* Ends the message of the latest events. */
void nt_witness_close(nt_witness *w);

/* Compares an event of the open message. */
void nt_witness_step(nt_witness *w, const nt_flow_event *event);

/* Compares the end of the stream. */
void nt_witness_match_end(nt_witness *w);

/* ---- loss.c: where a stranger loses messages ---- */

/* Handles an Error. */
void nt_witness_lose(nt_witness *w, const nt_flow_event *event);
/* Judges the times of the Errors that were handled, by the cycles so far. */
void nt_witness_time_error(nt_witness *w);
/* Handles an event after it, until tracing has restarted. */
void nt_witness_match_lost(nt_witness *w, const nt_flow_event *event);
/* Returns whether tracing may restart with this SYNC and address, as far as the cycles have come.
 */
bool nt_witness_may_restart(nt_witness *w, unsigned reason, uint64_t address);
/* Returns whether there is such a stop, as far as the cycles have come. */
bool nt_witness_may_stop(const nt_witness *w, unsigned evcode);

/* ---- choice.c: where a stranger's tracing starts at one of several places ---- */

/* Is a kind of places: the next after one, or if `first` from that one on (false: there is none),
   and tracing goes on there. `again`: at places whose `repeat` is not 0 the event itself is
   compared afterwards, by nt_witness_step; the first is none of those. */
typedef struct nt_witness_places {
    bool (*next)(const nt_witness *w, nt_witness_place *place, bool first);
    void (*go)(nt_witness *w, const nt_witness_place *place);
    bool again;
} nt_witness_places;

/* Goes on at the place, from which on others may be tried. */
void nt_witness_choose(nt_witness *w, const nt_witness_places *places,
                       const nt_witness_place *place);
/* Keeps an event, so that another place may be tried. */
void nt_witness_log(nt_witness *w, const nt_flow_event *event);
/* Ends what may still be chosen. */
void nt_witness_end_choice(nt_witness *w);

/* ---- retry.c: other places of a choice are tried ---- */

/* Compares an event of the decoder. */
void nt_witness_match(nt_witness *w, const nt_flow_event *event);
/* Reports the difference, if there is one, and no other place fits: up to `event`, which differs,
   or NULL: the latest message does. */
void nt_witness_settle(nt_witness *w, const nt_flow_event *event);
/* Before it is ended while it may still be wrong: takes the next places that all fits, as often as
   the caller of nt_witness_turn has it. */
void nt_witness_choose_others(nt_witness *w);
/* Counts a turn. Returns whether it is to be taken the other way. */
bool nt_witness_takes_other(nt_witness *w);

/* ---- edge.c: where tracing is turned on or off ---- */

/* Removes what need not be traced, before this event, or NULL: at the end. */
void nt_witness_pass_edges(nt_witness *w, const nt_flow_event *event);
/* Takes a start, which may be a cycle early or late. Returns false if none can be here. */
bool nt_witness_edge_start(nt_witness *w, const nt_flow_event *event);
/* Starts tracing at such a place. */
void nt_witness_start_at(nt_witness *w, const nt_witness_place *place);
/* Removes a trace that is over before it starts late, where the event may be its stop; NULL: at the
   end. Returns false if there is none. */
bool nt_witness_edge_nothing(nt_witness *w, const nt_flow_event *event);
/* Tracing goes on behind this stop with the event: the stop comes a cycle late. */
void nt_witness_go_late(nt_witness *w, const nt_expected *stop, const nt_flow_event *event);
/* Takes a stop that is a cycle late. Returns false if it is none. */
bool nt_witness_edge_stop(nt_witness *w, const nt_flow_event *event);
/* Removes what need not come there, at the end of the stream. Returns false if there is nothing. */
bool nt_witness_edge_end(nt_witness *w);
/* Takes the trap that ends a block which is traced after a late stop. Returns false if it is none.
 */
bool nt_witness_edge_trap(nt_witness *w, const nt_flow_event *event);
/* Takes a synchronizing message that is asked for at such a block. Returns false if it is none. */
bool nt_witness_edge_request(nt_witness *w, const nt_flow_event *event);
/* Does nt_witness_adapt's work there. */
bool nt_witness_adapt_edge(nt_witness *w, const nt_flow_event *event);

/* ---- freedom.c ---- */

/* Accepts a ProgTraceCorrelation while nothing is traced, which another encoder may send: to
   report that tracing is disabled, or that the hart enters debug mode or low power ("Corner
   Cases and Sequences", "Examples of Synchronizing Messages"). Returns false if it may not come
   here. */
bool nt_witness_idle_stop(nt_witness *w, const nt_flow_event *event);
/* Accepts a ProgTraceCorrelation that does not wait for a target. */
bool nt_witness_pause(nt_witness *w, const nt_flow_event *event);
/* Removes one that did not come, or what would have come had it waited. */
void nt_witness_pass_pause(nt_witness *w, const nt_flow_event *event);
/* Does so where a message ends that told the target, at which one may come yet. */
void nt_witness_close_pause(nt_witness *w);
/* Removes what would have come had it waited, and what was idle before. */
void nt_witness_pass_awaited(nt_witness *w);
/* Removes it, but leaves what was idle before, which may be reported yet. */
void nt_witness_blank_awaited(nt_witness *w);
/* Removes or moves what need not come where it is expected, before this event, which does not fit.
   Returns false if nothing is to be changed: the event is wrong. `taken`: the event was matched. */
bool nt_witness_adapt(nt_witness *w, const nt_flow_event *event, bool *taken);
/* Does the same at the end of the stream. */
bool nt_witness_may_end(nt_witness *w);
/* Returns whether the stream may use the freedom. */
static inline bool nt_witness_may(const nt_witness *w, nt_freedom_id freedom) {
    return nt_may(w->expect.freedoms, freedom);
}

/* Removes those that did not come. */
void nt_witness_pass_idle(nt_witness *w);
/* Removes a ProgTraceCorrelation that need not come before this synchronizing message: where the
   hart was reset or powered down, I-CNT and HIST of SYNC=1 and 9 report what ran before ("SYNC
   Field Values"), and EVCODE 1 and 4 are optional. EVCODE 0 is required. */
void nt_witness_pass_stop(nt_witness *w, const nt_flow_event *event);

/* ---- request.c: messages that are asked for ---- */

/* Returns whether the item is such a message. */
static inline bool nt_witness_is_request(const nt_expected *item) {
    return item->kind == NT_EXPECT_SYNC && !nt_witness_starts(item);
}

static inline unsigned nt_witness_reason(const nt_flow_event *event) {
    return event->sync.reason & 15;
}

/* Returns whether these are one address. */
static inline bool nt_witness_is_same(const nt_witness *w, uint64_t address, uint64_t other) {
    return ((address ^ other) & w->mask) == 0;
}

/* Removes requests that need not be reported, also where the event is at their place. */
void nt_witness_drop_requests(nt_witness *w, const nt_flow_event *event);

/* Removes requests that need not be reported, where `event` does not. */
void nt_witness_pass_requests(nt_witness *w, const nt_flow_event *event);
/* Takes a synchronizing message that reports a request. Returns false if it reports none; of our
   own encoder also where the oldest item is the request. */
bool nt_witness_request(nt_witness *w, const nt_flow_event *event);
/* Removes such a request before the event, or NULL: at the end. Returns false if there is none. */
bool nt_witness_omit_request(nt_witness *w, const nt_flow_event *event);
/* A trap without an instruction comes between the trigger and the next instruction, which is the
   handler's: the message may be due there. Returns false if there is none. */
bool nt_witness_defer_request(nt_witness *w, const nt_flow_event *event);
/* What is asked for at the address where a message came need not be reported once more. */
void nt_witness_share_requests(nt_witness *w, uint64_t address);

/* ---- silence.c: what a stranger need not report ---- */

/* Returns whether no message need come, since only a stop is left that is optional. */
bool nt_witness_may_be_done(nt_witness *w);
/* Leaves out a stop that is optional, before this event, or NULL: at the end. Returns false if it
   is none; `taken`: the event is the start that comes next. */
bool nt_witness_omit_stop(nt_witness *w, const nt_flow_event *event, bool *taken);
/* Goes on where the hart was in low power, which an encoder need not report. Returns false if it
   was not. */
bool nt_witness_ignore_rest(nt_witness *w, const nt_flow_event *event);
/* Takes a stop, which the oldest item may be; where that is low power, which need not be reported,
   it may also be one behind it, before anything retires. */
void nt_witness_take_stop(nt_witness *w, const nt_flow_event *event);
/* Takes a synchronizing message that comes for a reason without an event: before low power that is
   not reported, or behind it. Returns false if it is none. */
bool nt_witness_take_free(nt_witness *w, const nt_flow_event *event);

/* ---- differ.c ---- */

/* Records the first difference. After it nothing is compared or kept. */
void nt_witness_differ(nt_witness *w, nt_aspect aspect, const char *expected, const char *got,
                       uint64_t offset);
/* Notes that the event is wrong, unless what comes up to the next start is right. */
void nt_witness_doubt(nt_witness *w, const nt_flow_event *event);
/* Reports a recommendation that the stream does not follow. */
void nt_witness_unfollow(nt_witness *w, nt_aspect aspect, uint64_t offset, const char *words);
void nt_witness_describe_expected(nt_witness *w, char words[NT_WITNESS_WORDS]);
/* Returns the aspect that is wrong if the oldest item is not in the bytes. */
nt_aspect nt_witness_missing(nt_witness *w);
/* Records that the event is not the expected one. */
void nt_witness_differ_at(nt_witness *w, const nt_flow_event *event);
/* Records that the event is `item`. */
void nt_witness_hold_event(nt_witness *w, const nt_flow_event *event, const nt_expected *item);
/* Returns whether an Error reports possible losses. */
bool nt_witness_is_loss(const nt_witness *w, const nt_flow_event *event);
/* Checks that the latest Error reports Ownership if that was lost; else it differs. */
bool nt_witness_tells_ownership(nt_witness *w, const nt_flow_event *event);

/* ---- ownership.c ---- */

void nt_witness_hart(nt_witness *w, const nt_expected *item);
/* Handles retired instructions: contexts due with this address are late. */
void nt_witness_hart_runs(nt_witness *w);
/* Handles the address of the open message. */
void nt_witness_own(nt_witness *w);
/* Handles a stop: written contexts must have been reported. */
void nt_witness_own_stop(nt_witness *w);
/* Handles low power that is not reported: a privilege to which the hart changed before it is traced
   all the same, so it must have been reported, or be so with this event. */
void nt_witness_own_rest(nt_witness *w, const nt_flow_event *event);
/* Excuses contexts whose block is not traced, since tracing stops before it. */
void nt_witness_own_untraced(nt_witness *w);
/* Excuses contexts that were not reported before. */
void nt_witness_own_lost(nt_witness *w);
/* Handles the number of the open message, of which `event` is the first, or NULL: the end; nothing
   else may come where Ownership must. */
void nt_witness_own_next(nt_witness *w, const nt_flow_event *event);
void nt_witness_match_ownership(nt_witness *w, const nt_flow_event *event);

/* ---- clock.c ---- */

/* Announces, before nt_witness_time, when the address of the event came. */
void nt_witness_arrives(nt_witness *w, uint64_t time);
/* Checks that the event's time is from `time` to `until`. */
void nt_witness_time(nt_witness *w, const nt_flow_event *event, uint64_t time, uint64_t until);
/* Returns whether a synchronizing message may come at the next instruction, with a reason
   without an event. */
bool nt_witness_sync_is_free(nt_witness *w, const nt_flow_event *event);
/* Handles a synchronizing message at the next instruction; `item`: as expected there, or NULL. */
void nt_witness_synced(nt_witness *w, const nt_expected *item);
/* Counts instructions that were found. */
void nt_witness_count(nt_witness *w, const nt_flow_event *event, uint32_t halfwords);

#endif
