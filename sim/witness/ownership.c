#include "sim/witness/witness_internal.h"

#include "ntrace/messages.h"

#include <inttypes.h>
#include <stdio.h>

enum { PRIV_D = 4, PRIV_VU = 5 };
enum { PRV_M = 3, V = 4 };
enum { FORMAT_PRIVILEGE = 0, FORMAT_SCONTEXT = 2, FORMAT_HCONTEXT = 3 };

/* V and PRV; debug mode has the rights of M. */
static uint8_t privilege(uint8_t priv) {
    if (priv == PRIV_D) {
        return PRV_M;
    }
    return priv >= PRIV_VU ? (uint8_t)(V | (priv - PRIV_VU)) : priv;
}

static uint64_t scontext(const nt_witness *w, uint64_t context) {
    return context & ((UINT64_C(1) << w->config->scontext_w) - 1);
}

static uint64_t hcontext(const nt_witness *w, uint64_t context) {
    return context >> w->config->scontext_w;
}

void nt_witness_hart(nt_witness *w, const nt_expected *item) {
    nt_witness_ownership *own = &w->ownership;
    own->priv = item->code;
    own->context = item->address;
    own->changed = own->changed || (item->halfwords & NT_EXPECT_CHANGE) != 0;
    own->left = own->left || (item->halfwords & NT_EXPECT_LEFT) != 0;
    own->fresh = own->fresh || (item->halfwords & NT_EXPECT_CONTEXT) != 0;
    own->owed = own->owed || (item->halfwords & NT_EXPECT_FULL) != 0;
    if (item->halfwords & (NT_EXPECT_CONTEXT | NT_EXPECT_FULL)) {
        own->also = item->address;
    }
}

void nt_witness_hart_runs(nt_witness *w) {
    nt_witness_ownership *own = &w->ownership;
    own->owed = own->owed || own->fresh;
    own->fresh = false;
    own->changed = false;
    own->left = false;
}

void nt_witness_own(nt_witness *w) {
    nt_witness_ownership *own = &w->ownership;
    if (!nt_expect_owns(&w->expect)) {
        return;
    }
    bool differs = !own->known || privilege(own->priv) != own->told;
    bool full = w->message.syncs || own->owed;
    own->after = w->message.number;
    own->must = full || (own->changed && !own->left && (differs || w->expect.settings.ntRc7));
    own->privilege = !full && (own->changed || differs);
    own->full = full || own->fresh;
}

/* What Ownership is expected next, in words. */
static void describe(const nt_witness *w, char words[NT_WITNESS_WORDS]) {
    const nt_witness_ownership *own = &w->ownership;
    uint8_t told = privilege(own->priv);
    int size =
        snprintf(words, NT_WITNESS_WORDS, "Ownership V=%u PRV=%u", told >> 2 & 1u, told & 3u);
    if (own->second || (own->full && w->config->hcontext_w == 0)) {
        (void)snprintf(words + size, NT_WITNESS_WORDS - (size_t)size, " scontext=0x%" PRIx64,
                       scontext(w, own->context));
    } else if (own->full) {
        (void)snprintf(words + size, NT_WITNESS_WORDS - (size_t)size, " hcontext=0x%" PRIx64,
                       hcontext(w, own->context));
    }
}

void nt_witness_own_next(nt_witness *w) {
    nt_witness_ownership *own = &w->ownership;
    if (own->after != 0 && (own->must || own->second)) {
        char expected[NT_WITNESS_WORDS];
        describe(w, expected);
        nt_witness_differ(w, NT_ASPECT_OWNERSHIP, expected, "none", w->message.offset);
    }
    own->after = 0;
    own->must = own->second = false;
}

static bool is_format(const nt_witness *w, uint8_t format) {
    const nt_witness_ownership *own = &w->ownership;
    if (own->second) {
        return format == FORMAT_SCONTEXT;
    }
    uint8_t first = w->config->hcontext_w != 0 ? FORMAT_HCONTEXT : FORMAT_SCONTEXT;
    return (own->privilege && format == FORMAT_PRIVILEGE) || (own->full && format == first);
}

static bool is_context(const nt_witness *w, const nt_flow_event *event, uint64_t context) {
    switch (event->ownership.format) {
    case FORMAT_SCONTEXT:
        return event->ownership.context == scontext(w, context);
    case FORMAT_HCONTEXT:
        return event->ownership.context == hcontext(w, context);
    default:
        return true;
    }
}

static bool is_right(const nt_witness *w, const nt_flow_event *event) {
    const nt_witness_ownership *own = &w->ownership;
    bool late = own->owed || own->fresh;
    uint8_t told = (uint8_t)((event->ownership.v ? V : 0) | event->ownership.prv);
    return own->after != 0 && w->message.number == own->after + 1 &&
           is_format(w, event->ownership.format) && told == privilege(own->priv) &&
           (is_context(w, event, own->context) || (late && is_context(w, event, own->also)));
}

/* What an Ownership message is wrong about. */
static nt_aspect wrong(const nt_witness *w, const nt_flow_event *event) {
    const nt_witness_ownership *own = &w->ownership;
    uint8_t told = (uint8_t)((event->ownership.v ? V : 0) | event->ownership.prv);
    if (own->after == 0 || w->message.number != own->after + 1 ||
        !(own->must || own->second || own->full || own->privilege)) {
        return NT_ASPECT_OWNERSHIP_NONE;
    }
    if (!is_format(w, event->ownership.format)) {
        return NT_ASPECT_OWNERSHIP_FORMAT;
    }
    return told != privilege(own->priv) ? NT_ASPECT_OWNERSHIP_PRIVILEGE
                                        : NT_ASPECT_OWNERSHIP_CONTEXT;
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

void nt_witness_match_ownership(nt_witness *w, const nt_flow_event *event) {
    nt_witness_ownership *own = &w->ownership;
    uint8_t format = event->ownership.format;
    if (!is_right(w, event)) {
        char expected[NT_WITNESS_WORDS] = "no Ownership";
        char got[NT_WITNESS_WORDS];
        if (own->after != 0 && (own->must || own->second || own->full || own->privilege)) {
            describe(w, expected);
        }
        (void)snprintf(got, sizeof got, "Ownership FORMAT=%u V=%u PRV=%u CONTEXT=0x%" PRIx64,
                       format, event->ownership.v, event->ownership.prv, event->ownership.context);
        nt_witness_differ(w, wrong(w, event), expected, got, event->offset);
        return;
    }
    hold(w, event);
    w->ownerships++;
    own->known = true;
    own->told = privilege(own->priv);
    own->must = false;
    own->second = format == FORMAT_HCONTEXT;
    own->after = own->second ? w->message.number : 0;
    own->owed = own->fresh = (own->owed || own->fresh) && format == FORMAT_PRIVILEGE;
    nt_witness_time(w, event, w->tail, w->expect.timestamp);
}
