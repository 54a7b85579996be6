/* SPDX-License-Identifier: Apache-2.0 */
/* Several address spaces: the decoder keeps what it learned of each, and never takes one for the
   other. */
#include "libntrace/flow/blocks.h"
#include "ntrace/flow.h"
#include "tests/libntrace/flow/events.h"
#include "tests/libntrace/flow/texts.h"

enum { SPACES = 200 };

/* Code that is all half-words: in space n every (n+2)th is a jump to itself, others run on. */
typedef struct spaces {
    uint64_t number;
    uint64_t generation[SPACES];
    uint64_t asked; /* how often for an instruction */
} spaces;

static nt_insn at(void *context, uint64_t pc) {
    spaces *s = context;
    s->asked++;
    bool jump = pc / 2 % (s->number + 2 + s->generation[s->number]) == 0;
    return (nt_insn){2, jump ? NT_INSN_DIRECT_JUMP : NT_INSN_OTHER, jump ? pc : 0};
}

static uint64_t generation(void *context) {
    const spaces *s = context;
    return s->generation[s->number];
}

static uint64_t space(void *context) {
    return ((const spaces *)context)->number;
}

/* An Ownership message with scontext changes to that space. */
static int follow(void *context, const nt_flow_event *event) {
    spaces *s = context;
    if (event->kind == NT_FLOW_OWNERSHIP) {
        s->number = event->ownership.context;
    }
    return 0;
}

static nt_code code_of(spaces *s) {
    return (nt_code){
        .context = s, .isa = {.xlen = 64}, .at = at, .generation = generation, .space = space};
}

static void expect_block(nt_code_blocks *blocks, spaces *s, uint64_t pc) {
    uint64_t period = s->number + 2 + s->generation[s->number];
    nt_code_blocks_refresh(blocks);
    const nt_code_block *block = nt_code_blocks_at(blocks, pc);
    assert_int_equal(block->pc, pc);
    uint64_t before = (period - pc / 2 % period) % period; /* up to the next jump */
    assert_int_equal(block->instructions, before + 1 < 256 ? before + 1 : 256);
}

static void blocks_are_those_of_the_space_that_is_looked_at(void **state) {
    (void)state;
    static nt_code_blocks blocks;
    spaces s = {0};
    nt_code code = code_of(&s);
    memset(&blocks, 0, sizeof blocks);
    nt_code_blocks_init(&blocks, &code);
    uint32_t draw = 1;
    for (unsigned i = 0; i < 200000; i++) {
        draw = draw * 1664525 + 1013904223;
        s.number = (draw >> 8) % SPACES;
        if ((draw >> 24) % 64 == 0) {
            s.generation[s.number]++;
        }
        expect_block(&blocks, &s, 2 * ((draw >> 16) % 512));
    }
}

static void going_back_to_a_space_asks_for_nothing_again(void **state) {
    (void)state;
    static nt_code_blocks blocks;
    spaces s = {0};
    nt_code code = code_of(&s);
    memset(&blocks, 0, sizeof blocks);
    nt_code_blocks_init(&blocks, &code);
    uint64_t asked = 0;
    for (unsigned round = 0; round < 100; round++) {
        for (s.number = 0; s.number < 8; s.number++) {
            for (uint64_t pc = 0x1000; pc < 0x1020; pc += 2) {
                expect_block(&blocks, &s, pc);
            }
        }
        asked = round == 0 ? s.asked : asked;
    }
    assert_true(s.asked < 2 * asked); /* a few blocks may share a place */
}

static void the_decoder_changes_spaces_with_ownership(void **state) {
    (void)state;
    text_stream stream = {0};
    spaces s = {0};
    /* In space 3 each fifth half-word is a jump to itself, in space 5 each seventh. */
    text_put(&stream, "9 SYNC=5 I-CNT=0 F-ADDR=1; 2 PROCESS=0x62; 9 SYNC=2 I-CNT=9 F-ADDR=5; "
                      "2 PROCESS=0xa2; 9 SYNC=2 I-CNT=9 F-ADDR=7");
    nt_flow *flow = nt_flow_new(code_of(&s), NULL, follow, &s);
    assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
    assert_int_equal(nt_flow_get_counts(flow)->faults, 0);
    assert_int_equal(nt_flow_get_counts(flow)->agreed, 2);
    assert_int_equal(s.number, 5);
    nt_flow_free(flow);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_those_of_the_space_that_is_looked_at),
        cmocka_unit_test(going_back_to_a_space_asks_for_nothing_again),
        cmocka_unit_test(the_decoder_changes_spaces_with_ownership),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
