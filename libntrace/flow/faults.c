/* SPDX-License-Identifier: Apache-2.0 */
/* What can be wrong with a stream or its code image: names and words. */
#include "ntrace/flow.h"

typedef struct fault_info {
    const char *name;
    const char *text;
} fault_info;

static const fault_info faults[NT_FAULTS] = {
    [NT_FAULT_FRAME] = {"frame", "bytes are not framed as a message"},
    [NT_FAULT_MESSAGE] = {"message", "the message's fields are wrong"},
    [NT_FAULT_ICNT_SPLIT] = {"icnt-split", "I-CNT ends within an instruction"},
    [NT_FAULT_NO_CODE] = {"no-code", "no code is known at the PC"},
    [NT_FAULT_HIST_LEFT] = {"hist-left", "history bits are left over where I-CNT ends"},
    [NT_FAULT_HIST_LOOP] = {"hist-loop", "history bits are left over in a loop without branches"},
    [NT_FAULT_HIST_JUMP] = {"hist-jump", "history bits are left over at an indirect jump"},
    [NT_FAULT_HIST_STOP_BIT] = {"hist-stop-bit", "HIST has no stop-bit"},
    [NT_FAULT_ICNT_BEHIND_JUMP] = {"icnt-behind-jump", "I-CNT goes on behind an indirect jump"},
    [NT_FAULT_HIST_MISSING] = {"hist-missing", "a conditional branch has no history bit"},
    [NT_FAULT_HIST_ZERO] = {"hist-zero", "the history bit of a direct jump is 0"},
    [NT_FAULT_JUMP_SILENT] = {"jump-silent",
                              "I-CNT goes on behind a direct jump that was not reported"},
    [NT_FAULT_ICNT_BELOW_HIST] = {"icnt-below-hist",
                                  "I-CNT is smaller than what the history covers"},
    [NT_FAULT_ADDRESS_WIDTH] = {"address-width", "the address is wider than XLEN"},
    [NT_FAULT_NO_BRANCH] = {"no-branch", "DirectBranch does not end on a conditional branch"},
    [NT_FAULT_NO_JUMP] = {"no-jump", "B-TYPE=0 but the last instruction is not an indirect jump"},
    [NT_FAULT_REPEATS] = {"repeats", "the message repeats more than 2^28 basic blocks"},
    [NT_FAULT_NO_REPEATED] = {"no-repeated", "RepeatBranch without a branch message before it"},
    [NT_FAULT_ICNT_WIDTH] = {"icnt-width", "I-CNT in RDATA is wider than the specification allows"},
    [NT_FAULT_HREPEAT_ZERO] = {"hrepeat-zero", "HREPEAT is 0"},
    [NT_FAULT_AFTER_STOP_RETIRED] = {"after-stop-retired",
                                     "instructions retired after tracing had stopped"},
    [NT_FAULT_WRONG_PC] = {"wrong-pc", "F-ADDR is not the PC expected"},
    [NT_FAULT_AFTER_STOP] = {"after-stop", "program trace goes on after a stop without SYNC"},
    [NT_FAULT_AFTER_ERROR] = {"after-error", "program trace goes on after Error without SYNC"},
    [NT_FAULT_CUT] = {"cut", "the stream ends within a message"},
    [NT_FAULT_ICNT_OPEN] = {"icnt-open", "the stream ends before the instructions that I-CNT "
                                         "counted are known"},
    [NT_FAULT_HIST_UNSENT] = {"hist-unsent",
                              "a conditional branch before F-ADDR, and no HIST was sent with it"},
    [NT_FAULT_NO_TABLE] = {"no-table", "the entry of the jump table is not known"},
    [NT_FAULT_BUDGET] = {"budget", "the stream repeats more than programs do, for its length"},
};

const char *nt_flow_fault_name(nt_flow_fault code) {
    return code < NT_FAULTS ? faults[code].name : "unknown";
}

const char *nt_flow_fault_text(nt_flow_fault code) {
    return code < NT_FAULTS ? faults[code].text : "unknown";
}
