/* SPDX-License-Identifier: Apache-2.0 */
/* Random ingress: what the seed promises, that it is legal, and what it reaches in each build. */
#include "model/codes.h"
#include "model/encoder_core.h"
#include "model/transport/pib.h"
#include "sim/ingress/monitor.h"
#include "sim/ingress/mutate.h"
#include "sim/ingress/random.h"
#include "sim/ingress/random_settings.h"
#include "tests/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static nt_source open_random(const char *build, uint64_t seed, uint64_t cycles, bool everything,
                             nt_settings *settings) {
    nt_error error = {0};
    nt_settings_init(settings);
    assert_int_equal(nt_settings_config(settings, build, &error), 0);
    nt_random_options options = {
        .seed = seed, .cycles = cycles, .settings = settings, .everything = everything};
    nt_source source;
    assert_int_equal(nt_random_open(&source, NULL, settings->config, &options, &error), 0);
    return source;
}

static uint64_t hash_cycles(const char *build, uint64_t seed) {
    nt_settings settings;
    nt_source source = open_random(build, seed, 50000, seed % 2 == 0, &settings);
    uint64_t hash = 14695981039346656037u;
    nt_cycle cycle;
    nt_error error = {0};
    while (source.next(source.self, false, &cycle, &error) == 1) {
        const uint8_t *bytes = (const uint8_t *)&cycle.ingress.block[0];
        uint8_t rest[] = {cycle.writes, cycle.sink_ready, cycle.ingress.priv, cycle.ingress.halted};
        for (size_t i = 0; i < 12; i++) {
            hash = (hash ^ bytes[i]) * 1099511628211u;
        }
        for (size_t i = 0; i < sizeof rest; i++) {
            hash = (hash ^ rest[i]) * 1099511628211u;
        }
    }
    source.close(source.self);
    return hash;
}

static void a_seed_gives_the_same_cycles_again_and_another_seed_others(void **state) {
    (void)state;
    assert_true(hash_cycles("tiny", 7) == hash_cycles("tiny", 7));
    assert_true(hash_cycles("tiny", 7) != hash_cycles("tiny", 8));
    assert_true(hash_cycles("rv64", 7) == hash_cycles("rv64", 7));
    assert_true(hash_cycles("rv64-wide", 8) == hash_cycles("rv64-wide", 8));
}

/* What a run reached: at the ingress port, and in the golden model. */
#define COUNTS(X)                                                                                  \
    X(prog_trace_sync)                                                                             \
    X(prog_trace_correlation)                                                                      \
    X(error)                                                                                       \
    X(direct_branch)                                                                               \
    X(indirect_branch)                                                                             \
    X(indirect_branch_hist)                                                                        \
    X(icnt_full)                                                                                   \
    X(hist_full)                                                                                   \
    X(both_full)                                                                                   \
    X(fifo_full)                                                                                   \
    X(exception_alone)                                                                             \
    X(exception_with_block)                                                                        \
    X(interrupt_alone)                                                                             \
    X(interrupt_with_block)                                                                        \
    X(interrupt_alone_after_jump)                                                                  \
    X(trap_after_trap)                                                                             \
    X(trap_after_trap_return)                                                                      \
    X(trap_return_after_trap)                                                                      \
    X(exception_starts)                                                                            \
    X(halted)                                                                                      \
    X(reset)                                                                                       \
    X(lowpower)                                                                                    \
    X(pause)                                                                                       \
    X(short_pause)                                                                                 \
    X(mode_change)                                                                                 \
    X(stalled)

/* And with everything, in builds that have it. */
#define MORE_COUNTS(X)                                                                             \
    X(ownership)                                                                                   \
    X(direct_branch_sync)                                                                          \
    X(indirect_branch_sync)                                                                        \
    X(indirect_branch_hist_sync)                                                                   \
    X(repeat_branch)                                                                               \
    X(repeated_history)                                                                            \
    X(priv_u)                                                                                      \
    X(priv_s)                                                                                      \
    X(priv_m)                                                                                      \
    X(priv_d)                                                                                      \
    X(priv_vu)                                                                                     \
    X(priv_vs)                                                                                     \
    X(context_unreported)                                                                          \
    X(ctype_1)                                                                                     \
    X(ctype_2)                                                                                     \
    X(ctype_3)                                                                                     \
    X(ctype_3_elsewhere)                                                                           \
    X(sijump)                                                                                      \
    X(sijump_alone)                                                                                \
    X(trace_on)                                                                                    \
    X(trace_off)                                                                                   \
    X(trace_on_and_off)                                                                            \
    X(notify)                                                                                      \
    X(ext_trigger)                                                                                 \
    X(impdef)                                                                                      \
    X(filtered)                                                                                    \
    X(restart)                                                                                     \
    X(all_jumps)                                                                                   \
    X(time_stands)                                                                                 \
    X(time_jumps)

typedef struct reached {
#define DECLARE(name) uint64_t name;
    COUNTS(DECLARE)
    MORE_COUNTS(DECLARE)
    uint64_t several_full; /* every group of the port retires */
} reached;

static bool is_jump(uint8_t itype) {
    return itype == 6 || itype == 8 || itype == 10 || itype == 12 || itype == 13 || itype == 14;
}

static bool is_sequential(uint8_t itype) {
    return is_jump(itype) && itype != NT_ITYPE_RETURN;
}

static bool is_trap(uint8_t itype) {
    return itype == NT_ITYPE_EXCEPTION || itype == NT_ITYPE_INTERRUPT;
}

/* What the ingress counts need of the cycles before. */
typedef struct tracker {
    nt_ingress last;    /* of the cycle before */
    uint8_t last_itype; /* of the last block */
    uint64_t last_end;  /* of the first block of the cycle before */
    uint32_t off;       /* cycles since tracing was turned off */
    bool untraced;      /* no block since tracing was turned on */
} tracker;

static void count_writes(reached *r, tracker *t, const nt_cycle *cycle) {
    for (unsigned i = 0; i < cycle->writes; i++) {
        const char *name = nt_control_fields[cycle->write[i].field].name;
        bool gate = strcmp(name, "trTeInstTracing") == 0 || strcmp(name, "trTeEnable") == 0;
        if (gate && cycle->write[i].value == 0) {
            r->pause++;
            t->off = 0;
        } else if (gate) {
            r->short_pause += t->off < 4;
            t->untraced = true;
        }
        r->mode_change += strcmp(name, "trTeInstMode") == 0;
    }
    t->off++;
}

static void count_ingress(reached *r, tracker *t, const nt_cycle *cycle) {
    const nt_ingress *in = &cycle->ingress;
    const nt_block *block = &in->block[0];
    bool exception = block->itype == NT_ITYPE_EXCEPTION;
    bool interrupt = block->itype == NT_ITYPE_INTERRUPT;
    bool alone = block->iretire == 0;
    r->halted += in->halted && !t->last.halted;
    r->reset += in->reset && !t->last.reset;
    r->lowpower += in->lowpower && !t->last.lowpower;
    r->exception_alone += exception && alone;
    r->exception_with_block += exception && !alone;
    r->interrupt_alone += interrupt && alone;
    r->interrupt_with_block += interrupt && !alone;
    r->interrupt_alone_after_jump += interrupt && alone && is_jump(t->last_itype);
    r->trap_after_trap += (exception || interrupt) && alone && is_trap(t->last_itype);
    r->trap_after_trap_return +=
        (exception || interrupt) && alone && t->last_itype == NT_ITYPE_TRAP_RETURN;
    r->trap_return_after_trap += block->itype == NT_ITYPE_TRAP_RETURN && is_trap(t->last_itype);
    r->exception_starts += exception && alone && t->untraced;
    if (block->iretire != 0 || block->itype != 0) {
        t->last_itype = block->itype;
        t->untraced = false;
    }
}

static void count_signals(reached *r, const tracker *t, const nt_cycle *cycle, uint64_t number,
                          unsigned nblocks) {
    const nt_ingress *in = &cycle->ingress;
    const nt_block *block = &in->block[0];
    bool retires = block->iretire != 0;
    uint64_t ticks = in->time - t->last.time;
    r->priv_u += retires && in->priv == 0;
    r->priv_s += retires && in->priv == 1;
    r->priv_m += retires && in->priv == 3;
    r->priv_d += retires && in->priv == 4;
    r->priv_vu += retires && in->priv == 5;
    r->priv_vs += retires && in->priv == 6;
    r->context_unreported += retires && in->ctype == 0 && in->context != t->last.context;
    r->ctype_1 += retires && in->ctype == 1;
    r->ctype_2 += retires && in->ctype == 2;
    r->ctype_3 += retires && in->ctype == 3;
    r->ctype_3_elsewhere += retires && in->ctype == 3 && block->iaddr != t->last_end;
    r->sijump += retires && block->sijump && is_sequential(block->itype);
    r->sijump_alone += retires && block->sijump && is_sequential(block->itype) &&
                       block->iretire == 1u << block->ilastsize;
    r->trace_on += (in->trigger & 3) == 1;
    r->trace_off += (in->trigger & 3) == 2;
    r->trace_on_and_off += (in->trigger & 3) == 3;
    r->notify += in->trigger >> 2 != 0;
    r->ext_trigger += in->ext_trigger != 0;
    r->impdef += in->impdef != 0;
    r->restart += cycle->rst && number > 10;
    r->time_stands += ticks == 0;
    r->time_jumps += ticks > 1000;
    for (unsigned i = 0; i < cycle->writes; i++) {
        size_t offset = nt_control_fields[cycle->write[i].field].offset;
        r->filtered +=
            offset == offsetof(nt_control, trTeInstFilters) && cycle->write[i].value != 0;
        r->all_jumps +=
            offset == offsetof(nt_control, trTeInstEnAllJumps) && cycle->write[i].value != 0;
    }
    r->several_full += in->block[nblocks - 1].iretire != 0;
}

/* The model, its control fields and its sink: a PIB where that is on. */
typedef struct rig {
    nt_encoder_core model;
    nt_control control;
    nt_pib pib;
    nt_framer framer;
    nt_encoder_core_outputs out; /* of the last cycle */
} rig;

static void count_byte(reached *r, rig *g, uint8_t byte) {
    if (g->framer.state == NT_FRAMER_BETWEEN) {
        uint8_t tcode = byte >> 2;
        r->prog_trace_sync += tcode == 9;
        r->prog_trace_correlation += tcode == 33;
        r->error += tcode == 8;
        r->direct_branch += tcode == 3;
        r->indirect_branch += tcode == 4;
        r->indirect_branch_hist += tcode == 28;
        r->ownership += tcode == 2;
        r->direct_branch_sync += tcode == 11;
        r->indirect_branch_sync += tcode == 12;
        r->indirect_branch_hist_sync += tcode == 29;
        r->repeat_branch += tcode == 30;
    }
    (void)nt_framer_byte(&g->framer, byte);
}

static void count_flow(reached *r, const nt_encoder *e) {
    bool icnt = false;
    bool hist = false;
    for (unsigned i = 0; i < NT_MAX_SLOTS; i++) {
        const nt_descriptor *d = &e->flow.slot[i];
        bool full = (e->flow.valid >> i & 1) != 0 && d->tcode == NT_TCODE_RESOURCE_FULL;
        icnt |= full && (d->code == NT_RCODE_ICNT || (d->code & NT_ICNT_FIRST) != 0);
        hist |= full && d->code != NT_RCODE_ICNT;
        r->repeated_history += full && (d->code & 3) == NT_RCODE_HREPEAT;
    }
    r->icnt_full += icnt;
    r->hist_full += hist;
    r->both_full += icnt && hist;
    r->fifo_full += e->fifo.level == e->config->fifo_depth;
}

/* What the port reports may not change while anything is traced or on its way. */
static void check_writes(const rig *g, const nt_cycle *cycle) {
    for (unsigned i = 0; i < cycle->writes; i++) {
        unsigned field = cycle->write[i].field;
        bool changes = cycle->write[i].value != nt_control_get(&g->control, field);
        if (changes && nt_random_role(field) == NT_ROLE_PORT && !g->out.encoder.trTeEmpty) {
            fail_msg("%s changes before all was sent", nt_control_fields[field].name);
        }
    }
}

/* One cycle; the result is the stall output. */
static bool clock_rig(reached *r, rig *g, const nt_cycle *cycle) {
    for (unsigned i = 0; i < cycle->writes; i++) {
        nt_control_set(&g->control, cycle->write[i].field, cycle->write[i].value);
    }
    bool has_pib = g->control.trPibActive != 0 && g->control.trPibMode != 0;
    const nt_pib_control control = {.trPibActive = g->control.trPibActive,
                                    .trPibEnable = g->control.trPibEnable,
                                    .trPibMode = g->control.trPibMode,
                                    .trPibDivider = g->control.trPibDivider};
    nt_pib_outputs pins;
    nt_pib_out(&g->pib, cycle->rst, &control, &pins);
    const nt_encoder_core_inputs in = {
        .rst = cycle->rst, .control = &g->control, .ingress = &cycle->ingress};
    nt_encoder_core_out(&g->model, &in, &g->out);
    const nt_encoder_outputs *out = &g->out.encoder;
    bool ready = has_pib ? pins.in_ready : cycle->sink_ready;
    for (unsigned i = 0; out->out_valid && ready && i < out->out_count; i++) {
        count_byte(r, g, (uint8_t)(out->out >> 8 * i));
    }
    nt_pib_inputs pib = {.rst = cycle->rst, .control = &control};
    for (; out->out_valid && has_pib && pib.in.count < out->out_count; pib.in.count++) {
        pib.in.byte[pib.in.count] = (uint8_t)(out->out >> 8 * pib.in.count);
    }
    nt_encoder_core_step(&g->model, &in, &g->out, ready);
    nt_encoder_core_pull(&g->control, &g->out.triggers);
    nt_pib_step(&g->pib, &pib);
    count_flow(r, &g->model.encoder);
    r->stalled += out->stall;
    return out->stall;
}

static void run_seed(const char *build, uint64_t seed, uint64_t cycles, bool everything,
                     reached *r) {
    nt_settings settings;
    nt_source source = open_random(build, seed, cycles, everything, &settings);
    nt_monitor *monitor = nt_monitor_new(settings.config);
    rig *g = calloc(1, sizeof *g);
    nt_encoder_core_init(&g->model, settings.config);
    nt_pib_init(&g->pib, &(nt_pib_params){.bytes = settings.config->out_bytes});
    tracker t = {.untraced = true};
    nt_cycle cycle;
    nt_error error = {0};
    bool stall = false;
    uint64_t number = 0;
    for (; source.next(source.self, stall, &cycle, &error) == 1; number++) {
        const char *rule = nt_monitor_step(monitor, &cycle);
        if (rule != NULL) {
            fail_msg("%s, seed %llu, cycle %llu: %s", build, (unsigned long long)seed,
                     (unsigned long long)number, rule);
        }
        count_writes(r, &t, &cycle);
        count_ingress(r, &t, &cycle);
        count_signals(r, &t, &cycle, number, settings.config->nblocks);
        if (everything) {
            check_writes(g, &cycle);
        }
        t.last = cycle.ingress;
        const nt_block *first = &cycle.ingress.block[0];
        t.last_end = first->iaddr + 2u * first->iretire;
        stall = clock_rig(r, g, &cycle);
    }
    assert_true(number > cycles);
    const nt_encoder_core_inputs in = {.control = &g->control, .ingress = &cycle.ingress};
    nt_encoder_core_out(&g->model, &in, &g->out);
    /* The drain was long enough; a stop may still wait for a target that does not come. */
    assert_true(g->out.encoder.trTeEmpty || g->model.encoder.flow.state.awaits != NT_AWAIT_NONE);
    assert_false(g->out.encoder.out_valid);
    free(g);
    nt_monitor_free(monitor);
    source.close(source.self);
}

static void check_build(const char *build, uint64_t seeds, uint64_t cycles) {
    reached r = {0};
    if (is_sample()) {
        run_seed(build, 1, cycles / 5, false, &r); /* not all is reached */
        return;
    }
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        run_seed(build, seed, cycles, false, &r);
    }
#define PRINT(name) printf("# %-8s %-28s %llu\n", build, #name, (unsigned long long)r.name);
    COUNTS(PRINT)
#define CHECK(name) assert_true(r.name > 0);
    COUNTS(CHECK)
}

/* What only the flow stage of a whole encoder reaches is for the lockstep runs to count. */
static void check_everything(const char *build, uint64_t seeds, uint64_t cycles, bool single) {
    reached r = {0};
    if (is_sample()) {
        run_seed(build, 1, cycles / 5, true, &r); /* not all is reached */
        return;
    }
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        run_seed(build, seed, cycles, true, &r);
    }
    MORE_COUNTS(PRINT)
    MORE_COUNTS(CHECK)
    assert_true(single || r.several_full > cycles / 20);
}

static void every_corner_is_reached_legally_in_tiny(void **state) {
    (void)state;
    check_build("tiny", 4, 1000000);
}

static void every_corner_is_reached_legally_in_rv32_min(void **state) {
    (void)state;
    /* I-CNT takes 300 thousand cycles to fill here. */
    check_build("rv32-min", 4, 6000000);
}

static void every_corner_is_reached_legally_in_rv64(void **state) {
    (void)state;
    check_build("rv64", 4, 1500000);
}

static void with_everything_all_signals_and_messages_come_in_tiny(void **state) {
    (void)state;
    check_everything("tiny", 6, 300000, true);
}

static void with_everything_all_signals_and_messages_come_in_rv64_wide(void **state) {
    (void)state;
    check_everything("rv64-wide", 6, 300000, false);
}

static void four_blocks_a_cycle_are_legal_too(void **state) {
    (void)state;
    nt_config wide = {.name = "wide",
                      .xlen = 64,
                      .nblocks = 4,
                      .itype_w = 4,
                      .iretire_w = 6,
                      .icnt_w = 22,
                      .hist_w = 32,
                      .fifo_depth = 32};
    nt_settings settings;
    nt_settings_init(&settings);
    nt_random_options options = {.seed = 3, .cycles = 200000, .settings = &settings};
    nt_source source;
    nt_error error = {0};
    assert_int_equal(nt_random_open(&source, NULL, &wide, &options, &error), 0);
    nt_monitor *monitor = nt_monitor_new(&wide);
    nt_cycle cycle;
    uint64_t full = 0;
    while (source.next(source.self, false, &cycle, &error) == 1) {
        const char *rule = nt_monitor_step(monitor, &cycle);
        if (rule != NULL) {
            fail_msg("%s", rule);
        }
        full += cycle.ingress.block[3].iretire != 0;
    }
    assert_true(full > 1000);
    nt_monitor_free(monitor);
    source.close(source.self);
}

static void forbidden_cycles_are_named_by_the_monitor(void **state) {
    (void)state;
    const char *const builds[] = {"tiny", "rv32-min", "rv64"};
    for (unsigned b = 0; b < 3; b++) {
        nt_settings settings;
        nt_source source = open_random(builds[b], 5, 100000, false, &settings);
        nt_error error = {0};
        assert_int_equal(nt_mutate_open(&source, source, settings.config, 5, 300, &error), 0);
        nt_monitor *monitor = nt_monitor_new(settings.config);
        nt_cycle cycle;
        unsigned broken = 0;
        while (source.next(source.self, false, &cycle, &error) == 1) {
            broken += nt_monitor_step(monitor, &cycle) != NULL;
        }
        assert_true(broken > 100);
        nt_monitor_free(monitor);
        source.close(source.self);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_gives_the_same_cycles_again_and_another_seed_others),
        cmocka_unit_test(every_corner_is_reached_legally_in_tiny),
        cmocka_unit_test(every_corner_is_reached_legally_in_rv32_min),
        cmocka_unit_test(every_corner_is_reached_legally_in_rv64),
        cmocka_unit_test(with_everything_all_signals_and_messages_come_in_tiny),
        cmocka_unit_test(with_everything_all_signals_and_messages_come_in_rv64_wide),
        cmocka_unit_test(four_blocks_a_cycle_are_legal_too),
        cmocka_unit_test(forbidden_cycles_are_named_by_the_monitor),
    };
    return cmocka_run_group_tests_name("random ingress", tests, NULL, NULL);
}
