/* SPDX-License-Identifier: Apache-2.0 */
/* The golden model as a bench of one encoder: blocks in, bytes out. */
#ifndef NT_TESTS_MODEL_ENCODER_BENCH_H
#define NT_TESTS_MODEL_ENCODER_BENCH_H

#include "model/encoder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { BTM = 3, HTM = 6 };

/* rv64 without options. */
static const nt_config rv64 = {.name = "test",
                               .xlen = 64,
                               .nblocks = 1,
                               .itype_w = 4,
                               .iretire_w = 6,
                               .icnt_w = 22,
                               .hist_w = 32,
                               .fifo_depth = 32,
                               .out_bytes = 1};

/* An encoder with its control fields, and the bytes that came out of it. */
typedef struct bench {
    nt_encoder encoder;
    nt_control control;
    nt_ingress ingress; /* side signals that stay; blocks are cleared after each cycle */
    uint8_t bytes[512];
    size_t size;
    bool blocked; /* the sink takes nothing */
} bench;

static inline void cycle(bench *b, bool rst) {
    nt_encoder_outputs out;
    nt_encoder_out(&b->encoder, rst, &b->control, &out);
    if (out.out_valid && !b->blocked) {
        assert_true(b->size + out.out_count <= sizeof b->bytes);
        for (unsigned i = 0; i < out.out_count; i++) {
            b->bytes[b->size++] = (uint8_t)(out.out >> (8 * i));
        }
    }
    nt_encoder_inputs in = {
        .rst = rst, .control = &b->control, .ingress = &b->ingress, .out_ready = !b->blocked};
    nt_encoder_step(&b->encoder, &in, &out);
    memset(b->ingress.block, 0, sizeof b->ingress.block);
}

static inline void idle(bench *b, unsigned cycles) {
    while (cycles-- > 0) {
        cycle(b, false);
    }
}

static inline void block(bench *b, uint64_t iaddr, unsigned iretire, nt_itype itype) {
    b->ingress.block[0] =
        (nt_block){.iaddr = iaddr, .iretire = (uint16_t)iretire, .itype = (uint8_t)itype};
    cycle(b, false);
}

/* In debug mode and enabled, so that tracing starts with SYNC=3 when the hart goes on. `control`:
   the options; whether and how it traces is set here. */
static inline void setup_with(bench *b, const nt_config *config, uint32_t mode,
                              nt_control control) {
    memset(b, 0, sizeof *b);
    memset(&b->encoder, 0xa5, sizeof b->encoder); /* as memory may be */
    nt_encoder_init(&b->encoder, config);
    b->control = control;
    b->control.trTeActive = 1;
    b->control.trTeInstMode = mode;
    cycle(b, true);
    b->control.trTeEnable = 1;
    b->control.trTeInstTracing = 1;
    b->ingress.halted = true;
    idle(b, 2);
    b->ingress.halted = false;
}

static inline void setup(bench *b, const nt_config *config, uint32_t mode) {
    setup_with(b, config, mode, (nt_control){0});
}

static inline void halt(bench *b) {
    b->ingress.halted = true;
    idle(b, 200);
}

static inline void expect_bytes(const bench *b, const char *hex) {
    char got[3 * sizeof b->bytes + 1] = "";
    for (size_t i = 0; i < b->size; i++) {
        sprintf(got + 3 * i, "%02X ", b->bytes[i]);
    }
    if (b->size > 0) {
        got[3 * b->size - 1] = '\0';
    }
    assert_string_equal(got, hex);
}

/* SYNC=3, I-CNT=0, F-ADDR=0x80: address 0x100. */
#define START_AT_100 "24 0D 00 0B"

#endif
