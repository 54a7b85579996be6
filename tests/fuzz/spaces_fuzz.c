/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes through the flow decoder over a program of several images, which Ownership messages
   choose among: no crash, no read outside, an end; all that ran is code that can be looked up, and
   pieces of any size give the same. The first byte is the options. */
#include "tests/fuzz/fuzz_spaces.h"

enum { MOST_EVENTS = 1000 };

typedef struct run_state {
    nt_view *view;
    uint64_t hash;
    uint64_t events;
} run_state;

static void mix(run_state *run, uint64_t value) {
    run->hash = (run->hash ^ value) * UINT64_C(0x100000001b3);
}

static int take(void *context, const nt_flow_event *event) {
    run_state *run = context;
    nt_view_take(run->view, event);
    mix(run, event->kind);
    mix(run, event->offset);
    mix(run, event->pc);
    if (event->kind == NT_FLOW_RANGE) {
        nt_disassembly text;
        mix(run, event->range.pc);
        mix(run, event->range.halfwords);
        if (run->events % 4 == 0 &&
            nt_view_disassemble(run->view, event->range.pc, &text) != (text.size != 0)) {
            abort();
        }
        (void)nt_view_function(run->view, event->range.pc);
        (void)nt_view_line(run->view, event->range.pc);
    }
    return ++run->events == MOST_EVENTS;
}

static run_state run(nt_program *program, uint8_t choice, const uint8_t *data, size_t size,
                     size_t piece) {
    nt_error error = {0};
    run_state state = {.view = nt_view_new(program, 0, &error)};
    nt_flow_options options = {.src_bits = choice >> 4 & 3,
                               .tstamp_bits = choice >> 6 & 1 ? 40 : 0,
                               .implicit_returns = (choice & 1) != 0,
                               .sequential_jumps = (choice & 2) != 0,
                               .all_jumps = (choice & 4) != 0,
                               .extend_addr = (choice & 8) != 0,
                               .rc7 = choice >> 7 != 0};
    nt_flow *flow =
        state.view == NULL ? NULL : nt_flow_new(nt_view_code(state.view), &options, take, &state);
    if (flow == NULL) {
        abort();
    }
    int result = 0;
    for (size_t at = 0; at < size && result == 0; at += piece) {
        result = nt_flow_bytes(flow, data + at, size - at < piece ? size - at : piece);
    }
    if (result == 0) {
        (void)nt_flow_finish(flow);
    }
    nt_flow_free(flow);
    nt_view_free(state.view);
    return state;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static nt_program *program;
    if (size == 0) {
        return 0;
    }
    if (program == NULL) {
        program = spaces_new();
    }
    run_state whole = run(program, data[0], data + 1, size - 1, size);
    run_state pieces = run(program, data[0], data + 1, size - 1, 1);
    if (whole.hash != pieces.hash || whole.events != pieces.events) {
        abort();
    }
    return 0;
}
