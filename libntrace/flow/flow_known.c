/* SPDX-License-Identifier: Apache-2.0 */
/* Branch messages that came before, along paths that were walked before: nearly all. What they do
   is what flow_messages.c does with them, less what cannot be. */
#include "libntrace/flow/flow_internal.h"
#include "libntrace/flow/flow_paths.h"

#define BIT(field) (UINT32_C(1) << (field))

/* Its fields, in the order of their numbers. */
enum {
    DIRECT = BIT(NT_FIELD_TCODE) | BIT(NT_FIELD_ICNT),
    INDIRECT = DIRECT | BIT(NT_FIELD_BTYPE) | BIT(NT_FIELD_UADDR),
    WITH_HIST = INDIRECT | BIT(NT_FIELD_HIST),
};

/* Whether nothing is open that a branch message must look at besides its own fields. */
static inline bool goes_on(const nt_flow *flow) {
    return flow->state == RUNNING && flow->reported == 0 && flow->walked == 0 &&
           flow->salvage == NULL && flow->options.src_bits == 0;
}

/* False: it is another message, or says something new of the mode, or is a trap. */
static inline bool read_branch(const nt_flow *flow, const nt_memo_fields *fields,
                               branch_message *branch) {
    const uint64_t *value = fields->value;
    *branch = (branch_message){.tcode = fields->tcode, .hist = 1};
    switch (fields->tcode) {
    case NT_TCODE_DIRECT_BRANCH:
        branch->icnt = (uint32_t)value[0];
        return fields->present == DIRECT && flow->mode == MODE_BTM;
    case NT_TCODE_INDIRECT_BRANCH_HIST:
        branch->hist = (uint32_t)value[3];
        if (fields->present != WITH_HIST || flow->mode != MODE_HTM || flow->bare) {
            return false;
        }
        break;
    case NT_TCODE_INDIRECT_BRANCH:
        if (fields->present != INDIRECT) {
            return false;
        }
        break;
    default:
        return false;
    }
    branch->icnt = (uint32_t)value[1];
    branch->address = flow->reference ^ value[2] << 1;
    return value[0] == 0 && value[2] <= flow->blocks->mask >> 1;
}

static inline void arrive(nt_flow *flow, const branch_message *branch) {
    if (branch->tcode == NT_TCODE_DIRECT_BRANCH) {
        flow->pc = flow->branch_target;
    } else {
        flow->pc = branch->address;
        flow->reference = branch->address;
    }
    flow->branch = *branch;
}

bool nt_flow_take_known(nt_flow *flow) {
    branch_message branch;
    size_t size = nt_framer_kept(&flow->framer);
    const nt_memo_fields *fields =
        goes_on(flow) ? nt_memo_find(flow->memo, flow->framer.bytes, size) : NULL;
    if (fields == NULL || !read_branch(flow, fields, &branch)) {
        return false;
    }
    nt_path *path = nt_flow_find_path(flow, branch.icnt, branch.hist);
    bool direct = branch.tcode == NT_TCODE_DIRECT_BRANCH;
    if (path == NULL || path->ending != (direct ? ENDS_ON_BRANCH : ENDS_ON_INDIRECT)) {
        return false;
    }
    flow->message.tcode = fields->tcode;
    flow->message.present = fields->present;
    flow->counts.messages++;
    flow->counts.by_tcode[fields->tcode]++;
    flow->has_time = false;
    flow->last_was = UINT64_MAX;
    uint64_t pc = flow->pc;
    uint64_t flips = direct ? 0 : flow->reference ^ branch.address;
    nt_flow_go_path(flow, path, true);
    if (flow->result == 0) {
        arrive(flow, &branch);
        nt_flow_note_step(flow, pc, path, &branch, flips);
    }
    nt_flow_flush_range(flow);
    nt_flow_stamp_range(flow);
    return true;
}
