/* SPDX-License-Identifier: Apache-2.0 */
/* Branch messages behind which and before which nothing is open, as nearly all are: what such a
   place asks of the rules is the same wherever the message comes. */
#include "sim/check/check_internal.h"

void nt_check_note_place(nt_check *check) {
    nt_check_stream *s = check->stream;
    bool open = s->after_vendor_error || s->after_sync || s->after_trap || s->hcontext ||
                s->unplaced || s->icnt != 0 || s->hist_bits != 0 || s->pattern != 0;
    bool quiet = s->tracing && !open && !check->options.format.tstamp;
    s->quiet = quiet ? s->mode : (uint8_t)NT_CHECK_MODE_UNKNOWN;
}

/* As nt_check_order and nt_check_count, where nothing is open, but for what the rules say. */
static void pass(nt_check *check, const nt_check_known *known) {
    nt_check_stream *s = check->stream;
    s->jumped = known->jumps;
    s->half_words += known->message.value[NT_FIELD_ICNT];
    s->repeatable = s->previous = known->message.tcode;
}

static void judge(nt_check *check, const nt_check_known *known) {
    nt_check_order(check, &known->message);
    nt_check_count(check, &known->message, &known->places);
}

/* In a quiet place, the first time. */
static void learn(nt_check *check, nt_check_known *known) {
    nt_check_counts before;
    const uint8_t quiet = check->stream->quiet;
    known->tried = quiet;
    nt_check_count_rules(check, &before);
    judge(check, known);
    nt_check_note_place(check);
    if (known->place.times == 0 && nt_check_remember(check, &before, &known->place)) {
        known->bin = nt_check_bin_of(check, &known->message);
        known->placed = quiet;
    }
}

void nt_check_judge_place(nt_check *check, nt_check_known *known) {
    const nt_check_stream *s = check->stream;
    bool usual = known->branch && s->quiet != NT_CHECK_MODE_UNKNOWN && !s->doubt;
    if (usual && known->placed == s->quiet) {
        known->place.times++;
        pass(check, known);
    } else if (usual && known->tried != s->quiet) {
        learn(check, known);
    } else {
        judge(check, known);
        nt_check_note_place(check);
    }
}
