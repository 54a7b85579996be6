#include "sim/check/check.h"
#include "sim/decode/flow_options.h"

#include "sim/check/check_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

nt_check *nt_check_new(const nt_check_options *options) {
    nt_check *check = calloc(1, sizeof *check);
    if (check != NULL) {
        check->options = *options;
        check->first = -1;
    }
    return check;
}

void nt_check_free(nt_check *check) {
    free(check);
}

void nt_check_judge_at(nt_check *check, nt_rule_id rule, bool held, uint64_t offset,
                       const char *format, ...) {
    if ((nt_rules[rule].version & check->options.version) == 0) {
        return;
    }
    nt_rule_result *result = &check->result[rule];
    result->judged++;
    if (held) {
        result->state = result->state == NT_RULE_BROKEN ? NT_RULE_BROKEN : NT_RULE_HELD;
        return;
    }
    if (result->broken++ != 0) {
        return;
    }
    result->state = NT_RULE_BROKEN;
    result->offset = offset;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(result->text, sizeof result->text, format, arguments);
    va_end(arguments);
    if (check->first < 0 && nt_rules[rule].level == NT_REQUIRED) {
        check->first = (int)rule;
    }
}

/* ---- framing ---- */

static void judge_message(nt_check *check) {
    const nt_framer *framer = &check->framer;
    nt_message message = {0}; /* fields that are not there read as 0 */
    nt_field field;
    nt_message_status status = nt_message_decode(&message, &check->options.format, framer->bytes,
                                                 nt_framer_kept(framer), &field);
    check->messages++;
    check->by_tcode[message.tcode]++;
    nt_check_judge(check, NT_RULE_FRAME_START, true, "-");
    if (status != NT_MESSAGE_UNKNOWN) {
        nt_check_judge(check, NT_RULE_SIZE_MESSAGE, framer->size <= NT_MESSAGE_MAX_BYTES,
                       "%s has %" PRIu64 " bytes", nt_message_layouts[message.tcode].name,
                       framer->size);
    }
    nt_check_fields(check, &message, status, field);
    if (status == NT_MESSAGE_OK) {
        nt_check_order(check, &message);
    } else if (status != NT_MESSAGE_UNKNOWN) {
        check->stream.doubt = true;
    }
}

static void judge_byte(nt_check *check, nt_frame frame, uint8_t byte) {
    uint64_t here = check->offset;
    if (frame != NT_FRAME_SKIPPED) {
        nt_check_judge_at(check, NT_RULE_FRAME_RESERVED, frame != NT_FRAME_BAD_RESERVED, here,
                          "byte 0x%02x has MSEO=10", byte);
    }
    switch (frame) {
    case NT_FRAME_IDLE:
    case NT_FRAME_BAD_IDLE:
        nt_check_judge_at(check, NT_RULE_FRAME_IDLE, frame == NT_FRAME_IDLE, here,
                          "byte 0x%02x between messages is not 0xff", byte);
        break;
    case NT_FRAME_BAD_START:
        nt_check_judge_at(check, NT_RULE_FRAME_START, false, here,
                          "byte 0x%02x starts a message with MSEO=01", byte);
        break;
    case NT_FRAME_START:
        check->message = here;
        break;
    case NT_FRAME_END:
        judge_message(check);
        break;
    default:
        break;
    }
    if (nt_frame_is_error(frame) && frame != NT_FRAME_BAD_IDLE) {
        check->stream.doubt = true;
    }
}

void nt_check_bytes(nt_check *check, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        judge_byte(check, nt_framer_byte(&check->framer, bytes[i]), bytes[i]);
        check->offset++;
    }
}

nt_check_options nt_check_options_of(const nt_control *control, const nt_config *config) {
    const nt_flow_options flow = nt_flow_options_of(control, config);
    return (nt_check_options){
        .format = nt_flow_format(&flow, config->xlen),
        .xlen = config->xlen,
        .version = control->ntRc7 ? NT_SPEC_RC7 : NT_SPEC_1_0,
        .set = true,
        .control = *control,
        .scontext_w = config->scontext_w,
        .hcontext_w = config->hcontext_w,
        .tstamp_w = config->tstamp_w,
        .btype = config->btype_trap ? 1u << 1 : 1u << 2 | 1u << 3,
    };
}

void nt_check_restart(nt_check *check, const nt_check_options *options) {
    check->options = *options;
    memset(&check->framer, 0, sizeof check->framer);
    memset(&check->stream, 0, sizeof check->stream);
}

void nt_check_finish(nt_check *check) {
    if (check->messages != 0 || check->framer.state != 0) {
        nt_check_judge(check, NT_RULE_FRAME_WHOLE, check->framer.state == 0,
                       "the stream ends within the message that starts here");
    }
    if (check->stream.after_error) {
        nt_check_judge(check, NT_RULE_ERROR_NEXT, true, "-");
    }
}

/* ---- what the flow decoder found ---- */

/* By nt_flow_fault. The decoder's other faults are about bytes and order, which are judged here
   already. */
static const uint8_t fault_rules[NT_FAULTS] = {
    [NT_FAULT_ICNT_SPLIT] = NT_RULE_IMAGE_ICNT,
    [NT_FAULT_ICNT_BEHIND_JUMP] = NT_RULE_IMAGE_ICNT,
    [NT_FAULT_NO_CODE] = NT_RULE_IMAGE_PATH,
    [NT_FAULT_REPEATS] = NT_RULE_IMAGE_PATH,
    [NT_FAULT_HIST_LEFT] = NT_RULE_IMAGE_HIST,
    [NT_FAULT_HIST_LOOP] = NT_RULE_IMAGE_HIST,
    [NT_FAULT_HIST_JUMP] = NT_RULE_IMAGE_HIST,
    [NT_FAULT_HIST_MISSING] = NT_RULE_IMAGE_HIST,
    [NT_FAULT_ICNT_BELOW_HIST] = NT_RULE_IMAGE_HIST,
    [NT_FAULT_NO_BRANCH] = NT_RULE_IMAGE_BRANCH,
    [NT_FAULT_NO_JUMP] = NT_RULE_IMAGE_JUMP,
    [NT_FAULT_WRONG_PC] = NT_RULE_IMAGE_SYNC,
    [NT_FAULT_HIST_ZERO] = NT_RULE_IMAGE_ALL_JUMPS,
    [NT_FAULT_JUMP_SILENT] = NT_RULE_IMAGE_ALL_JUMPS,
};

static void judge_fault(nt_check *check, const nt_flow_event *event) {
    nt_rule_id rule = (nt_rule_id)fault_rules[event->fault.code];
    if (rule != 0) {
        nt_check_judge_at(check, rule, false, event->offset, "%s", event->fault.reason);
    }
}

void nt_check_flow(nt_check *check, const nt_flow_event *event) {
    if (event->kind == NT_FLOW_FAULT) {
        judge_fault(check, event);
        return;
    }
    if (event->kind == NT_FLOW_SYNC) {
        nt_check_judge_at(check, NT_RULE_IMAGE_SYNC, true, event->offset, "-");
    }
    if (event->kind != NT_FLOW_RANGE) {
        return;
    }
    nt_check_judge_at(check, NT_RULE_IMAGE_ICNT, true, event->offset, "-");
    nt_check_judge_at(check, NT_RULE_IMAGE_PATH, true, event->offset, "-");
    switch (event->tcode) {
    case NT_TCODE_DIRECT_BRANCH:
        nt_check_judge_at(check, NT_RULE_IMAGE_BRANCH, true, event->offset, "-");
        break;
    case NT_TCODE_INDIRECT_BRANCH:
    case NT_TCODE_INDIRECT_BRANCH_HIST:
        nt_check_judge_at(check, NT_RULE_IMAGE_JUMP, true, event->offset, "-");
        break;
    default:
        break;
    }
    if (check->options.set && check->options.control.trTeInstEnAllJumps) {
        nt_check_judge_at(check, NT_RULE_IMAGE_ALL_JUMPS, true, event->offset, "-");
    }
    if (check->stream.mode == NT_CHECK_HTM) {
        nt_check_judge_at(check, NT_RULE_IMAGE_HIST, true, event->offset, "-");
    }
}

/* ---- results ---- */

const nt_rule_result *nt_check_result(const nt_check *check, nt_rule_id rule) {
    return &check->result[rule];
}

nt_check_summary nt_check_summarize(const nt_check *check) {
    nt_check_summary summary = {.first = check->first};
    for (unsigned i = 0; i < NT_RULES; i++) {
        bool broken = check->result[i].state == NT_RULE_BROKEN;
        bool required = nt_rules[i].level == NT_REQUIRED;
        summary.exercised += check->result[i].state != NT_RULE_NOT_EXERCISED;
        summary.broken += broken && required;
        summary.unfollowed += broken && !required;
    }
    return summary;
}

uint64_t nt_check_messages(const nt_check *check) {
    return check->messages;
}

const uint64_t *nt_check_by_tcode(const nt_check *check) {
    return check->by_tcode;
}

uint64_t nt_check_size(const nt_check *check) {
    return check->offset;
}
