#include "sim/ingress/random.h"

#include "sim/ingress/control_sequence.h"
#include "sim/ingress/random_walk.h"
#include "sim/recording/recording.h"

#include <stdlib.h>

typedef enum { SINK_READY, SINK_HALF, SINK_SLOW, SINK_ALTERNATES, SINK_STOPS } sink_kind;

/* What a stretch of cycles is like. Chances are in 1/256 a cycle, but for `episode`: 1/4096. */
typedef struct phase {
    uint64_t left; /* cycles */
    uint8_t bubbles;
    uint16_t episode; /* halt, reset, low power; tracing off and on */
    sink_kind sink;
    unsigned blocks;  /* a cycle at most */
    bool until_round; /* the phase ends when the walk has left NT_REGION_BOTH */
} phase;

typedef enum { STAGE_START, STAGE_RUN, STAGE_SETTLE, STAGE_STOP, STAGE_DRAIN } stage;

/* Tracing is off for a while. */
typedef struct pause {
    bool on;            /* in such a while */
    const char *field;  /* that turned it off */
    uint32_t left;      /* cycles */
    bool change_mode;   /* when all that came before the pause was sent */
    uint32_t addresses; /* cycles with an address since it began: they end what hangs */
    unsigned pib;       /* steps left to change trPibDivider in; 0: none */
    uint64_t pib_wait;
} pause;

typedef struct generator {
    nt_config config;
    nt_random_options options;
    nt_control start;   /* the fields to begin with */
    nt_control control; /* as they are now */
    nt_random random;
    nt_program program;
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
} generator;

static uint32_t below(generator *g, uint32_t bound) {
    return nt_random_below(&g->random, bound);
}

static uint32_t between(generator *g, uint32_t low, uint32_t high) {
    return nt_random_between(&g->random, low, high);
}

/* Phases. */

/* Cycles in which I-CNT fills, with blocks as large as can be. */
static uint64_t filling(const generator *g) {
    uint32_t block = (1u << g->config.iretire_w) - 1;
    return (1u << (g->config.icnt_w - 1)) / block + 1;
}

static void draw_common(generator *g) {
    static const uint8_t bubbles[] = {0, 0, 0, 2, 16, 100, 220};
    static const uint8_t traps[] = {0, 0, 0, 2, 8, 32, 128};
    static const uint8_t taken[] = {0, 16, 128, 128, 128, 224, 255};
    static const uint16_t episodes[] = {0, 0, 0, 4, 16, 256};
    static const sink_kind sinks[] = {SINK_READY, SINK_READY,      SINK_READY, SINK_HALF,
                                      SINK_SLOW,  SINK_ALTERNATES, SINK_STOPS};
    nt_walk_style *style = &g->walk.style;
    uint32_t widest = (1u << g->config.iretire_w) - 1;
    g->phase = (phase){
        .left = between(g, 5, 1000),
        .bubbles = bubbles[below(g, 7)],
        .episode = episodes[below(g, 6)],
        .sink = sinks[below(g, 7)],
        .blocks = between(g, 1, g->config.nblocks),
    };
    style->trap = traps[below(g, 7)];
    style->taken = taken[below(g, 7)];
    style->stay = (uint8_t)below(g, 256);
    style->region = (nt_region_kind)below(g, NT_REGION_SPIN);
    static const uint8_t most[] = {1, 1, 3, 8};
    unsigned draw = below(g, 8);
    style->most = (uint16_t)(draw < 4 ? most[draw] : widest);
    style->vary = below(g, 2) == 0;
}

/* A phase in which I-CNT fills undisturbed: as fast as it can, nothing lost. */
static void draw_filling(generator *g, nt_region_kind region) {
    nt_walk_style *style = &g->walk.style;
    uint64_t cycles = filling(g);
    g->phase.left = cycles + cycles / 4 + 200 + below(g, (uint32_t)cycles);
    g->phase.bubbles = 0;
    g->phase.episode = 0;
    g->phase.sink = SINK_READY;
    style->trap = 0;
    style->most = (uint16_t)((1u << g->config.iretire_w) - 1);
    style->vary = false;
    if (region == NT_REGION_BOTH) {
        g->phase.until_round = true;
        nt_walk_divert(&g->walk, g->program.both_entry);
    } else {
        nt_walk_divert(&g->walk, nt_program_region(&g->program, region, &g->random));
    }
}

/* So rare that they take about a third of the cycles. */
static bool draw_is_filling(generator *g) {
    uint64_t often = filling(g) / 150;
    return below(g, (uint32_t)(often < 12 ? 12 : often)) == 0;
}

static void draw_phase(generator *g) {
    draw_common(g);
    if (draw_is_filling(g)) {
        bool htm = g->control.trTeInstMode == 6; /* BTM has no HIST */
        bool both = htm && g->program.both_rounds > 0 && below(g, 2) == 0;
        draw_filling(g, both ? NT_REGION_BOTH : NT_REGION_SPIN);
    } else if (below(g, 4) != 0) {
        nt_walk_divert(&g->walk, nt_program_region(&g->program, g->walk.style.region, &g->random));
    }
}

static void write_field(generator *g, nt_cycle *cycle, const char *field, uint32_t value) {
    nt_control_write_field(cycle, field, value);
    nt_control_set(&g->control, (unsigned)nt_control_find(field), value);
}

static void advance_phase(generator *g, nt_cycle *cycle) {
    bool in_round = g->phase.until_round && (g->walk.leave || g->walk.both_round > 0);
    if (g->phase.left > 0) {
        g->phase.left--;
    } else if (!in_round && !g->pause.on) {
        draw_phase(g);
        if (!g->options.keep_control && below(g, 4) == 0) {
            write_field(g, cycle, "trTeInstStallEna", below(g, 3) == 0);
        }
    }
}

/* The sink. */

static bool sink_is_ready(generator *g) {
    switch (g->phase.sink) {
    case SINK_HALF:
        return below(g, 2) == 0;
    case SINK_SLOW:
        return below(g, 8) == 0;
    case SINK_ALTERNATES:
        g->sink_now = !g->sink_now;
        return g->sink_now;
    case SINK_STOPS:
        if (g->sink_left-- == 0) {
            g->sink_now = !g->sink_now;
            g->sink_left = between(g, 1, g->sink_now ? 300 : 600);
        }
        return g->sink_now;
    case SINK_READY:
        break;
    }
    return true;
}

/* Tracing off and on. */

static bool has_pib(const generator *g) {
    return g->control.trPibEnable != 0 && g->control.trPibMode != 0;
}

static void begin_pause(generator *g, nt_cycle *cycle) {
    static const uint16_t most[] = {1, 3, 3, 10, 40, 400};
    pause *p = &g->pause;
    *p = (pause){.on = true, .field = below(g, 4) == 0 ? "trTeEnable" : "trTeInstTracing"};
    p->left = between(g, 1, most[below(g, 6)]);
    p->change_mode = !g->options.keep_control && below(g, 3) == 0;
    if (has_pib(g) && below(g, 64) == 0) {
        p->pib = 3;
        p->pib_wait = nt_drain_cycles(&g->config, &g->control);
    }
    write_field(g, cycle, p->field, 0);
}

/* The divider changes while the PIB is disabled, after all was sent, one field a cycle. */
static void step_pib(generator *g, nt_cycle *cycle) {
    pause *p = &g->pause;
    if (p->pib_wait > 0) {
        p->pib_wait--;
        return;
    }
    switch (p->pib--) {
    case 3:
        write_field(g, cycle, "trPibEnable", 0);
        break;
    case 2:
        write_field(g, cycle, "trPibDivider", below(g, 4));
        break;
    default:
        write_field(g, cycle, "trPibEnable", 1);
        break;
    }
}

static void step_pause(generator *g, nt_cycle *cycle) {
    pause *p = &g->pause;
    if (p->pib > 0) {
        step_pib(g, cycle);
    } else if (p->change_mode) {
        /* A stop that waits for a target has it by now. */
        if (p->addresses >= 4) {
            write_field(g, cycle, "trTeInstMode", g->control.trTeInstMode == 6 ? 3 : 6);
            p->change_mode = false;
        }
    } else if (--p->left == 0) {
        write_field(g, cycle, p->field, 1);
        p->on = false;
    }
}

/* Halt, reset and low power. */

/* Something comes between the block at hand and the one before. */
static void split_pair(generator *g) {
    nt_block *block = &g->held.block;
    g->walk.has_before &= g->is_held;
    if (g->is_held && block->iretire == 1u << block->ilastsize) {
        block->sijump = false;
    }
}

static void begin_side(generator *g) {
    unsigned draw = below(g, 8);
    g->halted = draw < 3 || draw == 7;
    g->reset = draw == 3 || draw == 4 || draw == 7;
    g->lowpower = draw == 5 || draw == 6;
    g->side = below(g, 2) == 0 ? 1 : between(g, 1, 40);
    if (g->reset || (g->halted && below(g, 2) == 0)) {
        nt_walk_restart(&g->walk);
        g->is_held = false;
    }
    split_pair(g);
}

static bool draw_episode(generator *g) {
    return g->phase.episode > 0 && below(g, 4096) < g->phase.episode;
}

static void set_side(generator *g, nt_ingress *ingress) {
    g->side--;
    ingress->halted = g->halted;
    ingress->reset = g->reset;
    ingress->lowpower = g->lowpower;
    ingress->priv = g->halted ? 4 : g->walk.priv;
}

/* Blocks. */

static void draw_block(generator *g) {
    g->held_priv = g->walk.priv;
    nt_walk_step(&g->walk, &g->held);
    g->is_held = true;
}

static void fill(generator *g, nt_ingress *ingress) {
    unsigned blocks = g->phase.blocks > 1 ? between(g, 1, g->phase.blocks) : 1;
    for (unsigned i = 0; i < blocks; i++) {
        if (!g->is_held) {
            draw_block(g);
        }
        if (i > 0 && g->held_priv != ingress->priv) {
            break;
        }
        ingress->block[i] = g->held.block;
        ingress->priv = g->held_priv;
        ingress->cause = g->held.cause;
        ingress->tval = g->held.tval;
        g->is_held = false;
        if (nt_block_has_address(&g->held.block)) {
            g->pause.addresses++;
        }
        if (g->held.block.itype == NT_ITYPE_EXCEPTION ||
            g->held.block.itype == NT_ITYPE_INTERRUPT) {
            break;
        }
    }
}

/* Cycles. */

static void run_cycle(generator *g, bool stall, nt_cycle *cycle) {
    advance_phase(g, cycle);
    cycle->sink_ready = sink_is_ready(g);
    if (g->pause.on) {
        step_pause(g, cycle);
    } else if (draw_episode(g)) {
        begin_pause(g, cycle);
    }
    if (g->side == 0 && draw_episode(g)) {
        begin_side(g);
    }
    if (g->side > 0) {
        set_side(g, &cycle->ingress);
    } else if (!stall && !nt_random_chance(&g->random, g->phase.bubbles)) {
        fill(g, &cycle->ingress);
    }
}

static int next_cycle(void *self, bool stall, nt_cycle *cycle, nt_error *error) {
    (void)error;
    generator *g = self;
    *cycle = (nt_cycle){.sink_ready = true};
    switch (g->stage) {
    case STAGE_START:
        if (nt_control_start(&g->start, g->step, cycle)) {
            g->step++;
            return 1;
        }
        g->stage = STAGE_RUN;
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
        nt_control_write_field(cycle, "trTeInstTracing", 0);
        if (g->control.trPibMode != 0 && g->control.trPibEnable == 0) {
            write_field(g, cycle, "trPibEnable", g->start.trPibEnable);
        }
        g->stage = STAGE_DRAIN;
        g->idle = nt_drain_cycles(&g->config, &g->control);
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

static void close_generator(void *self) {
    generator *g = self;
    nt_program_free(&g->program);
    free(g);
}

/* Half of the seeds have a sink that is slow, the others a PIB, which never is. */
static void draw_start(generator *g) {
    if (!g->options.keep_control) {
        if (below(g, 2) == 0 && !g->options.keep_pib) {
            g->start.trPibActive = 0;
            g->start.trPibEnable = 0;
            g->start.trPibMode = 0;
        }
        g->start.trTeInstMode = below(g, 3) == 0 ? 3 : 6;
        g->start.trTeInstStallEna = below(g, 3) == 0;
    }
    g->control = g->start;
}

static int make_image(const generator *g, nt_image **image) {
    *image = nt_image_new(g->config.xlen);
    if (*image == NULL) {
        return -1;
    }
    if (nt_program_image(&g->program, *image) != 0) {
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
    if (nt_program_make(&g->program, config, &g->random) != 0 ||
        (image != NULL && make_image(g, image) != 0)) {
        close_generator(g);
        return nt_fail(error, "out of memory");
    }
    nt_walk_start(&g->walk, &g->program, config, &g->random);
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
        const nt_place *place = &g->program.places[i];
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
