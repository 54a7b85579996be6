/* SPDX-License-Identifier: Apache-2.0 */
/* Declares the witnesses, which check a run from outside the encoder: the round trip (decoded
   bytes against the retired instructions and the events around them), and the rule checker.
   Their inputs, in any interleaving, are the ingress cycles at the encoder and the bytes from
   it. */
#ifndef NT_WITNESS_WITNESS_H
#define NT_WITNESS_WITNESS_H

#include "model/config.h"
#include "model/control/control.h"
#include "model/encoder/ingress.h"
#include "sim/check/freedoms.h"
#include "sim/witness/code.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct nt_witness nt_witness;

/* Lists the aspects in which messages and ingress are compared. */
typedef enum nt_aspect {
    NT_ASPECT_NONE,       /* an aspect without relation to the ingress */
    NT_ASPECT_PATH,       /* the reported instructions are those that retired, in their order */
    NT_ASPECT_OFF,        /* instructions that retire while tracing is off are not reported */
    NT_ASPECT_END,        /* traced instructions are reported before the stream ends */
    NT_ASPECT_START,      /* tracing starts with ProgTraceSync, at the first traced instruction, */
    NT_ASPECT_START_SYNC, /* for the right reason */
    NT_ASPECT_MARK,       /* a synchronizing message comes where a trigger requests one, */
    NT_ASPECT_MARK_SYNC,  /* with the trigger's reason, */
    NT_ASPECT_UNASKED,    /* and nowhere else */
    NT_ASPECT_PERIOD,     /* periodic synchronization comes in time */
    NT_ASPECT_TRAP,       /* a trap is reported where one was taken, and nowhere else, */
    NT_ASPECT_TRAP_TYPE,  /* as an exception or an interrupt, */
    NT_ASPECT_TRAP_ADDRESS, /* with the handler's address */
    NT_ASPECT_STOP,         /* ProgTraceCorrelation comes where tracing stops, and nowhere else, */
    NT_ASPECT_STOP_REASON,  /* for the right reason */
    NT_ASPECT_STOP_SENT,    /* though EVCODE 4 and 1 are optional */
    NT_ASPECT_EDGE,         /* it starts and stops with the cycle in which it is turned on or off */
    NT_ASPECT_LOSS,         /* Error comes where messages were lost, and nowhere else, */
    NT_ASPECT_LOSS_CODE,    /* with the right codes */
    NT_ASPECT_OWNERSHIP,    /* Ownership comes where privilege or context changes, */
    NT_ASPECT_OWNERSHIP_NONE,      /* and nowhere else, */
    NT_ASPECT_OWNERSHIP_FORMAT,    /* with or without context, */
    NT_ASPECT_OWNERSHIP_PRIVILEGE, /* with the hart's V and PRV, */
    NT_ASPECT_OWNERSHIP_CONTEXT,   /* and scontext and hcontext */
    NT_ASPECT_TIMED,               /* an event's message has a timestamp, */
    NT_ASPECT_TIME,                /* which is the event's, or consistently another, */
    NT_ASPECT_TIME_EVENT,          /* though it should be the event's */
    NT_ASPECTS
} nt_aspect;

/* Receives each comparison: `held`, or the first difference in words, after which there are no
   more. */
typedef void nt_witness_judge(void *context, nt_aspect aspect, bool held, uint64_t offset,
                              const char *words);

/* Allocates a witness, which takes ownership of `code`, also on failure; without known code only
   the rules are judged. Returns NULL without memory. Memory stays bounded for any input. */
nt_witness *nt_witness_new(const nt_config *config, nt_witness_code code);

/* Announces that the bytes come through a sink, so later than from the encoder by any time. */
void nt_witness_from_afar(nt_witness *witness);

/* Gives trTeInstMode of the whole stream; 0: it is not known. Before nt_witness_of_stranger. */
void nt_witness_take_mode(nt_witness *witness, uint32_t mode);

/* Announces another encoder, which may use these freedoms of the specification; our own uses none
   of them. There are no hints: those of nt_witness_inputs are 0. `built`: the build's widths are
   the encoder's; else they are unknown. Call it before the first cycle. */
void nt_witness_of_stranger(nt_witness *witness, nt_freedoms freedoms, bool built);

/* Announces that the encoder is set anew: what came of a stranger up to here was sent. */
void nt_witness_settle_all(nt_witness *witness);

/* Returns whether these settings differ from the latest, so that a new decoder is needed. */
bool nt_witness_is_anew(const nt_witness *witness, const nt_control *settings);

/* Returns whether settings changed after a possible loss: it is then unknown how to decode the
   bytes. */
bool nt_witness_is_astray(const nt_witness *witness);

/* Sets the receiver of each comparison. */
void nt_witness_tell(nt_witness *witness, nt_witness_judge *judge, void *context);

/* Returns the rule checker, which the witness owns. */
struct nt_check *nt_witness_check(nt_witness *witness);

/* Returns whether messages about the cycles so far must still come. Call it between whole
   messages. */
bool nt_witness_waits(nt_witness *witness);

/* Returns whether these bytes, a message or idle, are about the cycles so far: they come before the
   settings change. A stranger's message may be, where it need not come. */
bool nt_witness_wants(nt_witness *witness, const uint8_t *bytes, size_t size);

/* Returns whether nt_witness_wants may be true of some bytes. */
bool nt_witness_looks_ahead(nt_witness *witness);

/* Sets which turns are taken the other way, one bit for each: messages that may be of the settings
   before a change as well as of those behind it, and starts before it that may be at another place.
   Call it before bytes come. */
void nt_witness_turn(nt_witness *witness, uint64_t other);

/* Returns how many such turns there were before a rule was broken. */
unsigned nt_witness_turns(const nt_witness *witness);

/* Returns whether so many cycles are ahead of the bytes that bytes should come first. */
bool nt_witness_is_full(const nt_witness *witness);

/* Holds one cycle as the encoder's qualify stage sees it. */
typedef struct nt_witness_inputs {
    const nt_ingress *ingress; /* as latched */
    /* The control fields of the cycle in which that ingress was at the pins: trTeActive,
       trTeEnable, trTeInstTracing, trTeInstMode; trTeInstTrigEnable and trTeTrigExtInControl, as
       far as they turn tracing on; all 0 where the latch was in reset. */
    const nt_control *control;
    /* The control fields of this cycle, which act at once: filters, comparators, and
       trTeTrigExtInControl, as far as it requests a message. */
    const nt_control *live;
    /* All other fields that affect messages and bytes, as in the encoder's settings register.
       They change only while everything was sent and tracing is off. */
    const nt_control *settings;
    /* `live` and `settings` are those of an earlier cycle with the same number; 0: not known. */
    uint32_t version;
    uint64_t timestamp; /* as latched with the ingress; TSTAMP_W bits */
    /* Hints (probes). They align the sequences where the bytes alone cannot; a wrong hint causes
       a wrong verdict, but never accepts a wrong stream. */
    bool dropped; /* the encoder dropped all messages of this cycle */
    bool resumed; /* it sent a ProgTraceSync in this cycle, at the first block that has an
                     address and is traced; used only after a drop */
    bool awaits;  /* after this cycle the flow stage still awaits the target of a jump or taken
                     branch; used only where it may infer the target, or need none */
} nt_witness_inputs;

void nt_witness_cycle(nt_witness *witness, const nt_witness_inputs *in);

/* Handles a reset of the encoder in this cycle (rst; nt_witness_cycle sees trTeActive=0 by
   itself): messages under way are lost without a report. */
void nt_witness_reset(nt_witness *witness);

/* Takes the bytes that left the encoder, before the next reset at the latest. */
void nt_witness_bytes(nt_witness *witness, const uint8_t *bytes, size_t size);

/* Handles the end of the cycles, before the last bytes, where the encoder was maybe disabled only
   behind them: ProgTraceCorrelation may still come. */
void nt_witness_end(nt_witness *witness);

/* Returns the instructions that retired while tracing, and that were compared with nothing, so
   far: those in no message yet, cut by a reset of the encoder, or behind the last comparison. */
uint64_t nt_witness_unjudged(const nt_witness *witness);

typedef struct nt_verdict {
    uint64_t instructions; /* decoded and found equal */
    uint64_t retired;      /* that retired while tracing: these, `lost` and `unjudged` */
    uint64_t lost;         /* instructions in announced gaps */
    uint64_t unjudged;     /* nt_witness_unjudged, at the end; of them */
    uint64_t untold;       /* that no message reports, though the stream was not cut */
    bool counted;          /* the code is known: without it these numbers are 0 */
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
    bool differs; /* the round trip was judged and is not exact */
    /* "exact": every instruction that retired while tracing came back; "exact but for ...", what
       differs first, or why it was not judged. */
    char roundtrip[256];
    char first_broken[256]; /* the first rule that broke, in words; or empty */
} nt_verdict;

enum { NT_EXACT_WORDS = 160 };

/* Writes "exact", or what did not come back although all that did is equal. */
void nt_witness_exact(char words[NT_EXACT_WORDS], uint64_t lost, uint64_t unjudged);

/* Returns whether the round trip differs somewhere. */
bool nt_witness_differs(const nt_witness *witness);

/* Ends the run (encoder empty): the rest must match. */
void nt_witness_finish(nt_witness *witness, nt_verdict *verdict);
void nt_witness_free(nt_witness *witness);

#endif
