/* SPDX-License-Identifier: Apache-2.0 */
/* Taking trace out of a RAM sink: the registers here are an array, typed from the text's tables. */
#include "receive/ram_trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    WORDS = 8,
    EMPTY = 1 << 3,
    ENABLED = 1 << 1,
    SMEM = 1 << 4,
    MOST = 1 << 20,
};

/* A sink whose word at address A holds the bytes A, A + 1, A + 2, A + 3. */
typedef struct fake_sink {
    uint32_t control;
    uint64_t start;
    uint64_t limit;
    uint64_t wp; /* with trRamWrap */
    uint32_t rp;
    bool refuses; /* writes to trRamRP */
    unsigned accesses_left;
} fake_sink;

static int read32(void *context, uint32_t offset, uint32_t *value) {
    fake_sink *sink = context;
    if (sink->accesses_left-- == 0) {
        return -1;
    }
    switch (offset) {
    case 0x00:
        *value = sink->control;
        break;
    case 0x10:
    case 0x14:
        *value = (uint32_t)(sink->start >> (offset == 0x14 ? 32 : 0));
        break;
    case 0x18:
    case 0x1c:
        *value = (uint32_t)(sink->limit >> (offset == 0x1c ? 32 : 0));
        break;
    case 0x20:
    case 0x24:
        *value = (uint32_t)(sink->wp >> (offset == 0x24 ? 32 : 0));
        break;
    case 0x28:
        *value = sink->rp;
        break;
    case 0x40:
        *value = sink->rp * 0x01010101u + 0x03020100u;
        sink->rp = sink->rp >= sink->limit ? (uint32_t)sink->start : sink->rp + 4;
        break;
    default:
        fail_msg("register 0x%x is read", offset);
    }
    return 0;
}

static int write32(void *context, uint32_t offset, uint32_t value) {
    fake_sink *sink = context;
    if (sink->accesses_left-- == 0) {
        return -1;
    }
    assert_int_equal(offset, 0x28);
    if (!sink->refuses) {
        sink->rp = value;
    }
    return 0;
}

static nt_ram_port port(fake_sink *sink) {
    return (nt_ram_port){read32, write32, sink};
}

static fake_sink sram(uint64_t wp, unsigned wrap) {
    return (fake_sink){
        .control = 1 | EMPTY, .limit = 4 * WORDS - 4, .wp = wp | wrap, .accesses_left = 1000};
}

static void expect_bytes(const nt_ram_trace *trace, unsigned from, size_t size) {
    assert_int_equal(trace->size, size);
    for (size_t i = 0; i < size; i++) {
        assert_int_equal(trace->bytes[i], (from + i) % (4 * WORDS));
    }
}

static void sram_is_read_up_to_the_write_pointer(void **state) {
    (void)state;
    for (unsigned words = 0; words < WORDS; words++) {
        fake_sink sink = sram(4 * words, 0);
        nt_ram_port registers = port(&sink);
        nt_ram_trace trace;
        assert_int_equal(nt_ram_read_sram(&registers, MOST, &trace), NT_RAM_OK);
        expect_bytes(&trace, 0, 4 * words);
        assert_false(trace.cut);
        nt_ram_trace_free(&trace);
    }
}

static void after_a_wrap_sram_is_read_from_the_write_pointer_on(void **state) {
    (void)state;
    for (unsigned words = 0; words < WORDS; words++) {
        fake_sink sink = sram(4 * words, 1);
        nt_ram_port registers = port(&sink);
        nt_ram_trace trace;
        assert_int_equal(nt_ram_read_sram(&registers, MOST, &trace), NT_RAM_OK);
        expect_bytes(&trace, 4 * words, sizeof(uint32_t) * WORDS);
        assert_true(trace.cut);
        nt_ram_trace_free(&trace);
    }
}

static void memory_is_copied_in_the_order_of_the_trace(void **state) {
    (void)state;
    const uint64_t base = UINT64_C(0xffffffff0);
    uint8_t memory[16 + 4 * WORDS + 4];
    for (unsigned i = 0; i < sizeof memory; i++) {
        memory[i] = (uint8_t)(i - 16);
    }
    for (unsigned wrap = 0; wrap < 2; wrap++) {
        for (unsigned words = 0; words < WORDS; words++) {
            fake_sink sink = {.control = 1 | EMPTY | SMEM,
                              .start = base + 16,
                              .limit = base + 16 + 4 * WORDS - 4,
                              .wp = base + 16 + 4 * words + wrap,
                              .accesses_left = 1000};
            nt_ram_port registers = port(&sink);
            nt_ram_buffer buffer;
            nt_ram_trace trace;
            assert_int_equal(nt_ram_read_buffer(&registers, &buffer), NT_RAM_OK);
            assert_int_equal(nt_ram_copy_smem(&buffer, memory, base, sizeof memory, &trace),
                             NT_RAM_OK);
            expect_bytes(&trace, wrap ? 4 * words : 0, wrap ? sizeof(uint32_t) * WORDS : 4 * words);
            nt_ram_trace_free(&trace);
        }
    }
}

static nt_ram_status status_of(fake_sink sink, uint64_t most) {
    nt_ram_port registers = port(&sink);
    nt_ram_trace trace;
    nt_ram_status status = nt_ram_read_sram(&registers, most, &trace);
    if (status != NT_RAM_OK) {
        assert_null(trace.bytes);
    }
    nt_ram_trace_free(&trace);
    return status;
}

static void what_cannot_be_read_is_told(void **state) {
    (void)state;
    fake_sink good = sram(8, 1);
    assert_int_equal(status_of(good, 4 * WORDS), NT_RAM_OK);
    assert_int_equal(status_of(good, 4 * WORDS - 1), NT_RAM_TOO_LARGE);
    fake_sink sink = good;
    sink.control |= ENABLED;
    assert_int_equal(status_of(sink, MOST), NT_RAM_BUSY);
    sink.control = 1;
    assert_int_equal(status_of(sink, MOST), NT_RAM_BUSY);
    sink.control = 1 | EMPTY | SMEM;
    assert_int_equal(status_of(sink, MOST), NT_RAM_MODE);
    sink = good;
    sink.wp = 4 * WORDS;
    assert_int_equal(status_of(sink, MOST), NT_RAM_POINTERS);
    sink.wp = 2;
    assert_int_equal(status_of(sink, MOST), NT_RAM_POINTERS);
    sink = good;
    sink.start = 16;
    assert_int_equal(status_of(sink, MOST), NT_RAM_POINTERS);
    sink = good;
    sink.limit = UINT64_C(0xfffffffffffffffc);
    assert_int_equal(status_of(sink, UINT64_MAX), NT_RAM_TOO_LARGE);
    sink = good;
    sink.refuses = true;
    assert_int_equal(status_of(sink, MOST), NT_RAM_REFUSED);
}

static void a_failed_access_is_told_wherever_it_happens(void **state) {
    (void)state;
    fake_sink sink = sram(8, 1);
    unsigned accesses = 0;
    for (sink.accesses_left = 0; status_of(sink, MOST) != NT_RAM_OK; sink.accesses_left++) {
        assert_int_equal(status_of(sink, MOST), NT_RAM_ACCESS);
        accesses++;
    }
    assert_int_equal(accesses, 7 + 2 * 2 + WORDS); /* state, two settings of trRamRP, words */
}

static void memory_that_does_not_hold_the_buffer_is_told(void **state) {
    (void)state;
    const nt_ram_buffer good = {.start = 0x100, .limit = 0x11c, .wp = 0x104, .smem = true};
    uint8_t memory[0x40] = {0};
    nt_ram_trace trace;
    nt_ram_buffer buffer = good;
    assert_int_equal(nt_ram_copy_smem(&buffer, memory, 0x104, 0x40, &trace), NT_RAM_OUTSIDE);
    assert_int_equal(nt_ram_copy_smem(&buffer, memory, 0, 0x40, &trace), NT_RAM_OUTSIDE);
    assert_int_equal(nt_ram_copy_smem(&buffer, memory, 0x100, 0x1f, &trace), NT_RAM_OUTSIDE);
    buffer.start = 0;
    buffer.limit = UINT64_C(0xfffffffffffffffc);
    assert_int_equal(nt_ram_copy_smem(&buffer, memory, 0, 0x40, &trace), NT_RAM_OUTSIDE);
    buffer = good;
    buffer.wp = 0x120;
    assert_int_equal(nt_ram_copy_smem(&buffer, memory, 0x100, 0x40, &trace), NT_RAM_POINTERS);
    buffer = good;
    buffer.smem = false;
    assert_int_equal(nt_ram_copy_smem(&buffer, memory, 0x100, 0x40, &trace), NT_RAM_MODE);
    assert_int_equal(nt_ram_copy_smem(&good, memory, 0x100, 0x20, &trace), NT_RAM_OK);
    nt_ram_trace_free(&trace);
}

/* Bytes by hand: {MDO, MSEO}; TCODE is the MDO of a message's first byte. */
enum {
    DIRECT = 3 << 2,
    PROG_SYNC = 9 << 2,
    DIRECT_SYNC = 11 << 2,
    INDIRECT_SYNC = 12 << 2,
    HIST_SYNC = 29 << 2,
    FIELD_END = 0x15,
    END = 0x17,
    IDLE = 0xff,
};

#define OLDEST(which, cut, ...)                                                                    \
    nt_ram_oldest_##which((const uint8_t[]){__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__}), cut)

static void decoding_starts_at_a_message(void **state) {
    (void)state;
    assert_int_equal(OLDEST(message, false, DIRECT, END), 0);
    assert_int_equal(OLDEST(message, true, DIRECT, END), 2);
    assert_int_equal(OLDEST(message, true, DIRECT, END, DIRECT, END), 2);
    assert_int_equal(OLDEST(message, true, PROG_SYNC, FIELD_END, END, IDLE, DIRECT, END), 4);
    assert_int_equal(OLDEST(message, false, IDLE, IDLE, DIRECT, FIELD_END, END), 2);
    assert_int_equal(OLDEST(message, true, END, DIRECT, FIELD_END), 3); /* not whole */
    assert_int_equal(OLDEST(message, true, END, IDLE, IDLE), 3);
    assert_int_equal(nt_ram_oldest_message(NULL, 0, true), 0);
}

static void decoding_after_a_wrap_starts_at_a_synchronizing_message(void **state) {
    (void)state;
    const uint8_t syncs[] = {PROG_SYNC, DIRECT_SYNC, INDIRECT_SYNC, HIST_SYNC};
    for (unsigned i = 0; i < sizeof syncs; i++) {
        assert_int_equal(OLDEST(sync, true, END, syncs[i], FIELD_END, END), 1);
        /* The same byte within a message is none */
        assert_int_equal(OLDEST(sync, true, END, DIRECT, syncs[i], END, syncs[i], END), 4);
    }
    for (unsigned tcode = 0; tcode < 64; tcode++) {
        bool sync = tcode == 9 || tcode == 11 || tcode == 12 || tcode == 29;
        assert_int_equal(OLDEST(sync, true, END, (uint8_t)(tcode << 2), END), sync ? 1 : 3);
    }
    assert_int_equal(OLDEST(sync, false, PROG_SYNC, END), 0);
    assert_int_equal(OLDEST(sync, true, END, PROG_SYNC, FIELD_END), 3); /* not whole */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sram_is_read_up_to_the_write_pointer),
        cmocka_unit_test(after_a_wrap_sram_is_read_from_the_write_pointer_on),
        cmocka_unit_test(memory_is_copied_in_the_order_of_the_trace),
        cmocka_unit_test(what_cannot_be_read_is_told),
        cmocka_unit_test(a_failed_access_is_told_wherever_it_happens),
        cmocka_unit_test(memory_that_does_not_hold_the_buffer_is_told),
        cmocka_unit_test(decoding_starts_at_a_message),
        cmocka_unit_test(decoding_after_a_wrap_starts_at_a_synchronizing_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
