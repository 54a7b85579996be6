/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/tables.h"
#include "sim/witness/witness_internal.h"

#include <inttypes.h>
#include <stdio.h>

enum { SYNC_PERIODIC = 2, SYNC_ICNT = 4, SYNC_VENDOR = 14 /* and up */ };
/* Reasons of starts: 1, 3, 5, 7, 9. */
enum { STARTS = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 9 };
/* Ticks by which kinds of events may be late differently. */
enum { STAGES = 4 };
enum { EVERY_MESSAGES = 1, EVERY_CYCLES = 2, EVERY_HALFWORDS = 3 };

/* ---- timestamps ---- */

static uint64_t time_mask(const nt_witness *w) {
    unsigned width = w->clock.width != 0 ? w->clock.width : w->config->tstamp_w;
    return width == 0 ? 0 : UINT64_MAX >> (64 - width);
}

/* Where the time has gone back at least once, or has run around, no time lies between two others.
 */
static bool is_between(const nt_witness *w, uint64_t time, uint64_t from, uint64_t until) {
    uint64_t mask = time_mask(w);
    if (from == until) {
        return ((time - from) & mask) == 0;
    }
    return w->expect.time_stepped || until - from > mask || ((time - from) & mask) <= until - from;
}

/* The same, up to `slack` ticks before or after; the first and the last time there are stay. */
static bool is_around(const nt_witness *w, uint64_t time, uint64_t from, uint64_t until,
                      uint64_t slack) {
    const uint64_t first = from < slack ? 0 : from - slack;
    const uint64_t last = until > UINT64_MAX - slack ? UINT64_MAX : until + slack;
    return is_between(w, time, first, last);
}

static bool tells_sync(uint8_t tcode) {
    return tcode == NT_TCODE_PROG_TRACE_SYNC || tcode == NT_TCODE_DIRECT_BRANCH_SYNC ||
           tcode == NT_TCODE_INDIRECT_BRANCH_SYNC || tcode == NT_TCODE_INDIRECT_BRANCH_HIST_SYNC;
}

void nt_witness_arrives(nt_witness *w, uint64_t time) {
    w->clock.arrives = true;
    w->clock.arrival = time;
}

static unsigned kind_of(const nt_flow_event *event) {
    switch (event->kind) {
    case NT_FLOW_SYNC:
        return STARTS >> (event->sync.reason & 15) & 1 ? NT_TIME_START : NT_TIME_MARK;
    case NT_FLOW_TRAP:
        return NT_TIME_TRAP;
    case NT_FLOW_STOP:
        return NT_TIME_STOP;
    default:
        return NT_TIME_JUMP;
    }
}

/* Whether a kind that is first seen may be late by `shift`, where others are known. */
static bool is_shift(const nt_witness *w, unsigned moment, uint64_t shift) {
    const nt_witness_times *clock = &w->clock;
    if (clock->known[moment] == 0) {
        return true;
    }
    uint64_t other = clock->shift[moment][__builtin_ctz(clock->known[moment])];
    uint64_t more = (shift - other) & time_mask(w);
    bool may = nt_witness_may(w, NT_FREEDOM_TIME_KIND);
    return more == 0 || (may && (more <= STAGES || ((other - shift) & time_mask(w)) <= STAGES));
}

/* The same where none is known exactly: the first time there was shows between which it is. */
static bool is_loose_shift(nt_witness *w, unsigned moment, uint64_t time, uint64_t from,
                           uint64_t until) {
    nt_witness_times *clock = &w->clock;
    const uint64_t mask = time_mask(w);
    const unsigned stages = nt_witness_may(w, NT_FREEDOM_TIME_KIND) ? STAGES : 0;
    const uint64_t slack = w->settings.trTsPrescale != 0 ? stages + 1 : stages;
    const uint64_t room = until - from;
    if (w->expect.time_stepped || room > mask / 4) {
        return true;
    }
    if (!clock->loose[moment]) {
        clock->loose[moment] = true;
        clock->least[moment] = (time - until) & mask;
        clock->room[moment] = room;
        return true;
    }
    return ((time - from - clock->least[moment] + slack) & mask) <=
           room + clock->room[moment] + 2 * slack;
}

/* Whether the time can be that moment's, always as late as before. */
static bool fits_moment(nt_witness *w, unsigned moment, const nt_flow_event *event, uint64_t from,
                        uint64_t until) {
    nt_witness_times *clock = &w->clock;
    const unsigned kind = kind_of(event);
    uint64_t mask = time_mask(w);
    if (clock->never[moment] >> kind & 1) {
        return false;
    }
    bool known = (clock->known[moment] >> kind & 1) != 0;
    if (!known && nt_witness_may(w, NT_FREEDOM_TIME_CONSTANT)) {
        uint64_t shift = (event->time - from) & mask;
        if (from != until && clock->known[moment] == 0) {
            return is_loose_shift(w, moment, event->time, from, until);
        }
        if (from != until) {
            uint64_t other = clock->shift[moment][__builtin_ctz(clock->known[moment])];
            uint64_t slack = nt_witness_may(w, NT_FREEDOM_TIME_KIND) ? STAGES : 0;
            return is_around(w, event->time - other, from, until, slack);
        }
        if (clock->known[moment] == 0 && !is_loose_shift(w, moment, event->time, from, until)) {
            return false;
        }
        const bool fits = is_shift(w, moment, shift); /* as the kinds known before */
        clock->known[moment] |= (uint8_t)(1u << kind);
        clock->shift[moment][kind] = shift;
        return fits;
    }
    uint64_t shift = known ? clock->shift[moment][kind] : 0;
    uint64_t tick = w->settings.trTsPrescale != 0 && shift != 0; /* ticks are cut off */
    return is_around(w, event->time - shift, from, until, tick);
}

/* Whether a stranger's time is right: of the event, or of its address, whichever the stream has
   kept to. */
static bool is_time(nt_witness *w, const nt_flow_event *event, uint64_t from, uint64_t until) {
    nt_witness_times *clock = &w->clock;
    const nt_witness_times before = *clock;
    bool exact = is_between(w, event->time, from, until);
    bool arrives = clock->arrives;
    bool right = false;
    clock->arrives = clock->vague = false;
    for (unsigned moment = 0; moment < NT_MOMENTS; moment++) {
        bool target = moment == NT_AT_TARGET;
        bool may = !target || nt_witness_may(w, NT_FREEDOM_TIME_TARGET);
        const uint64_t first = before.vague && from < before.arrival ? from : before.arrival;
        bool fits = may && (target && arrives ? fits_moment(w, moment, event, first, before.arrival)
                                              : fits_moment(w, moment, event, from, until));
        clock->never[moment] |= (uint8_t)((fits ? 0u : 1u) << kind_of(event));
        right |= fits;
    }
    if (right && !exact && !clock->inexact) {
        clock->inexact = true;
        nt_witness_unfollow(w, NT_ASPECT_TIME_EVENT, event->offset,
                            "TSTAMP is not the time of the event, but consistently later, earlier, "
                            "or that of its address");
    } else if (exact) {
        nt_witness_held(w, NT_ASPECT_TIME_EVENT, event->offset);
    }
    return right;
}

/* How wide a time is that nobody gave the width of: the widest that this one fits, once the pins'
   time is wider. No counter of that width shows a wider time later. */
static bool is_narrow_time(nt_witness *w, const nt_flow_event *event, uint64_t from,
                           uint64_t until) {
    enum { NARROWEST = 8 };
    const nt_witness_times before = w->clock;
    bool absolute = tells_sync(event->tcode);
    w->clock.widest = absolute && event->time > before.widest ? event->time : before.widest;
    const nt_witness_times now = w->clock;
    if (before.width != 0 && absolute && event->time > time_mask(w)) {
        return false;
    }
    if (is_time(w, event, from, until)) {
        return true;
    }
    for (unsigned width = w->config->tstamp_w; width > NARROWEST && before.width == 0 && !w->sized;
         width--) {
        uint64_t mask = UINT64_MAX >> (65 - width);
        w->clock = now;
        w->clock.width = (uint8_t)(width - 1);
        if (now.widest <= mask && from > mask && is_time(w, event, from, until)) {
            return true;
        }
    }
    w->clock = before;
    return false;
}

void nt_witness_time(nt_witness *w, const nt_flow_event *event, uint64_t time, uint64_t until) {
    bool may_lack = w->expect.stranger && !tells_sync(event->tcode);
    if (w->differs || !w->expect.settings.trTsEnable || w->config->tstamp_w == 0 ||
        (may_lack && !event->has_time)) {
        w->clock.arrives = w->clock.vague = false;
        return;
    }
    char expected[NT_WITNESS_WORDS];
    char got[NT_WITNESS_WORDS];
    uint64_t mask = time_mask(w);
    const uint64_t last = w->clock.arrives && w->clock.arrival > until ? w->clock.arrival : until;
    if (time == until) {
        (void)snprintf(expected, sizeof expected, "the time 0x%" PRIx64, time & mask);
    } else {
        (void)snprintf(expected, sizeof expected, "a time from 0x%" PRIx64 " to 0x%" PRIx64,
                       time & mask, until & mask);
    }
    const char *name = nt_message_layouts[event->tcode % NT_TCODES].name;
    if (!event->has_time) {
        (void)snprintf(got, sizeof got, "%s without TSTAMP", name);
        nt_witness_differ(w, NT_ASPECT_TIMED, expected, got, event->offset);
    } else if (w->expect.stranger ? !is_narrow_time(w, event, time, until)
                                  : !is_between(w, event->time, time, until)) {
        (void)snprintf(got, sizeof got, "0x%" PRIx64 " (%s)", event->time & mask, name);
        nt_witness_differ(w, NT_ASPECT_TIME, expected, got, event->offset);
    } else {
        nt_witness_held(w, NT_ASPECT_TIMED, event->offset);
        nt_witness_held(w, NT_ASPECT_TIME, event->offset);
    }
    w->times++;
    if (!w->clock.inexact) {
        w->tail = w->tail_until = time + ((event->time - time) & mask);
    } else if (last != UINT64_MAX && last > w->tail_until) {
        w->tail_until = last;
    }
}

/* ---- periodic synchronization ---- */

static uint64_t interval(const nt_witness *w) {
    return UINT64_C(1) << (w->expect.settings.trTeInstSyncMax + 4);
}

/* Half-words that may retire while a message that is due finds its place: three cycles of them. */
static uint64_t slack_halfwords(const nt_witness *w) {
    return (uint64_t)3 * w->config->nblocks << w->config->iretire_w;
}

/* A request waits for the next block with an address; a few cycles for the stages. */
enum { SLACK_CYCLES = 4 };

/* One entry of the FIFO may be two messages, and all slots of two cycles may fill meanwhile. */
static uint64_t most_messages(const nt_witness *w) {
    return 2 * (interval(w) + 16u * w->config->nblocks);
}

/* The cycle of the instruction next: from `first` to `last`. */
static void cycle_of_next(nt_witness *w, uint32_t *first, uint32_t *last) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (head == NULL) {
        *first = *last = w->expect.cycle;
        return;
    }
    *first = head->cycle;
    bool begins = w->expect.found == 0 && !w->expect.found_once;
    *last = head->kind == NT_EXPECT_RUN && !begins ? head->last : head->cycle;
}

/* A stranger need not follow it ("may be even skipped"): what comes then is judged all the same. */
static void advise_period(nt_witness *w, const char *expected, const char *got, uint64_t offset) {
    char words[2 * NT_WITNESS_WORDS + 16];
    (void)snprintf(words, sizeof words, "expected %s, got %s", expected, got);
    nt_witness_unfollow(w, NT_ASPECT_PERIOD, offset,
                        w->judge != NULL ? words : "SYNC=2 does not come within its interval");
    w->sync.known = false;
}

static void overdue(nt_witness *w, const char *what, uint64_t count, uint64_t offset) {
    char expected[NT_WITNESS_WORDS];
    char got[NT_WITNESS_WORDS];
    (void)snprintf(expected, sizeof expected, "SYNC=2 within %" PRIu64 " %s", interval(w), what);
    (void)snprintf(got, sizeof got, "none within %" PRIu64, count);
    if (w->expect.stranger) {
        advise_period(w, expected, got, offset);
    } else {
        nt_witness_differ(w, NT_ASPECT_PERIOD, expected, got, offset);
    }
}

void nt_witness_count(nt_witness *w, const nt_flow_event *event, uint32_t halfwords) {
    nt_witness_sync *sync = &w->sync;
    sync->halfwords += halfwords;
    if (!sync->known || w->differs) {
        return;
    }
    const nt_expected *head = nt_expect_head(&w->expect);
    uint32_t cycles = head->cycle - sync->last;
    uint64_t messages = w->message.number - sync->message;
    switch (w->expect.settings.trTeInstSyncMode) {
    case EVERY_MESSAGES:
        if (messages > most_messages(w)) {
            overdue(w, "messages", messages, event->offset);
        }
        break;
    case EVERY_CYCLES:
        /* A run that repeats, or is joined of many blocks, tells only where it begins. */
        if (w->expect.found == 0 && !w->expect.found_once && cycles < UINT32_MAX / 2 &&
            cycles > interval(w) + SLACK_CYCLES) {
            overdue(w, "cycles", cycles, event->offset);
        }
        break;
    case EVERY_HALFWORDS:
        if (sync->halfwords > interval(w) + slack_halfwords(w)) {
            overdue(w, "half-words", sync->halfwords, event->offset);
        }
        break;
    default:
        break;
    }
}

/* Periodic synchronization comes when it is due, and not all the time. */
static bool is_due(nt_witness *w) {
    const nt_witness_sync *sync = &w->sync;
    if (w->expect.settings.trTeInstSyncMode != 0 && nt_witness_may(w, NT_FREEDOM_SYNC_EARLY)) {
        return true;
    }
    uint32_t first;
    uint32_t last;
    cycle_of_next(w, &first, &last);
    switch (w->expect.settings.trTeInstSyncMode) {
    case EVERY_MESSAGES:
        return !sync->known || w->message.number - sync->message + 8 >= interval(w);
    case EVERY_CYCLES:
        return !sync->known || last - sync->first + SLACK_CYCLES >= interval(w);
    case EVERY_HALFWORDS:
        return !sync->known || sync->halfwords + slack_halfwords(w) >= interval(w);
    default:
        return false;
    }
}

bool nt_witness_sync_is_free(nt_witness *w, const nt_flow_event *event) {
    const nt_expected *head = nt_expect_head(&w->expect);
    bool periodic = event->sync.reason == SYNC_PERIODIC && is_due(w);
    bool icnt = event->sync.reason == SYNC_ICNT &&
                (w->expect.settings.ntEnSyncICNT || w->expect.stranger) &&
                (w->btm || w->expect.settings.ntRc7);
    bool vendor = event->sync.reason >= SYNC_VENDOR && w->expect.stranger;
    if (head == NULL || !(periodic || icnt || vendor) || !w->tracing) {
        return false;
    }
    bool retired = head->kind == NT_EXPECT_RUN || (head->kind == NT_EXPECT_EDGE && w->edge != 0);
    uint64_t address = retired ? nt_expect_address(&w->expect) : head->address;
    bool precise = vendor && (head->code & NT_EXPECT_PRECISE) != 0;
    bool requested = head->kind == NT_EXPECT_SYNC && (head->code & NT_EXPECT_START) == 0 &&
                     !precise && nt_witness_may(w, NT_FREEDOM_SYNC_FIRST);
    bool runs = requested || retired || head->kind == NT_EXPECT_AT ||
                head->kind == NT_EXPECT_STOP; /* at the block that is traced no more */
    if (!runs || ((address ^ event->sync.address) & w->mask) != 0) {
        return false;
    }
    bool begins = head->kind == NT_EXPECT_RUN && w->expect.found == 0 && !w->expect.found_once;
    const uint64_t rest = w->expect.stranger && head->kind == NT_EXPECT_STOP
                              ? nt_witness_end_of_rest(w, w->expect.first)
                              : 0;
    const bool late = head->kind == NT_EXPECT_STOP && nt_witness_may(w, NT_FREEDOM_EDGE_LATE);
    const nt_expected *edge =
        late ? nt_witness_item(w, nt_witness_past_silence(w, w->expect.first + 1, false)) : NULL;
    /* Before a requested one it comes with the instruction, later than the trigger; or after low
       power that is not reported; or with the block that is traced after a late stop. */
    const uint64_t until = edge != NULL && edge->kind == NT_EXPECT_EDGE && edge->time > head->until
                               ? edge->time
                           : rest != 0 ? nt_witness_item(w, rest)->until
                           : begins || (requested && head->begin > head->until) ? head->begin
                                                                                : head->until;
    nt_witness_time(w, event, w->tail, until);
    if (periodic) {
        nt_witness_held(w, NT_ASPECT_PERIOD, event->offset);
    }
    return true;
}

void nt_witness_synced(nt_witness *w, const nt_expected *item) {
    w->sync.known = true;
    w->sync.message = w->message.number;
    w->sync.halfwords = 0;
    if (item != NULL) {
        w->sync.first = w->sync.last = item->cycle;
    } else {
        cycle_of_next(w, &w->sync.first, &w->sync.last);
    }
}
