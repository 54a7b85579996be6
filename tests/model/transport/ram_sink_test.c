/* SPDX-License-Identifier: Apache-2.0 */
/* The RAM sink of the golden model cycle by cycle, as docs/transport.md has it: what the pointers,
   trRamEmpty and the AXI do where a trace begins, ends, stops or is cut off. */
#include "model/transport/ram_sink.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 8, BURST = 4, IDLE_CYCLES = 200 };

typedef struct rig {
    nt_ram_sink sink;
    uint32_t sram[WORDS];
    nt_ram_control control;
    nt_axi_inputs axi;       /* of every cycle */
    bool waits;              /* without bytes: the source is within a message and has to wait */
    nt_ram_sink_inputs in;   /* of the next one, what else there is */
    nt_ram_sink_outputs out; /* behind the last edge */
} rig;

static void settle(rig *r) {
    nt_ram_sink_out(&r->sink, false, &r->control, &r->out);
}

static void edges(rig *r, unsigned number) {
    for (; number > 0; number--) {
        r->in.control = &r->control;
        r->in.axi = r->axi;
        r->in.in.waits = r->waits && r->in.in.count == 0;
        nt_ram_sink_step(&r->sink, &r->in);
        r->in = (nt_ram_sink_inputs){.rst = false};
        settle(r);
    }
}

static void begin(rig *r, bool smem) {
    memset(r, 0, sizeof *r);
    const nt_ram_sink_params params = {
        .bytes = 4,
        .sram_words = WORDS,
        .smem = true,
        .axi = {.words = 8, .burst = BURST, .outstanding = 2, .idle_cycles = IDLE_CYCLES}};
    nt_ram_sink_init(&r->sink, &params, r->sram);
    r->control = (nt_ram_control){.trRamActive = 1, .trRamMode = smem};
    r->control.trRamLimitLow = 4 * (WORDS - 1);
    edges(r, 1);
}

static void begin_smem(rig *r, uint64_t start, uint64_t limit) {
    begin(r, true);
    r->control.trRamStartLow = (uint32_t)start;
    r->control.trRamStartHigh = (uint32_t)(start >> 32);
    r->control.trRamLimitLow = (uint32_t)limit;
    r->control.trRamLimitHigh = (uint32_t)(limit >> 32);
    settle(r);
}

static void write_pointer(rig *r, uint8_t which, uint32_t value) {
    r->in.pointer_write = which;
    r->in.pointer_value = value;
    edges(r, 1);
}

static void enable(rig *r, bool value) {
    r->control.trRamEnable = value;
    settle(r);
}

/* A beat of a message of which every byte is `byte`, which ends it if its MSEO says so. */
static void give(rig *r, uint8_t count, uint8_t byte) {
    r->in.in.count = count;
    memset(r->in.in.byte, byte, count);
    edges(r, 1);
}

static void wait_edges(rig *r, unsigned number) {
    r->waits = true;
    edges(r, number);
    r->waits = false;
}

static void assert_pointers(const rig *r, uint64_t wp, uint64_t rp) {
    assert_int_equal(r->out.trRamWP, wp);
    assert_int_equal(r->out.trRamRP, rp);
}

static void assert_fresh(const rig *r) {
    assert_pointers(r, 0, 0);
    assert_true(r->out.trRamEmpty);
    assert_false(r->out.stop);
    assert_false(r->out.error);
    assert_false(r->out.in_ready);
    assert_false(r->out.axi.AWVALID);
    assert_false(r->out.axi.WVALID);
    assert_false(r->out.axi.BREADY);
}

/* ---- SRAM ---- */

static void the_sram_is_filled_from_the_lsb_and_padded_with_idle_bytes(void **state) {
    (void)state;
    rig r;
    begin(&r, false);
    enable(&r, true);
    assert_true(r.out.in_ready);
    r.in.in = (nt_beat){.count = 4, .byte = {0x10, 0x20, 0x30, 0x44}};
    edges(&r, 1);
    assert_int_equal(r.sram[0], 0);
    assert_pointers(&r, 0, 0);
    give(&r, 1, 0x07);
    assert_int_equal(r.sram[0], 0x44302010);
    assert_pointers(&r, 4, 0);
    edges(&r, 10);
    assert_pointers(&r, 4, 0);
    assert_false(r.out.trRamEmpty);
    enable(&r, false);
    assert_false(r.out.in_ready);
    edges(&r, 1);
    assert_int_equal(r.sram[1], 0xffffff07);
    assert_pointers(&r, 8, 0);
    assert_true(r.out.trRamEmpty);
}

static void a_message_that_has_begun_is_taken_to_its_end(void **state) {
    (void)state;
    rig r;
    begin(&r, false);
    enable(&r, true);
    give(&r, 4, 0x10);
    enable(&r, false);
    wait_edges(&r, 5);
    assert_true(r.out.in_ready);
    assert_false(r.out.trRamEmpty);
    assert_pointers(&r, 4, 0);
    give(&r, 2, 0x0c | 3);
    assert_false(r.out.in_ready);
    edges(&r, 1);
    assert_int_equal(r.sram[1], 0xffff0f0f);
    assert_true(r.out.trRamEmpty);
}

static void behind_the_limit_comes_the_start_and_trRamWrap(void **state) {
    (void)state;
    rig r;
    begin(&r, false);
    r.control.trRamLimitLow = 0x80000008; /* the SRAM has no such address bits */
    enable(&r, true);
    for (unsigned i = 0; i < 3; i++) {
        assert_pointers(&r, i < 2 ? 0 : 4, 0);
        give(&r, 4, 0x13);
    }
    edges(&r, 1);
    assert_pointers(&r, 1, 0);
    give(&r, 4, 0x23);
    edges(&r, 1);
    assert_pointers(&r, 4 | 1, 0);
    assert_int_equal(r.sram[0], 0x23232323);
    assert_int_equal(r.sram[3], 0);
    assert_false(r.out.stop);
    assert_true(r.out.in_ready);
}

static void a_sink_that_is_full_stops_and_drops_the_rest_of_the_message(void **state) {
    (void)state;
    rig r;
    begin(&r, false);
    r.control.trRamStopOnWrap = 1;
    r.control.trRamLimitLow = 4;
    enable(&r, true);
    give(&r, 4, 0x13);
    give(&r, 4, 0x10);
    assert_false(r.out.stop);
    give(&r, 4, 0x20); /* the word before it goes to the limit at this edge */
    assert_true(r.out.stop);
    assert_pointers(&r, 1, 0);
    assert_true(r.out.in_ready); /* the rest of the message */
    wait_edges(&r, 1);
    enable(&r, false);
    wait_edges(&r, 3);
    assert_true(r.out.stop);
    assert_false(r.out.trRamEmpty);
    give(&r, 4, 0x33);
    assert_false(r.out.in_ready);
    assert_true(r.out.stop);
    assert_false(r.out.trRamEmpty);
    edges(&r, 1);
    assert_true(r.out.stop);
    assert_false(r.out.trRamEmpty);
    edges(&r, 1);
    assert_false(r.out.stop);
    assert_true(r.out.trRamEmpty);
    assert_pointers(&r, 1, 0);
    assert_int_equal(r.sram[0], 0x13131313);
    assert_int_equal(r.sram[1], 0x10101010);
}

/* trRamEnable is still 1 in the cycle in which the registers see `stop`. */
static void a_sink_that_stops_between_messages_takes_nothing_more(void **state) {
    (void)state;
    rig r;
    begin(&r, false);
    r.control.trRamStopOnWrap = 1;
    r.control.trRamLimitLow = 0;
    enable(&r, true);
    give(&r, 4, 0x13);
    edges(&r, 1);
    assert_true(r.out.stop);
    assert_false(r.out.in_ready);
    give(&r, 4, 0x23);
    enable(&r, false);
    edges(&r, 1);
    assert_false(r.out.stop);
    assert_true(r.out.trRamEmpty);
    assert_int_equal(r.sram[0], 0x13131313);
    enable(&r, true);
    assert_true(r.out.in_ready);
}

static void the_sram_is_read_word_by_word_up_to_the_limit(void **state) {
    (void)state;
    rig r;
    begin(&r, false);
    r.control.trRamLimitLow = 8;
    memcpy(r.sram, (uint32_t[]){0x11, 0x22, 0x33, 0x44}, 16);
    edges(&r, 1);
    assert_int_equal(r.out.data, 0x11);
    write_pointer(&r, NT_RAM_RP_LOW, 0xffff0005); /* bits that trRamRP does not have are dropped */
    assert_pointers(&r, 0, 4);
    assert_false(r.out.data_valid);
    assert_int_equal(r.out.data, 0);
    static const uint32_t data[] = {0x22, 0x33, 0x11, 0x22};
    static const uint64_t next[] = {8, 0, 4, 8};
    for (unsigned i = 0; i < 4; i++) {
        edges(&r, 1);
        assert_true(r.out.data_valid);
        assert_int_equal(r.out.data, data[i]);
        r.in.data_read = true;
        edges(&r, 1);
        assert_false(r.out.data_valid);
        assert_pointers(&r, 0, next[i]);
    }
}

static void nothing_is_read_or_set_while_tracing(void **state) {
    (void)state;
    rig r;
    begin(&r, false);
    r.sram[1] = 0x22;
    write_pointer(&r, NT_RAM_RP_LOW, 4);
    write_pointer(&r, NT_RAM_WP_LOW, 8 | 1);
    assert_true(r.out.data_valid);
    for (unsigned i = 0; i < 2; i++) { /* enabled, then disabled and not empty */
        enable(&r, i == 0);
        assert_true(r.out.data_valid);
        assert_int_equal(r.out.data, 0);
        write_pointer(&r, NT_RAM_RP_LOW, 12);
        r.in.data_read = true;
        edges(&r, 1);
        write_pointer(&r, NT_RAM_WP_LOW, 16);
        write_pointer(&r, NT_RAM_WP_HIGH, 1);
        assert_pointers(&r, 8 | 1, 4);
        if (i == 0) {
            r.waits = true;
            give(&r, 1, 0x10);
        }
    }
}

static void pointers_have_the_bits_of_their_memory(void **state) {
    (void)state;
    rig r;
    begin(&r, false);
    write_pointer(&r, NT_RAM_WP_LOW, 0xfffffff5);
    write_pointer(&r, NT_RAM_WP_HIGH, 0xffffffff);
    assert_pointers(&r, 0x14 | 1, 0);
    write_pointer(&r, NT_RAM_RP_HIGH, 0xffffffff);
    write_pointer(&r, NT_RAM_RP_LOW, 0x1c);
    assert_pointers(&r, 0x14 | 1, 0x1c);
    write_pointer(&r, NT_RAM_WP_LOW, 0x10); /* clears trRamWrap */
    assert_pointers(&r, 0x10, 0x1c);

    begin(&r, true);
    r.control.trRamLimitHigh = 0xffffffff;
    write_pointer(&r, NT_RAM_WP_HIGH, 0x89abcdef);
    write_pointer(&r, NT_RAM_WP_LOW, 0x76543213);
    assert_pointers(&r, UINT64_C(0x89abcdef76543210) | 1, 0);
    write_pointer(&r, NT_RAM_RP_LOW, 0x1c);
    r.in.data_read = true;
    edges(&r, 1);
    assert_int_equal(r.out.data, 0);
    assert_true(r.out.data_valid);
    assert_pointers(&r, UINT64_C(0x89abcdef76543210) | 1, 0);
    r.control.trRamMode = 0; /* nor was it moved unseen */
    settle(&r);
    assert_int_equal(r.out.trRamRP, 0);
    assert_false(r.out.data_valid);
    assert_int_equal(r.out.data, 0);
}

static void reset_and_trRamActive_0_forget_what_the_sram_sink_was_doing(void **state) {
    (void)state;
    for (unsigned how = 0; how < 2; how++) {
        rig r;
        begin(&r, false);
        r.sram[0] = 0x77;
        write_pointer(&r, NT_RAM_RP_LOW, 8);
        write_pointer(&r, NT_RAM_WP_LOW, 8 | 1);
        enable(&r, true);
        give(&r, 4, 0x10);
        give(&r, 3, 0x20);
        enable(&r, false);
        r.in.rst = how == 0;
        r.control.trRamActive = how == 0;
        edges(&r, 1);
        r.control.trRamActive = 1;
        settle(&r);
        assert_fresh(&r);
        assert_false(r.out.data_valid);
        edges(&r, 1);
        assert_fresh(&r);
        assert_true(r.out.data_valid);
        assert_int_equal(r.out.data, 0x77);
    }
}

static void after_a_reset_trRamData_is_read_anew(void **state) {
    (void)state;
    rig r;
    begin(&r, false);
    r.sram[0] = 0x77;
    write_pointer(&r, NT_RAM_RP_LOW, 8);
    edges(&r, 1);
    assert_true(r.out.data_valid);
    r.in.rst = true;
    edges(&r, 1);
    assert_false(r.out.data_valid);
    edges(&r, 1);
    assert_true(r.out.data_valid);
    assert_int_equal(r.out.data, 0x77);
}

static void reset_and_trRamActive_0_end_a_stop(void **state) {
    (void)state;
    for (unsigned how = 0; how < 2; how++) {
        rig r;
        begin(&r, false);
        r.control.trRamStopOnWrap = 1;
        r.control.trRamLimitLow = 0;
        enable(&r, true);
        give(&r, 4, 0x10);
        wait_edges(&r, 1);
        assert_true(r.out.stop);
        enable(&r, false);
        r.in.rst = how == 0;
        r.control.trRamActive = how == 0;
        edges(&r, 1);
        r.control.trRamActive = 1;
        settle(&r);
        assert_fresh(&r);
    }
}

/* ---- system memory ---- */

/* The words that are held go out in a burst at once, and the slave takes all of it. */
static void flush(rig *r, uint64_t address, unsigned words, uint8_t response) {
    enable(r, false);
    for (unsigned i = 0; i < 4 && !r->out.axi.AWVALID; i++) {
        edges(r, 1);
    }
    assert_true(r->out.axi.AWVALID);
    assert_int_equal(r->out.axi.AWADDR, address);
    assert_int_equal(r->out.axi.AWLEN, words - 1);
    r->axi = (nt_axi_inputs){.AWREADY = true, .WREADY = true};
    edges(r, words);
    assert_false(r->out.axi.AWVALID);
    assert_false(r->out.axi.WVALID);
    r->axi = (nt_axi_inputs){.BVALID = true, .BRESP = response};
    edges(r, 1);
    r->axi = (nt_axi_inputs){.BVALID = false};
}

static void a_flush_waits_for_all_words_and_trRamWP_for_the_response(void **state) {
    (void)state;
    const uint64_t start = UINT64_C(0x123480000000);
    rig r;
    begin_smem(&r, start, start + 0xffc);
    write_pointer(&r, NT_RAM_WP_LOW, (uint32_t)start);
    write_pointer(&r, NT_RAM_WP_HIGH, (uint32_t)(start >> 32));
    enable(&r, true);
    give(&r, 4, 0x13);
    give(&r, 4, 0x23);
    enable(&r, false);
    edges(&r, 1);
    assert_false(r.out.axi.AWVALID); /* the second word has just come */
    edges(&r, 1);
    assert_true(r.out.axi.AWVALID);
    assert_int_equal(r.out.axi.AWADDR, start);
    assert_int_equal(r.out.axi.AWLEN, 1);
    assert_int_equal(r.out.axi.WDATA, 0x13131313);
    r.axi = (nt_axi_inputs){.AWREADY = true, .WREADY = true};
    edges(&r, 2);
    r.axi = (nt_axi_inputs){.AWREADY = false};
    edges(&r, 3);
    assert_pointers(&r, start, 0);
    assert_false(r.out.trRamEmpty);
    r.axi.BVALID = true;
    edges(&r, 1);
    r.axi.BVALID = false;
    assert_pointers(&r, start + 8, 0);
    assert_true(r.out.trRamEmpty);
}

static void words_wait_for_a_full_burst_while_enabled(void **state) {
    (void)state;
    rig r;
    begin_smem(&r, 0x1000, 0x1ffc);
    enable(&r, true);
    give(&r, 4, 0x13);
    edges(&r, IDLE_CYCLES - 10);
    assert_false(r.out.axi.AWVALID);
    give(&r, 4, 0x23);
    give(&r, 4, 0x33);
    give(&r, 4, 0x43);
    edges(&r, 1);
    assert_false(r.out.axi.AWVALID);
    edges(&r, 1);
    assert_true(r.out.axi.AWVALID);
    assert_int_equal(r.out.axi.AWLEN, BURST - 1);
}

static void a_sink_without_sram_has_smem_mode_whatever_trRamMode_says(void **state) {
    (void)state;
    rig r;
    begin(&r, false);
    const nt_ram_sink_params params = {
        .bytes = 4,
        .smem = true,
        .axi = {.words = 8, .burst = BURST, .outstanding = 2, .idle_cycles = IDLE_CYCLES}};
    nt_ram_sink_init(&r.sink, &params, NULL);
    r.control.trRamStartLow = 0x1000;
    r.control.trRamLimitLow = 0x1ffc;
    enable(&r, true);
    give(&r, 4, 0x13);
    flush(&r, 0x1000, 1, 0);
    assert_pointers(&r, 0x1004, 0);
    assert_true(r.out.data_valid); /* there is none, so nobody waits for it */
    assert_int_equal(r.out.data, 0);
}

static void a_pointer_outside_of_the_buffer_goes_to_its_start_when_bytes_come(void **state) {
    (void)state;
    static const uint32_t outside[] = {0xffc, 0x1104, 0x0};
    for (unsigned i = 0; i < 3; i++) {
        rig r;
        begin_smem(&r, 0x1000, 0x1100);
        write_pointer(&r, NT_RAM_WP_LOW, outside[i]);
        enable(&r, true);
        edges(&r, 5);
        assert_pointers(&r, outside[i], 0);
        give(&r, 1, 0x10);
        assert_pointers(&r, outside[i], 0);
        wait_edges(&r, 1);
        assert_pointers(&r, 0x1000, 0);
        give(&r, 3, 0x13);
        flush(&r, 0x1000, 1, 0);
        assert_pointers(&r, 0x1004, 0);
    }
}

static void words_that_wait_go_to_the_start_where_the_buffer_is_moved(void **state) {
    (void)state;
    rig r;
    begin_smem(&r, 0x1000, 0x1100);
    enable(&r, true);
    give(&r, 4, 0x13);
    edges(&r, 3);
    assert_pointers(&r, 0x1000, 0);
    r.control.trRamStartLow = 0x2000;
    r.control.trRamLimitLow = 0x2100;
    flush(&r, 0x2000, 1, 0);
    assert_pointers(&r, 0x2004, 0);
}

static void with_a_limit_below_the_start_the_buffer_is_one_word(void **state) {
    (void)state;
    rig r;
    begin_smem(&r, 0x1000, 0xff0);
    enable(&r, true);
    for (unsigned i = 0; i < 2; i++) {
        enable(&r, true);
        give(&r, 4, 0x13);
        flush(&r, 0x1000, 1, 0);
        assert_pointers(&r, 0x1000 | 1, 0);
    }
}

static void the_burst_behind_the_limit_begins_at_the_start(void **state) {
    (void)state;
    rig r;
    begin_smem(&r, 0x1000, 0x100c);
    write_pointer(&r, NT_RAM_WP_LOW, 0x1008);
    enable(&r, true);
    for (unsigned i = 0; i < 4; i++) {
        give(&r, 4, 0x13);
    }
    r.axi = (nt_axi_inputs){.AWREADY = true, .WREADY = true};
    enable(&r, false);
    assert_int_equal(r.out.axi.AWADDR, 0x1008);
    edges(&r, 1);
    assert_false(r.out.axi.AWVALID);
    edges(&r, 1);
    assert_true(r.out.axi.AWVALID);
    assert_int_equal(r.out.axi.AWADDR, 0x1000);
    assert_int_equal(r.out.axi.AWLEN, 1);
    edges(&r, 4);
    r.axi.BVALID = true;
    edges(&r, 1);
    assert_pointers(&r, 0x1000 | 1, 0);
    edges(&r, 1);
    assert_pointers(&r, 0x1008 | 1, 0);
    assert_true(r.out.trRamEmpty);
}

static void a_failed_burst_stops_the_sink_where_trRamWP_stands(void **state) {
    (void)state;
    const uint64_t start = UINT64_C(0x200001000);
    rig r;
    begin_smem(&r, start, start + 0x100);
    write_pointer(&r, NT_RAM_WP_LOW, 0x1008);
    write_pointer(&r, NT_RAM_WP_HIGH, 2);
    enable(&r, true);
    give(&r, 4, 0x13);
    flush(&r, start + 8, 1, 2);
    assert_true(r.out.stop);
    assert_true(r.out.error);
    assert_int_equal(r.out.error_address, start + 8);
    edges(&r, 1);
    assert_false(r.out.stop);
    assert_true(r.out.error); /* until trRamWPLow is written */
    assert_pointers(&r, start + 8, 0);
    write_pointer(&r, NT_RAM_WP_HIGH, 3);
    assert_true(r.out.error);
    write_pointer(&r, NT_RAM_WP_LOW, 0x1000);
    assert_false(r.out.error);
}

static void words_behind_a_failed_burst_are_dropped(void **state) {
    (void)state;
    rig r;
    begin_smem(&r, 0x1000, 0x1100);
    enable(&r, true);
    for (unsigned i = 0; i < BURST; i++) {
        give(&r, 4, 0x10);
    }
    r.axi = (nt_axi_inputs){.AWREADY = true, .WREADY = true};
    wait_edges(&r, 7);
    assert_true(r.out.axi.BREADY);
    give(&r, 4, 0x20);
    wait_edges(&r, 1); /* the word waits for more */
    r.axi = (nt_axi_inputs){.BVALID = true, .BRESP = 3};
    give(&r, 4, 0x30);
    r.axi.BVALID = false;
    assert_true(r.out.stop);
    assert_false(r.out.axi.BREADY);
    enable(&r, false);
    give(&r, 4, 0x43);
    edges(&r, 4);
    assert_true(r.out.trRamEmpty);
    assert_false(r.out.stop);
    assert_false(r.out.axi.AWVALID);
    assert_pointers(&r, 0x1000, 0);
    assert_int_equal(r.out.error_address, 0x1000);
}

static void a_response_counts_with_BREADY_alone(void **state) {
    (void)state;
    rig r;
    begin_smem(&r, 0x1000, 0x1100);
    enable(&r, true);
    give(&r, 4, 0x13);
    enable(&r, false);
    r.axi = (nt_axi_inputs){.BVALID = true, .BRESP = 2};
    edges(&r, 5);
    assert_true(r.out.axi.AWVALID);
    assert_false(r.out.axi.BREADY);
    assert_false(r.out.error);
    assert_false(r.out.stop);
    assert_pointers(&r, 0x1000, 0);
}

/* A burst has begun, and its address waits; `waiting` words have none. */
static void begin_burst(rig *r, unsigned waiting) {
    begin_smem(r, 0x1000, 0x1100);
    enable(r, true);
    for (unsigned i = 0; i < BURST + waiting; i++) {
        give(r, 4, 0x13);
    }
    edges(r, 3);
    assert_true(r->out.axi.AWVALID);
    assert_pointers(r, 0x1000, 0);
}

static void trRamActive_0_finishes_bursts_and_nothing_else(void **state) {
    (void)state;
    for (unsigned response = 0; response < 3; response += 2) {
        rig r;
        begin_burst(&r, 1);
        give(&r, 3, 0x20);
        enable(&r, false);
        r.control.trRamActive = 0;
        settle(&r);
        assert_false(r.out.in_ready);
        wait_edges(&r, 1);
        assert_pointers(&r, 0, 0);
        r.control.trRamActive = 1; /* too early: nothing is taken yet */
        enable(&r, true);
        edges(&r, 2);
        assert_true(r.out.axi.AWVALID);
        assert_int_equal(r.out.axi.AWADDR, 0x1000);
        assert_false(r.out.in_ready);
        assert_false(r.out.trRamEmpty);
        give(&r, 4, 0x33);
        write_pointer(&r, NT_RAM_WP_LOW, 0x1040);
        assert_pointers(&r, 0, 0);
        enable(&r, false);
        write_pointer(&r, NT_RAM_WP_LOW, 0x1040); /* a tool may set it already */
        assert_pointers(&r, 0x1040, 0);
        enable(&r, true);
        r.axi = (nt_axi_inputs){.AWREADY = true, .WREADY = true};
        edges(&r, BURST);
        assert_false(r.out.axi.WVALID);
        edges(&r, 2);
        assert_false(r.out.trRamEmpty);
        r.axi = (nt_axi_inputs){.BVALID = true, .BRESP = (uint8_t)response};
        edges(&r, 1);
        r.axi.BVALID = false;
        assert_pointers(&r, 0x1040, 0);
        assert_false(r.out.trRamEmpty);
        edges(&r, 1);
        assert_true(r.out.trRamEmpty);
        assert_true(r.out.in_ready);
        assert_false(r.out.error);
        assert_false(r.out.stop);
        enable(&r, false);
        edges(&r, 4);
        assert_false(r.out.axi.AWVALID);
    }
}

static void trRamActive_0_drops_words_of_which_a_burst_was_to_begin(void **state) {
    (void)state;
    rig r;
    begin_smem(&r, 0x1000, 0x1100);
    enable(&r, true);
    for (unsigned i = 0; i < BURST; i++) {
        give(&r, 4, 0x13);
    }
    edges(&r, 1);
    enable(&r, false);
    r.control.trRamActive = 0;
    edges(&r, 1);
    assert_false(r.out.axi.AWVALID);
    edges(&r, 1);
    assert_fresh(&r);
}

static void reset_ends_bursts_too(void **state) {
    (void)state;
    rig r;
    begin_burst(&r, 2);
    enable(&r, false);
    r.in.rst = true;
    edges(&r, 1);
    assert_fresh(&r);
    edges(&r, 3);
    assert_fresh(&r);
    begin_burst(&r, 0); /* also where they are being finished */
    enable(&r, false);
    r.control.trRamActive = 0;
    edges(&r, 1);
    assert_false(r.out.trRamEmpty);
    r.in.rst = true;
    edges(&r, 1);
    assert_fresh(&r);
}

static void reset_and_trRamActive_0_end_an_error(void **state) {
    (void)state;
    for (unsigned how = 0; how < 2; how++) {
        rig r;
        begin_smem(&r, 0x1000, 0x1100);
        write_pointer(&r, NT_RAM_WP_LOW, 0x1010 | 1);
        enable(&r, true);
        give(&r, 4, 0x13);
        flush(&r, 0x1010, 1, 2);
        assert_true(r.out.error);
        r.in.rst = how == 0;
        r.control.trRamActive = how == 0;
        edges(&r, 1);
        assert_fresh(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sram_is_filled_from_the_lsb_and_padded_with_idle_bytes),
        cmocka_unit_test(a_message_that_has_begun_is_taken_to_its_end),
        cmocka_unit_test(behind_the_limit_comes_the_start_and_trRamWrap),
        cmocka_unit_test(a_sink_that_is_full_stops_and_drops_the_rest_of_the_message),
        cmocka_unit_test(a_sink_that_stops_between_messages_takes_nothing_more),
        cmocka_unit_test(the_sram_is_read_word_by_word_up_to_the_limit),
        cmocka_unit_test(nothing_is_read_or_set_while_tracing),
        cmocka_unit_test(pointers_have_the_bits_of_their_memory),
        cmocka_unit_test(reset_and_trRamActive_0_forget_what_the_sram_sink_was_doing),
        cmocka_unit_test(after_a_reset_trRamData_is_read_anew),
        cmocka_unit_test(reset_and_trRamActive_0_end_a_stop),
        cmocka_unit_test(a_flush_waits_for_all_words_and_trRamWP_for_the_response),
        cmocka_unit_test(words_wait_for_a_full_burst_while_enabled),
        cmocka_unit_test(a_sink_without_sram_has_smem_mode_whatever_trRamMode_says),
        cmocka_unit_test(a_pointer_outside_of_the_buffer_goes_to_its_start_when_bytes_come),
        cmocka_unit_test(words_that_wait_go_to_the_start_where_the_buffer_is_moved),
        cmocka_unit_test(with_a_limit_below_the_start_the_buffer_is_one_word),
        cmocka_unit_test(the_burst_behind_the_limit_begins_at_the_start),
        cmocka_unit_test(a_failed_burst_stops_the_sink_where_trRamWP_stands),
        cmocka_unit_test(words_behind_a_failed_burst_are_dropped),
        cmocka_unit_test(a_response_counts_with_BREADY_alone),
        cmocka_unit_test(trRamActive_0_finishes_bursts_and_nothing_else),
        cmocka_unit_test(trRamActive_0_drops_words_of_which_a_burst_was_to_begin),
        cmocka_unit_test(reset_ends_bursts_too),
        cmocka_unit_test(reset_and_trRamActive_0_end_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
