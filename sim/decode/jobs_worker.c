/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/jobs_internal.h"
#include "sim/decode/run_harts.h"

#include <string.h>

static const nt_form *form_of(const nt_worker *worker) {
    return worker->run.options.form;
}

static bool sums_up(const nt_worker *worker) {
    return form_of(worker) != NULL && form_of(worker)->kind == NT_FORM_SUMS;
}

int nt_worker_open(nt_worker *worker, nt_jobs *jobs) {
    const nt_decode_run *run = jobs->run;
    const nt_form *form = run->options.form;
    worker->run =
        (nt_decode_run){.options = run->options, .text = &worker->text, .error = &worker->error};
    if (form != NULL && form->kind == NT_FORM_ORDERED) {
        worker->capture = nt_capture_form(form);
        worker->run.options.form = &worker->capture;
    }
    return nt_run_open_hart(&worker->run, run->options.hart) == NULL ? -1 : 0;
}

void nt_worker_close(nt_worker *worker) {
    if (worker->sums != NULL) {
        form_of(worker)->free(worker->sums);
    }
    nt_run_free(&worker->run);
    nt_part_free(&worker->part);
    free(worker->kept);
}

static void forget_counts(nt_worker *worker) {
    nt_run_hart *hart = &worker->run.hart[0];
    worker->run.faults = 0;
    worker->before = *nt_flow_get_counts(hart->flow);
    hart->counts = (nt_run_counts){0};
    worker->text.used = 0;
}

static void free_form(nt_worker *worker) {
    nt_run_hart *hart = &worker->run.hart[0];
    if (hart->form != NULL) {
        form_of(worker)->free(hart->form);
    }
    hart->form = NULL;
}

int nt_worker_start(nt_worker *worker, const nt_known *known, bool sure) {
    nt_run_hart *hart = &worker->run.hart[0];
    nt_code code = nt_view_code(hart->view);
    const nt_decode_part *part = &worker->part;
    worker->sure = sure;
    hart->owner = sure ? known->owner : part->owner;
    nt_owner_show(&hart->owner, hart->view);
    worker->text.used = 0;
    if (sums_up(worker)) {
        free_form(worker);
    }
    nt_flow_past past = {
        .offset = part->offset, .retired = known->retired, .walked = known->walked};
    nt_flow_restart(hart->flow, &past);
    worker->change = code.next_change == NULL ? UINT64_MAX : code.next_change(code.context);
    if (!sure) {
        past.retired = NT_RETIRED_UNKNOWN;
        past.walked = 0;
        nt_flow_restart(hart->flow, &past);
    }
    if (nt_flow_bytes(hart->flow, part->bytes, part->start) != 0) {
        return -1;
    }
    forget_counts(worker);
    worker->run.begins = part->offset + part->start;
    return sums_up(worker) ? nt_run_open_form(hart) : 0;
}

int nt_worker_finish(nt_worker *worker) {
    nt_run_hart *hart = &worker->run.hart[0];
    const nt_form *form = form_of(worker);
    if (nt_flow_finish(hart->flow) != 0) {
        return -1;
    }
    if (form == NULL || form->kind != NT_FORM_LINES || form->close == NULL) {
        return 0;
    }
    return form->close(hart->form, worker->part.offset + worker->part.size, &worker->error);
}

int nt_worker_end(nt_worker *worker) {
    return nt_text_flush(&worker->text, &worker->error);
}

static uint64_t retired(const nt_worker *worker) {
    return nt_flow_get_counts(worker->run.hart[0].flow)->instructions - worker->before.instructions;
}

/* No code changed before the part ended: neither before it, since what was known, nor in it. */
static bool had_its_code(const nt_worker *worker) {
    uint64_t before = worker->jobs->known.retired;
    return worker->change == UINT64_MAX ||
           (before < worker->change && retired(worker) < worker->change - before);
}

/* What was walked before would not have ended this part. */
static bool had_its_budget(const nt_worker *worker) {
    const nt_flow_options *options = &worker->run.options.flow;
    uint64_t budget = options->budget == 0 ? NT_FLOW_BUDGET : options->budget;
    uint64_t walked = worker->jobs->known.walked + nt_flow_walked(worker->run.hart[0].flow);
    uint64_t bytes = worker->part.offset * NT_FLOW_BLOCKS_A_BYTE;
    return walked <= bytes || walked - bytes <= budget;
}

bool nt_worker_assumed_right(const nt_worker *worker) {
    return nt_owner_same(&worker->part.owner, &worker->jobs->known.owner) && had_its_code(worker) &&
           had_its_budget(worker);
}

/* All its members are counts. */
static void add_flow_counts(nt_flow_counts *sum, const nt_flow_counts *from,
                            const nt_flow_counts *to) {
    enum { COUNTS = sizeof *sum / sizeof(uint64_t) };
    uint64_t total[COUNTS], first[COUNTS], last[COUNTS];
    memcpy(total, sum, sizeof total);
    memcpy(first, from, sizeof first);
    memcpy(last, to, sizeof last);
    for (size_t i = 0; i < COUNTS; i++) {
        total[i] += last[i] - first[i];
    }
    memcpy(sum, total, sizeof total);
}

static void add_faults(nt_decode_run *run, const nt_decode_run *part) {
    for (uint64_t i = 0; i < part->faults && i < NT_RUN_FAULTS; i++) {
        if (run->faults + i < NT_RUN_FAULTS) {
            run->fault[run->faults + i] = part->fault[i];
        }
    }
    run->faults += part->faults;
}

void nt_worker_settle(nt_worker *worker) {
    nt_jobs *jobs = worker->jobs;
    nt_run_hart *hart = &worker->run.hart[0];
    nt_run_counts *counts = &jobs->run->hart[0].counts;
    add_flow_counts(&counts->flow, &worker->before, nt_flow_get_counts(hart->flow));
    counts->syncs += hart->counts.syncs;
    counts->traps += hart->counts.traps;
    counts->stops += hart->counts.stops;
    counts->ownerships += hart->counts.ownerships;
    add_faults(jobs->run, &worker->run);
    jobs->run->bytes = counts->flow.bytes;
    nt_progress_show(&jobs->progress, counts->flow.instructions, 0);
    uint64_t walked = nt_flow_walked(hart->flow) + (worker->sure ? 0 : jobs->known.walked);
    pthread_mutex_lock(&jobs->lock);
    jobs->known =
        (nt_known){.retired = counts->flow.instructions, .owner = hart->owner, .walked = walked};
    pthread_mutex_unlock(&jobs->lock);
}

int nt_worker_merge(nt_worker *worker) {
    nt_run_hart *hart = &worker->run.hart[0];
    if (!sums_up(worker)) {
        return 0;
    }
    if (worker->sums == NULL) {
        worker->sums = hart->form;
        hart->form = NULL;
        return 0;
    }
    int result = form_of(worker)->merge(worker->sums, hart->form, &worker->error);
    free_form(worker);
    return result;
}
