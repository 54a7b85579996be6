/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/profile/explain.h"

#include "sim/decode/label.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void add(char text[NT_EXPLAIN_ROOM], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(char text[NT_EXPLAIN_ROOM], const char *format, ...) {
    const size_t used = strlen(text);
    va_list values;
    va_start(values, format);
    (void)vsnprintf(text + used, NT_EXPLAIN_ROOM - used, format, values);
    va_end(values);
}

/* The greatest common divisor. */
static uint64_t common(uint64_t a, uint64_t b) {
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A loop whose length divides the period shows the same place in each sample. */
static void add_loop(char text[NT_EXPLAIN_ROOM], const nt_profile *p) {
    const nt_profile_place *place = p->worst;
    const uint64_t period = p->options.sampler.period;
    const char *unit = p->options.sampler.event.name;
    char label[NT_LABEL_ROOM];
    const double expected = (double)p->totals.samples * (double)place->count[NT_PROFILE_EXACT] /
                            (double)p->exact.events;
    nt_label_offset(label, place->function, place->pc);
    add(text, "; %" PRIu64 " overflows come at 0x%" PRIx64, place->count[NT_PROFILE_EVENTS],
        place->pc);
    if (place->function != NULL) {
        add(text, " (%s)", label);
    }
    add(text, ", whose share is %.1f", expected);
    const uint64_t met = place->lap == 0 ? 0 : place->lap / common(place->lap, period);
    if (!p->options.sampler.is_random && met < place->lap && place->lap <= period) {
        add(text,
            ": it is passed every %" PRIu64 " %s, and a period of %" PRIu64 " meets only %" PRIu64
            " of these",
            place->lap, unit, period, met);
    }
}

static void add_reasons(char text[NT_EXPLAIN_ROOM], const nt_profile *p) {
    const nt_sampler_options *o = &p->options.sampler;
    if (p->by_period && o->is_random) {
        add(text, "the overflows themselves are off, though the period is random");
    } else if (p->by_period) {
        add(text, "the fixed period %" PRIu64 " meets the same places of the program", o->period);
    }
    if (p->by_period && p->worst != NULL) {
        add_loop(text, p);
    }
    if (p->by_skid) {
        const double skid = (double)p->totals.skid / (double)p->totals.samples;
        add(text, "%sthe interrupt comes %.2f instructions after the event (skid), in other code",
            p->by_period ? "; and " : "", skid);
    } else if (p->by_period && !o->is_random) {
        add(text, "; a counter with a random period beside it is unbiased");
    }
    if (!p->by_period && !p->by_skid) {
        add(text, "neither the overflows nor a random period explain it");
    }
}

const char *nt_profile_explain(char text[NT_EXPLAIN_ROOM], const nt_profile *p) {
    static const char *const word[] = {
        [NT_VERDICT_UNKNOWN] = "unknown: too few samples, or one function alone",
        [NT_VERDICT_UNBIASED] = "unbiased",
        [NT_VERDICT_WITHIN] = "biased within functions: ",
        [NT_VERDICT_BIASED] = "biased: ",
    };
    (void)snprintf(text, NT_EXPLAIN_ROOM, "%s", word[p->verdict]);
    if (p->verdict == NT_VERDICT_WITHIN || p->verdict == NT_VERDICT_BIASED) {
        add_reasons(text, p);
    }
    return text;
}
