/* SPDX-License-Identifier: Apache-2.0 */
/* Where the settings change, a stranger's bytes do not say which messages are of those before, and
   which of those behind: by what is expected a message is taken for either. Where both may be, the
   caller may judge the stream once more, with the other one. */
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"
#include "sim/decode/flow_options.h"

/* Whether the message may be that of a start which is expected. */
static bool starts_here(const nt_witness *w, const nt_message *message, unsigned reason) {
    const nt_flow_event event = {
        .kind = NT_FLOW_SYNC,
        .tcode = message->tcode,
        .sync = {.reason = (uint8_t)reason,
                 .address = message->value[NT_FIELD_FADDR] << 1 & w->mask}};
    uint64_t number = w->expect.first;
    while (number < w->expect.next && !nt_witness_may_start(w, number, &event)) {
        number++;
    }
    return number < w->expect.next;
}

/* Whether what ran before, which the message reports, ran up to such a start. */
static bool reports_expected(const nt_witness *w, const nt_message *message, unsigned reason) {
    return nt_message_has(message, NT_FIELD_ICNT) && message->value[NT_FIELD_ICNT] != 0 &&
           starts_here(w, message, reason);
}

/* Whether a stranger's message belongs to a start that is not expected yet, or reports an entry
   into debug mode or low power that has not come. */
static bool is_of_later(nt_witness *w, const nt_message *message) {
    enum { SYNC_RESET = 1, SYNC_DEBUG = 3, SYNC_ENABLE = 5, SYNC_LOWPOWER = 9 };
    enum { EVCODE_LOWPOWER = 1 /* 0: debug mode */ };
    const unsigned starts =
        1u << SYNC_RESET | 1u << SYNC_DEBUG | 1u << SYNC_ENABLE | 1u << SYNC_LOWPOWER;
    if (message->tcode == NT_TCODE_PROG_TRACE_CORRELATION) {
        const unsigned evcode = (unsigned)message->value[NT_FIELD_EVCODE];
        return evcode <= EVCODE_LOWPOWER && !nt_witness_may_stop(w, evcode);
    }
    if (!nt_message_has(message, NT_FIELD_SYNC)) {
        return false;
    }
    unsigned reason = (unsigned)message->value[NT_FIELD_SYNC] & 15;
    if (w->lost) {
        uint64_t address = message->value[NT_FIELD_FADDR] << 1 & w->mask;
        return !nt_witness_may_restart(w, reason, address);
    }
    return (starts >> reason & 1) != 0 && !reports_expected(w, message, reason);
}

/* Whether a trace of theirs has begun, and may go on. */
static bool is_under_way(const nt_witness *w) {
    return w->lost || w->tracing;
}

/* Whether nothing tells which of both it is: a start or stop that both may have. */
static bool is_of_either(const nt_witness *w, const nt_message *message, bool later) {
    if (message->tcode == NT_TCODE_PROG_TRACE_CORRELATION) {
        return !later;
    }
    if (!nt_message_has(message, NT_FIELD_SYNC)) {
        return false;
    }
    return later ? !w->lost && starts_here(w, message, message->value[NT_FIELD_SYNC] & 15)
                 : w->lost;
}

/* Whether the message is of later, or the other of both, where it may be either. */
static bool take_turn(nt_witness *w, const nt_message *message) {
    const bool later = !is_under_way(w) || is_of_later(w, message);
    return later != (is_of_either(w, message, later) && nt_witness_takes_other(w));
}

bool nt_witness_looks_ahead(nt_witness *w) {
    return w->expect.stranger && !w->differs && nt_witness_code_is_known(&w->code)
               ? nt_witness_waits(w) || is_under_way(w) || nt_expect_head(&w->expect) != NULL
               : nt_witness_waits(w);
}

bool nt_witness_wants(nt_witness *w, const uint8_t *bytes, size_t size) {
    enum { IDLE = 0xFF };
    const bool waits = nt_witness_waits(w);
    if (!w->expect.stranger || (waits && !w->expect.holds) || bytes[0] == IDLE) {
        return true;
    }
    nt_message message;
    const nt_flow_options options = nt_flow_options_of(&w->expect.settings, w->config);
    const nt_message_format format = nt_flow_format(&options, w->config->xlen);
    nt_field field;
    const nt_message_status status = nt_message_decode(&message, &format, bytes, size, &field);
    if (waits) { /* what is missing may show that tracing has restarted elsewhere, or is to come */
        return status != NT_MESSAGE_OK || !is_of_later(w, &message) || !nt_witness_takes_other(w);
    }
    /* A vendor's message is of either settings; others of the former may come behind it. */
    return (status == NT_MESSAGE_UNKNOWN && is_under_way(w)) ||
           (status == NT_MESSAGE_OK && !take_turn(w, &message));
}

void nt_witness_turn(nt_witness *w, uint64_t other) {
    w->other_turns = other;
}

unsigned nt_witness_turns(const nt_witness *w) {
    return w->turns;
}
