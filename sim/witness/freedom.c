/* What the specification leaves open to other encoders, where the pins are known. */
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

enum { SYNC_RESET = 1, SYNC_ENABLE = 5, SYNC_LOWPOWER = 9 };
enum { BTYPE_TRAP = 1 }; /* exceptions and interrupts are not told apart */
enum { EVCODE_DEBUG = 0, EVCODE_LOWPOWER = 1, EVCODE_DISABLED = 4 };

void nt_witness_pass_idle(nt_witness *w) {
    const nt_expected *head;
    while ((head = nt_expect_head(&w->expect)) != NULL && head->kind == NT_EXPECT_IDLE) {
        nt_expect_pop(&w->expect);
        nt_witness_skip(w);
    }
}

bool nt_witness_idle_stop(nt_witness *w, const nt_flow_event *event) {
    nt_expected *head = nt_expect_head(&w->expect);
    if (!w->expect.foreign || w->tracing) {
        return false;
    }
    bool idle = head != NULL && head->kind == NT_EXPECT_IDLE;
    uint64_t until = head != NULL && !idle ? head->time : w->expect.timestamp;
    switch (event->stop.evcode) {
    case EVCODE_DISABLED:
        nt_witness_time(w, event, w->tail, until);
        return true;
    case EVCODE_DEBUG:
        if (!idle || head->halfwords == 0) {
            return false;
        }
        head->halfwords--;
        break;
    case EVCODE_LOWPOWER:
        if (!idle || head->again == 0) {
            return false;
        }
        head->again--;
        break;
    default:
        return false;
    }
    nt_witness_time(w, event, head->time, until);
    return true;
}

void nt_witness_pass_stop(nt_witness *w, const nt_flow_event *event) {
    const unsigned reports_rest = 1u << SYNC_RESET | 1u << SYNC_LOWPOWER;
    unsigned reason = 1u << (event->sync.reason & 15);
    if (!w->expect.foreign || (reason & reports_rest) == 0 ||
        !nt_expect_restarts(&w->expect, EVCODE_DEBUG, reason)) {
        return;
    }
    if (nt_expect_head(&w->expect)->kind == NT_EXPECT_AT) {
        nt_expect_pop(&w->expect);
    }
    nt_expect_pop(&w->expect);
    nt_witness_skip(w);
}

bool nt_witness_is_trap(const nt_witness *w, const nt_expected *item, const nt_flow_event *event) {
    return item->code == event->trap.btype ||
           (nt_may(w->freedoms, NT_FREEDOM_TRAP_BTYPE) && event->trap.btype == BTYPE_TRAP);
}

bool nt_witness_is_start(const nt_witness *w, const nt_flow_event *event) {
    /* 5: note 1 of the six cases; 1 and 9 may bring history. */
    const unsigned others = 1u << SYNC_ENABLE | 1u << SYNC_RESET | 1u << SYNC_LOWPOWER;
    return event->tcode == NT_TCODE_PROG_TRACE_SYNC ||
           (w->expect.foreign && (others >> (event->sync.reason & 15) & 1) != 0);
}
