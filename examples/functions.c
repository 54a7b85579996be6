/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that a trace ran through, in order: functions F.nex IMAGE...
   cc functions.c $(pkg-config --cflags --libs ntrace) -o functions */
#include <ntrace/program.h>
#include <stdio.h>

typedef struct trace {
    nt_view *view;
    const nt_function *function; /* the one that ran last */
} trace;

static int take(void *context, const nt_flow_event *event) {
    trace *t = context;
    nt_view_take(t->view, event); /* Ownership messages choose the address space */
    if (event->kind == NT_FLOW_FAULT) {
        printf("offset %llu: %s\n", (unsigned long long)event->offset, event->fault.reason);
    }
    if (event->kind != NT_FLOW_RANGE) {
        return 0;
    }
    const nt_function *function = nt_view_function(t->view, event->range.pc);
    if (function != NULL && function != t->function) {
        printf("0x%llx %s\n", (unsigned long long)event->range.pc, function->name);
    }
    t->function = function;
    return 0;
}

static int decode(FILE *file, nt_program *program, nt_error *error) {
    trace t = {.view = nt_view_new(program, 0, error)};
    nt_flow *flow = t.view == NULL ? NULL : nt_flow_new(nt_view_code(t.view), NULL, take, &t);
    uint8_t bytes[4096];
    size_t size;
    while (flow != NULL && (size = fread(bytes, 1, sizeof bytes, file)) != 0) {
        nt_flow_bytes(flow, bytes, size);
    }
    int status = flow == NULL ? 2 : nt_flow_finish(flow);
    nt_flow_free(flow);
    nt_view_free(t.view);
    return status;
}

int main(int argc, char **argv) {
    nt_error error = {0};
    nt_program *program = nt_program_new();
    FILE *file = argc > 2 ? fopen(argv[1], "rb") : NULL;
    int status = program != NULL && file != NULL ? 0 : 2;
    for (int i = 2; i < argc && status == 0; i++) {
        status = nt_program_add(program, &(nt_image_spec){.path = argv[i]}, &error) == 0 ? 0 : 2;
    }
    if (status == 0) {
        status = decode(file, program, &error);
    }
    if (status != 0) {
        fprintf(stderr, "functions: %s\n", error.text[0] != 0 ? error.text : "F.nex IMAGE...");
    }
    nt_program_free(program);
    return status;
}
