/* What the parts of the witness share: its state (witness.c), the comparison of decoded events with
   expected items (match.c, differ.c), Ownership (ownership.c), and times and intervals (clock.c).
 */
#ifndef NT_WITNESS_WITNESS_INTERNAL_H
#define NT_WITNESS_WITNESS_INTERNAL_H

#include "ntrace/flow.h"
#include "sim/check/check.h"
#include "sim/witness/expect.h"
#include "sim/witness/witness.h"

/* The message that the latest events are of. */
typedef struct nt_witness_message {
    bool open; /* there is one */
    uint64_t offset;
    uint64_t number; /* of the message in the stream since it began */
    uint8_t tcode;
    uint8_t branch; /* TCODE of the latest branch message without SYNC */
    bool traps;     /* it told a trap, */
    bool syncs;     /* F-ADDR, */
    bool ranges;    /* instructions */
    bool has_time;
    uint64_t time;
} nt_witness_message;

/* A context that was written, and that no Ownership message has told. */
typedef struct nt_witness_write {
    uint64_t context;
    uint8_t priv;  /* as in nt_ingress */
    bool fresh;    /* nothing has retired since */
    bool optional; /* it need not be told */
} nt_witness_write;

enum { NT_WITNESS_WRITES = 64 };

/* What Ownership must tell. */
typedef struct nt_witness_ownership {
    bool known;       /* what the hart runs as has been told since the stream began */
    uint8_t priv;     /* of the instruction next: as in nt_ingress, */
    uint64_t context; /* and its context */
    uint8_t told;     /* V and PRV as told last */
    bool changed;     /* a trap or trap return led to the instruction next, */
    bool left;        /* and nothing is traced there */
    bool owed;        /* the context is to be told with the next address */
    nt_witness_write write[NT_WITNESS_WRITES]; /* in the order written */
    size_t writes;
    uint64_t ahead; /* of those told before they are found the latest is the item before this
                       number; 0: none */
    uint64_t after; /* number of the message that Ownership may come right after; 0: none */
    bool must;      /* it must, */
    bool place;     /* with the context there, */
    bool privilege; /* with FORMAT 0, */
    bool full;      /* or with context */
    bool second;    /* scontext must come, after hcontext, */
    unsigned which; /* of what it may be: a mask */
} nt_witness_ownership;

/* Where the latest synchronizing message was. */
typedef struct nt_witness_sync {
    bool known;
    uint32_t first; /* its cycle: from this */
    uint32_t last;  /* to this one */
    uint64_t message;
    uint64_t halfwords; /* that retired since */
} nt_witness_sync;

struct nt_witness {
    const nt_config *config;
    nt_witness_code code; /* none known: no round trip, and no decoder */
    nt_expect expect;
    nt_control settings; /* the latest, as they came */
    nt_check *check;
    nt_flow *flow;
    uint64_t mask;         /* of an address */
    uint64_t stream;       /* offset where the bytes since the last reset begin */
    uint64_t retired;      /* instructions decoded and skipped */
    uint64_t instructions; /* found equal */
    uint64_t losses;
    uint64_t cuts;
    uint64_t by_sync[16];
    uint64_t ownerships;
    uint64_t times;
    nt_witness_message message;
    nt_witness_ownership ownership;
    nt_witness_sync sync;
    uint64_t tail;       /* timestamp of the latest event that was found: not before this, */
    uint64_t tail_until; /* nor after this */
    bool unhinted;       /* nobody knows when the encoder drops messages */
    bool astray;         /* and since that the settings have changed, nobody knows at which byte */
    bool tracing;        /* the latest message of a start or stop was a start */
    bool btm;            /* the trace that is decoded is Branch Trace Messaging */
    nt_witness_judge *judge; /* may be NULL */
    void *judge_context;
    bool differs;
    bool resetting; /* the encoder is held in reset */
    char text[256]; /* what differs first */
};

enum { NT_WITNESS_WORDS = 128 };

/* Something was as expected. */
static inline void nt_witness_held(nt_witness *w, nt_aspect aspect, uint64_t offset) {
    if (w->judge != NULL) {
        w->judge(w->judge_context, aspect, true, offset, "");
    }
}

/* ---- match.c ---- */

/* The items that need not be in the bytes are taken away. */
void nt_witness_skip(nt_witness *w);
/* The same before an event that is no Error. */
void nt_witness_pass(nt_witness *w);
/* Takes an event of the decoder. */
void nt_witness_match(nt_witness *w, const nt_flow_event *event);
/* The message that the latest events are of is over. */
void nt_witness_close(nt_witness *w);

/* ---- freedom.c ---- */

/* ProgTraceCorrelation while nothing is traced, which another encoder may send: to report that
   tracing is disabled, or that the hart enters debug mode or low power ("Corner Cases and
   Sequences", "Examples of Synchronizing Messages"). False: it may not come here. */
bool nt_witness_idle_stop(nt_witness *w, const nt_flow_event *event);
/* Takes away those that did not come. */
void nt_witness_pass_idle(nt_witness *w);
/* Takes away a ProgTraceCorrelation that need not come before this synchronizing message: where the
   hart was reset or powered down, I-CNT and HIST of SYNC=1 and 9 report what ran before ("SYNC
   Field Values"), and EVCODE 1 and 4 are optional. EVCODE 0 is required. */
void nt_witness_pass_stop(nt_witness *w, const nt_flow_event *event);
/* Whether the B-TYPE may be that of the trap. */
bool nt_witness_is_trap(const nt_witness *w, const nt_expected *item, const nt_flow_event *event);
/* Whether tracing may start with this message. */
bool nt_witness_is_start(const nt_witness *w, const nt_flow_event *event);

/* ---- differ.c ---- */

/* Notes the first difference. From then on nothing is compared, and nothing more kept. */
void nt_witness_differ(nt_witness *w, nt_aspect aspect, const char *expected, const char *got,
                       uint64_t offset);
void nt_witness_describe_expected(nt_witness *w, char words[NT_WITNESS_WORDS]);
/* What is wrong where the oldest item is not in the bytes. */
nt_aspect nt_witness_missing(nt_witness *w);
/* The event is not the one expected. */
void nt_witness_differ_at(nt_witness *w, const nt_flow_event *event);
/* The event is `item`. */
void nt_witness_hold_event(nt_witness *w, const nt_flow_event *event, const nt_expected *item);
/* Whether an Error tells of what can be lost. */
bool nt_witness_is_loss(const nt_witness *w, const nt_flow_event *event);
/* The Error that was taken last tells of Ownership if that was lost; else it differs. */
bool nt_witness_tells_ownership(nt_witness *w, const nt_flow_event *event);

/* ---- ownership.c ---- */

void nt_witness_hart(nt_witness *w, const nt_expected *item);
/* Instructions retired: what was to be told with this address is late. */
void nt_witness_hart_runs(nt_witness *w);
/* The open message had an address. */
void nt_witness_own(nt_witness *w);
/* Tracing stops: what was written has been told. */
void nt_witness_own_stop(nt_witness *w);
/* What was not told before is excused. */
void nt_witness_own_lost(nt_witness *w);
/* The open message is of this number; nothing else may come where Ownership must. */
void nt_witness_own_next(nt_witness *w);
void nt_witness_match_ownership(nt_witness *w, const nt_flow_event *event);

/* ---- clock.c ---- */

/* The event's time must be from `time` to `until`. */
void nt_witness_time(nt_witness *w, const nt_flow_event *event, uint64_t time, uint64_t until);
/* A synchronizing message may come at the instruction next, with a reason that tells no event. */
bool nt_witness_sync_is_free(nt_witness *w, const nt_flow_event *event);
/* A synchronizing message came at the instruction next; `item`: as expected there, or NULL. */
void nt_witness_synced(nt_witness *w, const nt_expected *item);
/* Instructions were found. */
void nt_witness_count(nt_witness *w, const nt_flow_event *event, uint32_t halfwords);

#endif
