/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/jobs.h"

#include "sim/decode/jobs_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- turns ---- */

/* Until all parts before the worker's are put together; false: the decoding is over before. */
static bool await_turn(nt_worker *worker) {
    nt_jobs *jobs = worker->jobs;
    if (worker->has_turn) {
        return true;
    }
    pthread_mutex_lock(&jobs->lock);
    while (jobs->turn != worker->number && !jobs->over) {
        pthread_cond_wait(&jobs->turned, &jobs->lock);
    }
    worker->has_turn = !jobs->over;
    pthread_mutex_unlock(&jobs->lock);
    return worker->has_turn;
}

static bool is_turn(nt_worker *worker) {
    nt_jobs *jobs = worker->jobs;
    pthread_mutex_lock(&jobs->lock);
    bool is_turn = jobs->turn == worker->number;
    pthread_mutex_unlock(&jobs->lock);
    return is_turn && await_turn(worker);
}

static void pass_turn(nt_worker *worker) {
    nt_jobs *jobs = worker->jobs;
    worker->has_turn = false;
    pthread_mutex_lock(&jobs->lock);
    jobs->turn++;
    pthread_cond_broadcast(&jobs->turned);
    pthread_mutex_unlock(&jobs->lock);
}

/* Ends the decoding; the first that does so says why. */
static void stop(nt_worker *worker) {
    nt_jobs *jobs = worker->jobs;
    pthread_mutex_lock(&jobs->lock);
    if (!jobs->over) {
        jobs->over = true;
        jobs->error = worker->error;
    }
    pthread_cond_broadcast(&jobs->turned);
    pthread_mutex_unlock(&jobs->lock);
}

static bool is_over(nt_jobs *jobs) {
    pthread_mutex_lock(&jobs->lock);
    bool over = jobs->over;
    pthread_mutex_unlock(&jobs->lock);
    return over;
}

/* What is known for a part that is decoded ahead of its turn. */
static nt_known known_now(nt_jobs *jobs) {
    pthread_mutex_lock(&jobs->lock);
    nt_known known = jobs->known;
    pthread_mutex_unlock(&jobs->lock);
    return known;
}

/* ---- text and events on their way out ---- */

/* In its turn. */
static int hand_on(nt_worker *worker, const void *bytes, size_t size) {
    nt_decode_run *run = worker->jobs->run;
    if (run->options.form->kind == NT_FORM_ORDERED) {
        return nt_capture_replay(run, bytes, size, &worker->error);
    }
    if (run->text == NULL) {
        return 0;
    }
    return run->text->write(run->text->context, bytes, size, &worker->error);
}

static int hand_on_kept(nt_worker *worker) {
    size_t size = worker->kept_size;
    worker->kept_size = 0;
    return size == 0 ? 0 : hand_on(worker, worker->kept, size);
}

static bool grow(nt_worker *worker, size_t size) {
    size_t room = worker->kept_room == 0 ? NT_TEXT_BUFFER : worker->kept_room;
    while (room < worker->kept_size + size) {
        room *= 2;
    }
    char *kept = room == worker->kept_room ? worker->kept : realloc(worker->kept, room);
    if (kept == NULL) {
        return false;
    }
    worker->kept = kept;
    worker->kept_room = room;
    return true;
}

/* Where the form of a worker writes. Text waits for the turn, or is given up where it is too much:
   then the part is decoded again in its turn. */
static int take_text(void *context, const void *bytes, size_t size, nt_error *error) {
    nt_worker *worker = context;
    if (worker->has_turn) {
        return hand_on(worker, bytes, size);
    }
    uint32_t most = worker->run.options.kept_most;
    if (worker->kept_size + size > (most == 0 ? NT_JOBS_KEPT : most)) {
        worker->spoilt = true;
        return -1;
    }
    if (!grow(worker, size)) {
        return nt_fail(error, "out of memory");
    }
    memcpy(worker->kept + worker->kept_size, bytes, size);
    worker->kept_size += size;
    return 0;
}

/* ---- parts ---- */

/* The next part; the input stays the worker's while more of the part is to come. 1; 0: there is
   none; -1 with the worker's error set, in its turn. */
static int take_part(nt_worker *worker) {
    nt_jobs *jobs = worker->jobs;
    pthread_mutex_lock(&jobs->input);
    if (worker->spoilt) { /* smaller parts have less text */
        jobs->parts.least = (jobs->parts.least + 1) / 2;
    }
    int result = is_over(jobs) ? 0 : nt_parts_next(&jobs->parts, &worker->part, &worker->error);
    if (result != 0) {
        worker->number = jobs->given++;
    }
    if (result > 0 && worker->run.harts == 0 && nt_worker_open(worker, jobs) != 0) {
        result = -1;
    }
    if (result <= 0 || worker->part.whole) {
        pthread_mutex_unlock(&jobs->input);
    }
    return result;
}

static int decode_piece(nt_worker *worker, size_t from) {
    const nt_decode_part *part = &worker->part;
    if (nt_flow_bytes(worker->run.hart[0].flow, part->bytes + from, part->size - from) != 0) {
        return -1;
    }
    return part->last ? nt_worker_finish(worker) : 0;
}

static int decode_part(nt_worker *worker, const nt_known *known, bool sure) {
    worker->kept_size = 0;
    int result = nt_worker_start(worker, known, sure);
    if (result == 0) {
        result = decode_piece(worker, worker->part.start);
    }
    while (result == 0 && !worker->part.whole) {
        result = nt_parts_next(&worker->jobs->parts, &worker->part, &worker->error);
        result = result < 0 ? -1 : decode_piece(worker, 0);
    }
    return result == 0 ? nt_worker_end(worker) : -1;
}

/* Ends in the worker's turn, or with -1 where there are no more. */
static int put_part(nt_worker *worker) {
    int result = -1;
    bool knows = !worker->part.whole || is_turn(worker);
    worker->spoilt = false;
    if (!knows) {
        nt_known known = known_now(worker->jobs);
        result = decode_part(worker, &known, false);
    }
    if (!await_turn(worker)) {
        return -1;
    }
    if (knows || worker->spoilt || (result == 0 && !nt_worker_assumed_right(worker))) {
        result = decode_part(worker, &worker->jobs->known, true);
    }
    return result == 0 ? hand_on_kept(worker) : -1;
}

static int work_on_part(nt_worker *worker) {
    bool whole = worker->part.whole;
    int result = put_part(worker);
    if (!whole) {
        pthread_mutex_unlock(&worker->jobs->input);
    }
    if (result == 0) {
        nt_worker_settle(worker);
    }
    return result;
}

static void *work(void *context) {
    nt_worker *worker = context;
    int result;
    while ((result = take_part(worker)) != 0) {
        if (result > 0) {
            result = work_on_part(worker);
        } else {
            (void)await_turn(worker);
        }
        if (result != 0) {
            stop(worker);
            break;
        }
        pass_turn(worker);
        if (nt_worker_merge(worker) != 0) {
            stop(worker);
            break;
        }
    }
    return NULL;
}

/* ---- all ---- */

/* The calling thread is one of them. */
static void run_workers(nt_jobs *jobs) {
    unsigned started = 1;
    while (started < jobs->workers &&
           pthread_create(&jobs->worker[started].thread, NULL, work, &jobs->worker[started]) == 0) {
        started++;
    }
    (void)work(&jobs->worker[0]);
    while (started > 1) {
        (void)pthread_join(jobs->worker[--started].thread, NULL);
    }
}

static int merge_workers(nt_jobs *jobs) {
    nt_decode_run *run = jobs->run;
    for (unsigned i = 0; i < jobs->workers; i++) {
        void *sums = jobs->worker[i].sums;
        if (sums != NULL && run->options.form->merge(run->hart[0].form, sums, &jobs->error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int decode_all(nt_jobs *jobs) {
    nt_decode_run *run = jobs->run;
    /* Ahead of what the workers write behind it. */
    if (run->text != NULL && run->options.form != NULL &&
        nt_text_flush(run->text, &jobs->error) != 0) {
        return -1;
    }
    nt_progress_start(&jobs->progress, "decode", "instructions");
    run_workers(jobs);
    nt_progress_end(&jobs->progress);
    return jobs->over ? -1 : merge_workers(jobs);
}

int nt_jobs_decode(nt_decode_run *run, nt_input_file *file) {
    unsigned workers = run->options.jobs < NT_JOBS_MOST ? run->options.jobs : NT_JOBS_MOST;
    nt_worker *worker = calloc(workers, sizeof *worker);
    if (worker == NULL) {
        return nt_fail(run->error, "out of memory");
    }
    nt_jobs jobs = {.run = run,
                    .input = PTHREAD_MUTEX_INITIALIZER,
                    .lock = PTHREAD_MUTEX_INITIALIZER,
                    .turned = PTHREAD_COND_INITIALIZER,
                    .workers = workers,
                    .worker = worker};
    nt_parts_init(&jobs.parts, file, &run->options.flow, nt_program_xlen(run->options.program),
                  run->options.part_least);
    for (unsigned i = 0; i < workers; i++) {
        worker[i].jobs = &jobs;
        nt_text_init(&worker[i].text, take_text, &worker[i]);
    }
    int result = decode_all(&jobs);
    for (unsigned i = 0; i < workers; i++) {
        nt_worker_close(&worker[i]);
    }
    nt_parts_free(&jobs.parts);
    free(worker);
    return result == 0 ? 0 : nt_fail(run->error, "%s", jobs.error.text);
}
