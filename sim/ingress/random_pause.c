/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/random_internal.h"

#include "sim/ingress/control_sequence.h"

#include <string.h>

void nt_gen_write(generator *g, nt_cycle *cycle, const char *field, uint32_t value) {
    unsigned index = (unsigned)nt_control_find(field);
    nt_control_write_field(cycle, field, value);
    nt_control_set(&g->control, index, value);
    nt_control_set(&g->target, index, value);
}

void nt_gen_draw_settings(generator *g, nt_control *control) {
    nt_random_settings(control, &g->config, &g->program, &g->random);
    if (!g->matched && nt_control_return_mode(control) != 0) {
        control->trTeInstImplicitReturnMode = 3;
    }
    control->trTeInstStallEna |= g->options.lossless;
    nt_encoder_registers_legalize(control, &g->config);
}

void nt_gen_reach(generator *g, nt_cycle *cycle) {
    if (!g->reaching || g->apb.count > NT_APB_QUEUE - 2 * NT_MAX_WRITES) {
        return;
    }
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        uint32_t value = nt_control_get(&g->target, i);
        if (value == nt_control_get(&g->control, i)) {
            continue;
        }
        if (cycle->writes == NT_MAX_WRITES) {
            return;
        }
        cycle->write[cycle->writes++] = (nt_control_write){.field = (uint16_t)i, .value = value};
        nt_control_set(&g->control, i, value);
    }
    g->reaching = false;
}

uint64_t nt_gen_drain_cycles(const generator *g) {
    uint64_t ready = nt_drain_cycles(&g->config, &g->control);
    uint32_t backpressure = g->options.backpressure;
    /* Twice the mean, since it is drawn. */
    return backpressure == 0 ? ready : ready * 200 / (100 - backpressure);
}

void nt_gen_take_port(generator *g) {
    g->walk.all_jumps = g->config.options != 0 && g->control.trTeInstEnAllJumps != 0;
}

static void begin(generator *g, const char *field) {
    static const uint16_t most[] = {1, 3, 3, 10, 40, 400};
    pause *p = &g->pause;
    *p = (pause){.on = true, .field = field};
    p->left = nt_gen_between(g, 1, most[nt_gen_below(g, 6)]);
    if (g->options.keep_control) {
        return;
    }
    if (!g->options.everything) {
        p->change_mode = nt_gen_below(g, 3) == 0;
    } else if (nt_gen_below(g, 12) == 0) {
        p->settings = SETTINGS_ADDRESSES;
    }
}

void nt_gen_pause(generator *g, nt_cycle *cycle) {
    bool disables = nt_gen_below(g, 4) == 0 && !g->options.lossless;
    begin(g, disables ? "trTeEnable" : "trTeInstTracing");
    pause *p = &g->pause;
    if (p->settings == SETTINGS_NONE && nt_gen_has_pib(g) && nt_gen_below(g, 64) == 0) {
        p->pib = 3;
        p->wait = nt_gen_drain_cycles(g);
    }
    nt_gen_write(g, cycle, p->field, 0);
}

void nt_gen_turn(generator *g, bool tracing) {
    g->turned = true;
    g->turned_to = tracing;
    if (!tracing) {
        begin(g, "trTeInstTracing");
    } else {
        g->pause.on = false;
    }
}

/* The divider changes while the PIB is disabled, after all was sent, one field a cycle. */
static void step_pib(generator *g, nt_cycle *cycle) {
    pause *p = &g->pause;
    if (p->wait > 0) {
        p->wait--;
        return;
    }
    switch (p->pib--) {
    case 3:
        nt_gen_write(g, cycle, "trPibEnable", 0);
        break;
    case 2:
        nt_gen_write(g, cycle, "trPibDivider", nt_gen_below(g, 4));
        break;
    default:
        nt_gen_write(g, cycle, "trPibEnable", 1);
        break;
    }
}

/* All begins anew, from the encoder's reset on. */
static void restart(generator *g) {
    g->start = g->control;
    nt_gen_draw_settings(g, &g->start);
    g->start.trTeActive = g->start.trTeEnable = g->start.trTeInstTracing = 1;
    g->target = nt_control_reset();
    g->target.trPibActive = g->control.trPibActive;
    g->target.trPibEnable = g->control.trPibEnable;
    g->target.trPibMode = g->control.trPibMode;
    g->target.trPibDivider = g->control.trPibDivider;
    g->reaching = true;
    g->step = 0;
    g->stage = STAGE_START;
    g->pause = (pause){0};
    /* What was drawn by the old settings would not be reported so any more. */
    nt_walk_restart(&g->walk);
    g->is_held = false;
}

static void step_settings(generator *g) {
    pause *p = &g->pause;
    switch (p->settings) {
    case SETTINGS_ADDRESSES:
        if (p->addresses >= 4) {
            p->settings = SETTINGS_DRAIN;
            p->wait = nt_gen_drain_cycles(g);
        }
        break;
    case SETTINGS_DRAIN:
        if (p->wait > 0) {
            p->wait--;
            break;
        }
        if (nt_gen_below(g, 6) == 0) {
            restart(g);
            break;
        }
        g->target = g->control;
        nt_gen_draw_settings(g, &g->target);
        g->reaching = true;
        p->settings = SETTINGS_WRITE;
        break;
    case SETTINGS_WRITE:
        if (!g->reaching) {
            nt_gen_take_port(g);
            p->addresses = 0;
            p->settings = SETTINGS_PORT;
        }
        break;
    default:
        p->settings = p->addresses == 0 ? SETTINGS_PORT : SETTINGS_NONE;
        break;
    }
}

void nt_gen_step_pause(generator *g, nt_cycle *cycle) {
    pause *p = &g->pause;
    if (g->apb.count > 0 || g->turned) {
        return; /* not off yet */
    }
    if (p->pib > 0) {
        step_pib(g, cycle);
    } else if (p->settings != SETTINGS_NONE) {
        step_settings(g);
    } else if (p->change_mode) {
        /* A stop that waits for a target has it by now. */
        if (p->addresses >= 4) {
            nt_gen_write(g, cycle, "trTeInstMode", g->control.trTeInstMode == 6 ? 3 : 6);
            p->change_mode = false;
        }
    } else if (--p->left == 0) {
        nt_gen_write(g, cycle, p->field, 1);
        p->on = false;
    }
}
