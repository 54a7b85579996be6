/* SPDX-License-Identifier: Apache-2.0 */
/* Examples whose messages are written as text, and what they must decode to. */
#ifndef NT_TESTS_FLOW_TEXTS_H
#define NT_TESTS_FLOW_TEXTS_H

#include "libntrace/program/image.h"
#include "tests/libntrace/flow/events.h"
#include "tests/libntrace/messages/message_text.h"

typedef struct text_example {
    const char *what;
    const char *events;
    const char *messages;
} text_example;

/* Each stream alone; messages are written as in tests/libntrace/messages/message_text.h. */
static inline void decode_texts(nt_image *(*code)(void), nt_flow_options options,
                                const text_example *examples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_stream stream = {0};
        text_put(&stream, examples[i].messages);
        nt_image *image = code();
        event_log log = {""};
        nt_flow *flow = nt_flow_new(nt_image_code(image), &options, log_event, &log);
        assert_int_equal(nt_flow_bytes(flow, stream.bytes, stream.size), 0);
        assert_int_equal(nt_flow_finish(flow), 0);
        if (strcmp(log.text, examples[i].events) != 0) {
            print_error("%s:\n", examples[i].what);
        }
        assert_string_equal(log.text, examples[i].events);
        nt_flow_free(flow);
        nt_image_free(image);
    }
}

#define START(addr)          "9 SYNC=5 I-CNT=0 F-ADDR=" addr "; "
#define STOP(icnt)           "33 EVCODE=4 CDF=0 I-CNT=" icnt
#define STOP_HTM(icnt, hist) "33 EVCODE=4 CDF=1 I-CNT=" icnt " HIST=" hist

#endif
