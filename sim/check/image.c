#include "sim/check/check_internal.h"

#include <inttypes.h>

/* By nt_flow_fault. The decoder's other faults are about bytes and order, which are judged there
   already, or about what it was given. */
static const uint16_t fault_rules[NT_FAULTS] = {
    [NT_FAULT_ICNT_SPLIT] = NT_RULE_IMAGE_ICNT,
    [NT_FAULT_ICNT_BEHIND_JUMP] = NT_RULE_IMAGE_BEHIND_JUMP,
    [NT_FAULT_NO_CODE] = NT_RULE_IMAGE_PATH,
    [NT_FAULT_REPEATS] = NT_RULE_IMAGE_PATH,
    [NT_FAULT_HIST_LEFT] = NT_RULE_IMAGE_HIST,
    [NT_FAULT_HIST_LOOP] = NT_RULE_IMAGE_HIST,
    [NT_FAULT_HIST_JUMP] = NT_RULE_IMAGE_HIST,
    [NT_FAULT_HIST_MISSING] = NT_RULE_IMAGE_HIST_MISSING,
    [NT_FAULT_HIST_UNSENT] = NT_RULE_IMAGE_HIST_SYNC,
    [NT_FAULT_ICNT_BELOW_HIST] = NT_RULE_IMAGE_ICNT_HIST,
    [NT_FAULT_NO_BRANCH] = NT_RULE_IMAGE_BRANCH,
    [NT_FAULT_NO_JUMP] = NT_RULE_IMAGE_JUMP,
    [NT_FAULT_WRONG_PC] = NT_RULE_IMAGE_SYNC,
    [NT_FAULT_HIST_ZERO] = NT_RULE_IMAGE_ALL_JUMPS,
    [NT_FAULT_JUMP_SILENT] = NT_RULE_IMAGE_ALL_JUMPS,
};

static nt_rule_id jump_rule(uint8_t tcode) {
    return tcode == NT_TCODE_INDIRECT_BRANCH_HIST ? NT_RULE_IMAGE_JUMP_HIST : NT_RULE_IMAGE_JUMP;
}

static void judge_fault(nt_check *check, const nt_flow_event *event) {
    nt_rule_id rule = (nt_rule_id)fault_rules[event->fault.code];
    if (rule == NT_RULE_IMAGE_JUMP) {
        rule = jump_rule(event->tcode);
    }
    if (rule != 0) {
        nt_check_judge_at(check, rule, false, event->offset, "%s", event->fault.reason);
    }
}

static void hold(nt_check *check, const nt_flow_event *event, nt_rule_id rule) {
    nt_check_judge_at(check, rule, true, event->offset, "-");
}

enum { ECALL = 0x73, EBREAK = 0x100073, C_EBREAK = 0x9002 };

/* These trap and do not retire, so that no I-CNT counts them. */
static bool is_environment_call(const nt_code *code, uint64_t pc, unsigned size) {
    uint8_t bytes[4] = {0};
    if ((size != 2 && size != 4) || code->bytes(code->context, pc, bytes, size) != size) {
        return false;
    }
    uint32_t opcode =
        bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return size == 2 ? opcode == C_EBREAK : opcode == ECALL || opcode == EBREAK;
}

/* Since the range before: then what ran need not be what stands there now. */
static bool has_changed(nt_check *check) {
    const nt_code *code = &check->code;
    uint64_t generation = code->generation == NULL ? 0 : code->generation(code->context);
    bool changed = generation != check->stream->generation;
    check->stream->generation = generation;
    return changed;
}

static void judge_calls(nt_check *check, const nt_flow_event *event) {
    const nt_code *code = &check->code;
    if (code->at == NULL || code->bytes == NULL || has_changed(check)) {
        return;
    }
    uint64_t pc = event->range.pc;
    for (uint32_t i = 0; i < event->range.instructions; i++) {
        nt_insn insn = code->at(code->context, pc);
        if (insn.size == 0) {
            return;
        }
        bool call = insn.class_ == NT_INSN_OTHER && is_environment_call(code, pc, insn.size);
        nt_check_judge_at(check, NT_RULE_IMAGE_ECALL, !call, event->offset,
                          "the ECALL or EBREAK at 0x%" PRIx64 " is counted", pc);
        pc += insn.size;
    }
}

static void judge_range(nt_check *check, const nt_flow_event *event) {
    hold(check, event, NT_RULE_IMAGE_ICNT);
    hold(check, event, NT_RULE_IMAGE_BEHIND_JUMP);
    hold(check, event, NT_RULE_IMAGE_PATH);
    if (event->tcode == NT_TCODE_DIRECT_BRANCH) {
        hold(check, event, NT_RULE_IMAGE_BRANCH);
    } else if (event->tcode == NT_TCODE_INDIRECT_BRANCH ||
               event->tcode == NT_TCODE_INDIRECT_BRANCH_HIST) {
        hold(check, event, jump_rule(event->tcode));
    }
    if (check->options.set && check->options.control.trTeInstEnAllJumps) {
        hold(check, event, NT_RULE_IMAGE_ALL_JUMPS);
    }
    if (check->stream->mode == NT_CHECK_HTM) {
        hold(check, event, NT_RULE_IMAGE_HIST);
        hold(check, event, NT_RULE_IMAGE_HIST_MISSING);
        hold(check, event, NT_RULE_IMAGE_ICNT_HIST);
    }
    judge_calls(check, event);
}

void nt_check_image(nt_check *check, const nt_flow_event *event) {
    switch (event->kind) {
    case NT_FLOW_FAULT:
        judge_fault(check, event);
        break;
    case NT_FLOW_SYNC:
        hold(check, event, NT_RULE_IMAGE_SYNC);
        if (check->stream->mode == NT_CHECK_HTM) {
            hold(check, event, NT_RULE_IMAGE_HIST_SYNC);
        }
        break;
    case NT_FLOW_RANGE:
        judge_range(check, event);
        break;
    default:
        break;
    }
}
