/* SPDX-License-Identifier: Apache-2.0 */
/* Declares what the parts of --jobs share: turns (jobs.c), a thread's decoder (jobs_worker.c),
   and events for forms that must see them in order (jobs_capture.c). */
#ifndef NT_DECODE_JOBS_INTERNAL_H
#define NT_DECODE_JOBS_INTERNAL_H

#include "sim/decode/jobs.h"
#include "sim/decode/parts.h"
#include "sim/util/progress.h"

#include <pthread.h>

enum { NT_JOBS_KEPT = 1 << 25 }; /* bytes of text that a thread keeps until its turn */

/* Holds the state before a part that its decoding depends on. */
typedef struct nt_known {
    uint64_t retired; /* instructions, where the code changes as they retire */
    nt_owner owner;   /* of the hart */
    uint64_t walked;  /* counted against the decoder's budget (nt_flow_options) */
} nt_known;

typedef struct nt_worker nt_worker;

typedef struct nt_jobs {
    nt_decode_run *run;
    pthread_mutex_t input; /* for reading the stream: */
    nt_parts parts;
    uint64_t given; /* parts */

    pthread_mutex_t lock; /* of all below; `known` changes in a worker's turn only */
    pthread_cond_t turned;
    uint64_t turn; /* the part that is merged now, or next */
    bool over;     /* nothing more is merged: it failed */
    nt_known known;
    nt_error error;

    nt_progress progress;
    unsigned workers;
    nt_worker *worker;
} nt_jobs;

/* Holds a thread and its decoder. */
struct nt_worker {
    nt_jobs *jobs;
    pthread_t thread;
    nt_decode_run run; /* of one hart; its form is another instance than that of the jobs' run, */
    nt_form capture;   /* or this, which stores events for that */
    nt_text text;
    nt_error error;
    void *sums; /* of the parts so far */

    nt_decode_part part;
    uint64_t number; /* of the part */
    bool has_turn;
    bool spoilt;     /* its text was too large to keep */
    bool sure;       /* the state before its part is known, not assumed */
    uint64_t change; /* instructions retired at which the code would have changed next */
    nt_flow_counts before;

    char *kept; /* text that waits for the turn */
    size_t kept_size;
    size_t kept_room;
};

/* ---- jobs_worker.c; all return 0, or -1 with the worker's error set ---- */

/* Opens code, decoder and form. nt_worker_close closes them, also after an error. */
int nt_worker_open(nt_worker *worker, nt_jobs *jobs);
void nt_worker_close(nt_worker *worker);

/* Begins the part, with the message that the part before it reported; `sure`: `known` is the
   state directly before the part, not before some earlier part. */
int nt_worker_start(nt_worker *worker, const nt_known *known, bool sure);
/* Ends the stream. */
int nt_worker_finish(nt_worker *worker);
/* Ends the part: flushes its text out of the form. */
int nt_worker_end(nt_worker *worker);
/* Returns, in its turn, whether the result is the same with the state known now. */
bool nt_worker_assumed_right(const nt_worker *worker);
/* Adds, in its turn, the part's counts and faults to those of the parts before. */
void nt_worker_settle(nt_worker *worker);
/* Adds, afterwards, the part's sums to those of the worker's other parts. */
int nt_worker_merge(nt_worker *worker);

/* ---- jobs_capture.c ---- */

/* Returns a form that writes the events for `form` into the text, in binary. */
nt_form nt_capture_form(const nt_form *form);
/* Passes such events to the form of the run's hart, with the code of that time. */
int nt_capture_replay(nt_decode_run *run, const void *bytes, size_t size, nt_error *error);

#endif
