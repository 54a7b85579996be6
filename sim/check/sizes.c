/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/tables.h"
#include "sim/check/check_internal.h"

#include <inttypes.h>

enum { MDO_BITS = 6, ICNT_BITS = 22, PROCESS_LEAST = 5 };

/* ResourceFull tells another field's value as RDATA, by RCODE; a vendor's, of its own. */
static nt_rule_id full_rule(uint64_t rcode) {
    return rcode == 0   ? NT_RULE_SIZE_FULL_ICNT
           : rcode == 1 ? NT_RULE_SIZE_FULL_HIST
           : rcode == 2 ? NT_RULE_SIZE_REPEAT_HIST
                        : NT_RULE_SIZE_OTHER;
}

static nt_rule_id size_rule(nt_field field, const nt_message *message) {
    static const uint16_t rules[NT_FIELDS] = {
        [NT_FIELD_ICNT] = NT_RULE_SIZE_ICNT,       [NT_FIELD_FADDR] = NT_RULE_SIZE_ADDRESS,
        [NT_FIELD_UADDR] = NT_RULE_SIZE_UADDR,     [NT_FIELD_HIST] = NT_RULE_SIZE_HIST,
        [NT_FIELD_HREPEAT] = NT_RULE_SIZE_HREPEAT, [NT_FIELD_BCNT] = NT_RULE_SIZE_BCNT,
        [NT_FIELD_TSTAMP] = NT_RULE_SIZE_TSTAMP,   [NT_FIELD_PROCESS] = NT_RULE_SIZE_OTHER,
        [NT_FIELD_ECODE] = NT_RULE_SIZE_ECODE,
    };
    return field == NT_FIELD_RDATA ? full_rule(message->value[NT_FIELD_RCODE])
                                   : (nt_rule_id)rules[field];
}

static unsigned most_bits(nt_field field, const nt_message *message) {
    bool icnt = field == NT_FIELD_RDATA && message->value[NT_FIELD_RCODE] == 0;
    return icnt ? ICNT_BITS : nt_fields[field].width;
}

static unsigned bits_of(uint64_t value) {
    return value == 0 ? 1 : 64u - (unsigned)__builtin_clzll(value);
}

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

static nt_rule_id shortest_rule(nt_field field, unsigned addr_bits) {
    if (is_address(field)) {
        return addr_bits != 0 ? NT_RULE_SIZE_EXTENDED : NT_RULE_SIZE_ADDRESS_SHORTEST;
    }
    return field == NT_FIELD_TSTAMP ? NT_RULE_SIZE_TSTAMP_SHORTEST : NT_RULE_SIZE_SHORTEST;
}

void nt_check_size_of(nt_check *check, const nt_message *message, nt_field field, bool too_wide) {
    uint64_t value = message->value[field];
    const char *name = nt_fields[field].name;
    unsigned addr_bits = check->options.format.addr_bits;
    unsigned least = least_bits(field, value, addr_bits);
    if (field == NT_FIELD_PROCESS && least < PROCESS_LEAST) {
        least = PROCESS_LEAST; /* FORMAT, PRV and V, which some decoders want whole */
    }
    unsigned most = most_bits(field, message);
    nt_check_judge(check, size_rule(field, message), !too_wide && bits_of(value) <= most,
                   "%s holds a value of more than %u bits", name, most);
    if (is_address(field) && check->options.xlen != 0 && !too_wide) {
        nt_check_judge(check, NT_RULE_SIZE_XLEN, bits_of(value) < check->options.xlen,
                       "%s=0x%" PRIx64 " is wider than XLEN", name, value);
    }
    bool shortest = too_wide || message->width[field] < least + MDO_BITS;
    nt_check_judge(check, shortest_rule(field, addr_bits), shortest,
                   "%s ends in a byte that tells nothing", name);
    if (!shortest) {
        bool whole = is_address(field) && addr_bits != 0;
        nt_check_use(check, whole ? NT_FREEDOM_ADDRESS_WHOLE : NT_FREEDOM_FIELD_WIDTH,
                     "%s ends in a byte that tells nothing", name);
    }
}
