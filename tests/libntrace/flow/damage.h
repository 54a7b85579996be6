/* SPDX-License-Identifier: Apache-2.0 */
/* What a decoder makes of a damaged stream: when it noticed, what it told meanwhile, and whether
   all is exact again from the first synchronizing message on that the damage left alone. */
#ifndef NT_TESTS_FLOW_DAMAGE_H
#define NT_TESTS_FLOW_DAMAGE_H

#include "ntrace/flow.h"
#include "ntrace/messages.h"
#include "tests/damaged.h"

#include <assert.h>

enum { DAMAGE_EVENTS = 1 << 17, DAMAGE_MESSAGES = 1 << 15 };

/* ---- a sound stream ---- */

typedef struct damage_subject {
    const uint8_t *bytes;
    size_t size;
    nt_code code;
    nt_flow_options options;
    size_t event_count;
    size_t message_count;
    nt_flow_event events[DAMAGE_EVENTS];
    size_t ends[DAMAGE_MESSAGES]; /* the last byte's index */
} damage_subject;

static inline int damage_keep(void *context, const nt_flow_event *event) {
    damage_subject *s = context;
    assert(s->event_count < DAMAGE_EVENTS);
    s->events[s->event_count++] = *event;
    return 0;
}

/* Decodes the sound stream; bytes, size, code and options are set. False: it has a fault. */
static inline bool damage_prepare(damage_subject *s) {
    nt_framer framer = {0};
    s->event_count = 0;
    s->message_count = 0;
    for (size_t i = 0; i < s->size; i++) {
        if (nt_framer_byte(&framer, s->bytes[i]) == NT_FRAME_END) {
            assert(s->message_count < DAMAGE_MESSAGES);
            s->ends[s->message_count++] = i;
        }
    }
    nt_flow *flow = nt_flow_new(s->code, &s->options, damage_keep, s);
    (void)nt_flow_bytes(flow, s->bytes, s->size);
    (void)nt_flow_finish(flow);
    bool sound = nt_flow_get_counts(flow)->faults == 0;
    nt_flow_free(flow);
    return sound;
}

#endif
