/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/util/coroutine.h"

#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>

/* Whose turn it is. */
typedef enum turn { CALLER, OWN, NOBODY } turn;

struct nt_coroutine {
    void (*run)(void *context);
    void *context;
    turn turn;
    mtx_t lock;
    cnd_t changed;
    thrd_t thread;
};

/* With the lock: waits for the turn; false where there will be none. */
static bool is_turn(nt_coroutine *coroutine, turn mine) {
    while (coroutine->turn != mine && coroutine->turn != NOBODY) {
        (void)cnd_wait(&coroutine->changed, &coroutine->lock);
    }
    return coroutine->turn == mine;
}

/* Passes the turn on, and waits for it. */
static bool pass(nt_coroutine *coroutine, turn to, turn mine) {
    (void)mtx_lock(&coroutine->lock);
    coroutine->turn = to;
    (void)cnd_broadcast(&coroutine->changed);
    const bool came = is_turn(coroutine, mine);
    (void)mtx_unlock(&coroutine->lock);
    return came;
}

static int begin(void *context) {
    nt_coroutine *coroutine = context;
    (void)mtx_lock(&coroutine->lock);
    const bool came = is_turn(coroutine, OWN);
    (void)mtx_unlock(&coroutine->lock);
    if (came) {
        coroutine->run(coroutine->context);
    }
    return 0;
}

nt_coroutine *nt_coroutine_new(void (*run)(void *context), void *context) {
    nt_coroutine *coroutine = calloc(1, sizeof *coroutine);
    if (coroutine == NULL) {
        return NULL;
    }
    coroutine->run = run;
    coroutine->context = context;
    if (mtx_init(&coroutine->lock, mtx_plain) != thrd_success) {
        free(coroutine);
        return NULL;
    }
    if (cnd_init(&coroutine->changed) != thrd_success) {
        mtx_destroy(&coroutine->lock);
        free(coroutine);
        return NULL;
    }
    if (thrd_create(&coroutine->thread, begin, coroutine) != thrd_success) {
        cnd_destroy(&coroutine->changed);
        mtx_destroy(&coroutine->lock);
        free(coroutine);
        return NULL;
    }
    return coroutine;
}

int nt_coroutine_resume(nt_coroutine *coroutine) {
    (void)pass(coroutine, OWN, CALLER);
    return 0;
}

void nt_coroutine_wait(nt_coroutine *coroutine) {
    if (!pass(coroutine, CALLER, OWN)) {
        thrd_exit(0);
    }
}

void nt_coroutine_free(nt_coroutine *coroutine) {
    if (coroutine == NULL) {
        return;
    }
    (void)pass(coroutine, NOBODY, NOBODY);
    (void)thrd_join(coroutine->thread, NULL);
    cnd_destroy(&coroutine->changed);
    mtx_destroy(&coroutine->lock);
    free(coroutine);
}
