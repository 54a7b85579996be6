/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/tables.h"
#include "sim/check/check_internal.h"

/* Which rule says what fields a message has, by TCODE; 0: none. */
static const uint16_t layout_rules[NT_TCODES] = {
    [NT_TCODE_OWNERSHIP] = NT_RULE_LAYOUT_OWNERSHIP,
    [NT_TCODE_DIRECT_BRANCH] = NT_RULE_LAYOUT_DIRECT_BRANCH,
    [NT_TCODE_INDIRECT_BRANCH] = NT_RULE_LAYOUT_INDIRECT_BRANCH,
    [NT_TCODE_ERROR] = NT_RULE_LAYOUT_ERROR,
    [NT_TCODE_PROG_TRACE_SYNC] = NT_RULE_LAYOUT_PROG_TRACE_SYNC,
    [NT_TCODE_DIRECT_BRANCH_SYNC] = NT_RULE_LAYOUT_DIRECT_BRANCH_SYNC,
    [NT_TCODE_INDIRECT_BRANCH_SYNC] = NT_RULE_LAYOUT_INDIRECT_BRANCH_SYNC,
    [NT_TCODE_RESOURCE_FULL] = NT_RULE_LAYOUT_RESOURCE_FULL,
    [NT_TCODE_INDIRECT_BRANCH_HIST] = NT_RULE_LAYOUT_INDIRECT_BRANCH_HIST,
    [NT_TCODE_INDIRECT_BRANCH_HIST_SYNC] = NT_RULE_LAYOUT_INDIRECT_BRANCH_HIST_SYNC,
    [NT_TCODE_REPEAT_BRANCH] = NT_RULE_LAYOUT_REPEAT_BRANCH,
    [NT_TCODE_PROG_TRACE_CORRELATION] = NT_RULE_LAYOUT_PROG_TRACE_CORRELATION,
};

enum { MDO_BITS = 6, MSEO_MASK = 3, MSEO_END_OF_FIELD = 1 };

/* Bits of the fixed fields up to `last`. */
static unsigned fixed_bits(const nt_check *check, uint8_t tcode, nt_field last) {
    unsigned bits = 0;
    for (const uint8_t *field = nt_message_layouts[tcode].field; *field != NT_FIELD_NONE; field++) {
        bits += *field == NT_FIELD_SRC ? check->options.format.src_bits : nt_fields[*field].width;
        if (*field == last) {
            break;
        }
    }
    return bits;
}

/* The fixed fields fill their bytes, so that a variable one that ended there would have no bit. */
static bool is_last_fixed(const nt_check *check, uint8_t tcode, nt_field field) {
    const uint8_t *next = nt_message_layouts[tcode].field;
    while (*next != field) {
        next++;
    }
    return nt_fields[next[1]].kind == NT_VARIABLE &&
           fixed_bits(check, tcode, field) % MDO_BITS == 0;
}

/* One variable field more than the layout has, in whole bytes. */
static bool has_one_more(const nt_check *check, const nt_message *message) {
    const nt_framer *framer = &check->demux.framer;
    size_t ends = 0;
    for (size_t i = 0; i + 1 < nt_framer_kept(framer); i++) {
        ends += (framer->bytes[i] & MSEO_MASK) == MSEO_END_OF_FIELD;
    }
    size_t variable = 0;
    for (unsigned field = 1; field < NT_FIELDS; field++) {
        variable +=
            nt_fields[field].kind == NT_VARIABLE && nt_message_has(message, (nt_field)field);
    }
    return ends == variable && framer->size <= NT_FRAME_BYTES;
}

/* Whether a variable field was sent; the message may have ended before the first one. */
static bool has_variable(const nt_message *message) {
    for (unsigned field = 1; field < NT_FIELDS; field++) {
        if (nt_fields[field].kind == NT_VARIABLE && message->width[field] != 0) {
            return true;
        }
    }
    return false;
}

static void judge_ends(nt_check *check, const nt_message *message, nt_message_status status,
                       nt_field field) {
    const char *name = nt_message_layouts[message->tcode].name;
    const char *at = nt_fields[field].name;
    bool fixed = field != NT_FIELD_NONE && nt_fields[field].kind == NT_FIXED;
    bool last = fixed && is_last_fixed(check, message->tcode, field);
    bool ended = status == NT_MESSAGE_BAD_END && fixed;
    bool cut = status == NT_MESSAGE_SHORT;
    bool empty = (message->tolerated >> NT_TOLERATED_EMPTY & 1) != 0;
    bool absent = empty && status == NT_MESSAGE_OK && !has_variable(message);
    nt_check_judge(check, NT_RULE_FRAME_FIXED, !ended || last,
                   "%s: a byte within fixed fields, up to %s, has MSEO=01", name, at);
    nt_check_judge(check, NT_RULE_FRAME_EMPTY, (!empty || absent) && (!ended || !last),
                   "%s: the field behind the fixed ones has no bits", name);
    nt_check_judge(check, NT_RULE_FRAME_SHORT, !cut || !fixed || last, "%s ends within %s", name,
                   at);
    nt_check_judge(check, (nt_rule_id)layout_rules[message->tcode],
                   !absent && (!cut || (fixed && !last)), "%s ends %s %s", name,
                   last ? "with" : "before", absent ? nt_fields[NT_FIELD_ICNT].name : at);
}

void nt_check_layout(nt_check *check, const nt_message *message, nt_message_status status,
                     nt_field field) {
    const char *name = nt_message_layouts[message->tcode].name;
    judge_ends(check, message, status, field);
    bool goes_on = status == NT_MESSAGE_LONG;
    if (check->options.known.trTsEnable && !check->options.format.tstamp) {
        nt_check_judge(check, NT_RULE_TIME_ENABLED, !goes_on || !has_one_more(check, message),
                       "%s has a field behind its last, while trTsEnable is 0", name);
    }
    nt_check_judge(check, NT_RULE_FRAME_LONG, !goes_on, "%s goes on behind its last field", name);
}
