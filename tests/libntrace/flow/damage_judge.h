/* SPDX-License-Identifier: Apache-2.0 */
/* What a decoder made of a damaged stream (damage.h), held against the sound one. */
#ifndef NT_TESTS_FLOW_DAMAGE_JUDGE_H
#define NT_TESTS_FLOW_DAMAGE_JUDGE_H

#include "tests/libntrace/flow/damage.h"

#include <stdio.h>

typedef enum damage_outcome {
    DAMAGE_IN_MESSAGE,  /* a fault by the end of the first message behind the damage */
    DAMAGE_IN_INTERVAL, /* by the first synchronizing message behind it, that included */
    DAMAGE_LATE,
    DAMAGE_SAME,  /* no fault, and all is decoded as before */
    DAMAGE_OTHER, /* no fault, the path is right; times, Ownership or reasons are others */
    DAMAGE_GAP,   /* no fault, instructions are missing, but all told ran */
    DAMAGE_WRONG, /* no fault, and instructions told that did not run there */
    DAMAGE_OUTCOMES,
} damage_outcome;

typedef struct judgement {
    const damage_subject *s;
    uint64_t shift;        /* offsets behind the damage are so much higher, modulo 2^64 */
    size_t sync;           /* the event of the synchronizing message; event_count: there is none */
    uint64_t sync_offset;  /* in the damaged stream */
    uint64_t near;         /* a fault that begins before this is within a message */
    bool exact;            /* that message has come: */
    size_t at;             /* the event that must come next */
    size_t path;           /* before it: the range that comes next, */
    uint32_t told;         /* instructions of it that were told, */
    uint64_t pc;           /* and its next */
    size_t rest;           /* the event of another kind that comes next */
    uint64_t told_all;     /* instructions, */
    uint64_t instructions; /* and until one is wrong: */
    bool wrong;
    bool agreed; /* and since then something told that all is well, or that much is lost */
    bool marked; /* or the wrong one was told to be suspect */
    bool blamed; /* or a fault was found */
    bool gap;
    bool other;
    bool faulted;
    uint64_t fault_offset;
    nt_flow_fault fault;
    char failure[160]; /* empty: all is well */
} judgement;

static inline bool damage_is_told(const nt_flow_event *event) {
    return event->kind != NT_FLOW_RANGE && event->kind != NT_FLOW_FAULT &&
           event->kind != NT_FLOW_SUSPECT;
}

/* The first message behind the damage whose beginning is certain: the byte before it ends a message
   and is as it was, so whatever a decoder took that message for, it is between messages there. */
static inline size_t damage_first_message(const damage_subject *s, size_t last) {
    size_t i = 0;
    while (i < s->message_count && s->ends[i] < last) {
        i++;
    }
    return i + 1;
}

/* With rc7 some synchronizing messages leave the return stack as it is, which the damage may have
   changed. */
static inline bool damage_resets(const damage_subject *s, const nt_flow_event *event) {
    uint8_t reason = event->sync.reason;
    return event->kind == NT_FLOW_SYNC &&
           !(s->options.rc7 && (reason == 0 || reason == 4 || reason == 6));
}

static inline void damage_aim(judgement *j, const damage_subject *s, const damaged *d) {
    *j = (judgement){.s = s, .shift = d->size - s->size};
    size_t message = damage_first_message(s, d->last);
    size_t begin = message <= s->message_count ? s->ends[message - 1] + 1 : s->size;
    j->near = message < s->message_count ? s->ends[message] + 1 + j->shift : UINT64_MAX;
    while (j->sync < s->event_count &&
           !(damage_resets(s, &s->events[j->sync]) && s->events[j->sync].offset >= begin)) {
        j->sync++;
    }
    j->sync_offset = j->sync < s->event_count ? s->events[j->sync].offset + j->shift : UINT64_MAX;
}

static inline int damage_fail(judgement *j, const char *what, const nt_flow_event *event) {
    (void)snprintf(j->failure, sizeof j->failure, "%s: byte %llu, event of kind %d", what,
                   (unsigned long long)event->offset, (int)event->kind);
    return 1;
}

static inline bool damage_same(const nt_flow_event *want, const nt_flow_event *got) {
    if (want->kind != got->kind || want->tcode != got->tcode || want->has_time != got->has_time ||
        (want->has_time && want->time != got->time)) {
        return false;
    }
    switch (want->kind) {
    case NT_FLOW_RANGE:
        return want->range.pc == got->range.pc &&
               want->range.instructions == got->range.instructions &&
               want->range.halfwords == got->range.halfwords;
    case NT_FLOW_TRAP:
        return want->trap.btype == got->trap.btype && want->trap.address == got->trap.address;
    case NT_FLOW_SYNC:
        return want->sync.reason == got->sync.reason && want->sync.address == got->sync.address;
    case NT_FLOW_OWNERSHIP:
        return want->ownership.format == got->ownership.format &&
               want->ownership.prv == got->ownership.prv && want->ownership.v == got->ownership.v &&
               want->ownership.context == got->ownership.context;
    case NT_FLOW_STOP:
        return want->stop.evcode == got->stop.evcode;
    case NT_FLOW_LOSS:
        return want->loss.etype == got->loss.etype && want->loss.ecode == got->loss.ecode;
    default:
        return false;
    }
}

/* ---- before the synchronizing message ---- */

/* The next instruction that ran; false: there is none. */
static inline bool damage_step(judgement *j, uint64_t *pc) {
    const damage_subject *s = j->s;
    while (j->path < j->sync && (s->events[j->path].kind != NT_FLOW_RANGE ||
                                 j->told == s->events[j->path].range.instructions)) {
        j->path++;
        j->told = 0;
    }
    if (j->path == j->sync) {
        return false;
    }
    j->pc = j->told == 0 ? s->events[j->path].range.pc : j->pc;
    *pc = j->pc;
    j->pc += s->code.at(s->code.context, j->pc).size;
    j->told++;
    return true;
}

static inline void damage_take_range(judgement *j, const nt_flow_event *event) {
    uint64_t pc = event->range.pc;
    j->told_all += event->range.instructions;
    for (uint32_t i = 0; i < event->range.instructions && !j->wrong; i++) {
        uint64_t ran = 0;
        j->wrong = !damage_step(j, &ran) || ran != pc;
        j->instructions += !j->wrong;
        pc += j->s->code.at(j->s->code.context, pc).size;
    }
}

/* How many of the instructions told are suspect: the wrong one must be among them. */
static inline void damage_take_suspect(judgement *j, const nt_flow_event *event) {
    j->marked |= j->wrong && event->suspect.instructions >= j->told_all - j->instructions;
}

/* A synchronizing message that the damage left alone as luck would have it: execution goes on
   there. */
static inline bool damage_take_sync(judgement *j, const nt_flow_event *event) {
    const nt_flow_event *events = j->s->events;
    for (size_t i = j->path; i < j->sync && event->kind == NT_FLOW_SYNC; i++) {
        if (damage_same(&events[i], event)) {
            uint64_t pc;
            size_t sync = j->sync;
            j->sync = i;
            j->gap |= damage_step(j, &pc);
            j->sync = sync;
            j->path = i;
            j->told = 0;
            j->rest = i + 1;
            return true;
        }
    }
    return false;
}

static inline void damage_take_other(judgement *j, const nt_flow_event *event) {
    j->agreed |= j->wrong && event->kind != NT_FLOW_TRAP && event->kind != NT_FLOW_OWNERSHIP;
    if (damage_take_sync(j, event)) {
        return;
    }
    while (j->rest < j->sync && !damage_is_told(&j->s->events[j->rest])) {
        j->rest++;
    }
    j->other |= j->rest == j->sync || !damage_same(&j->s->events[j->rest], event);
    j->rest += j->rest < j->sync;
}

/* ---- all of it ---- */

static inline int damage_take(void *context, const nt_flow_event *event) {
    judgement *j = context;
    const damage_subject *s = j->s;
    j->blamed |= j->wrong && !j->exact && event->kind == NT_FLOW_FAULT;
    if (event->kind == NT_FLOW_FAULT && !j->faulted) {
        j->faulted = true;
        j->fault_offset = event->offset;
        j->fault = event->fault.code;
    }
    if (j->exact) {
        if (j->at == s->event_count || !damage_same(&s->events[j->at], event) ||
            s->events[j->at].offset + j->shift != event->offset) {
            return damage_fail(j, "not exact behind a synchronizing message", event);
        }
        j->at++;
    } else if (event->kind == NT_FLOW_SYNC && event->offset == j->sync_offset) {
        if (!damage_same(&s->events[j->sync], event)) {
            return damage_fail(j, "a synchronizing message is not what it was", event);
        }
        j->exact = true;
        j->at = j->sync + 1;
    } else if (event->offset > j->sync_offset) {
        return damage_fail(j, "a synchronizing message was not taken", event);
    } else if (event->kind == NT_FLOW_RANGE) {
        damage_take_range(j, event);
    } else if (event->kind == NT_FLOW_SUSPECT) {
        damage_take_suspect(j, event);
    } else if (damage_is_told(event)) {
        damage_take_other(j, event);
    }
    return 0;
}

static inline damage_outcome damage_outcome_of(judgement *j) {
    uint64_t pc;
    if (j->faulted) {
        return j->fault_offset < j->near           ? DAMAGE_IN_MESSAGE
               : j->fault_offset <= j->sync_offset ? DAMAGE_IN_INTERVAL
                                                   : DAMAGE_LATE;
    }
    if (j->wrong) {
        return DAMAGE_WRONG;
    }
    if (j->gap || damage_step(j, &pc)) {
        return DAMAGE_GAP;
    }
    while (j->rest < j->sync && !damage_is_told(&j->s->events[j->rest])) {
        j->rest++;
    }
    return j->other || j->rest < j->sync ? DAMAGE_OTHER : DAMAGE_SAME;
}

/* Decodes the damaged stream; `failure` is set where something is wrong behind the damage. */
static inline damage_outcome damage_judge(judgement *j, const damage_subject *s, const damaged *d) {
    damage_aim(j, s, d);
    nt_flow_options options = s->options;
    options.begins_within = d->begins_within;
    nt_flow *flow = nt_flow_new(s->code, &options, damage_take, j);
    if (nt_flow_bytes(flow, d->bytes, d->size) == 0) {
        (void)nt_flow_finish(flow);
    }
    nt_flow_free(flow);
    if (j->failure[0] == '\0' && j->exact != (j->sync < s->event_count)) {
        (void)snprintf(j->failure, sizeof j->failure, "no synchronizing message behind the damage");
    }
    if (j->failure[0] == '\0' && j->exact && j->at != s->event_count) {
        (void)snprintf(j->failure, sizeof j->failure, "the end is missing");
    }
    if (j->failure[0] == '\0' && d->begins_within && j->faulted &&
        !s->options.rc7) { /* which has synchronizing messages that are no beginning */
        (void)snprintf(j->failure, sizeof j->failure, "a stream that begins within has a fault: %s",
                       nt_flow_fault_text(j->fault));
    }
    if (j->failure[0] == '\0' && j->blamed && !j->marked && !j->agreed) {
        (void)snprintf(j->failure, sizeof j->failure, "what is wrong was not told to be suspect");
    }
    return damage_outcome_of(j);
}

#endif
