#include "sim/check/check_internal.h"

#include <inttypes.h>

typedef struct code_rule {
    uint8_t field;
    uint8_t rule;
    uint16_t reserved; /* bit mask of reserved values */
} code_rule;

static const code_rule code_rules[] = {
    {NT_FIELD_SYNC, NT_RULE_CODE_SYNC, 1u << 8 | 0xfu << 10},
    {NT_FIELD_RCODE, NT_RULE_CODE_RCODE, 0x1fu << 3},
    {NT_FIELD_EVCODE, NT_RULE_CODE_EVCODE, 3u << 2 | 7u << 5},
    {NT_FIELD_CDF, NT_RULE_CODE_CDF, 3u << 2},
    {NT_FIELD_ETYPE, NT_RULE_CODE_ETYPE, 0x7fu << 1},
};

enum { ECODE_OWNERSHIP = 8, ECODE_RESERVED = 0x73 };
enum { ICNT_BITS = 22 };

static void judge_codes(nt_check *check, const nt_message *message) {
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
    if (check->options.set && message->tcode == NT_TCODE_RESOURCE_FULL) {
        nt_check_judge(check, NT_RULE_REPEAT_ENABLED,
                       message->value[NT_FIELD_RCODE] != 2 ||
                           check->options.control.trTeInstEnRepeatedHistory,
                       "RCODE=2 while trTeInstEnRepeatedHistory is 0");
    }
    if (nt_message_has(message, NT_FIELD_ECODE)) {
        uint64_t ecode = message->value[NT_FIELD_ECODE];
        nt_check_judge(check, NT_RULE_CODE_ECODE, (ecode & ECODE_RESERVED) == 0,
                       "ECODE=0x%" PRIx64 " has a reserved bit", ecode);
        if (check->options.set) {
            nt_check_judge(check, NT_RULE_ERROR_OWNERSHIP,
                           (ecode & ECODE_OWNERSHIP) == 0 || check->options.control.trTeContext,
                           "ECODE=0x%" PRIx64 " while trTeContext is 0", ecode);
        }
    }
}

static nt_rule_id size_rule(nt_field field, const nt_message *message) {
    switch (field) {
    case NT_FIELD_ICNT:
        return NT_RULE_SIZE_ICNT;
    case NT_FIELD_FADDR:
    case NT_FIELD_UADDR:
        return NT_RULE_SIZE_ADDRESS;
    case NT_FIELD_HIST:
        return NT_RULE_SIZE_HIST;
    case NT_FIELD_RDATA:
        return message->value[NT_FIELD_RCODE] == 0 ? NT_RULE_SIZE_ICNT : NT_RULE_SIZE_HIST;
    case NT_FIELD_HREPEAT:
        return NT_RULE_SIZE_HREPEAT;
    case NT_FIELD_BCNT:
        return NT_RULE_SIZE_BCNT;
    case NT_FIELD_TSTAMP:
        return NT_RULE_SIZE_TSTAMP;
    default:
        return NT_RULE_SIZE_OTHER;
    }
}

static unsigned most_bits(nt_field field, const nt_message *message) {
    bool icnt = field == NT_FIELD_RDATA && message->value[NT_FIELD_RCODE] == 0;
    return icnt ? ICNT_BITS : nt_fields[field].width;
}

static unsigned bits_of(uint64_t value) {
    return value == 0 ? 1 : 64u - (unsigned)__builtin_clzll(value);
}

enum { MDO_BITS = 6 };

static bool is_address(nt_field field) {
    return field == NT_FIELD_FADDR || field == NT_FIELD_UADDR;
}

/* Bits that need be sent, at least; `addr_bits`: the upper ones of an address, if equal to the last
   that is sent, need not be. */
static unsigned least_bits(nt_field field, uint64_t value, unsigned addr_bits) {
    if (!is_address(field) || addr_bits == 0 || value >> (addr_bits - 1) > 1) {
        return bits_of(value);
    }
    uint64_t all = UINT64_MAX >> (64 - addr_bits);
    uint64_t ones = value >> (addr_bits - 1) & 1 ? ~value & all : value;
    unsigned bits = ones == 0 ? 1 : bits_of(ones) + 1; /* one that is as those that are not sent */
    return bits < addr_bits ? bits : addr_bits;
}

/* `too_wide`: the codec says that the value was wider than it can hold. */
static void judge_size(nt_check *check, const nt_message *message, nt_field field, bool too_wide) {
    uint64_t value = message->value[field];
    const char *name = nt_fields[field].name;
    unsigned least = least_bits(field, value, check->options.format.addr_bits);
    nt_check_judge(check, size_rule(field, message),
                   !too_wide && bits_of(value) <= most_bits(field, message),
                   "%s holds a value of more than %u bits", name, most_bits(field, message));
    if (is_address(field) && check->options.xlen != 0 && !too_wide) {
        nt_check_judge(check, NT_RULE_SIZE_XLEN, bits_of(value) < check->options.xlen,
                       "%s=0x%" PRIx64 " is wider than XLEN", name, value);
    }
    nt_check_judge(check, NT_RULE_SIZE_SHORTEST,
                   too_wide || message->width[field] < least + MDO_BITS,
                   "%s ends in a byte that tells nothing", name);
}

static void judge_history(nt_check *check, const nt_message *message) {
    bool full = nt_message_has(message, NT_FIELD_RDATA);
    if (full && message->value[NT_FIELD_RCODE] == 0) {
        nt_check_judge(check, NT_RULE_ICNT_FULL, message->value[NT_FIELD_RDATA] != 0,
                       "RCODE=0 with RDATA=0");
        return;
    }
    if (!full && !nt_message_has(message, NT_FIELD_HIST)) {
        return;
    }
    uint64_t hist = message->value[full ? NT_FIELD_RDATA : NT_FIELD_HIST];
    nt_check_judge(check, NT_RULE_HIST_STOP_BIT, hist != 0, "HIST is 0");
    if (full && hist != 0) {
        nt_check_judge(check, NT_RULE_HIST_TWO_BITS, hist >= 2, "HIST is a stop-bit alone");
    }
    if (nt_message_has(message, NT_FIELD_HREPEAT)) {
        nt_check_judge(check, NT_RULE_REPEAT_HISTORY, message->value[NT_FIELD_HREPEAT] != 0,
                       "HREPEAT=0");
    }
}

/* Messages of another source, or of none, are a stream of their own. */
static void judge_source(nt_check *check, const nt_message *message) {
    nt_check_stream *s = check->stream;
    if (!nt_message_has(message, NT_FIELD_SRC)) {
        return;
    }
    unsigned bits = check->options.format.src_bits;
    uint64_t src = message->value[NT_FIELD_SRC];
    if (check->options.set) {
        s->src = check->options.control.trTeSrcID & ((UINT64_C(1) << bits) - 1);
    } else if (!s->sourced) {
        s->src = src;
    }
    s->sourced = true;
    nt_check_judge(check, NT_RULE_SRC_CONSTANT, src == s->src, "SRC=%" PRIu64 ", not %" PRIu64, src,
                   s->src);
}

static bool is_vendor_defined(uint8_t tcode) {
    return tcode >= 56 && tcode <= 62;
}

/* What the codec could not read. */
static void judge_status(nt_check *check, const nt_message *message, nt_message_status status,
                         nt_field field) {
    const char *name = nt_message_layouts[message->tcode].name;
    const char *at = nt_fields[field].name;
    nt_check_judge(check, NT_RULE_FRAME_FIXED, status != NT_MESSAGE_BAD_END,
                   "%s: a variable field ends within or right before %s", name, at);
    nt_check_judge(check, NT_RULE_FRAME_SHORT, status != NT_MESSAGE_SHORT,
                   "%s ends before or within %s", name, at);
    nt_check_judge(check, NT_RULE_FRAME_LONG, status != NT_MESSAGE_LONG,
                   "%s goes on behind its last field", name);
}

void nt_check_fields(nt_check *check, const nt_message *message, nt_message_status status,
                     nt_field field) {
    nt_check_judge(check, NT_RULE_CODE_TCODE,
                   status != NT_MESSAGE_UNKNOWN || is_vendor_defined(message->tcode),
                   "TCODE=%u is reserved", message->tcode);
    if (status == NT_MESSAGE_UNKNOWN) {
        judge_source(check, message);
        return;
    }
    judge_status(check, message, status, field);
    judge_codes(check, message);
    for (const uint8_t *next = nt_message_layouts[message->tcode].field; *next != NT_FIELD_NONE;
         next++) {
        bool broken_here = *next == field && status != NT_MESSAGE_OK;
        bool too_wide = broken_here && status == NT_MESSAGE_TOO_WIDE;
        if (nt_fields[*next].kind == NT_VARIABLE && nt_message_has(message, (nt_field)*next) &&
            (!broken_here || too_wide)) {
            judge_size(check, message, (nt_field)*next, too_wide);
        }
        if (broken_here) {
            break;
        }
    }
    if (status == NT_MESSAGE_OK || status == NT_MESSAGE_LONG) {
        judge_history(check, message);
    }
    judge_source(check, message);
}
