/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/coroutine.h"

#include <stdbool.h>
#include <stdlib.h>
#include <windows.h>

/* GCC 12 takes the thread's own block, which GetCurrentFiber reads at an offset, for a null
 * pointer. */
#pragma GCC diagnostic ignored "-Warray-bounds"

struct nt_coroutine {
    void (*run)(void *context);
    void *context;
    void *caller;
    void *own;
};

static void CALLBACK begin(void *context) {
    nt_coroutine *coroutine = context;
    coroutine->run(coroutine->context);
}

nt_coroutine *nt_coroutine_new(void (*run)(void *context), void *context) {
    nt_coroutine *coroutine = calloc(1, sizeof *coroutine);
    if (coroutine != NULL) {
        coroutine->run = run;
        coroutine->context = context;
        coroutine->own =
            CreateFiberEx(0, NT_COROUTINE_STACK, FIBER_FLAG_FLOAT_SWITCH, begin, coroutine);
    }
    if (coroutine != NULL && coroutine->own == NULL) {
        free(coroutine);
        return NULL;
    }
    return coroutine;
}

void nt_coroutine_free(nt_coroutine *coroutine) {
    if (coroutine != NULL) {
        DeleteFiber(coroutine->own);
        free(coroutine);
    }
}

/* Only a fiber may switch to another: a thread that is none is one meanwhile. */
int nt_coroutine_resume(nt_coroutine *coroutine) {
    const bool was_fiber = IsThreadAFiber();
    coroutine->caller = was_fiber ? GetCurrentFiber() : ConvertThreadToFiber(NULL);
    if (coroutine->caller == NULL) {
        return -1;
    }
    SwitchToFiber(coroutine->own);
    if (!was_fiber) {
        (void)ConvertFiberToThread();
    }
    return 0;
}

void nt_coroutine_wait(nt_coroutine *coroutine) {
    SwitchToFiber(coroutine->caller);
}
