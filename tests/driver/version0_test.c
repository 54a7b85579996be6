/* SPDX-License-Identifier: Apache-2.0 */
/* The driver against components of the pre-ratified version 0: an encoder with an SRAM, a funnel
   with system memory, behind registers that are no more than memory. */
#include "driver/driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    BASE = 0x20007000,
    SRAM_BYTES = 64,
    MEMORY_WORDS = 32,
    CONTROL = 0,
    IMPL = 1,
    SINK_BASE = 4,
    SINK_HIGH = 5,
    LIMIT = 6,
    WP = 7,
    RP = 8,
    DATA = 9,
    REGISTERS = 32,
    ACTIVE_EMPTY = 0x9,
};

static const uint64_t memory_base = UINT64_C(0x480001000);

typedef struct chip {
    uint32_t reg[REGISTERS];
    uint32_t sram[SRAM_BYTES / 4];
    uint32_t memory[MEMORY_WORDS];
    unsigned writes; /* other than of the pointers */
    bool fixed;      /* the write pointer keeps nothing */
} chip;

static bool read_register(void *context, uint64_t address, uint32_t *value) {
    chip *c = context;
    uint64_t index = (address - BASE) / 4;
    if (index >= REGISTERS) {
        return false;
    }
    *value = c->reg[index];
    if (index == DATA) {
        *value = c->sram[c->reg[RP] / 4];
        c->reg[RP] = (c->reg[RP] + 4) % SRAM_BYTES;
    }
    return true;
}

static bool write_register(void *context, uint64_t address, uint32_t value) {
    chip *c = context;
    uint64_t index = (address - BASE) / 4;
    if (index == WP || index == RP) {
        uint32_t mask = index == WP ? SRAM_BYTES - 4 + 1 : SRAM_BYTES - 4;
        c->reg[index] = c->fixed && index == WP ? c->reg[index] : value & mask;
    } else {
        c->writes++;
    }
    return true;
}

static bool read_memory(void *context, uint64_t address, uint32_t *value) {
    chip *c = context;
    *value = c->memory[(address - memory_base) / 4 % MEMORY_WORDS];
    return address >= memory_base && address < memory_base + 4 * MEMORY_WORDS;
}

typedef struct bench {
    chip chip;
    nt_driver driver;
    nt_driver_component component;
} bench;

static void init(bench *b, uint32_t sink, uint32_t has) {
    *b = (bench){.component = {.type = NT_DRIVER_ENCODER, .base = BASE}};
    b->driver = (nt_driver){.registers = {&b->chip, read_register, write_register},
                            .memory = {&b->chip, read_memory, NULL},
                            .polls = 3};
    b->chip.reg[CONTROL] = sink << 28 | ACTIVE_EMPTY;
    b->chip.reg[IMPL] = has << 4;
    for (uint32_t i = 0; i < SRAM_BYTES / 4; i++) {
        b->chip.sram[i] = i * 0x01010101;
    }
    for (uint32_t i = 0; i < MEMORY_WORDS; i++) {
        b->chip.memory[i] = 0x80808080 + i * 0x01010101;
    }
}

static void discovery_reads_which_sinks_there_are_and_writes_nothing(void **state) {
    (void)state;
    bench b;
    init(&b, NT_DRIVER_0_SMEM, 0x9);
    assert_int_equal(nt_driver_discover_0(&b.driver, &b.component), 0);
    assert_int_equal(b.component.has.version0.sinks,
                     1u << NT_DRIVER_0_SRAM | 1u << NT_DRIVER_0_SMEM);
    assert_int_equal(b.component.has.version0.sink, NT_DRIVER_0_SMEM);
    assert_int_equal(b.chip.writes, 0);
    b.chip.reg[IMPL] = 0x01;
    assert_int_equal(nt_driver_discover_0(&b.driver, &b.component), NT_DRIVER_NOT_VERSION_0);
    b.chip.reg[CONTROL] = b.chip.reg[IMPL] = 0;
    assert_int_equal(nt_driver_discover_0(&b.driver, &b.component), NT_DRIVER_ABSENT);
    b.chip.reg[CONTROL] = b.chip.reg[IMPL] = UINT32_MAX;
    assert_int_equal(nt_driver_discover_0(&b.driver, &b.component), NT_DRIVER_ABSENT);
}

static void an_sram_is_read_from_its_oldest_word(void **state) {
    (void)state;
    for (uint32_t wrapped = 0; wrapped < 2; wrapped++) {
        for (uint32_t pointer = 0; pointer < SRAM_BYTES; pointer += 4) {
            bench b;
            uint8_t bytes[SRAM_BYTES];
            nt_driver_trace trace;
            init(&b, NT_DRIVER_0_SRAM, 1);
            b.chip.reg[WP] = pointer | wrapped;
            assert_int_equal(
                nt_driver_read_trace_0(&b.driver, &b.component, bytes, sizeof bytes, &trace), 0);
            assert_int_equal(trace.length, wrapped ? SRAM_BYTES : pointer);
            assert_int_equal(trace.limit, SRAM_BYTES - 4);
            for (uint32_t i = 0; i < trace.length; i++) {
                uint32_t from = wrapped ? (pointer + i) % SRAM_BYTES : i;
                assert_int_equal(bytes[i], from / 4);
            }
            assert_int_equal(b.chip.reg[WP], pointer | wrapped);
            assert_int_equal(b.chip.writes, 0);
        }
    }
}

static void system_memory_is_read_above_4_gib(void **state) {
    (void)state;
    bench b;
    uint8_t bytes[4 * MEMORY_WORDS];
    nt_driver_trace trace;
    init(&b, NT_DRIVER_0_SMEM, 8);
    b.chip.reg[SINK_BASE] = (uint32_t)memory_base;
    b.chip.reg[SINK_HIGH] = (uint32_t)(memory_base >> 32);
    b.chip.reg[LIMIT] = (uint32_t)memory_base + 4 * MEMORY_WORDS - 4;
    b.chip.reg[WP] = (uint32_t)memory_base + 8;
    assert_int_equal(nt_driver_read_trace_0(&b.driver, &b.component, bytes, sizeof bytes, &trace),
                     0);
    assert_int_equal(trace.length, 8);
    assert_int_equal(trace.pointer, memory_base + 8);
    assert_int_equal(bytes[7], 0x81);
    b.chip.reg[WP] |= 1;
    assert_int_equal(nt_driver_read_trace_0(&b.driver, &b.component, bytes, sizeof bytes, &trace),
                     0);
    assert_int_equal(trace.length, sizeof bytes);
    assert_int_equal(bytes[0], 0x82);
    assert_int_equal(bytes[sizeof bytes - 1], 0x81);
    b.chip.reg[WP] = (uint32_t)memory_base - 4;
    assert_int_equal(nt_driver_read_trace_0(&b.driver, &b.component, bytes, sizeof bytes, &trace),
                     NT_DRIVER_POINTER);
}

static void what_cannot_be_read_is_an_error(void **state) {
    (void)state;
    bench b;
    uint8_t bytes[SRAM_BYTES];
    nt_driver_trace trace;
    init(&b, NT_DRIVER_0_PIB, 4);
    assert_int_equal(nt_driver_read_trace_0(&b.driver, &b.component, bytes, sizeof bytes, &trace),
                     NT_DRIVER_NO_READ_BACK);
    init(&b, NT_DRIVER_0_SRAM, 1);
    b.chip.reg[CONTROL] |= 2;
    assert_int_equal(nt_driver_read_trace_0(&b.driver, &b.component, bytes, sizeof bytes, &trace),
                     NT_DRIVER_BUSY);
    init(&b, NT_DRIVER_0_SRAM, 1);
    b.chip.reg[WP] = 33;
    assert_int_equal(nt_driver_read_trace_0(&b.driver, &b.component, bytes, 32, &trace),
                     NT_DRIVER_NO_ROOM);
    b.component.base = 0;
    assert_int_equal(nt_driver_discover_0(&b.driver, &b.component), NT_DRIVER_BUS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discovery_reads_which_sinks_there_are_and_writes_nothing),
        cmocka_unit_test(an_sram_is_read_from_its_oldest_word),
        cmocka_unit_test(system_memory_is_read_above_4_gib),
        cmocka_unit_test(what_cannot_be_read_is_an_error),
    };
    return cmocka_run_group_tests_name("version 0", tests, NULL, NULL);
}
