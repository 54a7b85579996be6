/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/random_settings.h"

#include <stddef.h>

#define AT(field) offsetof(nt_control, field)

static const uint16_t gates[] = {AT(trTeActive),  AT(trTeEnable),  AT(trTeInstTracing),
                                 AT(trPibActive), AT(trPibEnable), AT(trPibMode),
                                 AT(trPibDivider)};

static const uint16_t at_once[] = {AT(trTeInstTrigEnable),
                                   AT(trTeInstStallEna),
                                   AT(trTeInstFilters),
                                   AT(trTsActive),
                                   AT(trTsCount),
                                   AT(trTsRunInDebug),
                                   AT(trTsMode),
                                   AT(trTsPrescale),
                                   AT(trTeTrigExtInControl),
                                   AT(ntResumeLevel),
                                   AT(trTeTrigExtOutControl)};

static bool is_in(uint16_t offset, const uint16_t *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (list[i] == offset) {
            return true;
        }
    }
    return false;
}

nt_field_role nt_random_role(unsigned field) {
    uint16_t offset = nt_control_fields[field].offset;
    if (is_in(offset, gates, sizeof gates / sizeof gates[0])) {
        return NT_ROLE_GATE;
    }
    if (offset >= AT(filter) || is_in(offset, at_once, sizeof at_once / sizeof at_once[0])) {
        return NT_ROLE_AT_ONCE;
    }
    bool port = offset == AT(trTeInstMode) || offset == AT(trTeInstEnAllJumps);
    return port ? NT_ROLE_PORT : NT_ROLE_LATCHED;
}

static uint32_t one_in(nt_random *random, uint32_t n) {
    return nt_random_below(random, n) == 0;
}

static uint32_t word(nt_random *random) {
    return (uint32_t)(nt_random_next(random) >> 32);
}

static void draw_options(nt_control *c, nt_random *random) {
    c->trTeInstMode = one_in(random, 3) ? 3 : 6;
    c->trTeContext = one_in(random, 2);
    c->trTeInstStallEna = one_in(random, 3);
    c->trTeInstEnSequentialJump = one_in(random, 2);
    c->trTeInstImplicitReturnMode = one_in(random, 2) ? nt_random_between(random, 1, 3) : 0;
    c->trTeInstEnImplicitReturn = one_in(random, 4);
    c->trTeInstEnRepeatedHistory = one_in(random, 2);
    c->trTeInstEnAllJumps = one_in(random, 3);
    c->trTeInstExtendAddrMSB = one_in(random, 2);
    c->trTeInhibitSrc = one_in(random, 8);
    c->trTeSrcBits = one_in(random, 2) ? nt_random_between(random, 1, 12) : 0;
    c->trTeSrcID = nt_random_below(random, 1u << 12);
    c->ntEnRepeatBranch = one_in(random, 2);
    c->ntEnSyncICNT = one_in(random, 2);
    c->ntRc7 = one_in(random, 4);
    c->ntTrimOwnership = one_in(random, 4);
    c->ntResumeLevel = one_in(random, 2) ? nt_random_below(random, 24) : 0;
    /* Mostly small intervals, 16 to 256. */
    c->trTeInstSyncMode = one_in(random, 2) ? nt_random_between(random, 1, 3) : 0;
    c->trTeInstSyncMax = nt_random_below(random, one_in(random, 4) ? 16 : 5);
}

static void draw_time(nt_control *c, nt_random *random) {
    c->trTsEnable = one_in(random, 2);
    c->trTsActive = !one_in(random, 16);
    c->trTsCount = !one_in(random, 8);
    c->trTsMode = nt_random_below(random, 5);
    c->trTsPrescale = one_in(random, 2) ? nt_random_below(random, 4) : 0;
    c->trTsRunInDebug = one_in(random, 2);
}

/* Four bits a trigger, each nothing or one of `choices`. */
static uint32_t draw_actions(const uint8_t choices[4], nt_random *random) {
    uint32_t actions = 0;
    for (unsigned i = 0; i < 8; i++) {
        actions |= (one_in(random, 2) ? 0u : choices[nt_random_below(random, 4)]) << (4 * i);
    }
    return actions;
}

static void draw_triggers(nt_control *c, nt_random *random) {
    static const uint8_t in[4] = {2, 3, 4, 4};  /* trace-on, trace-off, notify */
    static const uint8_t out[4] = {1, 2, 3, 3}; /* trace starts, trace stops */
    c->trTeInstTrigEnable = one_in(random, 2);
    c->trTeTrigExtInControl = draw_actions(in, random);
    c->trTeTrigExtOutControl = draw_actions(out, random);
}

/* Which values the comparators are for. */
enum { INPUT_IADDR, INPUT_CONTEXT, INPUT_TVAL };

static uint64_t draw_match(unsigned input, const nt_random_program *program, nt_random *random) {
    if (input == INPUT_IADDR) {
        const nt_random_place *place = &program->places[nt_random_below(random, program->count)];
        return place->pc;
    }
    return input == INPUT_CONTEXT ? nt_random_below(random, 8) : nt_random_next(random);
}

static void draw_comparator(nt_comparator_control *c, const nt_random_program *program,
                            nt_random *random) {
    static const uint8_t inputs[] = {INPUT_IADDR, INPUT_IADDR, INPUT_IADDR, INPUT_CONTEXT,
                                     INPUT_TVAL};
    uint32_t p = inputs[nt_random_below(random, sizeof inputs)];
    uint32_t s = one_in(random, 4) ? inputs[nt_random_below(random, sizeof inputs)] : p;
    uint64_t first = draw_match(p, program, random);
    uint64_t second = draw_match(s, program, random);
    if (p == s && p == INPUT_IADDR && one_in(random, 2)) {
        second = first + nt_random_below(random, 400); /* a range of code */
    }
    c->control = p | s << 2 | nt_random_below(random, 8) << 4 | nt_random_below(random, 8) << 8 |
                 nt_random_below(random, 4) << 12 | one_in(random, 4) << 14 |
                 one_in(random, 4) << 15;
    c->pmatch[0] = (uint32_t)first;
    c->pmatch[1] = (uint32_t)(first >> 32);
    c->smatch[0] = (uint32_t)second;
    c->smatch[1] = (uint32_t)(second >> 32);
}

static void draw_filter(nt_filter_control *f, nt_random *random) {
    bool by_comparator = !one_in(random, 3);
    f->control = 1u | one_in(random, 3) << 1 | one_in(random, 6) << 2 | one_in(random, 6) << 3 |
                 nt_random_below(random, 8) << 5 | nt_random_below(random, 8) << 9 |
                 nt_random_below(random, 8) << 13 | one_in(random, 8) << 16;
    f->control |= by_comparator ? 1u << 4 : 0;
    f->control |= by_comparator && one_in(random, 3) ? 1u << 8 : 0;
    f->control |= by_comparator && one_in(random, 6) ? 1u << 12 : 0;
    f->inst = nt_random_below(random, 1u << 9) | 1u << nt_random_below(random, 4);
    f->ecause[0] = word(random);
    f->ecause[0] |= word(random); /* most causes */
    f->ecause[1] = word(random);
    f->impdef = nt_random_below(random, 4);
    f->impdef_mask = nt_random_below(random, 4);
}

/* Filters in a third of the draws: most of what would be traced is not, then. */
static void draw_filters(nt_control *c, const nt_config *config, const nt_random_program *program,
                         nt_random *random) {
    c->trTeInstFilters = 0;
    for (unsigned i = 0; i < config->ncomparators; i++) {
        draw_comparator(&c->comparator[i], program, random);
    }
    bool filtered = config->nfilters > 0 && one_in(random, 3);
    for (unsigned i = 0; i < config->nfilters; i++) {
        draw_filter(&c->filter[i], random);
        c->filter[i].control &= ~one_in(random, 8); /* trTeFilterEnable */
        c->trTeInstFilters |= filtered && one_in(random, 3) ? 1u << i : 0;
    }
}

/* No message comes but for what runs: counters can fill. */
static void silence(nt_control *c) {
    c->trTeInstSyncMode = 0;
    c->trTeInstFilters = 0;
    for (unsigned i = 0; i < NT_MAX_COMPARATORS; i++) {
        c->comparator[i].control &= ~NT_COMPARATOR_NOTIFIES;
    }
}

void nt_random_settings(nt_control *control, const nt_config *config,
                        const nt_random_program *program, nt_random *random) {
    draw_options(control, random);
    draw_time(control, random);
    draw_triggers(control, random);
    draw_filters(control, config, program, random);
    if (one_in(random, 3)) {
        silence(control);
    }
}
