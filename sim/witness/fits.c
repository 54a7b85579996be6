/* SPDX-License-Identifier: Apache-2.0 */
/* Whether an event may be an expected item, by fields and forms that the specification leaves open.
   Each function asks for its row of sim/check/freedoms.def. */
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

enum { SYNC_RESET = 1, SYNC_ENABLE = 5, SYNC_EVENT = 6, SYNC_LOWPOWER = 9, SYNC_VENDOR = 14 };
enum { BTYPE_TRAP = 1, BTYPE_EXCEPTION = 2 }; /* 1: exceptions and interrupts are not told apart */
enum { EVCODE_LOWPOWER = 1, EVCODE_DISABLED = 4, EVCODE_VENDOR = 8 };

/* SYNC 1 and 9, and EVCODE 1 and 4, which need not come. */
enum { RESTS = 1 << SYNC_RESET | 1 << SYNC_LOWPOWER };
enum { OPTIONAL_STOPS = 1 << EVCODE_LOWPOWER | 1 << EVCODE_DISABLED };

bool nt_witness_is_reason(const nt_witness *w, const nt_expected *item,
                          const nt_flow_event *event) {
    unsigned sync = event->sync.reason & 15;
    const uint32_t reasons = item->halfwords;
    if (!w->expect.stranger) {
        return (reasons >> sync & 1) != 0;
    }
    if (nt_witness_starts(item)) {
        return (reasons >> sync & 1) != 0 || (sync == SYNC_ENABLE && (reasons & RESTS) != 0 &&
                                              nt_witness_may(w, NT_FREEDOM_START_ENABLE));
    }
    if ((item->code & NT_EXPECT_PRECISE) && sync >= SYNC_VENDOR) {
        return nt_witness_may(w, NT_FREEDOM_SYNC_PRECISE);
    }
    bool ours = sync == SYNC_EVENT || (reasons >> SYNC_EVENT & 1) == 0;
    return (reasons >> sync & 1) != 0 && (ours || nt_witness_may(w, NT_FREEDOM_SYNC_CHOICE));
}

bool nt_witness_is_evcode(const nt_witness *w, uint32_t reasons, unsigned evcode) {
    bool vendor = evcode >= EVCODE_VENDOR && (reasons & OPTIONAL_STOPS) != 0 &&
                  nt_witness_may(w, NT_FREEDOM_VENDOR_EVCODE);
    /* "Do not send 4 instead" is about 0 alone. */
    bool plain = evcode == EVCODE_DISABLED && (reasons >> EVCODE_LOWPOWER & 1) != 0 &&
                 nt_witness_may(w, NT_FREEDOM_REST_IGNORED);
    return vendor || plain || (reasons >> (evcode & 15) & 1) != 0;
}

bool nt_witness_is_trap(const nt_witness *w, const nt_expected *item, const nt_flow_event *event) {
    bool exception = item->kind == NT_EXPECT_TRAP && (item->halfwords & NT_EXPECT_ASYNC) != 0 &&
                     event->trap.btype == BTYPE_EXCEPTION &&
                     nt_witness_may(w, NT_FREEDOM_TRAP_ASYNC);
    return exception || item->code == event->trap.btype ||
           (nt_witness_may(w, NT_FREEDOM_TRAP_BTYPE) && event->trap.btype == BTYPE_TRAP);
}

bool nt_witness_is_start(const nt_witness *w, const nt_flow_event *event) {
    /* 5: note 1 of the six cases; 1 and 9 may bring history. */
    const unsigned others = 1u << SYNC_ENABLE | 1u << SYNC_RESET | 1u << SYNC_LOWPOWER;
    return event->tcode == NT_TCODE_PROG_TRACE_SYNC ||
           (w->expect.stranger && (others >> (event->sync.reason & 15) & 1) != 0);
}

bool nt_witness_may_be_next(const nt_witness *w, const nt_expected *item) {
    const unsigned other = NT_EXPECT_START | NT_EXPECT_ASKED | NT_EXPECT_PRECISE;
    bool last = (item->early & 1) != 0 || item->early == item->address; /* no other place */
    return !w->expect.stranger || last || (item->code & other) != 0 ||
           nt_witness_may(w, NT_FREEDOM_NOTIFY_NEXT);
}

bool nt_witness_fits(const nt_witness *w, const nt_expected *item, const nt_flow_event *event) {
    switch (event->kind) {
    case NT_FLOW_TRAP:
        return item->kind == NT_EXPECT_TRAP && nt_witness_is_trap(w, item, event) &&
               item->address == event->trap.address;
    case NT_FLOW_SYNC:
        return item->kind == NT_EXPECT_SYNC &&
               ((item->code & NT_EXPECT_START) == 0 || nt_witness_is_start(w, event)) &&
               (item->code & NT_EXPECT_EARLY) == 0 && nt_witness_may_be_next(w, item) &&
               nt_witness_is_reason(w, item, event) && item->address == event->sync.address;
    case NT_FLOW_STOP:
        return item->kind == NT_EXPECT_STOP &&
               (item->code == event->stop.evcode ||
                nt_witness_is_evcode(w, item->halfwords, event->stop.evcode));
    default:
        return false;
    }
}
