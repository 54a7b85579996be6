/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PRIV_D = 4, PRIV_VU = 5 };
enum { PRV_M = 3, V = 4 };
enum { EVCODE_LOWPOWER = 1 };
enum { ETYPE_VENDOR = 8 /* and up */ };
enum { FORMAT_PRIVILEGE = 0, FORMAT_SCONTEXT = 2, FORMAT_HCONTEXT = 3 };

/* What an Ownership message may tell: a context written before, the hart as it is at the address of
   the message before, a context written behind it, before the next message with an address. */
enum { OF_WRITE = 1, OF_PLACE = 2, OF_AHEAD = 4 };

/* V and PRV; debug mode has the rights of M. */
static uint8_t privilege(uint8_t priv) {
    if (priv == PRIV_D) {
        return PRV_M;
    }
    return priv >= PRIV_VU ? (uint8_t)(V | (priv - PRIV_VU)) : priv;
}

static bool has_hcontext(const nt_witness *w) {
    return w->contexts == NT_CONTEXTS_BOTH ||
           (w->contexts == NT_CONTEXTS_UNKNOWN && w->config->hcontext_w != 0);
}

static uint64_t scontext(const nt_witness *w, uint64_t context) {
    return context & ((UINT64_C(1) << w->config->scontext_w) - 1);
}

static uint64_t hcontext(const nt_witness *w, uint64_t context) {
    return context >> w->config->scontext_w;
}

/* ---- contexts that were written ---- */

/* A write of the context that was reported last, and none of another since. */
static bool is_reported(const nt_witness *w, uint64_t context) {
    const nt_witness_ownership *own = &w->ownership;
    bool same = own->reports && own->reported == context;
    for (size_t i = 0; i < own->writes; i++) {
        same = same && own->write[i].context == context;
    }
    return same && nt_witness_may(w, NT_FREEDOM_OWNERSHIP_SAME);
}

static void note_write(nt_witness *w, const nt_expected *item) {
    nt_witness_ownership *own = &w->ownership;
    const bool same = is_reported(w, item->address);
    if (own->writes == NT_WITNESS_WRITES) { /* not with a stream that is right */
        return;
    }
    own->write[own->writes++] =
        (nt_witness_write){.context = item->address,
                           .priv = item->code,
                           .fresh = true,
                           .optional = same || (item->halfwords & NT_EXPECT_LEFT) != 0};
}

/* How many of them must be told; `late`: of those behind which instructions retired. */
static size_t count_writes(const nt_witness_ownership *own, bool late) {
    size_t count = 0;
    for (size_t i = 0; i < own->writes; i++) {
        count += !own->write[i].optional && !(late && own->write[i].fresh);
    }
    return count;
}

/* The oldest up to number `last` were told. Those that follow with the same value need not be told
   again. */
static void take_writes(nt_witness_ownership *own, size_t last) {
    uint64_t context = own->write[last].context;
    own->writes -= last + 1;
    memmove(own->write, own->write + last + 1, own->writes * sizeof own->write[0]);
    for (size_t i = 0; i < own->writes && own->write[i].context == context; i++) {
        own->write[i].optional = true;
    }
}

void nt_witness_hart(nt_witness *w, const nt_expected *item) {
    nt_witness_ownership *own = &w->ownership;
    own->priv = item->code;
    own->context = item->address;
    own->changed = own->changed || (item->halfwords & NT_EXPECT_CHANGE) != 0;
    bool stays = own->left && (item->halfwords & NT_EXPECT_CHANGE) == 0;
    own->left = stays || (item->halfwords & NT_EXPECT_LEFT) != 0;
    own->owed = own->owed || (item->halfwords & NT_EXPECT_FULL) != 0;
    if ((item->halfwords & NT_EXPECT_CONTEXT) && w->expect.first >= own->ahead) {
        note_write(w, item);
    }
}

void nt_witness_hart_runs(nt_witness *w) {
    nt_witness_ownership *own = &w->ownership;
    for (size_t i = 0; i < own->writes; i++) {
        own->write[i].fresh = false;
    }
    own->changed = false;
    own->left = false;
    own->ran = true;
}

void nt_witness_own_untraced(nt_witness *w) {
    nt_witness_ownership *own = &w->ownership;
    for (size_t i = 0; i < own->writes; i++) {
        own->write[i].optional = own->write[i].optional || own->write[i].fresh;
    }
}

void nt_witness_own_lost(nt_witness *w) {
    nt_witness_ownership *own = &w->ownership;
    own->owed = own->changed = own->reports = false;
    own->writes = 0;
    own->ahead = 0;
}

/* The first item from a number on with a reported context, before tracing stops or restarts, and
   its number; NULL: there is none. Low power that is not reported is neither. */
static const nt_expected *reported_from(const nt_witness *w, uint64_t *number) {
    const nt_expected *item;
    uint64_t start = 0; /* behind low power */
    for (uint64_t at = w->expect.first; (item = nt_witness_item(w, at)) != NULL; at++) {
        const unsigned reported = at < start ? NT_EXPECT_REST : NT_EXPECT_CONTEXT;
        if (at >= *number && item->kind == NT_EXPECT_HART && (item->halfwords & reported) != 0) {
            *number = at;
            return item;
        }
        const bool stops = item->kind == NT_EXPECT_STOP;
        start = stops ? nt_witness_end_of_rest(w, at) : start;
        if ((stops && start == 0) || item->kind == NT_EXPECT_GAP ||
            (nt_witness_starts(item) && at != start)) {
            return NULL;
        }
    }
    return NULL;
}

/* The first of these that was not told ahead. */
static const nt_expected *next_reported(const nt_witness *w, uint64_t *number) {
    *number = w->ownership.ahead > w->expect.first ? w->ownership.ahead : w->expect.first;
    return reported_from(w, number);
}

/* What Ownership is expected next, in words. */
static void describe(nt_witness *w, char words[NT_WITNESS_WORDS]) {
    const nt_witness_ownership *own = &w->ownership;
    uint64_t number;
    bool here = own->after != 0 && (own->must || own->privilege);
    const nt_expected *ahead = here ? NULL : next_reported(w, &number);
    bool full = own->full || own->writes != 0 || ahead != NULL;
    uint64_t context = own->context;
    uint8_t told = privilege(own->priv);
    if (count_writes(own, false) != 0) {
        context = own->write[0].context;
        told = privilege(own->write[0].priv);
    } else if (ahead != NULL) {
        context = ahead->address;
        told = privilege(ahead->code);
    }
    int size =
        snprintf(words, NT_WITNESS_WORDS, "Ownership V=%u PRV=%u", told >> 2 & 1u, told & 3u);
    if (own->second || (full && !has_hcontext(w))) {
        (void)snprintf(words + size, NT_WITNESS_WORDS - (size_t)size, " scontext=0x%" PRIx64,
                       scontext(w, context));
    } else if (full) {
        (void)snprintf(words + size, NT_WITNESS_WORDS - (size_t)size, " hcontext=0x%" PRIx64,
                       hcontext(w, context));
    }
}

static void differ_missing(nt_witness *w) {
    char expected[NT_WITNESS_WORDS];
    describe(w, expected);
    nt_witness_differ(w, NT_ASPECT_OWNERSHIP, expected, "none", w->message.offset);
}

void nt_witness_own(nt_witness *w) {
    nt_witness_ownership *own = &w->ownership;
    if (!nt_expect_owns(&w->expect)) {
        return;
    }
    if (own->ahead > w->expect.first) {
        nt_witness_differ(w, NT_ASPECT_OWNERSHIP_NONE, "a context behind it to be told",
                          "Ownership before this message", w->message.offset);
        return;
    }
    own->ahead = 0;
    if (own->early > w->expect.first) {
        nt_witness_differ(w, NT_ASPECT_OWNERSHIP_NONE, "the trap that changes the privilege",
                          "another message after Ownership", w->message.offset);
        return;
    }
    own->early = 0;
    own->place_priv = own->priv;
    own->place_context = own->context;
    bool differs = !own->known || privilege(own->priv) != own->told;
    bool none = w->contexts == NT_CONTEXTS_NONE && nt_witness_may(w, NT_FREEDOM_OWNERSHIP_PLAIN);
    bool full = w->message.syncs || (own->owed && !none);
    bool late = count_writes(own, true) != 0;
    own->after = w->message.number;
    own->ran = false;
    own->must =
        full || late || (own->changed && !own->left && (differs || w->expect.settings.ntRc7));
    own->privilege = !full && !late && (own->changed || differs);
    own->place = full;
    own->synced = w->message.syncs;
    own->alone = false;
    own->full = full || own->writes != 0;
    own->owed = false;
}

void nt_witness_own_next(nt_witness *w, const nt_flow_event *event) {
    nt_witness_ownership *own = &w->ownership;
    /* With a synchronizing message, in which nothing retired, or a vendor's Error before one. */
    const bool syncs =
        event != NULL && (event->kind == NT_FLOW_SYNC ||
                          (event->kind == NT_FLOW_LOSS && event->loss.etype >= ETYPE_VENDOR));
    if (own->after != 0 && !own->second && !own->synced && !own->ran && syncs &&
        nt_witness_may(w, NT_FREEDOM_OWNERSHIP_MERGED)) {
        own->after = 0;
        own->must = false;
    }
    if (own->after != 0 && !own->second && !own->place && w->message.open &&
        w->message.tcode == NT_TCODE_RESOURCE_FULL &&
        nt_witness_may(w, NT_FREEDOM_OWNERSHIP_LATER)) {
        own->after = w->message.number; /* only after synchronizing messages it comes at once */
        return;
    }
    if (own->second || (own->after != 0 && own->must)) {
        differ_missing(w);
    }
    own->after = 0;
    own->must = own->second = false;
    own->place = own->full = own->privilege = false;
}

void nt_witness_own_rest(nt_witness *w, const nt_flow_event *event) {
    nt_witness_ownership *own = &w->ownership;
    const bool missing = own->changed && own->left && privilege(own->priv) != own->told;
    if (!missing || !nt_expect_owns(&w->expect) || event->kind == NT_FLOW_SYNC) {
        return;
    }
    own->left = false;
    own->must = own->after != 0;
    if (!own->must) {
        differ_missing(w);
    }
}

/* What was told of the hart behind low power, whose stop comes all the same. */
static void differ_ahead(nt_witness *w) {
    nt_witness_differ(w, NT_ASPECT_OWNERSHIP_NONE, "a context before tracing stops to be told",
                      "one from behind it", w->message.offset);
}

void nt_witness_own_stop(nt_witness *w) {
    const nt_expected *head = nt_expect_head(&w->expect);
    if (count_writes(&w->ownership, false) != 0) {
        differ_missing(w);
    } else if (head != NULL && head->kind == NT_EXPECT_STOP &&
               w->ownership.ahead > w->expect.first) {
        differ_ahead(w);
    }
    w->ownership.writes = 0;
    w->ownership.ahead = 0;
}

/* ---- Ownership messages ---- */

/* The widths of scontext with which the message has this context: one bit for each. */
static uint64_t splits_of(const nt_witness *w, const nt_flow_event *event, uint64_t context) {
    uint64_t found = 0;
    for (unsigned width = 0; width < 64; width++) {
        uint64_t part = event->ownership.format == FORMAT_HCONTEXT
                            ? context >> width
                            : context & ((UINT64_C(1) << width) - 1);
        found |= (uint64_t)(event->ownership.context == part) << width;
    }
    return event->ownership.format == FORMAT_PRIVILEGE ? w->splits : found & w->splits;
}

static bool is_context(const nt_witness *w, const nt_flow_event *event, uint64_t context) {
    return splits_of(w, event, context) != 0;
}

static uint8_t told_by(const nt_flow_event *event) {
    return (uint8_t)((event->ownership.v ? V : 0) | event->ownership.prv);
}

/* It comes right behind a message with an address, or behind others there. */
static bool is_placed(const nt_witness *w) {
    const nt_witness_ownership *own = &w->ownership;
    bool later = !own->place && !own->second && nt_witness_may(w, NT_FREEDOM_OWNERSHIP_LATER);
    return own->after != 0 && (w->message.number == own->after + 1 || later);
}

/* The privilege comes before the context that is due as well. */
static bool is_privilege_first(const nt_witness *w) {
    const nt_witness_ownership *own = &w->ownership;
    return (own->changed || !own->known || privilege(own->priv) != own->told) && !own->place &&
           nt_witness_may(w, NT_FREEDOM_OWNERSHIP_FIRST);
}

/* The hart has no contexts, as far as is known: the privilege is all that there is. */
static bool is_plain(const nt_witness *w) {
    return w->ownership.full &&
           (w->contexts == NT_CONTEXTS_NONE || (w->contexts == NT_CONTEXTS_UNKNOWN &&
                                                nt_witness_may(w, NT_FREEDOM_OWNERSHIP_CONTEXTS)));
}

static bool is_format(nt_witness *w, uint8_t format) {
    const nt_witness_ownership *own = &w->ownership;
    if (format == FORMAT_PRIVILEGE) {
        return is_placed(w) && !own->second &&
               (own->privilege || is_privilege_first(w) || is_plain(w));
    }
    if (w->contexts == NT_CONTEXTS_NONE) {
        return false;
    }
    bool scontext_next = own->second || !has_hcontext(w);
    if (w->contexts == NT_CONTEXTS_UNKNOWN) {
        scontext_next = format == FORMAT_SCONTEXT; /* this message shows what there is */
    }
    uint64_t number;
    if (is_placed(w) && own->privilege && own->writes == 0 && next_reported(w, &number) == NULL) {
        return false;
    }
    return format == (scontext_next ? FORMAT_SCONTEXT : FORMAT_HCONTEXT);
}

/* The write that the message tells; own->writes if none. */
static size_t find_write(const nt_witness *w, const nt_flow_event *event) {
    const nt_witness_ownership *own = &w->ownership;
    uint8_t told = told_by(event);
    for (size_t i = 0; i < own->writes; i++) {
        const nt_witness_write *write = &own->write[i];
        if (is_context(w, event, write->context) &&
            (told == privilege(write->priv) || told == privilege(own->priv))) {
            return i;
        }
        if (!write->optional) {
            break;
        }
    }
    return own->writes;
}

static bool is_of_place(const nt_witness *w, const nt_flow_event *event) {
    const nt_witness_ownership *own = &w->ownership;
    bool plain = event->ownership.format == FORMAT_PRIVILEGE;
    bool may = plain ? own->privilege || is_privilege_first(w) || is_plain(w) : own->full;
    return is_placed(w) && may && told_by(event) == privilege(own->place_priv) &&
           is_context(w, event, own->place_context) &&
           (plain || own->alone || count_writes(own, false) <= 1);
}

/* The write that the message tells ahead, and its number; NULL: none. Those before it with the
   value that was reported last need not be told again. */
static const nt_expected *find_ahead(const nt_witness *w, const nt_flow_event *event,
                                     uint64_t *number) {
    const nt_expected *item = next_reported(w, number);
    while (item != NULL &&
           !(is_context(w, event, item->address) && told_by(event) == privilege(item->code))) {
        if (!is_reported(w, item->address)) {
            return NULL;
        }
        *number += 1;
        item = reported_from(w, number);
    }
    return item;
}

static bool is_ahead(nt_witness *w, const nt_flow_event *event) {
    const nt_witness_ownership *own = &w->ownership;
    uint64_t number;
    return !(is_placed(w) && own->must) && count_writes(own, false) == 0 &&
           find_ahead(w, event, &number) != NULL;
}

/* What the message may be. */
static unsigned find(nt_witness *w, const nt_flow_event *event) {
    const nt_witness_ownership *own = &w->ownership;
    if (!is_format(w, event->ownership.format)) {
        return 0;
    }
    unsigned which = is_of_place(w, event) ? OF_PLACE : 0;
    if (event->ownership.format != FORMAT_PRIVILEGE) {
        which |= find_write(w, event) != own->writes ? OF_WRITE : 0;
        which |= is_ahead(w, event) ? OF_AHEAD : 0;
        which = own->alone && (which & OF_PLACE) ? OF_PLACE : which;
    }
    return own->second ? which & own->which : which;
}

/* The change of privilege to which a trap will lead, which the message may report before the
   trap's, and the number behind it; NULL: none. */
static const nt_expected *find_change(const nt_witness *w, const nt_flow_event *event,
                                      uint64_t *behind) {
    if (event->ownership.format != FORMAT_PRIVILEGE || w->ownership.second ||
        !nt_witness_may(w, NT_FREEDOM_OWNERSHIP_EARLY)) {
        return NULL;
    }
    for (uint64_t number = w->expect.first; number < w->expect.next; number++) {
        const nt_expected *item = nt_expect_item(&w->expect, number);
        const bool rests = item->kind == NT_EXPECT_STOP &&
                           (item->halfwords >> EVCODE_LOWPOWER & 1) != 0 &&
                           nt_witness_may(w, NT_FREEDOM_REST_IGNORED);
        if ((item->kind == NT_EXPECT_STOP && !rests) || item->kind == NT_EXPECT_GAP) {
            return NULL;
        }
        if (item->kind == NT_EXPECT_HART && (item->halfwords & NT_EXPECT_CHANGE)) {
            *behind = number + 1;
            return item;
        }
    }
    return NULL;
}

/* What an Ownership message is wrong about. */
static nt_aspect wrong(nt_witness *w, const nt_flow_event *event) {
    const nt_witness_ownership *own = &w->ownership;
    uint64_t number;
    bool placed = is_placed(w) && (own->must || own->second || own->full || own->privilege);
    if (!placed && own->writes == 0 && next_reported(w, &number) == NULL) {
        return NT_ASPECT_OWNERSHIP_NONE;
    }
    if (!placed && told_by(event) != own->told && find_change(w, event, &number) != NULL) {
        return NT_ASPECT_OWNERSHIP_PRIVILEGE; /* before the trap to another */
    }
    if (!is_format(w, event->ownership.format)) {
        return NT_ASPECT_OWNERSHIP_FORMAT;
    }
    return told_by(event) != privilege(own->priv) ? NT_ASPECT_OWNERSHIP_PRIVILEGE
                                                  : NT_ASPECT_OWNERSHIP_CONTEXT;
}

static void differ_at(nt_witness *w, const nt_flow_event *event) {
    nt_aspect aspect = wrong(w, event);
    char expected[NT_WITNESS_WORDS] = "no Ownership";
    char got[NT_WITNESS_WORDS];
    if (aspect != NT_ASPECT_OWNERSHIP_NONE) {
        describe(w, expected);
    }
    (void)snprintf(got, sizeof got, "Ownership FORMAT=%u V=%u PRV=%u CONTEXT=0x%" PRIx64,
                   event->ownership.format, event->ownership.v, event->ownership.prv,
                   event->ownership.context);
    nt_witness_differ(w, aspect, expected, got, event->offset);
}

static void hold(nt_witness *w, const nt_flow_event *event) {
    static const nt_aspect always[] = {NT_ASPECT_OWNERSHIP, NT_ASPECT_OWNERSHIP_NONE,
                                       NT_ASPECT_OWNERSHIP_FORMAT, NT_ASPECT_OWNERSHIP_PRIVILEGE};
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) {
        nt_witness_held(w, always[i], event->offset);
    }
    if (event->ownership.format != FORMAT_PRIVILEGE) {
        nt_witness_held(w, NT_ASPECT_OWNERSHIP_CONTEXT, event->offset);
    }
}

/* A whole context was told. */
static void take_context(nt_witness *w, const nt_flow_event *event, unsigned which) {
    nt_witness_ownership *own = &w->ownership;
    uint64_t number;
    if (which & OF_WRITE) {
        size_t last = find_write(w, event);
        own->place = own->place && !(which & OF_PLACE);
        take_writes(own, last);
    } else if (which & OF_PLACE) {
        own->writes = own->alone ? own->writes : 0;
        own->place = own->alone = false;
    } else {
        (void)find_ahead(w, event, &number);
        own->ahead = number + 1;
        own->writes = 0; /* those before it, which need not be told, cannot be any more */
    }
    own->must = is_placed(w) && (own->place || count_writes(own, true) != 0);
    own->full = own->place || own->writes != 0;
    own->privilege = false;
}

/* What a stream without a build shows of its contexts holds from then on. */
static void learn_contexts(nt_witness *w, const nt_flow_event *event, unsigned which) {
    nt_witness_ownership *own = &w->ownership;
    uint8_t format = event->ownership.format;
    uint64_t number;
    uint64_t context = own->place_context;
    if (which & OF_WRITE) {
        context = own->write[find_write(w, event)].context;
    } else if (!(which & OF_PLACE)) {
        context = find_ahead(w, event, &number)->address;
    }
    own->reports = own->reports || format == FORMAT_SCONTEXT;
    if (format == FORMAT_SCONTEXT) {
        own->reported = which == OF_PLACE ? own->place_context : context;
    }
    w->splits = splits_of(w, event, context);
    if (w->contexts == NT_CONTEXTS_UNKNOWN && (format != FORMAT_PRIVILEGE || is_plain(w))) {
        w->contexts = format == FORMAT_PRIVILEGE  ? NT_CONTEXTS_NONE
                      : format == FORMAT_SCONTEXT ? NT_CONTEXTS_SCONTEXT
                                                  : NT_CONTEXTS_BOTH;
    }
}

static bool is_early(nt_witness *w, const nt_flow_event *event) {
    nt_witness_ownership *own = &w->ownership;
    const nt_expected *item = find_change(w, event, &own->early);
    return item != NULL && privilege(item->code) == told_by(event) && told_by(event) != own->told;
}

void nt_witness_match_ownership(nt_witness *w, const nt_flow_event *event) {
    nt_witness_ownership *own = &w->ownership;
    unsigned which = find(w, event);
    if (which == 0 && is_early(w, event)) {
        hold(w, event);
        w->ownerships++;
        own->told = told_by(event);
        nt_witness_time(w, event, w->tail, w->expect.timestamp);
        return;
    }
    if (which == 0) {
        differ_at(w, event);
        return;
    }
    hold(w, event);
    w->ownerships++;
    own->known = true;
    own->told = told_by(event);
    own->which = which;
    learn_contexts(w, event, which);
    own->second = event->ownership.format == FORMAT_HCONTEXT;
    if (event->ownership.format == FORMAT_SCONTEXT) {
        take_context(w, event, which);
    } else if (event->ownership.format == FORMAT_PRIVILEGE) {
        bool plain = w->contexts == NT_CONTEXTS_NONE;
        own->must = !plain && count_writes(own, true) != 0;
        own->full = !plain && own->writes != 0;
        own->privilege = own->changed = false;
    }
    if (own->after != 0) {
        own->after = w->message.number;
    }
    nt_witness_time(w, event, w->tail, w->expect.timestamp);
}
