/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/tables.h"
#include "sim/check/check_internal.h"

#include <inttypes.h>

void nt_check_time(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    bool sync = nt_message_has(message, NT_FIELD_SYNC);
    bool timed = nt_message_has(message, NT_FIELD_TSTAMP);
    uint64_t tstamp = message->value[NT_FIELD_TSTAMP];
    const nt_quirks *quirks = nt_quirks_get(check->options.format.vendor);
    bool xors = quirks != NULL && quirks->xor_time;
    bool enabled = check->options.known.trTsEnable && check->options.control.trTsEnable;
    if (sync && (s->timed || timed || enabled)) {
        nt_check_judge(check, NT_RULE_TIME_SYNC, timed, "%s without TSTAMP",
                       nt_message_layouts[message->tcode].name);
    }
    if (!sync && !timed && (s->timed || enabled)) {
        nt_check_use(check, NT_FREEDOM_TIME_SOME, "%s without TSTAMP",
                     nt_message_layouts[message->tcode].name);
    }
    if (sync && timed && s->timed) {
        nt_check_judge(check, NT_RULE_TIME_FORWARD, tstamp >= s->time,
                       "TSTAMP=%" PRIu64 " after %" PRIu64, tstamp, s->time);
    }
    if (timed && check->options.tstamp_w != 0) {
        nt_check_judge(check, NT_RULE_TIME_WIDTH,
                       check->options.tstamp_w == 64 || tstamp >> check->options.tstamp_w == 0,
                       "TSTAMP=0x%" PRIx64 " has more than %u bits", tstamp,
                       check->options.tstamp_w);
    }
    if (timed && !sync && !xors) {
        nt_check_judge(check, NT_RULE_TIME_OVERFLOW, s->time + tstamp >= tstamp,
                       "TSTAMP=%" PRIu64 " after %" PRIu64 ": the sum has more than 64 bits",
                       tstamp, s->time);
    }
    if (timed) {
        s->time = sync ? tstamp : xors ? s->time ^ tstamp : s->time + tstamp;
        s->timed = true;
    }
}
