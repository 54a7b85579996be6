/* SPDX-License-Identifier: Apache-2.0 */
/* What is expected further on, where a stranger need not report what comes before it. */
#include "sim/witness/witness_internal.h"

enum { SYNC_LOWPOWER = 9, EVCODE_LOWPOWER = 1 };

static uint32_t reasons_of_stop(const nt_expected *item) {
    return item->halfwords != 0 ? item->halfwords : 1u << item->code;
}

uint64_t nt_witness_end_of_rest(const nt_witness *w, uint64_t number) {
    const nt_expected *stop = nt_witness_item(w, number);
    const uint64_t next = nt_witness_past_silence(w, number + 1, true);
    const nt_expected *item = nt_witness_item(w, next);
    bool rests = (reasons_of_stop(stop) >> EVCODE_LOWPOWER & 1) != 0 && nt_witness_starts(item) &&
                 (item->halfwords >> SYNC_LOWPOWER & 1) != 0;
    return rests && nt_witness_may(w, NT_FREEDOM_REST_IGNORED) ? next : 0;
}

bool nt_witness_reports_rest(const nt_witness *w, const nt_flow_event *event) {
    return w->message.ranges && (event->kind != NT_FLOW_SYNC || w->counts);
}

/* Half-words between a start and its stop that are traced, though it starts late. */
static uint64_t count_traced(const nt_witness *w, uint64_t number, uint64_t stop) {
    const nt_expected *start = nt_witness_item(w, number);
    const bool late =
        (start->code & NT_EXPECT_TURNED) != 0 && nt_witness_may(w, NT_FREEDOM_EDGE_LATE);
    uint64_t halfwords = 0;
    for (number++; number < stop; number++) {
        const nt_expected *item = nt_witness_item(w, number);
        const bool before_stop = nt_witness_past_silence(w, number + 1, true) == stop;
        if (late && item->cycle == start->cycle) {
            continue;
        }
        if (item->kind == NT_EXPECT_AT && !before_stop) {
            return UINT64_MAX;
        }
        halfwords +=
            item->kind == NT_EXPECT_RUN ? (item->again + UINT64_C(1)) * item->halfwords : 0;
    }
    return halfwords;
}

uint64_t nt_witness_end_of_nothing(const nt_witness *w, uint64_t number) {
    const uint64_t first = number;
    const nt_expected *item;
    if (!nt_witness_starts(nt_witness_item(w, number))) {
        return 0;
    }
    while ((item = nt_witness_item(w, ++number)) != NULL && item->kind != NT_EXPECT_STOP) {
        if (nt_witness_starts(item)) {
            return 0;
        }
    }
    if (item == NULL) {
        return 0;
    }
    const bool early = item->last != 0 && nt_witness_may(w, NT_FREEDOM_EDGE_EARLY);
    const uint64_t most = early ? item->last - 1 : 0;
    return count_traced(w, first, number) <= most ? number : 0;
}

uint64_t nt_witness_end_of_cycle(const nt_witness *w, uint64_t number) {
    const uint64_t found = number == w->expect.first ? w->expect.found : 0;
    uint64_t halfwords = 0;
    uint64_t pause = 0;
    const nt_expected *item;
    for (; (item = nt_witness_item(w, number)) != NULL && item->kind != NT_EXPECT_STOP; number++) {
        if (pause != 0 && nt_witness_starts(item) && (item->code & NT_EXPECT_RESUME) != 0) {
            number = pause; /* the stop that waits for a target where tracing goes on */
            item = nt_witness_item(w, number);
            break;
        }
        if (item->kind == NT_EXPECT_GAP || nt_witness_starts(item)) {
            return 0;
        }
        pause = item->kind == NT_EXPECT_PAUSE ? number : pause;
        halfwords +=
            item->kind == NT_EXPECT_RUN ? (item->again + UINT64_C(1)) * item->halfwords : 0;
        halfwords -= number == w->expect.first ? (uint64_t)w->expect.repeats * item->halfwords : 0;
    }
    return item != NULL && item->last != 0 && halfwords + 1 == item->last + found ? number : 0;
}

bool nt_witness_may_stop_early(const nt_witness *w) {
    return nt_witness_may(w, NT_FREEDOM_EDGE_EARLY) &&
           nt_witness_end_of_cycle(w, w->expect.first) != 0;
}

/* SYNC 0 and 6 are not required: an encoder may report no trigger at all. */
bool nt_witness_may_lack(const nt_witness *w, const nt_expected *item) {
    return nt_witness_is_request(item) && (item->code & (NT_EXPECT_PRECISE | NT_EXPECT_MAY)) == 0 &&
           (item->halfwords & w->reported_marks) == 0 && nt_witness_may(w, NT_FREEDOM_SYNC_OMITTED);
}

bool nt_witness_is_asked(const nt_witness *w) {
    const nt_expected *item =
        nt_witness_item(w, nt_witness_past_silence(w, w->expect.first, false));
    return w->expect.stranger && item != NULL && nt_witness_is_request(item);
}
