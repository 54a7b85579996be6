/* The witnesses that judge a run from outside the encoder: the round trip (bytes decoded back
   against what retired, and the events around it), and the rule checker. They are fed, in any
   interleaving, the ingress cycles as the encoder saw them and the bytes that came out. */
#ifndef NT_WITNESS_WITNESS_H
#define NT_WITNESS_WITNESS_H

#include "model/config.h"
#include "model/control/control.h"
#include "model/encoder/ingress.h"
#include "sim/witness/code.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct nt_witness nt_witness;

/* What about a message and the ingress is compared. */
typedef enum nt_aspect {
    NT_ASPECT_NONE,       /* something that has nothing to do with the ingress */
    NT_ASPECT_PATH,       /* the instructions told are those that retired, in their order */
    NT_ASPECT_OFF,        /* what retires while tracing is off is not told */
    NT_ASPECT_END,        /* what is traced is told before the stream ends */
    NT_ASPECT_START,      /* tracing starts with ProgTraceSync, at the first traced instruction, */
    NT_ASPECT_START_SYNC, /* for the right reason */
    NT_ASPECT_MARK,       /* a synchronizing message comes where a trigger asks for one, */
    NT_ASPECT_MARK_SYNC,  /* with the trigger's reason, */
    NT_ASPECT_UNASKED,    /* and nowhere else */
    NT_ASPECT_PERIOD,     /* periodic synchronization comes in time */
    NT_ASPECT_TRAP,       /* a trap is told where one was taken, and nowhere else, */
    NT_ASPECT_TRAP_TYPE,  /* as an exception or an interrupt, */
    NT_ASPECT_TRAP_ADDRESS, /* with the handler's address */
    NT_ASPECT_STOP,         /* ProgTraceCorrelation comes where tracing stops, and nowhere else, */
    NT_ASPECT_STOP_REASON,  /* for the right reason */
    NT_ASPECT_LOSS,         /* Error comes where messages were lost, and nowhere else, */
    NT_ASPECT_LOSS_CODE,    /* and tells which */
    NT_ASPECT_OWNERSHIP,    /* Ownership comes where what the hart runs changes, */
    NT_ASPECT_OWNERSHIP_NONE,      /* and nowhere else, */
    NT_ASPECT_OWNERSHIP_FORMAT,    /* with or without context, */
    NT_ASPECT_OWNERSHIP_PRIVILEGE, /* with the hart's V and PRV, */
    NT_ASPECT_OWNERSHIP_CONTEXT,   /* and scontext and hcontext */
    NT_ASPECT_TIMED,               /* an event's message has a timestamp, */
    NT_ASPECT_TIME,                /* which is the event's */
    NT_ASPECTS
} nt_aspect;

/* What was compared: `held`, or the first difference in words. From then on nothing is. */
typedef void nt_witness_judge(void *context, nt_aspect aspect, bool held, uint64_t offset,
                              const char *words);

/* `code` is taken over, also on failure; where none is known the rules alone are judged. NULL
   without memory. Memory stays bounded, whatever comes. */
nt_witness *nt_witness_new(const nt_config *config, nt_witness_code code);

/* The bytes come by way of a sink, and so later than from the encoder itself, by any time. */
void nt_witness_from_afar(nt_witness *witness);

/* It is another encoder, of which nobody knows how it was built: B-TYPE 1 may stand for 2 and 3.
   Nor when it drops messages: nt_witness_inputs.dropped and .resumed are 0, and the round trip is
   judged up to the first Error. Before the first cycle. */
void nt_witness_without_hints(nt_witness *witness);

/* These settings are others than the latest, so that a new decoder is needed. */
bool nt_witness_is_anew(const nt_witness *witness, const nt_control *settings);

/* Behind that the encoder was set anew: nobody knows how the bytes are to be read. */
bool nt_witness_is_astray(const nt_witness *witness);

/* Whoever wants to know of each comparison. */
void nt_witness_tell(nt_witness *witness, nt_witness_judge *judge, void *context);

/* The rule checker, which the witness owns. */
struct nt_check *nt_witness_check(nt_witness *witness);

/* Messages are to come that tell what the cycles so far have brought. To be asked between whole
   messages. */
bool nt_witness_waits(nt_witness *witness);

/* So many cycles are ahead of the bytes that some should come first. */
bool nt_witness_is_full(const nt_witness *witness);

/* One cycle as the encoder's qualify stage sees it. */
typedef struct nt_witness_inputs {
    const nt_ingress *ingress; /* as latched */
    /* The control fields of the cycle in which that ingress was at the pins: trTeActive,
       trTeEnable, trTeInstTracing, trTeInstMode; trTeInstTrigEnable and trTeTrigExtInControl, as
       far as they turn tracing on; all 0 where the latch was in reset. */
    const nt_control *control;
    /* The control fields of this cycle, which act at once: filters, comparators, and
       trTeTrigExtInControl, as far as it asks for a message. */
    const nt_control *live;
    /* All other fields that decide about messages and bytes, as the encoder's settings register
       holds them. They change only while everything was sent and tracing is off. */
    const nt_control *settings;
    uint64_t timestamp; /* as latched with the ingress; TSTAMP_W bits */
    /* Hints (probes). They line the sequences up where the bytes alone cannot; a wrong hint makes
       a wrong verdict, never a right one of a wrong stream. */
    bool dropped; /* the encoder dropped all messages of this cycle */
    bool resumed; /* it made a ProgTraceSync in this cycle, at the first block that has an address
                     and is traced; looked at only after a drop */
    bool awaits;  /* after this cycle the flow stage still awaits the target of a jump or taken
                     branch; looked at only where it may infer the target, or need none */
} nt_witness_inputs;

void nt_witness_cycle(nt_witness *witness, const nt_witness_inputs *in);

/* The encoder was reset in this cycle (rst; nt_witness_cycle sees trTeActive=0 by itself): what
   was under way is lost without a word. */
void nt_witness_reset(nt_witness *witness);

/* The bytes that left the encoder, not later than the next reset. */
void nt_witness_bytes(nt_witness *witness, const uint8_t *bytes, size_t size);

typedef struct nt_verdict {
    uint64_t instructions; /* decoded and found equal */
    uint64_t retired;      /* instructions that retired while tracing, up to the first difference */
    uint64_t lost;         /* instructions in announced gaps */
    uint64_t losses;       /* announced gaps */
    uint64_t cuts;         /* resets of the encoder that cut the stream */
    uint64_t messages;
    uint64_t bytes;
    uint64_t by_tcode[64];
    uint64_t by_sync[16];  /* synchronizing messages that were as expected, by SYNC */
    uint64_t ownerships;   /* Ownership messages that were as expected */
    uint64_t times;        /* timestamps that were as expected */
    uint64_t rules_broken; /* required ones */
    uint64_t rules_exercised;
    bool differs;           /* the round trip was judged and is not exact */
    char roundtrip[256];    /* "exact", what differs first, or why it was not judged */
    char first_broken[256]; /* the first rule that broke, in words; or empty */
} nt_verdict;

/* The round trip is not exact. */
bool nt_witness_differs(const nt_witness *witness);

/* The run is over (encoder empty): what is left must match. */
void nt_witness_finish(nt_witness *witness, nt_verdict *verdict);
void nt_witness_free(nt_witness *witness);

#endif
