/* SPDX-License-Identifier: Apache-2.0 */
/* Holds the random generator's state, shared by its files: random.c (cycles), random_phase.c
   (properties of a phase), random_pause.c (tracing off, settings), random_side.c (signals beside
   blocks). */
#ifndef NT_INGRESS_RANDOM_INTERNAL_H
#define NT_INGRESS_RANDOM_INTERNAL_H

#include "sim/ingress/random.h"
#include "sim/ingress/random_registers.h"
#include "sim/ingress/random_settings.h"
#include "sim/ingress/random_walk.h"

typedef enum { SINK_READY, SINK_HALF, SINK_SLOW, SINK_ALTERNATES, SINK_STOPS } sink_kind;

/* Describes a phase of cycles. Chances are in 1/256 per cycle, but for `episode`, `trigger` and
   `context`: 1/4096. */
typedef struct phase {
    uint64_t left; /* cycles */
    uint8_t bubbles;
    uint16_t episode; /* halt, reset, low power; tracing off and on */
    sink_kind sink;
    unsigned blocks;  /* per cycle at most */
    bool until_round; /* the phase ends when the walk has left NT_REGION_BOTH */
    /* With options.everything: */
    bool full;         /* each cycle has the maximum of blocks */
    unsigned specials; /* blocks with itype other than 0 per cycle at most */
    uint16_t trigger;
    uint16_t context; /* change of it */
    bool garbage;     /* signals without meaning have any value */
    uint64_t ticks;   /* increment of time per cycle */
} phase;

typedef enum { STAGE_START, STAGE_RUN, STAGE_SETTLE, STAGE_STOP, STAGE_DRAIN } stage;

/* Lists the steps of new settings: they change when everything before the pause was sent. */
typedef enum {
    SETTINGS_NONE,
    SETTINGS_ADDRESSES, /* waits for a few addresses, one of which a waiting stop needs */
    SETTINGS_DRAIN,
    SETTINGS_WRITE,
    SETTINGS_PORT, /* until no block is under way that was drawn before */
} settings_step;

/* Describes a pause in which tracing is off. */
typedef struct pause {
    bool on;            /* in a pause */
    const char *field;  /* that turned it off */
    uint32_t left;      /* cycles */
    bool change_mode;   /* when everything before the pause was sent */
    uint32_t addresses; /* cycles with an address since it began, which end pending targets */
    unsigned pib;       /* steps left to change trPibDivider in; 0: none */
    uint64_t wait;      /* cycles until all was sent */
    settings_step settings;
} pause;

typedef struct generator {
    nt_config config;
    nt_random_options options;
    nt_control start;   /* the fields to begin with */
    nt_control control; /* the current ones, or those on their way to the registers */
    nt_control target;  /* the intended ones; written when a cycle has room */
    bool reaching;      /* `control` differs from `target` */
    nt_random random;
    nt_random_program program;
    bool matched; /* nt_walk.matched */
    nt_walk walk;
    nt_walk_block held; /* drawn, but for the next cycle */
    uint8_t held_priv;
    bool is_held;
    stage stage;
    unsigned step;
    uint64_t left;
    uint64_t idle;
    phase phase;
    pause pause;
    uint32_t side; /* cycles left of the side-band episode */
    bool halted, reset, lowpower;
    uint32_t sink_left; /* cycles left as `sink_now` in SINK_STOPS */
    bool sink_now;

    uint64_t time;
    uint64_t context;
    uint32_t impdef;
    bool turned;    /* a trigger has changed trTeInstTracing, visible in the next cycle */
    bool turned_to; /* to this value */
    nt_apb_queue apb;
} generator;

static inline uint32_t nt_gen_below(generator *g, uint32_t bound) {
    return nt_random_below(&g->random, bound);
}

static inline uint32_t nt_gen_between(generator *g, uint32_t low, uint32_t high) {
    return nt_random_between(&g->random, low, high);
}

static inline bool nt_gen_has_pib(const generator *g) {
    return g->control.trPibEnable != 0 && g->control.trPibMode != 0;
}

/* Writes a field now (with options.registers: as soon as the bus has time). */
void nt_gen_write(generator *g, nt_cycle *cycle, const char *field, uint32_t value);

/* random_phase.c */
void nt_gen_advance_phase(generator *g, nt_cycle *cycle);

/* random_pause.c */
void nt_gen_pause(generator *g, nt_cycle *cycle); /* begins one, by a field */
void nt_gen_step_pause(generator *g, nt_cycle *cycle);
/* Begins or ends a pause, in the next cycle, as a trigger turns tracing off or on. */
void nt_gen_turn(generator *g, bool tracing);
/* Writes the fields in which `target` differs from `control`, as far as the cycle has room. */
void nt_gen_reach(generator *g, nt_cycle *cycle);
/* Applies the settings that also affect the port's reports. */
void nt_gen_take_port(generator *g);
/* Returns the cycles after which all is sent. */
uint64_t nt_gen_drain_cycles(const generator *g);
void nt_gen_draw_settings(generator *g, nt_control *control);

/* random_side.c */
void nt_gen_begin_side(generator *g); /* halt, reset, low power */
void nt_gen_set_side(generator *g, nt_ingress *ingress);
/* Called before the blocks of a cycle are drawn: returns the ctype of a change of context that
   may come with them; -1: none comes. */
int nt_gen_begin_context(generator *g);
/* Called after them: sets context, triggers, impdef, and values of signals without meaning. */
void nt_gen_set_signals(generator *g, int ctype, nt_cycle *cycle);

#endif
