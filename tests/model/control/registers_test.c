/* SPDX-License-Identifier: Apache-2.0 */
/* What register blocks have beside fields that hold what is written, cycle by cycle, as
   docs/registers.md and the headers in rtl/control have it: status, triggers, the timestamp
   counter, the RAM sink's modes and pointers. */
#include "model/control/encoder_registers.h"
#include "model/control/funnel_registers.h"
#include "model/control/pib_registers.h"
#include "model/control/ram_registers.h"
#include "model/control/register_file.h"
#include "tests/model/control/bus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { CONTROL = 0x000, TS_CONTROL = 0x040, COUNTER_LOW = 0x048, COUNTER_HIGH = 0x04c };
enum { ACTIVE = 1, ENABLE = 2, TRACING = 4, STALL_OR_OVERFLOW = 1 << 12, TS_RESET = 4 };

/* The encoder's registers. */

static const nt_config with_time = {
    .xlen = 64, .itype_w = 4, .fifo_depth = 32, .tstamp_w = 40, .nfilters = 2, .ncomparators = 2};
static const nt_config one_bit = {.xlen = 32, .itype_w = 4, .fifo_depth = 8, .tstamp_w = 1};
static const nt_config without_time = {.xlen = 32, .itype_w = 4, .fifo_depth = 8};

typedef struct encoder_bench {
    nt_encoder_registers registers;
    nt_encoder_registers_inputs in; /* the bus is idle again after each cycle */
} encoder_bench;

static nt_encoder_registers_outputs encoder_cycle(encoder_bench *b, nt_apb apb) {
    nt_encoder_registers_outputs out;
    b->in.apb = apb;
    nt_encoder_registers_out(&b->registers, &b->in, &out);
    nt_encoder_registers_step(&b->registers, &b->in);
    return out;
}

static void encoder_write(encoder_bench *b, unsigned address, uint32_t data) {
    encoder_cycle(b, write_of(address, data));
}

static uint32_t encoder_read(encoder_bench *b, unsigned address) {
    return encoder_cycle(b, read_of(address)).PRDATA;
}

static void encoder_init(encoder_bench *b, const nt_config *config) {
    memset(b, 0xa5, sizeof *b);
    b->in = (nt_encoder_registers_inputs){.rst = false};
    nt_encoder_registers_init(&b->registers, config);
    encoder_write(b, CONTROL, ACTIVE);
}

static bool stalled_or_lost(encoder_bench *b) {
    return encoder_read(b, CONTROL) & STALL_OR_OVERFLOW;
}

static void a_stall_or_a_loss_is_kept_until_1_is_written(void **state) {
    (void)state;
    encoder_bench b;
    encoder_init(&b, &with_time);
    encoder_write(&b, CONTROL, ACTIVE | ENABLE);
    assert_false(stalled_or_lost(&b));
    b.in.stall_or_overflow = true;
    encoder_cycle(&b, no_access);
    b.in.stall_or_overflow = false;
    assert_true(stalled_or_lost(&b));
    encoder_write(&b, CONTROL, ACTIVE | ENABLE); /* 0 leaves it */
    encoder_write(&b, TS_CONTROL, UINT32_MAX);   /* another register */
    nt_apb other_bytes = write_of(CONTROL, UINT32_MAX);
    other_bytes.PSTRB = ALL_BYTES - 2;
    encoder_cycle(&b, other_bytes);
    nt_apb not_selected = write_of(CONTROL, UINT32_MAX);
    not_selected.PSEL = false;
    encoder_cycle(&b, not_selected);
    assert_true(stalled_or_lost(&b));
    encoder_write(&b, CONTROL, ACTIVE | ENABLE | STALL_OR_OVERFLOW);
    assert_false(stalled_or_lost(&b));
}

static void an_event_in_the_cycle_of_the_write_is_kept(void **state) {
    (void)state;
    encoder_bench b;
    encoder_init(&b, &with_time);
    encoder_write(&b, CONTROL, ACTIVE | ENABLE);
    b.in.stall_or_overflow = true;
    encoder_write(&b, CONTROL, ACTIVE | ENABLE | STALL_OR_OVERFLOW);
    b.in.stall_or_overflow = false;
    assert_true(stalled_or_lost(&b));
}

static void enabling_clears_a_stall_or_a_loss(void **state) {
    (void)state;
    encoder_bench b;
    encoder_init(&b, &with_time);
    b.in.stall_or_overflow = true;
    encoder_cycle(&b, no_access);
    b.in.stall_or_overflow = false;
    assert_true(stalled_or_lost(&b));
    encoder_write(&b, CONTROL, ACTIVE | ENABLE);
    assert_false(stalled_or_lost(&b));
    b.in.stall_or_overflow = true;
    encoder_cycle(&b, no_access);
    b.in.stall_or_overflow = false;
    encoder_write(&b, CONTROL, ACTIVE); /* disabling does not */
    assert_true(stalled_or_lost(&b));
}

static void a_reset_clears_a_stall_or_a_loss(void **state) {
    (void)state;
    encoder_bench b;
    for (unsigned by_rst = 0; by_rst < 2; by_rst++) {
        encoder_init(&b, &with_time);
        b.in.stall_or_overflow = true;
        encoder_cycle(&b, no_access);
        b.in.rst = by_rst;
        encoder_write(&b, CONTROL, 0);
        b.in.rst = false;
        assert_false(stalled_or_lost(&b));
        encoder_cycle(&b, no_access); /* nor is one kept while not active */
        b.in.stall_or_overflow = false;
        encoder_write(&b, CONTROL, ACTIVE);
        assert_false(stalled_or_lost(&b));
    }
}

/* trTeInstTracing by on, off and what is written in that cycle: trace-off wins over trace-on, and
   both over a write. */
static void triggers_win_over_a_write(void **state) {
    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        encoder_bench b;
        bool was = i & 1;
        bool written = i >> 1 & 1;
        bool on = i >> 2 & 1;
        bool off = i >> 3 & 1;
        encoder_init(&b, &with_time);
        encoder_write(&b, CONTROL, ACTIVE | (was ? TRACING : 0u));
        b.in.trace_on = on;
        b.in.trace_off = off;
        encoder_write(&b, CONTROL, ACTIVE | (written ? TRACING : 0u));
        b.in.trace_on = b.in.trace_off = false;
        static const bool expected[16] = {0, 0, 1, 1, 1, 1, 1, 1};
        assert_int_equal(encoder_read(&b, CONTROL) >> 2 & 1, expected[i]);
        assert_int_equal(b.registers.control.trTeInstTracing, expected[i]);
    }
}

static void triggers_do_nothing_while_not_active(void **state) {
    (void)state;
    encoder_bench b;
    encoder_init(&b, &with_time);
    encoder_write(&b, CONTROL, 0);
    b.in.trace_on = true;
    encoder_cycle(&b, no_access);
    encoder_write(&b, CONTROL, ACTIVE);
    b.in.trace_on = false;
    assert_int_equal(encoder_read(&b, CONTROL) & 7, ACTIVE);
    b.in.trace_on = b.in.rst = true;
    encoder_cycle(&b, no_access);
    assert_int_equal(b.registers.control.trTeInstTracing, 0);
    assert_int_equal(b.registers.control.trTeActive, 0);
}

/* The timestamp counter: one wait state, in which the half is taken. Of encoder and funnel alike.
 */

#define TIME UINT64_C(0xfedcba9876543210)

typedef struct answer {
    nt_apb_answer bus;
    bool trTsReset;
} answer;

/* Register blocks with a counter as wide as a build has it. */
typedef struct counter {
    encoder_bench encoder;
    nt_funnel_registers funnel;
    bool of_funnel;
    bool rst;
    uint64_t timestamp;
} counter;

static answer counter_cycle(counter *c, nt_apb apb) {
    if (c->of_funnel) {
        const nt_funnel_registers_inputs in = {
            .rst = c->rst, .apb = apb, .timestamp = c->timestamp};
        nt_funnel_registers_outputs out;
        nt_funnel_registers_out(&c->funnel, &in, &out);
        nt_funnel_registers_step(&c->funnel, &in);
        return (answer){out.bus, out.trTsReset};
    }
    c->encoder.in.rst = c->rst;
    c->encoder.in.timestamp = c->timestamp;
    nt_encoder_registers_outputs out = encoder_cycle(&c->encoder, apb);
    return (answer){{out.PREADY, out.PSLVERR, out.PRDATA}, out.trTsReset};
}

static void counter_init(counter *c, bool of_funnel, const nt_config *config) {
    const nt_funnel_registers_params params = {.inputs = 2, .tstamp_w = config->tstamp_w};
    memset(c, 0xa5, sizeof *c);
    c->of_funnel = of_funnel;
    c->rst = false;
    c->timestamp = TIME;
    encoder_init(&c->encoder, config);
    nt_funnel_registers_init(&c->funnel, &params);
    counter_cycle(c, write_of(CONTROL, ACTIVE));
}

static void expect_waits(counter *c, unsigned address) {
    answer a = counter_cycle(c, read_of(address));
    assert_false(a.bus.PREADY);
    assert_false(a.bus.PSLVERR);
    assert_int_equal(a.bus.PRDATA, 0);
}

static void expect_data(counter *c, unsigned address, uint32_t data) {
    answer a = counter_cycle(c, read_of(address));
    assert_true(a.bus.PREADY);
    assert_int_equal(a.bus.PRDATA, data);
}

/* The half that is taken in the wait state; the time goes on. */
static void check_halves(counter *c) {
    expect_waits(c, COUNTER_LOW);
    c->timestamp = 0;
    expect_data(c, COUNTER_LOW, UINT32_C(0x76543210));
    c->timestamp = TIME;
    expect_waits(c, COUNTER_HIGH);
    c->timestamp = 0;
    expect_data(c, COUNTER_HIGH, 0x98); /* 40 bits */
    expect_waits(c, COUNTER_HIGH);      /* again one each */
    expect_data(c, COUNTER_HIGH, 0);
}

static void check_accesses_that_do_not_wait(counter *c) {
    nt_apb no_access_phase = read_of(COUNTER_LOW);
    no_access_phase.PENABLE = false;
    for (unsigned i = 0; i < 2; i++) {
        assert_true(counter_cycle(c, no_access_phase).bus.PREADY);
        expect_waits(c, COUNTER_LOW);
        assert_true(counter_cycle(c, read_of(COUNTER_LOW)).bus.PREADY);
        no_access_phase.PSEL = false;
        no_access_phase.PENABLE = true;
    }
    assert_true(counter_cycle(c, write_of(COUNTER_LOW, 0)).bus.PREADY);
    assert_true(counter_cycle(c, write_of(COUNTER_HIGH, 0)).bus.PREADY);
    expect_data(c, COUNTER_LOW + 8, 0);
    expect_data(c, COUNTER_LOW - 4, 0);
}

/* A sample is of no other register. */
static void check_sample(counter *c) {
    for (unsigned address = 0; address < 0x060; address += 4) {
        if (address != COUNTER_LOW && address != COUNTER_HIGH) {
            uint32_t before = counter_cycle(c, read_of(address)).bus.PRDATA;
            expect_waits(c, COUNTER_LOW);
            expect_data(c, address, before);
        }
    }
}

static void check_reset_in_the_wait_state(counter *c) {
    c->rst = true;
    expect_waits(c, COUNTER_LOW);
    c->rst = false;
    expect_waits(c, COUNTER_LOW);
    counter_cycle(c, write_of(CONTROL, ACTIVE));
    expect_waits(c, COUNTER_LOW);
    expect_data(c, COUNTER_LOW, UINT32_C(0x76543210));
}

static void check_inactive(counter *c) {
    counter_cycle(c, write_of(CONTROL, 0));
    expect_waits(c, COUNTER_LOW);
    expect_data(c, COUNTER_LOW, 0);
}

static void reading_the_counter_takes_one_wait_state(void **state) {
    (void)state;
    void (*const checks[])(counter *) = {check_halves, check_accesses_that_do_not_wait,
                                         check_sample, check_reset_in_the_wait_state,
                                         check_inactive};
    for (unsigned i = 0; i < 2 * sizeof checks / sizeof checks[0]; i++) {
        counter c;
        counter_init(&c, i % 2, &with_time);
        checks[i / 2](&c);
    }
}

static void the_counter_may_have_one_bit(void **state) {
    (void)state;
    for (unsigned of_funnel = 0; of_funnel < 2; of_funnel++) {
        counter c;
        counter_init(&c, of_funnel, &one_bit);
        c.timestamp = UINT64_MAX;
        expect_waits(&c, COUNTER_LOW);
        expect_data(&c, COUNTER_LOW, 1);
        expect_waits(&c, COUNTER_HIGH);
        expect_data(&c, COUNTER_HIGH, 0);
    }
}

static void without_timestamps_there_is_no_counter(void **state) {
    (void)state;
    for (unsigned of_funnel = 0; of_funnel < 2; of_funnel++) {
        counter c;
        counter_init(&c, of_funnel, &without_time);
        expect_data(&c, COUNTER_LOW, 0);
        expect_data(&c, COUNTER_LOW, 0);
        expect_data(&c, COUNTER_HIGH, 0);
        assert_false(counter_cycle(&c, write_of(TS_CONTROL, TS_RESET)).trTsReset);
    }
}

static void writing_1_resets_the_counter(void **state) {
    (void)state;
    for (unsigned of_funnel = 0; of_funnel < 2; of_funnel++) {
        counter c;
        counter_init(&c, of_funnel, &with_time);
        assert_true(counter_cycle(&c, write_of(TS_CONTROL, TS_RESET)).trTsReset);
        assert_false(counter_cycle(&c, no_access).trTsReset);
        assert_false(counter_cycle(&c, write_of(TS_CONTROL, ~(uint32_t)TS_RESET)).trTsReset);
        assert_false(counter_cycle(&c, write_of(CONTROL, UINT32_MAX)).trTsReset);
        assert_false(counter_cycle(&c, read_of(TS_CONTROL)).trTsReset);
        for (unsigned i = 0; i < 3; i++) {
            nt_apb apb = write_of(TS_CONTROL, TS_RESET);
            apb.PSEL = i != 0;
            apb.PENABLE = i != 1;
            apb.PSTRB = i != 2 ? ALL_BYTES : ALL_BYTES - 1;
            assert_false(counter_cycle(&c, apb).trTsReset);
        }
        counter_cycle(&c, write_of(CONTROL, 0));
        assert_false(counter_cycle(&c, write_of(TS_CONTROL, TS_RESET)).trTsReset);
    }
}

/* What is set otherwise becomes what the registers would make of it. */
static void legalizing_is_writing_every_register(void **state) {
    (void)state;
    nt_control control = {.trTeActive = 1,
                          .trTeInstMode = 4,
                          .trTeContext = 1,
                          .trTeInstSyncMax = 15,
                          .trTeSrcBits = 12,
                          .trTeInstFilters = 0xffff,
                          .trTsActive = 1,
                          .trTsMode = 5,
                          .trTsCount = 1,
                          .ntResumeLevel = 255,
                          .filter[1].control = 0x1ffff,
                          .comparator[1].control = 0xf77f};
    nt_encoder_registers_legalize(&control, &with_time);
    const nt_control expected = {.trTeActive = 1,
                                 .trTeInstMode = 6,
                                 .trTeInstSyncMax = 15,
                                 .trTeInstFilters = 3,
                                 .trTsActive = 1,
                                 .trTsCount = 1,
                                 .ntResumeLevel = 31,
                                 .filter[1].control = 0x1333f,
                                 .comparator[1].control = 0xf770};
    assert_memory_equal(&control, &expected, sizeof control);
}

/* Where registers are. */
static void registers_have_their_places(void **state) {
    (void)state;
    static const struct {
        uint16_t offset;
        const char *name; /* NULL: none */
        unsigned unit;
    } rows[] = {
        {0x000, "trTeControl", 0},
        {0x001, NULL, 0},
        {0x014, NULL, 0},
        {0x020, NULL, 0},
        {0x400, "trTeFilteriControl", 0},
        {0x41c, NULL, 0},
        {0x424, "trTeFilteriMatchInst", 1},
        {0x5f8, "trTeFilteriMatchData", 15},
        {0x600, "trTeCompjControl", 0},
        {0x6fc, "trTeCompjSmatchHigh", 7},
        {0x700, NULL, 0},
        {0x71c, NULL, 0},
        {0xe10, "ntTrimOwnership", 0},
        {0xe30, NULL, 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned unit = 99;
        const nt_register *found = nt_register_at(&nt_encoder_map, rows[i].offset, &unit);
        assert_int_equal(found != NULL, rows[i].name != NULL);
        if (found != NULL) {
            assert_string_equal(found->name, rows[i].name);
            assert_int_equal(unit, rows[i].unit);
        }
    }
}

/* The parameters of a module that is given none. */
static void the_usual_build_is_that_of_the_rtl(void **state) {
    (void)state;
    const nt_funnel_registers_params *funnel = nt_funnel_map.usual;
    assert_int_equal(funnel->inputs, 2);
    assert_int_equal(funnel->tstamp_w, 48);
    const nt_pib_registers_params *pib = nt_pib_map.usual;
    assert_int_equal(pib->modes, 0x1f30);
    assert_true(pib->clk_center && pib->calibrate);
    assert_int_equal(pib->divider_w, 16);
    assert_int_equal(pib->divider_reset, 15);
    const nt_ram_registers_params *ram = nt_ram_map.usual;
    assert_int_equal(ram->sram_words, 256);
    assert_true(ram->smem);
}

/* The RAM sink. */

enum { RAM_MODE = 1 << 4, STOP_ON_WRAP = 1 << 8 };
enum {
    START_LOW = 0x010,
    START_HIGH = 0x014,
    LIMIT_LOW = 0x018,
    LIMIT_HIGH = 0x01c,
    WP_LOW = 0x020,
    WP_HIGH = 0x024,
    RP_LOW = 0x028,
    RP_HIGH = 0x02c,
    DATA = 0x040,
    ERROR = 0xe00,
    ERROR_LOW = 0xe04,
    ERROR_HIGH = 0xe08
};

typedef struct ram_bench {
    nt_ram_registers registers;
    nt_ram_registers_inputs in;
} ram_bench;

static nt_ram_registers_outputs ram_cycle(ram_bench *b, nt_apb apb) {
    nt_ram_registers_outputs out;
    memset(&out, 0xa5, sizeof out);
    b->in.apb = apb;
    nt_ram_registers_out(&b->registers, &b->in, &out);
    nt_ram_registers_step(&b->registers, &b->in);
    return out;
}

static void ram_write(ram_bench *b, unsigned address, uint32_t data) {
    ram_cycle(b, write_of(address, data));
}

static uint32_t ram_read(ram_bench *b, unsigned address) {
    return ram_cycle(b, read_of(address)).bus.PRDATA;
}

/* SRAM of 256 words, and SMEM; what the sink says is different in each bit. */
static void ram_init(ram_bench *b) {
    static const nt_ram_registers_params params = {.sram_words = 256, .smem = true};
    memset(b, 0xa5, sizeof *b);
    b->in = (nt_ram_registers_inputs){.trRamEmpty = true,
                                      .trRamWP = UINT64_C(0x1112131415161719),
                                      .trRamRP = UINT64_C(0x2122232425262728),
                                      .data = 0x31323334,
                                      .data_valid = true,
                                      .error = true,
                                      .error_address = UINT64_C(0x4142434445464748)};
    nt_ram_registers_init(&b->registers, &params);
    ram_write(b, CONTROL, ACTIVE);
}

static void the_sink_shows_in_its_registers(void **state) {
    (void)state;
    static const struct {
        unsigned address;
        uint32_t sram;
        uint32_t smem;
    } rows[] = {
        {WP_LOW, 0x15161719, 0x15161719},
        {WP_HIGH, 0x11121314, 0x11121314},
        {RP_LOW, 0x25262728, 0},
        {RP_HIGH, 0x21222324, 0},
        {DATA, 0x31323334, 0},
        {ERROR, 1, 1},
        {ERROR_LOW, 0x45464748, 0x45464748},
        {ERROR_HIGH, 0x41424344, 0x41424344},
        {0x030, 0, 0},
        {0x044, 0, 0},
        {0xe0c, 0, 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ram_bench b;
        ram_init(&b);
        assert_int_equal(ram_read(&b, rows[i].address), rows[i].sram);
        ram_write(&b, CONTROL, ACTIVE | RAM_MODE);
        assert_int_equal(ram_read(&b, rows[i].address), rows[i].smem);
        ram_write(&b, CONTROL, 0);
        assert_int_equal(ram_read(&b, rows[i].address), 0);
    }
}

/* In SRAM mode, while not enabled and empty. */
static void data_is_read_when_all_is_written(void **state) {
    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        ram_bench b;
        ram_init(&b);
        b.in.trRamEmpty = !(i & 1);
        b.in.data_valid = !(i & 2);
        ram_write(&b, CONTROL, ACTIVE | (i & 4 ? ENABLE : 0u) | (i & 8 ? RAM_MODE : 0u));
        bool reads_back = (i & ~2u) == 0;
        nt_ram_registers_outputs out = ram_cycle(&b, read_of(DATA));
        bool ready = !reads_back || b.in.data_valid;
        assert_int_equal(out.bus.PREADY, ready);
        assert_int_equal(out.bus.PRDATA, i == 0 ? 0x31323334 : 0);
        assert_int_equal(out.data_read, i == 0);
        assert_int_equal(out.pointer_write, 0);
        assert_false(ram_cycle(&b, no_access).data_read);
        assert_true(ram_cycle(&b, no_access).bus.PREADY);
        assert_false(ram_cycle(&b, write_of(DATA, 0)).data_read);
        assert_false(ram_cycle(&b, read_of(RP_LOW)).data_read);
        nt_apb setup = read_of(DATA);
        setup.PENABLE = false;
        assert_false(ram_cycle(&b, setup).data_read);
        assert_true(ram_cycle(&b, setup).bus.PREADY);
    }
}

static void a_sink_that_is_not_active_reads_no_data(void **state) {
    (void)state;
    ram_bench b;
    ram_init(&b);
    ram_write(&b, CONTROL, 0);
    b.in.data_valid = false;
    nt_ram_registers_outputs out = ram_cycle(&b, read_of(DATA));
    assert_true(out.bus.PREADY);
    assert_int_equal(out.bus.PRDATA, 0);
}

/* Which half takes what is written: of the read pointer when data can be read. */
static void pointers_are_written(void **state) {
    (void)state;
    static const struct {
        unsigned address;
        uint8_t half;
        uint32_t value; /* with 0xee in byte 1 */
    } rows[] = {
        {WP_LOW, NT_RAM_WP_LOW, 0x1516ee19},
        {WP_HIGH, NT_RAM_WP_HIGH, 0x1112ee14},
        {RP_LOW, NT_RAM_RP_LOW, 0x2526ee28},
        {RP_HIGH, NT_RAM_RP_HIGH, 0x2122ee24},
        {0x030, 0, 0},
        {LIMIT_HIGH, 0, 0},
        {CONTROL, 0, 0},
        {DATA, 0, 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ram_bench b;
        ram_init(&b);
        nt_apb apb = write_of(rows[i].address, 0x0000ee00);
        apb.PSTRB = 2;
        nt_ram_registers_outputs out = ram_cycle(&b, apb);
        assert_int_equal(out.pointer_write, rows[i].half);
        if (rows[i].half != 0) {
            assert_int_equal(out.pointer_value, rows[i].value);
        }
        assert_int_equal(ram_cycle(&b, read_of(rows[i].address)).pointer_write, 0);
        assert_int_equal(ram_cycle(&b, no_access).pointer_write, 0);
        apb.PENABLE = false;
        assert_int_equal(ram_cycle(&b, apb).pointer_write, 0);
        ram_write(&b, CONTROL, ACTIVE | ENABLE);
        bool of_wp = rows[i].half <= NT_RAM_WP_HIGH;
        apb = write_of(rows[i].address, 0);
        assert_int_equal(ram_cycle(&b, apb).pointer_write, of_wp ? rows[i].half : 0);
        ram_write(&b, CONTROL, 0);
        assert_int_equal(ram_cycle(&b, apb).pointer_write, 0);
    }
}

/* A change of the mode makes the buffer legal for the new one. */
static void in_sram_mode_the_buffer_is_the_memory(void **state) {
    (void)state;
    ram_bench b;
    ram_init(&b);
    ram_write(&b, LIMIT_LOW, 0x100);
    assert_int_equal(ram_read(&b, LIMIT_LOW), 0x100);
    ram_write(&b, LIMIT_LOW, 0x403);
    assert_int_equal(ram_read(&b, LIMIT_LOW), 0x3fc);
    ram_write(&b, START_LOW, UINT32_MAX);
    ram_write(&b, START_HIGH, UINT32_MAX);
    ram_write(&b, LIMIT_HIGH, UINT32_MAX);
    assert_int_equal(ram_read(&b, START_LOW), 0);
    assert_int_equal(ram_read(&b, START_HIGH), 0);
    assert_int_equal(ram_read(&b, LIMIT_HIGH), 0);
    ram_write(&b, CONTROL, ACTIVE | RAM_MODE);
    static const unsigned addresses[] = {START_LOW, START_HIGH, LIMIT_LOW, LIMIT_HIGH};
    for (unsigned i = 0; i < 4; i++) {
        ram_write(&b, addresses[i], UINT32_C(0x12345678));
        assert_int_equal(ram_read(&b, addresses[i]), 0x12345678);
    }
    ram_write(&b, CONTROL, ACTIVE);
    assert_int_equal(b.registers.control.trRamLimitLow, 0x3fc);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(ram_read(&b, addresses[i]), addresses[i] == LIMIT_LOW ? 0x3fc : 0);
    }
}

static void without_sram_the_limit_is_0_out_of_reset(void **state) {
    (void)state;
    static const nt_ram_registers_params params = {.smem = true};
    ram_bench b;
    memset(&b, 0xa5, sizeof b);
    nt_ram_registers_init(&b.registers, &params);
    assert_int_equal(b.registers.control.trRamLimitLow, 0);
    assert_int_equal(b.registers.control.trRamMode, 1);
}

static void a_stop_wins_over_a_write(void **state) {
    (void)state;
    ram_bench b;
    ram_init(&b);
    ram_write(&b, CONTROL, ACTIVE | ENABLE | STOP_ON_WRAP);
    b.in.stop = true;
    ram_cycle(&b, no_access);
    assert_int_equal(b.registers.control.trRamEnable, 0);
    assert_int_equal(b.registers.control.trRamStopOnWrap, 1);
    ram_write(&b, CONTROL, ACTIVE | ENABLE);
    assert_int_equal(b.registers.control.trRamEnable, 0);
    b.in.stop = false;
    ram_write(&b, CONTROL, ACTIVE | ENABLE);
    assert_int_equal(b.registers.control.trRamEnable, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stall_or_a_loss_is_kept_until_1_is_written),
        cmocka_unit_test(an_event_in_the_cycle_of_the_write_is_kept),
        cmocka_unit_test(enabling_clears_a_stall_or_a_loss),
        cmocka_unit_test(a_reset_clears_a_stall_or_a_loss),
        cmocka_unit_test(triggers_win_over_a_write),
        cmocka_unit_test(triggers_do_nothing_while_not_active),
        cmocka_unit_test(reading_the_counter_takes_one_wait_state),
        cmocka_unit_test(the_counter_may_have_one_bit),
        cmocka_unit_test(without_timestamps_there_is_no_counter),
        cmocka_unit_test(writing_1_resets_the_counter),
        cmocka_unit_test(legalizing_is_writing_every_register),
        cmocka_unit_test(registers_have_their_places),
        cmocka_unit_test(the_usual_build_is_that_of_the_rtl),
        cmocka_unit_test(the_sink_shows_in_its_registers),
        cmocka_unit_test(data_is_read_when_all_is_written),
        cmocka_unit_test(a_sink_that_is_not_active_reads_no_data),
        cmocka_unit_test(pointers_are_written),
        cmocka_unit_test(in_sram_mode_the_buffer_is_the_memory),
        cmocka_unit_test(without_sram_the_limit_is_0_out_of_reset),
        cmocka_unit_test(a_stop_wins_over_a_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
