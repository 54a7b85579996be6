/* SPDX-License-Identifier: Apache-2.0 */
#include "receive/atb_receiver.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_RESERVED_ID = 0x70 };

bool nt_atb_receiver_init(nt_atb_receiver *r, const nt_atb_receiver_params *params) {
    *r = (nt_atb_receiver){.params = *params, .before = {.reset = true}};
    return params->width == 1 || params->width == 2 || params->width == 4 || params->width == 8 ||
           params->width == NT_ATB_RECEIVER_BYTES;
}

static void complain(nt_atb_receiver *r, const char *rule) {
    if (r->wrong++ == 0) {
        snprintf(r->first, sizeof r->first, "cycle %" PRIu64 ": %s", r->cycle, rule);
    }
}

/* Bytes of a transfer that count. */
static uint8_t count_of(const nt_atb_receiver *r, const nt_atb_signals *now) {
    uint8_t last = now->ATBYTES < r->params.width ? now->ATBYTES : (uint8_t)(r->params.width - 1);
    return (uint8_t)(last + 1);
}

/* A transfer that was offered and not taken is offered on, unchanged. */
static void check_offer(nt_atb_receiver *r, const nt_atb_signals *now) {
    const nt_atb_signals *before = &r->before;
    if (before->reset || !before->ATVALID || before->ATREADY) {
        return;
    }
    if (!now->ATVALID) {
        complain(r, "ATVALID fell before ATREADY");
    } else if (now->ATID != before->ATID) {
        complain(r, "ATID changed before ATREADY");
    } else if (now->ATBYTES != before->ATBYTES) {
        complain(r, "ATBYTES changed before ATREADY");
    } else if (memcmp(now->ATDATA, before->ATDATA, count_of(r, now)) != 0) {
        complain(r, "ATDATA changed before ATREADY");
    }
}

static void check_transfer(nt_atb_receiver *r, const nt_atb_signals *now) {
    if (now->ATID == 0 || now->ATID >= FIRST_RESERVED_ID) {
        complain(r, "ATID is a reserved one");
    } else if (r->params.id != 0 && now->ATID != r->params.id) {
        complain(r, "ATID is not the bridge's");
    }
    if (now->ATBYTES >= r->params.width) {
        complain(r, "ATBYTES is more than ATDATA holds");
    }
}

static void check_flush(nt_atb_receiver *r, const nt_atb_signals *now) {
    if (now->AFREADY && !now->AFVALID && !r->before.AFVALID) {
        complain(r, "AFREADY without AFVALID");
    }
    if (!now->AFVALID) {
        r->flushing = 0;
        return;
    }
    if (now->AFREADY) {
        if (now->ATVALID && r->before.ATVALID && !r->before.ATREADY) {
            complain(r, "AFREADY while a transfer from before it waits");
        }
        r->flushes++;
        r->flushing = 0;
        return;
    }
    r->flushing += now->ATREADY;
    if (r->params.flush_cycles != 0 && r->flushing == r->params.flush_cycles) {
        complain(r, "AFVALID is not answered");
    }
}

void nt_atb_receiver_cycle(nt_atb_receiver *r, const nt_atb_signals *now) {
    r->received = 0;
    if (now->reset) {
        if (now->ATVALID && r->before.reset && r->cycle > 0) {
            complain(r, "ATVALID in reset");
        }
        r->flushing = 0;
    } else {
        check_offer(r, now);
        check_flush(r, now);
        if (now->ATVALID) {
            check_transfer(r, now);
        }
        if (now->ATVALID && now->ATREADY) {
            r->received = count_of(r, now);
            memcpy(r->byte, now->ATDATA, r->received);
            r->transfers++;
            r->full += r->received == r->params.width;
        }
    }
    r->before = *now;
    r->cycle++;
}
