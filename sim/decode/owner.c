/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/owner.h"

void nt_owner_take_process(nt_owner *owner, uint64_t process) {
    uint8_t format = process & 3;
    if (format == 1) {
        return;
    }
    owner->format[format].told = true;
    owner->format[format].process = process;
    owner->last = format;
}

void nt_owner_take(nt_owner *owner, const nt_flow_event *event) {
    if (event->kind == NT_FLOW_OWNERSHIP) {
        nt_owner_take_process(owner,
                              event->ownership.context << 5 | (uint64_t)event->ownership.v << 4 |
                                  (uint64_t)event->ownership.prv << 2 | event->ownership.format);
    }
}

bool nt_owner_same(const nt_owner *a, const nt_owner *b) {
    for (unsigned i = 0; i < 4; i++) {
        if (a->format[i].told != b->format[i].told ||
            (a->format[i].told && a->format[i].process != b->format[i].process)) {
            return false;
        }
    }
    return a->last == b->last;
}

static void show(nt_view *view, uint64_t process) {
    nt_flow_event event = {.kind = NT_FLOW_OWNERSHIP};
    event.ownership.format = process & 3;
    event.ownership.prv = process >> 2 & 3;
    event.ownership.v = (process >> 4 & 1) != 0;
    event.ownership.context = process >> 5;
    nt_view_take(view, &event);
}

void nt_owner_show(const nt_owner *owner, nt_view *view) {
    nt_view_set(view, 0, false, 0, false, 0);
    for (unsigned i = 0; i < 4; i++) {
        if (owner->format[i].told && i != owner->last) {
            show(view, owner->format[i].process);
        }
    }
    if (owner->format[owner->last].told) {
        show(view, owner->format[owner->last].process);
    }
}
