/* SPDX-License-Identifier: Apache-2.0 */
/* The decoder as a coroutine: its sink goes back to the caller, with the walk as it is. */
#include "ntrace/pull.h"

#include "libntrace/util/error.h"
#include "libntrace/util/sized.h"

#include <stdlib.h>
#include <ucontext.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

enum { STACK = 1 << 18 }; /* bytes: the functions of nt_code read files on it */

struct nt_pull {
    nt_flow *flow;
    const uint8_t *bytes; /* that are not yet decoded */
    size_t size;
    bool given;
    bool last;
    bool ended;
    bool begun; /* the coroutine runs, or waits */
    const nt_flow_event *event;
    ucontext_t caller;
    ucontext_t decoder;
    void *stack;
    /* AddressSanitizer's: */
    void *caller_fake;
    void *decoder_fake;
    const void *caller_stack;
    size_t caller_size;
};

/* AddressSanitizer must know which stack is next, and that it has come. */
static void leave_stack(void **fake, const void *stack, size_t size) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_start_switch_fiber(fake, stack, size);
#else
    (void)fake;
    (void)stack;
    (void)size;
#endif
}

static void enter_decoder(nt_pull *pull) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(pull->decoder_fake, &pull->caller_stack, &pull->caller_size);
#else
    (void)pull;
#endif
}

static void enter_caller(nt_pull *pull) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(pull->caller_fake, NULL, NULL);
#else
    (void)pull;
#endif
}

static void go_to_caller(nt_pull *pull) {
    leave_stack(&pull->decoder_fake, pull->caller_stack, pull->caller_size);
    (void)swapcontext(&pull->decoder, &pull->caller);
    enter_decoder(pull);
}

static void go_to_decoder(nt_pull *pull) {
    leave_stack(&pull->caller_fake, pull->stack, STACK);
    (void)swapcontext(&pull->caller, &pull->decoder);
    enter_caller(pull);
}

static int wait_at(void *context, const nt_flow_event *event) {
    nt_pull *pull = context;
    pull->event = event;
    go_to_caller(pull);
    return 0;
}

/* Decodes what is given, again and again; makecontext passes int alone, so a pointer in two. */
static void run(unsigned high, unsigned low) {
    nt_pull *pull = (nt_pull *)(uintptr_t)((uint64_t)high << 32 | low);
    enter_decoder(pull);
    for (;;) {
        (void)nt_flow_bytes(pull->flow, pull->bytes, pull->size);
        if (pull->last) {
            (void)nt_flow_finish(pull->flow);
            pull->ended = true;
        }
        pull->given = false;
        pull->event = NULL;
        go_to_caller(pull);
    }
}

static int open_pull(nt_pull *pull, const nt_code *code, const nt_flow_options *options,
                     nt_error *error) {
    nt_flow_options own = {0};
    if (options != NULL &&
        nt_sized_copy(&own, sizeof own, options,
                      NT_SIZED_UP_TO(nt_flow_options, error, sizeof(void *)), error) != 0) {
        return -1;
    }
    own.size = sizeof own;
    own.error = error;
    pull->stack = malloc(STACK);
    if (pull->stack == NULL) {
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    pull->flow = nt_flow_new(*code, &own, wait_at, pull);
    return pull->flow == NULL ? -1 : 0;
}

nt_pull *nt_pull_new(const nt_code *code, const nt_flow_options *options, nt_error *error) {
    nt_pull *pull = calloc(1, sizeof *pull);
    if (pull == NULL) {
        nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    if (open_pull(pull, code, options, error) != 0) {
        nt_pull_free(pull);
        return NULL;
    }
    return pull;
}

void nt_pull_free(nt_pull *pull) {
    if (pull != NULL) {
        nt_flow_free(pull->flow);
        free(pull->stack);
        free(pull);
    }
}

int nt_pull_give(nt_pull *pull, const uint8_t *bytes, size_t size, bool last) {
    if (pull->given || pull->ended) {
        return -1;
    }
    pull->bytes = bytes;
    pull->size = size;
    pull->last = last;
    pull->given = true;
    return 0;
}

/* The first time, and not earlier: whoever allocated it may run on another stack. */
static void begin(nt_pull *pull) {
    const uint64_t self = (uintptr_t)pull;
    (void)getcontext(&pull->decoder);
    pull->decoder.uc_stack.ss_sp = pull->stack;
    pull->decoder.uc_stack.ss_size = STACK;
    pull->decoder.uc_link = NULL;
    makecontext(&pull->decoder, (void (*)(void))run, 2, (unsigned)(self >> 32), (unsigned)self);
    pull->begun = true;
}

const nt_flow_event *nt_pull_next(nt_pull *pull) {
    if (!pull->given) {
        return NULL;
    }
    if (!pull->begun) {
        begin(pull);
    }
    go_to_decoder(pull);
    return pull->event;
}

nt_flow *nt_pull_flow(nt_pull *pull) {
    return pull->flow;
}
