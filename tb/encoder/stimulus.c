#include "tb/encoder/stimulus.h"

#include "sim/ingress/control_sequence.h"
#include "sim/ingress/mutate.h"
#include "sim/ingress/random.h"

#include <stddef.h>

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
    s->drain = nt_drain_cycles(options->settings.config, &options->settings.control);
    return open_source(s, error);
}

static void watch_tracing(nt_stimulus *s, const nt_cycle *cycle) {
    for (unsigned i = 0; i < cycle->writes; i++) {
        if (nt_control_fields[cycle->write[i].field].offset ==
            offsetof(nt_control, trTeInstTracing)) {
            s->tracing = cycle->write[i].value != 0;
        }
    }
}

/* The source has ended: tracing stops if it still runs, and the encoder empties itself. */
static int drain(nt_stimulus *s, const nt_encoder_seen *before, nt_cycle *cycle) {
    uint64_t number = s->draining++;
    bool settled = number > NT_SETTLE_CYCLES + 3;
    if ((settled && before->trTeEmpty && before->trPibEmpty && !before->out_valid) ||
        number > s->drain) {
        return 0;
    }
    *cycle = (nt_cycle){.sink_ready = true};
    if (number == NT_SETTLE_CYCLES && s->tracing) {
        nt_control_write_field(cycle, "trTeInstTracing", 0);
    }
    return 1;
}

int nt_stimulus_next(nt_stimulus *s, const nt_encoder_seen *before, nt_cycle *cycle,
                     nt_error *error) {
    if (s->draining > 0) {
        return drain(s, before, cycle);
    }
    bool enough = s->options->cycles != 0 && !s->options->random && s->given >= s->options->cycles;
    int result = enough ? 0 : s->source.next(s->source.self, before->stall, cycle, error);
    if (result < 0) {
        return -1;
    }
    if (result == 0) {
        return drain(s, before, cycle);
    }
    s->given++;
    if (cycle->writes > 0) {
        watch_tracing(s, cycle);
    }
    if (s->options->backpressure_given) {
        cycle->sink_ready = nt_random_below(&s->sink, 100) >= s->options->backpressure;
    }
    return 1;
}

void nt_stimulus_close(nt_stimulus *s) {
    if (s->source.close != NULL) {
        s->source.close(s->source.self);
        s->source.close = NULL;
    }
    nt_image_free(s->image);
    s->image = NULL;
}
