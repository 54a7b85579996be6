/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/coroutine.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

struct nt_coroutine {
    void (*run)(void *context);
    void *context;
    bool begun; /* it runs, or waits */
    ucontext_t caller;
    ucontext_t own;
    void *stack;
    /* AddressSanitizer's: */
    void *caller_fake;
    void *own_fake;
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

static void enter_own(nt_coroutine *coroutine) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(coroutine->own_fake, &coroutine->caller_stack,
                                    &coroutine->caller_size);
#else
    (void)coroutine;
#endif
}

static void enter_caller(nt_coroutine *coroutine) {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_finish_switch_fiber(coroutine->caller_fake, NULL, NULL);
#else
    (void)coroutine;
#endif
}

nt_coroutine *nt_coroutine_new(void (*run)(void *context), void *context) {
    nt_coroutine *coroutine = calloc(1, sizeof *coroutine);
    if (coroutine != NULL) {
        coroutine->run = run;
        coroutine->context = context;
        coroutine->stack = malloc(NT_COROUTINE_STACK);
    }
    if (coroutine != NULL && coroutine->stack == NULL) {
        free(coroutine);
        return NULL;
    }
    return coroutine;
}

void nt_coroutine_free(nt_coroutine *coroutine) {
    if (coroutine != NULL) {
        free(coroutine->stack);
        free(coroutine);
    }
}

/* makecontext passes int alone, so a pointer in two. */
static void begin(unsigned high, unsigned low) {
    nt_coroutine *coroutine = (nt_coroutine *)(uintptr_t)((uint64_t)high << 32 | low);
    enter_own(coroutine);
    coroutine->run(coroutine->context);
}

/* The first time, and not earlier: whoever allocated it may run on another stack. */
static void prepare(nt_coroutine *coroutine) {
    const uint64_t self = (uintptr_t)coroutine;
    (void)getcontext(&coroutine->own);
    coroutine->own.uc_stack.ss_sp = coroutine->stack;
    coroutine->own.uc_stack.ss_size = NT_COROUTINE_STACK;
    coroutine->own.uc_link = NULL;
    makecontext(&coroutine->own, (void (*)(void))begin, 2, (unsigned)(self >> 32), (unsigned)self);
    coroutine->begun = true;
}

int nt_coroutine_resume(nt_coroutine *coroutine) {
    if (!coroutine->begun) {
        prepare(coroutine);
    }
    leave_stack(&coroutine->caller_fake, coroutine->stack, NT_COROUTINE_STACK);
    (void)swapcontext(&coroutine->caller, &coroutine->own);
    enter_caller(coroutine);
    return 0;
}

void nt_coroutine_wait(nt_coroutine *coroutine) {
    leave_stack(&coroutine->own_fake, coroutine->caller_stack, coroutine->caller_size);
    (void)swapcontext(&coroutine->own, &coroutine->caller);
    enter_own(coroutine);
}
