/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/wave/window.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* A value that is looked for, and where it came. */
typedef struct seek {
    int signal; /* -1: the cycles alone are counted */
    uint64_t value;
    uint64_t left; /* times that it must still come */
    bool was;
    bool found;
    uint64_t at;
    bool any; /* cycle */
    uint64_t first;
} seek;

static int look(void *context, const nt_vcd *vcd, uint64_t cycle, nt_error *error) {
    seek *s = context;
    uint64_t value;
    (void)error;
    if (!s->any) {
        s->any = true;
        s->first = cycle;
    }
    if (s->signal < 0) {
        return 0;
    }
    bool is = nt_wave_number(nt_vcd_get(vcd, (unsigned)s->signal), &value) && value == s->value;
    if (is && !s->was && --s->left == 0) {
        s->found = true;
        s->at = cycle;
        return 0;
    }
    s->was = is;
    return 1;
}

static int run(const nt_wave *wave, seek *s, nt_error *error) {
    if (nt_wave_scan(wave, look, s, error) != 0) {
        return -1;
    }
    return s->any ? 0 : nt_fail(error, "%s: no cycle: the clock does not rise", wave->path);
}

/* The signal that a window names: as RTL, as an input, or by its path. */
static int signal_of(const nt_wave *wave, const char *name) {
    static const char *const before[] = {"rtl_", "next_", ""};
    char flat[64];
    char path[80];
    nt_wave_flatten(flat, sizeof flat, name);
    for (unsigned i = 0; i < sizeof before / sizeof before[0]; i++) {
        (void)snprintf(path, sizeof path, "%s%s", before[i], flat);
        int signal = nt_wave_find(wave, path);
        if (signal >= 0) {
            return signal;
        }
    }
    return -1;
}

static void place(nt_wave_choice *choice, uint64_t at, uint64_t before, uint64_t after) {
    choice->first = at > before ? at - before : 0;
    choice->last = at + after;
}

static int place_event(nt_wave_choice *choice, const nt_wave *wave, const nt_window *w,
                       nt_error *error) {
    seek s = {.signal = signal_of(wave, w->name), .value = w->value, .left = w->number};
    if (s.signal < 0) {
        return nt_fail(error, "%s: no signal %s; --window takes FIRST:LAST, mismatch, SIGNAL=VALUE",
                       wave->path, w->name);
    }
    if (run(wave, &s, error) != 0) {
        return -1;
    }
    if (!s.found) {
        return nt_fail(error, "%s: %s does not become 0x%" PRIx64 " that often", wave->path,
                       w->name, w->value);
    }
    place(choice, s.at, w->margins ? w->before : NT_WAVE_LEAD,
          w->margins ? w->after : NT_WAVE_AFTER);
    return 0;
}

static int place_mismatch(nt_wave_choice *choice, const nt_wave *wave, const nt_window *w,
                          nt_error *error) {
    seek s = {.signal = nt_wave_find(wave, "mismatch"), .value = 1, .left = 1};
    if (run(wave, &s, error) != 0) {
        return -1;
    }
    if (s.found) {
        place(choice, s.at, w->margins ? w->before : NT_WAVE_LEAD,
              w->margins ? w->after : NT_WAVE_AFTER);
        return 0;
    }
    if (w->kind == NT_WINDOW_MISMATCH) {
        return nt_fail(error, "%s: no mismatch", wave->path);
    }
    choice->first = s.first;
    choice->last = s.first + NT_WAVE_CYCLES - 1;
    return 0;
}

int nt_wave_place(nt_wave_choice *choice, const nt_wave *wave, const nt_window *window,
                  nt_error *error) {
    switch (window->kind) {
    case NT_WINDOW_CYCLES:
        choice->first = window->first;
        choice->last = window->last;
        return 0;
    case NT_WINDOW_EVENT:
        return place_event(choice, wave, window, error);
    default:
        return place_mismatch(choice, wave, window, error);
    }
}

void nt_wave_flatten(char *flat, size_t size, const char *name) {
    size_t used = 0;
    for (; *name != '\0' && used + 1 < size; name++) {
        if (*name == '[') {
            flat[used++] = '_';
        } else if (*name != ']') {
            flat[used++] = *name;
        }
    }
    flat[used] = '\0';
}
