/* SPDX-License-Identifier: Apache-2.0 */
/* Judges I-CNT and HIST, as far as bytes tell. */
#include "libntrace/messages/tables.h"
#include "sim/check/check_internal.h"

#include <inttypes.h>

static const char *name_of(const nt_message *message) {
    return nt_message_layouts[message->tcode].name;
}
static unsigned hist_bits(uint64_t hist) {
    return hist == 0 ? 0 : 63u - (unsigned)__builtin_clzll(hist);
}

/* What a pattern's repetitions need more than one message for fills all of these but the last. */
void nt_check_split(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    bool repeated = message->tcode == NT_TCODE_RESOURCE_FULL && message->value[NT_FIELD_RCODE] == 2;
    uint64_t pattern = repeated ? message->value[NT_FIELD_RDATA] : 0;
    uint64_t repeats = message->value[NT_FIELD_HREPEAT];
    if (pattern != 0 && pattern == s->pattern) {
        nt_check_judge(check, NT_RULE_REPEAT_SPLIT, repeats <= s->repeats,
                       "HREPEAT=%" PRIu64 " after %" PRIu64 " of the same pattern", repeats,
                       s->repeats);
        if (repeats > s->repeats) {
            nt_check_use(check, NT_FREEDOM_FULL_SPLIT, "a pattern is repeated by two ResourceFull");
        }
    }
    s->pattern = pattern;
    s->repeats = repeats;
}

/* Full is where the encoder says so. */
static void judge_early(nt_check *check, unsigned bits) {
    nt_check_stream *s = check->stream;
    if (s->full_bits != 0 && bits != s->full_bits) {
        nt_check_use(check, NT_FREEDOM_FULL_EARLY, "ResourceFull has %u branches, another had %u",
                     bits, s->full_bits);
    }
    s->full_bits = bits > s->full_bits ? bits : s->full_bits;
}

void nt_check_count_full(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    uint64_t rdata = message->value[NT_FIELD_RDATA];
    switch (message->value[NT_FIELD_RCODE]) {
    case 0:
        s->icnt += rdata;
        s->half_words += rdata;
        break;
    case 1:
        s->hist_bits += hist_bits(rdata);
        judge_early(check, hist_bits(rdata));
        break;
    case 2:
        s->hist_bits += hist_bits(rdata) * message->value[NT_FIELD_HREPEAT];
        break;
    default: /* a vendor's run of branches: none else is read */
        s->hist_bits += rdata;
        break;
    }
}

/* The branch or jump that a message reports is counted by its I-CNT, or by a ResourceFull since the
   I-CNT before: with what else is full, or Ownership, between them. */
static void judge_last(nt_check *check, const nt_message *message, bool jump) {
    const nt_check_stream *s = check->stream;
    bool branch = message->tcode == NT_TCODE_DIRECT_BRANCH;
    bool full = message->value[NT_FIELD_ICNT] == 0 && s->icnt != 0;
    if (s->doubt || (!branch && !jump)) {
        return;
    }
    nt_rule_id rule = branch                                            ? NT_RULE_ICNT_BRANCH
                      : message->tcode == NT_TCODE_INDIRECT_BRANCH_HIST ? NT_RULE_ICNT_JUMP_HIST
                                                                        : NT_RULE_ICNT_JUMP;
    nt_check_judge(check, rule, full || message->value[NT_FIELD_ICNT] != 0, "%s with%s I-CNT=0",
                   name_of(message), branch ? "" : " B-TYPE=0 and");
    if (full) {
        nt_check_use(check, NT_FREEDOM_FULL_LAST,
                     "ResourceFull counts what %s with I-CNT=0 reports", name_of(message));
    }
}

/* A message that tells I-CNT ends what ResourceFull messages before it have begun. */
void nt_check_counters(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    uint64_t icnt = message->value[NT_FIELD_ICNT];
    bool jump = (message->tcode == NT_TCODE_INDIRECT_BRANCH ||
                 message->tcode == NT_TCODE_INDIRECT_BRANCH_HIST) &&
                message->value[NT_FIELD_BTYPE] == 0;
    judge_last(check, message, jump);
    s->half_words += icnt;
    icnt += s->icnt;
    uint64_t bits =
        s->hist_bits +
        hist_bits(nt_message_has(message, NT_FIELD_HIST) ? message->value[NT_FIELD_HIST] : 1);
    if (!s->doubt && bits != 0) {
        nt_check_judge(check, NT_RULE_ICNT_HIST, icnt >= bits + jump,
                       "I-CNT of %" PRIu64 " covers %" PRIu64 " history bits%s", icnt, bits,
                       jump ? " and a jump" : "");
    }
    s->icnt = 0;
    s->hist_bits = 0;
}
