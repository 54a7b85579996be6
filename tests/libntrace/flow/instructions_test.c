/* SPDX-License-Identifier: Apache-2.0 */
/* The iterator: each instruction of each range, in order, and the other events between. */
#include "ntrace/instructions.h"
#include "tests/libntrace/flow/loop_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 1 << 13 };

/* An instruction's address, or an event's kind. */
typedef struct item {
    bool is_insn;
    uint64_t value;
} item;

typedef struct items {
    item item[MOST];
    size_t count;
} items;

static void add(items *to, bool is_insn, uint64_t value) {
    assert_true(to->count < MOST);
    to->item[to->count++] = (item){is_insn, value};
}

static int take(void *context, const nt_flow_event *event) {
    items *to = context;
    if (event->kind != NT_FLOW_RANGE) {
        add(to, false, event->kind);
        return 0;
    }
    uint64_t pc = event->range.pc;
    for (uint32_t i = 0; i < event->range.instructions; i++) {
        add(to, true, pc);
        pc += loop_at(NULL, pc).size;
    }
    assert_int_equal(pc, event->range.pc + 2 * (uint64_t)event->range.halfwords);
    return 0;
}

static void iterate(items *to, const uint8_t *bytes, size_t size, size_t portion) {
    nt_instructions *it = nt_instructions_new(&loop_code, NULL, NULL);
    assert_non_null(it);
    assert_null(nt_instructions_next(it));
    for (size_t from = 0; from <= size; from += portion) {
        size_t now = size - from < portion ? size - from : portion;
        assert_int_equal(nt_instructions_give(it, bytes + from, now, from + portion > size), 0);
        const nt_retired_insn *one;
        while ((one = nt_instructions_next(it)) != NULL) {
            const nt_insn insn = loop_at(NULL, one->pc);
            if (one->insn.size != 0) {
                assert_int_equal(one->event->kind, NT_FLOW_RANGE);
                assert_int_equal(one->insn.class_, insn.class_);
                assert_int_equal(one->insn.target, insn.target);
                add(to, true, one->pc);
            } else {
                assert_int_equal(one->pc, one->event->pc);
                add(to, false, one->event->kind);
            }
        }
    }
    assert_int_equal(nt_instructions_give(it, bytes, 1, false), -1);
    nt_instructions_free(it);
}

static void each_instruction_comes_once_in_order_with_the_events_between(void **state) {
    (void)state;
    static items wanted, came;
    uint8_t bytes[LOOP_BYTES];
    const size_t size = loop_stream(bytes);
    nt_flow *flow = nt_flow_new(loop_code, NULL, take, &wanted);
    assert_int_equal(nt_flow_bytes(flow, bytes, size), 0);
    assert_int_equal(nt_flow_finish(flow), 0);
    nt_flow_free(flow);
    assert_true(wanted.count > 1000);
    for (size_t portion = 1; portion <= size + 1; portion++) {
        came.count = 0;
        iterate(&came, bytes, size, portion);
        assert_int_equal(came.count, wanted.count);
        for (size_t i = 0; i < came.count; i++) {
            assert_int_equal(came.item[i].is_insn, wanted.item[i].is_insn);
            assert_int_equal(came.item[i].value, wanted.item[i].value);
        }
    }
}

static void it_may_be_freed_at_any_instruction(void **state) {
    (void)state;
    uint8_t bytes[LOOP_BYTES];
    const size_t size = loop_stream(bytes);
    for (unsigned stop = 0; stop < 20; stop++) {
        nt_instructions *it = nt_instructions_new(&loop_code, NULL, NULL);
        assert_int_equal(nt_instructions_give(it, bytes, size, true), 0);
        for (unsigned i = 0; i < stop; i++) {
            assert_non_null(nt_instructions_next(it));
        }
        assert_true(nt_flow_get_counts(nt_instructions_flow(it))->instructions <= stop + 2);
        nt_instructions_free(it);
    }
    nt_instructions_free(NULL);
}

static void what_makes_no_iterator_is_named(void **state) {
    (void)state;
    nt_error error = {0};
    assert_null(nt_instructions_new(&loop_code, &(nt_flow_options){.src_bits = 13}, &error));
    assert_int_equal(error.code, NT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "src_bits"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_instruction_comes_once_in_order_with_the_events_between),
        cmocka_unit_test(it_may_be_freed_at_any_instruction),
        cmocka_unit_test(what_makes_no_iterator_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
