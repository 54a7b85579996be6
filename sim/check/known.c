/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/known.h"

#include "libntrace/messages/tables.h"
#include "libntrace/util/words.h"
#include "sim/check/check_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Whether a message of these bytes is judged alike wherever it comes: SRC depends on others. */
static bool may_know(const nt_check *check) {
    return check->known != NULL && check->options.format.src_bits == 0 &&
           check->demux.framer.size <= NT_CHECK_KNOWN_BYTES;
}

/* Where the framer's message is, or would be. */
static nt_check_known *slot_of(const nt_check *check, uint64_t bytes[2]) {
    const nt_framer *framer = &check->demux.framer;
    nt_two_words(framer->bytes, (size_t)framer->size, bytes);
    return &check->known[nt_words_slot(bytes[0], bytes[1], NT_CHECK_KNOWN_BITS)];
}

/* A message ends with MSEO=11, so that zeros behind it are no part of it. */
static bool is_of(const nt_check_known *known, const uint64_t bytes[2]) {
    return known->bytes[0] == bytes[0] && known->bytes[1] == bytes[1];
}

static void settle(nt_check *check, nt_check_known *known) {
    if (known->place.times != 0) {
        nt_message_bins_add(&check->bins, known->bin, &known->places, known->place.times);
    }
    nt_check_settle_asked(check, &known->alone);
    nt_check_settle_asked(check, &known->place);
}

void nt_check_settle_known(nt_check *check) {
    for (unsigned i = 0; i < check->came_count; i++) {
        settle(check, &check->known[check->came[i]]);
    }
    check->came_count = 0;
}

nt_check_known *nt_check_judge_known(nt_check *check) {
    uint64_t bytes[2];
    if (!may_know(check)) {
        return NULL;
    }
    nt_check_known *known = slot_of(check, bytes);
    if (!known->judged || !is_of(known, bytes)) {
        return NULL;
    }
    if (known->alone.times++ == 0) {
        check->came[check->came_count++] = (uint16_t)(known - check->known);
    }
    return known;
}

/* ---- what is remembered ---- */

/* Whether it is a branch message whose place may be usual. */
static bool is_branch(const nt_message *message) {
    return (message->tcode == NT_TCODE_DIRECT_BRANCH ||
            message->tcode == NT_TCODE_INDIRECT_BRANCH ||
            message->tcode == NT_TCODE_INDIRECT_BRANCH_HIST) &&
           message->value[NT_FIELD_BTYPE] == 0;
}

static void remember(const nt_check *check, nt_check_known *known, const nt_check_counts *before,
                     const nt_message *message) {
    if (nt_check_remember(check, before, &known->alone)) {
        known->message = *message;
        known->branch = is_branch(message);
        known->jumps = nt_message_has(message, NT_FIELD_BTYPE);
        known->judged = nt_message_bins_find(&known->places, message);
    }
}

static nt_message_status judge(nt_check *check, nt_message *message) {
    const nt_framer *framer = &check->demux.framer;
    nt_field field;
    nt_message_status status = nt_message_decode(message, &check->options.format, framer->bytes,
                                                 nt_framer_kept(framer), &field);
    nt_check_select_source_of(check, message);
    nt_check_judge(check, NT_RULE_FRAME_START, true, "-");
    if (status != NT_MESSAGE_UNKNOWN) {
        nt_check_judge(check, NT_RULE_SIZE_MESSAGE, framer->size <= NT_MESSAGE_MAX_BYTES,
                       "%s has %" PRIu64 " bytes", nt_message_layouts[message->tcode].name,
                       framer->size);
    }
    nt_check_fields(check, message, status, field);
    return status;
}

nt_message_status nt_check_judge_alone(nt_check *check, nt_message *message) {
    uint64_t bytes[2];
    if (check->known == NULL && !check->options.no_cache) { /* without memory none is remembered */
        check->known = calloc(NT_CHECK_KNOWN, sizeof *check->known);
    }
    nt_check_known *known = may_know(check) ? slot_of(check, bytes) : NULL;
    if (known == NULL || !is_of(known, bytes)) {
        if (known != NULL && known->alone.times != 0) { /* it makes room */
            nt_check_settle_known(check);
        }
        if (known != NULL) {
            *known = (nt_check_known){.bytes = {bytes[0], bytes[1]}};
        }
        return judge(check, message);
    }
    nt_check_counts before;
    nt_check_count_rules(check, &before);
    nt_message_status status = judge(check, message);
    if (status == NT_MESSAGE_OK) {
        remember(check, known, &before, message);
    }
    return status;
}

void nt_check_forget_known(nt_check *check) {
    nt_check_settle_known(check);
    if (check->known != NULL) {
        memset(check->known, 0, NT_CHECK_KNOWN * sizeof *check->known);
    }
    if (check->walk != NULL) {
        memset(check->walk, 0, NT_CHECK_WALKS * sizeof *check->walk);
    }
}
