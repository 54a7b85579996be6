/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/random_internal.h"

#include "libntrace/program/writer.h"
#include "sim/ingress/control_sequence.h"

#include <stdlib.h>

/* The sink. */

/* Ready where a pause waits until all was sent. */
static bool sink_is_ready(generator *g) {
    if (g->pause.settings != SETTINGS_NONE) {
        return true;
    }
    switch (g->phase.sink) {
    case SINK_HALF:
        return nt_gen_below(g, 2) == 0;
    case SINK_SLOW:
        return nt_gen_below(g, 8) == 0;
    case SINK_ALTERNATES:
        g->sink_now = !g->sink_now;
        return g->sink_now;
    case SINK_STOPS:
        if (g->sink_left-- == 0) {
            g->sink_now = !g->sink_now;
            g->sink_left = nt_gen_between(g, 1, g->sink_now ? 300 : 600);
        }
        return g->sink_now;
    case SINK_READY:
        break;
    }
    return true;
}

static bool draw_episode(generator *g) {
    return g->phase.episode > 0 && nt_gen_below(g, 4096) < g->phase.episode;
}

/* Blocks. */

static void draw_block(generator *g) {
    g->held_priv = g->walk.priv;
    nt_walk_step(&g->walk, &g->held);
    g->is_held = true;
}

/* False: the block at hand belongs to the next cycle. */
static bool fits(const generator *g, const nt_ingress *ingress, unsigned i, unsigned *specials) {
    if (i > 0 && g->held_priv != ingress->priv) {
        return false;
    }
    *specials += g->held.block.itype != NT_ITYPE_NONE;
    return *specials <= g->phase.specials;
}

static void fill(generator *g, nt_ingress *ingress) {
    bool several = g->phase.blocks > 1 && !g->phase.full;
    unsigned blocks = several ? nt_gen_between(g, 1, g->phase.blocks) : g->phase.blocks;
    unsigned specials = 0;
    for (unsigned i = 0; i < blocks; i++) {
        if (!g->is_held) {
            draw_block(g);
        }
        if (!fits(g, ingress, i, &specials)) {
            break;
        }
        ingress->block[i] = g->held.block;
        ingress->priv = g->held_priv;
        ingress->cause = g->held.cause;
        ingress->tval = g->held.tval;
        g->is_held = false;
        if (nt_block_has_address(&g->held.block, &g->config)) {
            g->pause.addresses++;
        }
        if (g->held.block.itype == NT_ITYPE_EXCEPTION ||
            g->held.block.itype == NT_ITYPE_INTERRUPT) {
            break;
        }
    }
}

/* Cycles. */

/* With a register, a trigger of the cycle before has changed it; without, this is it. */
static void take_turn(generator *g, nt_cycle *cycle) {
    if (g->turned) {
        g->turned = false;
        nt_gen_write(g, cycle, "trTeInstTracing", g->turned_to);
        cycle->writes = g->options.registers ? 0 : cycle->writes;
    }
}

static void run_everything(generator *g, bool retire, nt_cycle *cycle) {
    nt_gen_reach(g, cycle);
    int ctype = retire ? nt_gen_begin_context(g) : -1;
    if (retire) {
        fill(g, &cycle->ingress);
    }
    nt_gen_set_signals(g, ctype, cycle);
}

static void run_cycle(generator *g, bool stall, nt_cycle *cycle) {
    take_turn(g, cycle);
    nt_gen_advance_phase(g, cycle);
    cycle->sink_ready = sink_is_ready(g);
    if (g->pause.on) {
        nt_gen_step_pause(g, cycle);
    } else if (!g->reaching && draw_episode(g)) {
        nt_gen_pause(g, cycle);
    }
    if (g->side == 0 && draw_episode(g)) {
        nt_gen_begin_side(g);
    }
    bool retire = false;
    if (g->side > 0) {
        nt_gen_set_side(g, &cycle->ingress);
    } else {
        retire = g->stage == STAGE_RUN && !stall && !nt_random_chance(&g->random, g->phase.bubbles);
    }
    if (g->options.everything) {
        run_everything(g, retire, cycle);
    } else if (retire) {
        fill(g, &cycle->ingress);
    }
}

/* What the cycle writes is so from it on. */
static void take_writes(generator *g, const nt_cycle *cycle) {
    for (unsigned i = 0; i < cycle->writes; i++) {
        nt_control_set(&g->control, cycle->write[i].field, cycle->write[i].value);
    }
}

/* The start, or with STAGE_RUN not yet reached again a new one: false when it is over. */
static bool start_cycle(generator *g, nt_cycle *cycle) {
    if (g->reaching) {
        nt_gen_reach(g, cycle);
        return true;
    }
    if (g->apb.count > 0) {
        return true; /* a step at a time */
    }
    if (!nt_control_start(&g->start, g->step, cycle)) {
        return false;
    }
    g->step++;
    cycle->ingress.reset = cycle->rst; /* the hart with it: it may go on anywhere */
    take_writes(g, cycle);
    return true;
}

static int stage_cycle(generator *g, bool stall, nt_cycle *cycle) {
    switch (g->stage) {
    case STAGE_START:
        if (start_cycle(g, cycle)) {
            return 1;
        }
        g->stage = STAGE_RUN;
        g->target = g->control;
        nt_gen_take_port(g);
        /* fall through */
    case STAGE_RUN:
        if (g->left > 0) {
            g->left--;
            run_cycle(g, stall, cycle);
            return 1;
        }
        g->stage = STAGE_SETTLE;
        g->idle = NT_SETTLE_CYCLES;
        /* fall through */
    case STAGE_SETTLE:
        if (g->idle > 0) {
            g->idle--;
            return 1;
        }
        g->stage = STAGE_STOP;
        /* fall through */
    case STAGE_STOP:
        nt_control_end(cycle);
        take_writes(g, cycle);
        if (g->control.trPibMode != 0 && g->control.trPibEnable == 0) {
            nt_gen_write(g, cycle, "trPibEnable", g->start.trPibEnable);
        }
        g->stage = STAGE_DRAIN;
        g->idle = nt_gen_drain_cycles(g) + 4 * g->apb.count;
        return 1;
    case STAGE_DRAIN:
        if (g->idle > 0) {
            g->idle--;
            return 1;
        }
        break;
    }
    return 0;
}

static int next_cycle(void *self, bool stall, nt_cycle *cycle, nt_error *error) {
    (void)error;
    generator *g = self;
    *cycle = (nt_cycle){.sink_ready = true};
    int result = stage_cycle(g, stall, cycle);
    if (result != 1) {
        return result;
    }
    if (g->options.everything) {
        g->time += g->phase.ticks;
        cycle->ingress.time = g->time;
    }
    if (g->options.registers) {
        nt_apb_queue_writes(&g->apb, &g->control, cycle);
        if (g->apb.count == 0 && g->stage == STAGE_RUN && nt_gen_below(g, 32) == 0) {
            nt_apb_queue_harmless(&g->apb, &g->random);
        }
        nt_apb_queue_step(&g->apb, &g->config, &cycle->apb);
    }
    return result;
}

static void close_generator(void *self) {
    generator *g = self;
    nt_random_program_free(&g->program);
    free(g);
}

/* Half of the seeds have a sink that is slow, the others a PIB, which never is. */
static void draw_start(generator *g) {
    if (!g->options.keep_control) {
        if (nt_gen_below(g, 2) == 0 && !g->options.keep_pib) {
            g->start.trPibActive = 0;
            g->start.trPibEnable = 0;
            g->start.trPibMode = 0;
        }
        g->start.trTeInstMode = nt_gen_below(g, 3) == 0 ? 3 : 6;
        g->start.trTeInstStallEna = nt_gen_below(g, 3) == 0;
    }
}

/* Whether all returns of the run match their calls, as counting and partial addresses ask for. */
static void draw_matched(generator *g) {
    uint32_t mode = nt_control_return_mode(&g->start);
    g->matched =
        mode == 1 || mode == 2 || (g->options.everything && nt_random_below(&g->random, 2) == 0);
}

/* Needs the program, which comparators look for. */
static void draw_start_settings(generator *g) {
    if (g->options.everything && !g->options.keep_control) {
        nt_gen_draw_settings(g, &g->start);
    }
    g->start.trTeInstStallEna |= g->options.lossless;
}

static int make_image(const generator *g, nt_image **image) {
    *image = nt_image_new(g->config.xlen);
    if (*image == NULL) {
        return -1;
    }
    if (nt_random_program_image(&g->program, *image) != 0) {
        nt_image_free(*image);
        return -1;
    }
    return 0;
}

int nt_random_open(nt_source *source, nt_image **image, const nt_config *config,
                   const nt_random_options *options, nt_error *error) {
    generator *g = calloc(1, sizeof *g);
    if (g == NULL) {
        return nt_fail(error, "out of memory");
    }
    g->config = *config;
    g->options = *options;
    g->start = options->settings->control;
    g->left = options->cycles;
    nt_random_seed(&g->random, options->seed);
    draw_start(g);
    draw_matched(g);
    if (nt_random_program_make(&g->program, config, g->matched, &g->random) != 0 ||
        (image != NULL && make_image(g, image) != 0)) {
        close_generator(g);
        return nt_fail(error, "out of memory");
    }
    draw_start_settings(g);
    nt_walk_start(&g->walk, &g->program, config, &g->random);
    g->walk.everything = options->everything;
    g->walk.matched = g->matched;
    *source = (nt_source){.next = next_cycle, .close = close_generator, .self = g};
    return 0;
}

int nt_random_write_program(const nt_source *source, const char *path, nt_error *error) {
    const generator *g = source->self;
    nt_recording_header header = {
        .xlen = g->config.xlen, .harts = 1, .source = "ntrace shape --random"};
    nt_writer *writer;
    if (nt_writer_open(&writer, path, &header, error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < g->program.count; i++) {
        const nt_random_place *place = &g->program.places[i];
        nt_event event = {.kind = NT_EVENT_INSN};
        uint8_t bytes[4];
        event.insn.pc = place->pc;
        event.insn.insn = (nt_insn){place->size, place->class_, place->target_pc};
        if (place->code != 0) {
            nt_place_bytes(place, bytes);
            event.kind = NT_EVENT_CODE;
            event.code.address = place->pc;
            event.code.size = place->size;
            event.code.bytes = bytes;
        }
        if (nt_writer_event(writer, &event, error) != 0) {
            nt_writer_abort(writer);
            return -1;
        }
    }
    return nt_writer_commit(writer, error);
}
