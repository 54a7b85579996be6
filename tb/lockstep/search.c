/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/search.h"

#include <string.h>

static bool find_signal(nt_search *search, const nt_probe *list, unsigned count) {
    for (search->index = 0; search->index < count; search->index++) {
        if (strcmp(list[search->index].name, search->window->name) == 0) {
            return true;
        }
    }
    return false;
}

static bool find_event(nt_search *search, const nt_unit *unit) {
    for (search->index = 0; unit->events != NULL && unit->events[search->index] != NULL;
         search->index++) {
        if (strcmp(unit->events[search->index], search->window->name) == 0) {
            return true;
        }
    }
    return false;
}

int nt_search_begin(nt_search *search, const nt_window *window, const nt_unit *unit,
                    nt_error *error) {
    *search = (nt_search){.window = window, .kind = NT_SEARCH_EVENT, .left = window->number};
    if (find_event(search, unit)) {
        return 0;
    }
    search->kind = NT_SEARCH_INPUT;
    if (find_signal(search, unit->inputs, unit->input_count)) {
        return 0;
    }
    search->kind = NT_SEARCH_PROBE;
    return find_signal(search, unit->probes, unit->probe_count)
               ? 0
               : nt_fail(error, "--window %s: the unit %s has no event or signal of that name",
                         window->name, unit->name);
}

static bool holds(const nt_search *search, const nt_unit *unit, const void *rtl, const void *view) {
    uint64_t value = search->window->value;
    if (search->kind == NT_SEARCH_EVENT) {
        return unit->happens(view, search->index, value);
    }
    if (search->kind == NT_SEARCH_INPUT) {
        uint64_t inputs[NT_MAX_PROBES];
        unit->read_inputs(view, inputs);
        return inputs[search->index] == value;
    }
    nt_probe_value probes[NT_MAX_PROBES];
    unit->read(rtl, view, probes);
    return probes[search->index].valid && probes[search->index].rtl == value;
}

bool nt_search_cycle(nt_search *search, const nt_unit *unit, const void *rtl, const void *view) {
    if (search->left == 0) {
        return false;
    }
    bool now = holds(search, unit, rtl, view);
    bool begins = now && !search->was;
    search->was = now;
    search->left -= begins;
    return begins && search->left == 0;
}
