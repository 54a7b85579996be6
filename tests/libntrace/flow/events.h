/* SPDX-License-Identifier: Apache-2.0 */
/* The decoder's events as text, and examples of bytes and what they must decode to. */
#ifndef NT_TESTS_FLOW_EVENTS_H
#define NT_TESTS_FLOW_EVENTS_H

#include "libntrace/program/image.h"
#include "ntrace/flow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct event_log {
    char text[4096];
} event_log;

static inline int log_event(void *context, const nt_flow_event *event) {
    event_log *log = context;
    size_t used = strlen(log->text);
    bool timed = event->kind != NT_FLOW_RANGE && event->kind != NT_FLOW_SUSPECT;
    if (event->has_time && timed) {
        (void)snprintf(log->text + used, sizeof log->text - used, "t%lu:", event->time);
        used += strlen(log->text + used);
    }
    char *to = log->text + used;
    size_t room = sizeof log->text - used;
    switch (event->kind) {
    case NT_FLOW_RANGE: /* as the specification writes ranges */
        (void)snprintf(to, room, "<0x%lx..0x%lx> ", event->range.pc,
                       event->range.pc + 2 * (uint64_t)event->range.halfwords - 1);
        break;
    case NT_FLOW_TRAP:
        (void)snprintf(to, room, "trap%u@0x%lx ", event->trap.btype, event->trap.address);
        break;
    case NT_FLOW_SYNC:
        (void)snprintf(to, room, "sync%u@0x%lx ", event->sync.reason, event->sync.address);
        break;
    case NT_FLOW_OWNERSHIP:
        (void)snprintf(to, room, "ownership%u:%u%u:0x%lx ", event->ownership.format,
                       event->ownership.v, event->ownership.prv, event->ownership.context);
        break;
    case NT_FLOW_STOP:
        (void)snprintf(to, room, "stop%u ", event->stop.evcode);
        break;
    case NT_FLOW_LOSS:
        (void)snprintf(to, room, "loss%u ", event->loss.etype);
        if (event->loss.ecode != 4) {
            (void)snprintf(to, room, "loss%u:0x%x ", event->loss.etype, event->loss.ecode);
        }
        break;
    case NT_FLOW_FAULT:
        (void)snprintf(to, room, "FAULT %s. ", event->fault.reason);
        break;
    case NT_FLOW_SUSPECT: /* recovery_test.c looks at these */
        break;
    case NT_FLOW_SALVAGE:
        (void)snprintf(to, room, "SALVAGE@0x%lx ", event->pc);
        break;
    }
    return 0;
}

static inline void put(nt_image *image, uint64_t pc, uint8_t size, nt_insn_class class_,
                       uint64_t target) {
    nt_insn insn = {size, (uint8_t)class_, target};
    assert_int_equal(nt_image_write_insn(image, pc, &insn), 0);
}

typedef struct stream_example {
    const char *what;
    const char *events;
    size_t size;
    uint8_t bytes[32]; /* put together by hand */
} stream_example;

#define BYTES(...)                                                                                 \
    sizeof((uint8_t[]){__VA_ARGS__}), {                                                            \
        __VA_ARGS__                                                                                \
    }

/* Each stream alone over the code; `options` may be NULL. */
static inline void decode_examples(nt_image *(*code)(void), const nt_flow_options *options,
                                   const stream_example *examples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        nt_image *image = code();
        event_log log = {""};
        nt_flow *flow = nt_flow_new(nt_image_code(image), options, log_event, &log);
        assert_int_equal(nt_flow_bytes(flow, examples[i].bytes, examples[i].size), 0);
        assert_int_equal(nt_flow_finish(flow), 0);
        if (strcmp(log.text, examples[i].events) != 0) {
            print_error("%s:\n", examples[i].what);
        }
        assert_string_equal(log.text, examples[i].events);
        nt_flow_free(flow);
        nt_image_free(image);
    }
}

#endif
