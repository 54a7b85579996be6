/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/asked.h"

#include "sim/check/check_internal.h"

void nt_check_count_rules(const nt_check *check, nt_check_counts *counts) {
    counts->broken = 0;
    for (unsigned rule = 0; rule < NT_RULES; rule++) {
        counts->judged[rule] = check->result[rule].judged;
        counts->broken += check->result[rule].broken;
    }
}

bool nt_check_remember(const nt_check *check, const nt_check_counts *before,
                       nt_check_asked *asked) {
    nt_check_asked found = {0};
    uint64_t broken = 0;
    for (unsigned rule = 0; rule < NT_RULES; rule++) {
        uint64_t held = check->result[rule].judged - before->judged[rule];
        broken += check->result[rule].broken;
        if (held > UINT8_MAX || (held != 0 && found.rules == NT_CHECK_ASKED_RULES)) {
            return false;
        }
        if (held != 0) {
            found.rule[found.rules] = (uint16_t)rule;
            found.held[found.rules++] = (uint8_t)held;
        }
    }
    if (broken != before->broken) {
        return false;
    }
    *asked = found;
    return true;
}

void nt_check_settle_asked(nt_check *check, nt_check_asked *asked) {
    for (unsigned i = 0; i < asked->rules && asked->times != 0; i++) {
        nt_rule_result *result = &check->result[asked->rule[i]];
        result->judged += asked->times * asked->held[i];
        result->state =
            result->state == NT_RULE_BROKEN ? (uint8_t)NT_RULE_BROKEN : (uint8_t)NT_RULE_HELD;
    }
    asked->times = 0;
}
