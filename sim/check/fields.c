/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/tables.h"
#include "sim/check/check_internal.h"

#include <inttypes.h>

typedef struct code_rule {
    uint8_t field;
    uint16_t rule;
    uint16_t reserved; /* bit mask of reserved values */
} code_rule;

static const code_rule code_rules[] = {
    {NT_FIELD_SYNC, NT_RULE_CODE_SYNC, 1u << 8 | 0xfu << 10},
    {NT_FIELD_RCODE, NT_RULE_CODE_RCODE, 0x1fu << 3},
    {NT_FIELD_EVCODE, NT_RULE_CODE_EVCODE, 7u << 5},
    {NT_FIELD_EVCODE, NT_RULE_CODE_EVCODE_DATA, 3u << 2},
    {NT_FIELD_CDF, NT_RULE_CODE_CDF, 3u << 2},
    {NT_FIELD_ETYPE, NT_RULE_CODE_ETYPE, 0x7fu << 1},
};

enum { ETYPE_VENDOR = 8 };

/* Values that are a vendor's: these and up. */
static const struct vendor_code {
    uint8_t field;
    uint8_t first;
    nt_freedom_id freedom;
} vendor_codes[] = {
    {NT_FIELD_SYNC, 14, NT_FREEDOM_VENDOR_SYNC},
    {NT_FIELD_RCODE, 8, NT_FREEDOM_VENDOR_RCODE},
    {NT_FIELD_EVCODE, 8, NT_FREEDOM_VENDOR_EVCODE},
    {NT_FIELD_ETYPE, ETYPE_VENDOR, NT_FREEDOM_VENDOR_ETYPE},
};

/* Bits of ECODE. */
enum { ECODE_OWNERSHIP = 8, ECODE_RESERVED = 0x51, ECODE_DATA = 0x22, ECODE_BITS = 8 };

static void judge_ecode(nt_check *check, uint64_t ecode) {
    if (ecode == 0) {
        nt_check_use(check, NT_FREEDOM_ERROR_REASON, "ECODE=0");
    }
    nt_check_judge(check, NT_RULE_CODE_ECODE, (ecode & ECODE_RESERVED) == 0,
                   "ECODE=0x%" PRIx64 " has a reserved bit", ecode);
    nt_check_judge(check, NT_RULE_CODE_ECODE_DATA, (ecode & ECODE_DATA) == 0,
                   "ECODE=0x%" PRIx64 " has a bit for data trace", ecode);
    nt_check_judge(check, NT_RULE_CODE_ECODE_HIGH, ecode >> ECODE_BITS == 0,
                   "ECODE=0x%" PRIx64 " has more than eight bits", ecode);
    if (check->options.known.trTeContext) {
        nt_check_judge(check, NT_RULE_ERROR_OWNERSHIP,
                       (ecode & ECODE_OWNERSHIP) == 0 || check->options.control.trTeContext,
                       "ECODE=0x%" PRIx64 " while trTeContext is 0", ecode);
    }
}

static void judge_vendor(nt_check *check, const nt_message *message) {
    for (size_t i = 0; i < sizeof vendor_codes / sizeof vendor_codes[0]; i++) {
        nt_field field = (nt_field)vendor_codes[i].field;
        if (nt_message_has(message, field) && message->value[field] >= vendor_codes[i].first) {
            nt_check_use(check, vendor_codes[i].freedom, "%s=%" PRIu64 " is a vendor's",
                         nt_fields[field].name, message->value[field]);
        }
    }
}

static void judge_codes(nt_check *check, const nt_message *message) {
    judge_vendor(check, message);
    for (size_t i = 0; i < sizeof code_rules / sizeof code_rules[0]; i++) {
        nt_field field = (nt_field)code_rules[i].field;
        if (!nt_message_has(message, field)) {
            continue;
        }
        uint64_t value = message->value[field];
        nt_check_judge(check, (nt_rule_id)code_rules[i].rule,
                       (code_rules[i].reserved >> (value & 15) & 1) == 0,
                       "%s=%" PRIu64 " is reserved", nt_fields[field].name, value);
    }
    if (check->options.known.trTeInstEnRepeatedHistory &&
        message->tcode == NT_TCODE_RESOURCE_FULL) {
        nt_check_judge(check, NT_RULE_REPEAT_ENABLED,
                       message->value[NT_FIELD_RCODE] != 2 ||
                           check->options.control.trTeInstEnRepeatedHistory,
                       "RCODE=2 while trTeInstEnRepeatedHistory is 0");
    }
    if (nt_message_has(message, NT_FIELD_ECODE) &&
        message->value[NT_FIELD_ETYPE] < ETYPE_VENDOR) { /* a vendor's error has its own codes */
        judge_ecode(check, message->value[NT_FIELD_ECODE]);
    }
}

static void judge_full(nt_check *check, const nt_message *message) {
    uint64_t rdata = message->value[NT_FIELD_RDATA];
    switch (message->value[NT_FIELD_RCODE]) {
    case 0:
        nt_check_judge(check, NT_RULE_ICNT_FULL, rdata != 0, "RCODE=0 with RDATA=0");
        break;
    case 1:
        nt_check_judge(check, NT_RULE_HIST_FULL_STOP_BIT, rdata != 0, "RCODE=1 with RDATA=0");
        nt_check_judge(check, NT_RULE_HIST_TWO_BITS, rdata != 1, "HIST is a stop-bit alone");
        break;
    case 2:
        nt_check_judge(check, NT_RULE_HIST_REPEAT_STOP_BIT, rdata != 0, "RCODE=2 with RDATA=0");
        nt_check_judge(check, NT_RULE_HIST_REPEAT_BITS, rdata != 1, "HIST is a stop-bit alone");
        nt_check_judge(check, NT_RULE_REPEAT_HISTORY, message->value[NT_FIELD_HREPEAT] != 0,
                       "HREPEAT=0");
        break;
    default: /* a vendor's, of which N-Trace says nothing */
        break;
    }
}

/* Messages of another encoder are a stream of their own. */
static void judge_source(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    if (!nt_message_has(message, NT_FIELD_SRC) || check->by_src != NULL) {
        return;
    }
    unsigned bits = check->options.format.src_bits;
    uint64_t src = message->value[NT_FIELD_SRC];
    if (check->options.known.trTeSrcID) {
        s->src = check->options.control.trTeSrcID & ((UINT64_C(1) << bits) - 1);
    } else if (!s->sourced) {
        s->src = src;
    }
    s->sourced = true;
    bool standard = nt_message_layouts[message->tcode].name != NULL;
    nt_check_judge(check, standard ? NT_RULE_SRC_CONSTANT : NT_RULE_SRC_VENDOR, src == s->src,
                   "SRC=%" PRIu64 ", not %" PRIu64, src, s->src);
}

/* TCODE alone; Nexus has messages that N-Trace leaves out and reserves. */
static void judge_tcode(nt_check *check, uint8_t tcode) {
    const char *name = nt_tcode_name(tcode);
    nt_check_judge(check, NT_RULE_CODE_TCODE,
                   nt_message_layouts[tcode].name != NULL || nt_tcode_is_vendor_defined(tcode),
                   "TCODE=%u is reserved%s%s", tcode, name == NULL ? "" : "; in Nexus it is ",
                   name == NULL ? "" : name);
    if (nt_tcode_is_vendor_defined(tcode)) {
        nt_check_use(check, NT_FREEDOM_VENDOR_TCODE, "TCODE=%u is a vendor's", tcode);
    }
}

void nt_check_fields(nt_check *check, const nt_message *message, nt_message_status status,
                     nt_field field) {
    judge_tcode(check, message->tcode);
    if (status == NT_MESSAGE_UNKNOWN) { /* what it says beyond its codes is not known */
        judge_codes(check, message);
        judge_source(check, message);
        return;
    }
    nt_check_layout(check, message, status, field);
    for (const uint8_t *next = nt_message_layouts[message->tcode].field; *next != NT_FIELD_NONE;
         next++) {
        bool broken_here = *next == field && status != NT_MESSAGE_OK;
        bool too_wide = broken_here && status == NT_MESSAGE_TOO_WIDE;
        if (nt_fields[*next].kind == NT_VARIABLE && nt_message_has(message, (nt_field)*next) &&
            (!broken_here || too_wide)) {
            nt_check_size_of(check, message, (nt_field)*next, too_wide);
        }
        if (broken_here) {
            break;
        }
    }
    judge_codes(check, message);
    if (status == NT_MESSAGE_OK || status == NT_MESSAGE_LONG) {
        if (message->tcode == NT_TCODE_RESOURCE_FULL) {
            judge_full(check, message);
        } else if (nt_message_has(message, NT_FIELD_HIST)) {
            nt_check_judge(check, NT_RULE_HIST_STOP_BIT, message->value[NT_FIELD_HIST] != 0,
                           "HIST is 0");
        }
    }
    judge_source(check, message);
}
