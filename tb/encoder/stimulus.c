/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/encoder/stimulus.h"

#include "sim/ingress/mutate.h"
#include "sim/ingress/random.h"

enum { ILLEGAL_CHANCE = 1024 }; /* of 65536 cycles */

static int open_random(nt_stimulus *s, nt_error *error) {
    const nt_lockstep_options *o = s->options;
    const nt_config *config = o->settings.config;
    const nt_random_options random = {.seed = o->shape.seed,
                                      .cycles = o->cycles,
                                      .settings = &o->settings,
                                      .keep_pib = o->sink == NT_SINK_PIB8,
                                      .everything = o->everything,
                                      .registers = o->registers,
                                      .lossless = o->lossless,
                                      .backpressure = o->backpressure};
    if (nt_random_open(&s->source, &s->image, config, &random, error) != 0) {
        return -1;
    }
    if (!o->illegal) {
        return 0;
    }
    nt_source legal = s->source;
    s->source = (nt_source){0};
    return nt_mutate_open(&s->source, legal, config, o->shape.seed, ILLEGAL_CHANCE, error);
}

static int open_source(nt_stimulus *s, nt_error *error) {
    const nt_lockstep_options *o = s->options;
    const nt_config *config = o->settings.config;
    if (o->random) {
        return open_random(s, error);
    }
    if (o->is_ingress) {
        return nt_ingress_file_open(&s->source, o->input, config, error);
    }
    nt_shape_options shape = o->shape;
    shape.settings = &o->settings;
    return nt_shape_open(&s->source, o->input, config, &shape, error);
}

int nt_stimulus_open(nt_stimulus *s, const nt_lockstep_options *options, nt_error *error) {
    *s = (nt_stimulus){.options = options};
    nt_random_seed(&s->sink, options->shape.seed);
    return open_source(s, error);
}

/* Of the source: 1, 0 at its end, -1. */
static int next_of_source(nt_stimulus *s, bool stall, nt_cycle *cycle, nt_error *error) {
    bool enough = s->options->cycles != 0 && !s->options->random && s->given >= s->options->cycles;
    int result = enough ? 0 : s->source.next(s->source.self, stall, cycle, error);
    if (result != 1) {
        return result;
    }
    s->given++;
    nt_ending_note(&s->ending, cycle);
    if (s->options->backpressure_given) {
        cycle->sink_ready = nt_random_below(&s->sink, 100) >= s->options->backpressure;
    }
    return 1;
}

int nt_stimulus_next(nt_stimulus *s, const nt_encoder_seen *before, const nt_control_state *fields,
                     nt_cycle *cycle, nt_error *error) {
    int result = s->over ? 0 : next_of_source(s, before->stall, cycle, error);
    if (result != 0) {
        return result;
    }
    s->over = true;
    bool empty = before->trTeEmpty && before->trPibEmpty && !before->out_valid;
    return nt_ending_next(&s->ending, s->options->settings.config, fields, empty, cycle);
}

void nt_stimulus_close(nt_stimulus *s) {
    if (s->source.close != NULL) {
        s->source.close(s->source.self);
        s->source.close = NULL;
    }
    nt_image_free(s->image);
    s->image = NULL;
}
