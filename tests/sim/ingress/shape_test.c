/* SPDX-License-Identifier: Apache-2.0 */
/* The shaper: small recordings become exactly the cycles that the ingress port wants. */
#include "libntrace/program/writer.h"
#include "sim/ingress/monitor.h"
#include "sim/ingress/shape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const nt_config rv64 = {.name = "test",
                               .xlen = 64,
                               .nblocks = 1,
                               .itype_w = 4,
                               .iretire_w = 6,
                               .icnt_w = 22,
                               .hist_w = 32,
                               .fifo_depth = 32};

static char directory[] = "/tmp/ntrace-shape-XXXXXX";
static char path[128];

/* A recording in the making. */

static nt_writer *begin(unsigned xlen) {
    nt_recording_header header = {.xlen = (uint8_t)xlen, .harts = 2, .source = "test"};
    nt_error error = {0};
    nt_writer *writer;
    snprintf(path, sizeof path, "%s/test.ntr", directory);
    assert_int_equal(nt_writer_open(&writer, path, &header, &error), 0);
    return writer;
}

static void put(nt_writer *writer, const nt_event *event) {
    nt_error error = {0};
    if (nt_writer_event(writer, event, &error) != 0) {
        fail_msg("%s", error.text);
    }
}

static void end(nt_writer *writer) {
    nt_error error = {0};
    assert_int_equal(nt_writer_commit(writer, &error), 0);
}

static void insn(nt_writer *writer, uint64_t pc, unsigned size, nt_insn_class class_,
                 uint64_t target) {
    nt_event event = {.kind = NT_EVENT_INSN};
    event.insn.pc = pc;
    event.insn.insn = (nt_insn){(uint8_t)size, (uint8_t)class_, target};
    put(writer, &event);
}

static void run(nt_writer *writer, uint64_t pc, uint32_t instructions, uint32_t halfwords) {
    nt_event event = {.kind = NT_EVENT_RUN};
    event.run.pc = pc;
    event.run.instructions = instructions;
    event.run.halfwords = halfwords;
    put(writer, &event);
}

static void trap(nt_writer *writer, bool interrupt, uint64_t cause, uint64_t epc, uint64_t tval) {
    nt_event event = {.kind = NT_EVENT_TRAP};
    event.trap.interrupt = interrupt;
    event.trap.cause = cause;
    event.trap.epc = epc;
    event.trap.tval = tval;
    put(writer, &event);
}

static void mode(nt_writer *writer, uint8_t priv) {
    nt_event event = {.kind = NT_EVENT_MODE};
    event.mode.priv = priv;
    put(writer, &event);
}

/* All cycles with blocks, as text: "priv: iaddr/iretire/itype/ilastsize ...", a line each. */

static char got[4096];

static int shape(const nt_config *config, nt_shape_options options, nt_error *error) {
    nt_settings settings;
    nt_settings_init(&settings);
    options.settings = &settings;
    options.blocks = options.blocks == 0 ? 1 : options.blocks;
    got[0] = '\0';
    nt_source source;
    if (nt_shape_open(&source, path, config, &options, error) != 0) {
        return -1;
    }
    nt_monitor *monitor = nt_monitor_new(config);
    nt_cycle cycle;
    size_t used = 0;
    int more;
    while ((more = source.next(source.self, false, &cycle, error)) == 1) {
        const nt_ingress *in = &cycle.ingress;
        assert_null(nt_monitor_step(monitor, &cycle));
        for (unsigned b = 0; b < config->nblocks; b++) {
            const nt_block *k = &in->block[b];
            if (k->iretire == 0 && k->itype == 0) {
                break;
            }
            if (b == 0) {
                used += (size_t)snprintf(got + used, sizeof got - used, "%u:", in->priv);
            }
            used +=
                (size_t)snprintf(got + used, sizeof got - used, " %llx/%u/%u/%u",
                                 (unsigned long long)k->iaddr, k->iretire, k->itype, k->ilastsize);
            if (k->itype == NT_ITYPE_EXCEPTION || k->itype == NT_ITYPE_INTERRUPT) {
                used += (size_t)snprintf(got + used, sizeof got - used, " cause %u tval %llx",
                                         in->cause, (unsigned long long)in->tval);
            }
        }
        if (in->block[0].iretire != 0 || in->block[0].itype != 0) {
            used += (size_t)snprintf(got + used, sizeof got - used, "\n");
        }
        assert_true(used < sizeof got);
    }
    nt_monitor_free(monitor);
    source.close(source.self);
    return more;
}

static void expect(const nt_config *config, nt_shape_options options, const char *expected) {
    nt_error error = {0};
    if (shape(config, options, &error) != 0) {
        fail_msg("%s", error.text);
    }
    assert_string_equal(got, expected);
}

/* Efficient Trace for RISC-V 2.0, "Example retirement sequences". */
static void nine_instructions(nt_writer *w) {
    insn(w, 0x1000, 4, NT_INSN_OTHER, 0);         /* divuw */
    insn(w, 0x1004, 4, NT_INSN_OTHER, 0);         /* add */
    insn(w, 0x1008, 4, NT_INSN_OTHER, 0);         /* or */
    insn(w, 0x100c, 2, NT_INSN_INDIRECT_CALL, 0); /* c.jalr */
    insn(w, 0x0940, 4, NT_INSN_OTHER, 0);         /* addi */
    insn(w, 0x0944, 2, NT_INSN_BRANCH, 0x0a00);   /* c.beq */
    insn(w, 0x0946, 2, NT_INSN_BRANCH, 0x0988);   /* c.bnez */
    insn(w, 0x0988, 4, NT_INSN_OTHER, 0);         /* lbu */
    insn(w, 0x098c, 4, NT_INSN_OTHER, 0);         /* csrrw */
    run(w, 0x1000, 4, 7);
    run(w, 0x0940, 3, 4);
    run(w, 0x0988, 2, 4);
}

static void the_worked_example_of_the_ingress_port_comes_out_exactly(void **state) {
    (void)state;
    nt_writer *w = begin(64);
    mode(w, 0);
    nine_instructions(w);
    end(w);
    expect(&rv64, (nt_shape_options){0},
           "0: 1000/7/8/0\n"
           "0: 940/3/4/0\n"
           "0: 946/1/5/0\n"
           "0: 988/4/0/1\n");
}

static void blocks_share_a_cycle_where_the_port_has_room(void **state) {
    (void)state;
    nt_config wide = rv64;
    wide.nblocks = 3;
    nt_writer *w = begin(64);
    mode(w, 0);
    nine_instructions(w);
    end(w);
    expect(&wide, (nt_shape_options){.blocks = 3},
           "0: 1000/7/8/0 940/3/4/0 946/1/5/0\n"
           "0: 988/4/0/1\n");
    expect(&wide, (nt_shape_options){.blocks = 2},
           "0: 1000/7/8/0 940/3/4/0\n"
           "0: 946/1/5/0 988/4/0/1\n");
}

static void a_block_has_no_more_instructions_than_asked_for(void **state) {
    (void)state;
    nt_writer *w = begin(64);
    mode(w, 0);
    nine_instructions(w);
    end(w);
    expect(&rv64, (nt_shape_options){.instructions = 2, .limit = 6},
           "0: 1000/4/0/1\n"
           "0: 1008/3/8/0\n"
           "0: 940/3/4/0\n");
    expect(&rv64, (nt_shape_options){.limit = 3}, "0: 1000/6/0/1\n");
}

static void a_block_is_as_long_as_iretire_can_tell(void **state) {
    (void)state;
    nt_config small = rv64;
    small.iretire_w = 3;
    nt_writer *w = begin(64);
    for (unsigned i = 0; i < 10; i++) {
        insn(w, 0x1000 + 4 * i, 4, NT_INSN_OTHER, 0);
    }
    run(w, 0x1000, 10, 20);
    end(w);
    expect(&small, (nt_shape_options){0},
           "3: 1000/6/0/1\n3: 100c/6/0/1\n3: 1018/6/0/1\n3: 1024/2/0/1\n");
}

static void traps(nt_writer *w) {
    insn(w, 0x1000, 4, NT_INSN_OTHER, 0);
    insn(w, 0x1004, 4, NT_INSN_OTHER, 0); /* ecall */
    insn(w, 0x1008, 2, NT_INSN_DIRECT_JUMP, 0x1000);
    insn(w, 0x2000, 4, NT_INSN_OTHER, 0);
    insn(w, 0x2004, 4, NT_INSN_TRAP_RETURN, 0);
    mode(w, 0);
    run(w, 0x1000, 1, 2);
    trap(w, false, 8, 0x1004, 0);
    mode(w, 3);
    run(w, 0x2000, 2, 4);
    mode(w, 0);
    run(w, 0x1008, 1, 1);
    trap(w, true, 7, 0x1000, 0x55); /* right after the jump */
    mode(w, 3);
    trap(w, false, 2, 0x2000, 0x13); /* at the handler's first instruction */
    run(w, 0x2000, 1, 2);
    trap(w, true, 3, 0x2004, 0);
    run(w, 0x2000, 2, 4);
    mode(w, 0);
    trap(w, false, 12, 0x1000, 0x1000); /* where the trap return leads */
    mode(w, 3);
    run(w, 0x2000, 1, 2);
    end(w);
}

static void traps_ride_with_the_last_retired_block_or_come_alone(void **state) {
    (void)state;
    traps(begin(64));
    expect(&rv64, (nt_shape_options){0},
           "0: 1000/2/1/1 cause 8 tval 0\n"
           "3: 2000/4/3/1\n"
           "0: 1008/1/11/0\n"
           "0: 0/0/2/0 cause 7 tval 0\n"
           "3: 2000/0/1/0 cause 2 tval 13\n"
           "3: 2000/2/2/1 cause 3 tval 0\n"
           "3: 2000/4/3/1\n"
           "0: 1000/0/1/0 cause 12 tval 1000\n"
           "3: 2000/2/0/1\n");
}

static void a_cycle_holds_one_trap_and_one_privilege(void **state) {
    (void)state;
    nt_config wide = rv64;
    wide.nblocks = 4;
    traps(begin(64));
    expect(&wide, (nt_shape_options){.blocks = 4},
           "0: 1000/2/1/1 cause 8 tval 0\n"
           "3: 2000/4/3/1\n"
           "0: 1008/1/11/0 0/0/2/0 cause 7 tval 0\n"
           "3: 2000/0/1/0 cause 2 tval 13\n"
           "3: 2000/2/2/1 cause 3 tval 0\n"
           "3: 2000/4/3/1\n"
           "0: 1000/0/1/0 cause 12 tval 1000\n"
           "3: 2000/2/0/1\n");
}

static void each_class_has_its_itype_in_both_widths(void **state) {
    (void)state;
    static const struct {
        nt_insn_class class_;
        unsigned wide, narrow;
    } itypes[] = {
        {NT_INSN_DIRECT_CALL, 9, 0},       {NT_INSN_DIRECT_JUMP, 11, 0},
        {NT_INSN_DIRECT_JUMP_LINK, 15, 0}, {NT_INSN_INDIRECT_CALL, 8, 6},
        {NT_INSN_INDIRECT_JUMP, 10, 6},    {NT_INSN_COROUTINE_SWAP, 12, 6},
        {NT_INSN_RETURN, 13, 6},           {NT_INSN_INDIRECT_JUMP_LINK, 14, 6},
        {NT_INSN_TRAP_RETURN, 3, 3},       {NT_INSN_BRANCH, 5, 5},
    };
    for (unsigned i = 0; i < sizeof itypes / sizeof itypes[0]; i++) {
        bool direct = itypes[i].class_ <= NT_INSN_DIRECT_JUMP_LINK;
        nt_config config = rv64;
        char expected[64];
        nt_writer *w = begin(64);
        insn(w, 0x1000, 4, NT_INSN_OTHER, 0);
        insn(w, 0x1004, 4, itypes[i].class_, direct ? 0x2000 : 0);
        insn(w, 0x2000, 2, NT_INSN_OTHER, 0);
        run(w, 0x1000, 2, 4);
        run(w, 0x2000, 1, 1);
        end(w);
        snprintf(expected, sizeof expected, "3: 1000/4/%u/1\n3: 2000/1/0/0\n", itypes[i].wide);
        expect(&config, (nt_shape_options){0}, expected);
        config.itype_w = 3;
        snprintf(expected, sizeof expected, "3: 1000/4/%u/1\n3: 2000/1/0/0\n", itypes[i].narrow);
        expect(&config, (nt_shape_options){0}, expected);
    }
}

static void code_that_changes_as_it_runs_is_followed(void **state) {
    (void)state;
    nt_writer *w = begin(64);
    insn(w, 0x1000, 4, NT_INSN_OTHER, 0);
    insn(w, 0x1004, 4, NT_INSN_DIRECT_JUMP, 0x1000);
    run(w, 0x1000, 2, 4);
    run(w, 0x1000, 1, 2);
    insn(w, 0x1004, 4, NT_INSN_DIRECT_JUMP, 0x3000); /* replaced before it runs again */
    insn(w, 0x3000, 2, NT_INSN_OTHER, 0);
    run(w, 0x1004, 1, 2);
    run(w, 0x3000, 1, 1);
    end(w);
    expect(&rv64, (nt_shape_options){0},
           "3: 1000/4/11/1\n"
           "3: 1000/2/0/1\n"
           "3: 1004/2/11/1\n"
           "3: 3000/1/0/0\n");
}

static void only_the_chosen_hart_is_shaped(void **state) {
    (void)state;
    nt_writer *w = begin(64);
    nt_event other = {.kind = NT_EVENT_INSN, .hart = 1};
    other.insn.pc = 0x1000;
    other.insn.insn = (nt_insn){2, NT_INSN_OTHER, 0};
    put(w, &other);
    insn(w, 0x1000, 4, NT_INSN_OTHER, 0);
    run(w, 0x1000, 1, 2);
    other = (nt_event){.kind = NT_EVENT_RUN, .hart = 1};
    other.run.pc = 0x1000;
    other.run.instructions = 1;
    other.run.halfwords = 1;
    put(w, &other);
    end(w);
    expect(&rv64, (nt_shape_options){0}, "3: 1000/2/0/1\n");
    expect(&rv64, (nt_shape_options){.hart = 1}, "3: 1000/1/0/0\n");
}

static void what_cannot_be_is_an_error_that_names_the_place(void **state) {
    (void)state;
    static const struct {
        nt_insn_class class_;
        uint64_t target, next;
        const char *says;
    } cases[] = {
        {NT_INSN_OTHER, 0, 0x2000, "does not lead to what ran next, at 0x2000"},
        {NT_INSN_BRANCH, 0x3000, 0x2000, "does not lead to what ran next, at 0x2000"},
        {NT_INSN_DIRECT_CALL, 0x3000, 0x2000, "does not lead to what ran next, at 0x2000"},
        {NT_INSN_RETURN, 0, 0x4000, "no code is known at 0x4000"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nt_error error = {0};
        nt_writer *w = begin(64);
        insn(w, 0x1000, 4, cases[i].class_, cases[i].target);
        insn(w, 0x2000, 2, NT_INSN_OTHER, 0);
        run(w, 0x1000, 1, 2);
        run(w, cases[i].next, 1, 1);
        end(w);
        assert_int_equal(shape(&rv64, (nt_shape_options){0}, &error), -1);
        if (strstr(error.text, cases[i].says) == NULL || strstr(error.text, path) == NULL) {
            fail_msg("expected '%s', got '%s'", cases[i].says, error.text);
        }
    }
    nt_error error = {0};
    assert_int_equal(shape(&rv64, (nt_shape_options){.hart = 2}, &error), -1);
    assert_non_null(strstr(error.text, "there is no hart 2"));
    error = (nt_error){0};
    assert_int_equal(shape(&rv64, (nt_shape_options){.blocks = 2}, &error), -1);
    error = (nt_error){0};
    nt_config other = rv64;
    other.xlen = 32;
    assert_int_equal(shape(&other, (nt_shape_options){0}, &error), -1);
    assert_non_null(strstr(error.text, "RV64"));
}

static void bubbles_and_variation_keep_what_retired(void **state) {
    (void)state;
    nt_config wide = rv64;
    wide.nblocks = 4;
    traps(begin(64));
    for (uint64_t seed = 0; seed < 20; seed++) {
        nt_settings settings;
        nt_settings_init(&settings);
        nt_shape_options options = {
            .blocks = 4, .bubbles = 100, .vary = true, .seed = seed, .settings = &settings};
        nt_error error = {0};
        nt_source source;
        nt_cycle cycle;
        unsigned retired = 0, trapped = 0;
        assert_int_equal(nt_shape_open(&source, path, &wide, &options, &error), 0);
        nt_monitor *monitor = nt_monitor_new(&wide);
        while (source.next(source.self, false, &cycle, &error) == 1) {
            assert_null(nt_monitor_step(monitor, &cycle));
            for (unsigned b = 0; b < 4; b++) {
                retired += cycle.ingress.block[b].iretire;
                trapped += cycle.ingress.block[b].itype == 1 || cycle.ingress.block[b].itype == 2;
            }
        }
        assert_int_equal(retired, 2 + 4 + 1 + 2 + 4 + 2);
        assert_int_equal(trapped, 5);
        nt_monitor_free(monitor);
        source.close(source.self);
    }
}

static void a_stalled_hart_retires_nothing(void **state) {
    (void)state;
    nt_writer *w = begin(64);
    nine_instructions(w);
    end(w);
    nt_settings settings;
    nt_settings_init(&settings);
    nt_shape_options options = {.blocks = 1, .settings = &settings};
    nt_error error = {0};
    nt_source source;
    nt_cycle cycle;
    assert_int_equal(nt_shape_open(&source, path, &rv64, &options, &error), 0);
    for (unsigned i = 0; i < 1000; i++) {
        assert_int_equal(source.next(source.self, true, &cycle, &error), 1);
        assert_int_equal(cycle.ingress.block[0].iretire, 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(source.next(source.self, false, &cycle, &error), 1);
        assert_int_not_equal(cycle.ingress.block[0].iretire, 0);
    }
    source.close(source.self);
}

/* Reset, then the fields in the order of the Trace Control Interface; at the end tracing stops. */
static void control_fields_are_written_in_order(void **state) {
    (void)state;
    nt_writer *w = begin(64);
    nine_instructions(w);
    end(w);
    nt_settings settings;
    nt_settings_init(&settings);
    nt_shape_options options = {.blocks = 1, .settings = &settings};
    nt_error error = {0};
    nt_source source;
    nt_cycle cycle;
    char order[512] = "";
    size_t used = 0;
    unsigned reset = 0, idle = 0;
    assert_int_equal(nt_shape_open(&source, path, &rv64, &options, &error), 0);
    while (source.next(source.self, false, &cycle, &error) == 1) {
        reset += cycle.rst;
        idle = cycle.ingress.block[0].iretire == 0 ? idle + 1 : 0;
        for (unsigned i = 0; i < cycle.writes; i++) {
            used += (size_t)snprintf(
                order + used, sizeof order - used, "%s%s=%u", i == 0 ? " | " : " ",
                nt_control_fields[cycle.write[i].field].name, cycle.write[i].value);
        }
    }
    source.close(source.self);
    assert_true(reset >= 1);
    assert_true(idle > 32 * 38);
    assert_string_equal(order,
                        " | trTeActive=1 trTsActive=1 trPibActive=1"
                        " | trTeInstMode=6 trTeInstStallEna=1 trTsCount=1 trTsMode=3 trPibMode=11"
                        " | trPibEnable=1 | trTeEnable=1 | trTeInstTracing=1"
                        " | trTeInstTracing=0 trTeEnable=0");
}

/* Cycles with blocks as "iaddr/itype[s] ..." where s is sijump, then "c" and ctype and context. */
static void shape_signals(const nt_config *config, nt_shape_options options, const char *setting,
                          const char *expected) {
    nt_settings settings;
    nt_error error = {0};
    nt_settings_init(&settings);
    if (setting != NULL) {
        assert_int_equal(nt_settings_set(&settings, setting, &error), 0);
    }
    options.settings = &settings;
    options.blocks = options.blocks == 0 ? config->nblocks : options.blocks;
    nt_source source;
    assert_int_equal(nt_shape_open(&source, path, config, &options, &error), 0);
    nt_monitor *monitor = nt_monitor_new(config);
    nt_cycle cycle;
    uint64_t time = 0;
    size_t used = 0;
    got[0] = '\0';
    while (source.next(source.self, false, &cycle, &error) == 1) {
        const nt_ingress *in = &cycle.ingress;
        assert_null(nt_monitor_step(monitor, &cycle));
        assert_int_equal(in->time, time++);
        unsigned b = 0;
        for (; b < config->nblocks && (in->block[b].iretire != 0 || in->block[b].itype != 0); b++) {
            used += (size_t)snprintf(got + used, sizeof got - used, "%s%llx/%u%s", b > 0 ? " " : "",
                                     (unsigned long long)in->block[b].iaddr, in->block[b].itype,
                                     in->block[b].sijump ? "s" : "");
        }
        if (b > 0) {
            used += (size_t)snprintf(got + used, sizeof got - used, " c%u:%llx\n", in->ctype,
                                     (unsigned long long)in->context);
        }
    }
    nt_monitor_free(monitor);
    source.close(source.self);
    assert_string_equal(error.text, "");
    assert_string_equal(got, expected);
}

static void context(nt_writer *w, uint8_t priv, uint64_t value) {
    nt_event event = {.kind = NT_EVENT_MODE};
    event.mode.priv = priv;
    event.mode.context = value;
    put(w, &event);
}

static const nt_config with_context = {.name = "context",
                                       .xlen = 64,
                                       .nblocks = 4,
                                       .itype_w = 4,
                                       .iretire_w = 6,
                                       .icnt_w = 22,
                                       .hist_w = 32,
                                       .fifo_depth = 32,
                                       .scontext_w = 4,
                                       .hcontext_w = 4,
                                       .options = 1,
                                       .sijump = 1};

static void the_first_retirement_in_another_context_tells_of_it(void **state) {
    (void)state;
    nt_writer *w = begin(64);
    insn(w, 0x1000, 2, NT_INSN_OTHER, 0);
    insn(w, 0x1002, 2, NT_INSN_OTHER, 0);
    insn(w, 0x1004, 2, NT_INSN_OTHER, 0);
    insn(w, 0x1006, 2, NT_INSN_OTHER, 0);
    insn(w, 0x2000, 2, NT_INSN_OTHER, 0);
    context(w, 0, 5);
    run(w, 0x1000, 1, 1);
    context(w, 0, 0x106); /* wider than the port */
    run(w, 0x1002, 1, 1);
    run(w, 0x1004, 1, 1);
    context(w, 0, 7);
    trap(w, true, 3, 0x1006, 0); /* alone: it retires nothing */
    context(w, 3, 7);
    run(w, 0x2000, 1, 1);
    end(w);
    static const char *const expected = "1000/0 c0:5\n"
                                        "1002/0 c%u:6\n"
                                        "0/2 c0:7\n"
                                        "2000/0 c%u:7\n";
    for (unsigned ctype = 0; ctype < 4; ctype++) {
        char text[128];
        snprintf(text, sizeof text, expected, ctype, ctype);
        shape_signals(&with_context, (nt_shape_options){.ctype = ctype}, NULL, text);
    }
    shape_signals(&rv64, (nt_shape_options){.ctype = 2}, NULL,
                  "1000/0 c0:0\n1002/2 c0:0\n2000/0 c0:0\n");
}

static void all_jumps_makes_direct_jumps_taken_branches(void **state) {
    (void)state;
    nt_writer *w = begin(64);
    insn(w, 0x1000, 2, NT_INSN_DIRECT_JUMP, 0x2000);
    insn(w, 0x2000, 4, NT_INSN_DIRECT_JUMP_LINK, 0x3000);
    insn(w, 0x3000, 4, NT_INSN_DIRECT_CALL, 0x4000);
    insn(w, 0x4000, 2, NT_INSN_RETURN, 0);
    run(w, 0x1000, 1, 1);
    run(w, 0x2000, 1, 2);
    run(w, 0x3000, 1, 2);
    run(w, 0x4000, 1, 1);
    end(w);
    nt_config narrow = with_context;
    narrow.itype_w = 3;
    nt_config none = with_context;
    none.options = 0;
    const nt_shape_options all = {0};
    const char *set = "trTeInstEnAllJumps=1";
    shape_signals(&with_context, all, NULL, "1000/11 2000/15 3000/9 4000/13 c0:0\n");
    shape_signals(&with_context, all, set, "1000/5 2000/5 3000/9 4000/13 c0:0\n");
    shape_signals(&narrow, all, set, "1000/5 2000/5 3000/5 4000/6 c0:0\n");
    shape_signals(&none, all, set, "1000/11 2000/15 3000/9 4000/13 c0:0\n");
}

static void as_many_blocks_that_end_in_something_share_a_cycle_as_asked_for(void **state) {
    (void)state;
    nt_writer *w = begin(64);
    nine_instructions(w);
    end(w);
    shape_signals(&with_context, (nt_shape_options){.instructions = 1, .specials = 1}, NULL,
                  "1000/0 1004/0 1008/0 100c/8 c0:0\n"
                  "940/0 944/4 c0:0\n"
                  "946/5 988/0 98c/0 c0:0\n");
    shape_signals(&with_context, (nt_shape_options){.specials = 2}, NULL,
                  "1000/8 940/4 c0:0\n946/5 988/0 c0:0\n");
}

static void code(nt_writer *w, uint64_t pc, uint32_t insn, uint32_t size) {
    const uint8_t bytes[] = {(uint8_t)insn, (uint8_t)(insn >> 8), (uint8_t)(insn >> 16),
                             (uint8_t)(insn >> 24)};
    nt_event event = {.kind = NT_EVENT_CODE};
    event.code.address = pc;
    event.code.size = size;
    event.code.bytes = bytes;
    put(w, &event);
}

/* Pairs of all kinds: also split into two blocks, by a trap, and those that only look so. */
static void sequentially_inferable_jumps_are_marked(void **state) {
    (void)state;
    enum {
        AUIPC_X6 = 0x00001317, /* auipc x6, 1 */
        JALR_X1_X6 = 0x010300e7,
        LUI_X7 = 0x000053b7, /* lui x7, 5 */
        CLUI_X7 = 0x6395,    /* c.lui x7, 5 */
        CJR_X7 = 0x8382,     /* c.jr x7 */
        LUI_X1 = 0x000060b7, /* lui x1, 6 */
        RET = 0x8082,        /* c.jr x1: a return */
    };
    nt_writer *w = begin(64);
    code(w, 0x1000, AUIPC_X6, 4);
    code(w, 0x1004, JALR_X1_X6, 4);
    code(w, 0x2010, LUI_X7, 4);
    code(w, 0x2014, CJR_X7, 2);
    code(w, 0x5000, CLUI_X7, 2);
    code(w, 0x5002, CJR_X7, 2);
    code(w, 0x5004, LUI_X1, 4);
    code(w, 0x5008, RET, 2);
    code(w, 0x6000, LUI_X7, 4);
    code(w, 0x6004, JALR_X1_X6, 4);
    code(w, 0x7000, 0x30200073, 4); /* mret */
    run(w, 0x1000, 2, 4);
    run(w, 0x2010, 2, 3);
    run(w, 0x5000, 2, 2);
    run(w, 0x5000, 1, 1);
    trap(w, true, 3, 0x5002, 0);
    run(w, 0x7000, 1, 2);
    run(w, 0x5002, 1, 1); /* not consecutive */
    run(w, 0x5004, 2, 3); /* a return is never inferable */
    run(w, 0x6000, 2, 4); /* another register */
    run(w, 0x1000, 1, 2);
    end(w);
    nt_config one = with_context;
    one.nblocks = 1;
    shape_signals(&one, (nt_shape_options){0}, NULL,
                  "1000/8s c0:0\n2010/10s c0:0\n5000/10s c0:0\n5000/2 c0:0\n7000/3 c0:0\n"
                  "5002/10 c0:0\n5004/13 c0:0\n6000/8 c0:0\n1000/0 c0:0\n");
    shape_signals(&one, (nt_shape_options){.instructions = 1, .limit = 8}, NULL,
                  "1000/0 c0:0\n1004/8s c0:0\n2010/0 c0:0\n2014/10s c0:0\n5000/0 c0:0\n"
                  "5002/10s c0:0\n5000/2 c0:0\n7000/3 c0:0\n");
}

static int make_directory(void **state) {
    (void)state;
    return mkdtemp(directory) == NULL ? -1 : 0;
}

static int remove_directory(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_of_the_ingress_port_comes_out_exactly),
        cmocka_unit_test(blocks_share_a_cycle_where_the_port_has_room),
        cmocka_unit_test(a_block_has_no_more_instructions_than_asked_for),
        cmocka_unit_test(a_block_is_as_long_as_iretire_can_tell),
        cmocka_unit_test(traps_ride_with_the_last_retired_block_or_come_alone),
        cmocka_unit_test(a_cycle_holds_one_trap_and_one_privilege),
        cmocka_unit_test(each_class_has_its_itype_in_both_widths),
        cmocka_unit_test(code_that_changes_as_it_runs_is_followed),
        cmocka_unit_test(only_the_chosen_hart_is_shaped),
        cmocka_unit_test(what_cannot_be_is_an_error_that_names_the_place),
        cmocka_unit_test(bubbles_and_variation_keep_what_retired),
        cmocka_unit_test(a_stalled_hart_retires_nothing),
        cmocka_unit_test(the_first_retirement_in_another_context_tells_of_it),
        cmocka_unit_test(all_jumps_makes_direct_jumps_taken_branches),
        cmocka_unit_test(as_many_blocks_that_end_in_something_share_a_cycle_as_asked_for),
        cmocka_unit_test(sequentially_inferable_jumps_are_marked),
        cmocka_unit_test(control_fields_are_written_in_order),
    };
    return cmocka_run_group_tests_name("shaper", tests, make_directory, remove_directory);
}
