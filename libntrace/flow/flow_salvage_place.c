/* SPDX-License-Identifier: Apache-2.0 */
/* Where a decoder is, kept and restored; see flow_salvage.h. */
#include "libntrace/flow/flow_salvage.h"

flow_place nt_salvage_get_place(const nt_flow *flow) {
    return (flow_place){.state = flow->state,
                        .mode = flow->mode,
                        .bare = flow->bare,
                        .unmeasured = flow->unmeasured,
                        .bare_code = flow->bare_code,
                        .bare_at = flow->bare_at,
                        .pc = flow->pc,
                        .reference = flow->reference,
                        .reported = flow->reported,
                        .walked = flow->walked,
                        .branch = flow->branch,
                        .returns = flow->returns};
}

void nt_salvage_set_place(nt_flow *flow, const flow_place *place) {
    flow->state = place->state;
    flow->mode = place->mode;
    flow->bare = place->bare;
    flow->unmeasured = place->unmeasured;
    flow->bare_code = place->bare_code;
    flow->bare_at = place->bare_at;
    flow->pc = place->pc;
    flow->reference = place->reference;
    flow->reported = place->reported;
    flow->walked = place->walked;
    flow->branch = place->branch;
    flow->returns = place->returns;
    flow->ending = ENDS_AT_PC;
    flow->last_was = UINT64_MAX;
}

void nt_salvage_load(nt_flow *flow, const salvage_kept *kept) {
    flow->message = kept->message;
    flow->offset = kept->offset;
    flow->shift = kept->shift;
    flow->framer.state = NT_FRAMER_BETWEEN;
    flow->framer.size = kept->size;
    flow->has_time = kept->has_time;
    flow->time.now = kept->time;
}
