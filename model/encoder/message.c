/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/message.h"

#include "model/codes.h"

static bool is_sync(uint8_t tcode) {
    return tcode == NT_TCODE_PROG_TRACE_SYNC || tcode == NT_TCODE_DIRECT_BRANCH_SYNC ||
           tcode == NT_TCODE_INDIRECT_BRANCH_SYNC || tcode == NT_TCODE_INDIRECT_BRANCH_HIST_SYNC;
}

void nt_message_step(nt_message_stage *s, const nt_config *config, const nt_message_inputs *in,
                     nt_descriptor slot[NT_MAX_SLOTS]) {
    uint64_t time_mask = (UINT64_C(1) << config->tstamp_w) - 1; /* at most 63 bits */
    for (unsigned i = 0; in->valid >> i; i++) {
        if (!((in->valid >> i) & 1)) {
            continue;
        }
        nt_descriptor *d = &slot[i];
        uint64_t address = d->addr;
        bool sync = is_sync(d->tcode);
        if (d->tcode == NT_TCODE_INDIRECT_BRANCH || d->tcode == NT_TCODE_INDIRECT_BRANCH_HIST) {
            d->addr = address ^ s->reference;
            s->reference = address;
        } else if (sync) {
            s->reference = address;
            s->known = true;
        }
        uint64_t time = (in->late >> i) & 1 ? in->then : in->now;
        d->tstamp = (sync ? time : time - s->base) & time_mask;
        s->base = time;
    }
}
