/* SPDX-License-Identifier: Apache-2.0 */
/* Where a message that is asked for comes. Several requests may meet at one place: at the last
   instruction of the block that asks, at the next one, at a handler. Of our own encoder each has
   its message there. Of a stranger a message may report any of them, and with it the others; where
   several fit they are tried. */
#include "sim/witness/witness_internal.h"

/* Is where a message can be at: requests with the same next instruction are before number `next`,
   those with the same last instruction from `early` on, before `end`. */
typedef struct place {
    uint64_t next;
    uint64_t early;
    uint64_t end;
    bool open; /* all items so far are of the place: more may be asked for there */
} place;

/* The run, from what was found of it on, is at this address for the last time. */
static bool is_at(const nt_witness *w, uint64_t number, uint64_t address) {
    const nt_expected *item = nt_witness_item(w, number);
    const bool first = number == w->expect.first;
    const uint64_t found = first ? w->expect.found : 0;
    const uint32_t repeats = first ? w->expect.repeats : 0;
    return item->kind == NT_EXPECT_RUN && item->again == repeats &&
           nt_witness_is_same(w, item->address + 2 * found, address);
}

static place place_at(const nt_witness *w, uint64_t address) {
    uint64_t number = w->expect.first;
    uint64_t at = 0; /* number after an instruction that does not retire */
    const nt_expected *item;
    for (; (item = nt_witness_item(w, number)) != NULL; number++) {
        if (item->kind == NT_EXPECT_AT && nt_witness_is_same(w, item->address, address)) {
            at = number + 1;
        } else if (!nt_witness_is_request(item) && item->kind != NT_EXPECT_SKIP &&
                   item->kind != NT_EXPECT_HART) {
            break;
        }
    }
    place found = {.next = number, .early = at, .end = number};
    if (item == NULL || (at == 0 && !is_at(w, number, address))) {
        found.early = at != 0 ? at : number;
        found.open = item == NULL && at != 0;
        return found;
    }
    number += at == 0;
    found.early = at == 0 ? number : at;
    while ((item = nt_witness_item(w, number)) != NULL && item->kind != NT_EXPECT_RUN &&
           item->kind != NT_EXPECT_GAP && !nt_witness_starts(item)) {
        number++;
    }
    found.end = number;
    found.open = item == NULL;
    return found;
}

static bool is_next(const nt_witness *w, const place *at, uint64_t number, uint64_t address) {
    const nt_expected *item = nt_witness_item(w, number);
    return number < at->next && nt_witness_is_request(item) &&
           nt_witness_is_same(w, item->address, address);
}

static bool is_early(const nt_witness *w, const place *at, uint64_t number, uint64_t address) {
    const nt_expected *item = nt_witness_item(w, number);
    return number >= at->early && number < at->end && nt_witness_is_request(item) &&
           item->early == address;
}

static bool waits_at(const nt_witness *w, const place *at, uint64_t address) {
    return at->open && w->expect.wait.either != 0 && w->expect.wait.last == address;
}

/* ---- which of them a message reports ---- */

/* Kinds of places, those first that must have a message. */
enum kind { NEXT, EARLY, MAYBE_NEXT, MAYBE_EARLY, WAITING, CARRIED, KINDS };

static bool is_kind(const nt_witness *w, const nt_witness_place *try, const place *at) {
    const nt_flow_event *event = &try->sync;
    const nt_expected *item = nt_witness_item(w, try->item);
    const bool may = try->repeat == MAYBE_NEXT || try->repeat == MAYBE_EARLY;
    if (try->repeat == WAITING) {
        return waits_at(w, at, event->sync.address) &&
               (w->expect.wait.either >> nt_witness_reason(event) & 1) != 0;
    }
    if (try->repeat == CARRIED) {
        return w->synced_here && w->carried.left[nt_witness_reason(event)] != 0;
    }
    if (item == NULL || ((item->code & NT_EXPECT_MAY) != 0) != may) {
        return false;
    }
    return try->repeat == NEXT || try->repeat == MAYBE_NEXT
               ? is_next(w, at, try->item, event->sync.address) && nt_witness_fits(w, item, event)
               : is_early(w, at, try->item, event->sync.address) &&
                     (item->halfwords >> nt_witness_reason(event) & 1) != 0;
}

/* Of our own encoder those at the next instruction come in their order, which the ring has. */
static place own_place(const nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_witness_item(w, w->expect.first);
    place at = place_at(w, event->sync.address);
    if (head == NULL || (head->kind != NT_EXPECT_RUN && head->kind != NT_EXPECT_AT)) {
        return (place){.next = 0, .early = 0, .end = 0};
    }
    at.next = 0;
    for (uint64_t number = at.early; number < at.end && head->kind == NT_EXPECT_AT; number++) {
        const nt_expected *item = nt_witness_item(w, number);
        if (nt_witness_is_request(item) && (item->halfwords >> nt_witness_reason(event) & 1) != 0 &&
            item->early != event->sync.address && (item->code & ~NT_EXPECT_ASKED) == 0) {
            return (place){.next = 0, .early = at.early, .end = number}; /* it is due here */
        }
    }
    return at;
}

static bool next_request(const nt_witness *w, nt_witness_place *try, bool first) {
    const nt_flow_event *event = &try->sync;
    const place at = w->expect.stranger ? place_at(w, event->sync.address) : own_place(w, event);
    if (first) {
        try->repeat = NEXT;
        try->item = w->expect.first;
    } else {
        try->item++;
    }
    for (; try->repeat < KINDS; try->repeat++, try->item = w->expect.first) {
        const uint64_t end = try->repeat < WAITING ? at.end : w->expect.first + 1;
        for (; try->item < end; try->item++) {
            if (is_kind(w, try, &at)) {
                return true;
            }
        }
    }
    return false;
}

/* The earliest and latest time of all requests at the place: one message may have any of them. */
static void take_times(const nt_witness *w, const place *at, uint64_t address, nt_expected *item) {
    for (uint64_t number = w->expect.first; number < at->end; number++) {
        const nt_expected *other = nt_witness_item(w, number);
        if (is_next(w, at, number, address) || is_early(w, at, number, address)) {
            item->time = other->time < item->time ? other->time : item->time;
            item->until = other->until > item->until ? other->until : item->until;
        }
    }
}

/* The message reports all others at the place, too; each may still have its own. */
static void share(nt_witness *w, const place *at, uint64_t address) {
    for (uint64_t number = w->expect.first; number < at->end; number++) {
        const unsigned code = nt_witness_item(w, number)->code;
        const bool precise = (code & NT_EXPECT_PRECISE) != 0;
        if ((is_next(w, at, number, address) || is_early(w, at, number, address)) &&
            (code & NT_EXPECT_MAY) == 0 &&
            (!precise || nt_witness_may(w, NT_FREEDOM_SYNC_PRECISE))) {
            nt_expect_change(&w->expect, number)->code |= NT_EXPECT_MAY;
        }
    }
    if (waits_at(w, at, address)) {
        w->expect.wait.may = true;
    }
}

void nt_witness_share_requests(nt_witness *w, uint64_t address) {
    const place at = place_at(w, address);
    share(w, &at, address);
}

/* Of several requests that one item stands for, those that may still have one of their own. */
static uint32_t others(const nt_witness *w, uint32_t reasons, const nt_flow_event *event) {
    return nt_witness_may(w, NT_FREEDOM_SYNC_BOTH) ? reasons & ~(1u << nt_witness_reason(event))
                                                   : 0;
}

/* One message stands for a request and one that has a place of its own: what it does not report,
   the other may. */
static void leave_others(nt_witness *w, uint64_t number, const nt_expected *item,
                         const nt_flow_event *event) {
    const nt_expected *next = nt_witness_item(w, number);
    if (next != NULL && next->kind == NT_EXPECT_SYNC && next->early == item->early &&
        (next->code & NT_EXPECT_EARLY) != 0) {
        nt_expect_change(&w->expect, number)->halfwords |=
            item->halfwords & ~(1u << nt_witness_reason(event));
    }
}

/* The item becomes what may still come of it. */
static void serve(nt_witness *w, uint64_t number, const nt_flow_event *event) {
    nt_expected *item = nt_expect_change(&w->expect, number);
    item->halfwords = others(w, item->halfwords, event);
    item->code |= NT_EXPECT_MAY;
    if (item->halfwords == 0) {
        nt_expect_blank(&w->expect, number);
    }
}

static nt_expected take_waiting(nt_witness *w, const nt_flow_event *event) {
    nt_expect_wait *wait = &w->expect.wait;
    const nt_expected item = {.kind = NT_EXPECT_SYNC,
                              .code = wait->asked ? NT_EXPECT_ASKED : 0,
                              .time = wait->time,
                              .until = wait->until};
    wait->either = others(w, wait->either, event) & UINT8_MAX;
    wait->may = wait->either != 0;
    return item;
}

static nt_expected take_carried(nt_witness *w, const nt_flow_event *event) {
    const uint64_t time = w->carried.time;
    w->carried.left[nt_witness_reason(event)]--;
    return (nt_expected){
        .kind = NT_EXPECT_SYNC, .time = time, .until = w->tail_until > time ? w->tail_until : time};
}

/* Takes what `try` says, with all that goes with it. */
static nt_expected take_item(nt_witness *w, const nt_witness_place *try) {
    const nt_flow_event *event = &try->sync;
    const place at = place_at(w, event->sync.address);
    nt_expected item;
    if (try->repeat == WAITING) {
        item = take_waiting(w, event);
    } else if (try->repeat == CARRIED) {
        return take_carried(w, event);
    } else {
        item = *nt_witness_item(w, try->item);
        serve(w, try->item, event);
        if (try->repeat == EARLY || try->repeat == MAYBE_EARLY) {
            leave_others(w, try->item + 1, &item, event);
        }
    }
    if (nt_witness_may(w, NT_FREEDOM_SYNC_MERGED)) {
        take_times(w, &at, event->sync.address, &item);
        share(w, &at, event->sync.address);
    }
    return item;
}

static void take(nt_witness *w, const nt_witness_place *try) {
    const nt_flow_event *event = &try->sync;
    const bool next = try->repeat == NEXT || try->repeat == MAYBE_NEXT;
    const nt_expected item = take_item(w, try);
    if (!next && (item.code & NT_EXPECT_ASKED) && !nt_witness_may(w, NT_FREEDOM_TRIGGER_LAST)) {
        nt_witness_differ(w, NT_ASPECT_MARK, "the trigger's message at the next instruction",
                          "one at the latest", event->offset);
        return;
    }
    const uint64_t from = nt_witness_earliest(w, event, &item);
    const uint64_t until = nt_witness_latest(w, &item, w->tail_until);
    nt_witness_hold_event(w, event, &item);
    nt_witness_take_reason(w, event);
    if (next) {
        w->tail = item.time;
        w->tail_until = item.until;
        nt_witness_arrives(w, item.begin);
    }
    nt_witness_time(w, event, from, until);
    nt_witness_match_sync(w, event, next ? &item : NULL);
}

static const nt_witness_places requests = {next_request, take, false};

bool nt_witness_request(nt_witness *w, const nt_flow_event *event) {
    nt_witness_place first = {.sync = *event};
    if (!next_request(w, &first, true)) {
        nt_witness_drop_requests(w, event);
        return false;
    }
    nt_witness_place other = first;
    if (w->expect.stranger && next_request(w, &other, false)) {
        nt_witness_choose(w, &requests, &first);
    } else {
        take(w, &first);
    }
    return true;
}
