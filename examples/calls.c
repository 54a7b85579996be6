/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions by call stack, as tools for flame graphs take them: calls F.nex IMAGE...
   cc calls.c $(pkg-config --cflags --libs ntrace) -o calls */
#include <ntrace/calls.h>
#include <ntrace/pull.h>
#include <stdio.h>

static int enter(void *stacks, nt_call *call, size_t depth, nt_call_how how) {
    (void)depth, (void)how;
    nt_stack_frame frame = {.function = call->function, .entry = call->entry, .trap = call->trap};
    nt_stacks_enter(stacks, &frame);
    return 0;
}

static int leave(void *stacks, const nt_call *call, size_t depth, nt_call_how how) {
    (void)call, (void)depth, (void)how;
    nt_stacks_leave(stacks);
    return 0;
}

static int run(void *stacks, uint64_t pc, uint32_t instructions) {
    (void)pc;
    nt_stacks_count(stacks, instructions);
    return 0;
}

static int print(void *file, const char *line) {
    return fprintf(file, "%s\n", line) < 0;
}

int main(int argc, char **argv) {
    nt_error error = {0};
    nt_program *program = nt_program_new();
    FILE *file = argc > 2 ? fopen(argv[1], "rb") : NULL;
    for (int i = 2; i < argc; i++) {
        nt_program_add(program, &(nt_image_spec){.path = argv[i]}, &error);
    }
    nt_view *view = file == NULL || error.code ? NULL : nt_view_new(program, 0, &error);
    if (view == NULL) {
        fprintf(stderr, "calls: %s\n", error.code ? error.text : "F.nex IMAGE...");
        return 2;
    }
    nt_code code = nt_view_code(view);
    nt_stacks *stacks = nt_stacks_new(&error);
    nt_calls_sink sink = {.enter = enter, .leave = leave, .run = run, .context = stacks};
    nt_calls *calls = nt_calls_new(view, &sink, &error);
    nt_pull *pull = nt_pull_new(&code, NULL, &error);
    uint8_t bytes[4096];
    for (size_t size = 1; error.code == 0 && size != 0;) {
        size = fread(bytes, 1, sizeof bytes, file);
        nt_pull_give(pull, bytes, size, size == 0);
        for (const nt_flow_event *event; (event = nt_pull_next(pull)) != NULL;) {
            nt_view_take(view, event);
            nt_calls_take(calls, event);
        }
    }
    return error.code != 0 || nt_calls_end(calls) != 0 ||
           nt_stacks_print(stacks, print, stdout) != 0;
}
