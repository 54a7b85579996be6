/* SPDX-License-Identifier: Apache-2.0 */
/* The sources of a stream, by SRC: each has a state of its own. */
#include "sim/check/check_internal.h"

#include <stdlib.h>

void nt_check_begin_source(const nt_check *check, nt_check_stream *s) {
    s->begun = s->tracing = s->referenced = s->doubt = check->options.wrapped;
}

static nt_check_stream *new_source(nt_check *check) {
    nt_check_stream *s = calloc(1, sizeof *s);
    if (s != NULL) {
        nt_check_begin_source(check, s);
        s->damages = check->damages;
        check->sources++;
    }
    return s;
}

/* Whose message a framing error broke is unknown: every source is in doubt since. */
static void share_damage(const nt_check *check, nt_check_stream *s) {
    if (s->damages == check->damages) {
        return;
    }
    s->damages = check->damages;
    s->doubt = true;
    s->blamed = true;
    s->caused = check->one.caused;
    s->cause = check->one.cause;
    s->cause_rule = check->one.cause_rule;
}

void nt_check_select_source(nt_check *check, uint16_t src) {
    check->stream = &check->one;
    if (check->by_src == NULL || src >= NT_CHECK_SOURCES) {
        return;
    }
    nt_check_stream **place = &check->by_src->at[src];
    if (*place == NULL) {
        *place = new_source(check);
    }
    if (*place != NULL) {
        check->stream = *place;
        check->src = src;
        share_damage(check, *place);
    }
}

void nt_check_select_source_of(nt_check *check, const nt_message *message) {
    if (check->by_src != NULL && nt_message_has(message, NT_FIELD_SRC)) {
        nt_check_select_source(check, (uint16_t)message->value[NT_FIELD_SRC]);
    }
}
