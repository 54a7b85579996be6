/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/profile/profile.h"

#include "sim/profile/rows.h"

#include <stdlib.h>
#include <string.h>

/* Names. */

/* What is visible in the mode, or else in any: a caller may be of another one. */
static const nt_function *function_at(nt_profile *p, uint64_t pc, uint8_t priv) {
    nt_view_set(p->view, (uint8_t)(1U << priv), false, 0, false, 0);
    const nt_function *function = nt_view_function(p->view, pc);
    if (function == NULL) {
        nt_view_set(p->view, 0, false, 0, false, 0);
        function = nt_view_function(p->view, pc);
    }
    return function;
}

static void enter(nt_profile *p, uint64_t pc, uint8_t priv) {
    const nt_stack_frame frame = {.function = function_at(p, pc, priv),
                                  .entry = nt_places_entry(&p->places, pc)};
    nt_stacks_enter(&p->stacks, &frame);
}

/* What the sampler takes. */

static nt_profile_place *place_of(nt_profile *p, uint64_t pc, uint8_t priv, nt_error *error) {
    nt_profile_place *place = nt_places_at(&p->places, pc, function_at(p, pc, priv));
    if (place == NULL) {
        nt_fail(error, "out of memory");
    }
    return place;
}

static int count(nt_profile *p, uint64_t pc, uint8_t priv, nt_profile_count which,
                 nt_error *error) {
    nt_profile_place *place = place_of(p, pc, priv, error);
    if (place == NULL) {
        return -1;
    }
    place->count[which]++;
    return 0;
}

static void count_stack(nt_profile *p, const nt_sample *sample) {
    nt_stacks_reset(&p->stacks);
    for (unsigned i = sample->call_count; i-- > 0;) {
        enter(p, sample->calls[i].source, sample->priv);
    }
    enter(p, sample->pc, sample->priv);
    nt_stacks_count(&p->stacks, 1);
}

static int take_sample(void *context, const nt_sample *sample, nt_error *error) {
    nt_profile *p = context;
    nt_profile_place *event = place_of(p, sample->event_pc, sample->event_priv, error);
    if (event == NULL) {
        return -1;
    }
    event->count[NT_PROFILE_EVENTS]++;
    if (sample->lap != 0) {
        nt_place_vote(event, sample->lap);
    }
    if (count(p, sample->pc, sample->priv, NT_PROFILE_SAMPLES, error) != 0) {
        return -1;
    }
    count_stack(p, sample);
    return p->options.sample == NULL ? 0 : p->options.sample(p->options.context, sample, error);
}

static int take_referee(void *context, uint64_t pc, uint8_t priv, nt_error *error) {
    return count(context, pc, priv, NT_PROFILE_REFEREE, error);
}

/* Cycles, which no trace tells. */
static int take_cycle(void *context, uint64_t pc, uint8_t priv, nt_error *error) {
    nt_profile *p = context;
    if (!nt_profile_event_counts_in(&p->options.sampler.event, priv)) {
        return 0;
    }
    p->exact.events++;
    return count(p, pc, priv, NT_PROFILE_EXACT, error);
}

/* The program. */

static int load(nt_profile *p, nt_error *error) {
    const nt_profile_options *o = &p->options;
    const nt_image_spec recording = {.path = o->recording};
    p->program = nt_program_new();
    if (p->program == NULL) {
        return nt_fail(error, "out of memory");
    }
    if (nt_program_add(p->program, &recording, error) != 0) {
        return -1;
    }
    for (size_t i = 0; i < o->images->count; i++) {
        if (nt_program_add(p->program, &o->images->specs[i], error) != 0) {
            return -1;
        }
    }
    p->view = nt_view_new(p->program, o->sampler.hart, error);
    return p->view == NULL ? -1 : 0;
}

/* Verdict. */

int64_t nt_profile_rest(const nt_profile *p) {
    return (int64_t)(p->exact.events - p->totals.sampled);
}

bool nt_profile_is_whole(const nt_profile *p) {
    const int64_t rest = nt_profile_rest(p);
    return p->totals.events == p->exact.events && rest >= 0 && (uint64_t)rest <= p->totals.longest;
}

bool nt_profile_has_addresses(const nt_profile *p, nt_profile_count which) {
    const nt_event_id id = p->options.sampler.event.id;
    return p->options.sampler.instructions == 1 &&
           (which == NT_PROFILE_EVENTS || id == NT_EVENT_ID_INSTRUCTIONS ||
            id == NT_EVENT_ID_CYCLES);
}

static bool is_off(const nt_profile *p, nt_profile_count which) {
    return nt_fit_is_off(&p->functions.fit[which]) ||
           (nt_profile_has_addresses(p, which) && nt_fit_is_off(&p->addresses.fit[which]));
}

/* Where overflows are most above their share. */
static const nt_profile_place *find_worst(const nt_profile *p) {
    const nt_fit *fit = &p->addresses.fit[NT_PROFILE_EVENTS];
    const nt_profile_place *worst = NULL;
    double most = 0;
    for (size_t i = 0; i < p->places.count; i++) {
        const nt_profile_place *place = &p->places.places[i];
        const nt_cell cell = nt_profile_cell(place->count, NT_PROFILE_EVENTS);
        const double errors = nt_standard_errors(&cell, fit->samples, fit->events);
        /* A few overflows where hardly any is expected tell nothing. */
        if (errors > most && cell.samples >= NT_FIT_LEAST) {
            most = errors;
            worst = place;
        }
    }
    return worst;
}

static void judge(nt_profile *p) {
    const bool is_random = p->options.sampler.is_random;
    const nt_fit *functions = &p->functions.fit[NT_PROFILE_SAMPLES];
    p->verdict = nt_fit_is_off(functions)        ? NT_VERDICT_BIASED
                 : is_off(p, NT_PROFILE_SAMPLES) ? NT_VERDICT_WITHIN
                 : nt_fit_is_known(functions) && p->totals.samples >= NT_PROFILE_FEW
                     ? NT_VERDICT_UNBIASED
                     : NT_VERDICT_UNKNOWN;
    if (p->verdict != NT_VERDICT_BIASED && p->verdict != NT_VERDICT_WITHIN) {
        return;
    }
    p->by_period = is_off(p, NT_PROFILE_EVENTS);
    p->by_skid = is_random ? !p->by_period : is_off(p, NT_PROFILE_REFEREE);
    p->worst =
        p->by_period && nt_profile_has_addresses(p, NT_PROFILE_EVENTS) ? find_worst(p) : NULL;
}

/* The whole. */

static int sample(nt_profile *p, nt_error *error) {
    nt_sampler_options o = p->options.sampler;
    o.recording = p->options.recording;
    o.xlen = nt_program_xlen(p->program);
    o.sample = take_sample;
    o.referee = o.is_random ? NULL : take_referee;
    o.cycle = nt_exact_has(o.event.id) ? NULL : take_cycle;
    o.context = p;
    return nt_sampler_run(&p->totals, &o, error);
}

static int count_exactly(nt_profile *p, nt_error *error) {
    const nt_exact_options exact = {.recording = p->options.recording,
                                    .hart = p->options.sampler.hart,
                                    .limit = p->options.sampler.limit,
                                    .program = p->program,
                                    .event = p->options.sampler.event};
    return nt_exact_count(&p->exact, &exact, &p->places, error);
}

int nt_profile_make(nt_profile *p, const nt_profile_options *options, nt_error *error) {
    *p = (nt_profile){.options = *options};
    if (nt_stacks_init(&p->stacks) != 0) {
        return nt_fail(error, "out of memory");
    }
    if (load(p, error) != 0 || count_exactly(p, error) != 0 || sample(p, error) != 0) {
        return -1;
    }
    if (nt_profile_rows(p) != 0) {
        return nt_fail(error, "out of memory");
    }
    judge(p);
    return 0;
}

void nt_profile_free(nt_profile *p) {
    free(p->rows);
    nt_stacks_clear(&p->stacks);
    nt_stacks_clear(&p->exact.stacks);
    nt_places_free(&p->places);
    nt_view_free(p->view);
    nt_program_free(p->program);
}
