/* SPDX-License-Identifier: Apache-2.0 */
/* The decoder that waits at each event: the same events as its sink gets, whatever the portions. */
#include "ntrace/pull.h"
#include "tests/libntrace/flow/loop_stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { EVENTS = 1 << 12 };

typedef struct events {
    nt_flow_event event[EVENTS];
    size_t count;
} events;

static int keep(void *context, const nt_flow_event *event) {
    events *e = context;
    assert_true(e->count < EVENTS);
    e->event[e->count++] = *event;
    return 0;
}

static void push(events *e, const uint8_t *bytes, size_t size, nt_flow_counts *counts) {
    nt_flow *flow = nt_flow_new(loop_code, NULL, keep, e);
    assert_non_null(flow);
    assert_int_equal(nt_flow_bytes(flow, bytes, size), 0);
    assert_int_equal(nt_flow_finish(flow), 0);
    *counts = *nt_flow_get_counts(flow);
    nt_flow_free(flow);
}

static void pull(events *e, const uint8_t *bytes, size_t size, size_t portion,
                 nt_flow_counts *counts) {
    nt_error error = {0};
    nt_pull *p = nt_pull_new(&loop_code, NULL, &error);
    assert_non_null(p);
    assert_null(nt_pull_next(p));
    for (size_t from = 0; from <= size; from += portion) {
        size_t now = size - from < portion ? size - from : portion;
        assert_int_equal(nt_pull_give(p, bytes + from, now, from + portion > size), 0);
        assert_int_equal(nt_pull_give(p, bytes, 1, false), -1);
        const nt_flow_event *event;
        while ((event = nt_pull_next(p)) != NULL) {
            keep(e, event);
        }
        assert_null(nt_pull_next(p));
    }
    assert_int_equal(nt_pull_give(p, bytes, 1, false), -1);
    *counts = *nt_flow_get_counts(nt_pull_flow(p));
    nt_pull_free(p);
}

static void events_are_those_of_a_sink_in_portions_of_any_size(void **state) {
    (void)state;
    static events pushed, pulled;
    uint8_t bytes[LOOP_BYTES];
    nt_flow_counts wanted, counts;
    const size_t size = loop_stream(bytes);
    pushed.count = 0;
    push(&pushed, bytes, size, &wanted);
    assert_true(pushed.count > 1000);
    assert_int_equal(wanted.faults, 1);
    for (size_t portion = 1; portion <= size + 1; portion++) {
        pulled.count = 0;
        pull(&pulled, bytes, size, portion, &counts);
        assert_int_equal(pulled.count, pushed.count);
        assert_memory_equal(pulled.event, pushed.event, pushed.count * sizeof pushed.event[0]);
        assert_memory_equal(&counts, &wanted, sizeof counts);
    }
}

/* In the middle of a message that repeats: what is counted is what has run. */
static void the_decoder_waits_where_the_event_is(void **state) {
    (void)state;
    uint8_t bytes[LOOP_BYTES];
    const size_t size = loop_stream(bytes);
    nt_pull *p = nt_pull_new(&loop_code, NULL, NULL);
    assert_int_equal(nt_pull_give(p, bytes, size, true), 0);
    for (unsigned i = 0; i < 500; i++) {
        assert_non_null(nt_pull_next(p));
    }
    uint64_t then = nt_flow_get_counts(nt_pull_flow(p))->instructions;
    assert_in_range(then, 490, 510);
    nt_pull_free(p); /* also here */
}

/* Two at a time, one for each hart, in one thread. */
static void several_wait_beside_each_other(void **state) {
    (void)state;
    uint8_t bytes[LOOP_BYTES];
    const size_t size = loop_stream(bytes);
    nt_pull *p[2] = {nt_pull_new(&loop_code, NULL, NULL), nt_pull_new(&loop_code, NULL, NULL)};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(nt_pull_give(p[i], bytes, size, true), 0);
    }
    size_t count = 0;
    for (;;) {
        const nt_flow_event *a = nt_pull_next(p[0]);
        const nt_flow_event *b = nt_pull_next(p[1]);
        assert_int_equal(a == NULL, b == NULL);
        if (a == NULL) {
            break;
        }
        assert_memory_equal(a, b, sizeof *a);
        count++;
    }
    assert_true(count > 1000);
    nt_pull_free(p[0]);
    nt_pull_free(p[1]);
    nt_pull_free(NULL);
}

static void what_makes_no_decoder_is_named(void **state) {
    (void)state;
    nt_error error = {0};
    assert_null(nt_pull_new(&loop_code, &(nt_flow_options){.src_bits = 13}, &error));
    assert_int_equal(error.code, NT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "src_bits"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_those_of_a_sink_in_portions_of_any_size),
        cmocka_unit_test(the_decoder_waits_where_the_event_is),
        cmocka_unit_test(several_wait_beside_each_other),
        cmocka_unit_test(what_makes_no_decoder_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
