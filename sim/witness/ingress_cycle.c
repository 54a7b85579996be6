/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/witness/ingress_cycle.h"

#include <stdlib.h>
#include <string.h>

nt_ingress_cycle *nt_ingress_cycle_new(const nt_config *config) {
    nt_ingress_cycle *at = calloc(1, sizeof *at);
    if (at != NULL) {
        nt_golden_init(&at->golden, config);
        nt_feed_init(&at->feed, config);
    }
    return at;
}

void nt_ingress_cycle_free(nt_ingress_cycle *at) {
    free(at);
}

/* Whether what waits is more than tracing turned on or off. */
static bool is_set_anew(const nt_feed *feed) {
    nt_control live = feed->live;
    live.trTeEnable = feed->settings.trTeEnable;
    live.trTeInstTracing = feed->settings.trTeInstTracing;
    return memcmp(&live, &feed->settings, sizeof live) != 0;
}

/* A stranger's encoder is empty when its settings change: nobody may write them before. Where they
   were written while it was tracing, no text has the cycle from which they are in force: it is that
   of the golden model. */
static bool is_empty(nt_ingress_cycle *at) {
    const nt_feed *feed = &at->feed;
    const bool traces = feed->live.trTeEnable && feed->live.trTeInstTracing;
    at->early = feed->unsettled && (at->early || (traces && is_set_anew(feed)));
    return at->stranger && (!feed->live.trTeEnable || !at->early);
}

void nt_ingress_cycle_show(nt_ingress_cycle *at, const nt_cycle *cycle, nt_witness_inputs *in) {
    nt_golden_out(&at->golden, cycle);
    const nt_encoder_outputs encoder = at->golden.out.encoder;
    at->sent += encoder.out_valid && cycle->sink_ready ? encoder.out_count : 0;
    nt_golden_step(&at->golden, cycle);
    const nt_golden_hints hints = nt_golden_hints_of(&at->golden.model.encoder);
    at->out = (nt_feed_outputs){.trTeEmpty = is_empty(at) || encoder.trTeEmpty,
                                .stall = encoder.stall,
                                .dropped = hints.dropped,
                                .started = hints.started,
                                .awaits = hints.awaits,
                                .shared_time = cycle->ingress.time};
    nt_feed_show(&at->feed, cycle, &at->out, in);
    at->cycles++;
}

void nt_ingress_cycle_end(nt_ingress_cycle *at, const nt_cycle *cycle) {
    nt_feed_step(&at->feed, cycle, &at->out);
}
