/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/system/hart.h"

#include "sim/ingress/golden.h"
#include "sim/ingress/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what it retires ---- */

static int open_random(nt_system_hart *hart, nt_image **image, nt_error *error) {
    const nt_lockstep_options *o = hart->options;
    const nt_random_options random = {.seed = o->shape.seed * NT_LOCKSTEP_HARTS + hart->number,
                                      .cycles = o->cycles,
                                      .settings = &o->settings,
                                      .keep_control = true,
                                      .keep_pib = true};
    return nt_random_open(&hart->source, image, o->settings.config, &random, error);
}

/* One recording is given to every hart, several to one hart each; of a recording that has as many
   harts each gets its own. */
static int open_recording(nt_system_hart *hart, nt_image **image, nt_error *error) {
    const nt_lockstep_options *o = hart->options;
    bool one = o->input_count == 1;
    const char *input = o->inputs[one ? 0 : hart->number];
    nt_shape_options shape = o->shape;
    shape.settings = &o->settings;
    shape.seed += hart->number;
    if (one && o->input_harts >= o->harts && o->harts > 1) {
        shape.hart = hart->number;
    }
    hart->shaped = true;
    if (nt_shape_open(&hart->source, input, o->settings.config, &shape, error) != 0) {
        return -1;
    }
    return nt_image_load(image, input, shape.hart, error);
}

int nt_system_hart_open(nt_system_hart *hart, const nt_lockstep_options *options, unsigned number,
                        nt_error *error) {
    const nt_config *config = options->settings.config;
    nt_image *image = NULL;
    *hart = (nt_system_hart){.number = number, .options = options};
    if ((options->random ? open_random : open_recording)(hart, &image, error) != 0) {
        nt_image_free(image);
        return -1;
    }
    hart->witness = nt_witness_new(config, nt_witness_code_of_image(image));
    hart->monitor = nt_monitor_new(config);
    if (hart->witness == NULL || hart->monitor == NULL) {
        return nt_fail(error, "out of memory");
    }
    nt_witness_from_afar(hart->witness);
    nt_feed_init(&hart->feed, config);
    return 0;
}

void nt_system_hart_close(nt_system_hart *hart) {
    if (hart->source.close != NULL) {
        hart->source.close(hart->source.self);
    }
    if (hart->witness != NULL) {
        nt_witness_free(hart->witness);
    }
    nt_monitor_free(hart->monitor);
    nt_queue_release(&hart->sent);
    free(hart->differs);
    *hart = (nt_system_hart){0};
}

/* Sources bring control writes and resets of their own, which are passed over: here a debugger
   does that for all harts. What a recording's source writes behind the last instruction is its
   end. */
static int next_of_source(nt_system_hart *hart, bool stall, nt_error *error) {
    int result;
    do {
        result = hart->source.next(hart->source.self, stall, &hart->now, error);
        if (result == 1 && hart->now.writes > 0 && hart->shaped &&
            nt_shape_instructions(&hart->source) > 0) {
            result = 0;
        }
    } while (result == 1 && hart->now.rst);
    hart->now.writes = 0;
    return result;
}

int nt_system_hart_next(nt_system_hart *hart, const nt_system_inputs *in, bool start, bool stall,
                        uint64_t cycle, nt_error *error) {
    int result = 0;
    if (start && !hart->ended) {
        result = next_of_source(hart, stall, error);
        hart->ended = result <= 0;
    }
    if (result < 1) {
        hart->now = (nt_cycle){.sink_ready = true};
    }
    hart->now.ingress.time = cycle;
    hart->now.rst = in->rst;
    hart->now.apb = in->page == hart->number ? in->apb : (nt_apb){0};
    return result < 0 ? -1 : 0;
}

/* ---- what its encoder sends ---- */

static void count(nt_system_hart *hart, const nt_trace_encoder *encoder,
                  const nt_trace_encoder_outputs *out, bool taken) {
    nt_encoder_view view = {.encoder = &encoder->core.encoder,
                            .trigger = &encoder->core.trigger,
                            .outputs = out->core,
                            .out_ready = taken};
    const nt_encoder_seen rtl = {.out_valid = out->core.encoder.out_valid,
                                 .out = out->core.encoder.out,
                                 .out_count = out->core.encoder.out_count,
                                 .out_ready = taken,
                                 .stall = out->core.encoder.stall,
                                 .hint_dropped = encoder->core.encoder.dropped};
    nt_counts_cycle(&hart->counts, &view, &rtl);
}

void nt_system_hart_settled(nt_system_hart *hart, const nt_trace_encoder *encoder,
                            const nt_trace_encoder_outputs *out, bool taken) {
    const nt_encoder_outputs *link = &out->core.encoder;
    count(hart, encoder, out, taken);
    for (unsigned i = 0; taken && i < link->out_count; i++) {
        uint8_t byte = (uint8_t)(link->out >> (8 * i));
        hart->bytes++;
        hart->messages += (byte & 3) == 3;
        if (!hart->muted && !nt_queue_push(&hart->sent, byte) && hart->differs == NULL) {
            hart->differs = strdup("no memory for the bytes under way");
        }
    }
    const char *rule = nt_monitor_step(hart->monitor, &hart->now);
    if (rule != NULL && hart->illegal_count++ == 0) {
        hart->illegal = rule;
    }
}

/* ---- what its witnesses see ---- */

void nt_system_hart_stepped(nt_system_hart *hart, const nt_trace_encoder *encoder,
                            const nt_trace_encoder_outputs *out, uint64_t shared_time) {
    const nt_golden_hints hints = nt_golden_hints_of(&encoder->core.encoder);
    const nt_feed_outputs outputs = {.trTeEmpty = out->core.encoder.trTeEmpty,
                                     .stall = out->core.encoder.stall,
                                     .dropped = hints.dropped,
                                     .started = hints.started,
                                     .awaits = hints.awaits,
                                     .shared_time = shared_time};
    nt_witness_inputs in;
    nt_feed_show(&hart->feed, &hart->now, &outputs, &in);
    if (!hart->muted) {
        nt_witness_cycle(hart->witness, &in);
    }
    nt_feed_step(&hart->feed, &hart->now, &outputs);
}

/* ---- what was received ---- */

static void tell_difference(nt_system_hart *hart, int sent, uint8_t received) {
    char text[64];
    (void)snprintf(text, sizeof text, sent < 0 ? "nothing" : "0x%02x", (unsigned)sent);
    if (asprintf(&hart->differs, "byte %" PRIu64 ": sent %s, received 0x%02x", hart->received, text,
                 received) < 0) {
        hart->differs = NULL;
    }
}

void nt_system_hart_receive(nt_system_hart *hart, const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        int sent = nt_queue_size(&hart->sent) > 0 ? nt_queue_pop(&hart->sent) : -1;
        if (hart->differs == NULL && sent != bytes[i]) {
            tell_difference(hart, sent, bytes[i]);
        }
        hart->received++;
    }
    nt_witness_bytes(hart->witness, bytes, size);
}

void nt_system_hart_finish(nt_system_hart *hart) {
    uint64_t missing = nt_queue_size(&hart->sent);
    if (missing > 0 && hart->differs == NULL &&
        asprintf(&hart->differs, "the last %" PRIu64 " bytes sent were not received", missing) <
            0) {
        hart->differs = NULL;
    }
    nt_witness_finish(hart->witness, &hart->verdict);
    hart->judged = true;
}

uint64_t nt_system_hart_instructions(const nt_system_hart *hart) {
    return hart->shaped ? nt_shape_instructions(&hart->source) : hart->verdict.retired;
}

const char *nt_system_hart_failure(const nt_system_hart *hart) {
    if (hart->differs != NULL) {
        return "the received bytes are not those that the encoder sent";
    }
    if (hart->judged && hart->verdict.differs) {
        return "the round trip is not exact";
    }
    if (hart->judged && !hart->muted && hart->verdict.untold > 0) {
        return "instructions are in no message at the end";
    }
    if (hart->judged && hart->verdict.rules_broken > 0) {
        return "a rule is broken";
    }
    return hart->illegal != NULL ? "the ingress breaks the port's rules" : NULL;
}
