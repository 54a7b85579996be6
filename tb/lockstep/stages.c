/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/stages.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    RECORDS = 512, /* in the ring */
    BATCH = 64,    /* after so many a thread says how far it is */
};

/* One thread: some stages, one after the other, on the records that the thread before it is done
   with. */
typedef struct worker {
    struct ring *ring;
    const struct worker *before; /* the last one, for the first: records that it is done with are
                                    free */
    unsigned first;              /* stage */
    unsigned end;                /* one more than the last stage */
    uint64_t lead;               /* records that the one before it may be ahead of what it says */
    pthread_t thread;

    /* What the others see, under the lock */
    uint64_t done;          /* records */
    bool ended;             /* there are no more than `done` */
    nt_stage_result result; /* why */
    nt_error error;
} worker;

typedef struct ring {
    const nt_stages *stages;
    unsigned char *records;
    size_t stride; /* bytes */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    worker worker[NT_STAGES];
    unsigned workers;
} ring;

static nt_stage_result run_stages(const nt_stages *s, unsigned first, unsigned end, void *record,
                                  nt_error *error) {
    nt_stage_result result = NT_STAGE_NEXT;
    for (unsigned i = first; i < end; i++) {
        nt_stage_result one = s->stage[i](s->context, record, error);
        if (one <= NT_STAGE_END) {
            return one;
        }
        result = one < result ? one : result;
    }
    return result;
}

static int run_alone(const nt_stages *s, nt_error *error) {
    void *record = calloc(1, s->record_size);
    if (record == NULL) {
        return nt_fail(error, "out of memory");
    }
    nt_stage_result result;
    do {
        result = run_stages(s, 0, s->count, record, error);
    } while (result == NT_STAGE_NEXT);
    free(record);
    return result == NT_STAGE_FAILED ? -1 : 0;
}

/* Says how far a worker is; then waits until its next record is there. How many are, or as many as
   it has done if there will be no more. */
static uint64_t wait_for_records(worker *w, uint64_t done) {
    ring *r = w->ring;
    pthread_mutex_lock(&r->lock);
    if (w->done != done) {
        w->done = done;
        pthread_cond_broadcast(&r->moved);
    }
    while (w->before->done + w->lead == done && !w->before->ended) {
        pthread_cond_wait(&r->moved, &r->lock);
    }
    uint64_t there = w->before->done + w->lead;
    if (w->before->ended && w->lead != 0) {
        there = done; /* nobody takes what the first worker makes any more */
    }
    pthread_mutex_unlock(&r->lock);
    return there;
}

static void publish(worker *w, uint64_t done) {
    pthread_mutex_lock(&w->ring->lock);
    w->done = done;
    pthread_cond_broadcast(&w->ring->moved);
    pthread_mutex_unlock(&w->ring->lock);
}

static void end(worker *w, uint64_t done, nt_stage_result result) {
    pthread_mutex_lock(&w->ring->lock);
    w->done = done;
    w->result = result;
    w->ended = true;
    pthread_cond_broadcast(&w->ring->moved);
    pthread_mutex_unlock(&w->ring->lock);
}

/* The records are at an end: as the one before it ended, so does this one. */
static void end_likewise(worker *w, uint64_t done) {
    if (w->lead == 0) {
        w->error = w->before->error;
        end(w, done, w->before->result);
    } else {
        end(w, done, NT_STAGE_END);
    }
}

static void *work(void *context) {
    worker *w = context;
    const nt_stages *s = w->ring->stages;
    uint64_t done = 0;
    uint64_t there = 0;
    for (;;) {
        if (done == there && (there = wait_for_records(w, done)) == done) {
            end_likewise(w, done);
            return NULL;
        }
        unsigned char *record = w->ring->records + done % RECORDS * w->ring->stride;
        nt_stage_result result = run_stages(s, w->first, w->end, record, &w->error);
        done += result >= NT_STAGE_LAST;
        if (result != NT_STAGE_NEXT) {
            end(w, done, result);
            return NULL;
        }
        if (done % BATCH == 0) {
            publish(w, done);
        }
    }
}

static int start(ring *r, nt_error *error) {
    for (unsigned i = 0; i < r->workers; i++) {
        worker *w = &r->worker[i];
        if (pthread_create(&w->thread, NULL, work, w) != 0) {
            /* Those that run see the last one as ended. */
            worker *last = &r->worker[r->workers - 1];
            end(last, 0, NT_STAGE_END);
            r->workers = i;
            return nt_fail(error, "no thread can be made");
        }
    }
    return 0;
}

static int run_workers(ring *r, nt_error *error) {
    const nt_stages *s = r->stages;
    r->workers = s->threads < s->count ? s->threads : s->count;
    const worker *last = &r->worker[r->workers - 1];
    for (unsigned i = 0; i < r->workers; i++) {
        r->worker[i] = (worker){.ring = r,
                                .before = i > 0 ? &r->worker[i - 1] : last,
                                .first = i,
                                .end = i + 1 < r->workers ? i + 1 : s->count,
                                .lead = i > 0 ? 0 : RECORDS};
    }
    int result = start(r, error);
    for (unsigned i = 0; i < r->workers; i++) {
        pthread_join(r->worker[i].thread, NULL);
    }
    if (result == 0 && last->result == NT_STAGE_FAILED) {
        *error = last->error;
        result = -1;
    }
    return result;
}

int nt_stages_run(const nt_stages *s, nt_error *error) {
    enum { LINE = 64 }; /* bytes: records share none */
    if (s->threads <= 1) {
        return run_alone(s, error);
    }
    ring r = {.stages = s,
              .stride = (s->record_size + LINE - 1) / LINE * LINE,
              .lock = PTHREAD_MUTEX_INITIALIZER,
              .moved = PTHREAD_COND_INITIALIZER};
    r.records = aligned_alloc(LINE, RECORDS * r.stride);
    if (r.records == NULL) {
        return nt_fail(error, "out of memory");
    }
    memset(r.records, 0, RECORDS * r.stride);
    int result = run_workers(&r, error);
    free(r.records);
    return result;
}
