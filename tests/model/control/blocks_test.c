/* SPDX-License-Identifier: Apache-2.0 */
/* The register blocks of all components on the bus, cycle by cycle: what each register holds out of
   reset and after all ones, by build, from docs/registers.md; accesses; resets in the middle. */
#include "model/control/atb_registers.h"
#include "model/control/encoder_registers.h"
#include "model/control/funnel_registers.h"
#include "model/control/pib_registers.h"
#include "model/control/ram_registers.h"
#include "tests/model/control/bus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { CONTROL = 0x000, ACTIVE = 1, ENABLE = 2, EMPTY = 8, PAGE = 0x1000 };

/* What a block sees beside the bus. */
static struct {
    bool rst;
    bool empty;
} pins;

static union {
    nt_encoder_registers encoder;
    nt_funnel_registers funnel;
    nt_pib_registers pib;
    nt_ram_registers ram;
    nt_atb_registers atb;
} under_test;

/* A component: what the bus answers, and a clock edge. */
typedef struct block {
    const char *name;
    void (*init)(const void *build);
    nt_apb_answer (*out)(const nt_apb *apb);
    void (*step)(const nt_apb *apb);
} block;

static void encoder_init(const void *build) {
    nt_encoder_registers_init(&under_test.encoder, build);
}

static nt_apb_answer encoder_out(const nt_apb *apb) {
    const nt_encoder_registers_inputs in = {.rst = pins.rst, .apb = *apb, .trTeEmpty = pins.empty};
    nt_encoder_registers_outputs out;
    nt_encoder_registers_out(&under_test.encoder, &in, &out);
    return (nt_apb_answer){out.PREADY, out.PSLVERR, out.PRDATA};
}

static void encoder_step(const nt_apb *apb) {
    const nt_encoder_registers_inputs in = {.rst = pins.rst, .apb = *apb, .trTeEmpty = pins.empty};
    nt_encoder_registers_step(&under_test.encoder, &in);
}

static void funnel_init(const void *build) {
    nt_funnel_registers_init(&under_test.funnel, build);
}

static nt_apb_answer funnel_out(const nt_apb *apb) {
    const nt_funnel_registers_inputs in = {.apb = *apb, .trFunnelEmpty = pins.empty};
    nt_funnel_registers_outputs out;
    nt_funnel_registers_out(&under_test.funnel, &in, &out);
    return out.bus;
}

static void funnel_step(const nt_apb *apb) {
    const nt_funnel_registers_inputs in = {
        .rst = pins.rst, .apb = *apb, .trFunnelEmpty = pins.empty};
    nt_funnel_registers_step(&under_test.funnel, &in);
}

static void pib_init(const void *build) {
    nt_pib_registers_init(&under_test.pib, build);
}

static nt_apb_answer pib_out(const nt_apb *apb) {
    const nt_pib_registers_inputs in = {.apb = *apb, .trPibEmpty = pins.empty};
    return nt_pib_registers_out(&under_test.pib, &in);
}

static void pib_step(const nt_apb *apb) {
    const nt_pib_registers_inputs in = {.rst = pins.rst, .apb = *apb, .trPibEmpty = pins.empty};
    nt_pib_registers_step(&under_test.pib, &in);
}

static void ram_init(const void *build) {
    nt_ram_registers_init(&under_test.ram, build);
}

static nt_apb_answer ram_out(const nt_apb *apb) {
    const nt_ram_registers_inputs in = {.apb = *apb, .trRamEmpty = pins.empty, .data_valid = true};
    nt_ram_registers_outputs out;
    nt_ram_registers_out(&under_test.ram, &in, &out);
    return out.bus;
}

static void ram_step(const nt_apb *apb) {
    const nt_ram_registers_inputs in = {.rst = pins.rst, .apb = *apb, .trRamEmpty = pins.empty};
    nt_ram_registers_step(&under_test.ram, &in);
}

static void atb_init(const void *build) {
    (void)build;
    nt_atb_registers_init(&under_test.atb);
}

static nt_apb_answer atb_out(const nt_apb *apb) {
    const nt_atb_registers_inputs in = {.apb = *apb, .trAtbBridgeEmpty = pins.empty};
    return nt_atb_registers_out(&under_test.atb, &in);
}

static void atb_step(const nt_apb *apb) {
    const nt_atb_registers_inputs in = {
        .rst = pins.rst, .apb = *apb, .trAtbBridgeEmpty = pins.empty};
    nt_atb_registers_step(&under_test.atb, &in);
}

static const block encoder = {"encoder", encoder_init, encoder_out, encoder_step};
static const block funnel = {"funnel", funnel_init, funnel_out, funnel_step};
static const block pib = {"pib", pib_init, pib_out, pib_step};
static const block ram = {"ram", ram_init, ram_out, ram_step};
static const block atb = {"atb", atb_init, atb_out, atb_step};

/* What a register reads while the component is active: out of reset, and after all ones. */
typedef struct row {
    uint16_t offset;
    uint32_t reset;
    uint32_t ones;
} row;

enum { MOST_ROWS = 40 };

/* A build of a component, and its registers: those that are not listed read 0. `units`: filters or
   comparators, which have the rows from 0x400 or 0x600 on. */
typedef struct build {
    const block *block;
    const void *params;
    unsigned filters;
    unsigned comparators;
    row rows[MOST_ROWS];
} build;

static const nt_config everything = {.xlen = 64,
                                     .itype_w = 4,
                                     .fifo_depth = 32,
                                     .scontext_w = 16,
                                     .hcontext_w = 16,
                                     .src_w = 6,
                                     .tstamp_w = 40,
                                     .stack_depth = 8,
                                     .repeat_w = 18,
                                     .period_w = 5,
                                     .options = 1,
                                     .sijump = 1,
                                     .nfilters = 16,
                                     .ncomparators = 8,
                                     .ntriggers = 8};
static const nt_config nothing = {.xlen = 32, .itype_w = 4, .fifo_depth = 8};
/* What one parameter alone makes. */
static const nt_config wide_context = {.xlen = 32,
                                       .itype_w = 3,
                                       .fifo_depth = 128,
                                       .scontext_w = 40,
                                       .hcontext_w = 23,
                                       .stack_depth = 8,
                                       .repeat_w = 3,
                                       .options = 1,
                                       .nfilters = 2,
                                       .ncomparators = 3,
                                       .ntriggers = 2};
static const nt_config hypervisor = {.xlen = 32,
                                     .itype_w = 4,
                                     .fifo_depth = 16,
                                     .hcontext_w = 1,
                                     .src_w = 12,
                                     .tstamp_w = 63,
                                     .stack_depth = 1,
                                     .draft = 1,
                                     .period_w = 5,
                                     .sijump = 1,
                                     .ncomparators = 1,
                                     .ntriggers = 1};
static const nt_config counting = {.xlen = 32,
                                   .itype_w = 4,
                                   .fifo_depth = 64,
                                   .tstamp_w = 1,
                                   .stack_depth = 1,
                                   .nfilters = 1,
                                   .ncomparators = 1};

static const nt_config filters_alone = {.xlen = 32, .itype_w = 4, .fifo_depth = 8, .nfilters = 1};

static const nt_funnel_registers_params two_inputs = {.inputs = 2};
static const nt_funnel_registers_params all_inputs = {.inputs = 16, .tstamp_w = 48};
static const nt_pib_registers_params all_modes = {.modes = NT_PIB_ALL_MODES,
                                                  .clk_center = true,
                                                  .calibrate = true,
                                                  .divider_w = 16,
                                                  .divider_reset = 15};
static const nt_pib_registers_params one_mode = {
    .modes = 1 << 12, .divider_w = 4, .divider_reset = 9};
static const nt_ram_registers_params both = {.sram_words = 256, .smem = true};
static const nt_ram_registers_params sram = {.sram_words = 2};
static const nt_ram_registers_params smem = {.smem = true};

static const build builds[] = {
    {&encoder,
     &everything,
     16,
     8,
     {{0x000, 0x01000001, 0x01f3aa67},
      {0x004, 0x00010101, 0x00010101},
      {0x008, 0, 0x603f07cc},
      {0x00c, 0, 0xffff},
      {0x040, 0x28000000, 0x2800830b},
      {0x058, 0, 0x33333333},
      {0x400, 0, 0x1ffff},
      {0x404, 0, 0x1ff},
      {0x408, 0, 0xffffffff},
      {0x40c, 0, 0xffffffff},
      {0x410, 0, 0xffffffff},
      {0x414, 0, 0xffffffff},
      {0x600, 0, 0xf770},
      {0x610, 0, 0xffffffff},
      {0x614, 0, 0xffffffff},
      {0x618, 0, 0xffffffff},
      {0x61c, 0, 0xffffffff},
      {0xe00, 0, 31},
      {0xe04, 0, 1},
      {0xe08, 0, 1},
      {0xe0c, 0, 1},
      {0xe10, 0, 1}}},
    {&encoder,
     &nothing,
     0,
     0,
     {{0x000, 0x01000001, 0x01f32867},
      {0x004, 0x00010101, 0x00010101},
      {0xe00, 0, 7},
      {0xe08, 0, 1},
      {0xe0c, 0, 1}}},
    {&encoder,
     &wide_context,
     2,
     3,
     {{0x000, 0x01000001, 0x01f32a67},
      {0x004, 0x00010101, 0x00010101},
      {0x008, 0, 0x600},
      {0x00c, 0, 3},
      {0x058, 0, 0x33},
      {0x400, 0, 0x1000f | 0x5550},
      {0x404, 0, 0x1ff},
      {0x408, 0, 0xffffffff},
      {0x40c, 0, 0xffffffff},
      {0x410, 0, 0xffffffff},
      {0x414, 0, 0xffffffff},
      {0x600, 0, 0xf770},
      {0x610, 0, 0xffffffff},
      {0x614, 0, 0x7fffffff},
      {0x618, 0, 0xffffffff},
      {0x61c, 0, 0x7fffffff},
      {0xe00, 0, 127},
      {0xe04, 0, 1},
      {0xe08, 0, 1},
      {0xe0c, 0, 1},
      {0xe10, 0, 1}}},
    {&encoder,
     &hypervisor,
     0,
     1,
     {{0x000, 0x01000001, 0x01f3a867},
      {0x004, 0x00010101, 0x00010101},
      {0x008, 0, 0xcfff0000},
      {0x040, 0x3f000000, 0x3f00830b},
      {0x058, 0, 3},
      {0x600, 0, 0xf770},
      {0x610, 0, 0xffffffff},
      {0x618, 0, 0xffffffff},
      {0xe00, 0, 15},
      {0xe08, 0, 1},
      {0xe0c, 0, 1}}},
    {&encoder,
     &counting,
     1,
     1,
     {{0x000, 0x01000001, 0x01f32867},
      {0x004, 0x00010101, 0x00010101},
      {0x008, 0, 0xc8},
      {0x00c, 0, 1},
      {0x040, 0x01000000, 0x0100830b},
      {0x400, 0, 0x1111f},
      {0x404, 0, 0x1ff},
      {0x408, 0, 0xffffffff},
      {0x40c, 0, 0xffffffff},
      {0x410, 0, 0xffffffff},
      {0x414, 0, 0xffffffff},
      {0x600, 0, 0xf770},
      {0x610, 0, 0xffffffff},
      {0x618, 0, 0xffffffff},
      {0xe00, 0, 63},
      {0xe08, 0, 1},
      {0xe0c, 0, 1}}},
    {&encoder,
     &filters_alone,
     1,
     0,
     {{0x000, 0x01000001, 0x01f32867},
      {0x004, 0x00010101, 0x00010101},
      {0x00c, 0, 1},
      {0x400, 0, 0x1000f},
      {0x404, 0, 0x1ff},
      {0x408, 0, 0xffffffff},
      {0x40c, 0, 0xffffffff},
      {0x410, 0, 0xffffffff},
      {0x414, 0, 0xffffffff},
      {0xe00, 0, 7},
      {0xe08, 0, 1},
      {0xe0c, 0, 1}}},
    {&funnel, &two_inputs, 0, 0, {{0x000, 1, 3}, {0x004, 0x801, 0x801}, {0x008, 0, 3}}},
    {&funnel,
     &all_inputs,
     0,
     0,
     {{0x000, 1, 3}, {0x004, 0x801, 0x801}, {0x008, 0, 0xffff}, {0x040, 0x30000000, 0x30000303}}},
    {&pib, &all_modes, 0, 0, {{0x000, 0x000f0001, 0xffff0203}, {0x004, 0xa01, 0xa01}}},
    {&pib, &one_mode, 0, 0, {{0x000, 0x00090001, 0x000f0003}, {0x004, 0xa01, 0xa01}}},
    {&ram,
     &both,
     0,
     0,
     {{0x000, 1, 0x113},
      {0x004, 0x3901, 0x3901},
      {0x010, 0, 0xfffffffc},
      {0x014, 0, 0xffffffff},
      {0x018, 0x3fc, 0xfffffffc},
      {0x01c, 0, 0xffffffff}}},
    {&ram, &sram, 0, 0, {{0x000, 1, 0x103}, {0x004, 0x1901, 0x1901}, {0x018, 4, 4}}},
    {&ram,
     &smem,
     0,
     0,
     {{0x000, 0x11, 0x113},
      {0x004, 0x2901, 0x2901},
      {0x010, 0, 0xfffffffc},
      {0x014, 0, 0xffffffff},
      {0x018, 0, 0xfffffffc},
      {0x01c, 0, 0xffffffff}}},
    {&atb, NULL, 0, 0, {{0x000, 0x101, 0x7f03}, {0x004, 0xe01, 0xe01}}},
};

enum { BUILDS = sizeof builds / sizeof builds[0] };

static void step(const build *b, const nt_apb *apb) {
    b->block->step(apb);
}

static nt_apb_answer answer(const build *b, nt_apb apb) {
    static nt_apb now; /* cppcheck takes what is returned for a pointer to it */
    now = apb;
    return b->block->out(&now);
}

static void write(const build *b, unsigned address, uint32_t data) {
    const nt_apb apb = write_of(address, data);
    nt_apb_answer bus = b->block->out(&apb);
    assert_true(bus.PREADY);
    assert_false(bus.PSLVERR);
    assert_int_equal(bus.PRDATA, 0);
    step(b, &apb);
}

/* Without its wait states. */
static uint32_t read(const build *b, unsigned address) {
    nt_apb apb = read_of(address);
    while (!answer(b, apb).PREADY) {
        step(b, &apb);
    }
    uint32_t data = answer(b, apb).PRDATA;
    step(b, &apb);
    return data;
}

static void init(const build *b) {
    pins.rst = false;
    pins.empty = false;
    memset(&under_test, 0xa5, sizeof under_test);
    b->block->init(b->params);
}

static void activate(const build *b) {
    init(b);
    write(b, CONTROL, ACTIVE);
}

/* The row of a register, or of the unit that a filter's or comparator's register is of. */
static const row *row_of(const build *b, unsigned address) {
    unsigned base = address;
    if (address >= 0x600 && address < 0x600 + 0x20 * b->comparators) {
        base = 0x600 + address % 0x20;
    } else if (address >= 0x400 && address < 0x400 + 0x20 * b->filters) {
        base = 0x400 + address % 0x20;
    } else if (address >= 0x400 && address < 0x700) {
        return NULL;
    }
    for (const row *r = b->rows; r == b->rows || r->offset != 0; r++) {
        if (r->offset == base) {
            return r;
        }
    }
    return NULL;
}

static bool fails(const build *b, const char *when, unsigned address, uint32_t got,
                  uint32_t expected) {
    if (got != expected) {
        print_error("%s (build %td) %s: 0x%03x reads %08x, not %08x\n", b->block->name, b - builds,
                    when, address, got, expected);
    }
    return got != expected;
}

static void expect(const build *b, const char *when, unsigned address, uint32_t expected) {
    assert_false(fails(b, when, address, read(b, address), expected));
}

static void expect_reset(const build *b, const char *when) {
    for (unsigned address = 0; address < PAGE; address += 4) {
        const row *r = row_of(b, address);
        expect(b, when, address, r != NULL ? r->reset : 0);
    }
}

/* All but a RAM sink's pointers, which are not its registers'. */
static void write_ones(const build *b) {
    for (unsigned address = 0; address < PAGE; address += 4) {
        if (address < 0x20 || address >= 0x30) {
            write(b, address, UINT32_MAX);
        }
    }
}

static void expect_ones(const build *b, const char *when) {
    for (unsigned address = 0; address < PAGE; address += 4) {
        const row *r = row_of(b, address);
        expect(b, when, address, r != NULL ? r->ones : 0);
    }
}

static void each(void (*check)(const build *b)) {
    for (unsigned i = 0; i < BUILDS; i++) {
        check(&builds[i]);
    }
}

/* Registers. */

static void check_reset_values(const build *b) {
    init(b);
    for (unsigned address = 0; address < PAGE; address += 4) {
        uint32_t data = address == CONTROL ? b->rows[0].reset & ~(uint32_t)ACTIVE : 0;
        expect(b, "before it is active", address, data);
    }
    activate(b);
    expect_reset(b, "out of reset");
}

static void check_ones(const build *b) {
    activate(b);
    write_ones(b);
    expect_ones(b, "after ones");
}

static void registers_hold_what_their_fields_hold(void **state) {
    (void)state;
    each(check_reset_values);
    each(check_ones);
}

/* Each register alone, so that no address writes another. */
static void check_alone(const build *b) {
    for (unsigned address = 4; address < PAGE; address += 4) {
        activate(b);
        write(b, address, UINT32_MAX);
        for (const row *r = b->rows; r == b->rows || r->offset != 0; r++) {
            if (r->offset != address && r->offset < 0x400) {
                expect(b, "after ones elsewhere", r->offset, r->reset);
            }
        }
    }
}

static void a_write_is_of_one_register(void **state) {
    (void)state;
    each(check_alone);
}

/* Activity. */

static void check_inactive(const build *b) {
    init(b);
    write_ones(b); /* the first write makes it active, and takes that bit alone */
    write(b, CONTROL, 0);
    for (unsigned address = 4; address < PAGE; address += 4) {
        write(b, address, UINT32_MAX);
    }
    expect(b, "while not active", CONTROL, b->rows[0].reset & ~(uint32_t)ACTIVE);
    write(b, CONTROL, UINT32_MAX);
    expect_reset(b, "when active again");
}

/* In the very cycle after the write. */
static void check_clearing(const build *b) {
    activate(b);
    write_ones(b);
    write(b, CONTROL, UINT32_MAX - ACTIVE);
    assert_int_equal(answer(b, read_of(CONTROL)).PRDATA, b->rows[0].reset & ~(uint32_t)ACTIVE);
    write(b, CONTROL, UINT32_MAX);
    expect_reset(b, "after an inactive cycle");
}

static void while_not_active_all_is_held_in_reset(void **state) {
    (void)state;
    each(check_inactive);
    each(check_clearing);
}

static void check_rst(const build *b) {
    static const uint32_t data[] = {UINT32_MAX, 0};
    for (unsigned i = 0; i < 2; i++) {
        activate(b);
        write_ones(b);
        const nt_apb apb = write_of(CONTROL, data[i]);
        pins.rst = true;
        step(b, i == 0 ? &apb : &no_access);
        pins.rst = false;
        expect(b, "after rst", CONTROL, b->rows[0].reset & ~(uint32_t)ACTIVE);
        write(b, CONTROL, ACTIVE);
        expect_reset(b, "after rst");
    }
}

static void a_reset_wins_over_a_write(void **state) {
    (void)state;
    each(check_rst);
}

/* The bus. */

static void check_phases(const build *b) {
    for (unsigned i = 0; i < 8; i++) { /* PSEL, PENABLE and PWRITE */
        activate(b);
        nt_apb apb = write_of(CONTROL, b->rows[0].reset | ENABLE);
        apb.PSEL = i >> 2 & 1;
        apb.PENABLE = i >> 1 & 1;
        apb.PWRITE = i & 1;
        nt_apb_answer bus = answer(b, apb);
        assert_true(bus.PREADY);
        assert_false(bus.PSLVERR);
        assert_int_equal(bus.PRDATA, i == 6 ? b->rows[0].reset : 0);
        step(b, &apb);
        expect(b, "after a phase", CONTROL, b->rows[0].reset | (i == 7 ? ENABLE : 0));
    }
}

static void check_unaligned(const build *b) {
    activate(b);
    for (unsigned address = 1; address < 4; address++) {
        nt_apb_answer bus = answer(b, read_of(address));
        assert_true(bus.PREADY && bus.PSLVERR);
        assert_int_equal(bus.PRDATA, 0);
        const nt_apb apb = write_of(address, UINT32_MAX);
        bus = answer(b, apb);
        assert_true(bus.PREADY && bus.PSLVERR);
        step(b, &apb);
        nt_apb setup = apb;
        setup.PENABLE = false;
        assert_false(answer(b, setup).PSLVERR);
        setup = apb;
        setup.PSEL = false;
        assert_false(answer(b, setup).PSLVERR);
        expect(b, "after an unaligned write", CONTROL, b->rows[0].reset);
    }
}

static void an_aligned_access_phase_alone_does_something(void **state) {
    (void)state;
    each(check_phases);
    each(check_unaligned);
}

/* Of a register of 32 bits: bytes without their strobe stay. */
static void strobes_choose_bytes(void **state) {
    (void)state;
    static const build *b = &builds[0];
    static const uint32_t words[16] = {
        0xaabbccdd, 0xaabbcc78, 0xaabb56dd, 0xaabb5678, 0xaa34ccdd, 0xaa34cc78,
        0xaa3456dd, 0xaa345678, 0x12bbccdd, 0x12bbcc78, 0x12bb56dd, 0x12bb5678,
        0x1234ccdd, 0x1234cc78, 0x123456dd, 0x12345678,
    };
    enum { ECAUSE_LOW = 0x408 };
    activate(b);
    for (unsigned strobes = 0; strobes < 16; strobes++) {
        write(b, ECAUSE_LOW, UINT32_C(0xaabbccdd));
        nt_apb apb = write_of(ECAUSE_LOW, UINT32_C(0x12345678));
        apb.PSTRB = (uint8_t)strobes;
        step(b, &apb);
        expect(b, "by strobes", ECAUSE_LOW, words[strobes]);
    }
}

static void check_empty(const build *b) {
    for (unsigned active = 0; active < 2; active++) {
        init(b);
        write(b, CONTROL, active);
        uint32_t expected = b->rows[0].reset - ACTIVE + active;
        expect(b, "not empty", CONTROL, expected);
        pins.empty = true;
        expect(b, "empty", CONTROL, expected | EMPTY);
        for (unsigned address = 4; address < PAGE && active; address += 4) {
            const row *r = row_of(b, address);
            expect(b, "empty", address, r != NULL ? r->reset : 0);
        }
    }
}

static void empty_is_bit_3_of_the_control_register(void **state) {
    (void)state;
    each(check_empty);
}

/* Fields with values that become others. */

typedef struct change {
    unsigned build;
    uint16_t offset;
    uint32_t written;
    uint32_t read;
} change;

enum {
    EVERYTHING,
    NOTHING,
    WIDE_CONTEXT,
    HYPERVISOR,
    COUNTING,
    FILTERS,
    FUNNEL_2,
    FUNNEL_16,
    PIB,
    PIB_16_BITS,
    RAM,
    RAM_SRAM,
    RAM_SMEM
};

static const change changes[] = {
    /* trTeInstMode: 0, 3 or 6 */
    {EVERYTHING, 0x000, 0x01, 0x01000001},
    {EVERYTHING, 0x000, 0x11, 0x01000031},
    {EVERYTHING, 0x000, 0x21, 0x01000031},
    {EVERYTHING, 0x000, 0x31, 0x01000031},
    {EVERYTHING, 0x000, 0x41, 0x01000061},
    {EVERYTHING, 0x000, 0x51, 0x01000061},
    {EVERYTHING, 0x000, 0x61, 0x01000061},
    /* trTeInstEnImplicitReturn and trTeInstImplicitReturnMode */
    {EVERYTHING, 0x008, 0x00, 0x00},
    {EVERYTHING, 0x008, 0x08, 0xc8},
    {EVERYTHING, 0x008, 0x40, 0x48},
    {EVERYTHING, 0x008, 0x48, 0x48},
    {EVERYTHING, 0x008, 0x80, 0x88},
    {EVERYTHING, 0x008, 0x88, 0x88},
    {EVERYTHING, 0x008, 0xc0, 0xc8},
    {COUNTING, 0x008, 0x08, 0xc8},
    {COUNTING, 0x008, 0x40, 0x48},
    /* trTeSrcBits: at most SRC_W */
    {EVERYTHING, 0x008, 0x50000000, 0x50000000},
    {EVERYTHING, 0x008, 0x60000000, 0x60000000},
    {EVERYTHING, 0x008, 0x70000000, 0x60000000},
    {HYPERVISOR, 0x008, 0xb0000000, 0xb0000000},
    {HYPERVISOR, 0x008, 0xd0000000, 0xc0000000},
    /* trTsControl: all 0 while trTsActive is; modes up to 4 */
    {EVERYTHING, 0x040, 0x0000831e, 0x28000000},
    {EVERYTHING, 0x040, 0x01, 0x28000001},
    {EVERYTHING, 0x040, 0x31, 0x28000031},
    {EVERYTHING, 0x040, 0x41, 0x28000041},
    {EVERYTHING, 0x040, 0x51, 0x28000001},
    {EVERYTHING, 0x040, 0x61, 0x28000001},
    {NOTHING, 0x040, 0x41, 0},
    {COUNTING, 0x040, 0x41, 0x01000041},
    /* trTeTrigExtInAction: 2, 3 and 4 */
    {EVERYTHING, 0x054, 0x43210fed, 0x43200000},
    {EVERYTHING, 0x054, 0x23432765, 0x23432000},
    {EVERYTHING, 0x054, 0x98ab2343, 0x00002343},
    {WIDE_CONTEXT, 0x054, 0x33333333, 0x33},
    {HYPERVISOR, 0x054, 0x22222222, 2},
    {NOTHING, 0x054, 0x22222222, 0},
    /* trTeTrigExtOutEvent: two bits */
    {EVERYTHING, 0x058, 0x76543210, 0x32103210},
    /* trTeFilterComp: at most NCOMPARATORS - 1 */
    {WIDE_CONTEXT, 0x400, 0x6420, 0x4420},
    {WIDE_CONTEXT, 0x400, 0x2460, 0x2440},
    {WIDE_CONTEXT, 0x420, 0x0a00, 0x0400},
    {EVERYTHING, 0x5e0, 0xeca0, 0xeca0},
    /* trTeCompPInput, trTeCompSInput: no data addresses, context where it is */
    {EVERYTHING, 0x600, 0x0, 0x0},
    {EVERYTHING, 0x600, 0x5, 0x5},
    {EVERYTHING, 0x600, 0xa, 0xa},
    {EVERYTHING, 0x6e0, 0x9, 0x9},
    {EVERYTHING, 0x600, 0xe, 0x2},
    {EVERYTHING, 0x600, 0xb, 0x8},
    {HYPERVISOR, 0x600, 0x5, 0x5},
    {COUNTING, 0x600, 0xd, 0},
    {COUNTING, 0x600, 0xa, 0xa},
    /* ntResumeLevel: at most FIFO_DEPTH - 1 */
    {EVERYTHING, 0xe00, 30, 30},
    {EVERYTHING, 0xe00, 31, 31},
    {EVERYTHING, 0xe00, 32, 31},
    {NOTHING, 0xe00, 8, 7},
    /* A funnel's trTsMode: 1, 2 and 4 */
    {FUNNEL_16, 0x040, 0x11, 0x30000011},
    {FUNNEL_16, 0x040, 0x21, 0x30000021},
    {FUNNEL_16, 0x040, 0x31, 0x30000001},
    {FUNNEL_16, 0x040, 0x41, 0x30000041},
    {FUNNEL_16, 0x040, 0x51, 0x30000001},
    {FUNNEL_16, 0x040, 0x61, 0x30000001},
    {FUNNEL_16, 0x040, 0x0312, 0x30000000},
    {FUNNEL_2, 0x040, 0x41, 0},
    /* trPibMode, and trPibClkCenter in parallel modes */
    {PIB, 0x000, 0x01, 0x01},
    {PIB, 0x000, 0x101, 0x01},
    {PIB, 0x000, 0x111, 0x01},
    {PIB, 0x000, 0x121, 0x01},
    {PIB, 0x000, 0x131, 0x01},
    {PIB, 0x000, 0x141, 0x41},
    {PIB, 0x000, 0x151, 0x51},
    {PIB, 0x000, 0x161, 0x01},
    {PIB, 0x000, 0x171, 0x01},
    {PIB, 0x000, 0x181, 0x181},
    {PIB, 0x000, 0x191, 0x191},
    {PIB, 0x000, 0x1a1, 0x1a1},
    {PIB, 0x000, 0x1b1, 0x1b1},
    {PIB, 0x000, 0x1c1, 0x1c1},
    {PIB, 0x000, 0x1d1, 0x01},
    {PIB, 0x000, 0x1e1, 0x01},
    {PIB, 0x000, 0x081, 0x81},
    {PIB, 0x000, 0x12340203, 0x12340203},
    /* trPibDivider: at most what DIVIDER_W bits hold */
    {PIB_16_BITS, 0x000, 0x000003c1, 0xc1},
    {PIB_16_BITS, 0x000, 0x000003b1, 0x01},
    {PIB_16_BITS, 0x000, 0x000e0001, 0x000e0001},
    {PIB_16_BITS, 0x000, 0x00100001, 0x000f0001},
    {PIB_16_BITS, 0x000, 0x80000001, 0x000f0001},
    /* trRamMode, which the build may have no choice of */
    {RAM, 0x000, 0x01, 0x01},
    {RAM_SRAM, 0x000, 0x11, 0x01},
    {RAM_SMEM, 0x000, 0x01, 0x11},
};

static void illegal_values_become_legal_ones(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const change *c = &changes[i];
        const build *b = &builds[c->build];
        activate(b);
        write(b, c->offset, UINT32_MAX);
        write(b, c->offset, c->written);
        expect(b, "when written", c->offset, c->read);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_hold_what_their_fields_hold),
        cmocka_unit_test(a_write_is_of_one_register),
        cmocka_unit_test(while_not_active_all_is_held_in_reset),
        cmocka_unit_test(a_reset_wins_over_a_write),
        cmocka_unit_test(an_aligned_access_phase_alone_does_something),
        cmocka_unit_test(strobes_choose_bytes),
        cmocka_unit_test(empty_is_bit_3_of_the_control_register),
        cmocka_unit_test(illegal_values_become_legal_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
