/* What the parts of --jobs share: turns (jobs.c), a thread's decoder (jobs_worker.c), and events
   for forms that must see them in order (jobs_capture.c). */
#ifndef NT_DECODE_JOBS_INTERNAL_H
#define NT_DECODE_JOBS_INTERNAL_H

#include "sim/decode/jobs.h"
#include "sim/decode/parts.h"
#include "sim/util/progress.h"

#include <pthread.h>

enum { NT_JOBS_KEPT = 1 << 25 }; /* bytes of text that a thread keeps until its turn */

/* What decoding must know of all that came before. */
typedef struct nt_known {
    uint64_t retired; /* instructions, where the code changes as they retire */
    nt_owner owner;   /* of the hart */
    uint64_t walked;  /* of what the decoder may walk (budget of nt_flow_options) */
} nt_known;

typedef struct nt_worker nt_worker;

typedef struct nt_jobs {
    nt_run *run;
    pthread_mutex_t input; /* of what reads the stream: */
    nt_parts parts;
    uint64_t given; /* parts */

    pthread_mutex_t lock; /* of all below; `known` changes in a worker's turn only */
    pthread_cond_t turned;
    uint64_t turn; /* the part that is put to those before it now, or next */
    bool over;     /* nothing more is put together: it failed */
    nt_known known;
    nt_error error;

    nt_progress progress;
    unsigned workers;
    nt_worker *worker;
} nt_jobs;

/* A thread with what it decodes by. */
struct nt_worker {
    nt_jobs *jobs;
    pthread_t thread;
    nt_run run;      /* of one hart; its form is another instance than the one of the jobs' run, */
    nt_form capture; /* or this, which keeps events for that */
    nt_text text;
    nt_error error;
    void *sums; /* of the parts so far */

    nt_part part;
    uint64_t number; /* of the part */
    bool has_turn;
    bool spoilt;     /* its text was too much to keep */
    bool sure;       /* it knows all that came before its part */
    uint64_t change; /* instructions retired at which the code would have changed next */
    nt_flow_counts before;

    char *kept; /* text that waits for the turn */
    size_t kept_size;
    size_t kept_room;
};

/* ---- jobs_worker.c; all return 0, or -1 with the worker's error set ---- */

/* Opens code, decoder and form. What is open then is for nt_worker_close, also on an error. */
int nt_worker_open(nt_worker *worker, nt_jobs *jobs);
void nt_worker_close(nt_worker *worker);

/* Begins the part, with the message that the part before it told; `sure`: `known` is what came
   before the part, not what came before some part before it. */
int nt_worker_start(nt_worker *worker, const nt_known *known, bool sure);
/* The stream has ended. */
int nt_worker_finish(nt_worker *worker);
/* The part has ended: all its text is out of the form. */
int nt_worker_end(nt_worker *worker);
/* In its turn: whether all would be the same with what is known now. */
bool nt_worker_assumed_right(const nt_worker *worker);
/* In its turn: adds the part's counts and faults to those of the parts before. */
void nt_worker_settle(nt_worker *worker);
/* Afterwards: adds the part's sums to those of the worker's other parts. */
int nt_worker_merge(nt_worker *worker);

/* ---- jobs_capture.c ---- */

/* Writes the events that `form` would be given, as they are, into the text. */
nt_form nt_capture_form(const nt_form *form);
/* Hands such events to the form of the run's hart, with the code as it is then. */
int nt_capture_replay(nt_run *run, const void *bytes, size_t size, nt_error *error);

#endif
