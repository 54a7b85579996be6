/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model of nt_system: who is on which page, who is connected to whom, and what a reset
   leaves, against docs/system.md. */
#include "model/system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    WORDS = 16, /* of each RAM sink */
    CONTROL = 0x000,
    IMPL = 0x004,
    DIS_INPUT = 0x008,
    TS_CONTROL = 0x040,
    TS_COUNTER_LOW = 0x048,
    TRIG_EXT_IN = 0x054,
    TRIG_EXT_OUT = 0x058,
    RAM_START = 0x010,
    RAM_LIMIT = 0x018,
    RAM_WP = 0x020,
    RAM_RP = 0x028,
    RAM_DATA = 0x040,
    HIGH = 4, /* the other half of a RAM sink's address */
    RAM_ERROR = 0xe00,
    RAM_ERROR_ADDRESS = 0xe04,
    ACTIVE = 1 << 0,
    ENABLE = 1 << 1,
    TRACING = 1 << 2,
    EMPTY = 1 << 3,
    BTM = 3 << 4,
    N_TRACE = 1 << 24, /* trTeFormat */
    TS_RUNS = 3,       /* trTsActive, trTsCount */
    EXTERNAL = 1 << 4, /* trTsMode */
    SYSTEM = 2 << 4,
    SHARED = 4 << 4,
};

typedef struct rig {
    nt_system system;
    nt_config config;
    uint32_t memory[2 * WORDS];
    nt_ingress ingress[NT_SYSTEM_HARTS];
    nt_system_inputs in;
    nt_system_wires wires; /* of the last cycle */
    bool runs;             /* each hart takes a branch in each cycle */
} rig;

static void settle(rig *r) {
    for (unsigned i = 0; i < NT_SYSTEM_HARTS; i++) {
        r->ingress[i].block[0] = (nt_block){.iaddr = 0x1000, .iretire = 2, .itype = NT_ITYPE_TAKEN};
        r->ingress[i].block[0] = r->runs ? r->ingress[i].block[0] : (nt_block){.iaddr = 0};
        r->in.ingress[i] = &r->ingress[i];
    }
    nt_system_out(&r->system, &r->in, &r->wires);
}

static void run(rig *r, unsigned cycles) {
    for (; cycles > 0; cycles--) {
        settle(r);
        nt_system_step(&r->system, &r->in, &r->wires);
    }
}

static void init(rig *r, const nt_system_params *params) {
    memset(r, 0, sizeof *r);
    memset(&r->system, 0x5a, sizeof r->system);
    nt_system_params p = *params;
    r->config = *nt_config_find("tiny");
    p.config = &r->config;
    nt_system_init(&r->system, &p, r->memory);
}

static void begin(rig *r, const nt_system_params *params) {
    init(r, params);
    run(r, 1);
}

/* ---- the bus ---- */

static uint32_t transfer(rig *r, unsigned page, uint16_t offset, bool write, uint32_t value) {
    r->in.page = (uint8_t)page;
    r->in.apb =
        (nt_apb){.PSEL = true, .PWRITE = write, .PADDR = offset, .PSTRB = 0xf, .PWDATA = value};
    run(r, 1);
    r->in.apb.PENABLE = true;
    for (unsigned i = 0; i < 8; i++) {
        run(r, 1);
        if (r->wires.out.PREADY) {
            break;
        }
    }
    assert_true(r->wires.out.PREADY);
    assert_int_equal(r->wires.out.PSLVERR, 0);
    r->in.apb = (nt_apb){.PSEL = false};
    return (uint32_t)r->wires.out.PRDATA;
}

static uint32_t read_at(rig *r, unsigned page, uint16_t offset) {
    return transfer(r, page, offset, false, 0);
}

static void write_at(rig *r, unsigned page, uint16_t offset, uint32_t value) {
    (void)transfer(r, page, offset, true, value);
}

/* A component's control register; what is 0 until it is active comes second. */
static void set(rig *r, unsigned page, uint32_t value) {
    write_at(r, page, CONTROL, ACTIVE);
    write_at(r, page, CONTROL, ACTIVE | value);
}

/* tr??Control as it is in this cycle. */
static uint32_t control_now(rig *r, unsigned page) {
    r->in.page = (uint8_t)page;
    r->in.apb = (nt_apb){.PSEL = true, .PENABLE = true, .PADDR = CONTROL};
    settle(r);
    r->in.apb = (nt_apb){.PSEL = false};
    return (uint32_t)r->wires.out.PRDATA;
}

/* ---- parameters ---- */

static const struct {
    nt_system_params params;
    unsigned locals;
    unsigned inputs; /* of the top funnel */
    uint32_t memory;
    uint16_t whole; /* inputs of the top funnel that hold messages back, encoders of one byte */
} builds[] = {
    {{.harts = 1, .stream_bytes = 1, .pib = true}, 0, 2, 0, 0},
    {{.harts = 1, .stream_bytes = 4, .smem = true}, 0, 2, 0, 0},
    {{.harts = 2, .stream_bytes = 1, .sram_words = WORDS}, 0, 2, WORDS, 0},
    {{.harts = 3, .stream_bytes = 4, .atb_w = 8}, 0, 3, 0, 7},
    {{.harts = 2, .cluster = 2, .stream_bytes = 4, .pib = true, .atb_w = 128}, 1, 2, 0, 2},
    {{.harts = 7, .cluster = 3, .stream_bytes = 2, .pib = true}, 3, 3, 0, 0},
    {{.harts = 6, .cluster = 3, .stream_bytes = 4, .smem = true, .sram_words = WORDS},
     2,
     2,
     WORDS,
     0},
    {{.harts = 3,
      .local_ram = true,
      .local_words = WORDS,
      .stream_bytes = 1,
      .pib = true,
      .sram_words = WORDS},
     0,
     3,
     2 * WORDS,
     4},
    {{.harts = 7, .cluster = 3, .local_ram = true, .local_words = WORDS, .stream_bytes = 4},
     2,
     3,
     WORDS,
     4},
    {{.harts = 16, .cluster = 4, .stream_bytes = 4, .pib = true, .smem = true, .atb_w = 32},
     4,
     4,
     0,
     0},
    {{.harts = 16, .stream_bytes = 4, .pib = true}, 0, 16, 0, 0xffff},
    {{.harts = 4, .cluster = 2, .stream_bytes = 1, .pib = true}, 2, 2, 0, 0},
};

enum { BUILDS = sizeof builds / sizeof builds[0] };

static void funnels_have_the_inputs_of_the_build(void **state) {
    (void)state;
    for (unsigned i = 0; i < BUILDS; i++) {
        static rig r;
        begin(&r, &builds[i].params);
        const nt_system_params *p = &r.system.params;
        assert_int_equal(nt_system_locals(p), builds[i].locals);
        assert_int_equal(nt_system_top_inputs(p), builds[i].inputs);
        assert_int_equal(nt_system_memory(p), builds[i].memory);
        if (p->harts > 1) {
            assert_int_equal(r.system.top.funnel.params.inputs, builds[i].inputs);
            const nt_funnel_params *top = &r.system.top.funnel.params;
            assert_int_equal(top->whole, builds[i].whole);
            assert_int_equal(top->in_bytes, builds[i].locals > 0 ? p->stream_bytes : 1);
            assert_int_equal(top->bytes, p->stream_bytes);
        }
        for (unsigned k = 0; k < builds[i].locals; k++) {
            const nt_funnel_params *local = &r.system.local[k].funnel.params;
            assert_int_equal(local->inputs, p->cluster);
            assert_int_equal(local->whole, p->stream_bytes > 1 ? 0xffff : 0);
            assert_int_equal(local->in_bytes, 1);
            assert_int_equal(local->bytes, p->stream_bytes);
        }
    }
}

static void components_have_the_parameters_of_the_build(void **state) {
    (void)state;
    static rig r;
    static const nt_system_params p = {.harts = 3,
                                       .local_ram = true,
                                       .local_words = 8,
                                       .stream_bytes = 4,
                                       .pib = true,
                                       .sram_words = WORDS,
                                       .smem = true,
                                       .atb_w = 64};
    begin(&r, &p);
    const nt_system *s = &r.system;
    assert_int_equal(s->sinks.params.sinks, 3);
    assert_int_equal(s->sinks.params.bytes, 4);
    assert_int_equal(s->fork.params.sinks, 2);
    assert_int_equal(s->fork.params.bytes, 1);
    assert_int_equal(s->pib.buffer.params.in, 4);
    assert_int_equal(s->pib_registers.params.modes, 0x1f30);
    assert_true(s->pib_registers.params.clk_center);
    assert_true(s->pib_registers.params.calibrate);
    assert_int_equal(s->pib_registers.params.divider_w, 16);
    assert_int_equal(s->pib_registers.params.divider_reset, 15);
    assert_int_equal(s->atb.params.bytes, 4);
    assert_int_equal(s->atb.params.atb_w, 64);
    assert_int_equal(s->atb.params.idle_cycles, 16);
    assert_int_equal(s->top.registers.params.inputs, 3);
    assert_int_equal(s->top.registers.params.tstamp_w, 8);
    for (unsigned local = 0; local < 2; local++) {
        const nt_ram_unit *ram = local ? &s->local_ram : &s->ram;
        assert_int_equal(ram->sink.params.bytes, local ? 1 : 4);
        assert_int_equal(ram->sink.params.sram_words, local ? 8 : WORDS);
        assert_int_equal(ram->sink.params.smem, !local);
        assert_int_equal(ram->registers.params.sram_words, local ? 8 : WORDS);
        assert_int_equal(ram->registers.params.smem, !local);
        assert_int_equal(ram->sink.params.axi.words, 64);
        assert_int_equal(ram->sink.params.axi.burst, 16);
        assert_int_equal(ram->sink.params.axi.outstanding, 4);
        assert_int_equal(ram->sink.params.axi.idle_cycles, 16);
        assert_ptr_equal(ram->sink.sram, r.memory + (local ? WORDS : 0));
    }
}

/* tr??Impl: version 1.0, the type of the component, and modes of a RAM sink; 0 where there is
   none. */
static uint32_t impl_of(const nt_system_params *p, unsigned locals, unsigned page) {
    uint32_t ram = (uint32_t)(p->sram_words != 0) << 12 | (uint32_t)p->smem << 13;
    return page < 16    ? (page < p->harts ? 0x10101 : 0)
           : page == 16 ? (p->harts > 1 ? 0x801 : 0)
           : page < 24  ? (page < 17 + locals ? 0x801 : 0)
           : page == 24 ? (p->pib ? 0xa01 : 0)
           : page == 25 ? (ram != 0 ? 0x901 | ram : 0)
           : page == 26 ? (p->atb_w != 0 ? 0xe01 : 0)
           : page == 27 ? (p->local_ram ? 0x901 | 1 << 12 : 0)
                        : 0;
}

static void assert_unaligned_is_refused(rig *r, unsigned page, bool built) {
    r->in.page = (uint8_t)page;
    r->in.apb = (nt_apb){.PSEL = true, .PENABLE = true, .PADDR = 2};
    settle(r);
    assert_int_equal(r->wires.out.PSLVERR, built);
    r->in.apb = (nt_apb){.PENABLE = true, .PWRITE = true, .PSTRB = 0xf, .PWDATA = ACTIVE};
    run(r, 1); /* another slave's transfer */
    r->in.apb = (nt_apb){.PSEL = false};
    assert_int_equal(read_at(r, page, IMPL), 0);
}

static void each_component_is_on_its_page_and_the_others_read_0(void **state) {
    (void)state;
    for (unsigned i = 0; i < BUILDS; i++) {
        static rig r;
        begin(&r, &builds[i].params);
        for (unsigned page = 0; page < 32; page++) {
            uint32_t impl = impl_of(&builds[i].params, builds[i].locals, page);
            assert_int_equal(control_now(&r, page) != 0, impl != 0);
            assert_unaligned_is_refused(&r, page, impl != 0);
            write_at(&r, page, CONTROL, ACTIVE);
            for (unsigned k = 0; k <= page; k++) { /* nobody else has become active */
                assert_int_equal(read_at(&r, k, IMPL),
                                 impl_of(&builds[i].params, builds[i].locals, k));
            }
            assert_int_equal(read_at(&r, page + 1, IMPL), 0);
        }
    }
}

/* ---- ports ---- */

static void assert_idle(const rig *r) {
    const nt_system_outputs *out = &r->wires.out;
    const nt_system_params *p = &r->system.params;
    nt_system_outputs expected = {.PREADY = 1,
                                  .TRC_DATA = 0xffff,
                                  .AWSIZE = 2,
                                  .AWBURST = 1,
                                  .WSTRB = p->smem || p->sram_words != 0 ? 0xf : 0};
    memcpy(expected.link, out->link, sizeof expected.link);
    assert_memory_equal(out, &expected, sizeof expected);
}

static const nt_system_params all_sinks = {.harts = 2,
                                           .local_ram = true,
                                           .local_words = WORDS,
                                           .stream_bytes = 4,
                                           .pib = true,
                                           .sram_words = WORDS,
                                           .smem = true,
                                           .atb_w = 32};

static void set_funnel(rig *r) {
    set(r, NT_PAGE_TOP_FUNNEL, ENABLE);
}

static void trace(rig *r) {
    r->runs = true;
    for (unsigned i = 0; i < r->system.params.harts; i++) {
        set(r, i, ENABLE | TRACING | BTM);
    }
}

static void outputs_are_0_while_nothing_is_traced(void **state) {
    (void)state;
    static rig r;
    for (unsigned i = 0; i < BUILDS; i++) {
        begin(&r, &builds[i].params);
        assert_idle(&r);
        run(&r, 10);
        assert_idle(&r);
    }
}

static void assert_reset_values(rig *r) {
    assert_int_equal(control_now(r, 0), N_TRACE | EMPTY);
    assert_int_equal(control_now(r, 1), N_TRACE | EMPTY);
    assert_int_equal(control_now(r, NT_PAGE_TOP_FUNNEL), EMPTY);
    assert_int_equal(control_now(r, NT_PAGE_PIB), 15u << 16 | EMPTY); /* DIVIDER_RESET */
    assert_int_equal(control_now(r, NT_PAGE_RAM), EMPTY);
    assert_int_equal(control_now(r, NT_PAGE_ATB), 1u << 8 | EMPTY);
    assert_int_equal(control_now(r, NT_PAGE_LOCAL_RAM), EMPTY);
}

/* With one sink enabled, until there is something at its pins; then a cycle of reset. */
static void reset_while(rig *r, bool (*is_busy)(const nt_system_outputs *out)) {
    trace(r);
    unsigned cycles = 0;
    for (run(r, 1); !is_busy(&r->wires.out); run(r, 1)) {
        assert_true(cycles++ < 2000);
    }
    r->runs = false;
    r->in.rst = true;
    run(r, 1);
    r->in.rst = false;
    settle(r);
    assert_idle(r);
    assert_reset_values(r);
    run(r, 20);
    assert_idle(r);
}

static bool pib_is_busy(const nt_system_outputs *out) {
    return out->TRC_DATA != 0xffff && out->TRC_CLK != 0;
}

static bool ram_is_busy(const nt_system_outputs *out) {
    return out->AWVALID != 0;
}

static bool atb_is_busy(const nt_system_outputs *out) {
    return out->ATVALID != 0;
}

static void a_reset_is_one_of_all_components(void **state) {
    (void)state;
    static rig r;
    init(&r, &all_sinks);
    assert_reset_values(&r);
    begin(&r, &all_sinks);
    set_funnel(&r);
    set(&r, NT_PAGE_PIB, ENABLE | 8 << 4 | 1u << 16);
    reset_while(&r, pib_is_busy);

    begin(&r, &all_sinks);
    set_funnel(&r);
    set(&r, NT_PAGE_RAM, 1 << 4); /* SMEM */
    write_at(&r, NT_PAGE_RAM, RAM_START, 0x1000);
    write_at(&r, NT_PAGE_RAM, RAM_LIMIT, 0x1ffc);
    write_at(&r, NT_PAGE_RAM, CONTROL, ACTIVE | ENABLE | 1 << 4);
    reset_while(&r, ram_is_busy);

    begin(&r, &all_sinks);
    set_funnel(&r);
    set(&r, NT_PAGE_ATB, ENABLE | 5 << 8);
    set(&r, NT_PAGE_LOCAL_RAM, ENABLE);
    write_at(&r, NT_PAGE_LOCAL_RAM, RAM_LIMIT, 4 * (WORDS - 1));
    reset_while(&r, atb_is_busy);
}

static void a_sink_that_is_not_built_keeps_nobody_waiting(void **state) {
    (void)state;
    static const struct {
        nt_system_params params;
        unsigned page;
        uint32_t control;
        bool (*is_busy)(const nt_system_outputs *out);
    } rows[] = {
        {{.harts = 1, .stream_bytes = 1, .pib = true}, NT_PAGE_PIB, 11 << 4, pib_is_busy},
        {{.harts = 1, .stream_bytes = 1, .smem = true}, NT_PAGE_RAM, 0, ram_is_busy},
        {{.harts = 2, .stream_bytes = 1, .atb_w = 32}, NT_PAGE_ATB, 5 << 8, atb_is_busy},
    };
    for (unsigned i = 0; i < 3; i++) {
        static rig r;
        begin(&r, &rows[i].params);
        set(&r, NT_PAGE_TOP_FUNNEL, ENABLE);
        for (unsigned page = NT_PAGE_PIB; page <= NT_PAGE_ATB; page++) { /* there is nobody */
            set(&r, page, page == rows[i].page ? 0 : ENABLE);
        }
        set(&r, rows[i].page, ENABLE | rows[i].control);
        trace(&r);
        bool busy = false;
        for (unsigned k = 0; k < 200 && !busy; k++) {
            run(&r, 1);
            busy = rows[i].is_busy(&r.wires.out);
        }
        assert_true(busy);
    }
}

/* The hart retires, which is told by ProgTraceSync (TCODE 9), branches and the end. */
static void trace_for(rig *r, unsigned cycles) {
    set(r, 0, ENABLE | TRACING | BTM);
    r->runs = true;
    run(r, cycles);
    r->runs = false;
    write_at(r, 0, CONTROL, ACTIVE);
    run(r, 50);
}

static void what_goes_with_a_valid_is_0_without_it(void **state) {
    (void)state;
    static rig r;
    static const nt_system_params p = {
        .harts = 1, .stream_bytes = 1, .pib = true, .smem = true, .atb_w = 128};
    begin(&r, &p);
    set(&r, NT_PAGE_RAM, 0);
    write_at(&r, NT_PAGE_RAM, RAM_START, 0x1000);
    write_at(&r, NT_PAGE_RAM, RAM_LIMIT, 0x1ffc);
    write_at(&r, NT_PAGE_RAM, CONTROL, ACTIVE | ENABLE);
    trace_for(&r, 1);
    settle(&r);
    const nt_system_outputs *out = &r.wires.out;
    assert_true(out->AWVALID && out->WVALID && !out->WLAST);
    assert_int_equal(out->AWADDR, 0x1000);
    assert_int_equal(out->WDATA & 0xff, 9 << 2);
    unsigned words = (unsigned)out->AWLEN + 1;
    r.in.axi = (nt_axi_inputs){.AWREADY = true, .WREADY = true};
    run(&r, words);
    assert_true(out->WVALID && out->WLAST);
    r.in.axi = (nt_axi_inputs){.BVALID = true};
    run(&r, 1);
    assert_int_equal(out->BREADY, 1);
    r.in.axi = (nt_axi_inputs){.AWREADY = true, .WREADY = true, .BVALID = true};
    write_at(&r, NT_PAGE_RAM, CONTROL, ACTIVE);
    run(&r, 100);
    assert_idle(&r);

    set(&r, NT_PAGE_RAM, 0);
    set(&r, NT_PAGE_ATB, ENABLE | 5 << 8);
    trace_for(&r, 20);
    settle(&r);
    assert_true(out->ATVALID);
    assert_int_equal(out->ATID, 5);
    assert_int_equal(out->ATDATA[0] & 0xff, 9 << 2);
    assert_int_equal(out->ATBYTES, 15);
    for (unsigned i = 0; i < 16; i++) {
        uint64_t byte = out->ATDATA[i / 8] >> (8 * (i % 8)) & 0xff;
        assert_int_equal(byte, r.system.atb.data[i]);
    }
    r.in.AFVALID = true;
    run(&r, 10);
    assert_int_equal(out->AFREADY, 0); /* the transfer waits */
    r.in.ATREADY = true;
    unsigned answers = 0;
    for (unsigned i = 0; i < 20; i++) {
        run(&r, 1);
        answers += (unsigned)out->AFREADY;
        r.in.AFVALID = r.in.AFVALID && !out->AFREADY;
    }
    assert_int_equal(answers, 1);
    run(&r, 100);
    assert_idle(&r);
}

static void ext_trigger_out_is_that_of_its_encoder(void **state) {
    (void)state;
    static rig r;
    begin(&r, &all_sinks);
    for (unsigned hart = 0; hart < 2; hart++) {
        set(&r, hart, ENABLE | BTM);
        write_at(&r, hart, TRIG_EXT_OUT, 1u << 4 * hart); /* output `hart`, when tracing starts */
    }
    for (unsigned hart = 0; hart < 2; hart++) {
        uint64_t seen[3] = {0};
        r.in.page = (uint8_t)hart;
        r.in.apb = (nt_apb){.PSEL = true,
                            .PENABLE = true,
                            .PWRITE = true,
                            .PSTRB = 0xf,
                            .PWDATA = ACTIVE | ENABLE | BTM | TRACING};
        for (unsigned i = 0; i < 6; i++) {
            run(&r, 1);
            r.in.apb = (nt_apb){.PSEL = false};
            for (unsigned k = 0; k < 3; k++) {
                seen[k] |= r.wires.out.ext_trigger_out[k];
            }
        }
        assert_int_equal(seen[hart], 1u << hart);
        assert_int_equal(seen[1 - hart], 0);
        assert_int_equal(seen[2], 0);
    }
}

static void a_failed_burst_is_told_by_the_registers(void **state) {
    (void)state;
    static rig r;
    static const nt_system_params p = {.harts = 1, .stream_bytes = 1, .smem = true};
    begin(&r, &p);
    set(&r, NT_PAGE_RAM, 0);
    write_at(&r, NT_PAGE_RAM, RAM_START, 0x1000);
    write_at(&r, NT_PAGE_RAM, RAM_START + HIGH, 5);
    write_at(&r, NT_PAGE_RAM, RAM_LIMIT, 0x1ffc);
    write_at(&r, NT_PAGE_RAM, RAM_LIMIT + HIGH, 5);
    write_at(&r, NT_PAGE_RAM, RAM_WP, 0x1100);
    write_at(&r, NT_PAGE_RAM, RAM_WP + HIGH, 5);
    write_at(&r, NT_PAGE_RAM, CONTROL, ACTIVE | ENABLE);
    trace_for(&r, 1);
    assert_true(control_now(&r, NT_PAGE_RAM) & ENABLE);
    assert_int_equal(read_at(&r, NT_PAGE_RAM, RAM_ERROR), 0);
    r.in.axi = (nt_axi_inputs){.AWREADY = true, .WREADY = true, .BVALID = true, .BRESP = 2};
    run(&r, 30);
    assert_false(control_now(&r, NT_PAGE_RAM) & ENABLE);
    assert_int_equal(read_at(&r, NT_PAGE_RAM, RAM_ERROR), 1);
    assert_int_equal(read_at(&r, NT_PAGE_RAM, RAM_ERROR_ADDRESS), 0x1100);
    assert_int_equal(read_at(&r, NT_PAGE_RAM, RAM_ERROR_ADDRESS + HIGH), 5);
    assert_int_equal(read_at(&r, NT_PAGE_RAM, RAM_WP), 0x1100);
    assert_int_equal(read_at(&r, NT_PAGE_RAM, RAM_WP + HIGH), 5);
}

static void pointers_of_a_ram_sink_are_read_as_written(void **state) {
    (void)state;
    static rig r;
    begin(&r, &all_sinks);
    for (unsigned page = NT_PAGE_RAM; page <= NT_PAGE_LOCAL_RAM; page += 2) {
        set(&r, page, 0);
        write_at(&r, page, RAM_WP, 4 * page - 0x60 + 1);
        write_at(&r, page, RAM_RP, 4 * page - 0x5c);
    }
    for (unsigned page = NT_PAGE_RAM; page <= NT_PAGE_LOCAL_RAM; page += 2) {
        assert_int_equal(read_at(&r, page, RAM_WP), 4 * page - 0x60 + 1);
        assert_int_equal(read_at(&r, page, RAM_RP), 4 * page - 0x5c);
    }
}

/* ---- time ---- */

static void all_share_the_time_of_the_top_funnel(void **state) {
    (void)state;
    static rig r;
    static const nt_system_params p = {.harts = 4, .cluster = 2, .stream_bytes = 4, .pib = true};
    begin(&r, &p);
    r.in.system_time = 0x51;
    r.in.shared_time = 0xa2;
    for (unsigned page = 0; page < 19; page = page == 3 ? 16 : page + 1) {
        set(&r, page, 0);
        write_at(&r, page, TS_CONTROL, TS_RUNS | (page == 16 ? EXTERNAL : SHARED));
    }
    for (unsigned page = 0; page < 19; page = page == 3 ? 16 : page + 1) {
        assert_int_equal(read_at(&r, page, TS_COUNTER_LOW), 0x51);
    }
    write_at(&r, 16, TS_CONTROL, TS_RUNS | SHARED);
    run(&r, 2);
    for (unsigned page = 0; page < 19; page = page == 3 ? 16 : page + 1) {
        assert_int_equal(read_at(&r, page, TS_COUNTER_LOW), 0xa2);
    }
}

static void one_hart_has_the_shared_time_itself(void **state) {
    (void)state;
    static rig r;
    static const nt_system_params p = {.harts = 1, .stream_bytes = 4, .pib = true};
    begin(&r, &p);
    r.in.system_time = 0x51;
    r.in.shared_time = 0xa2;
    set(&r, 0, 0);
    write_at(&r, 0, TS_CONTROL, TS_RUNS | SHARED);
    assert_int_equal(read_at(&r, 0, TS_COUNTER_LOW), 0xa2);
}

static void ticks_are_counted_by_all_that_are_told_to(void **state) {
    (void)state;
    static rig r;
    static const nt_system_params p = {.harts = 4, .cluster = 2, .stream_bytes = 4, .pib = true};
    begin(&r, &p);
    set(&r, 0, 0);
    write_at(&r, 0, TS_CONTROL, TS_RUNS | SYSTEM);
    for (unsigned page = 16; page < 19; page++) {
        set(&r, page, 0);
        write_at(&r, page, TS_CONTROL, TS_RUNS | SYSTEM);
        r.in.system_tick = true;
        run(&r, 10 + page);
        r.in.system_tick = false;
        for (unsigned other = page + 1; other < 19; other++) {
            assert_int_equal(read_at(&r, other, TS_COUNTER_LOW), 0);
        }
    }
    assert_int_equal(read_at(&r, 0, TS_COUNTER_LOW), 26 + 27 + 28);
    assert_int_equal(read_at(&r, 16, TS_COUNTER_LOW), 26 + 27 + 28);
    assert_int_equal(read_at(&r, 17, TS_COUNTER_LOW), 27 + 28);
    assert_int_equal(read_at(&r, 18, TS_COUNTER_LOW), 28);
    write_at(&r, 17, TS_CONTROL, TS_RUNS | 1 << 2 | SYSTEM); /* trTsReset */
    assert_int_equal(read_at(&r, 16, TS_COUNTER_LOW), 26 + 27 + 28);
    assert_int_equal(read_at(&r, 17, TS_COUNTER_LOW), 0);
    assert_int_equal(read_at(&r, 18, TS_COUNTER_LOW), 28);
    write_at(&r, 18, CONTROL, 0); /* trFunnelActive */
    set(&r, 18, 0);
    write_at(&r, 18, TS_CONTROL, TS_RUNS | SYSTEM);
    assert_int_equal(read_at(&r, 18, TS_COUNTER_LOW), 0);
    r.in.rst = true;
    run(&r, 1);
    r.in.rst = false;
    set(&r, 16, 0);
    write_at(&r, 16, TS_CONTROL, TS_RUNS | SYSTEM);
    assert_int_equal(read_at(&r, 16, TS_COUNTER_LOW), 0);
}

/* ---- SYNCREQ ---- */

static void SYNCREQ_is_the_last_external_trigger_of_every_encoder(void **state) {
    (void)state;
    static rig r;
    begin(&r, &all_sinks);
    set(&r, NT_PAGE_ATB, 0);
    for (unsigned hart = 0; hart < 2; hart++) {
        set(&r, hart, ENABLE | BTM | 1 << 11); /* trTeInstTrigEnable */
        write_at(&r, hart, TRIG_EXT_IN, hart == 0 ? 0x22 : 0x20);
    }
    write_at(&r, 1, TRIG_EXT_IN, 0x02); /* of two triggers the other one */
    r.in.SYNCREQ = true;
    run(&r, 1);
    r.in.SYNCREQ = false;
    run(&r, 3);
    assert_true(control_now(&r, 0) & TRACING);
    assert_false(control_now(&r, 1) & TRACING);
    write_at(&r, 1, TRIG_EXT_IN, 0x20);
    r.in.SYNCREQ = true;
    run(&r, 1);
    r.in.SYNCREQ = false;
    run(&r, 3);
    assert_true(control_now(&r, 1) & TRACING);
}

static void a_build_without_triggers_does_not_look_at_SYNCREQ(void **state) {
    (void)state;
    static rig r;
    begin(&r, &all_sinks);
    r.config.ntriggers = 0;
    set(&r, NT_PAGE_ATB, 0);
    set(&r, 0, ENABLE | BTM | 1 << 11);
    r.in.SYNCREQ = true;
    run(&r, 5);
    assert_false(control_now(&r, 0) & TRACING);
}

static void SYNCREQ_comes_beside_the_triggers_of_the_hart(void **state) {
    (void)state;
    static rig r;
    begin(&r, &all_sinks);
    set(&r, NT_PAGE_ATB, 0);
    set(&r, 0, ENABLE | BTM | 1 << 11);
    write_at(&r, 0, TRIG_EXT_IN, 0x42); /* the first starts tracing */
    r.in.SYNCREQ = true;
    run(&r, 1);
    r.in.SYNCREQ = false;
    r.ingress[0].ext_trigger = 1;
    run(&r, 1);
    r.ingress[0].ext_trigger = 0;
    run(&r, 3);
    assert_true(control_now(&r, 0) & TRACING);
}

/* ---- who leads where ---- */

static const nt_system_params flat = {.harts = 3, .stream_bytes = 1, .pib = true};
static const nt_system_params two_clusters = {
    .harts = 5, .cluster = 3, .stream_bytes = 4, .pib = true};
static const nt_system_params cluster_and_ram = {.harts = 4,
                                                 .cluster = 2,
                                                 .local_ram = true,
                                                 .local_words = WORDS,
                                                 .stream_bytes = 2,
                                                 .pib = true};

/* Inputs of funnels through which a hart's messages go. */
static const struct {
    const nt_system_params *params;
    unsigned hart;
    unsigned page;
    unsigned input;
} inputs[] = {
    {&flat, 0, 16, 0},
    {&flat, 1, 16, 1},
    {&flat, 2, 16, 2},
    {&two_clusters, 0, 17, 0},
    {&two_clusters, 1, 17, 1},
    {&two_clusters, 2, 17, 2},
    {&two_clusters, 3, 18, 0},
    {&two_clusters, 4, 18, 1},
    {&two_clusters, 2, 16, 0},
    {&two_clusters, 3, 16, 1},
    {&cluster_and_ram, 0, 17, 0},
    {&cluster_and_ram, 1, 17, 1},
    {&cluster_and_ram, 2, 18, 0},
    {&cluster_and_ram, 1, 16, 0},
    {&cluster_and_ram, 2, 16, 1},
    {&cluster_and_ram, 3, 16, 2},
};

/* The hart alone traces; do its messages come to the pins, with some inputs disabled? */
static bool comes_through(const nt_system_params *p, unsigned hart, unsigned page,
                          uint32_t disabled) {
    static rig r;
    begin(&r, p);
    set(&r, NT_PAGE_PIB, ENABLE | 11 << 4);
    for (unsigned i = 16; i < 19; i++) {
        set(&r, i, ENABLE);
    }
    write_at(&r, page, DIS_INPUT, disabled);
    set(&r, hart, ENABLE | TRACING | BTM);
    bool busy = false;
    r.runs = true;
    for (unsigned i = 0; i < 100 && !busy; i++) {
        run(&r, 1);
        busy = pib_is_busy(&r.wires.out);
    }
    return busy;
}

static void each_hart_has_its_inputs_of_the_funnels(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        const nt_system_params *p = inputs[i].params;
        uint32_t input = 1u << inputs[i].input;
        assert_false(comes_through(p, inputs[i].hart, inputs[i].page, input));
        assert_true(comes_through(p, inputs[i].hart, inputs[i].page, 0xffff & ~input));
    }
}

static void stall_is_that_of_its_encoder(void **state) {
    (void)state;
    for (unsigned hart = 0; hart < 3; hart++) {
        static rig r;
        begin(&r, &flat);
        set(&r, hart, ENABLE | TRACING | BTM | 1 << 13); /* trTeInstStallEna, and no sink */
        r.runs = true;
        run(&r, 200);
        for (unsigned i = 0; i < 4; i++) {
            assert_int_equal(r.wires.out.stall[i], i == hart);
        }
    }
}

/* ---- the last hart's own RAM sink ---- */

static void the_last_hart_alone_is_traced_into_its_ram_sink(void **state) {
    (void)state;
    static rig r;
    static const nt_system_params p = {
        .harts = 3, .local_ram = true, .local_words = WORDS, .stream_bytes = 4, .pib = true};
    begin(&r, &p);
    set_funnel(&r);
    write_at(&r, NT_PAGE_TOP_FUNNEL, DIS_INPUT, 1 << 2);
    set(&r, NT_PAGE_LOCAL_RAM, 0);
    write_at(&r, NT_PAGE_LOCAL_RAM, RAM_LIMIT, 4 * (WORDS - 1));
    write_at(&r, NT_PAGE_LOCAL_RAM, CONTROL, ACTIVE | ENABLE);
    set(&r, 2, ENABLE | TRACING | BTM);
    r.ingress[2].block[0] = (nt_block){.iaddr = 0x1000, .iretire = 2};
    r.runs = true;
    run(&r, 1);
    r.runs = false;
    run(&r, 50);
    write_at(&r, 2, CONTROL, ACTIVE);
    run(&r, 50);
    write_at(&r, NT_PAGE_LOCAL_RAM, CONTROL, ACTIVE);
    run(&r, 10);
    /* ProgTraceSync, TCODE 9, with SYNC 5 and I-CNT 0 */
    assert_int_equal(read_at(&r, NT_PAGE_LOCAL_RAM, RAM_DATA) & 0xffff, 0x1524);
    assert_true(control_now(&r, NT_PAGE_TOP_FUNNEL) & EMPTY);
}

enum { TO_RAM = 1, TO_FUNNEL = 2 };

/* Where messages of the last of three harts go. */
static unsigned ways_of_the_last_hart(uint32_t disabled, bool ram, bool funnel) {
    static rig r;
    static const nt_system_params p = {
        .harts = 3, .local_ram = true, .local_words = WORDS, .stream_bytes = 1, .pib = true};
    begin(&r, &p);
    set(&r, NT_PAGE_PIB, ENABLE | 11 << 4);
    set(&r, NT_PAGE_TOP_FUNNEL, 0);
    write_at(&r, NT_PAGE_TOP_FUNNEL, DIS_INPUT, disabled);
    write_at(&r, NT_PAGE_TOP_FUNNEL, CONTROL, ACTIVE | (funnel ? ENABLE : 0));
    set(&r, NT_PAGE_LOCAL_RAM, ram ? ENABLE : 0);
    set(&r, 2, ENABLE | TRACING | BTM);
    unsigned ways = 0;
    r.runs = true;
    for (unsigned i = 0; i < 200; i++) {
        run(&r, 1);
        ways |= pib_is_busy(&r.wires.out) ? TO_FUNNEL : 0;
    }
    return ways | (r.memory[0] != 0 ? TO_RAM : 0);
}

static void the_last_hart_goes_where_it_is_wanted(void **state) {
    (void)state;
    static const struct {
        uint32_t disabled; /* trFunnelDisInput */
        bool ram, funnel;  /* enabled */
        unsigned ways;
    } rows[] = {
        {1 << 2, true, true, TO_RAM}, {1 << 2, true, false, TO_RAM}, {3, true, true, 3},
        {3, false, true, TO_FUNNEL},  {0, false, true, TO_FUNNEL},   {1 << 2, false, true, 0},
        {0, true, false, 0}, /* the funnel keeps the other waiting */
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(ways_of_the_last_hart(rows[i].disabled, rows[i].ram, rows[i].funnel),
                         rows[i].ways);
    }
}

static void the_last_hart_keeps_its_way_within_a_message(void **state) {
    (void)state;
    static rig r;
    static const nt_system_params p = {
        .harts = 3, .local_ram = true, .local_words = WORDS, .stream_bytes = 4, .pib = true};
    begin(&r, &p);
    set_funnel(&r);
    write_at(&r, NT_PAGE_TOP_FUNNEL, DIS_INPUT, 1 << 2);
    set(&r, NT_PAGE_LOCAL_RAM, ENABLE);
    write_at(&r, NT_PAGE_LOCAL_RAM, RAM_LIMIT, 4 * (WORDS - 1));
    set(&r, 2, ENABLE | TRACING | BTM);
    r.runs = true;
    for (unsigned i = 0; i < 20 && r.wires.fork[1].count == 0; i++) {
        run(&r, 1);
    }
    r.system.local_ram.registers.control.trRamEnable = 0; /* the first byte has gone */
    run(&r, 50);
    assert_int_equal(r.memory[0] & 0xffff, 0x1524);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(funnels_have_the_inputs_of_the_build),
        cmocka_unit_test(components_have_the_parameters_of_the_build),
        cmocka_unit_test(each_component_is_on_its_page_and_the_others_read_0),
        cmocka_unit_test(outputs_are_0_while_nothing_is_traced),
        cmocka_unit_test(what_goes_with_a_valid_is_0_without_it),
        cmocka_unit_test(a_sink_that_is_not_built_keeps_nobody_waiting),
        cmocka_unit_test(a_failed_burst_is_told_by_the_registers),
        cmocka_unit_test(pointers_of_a_ram_sink_are_read_as_written),
        cmocka_unit_test(ext_trigger_out_is_that_of_its_encoder),
        cmocka_unit_test(a_reset_is_one_of_all_components),
        cmocka_unit_test(all_share_the_time_of_the_top_funnel),
        cmocka_unit_test(one_hart_has_the_shared_time_itself),
        cmocka_unit_test(ticks_are_counted_by_all_that_are_told_to),
        cmocka_unit_test(SYNCREQ_is_the_last_external_trigger_of_every_encoder),
        cmocka_unit_test(SYNCREQ_comes_beside_the_triggers_of_the_hart),
        cmocka_unit_test(a_build_without_triggers_does_not_look_at_SYNCREQ),
        cmocka_unit_test(each_hart_has_its_inputs_of_the_funnels),
        cmocka_unit_test(stall_is_that_of_its_encoder),
        cmocka_unit_test(the_last_hart_goes_where_it_is_wanted),
        cmocka_unit_test(the_last_hart_keeps_its_way_within_a_message),
        cmocka_unit_test(the_last_hart_alone_is_traced_into_its_ram_sink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
