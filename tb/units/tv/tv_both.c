/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/tv/tv_both.h"

#include <stdio.h>
#include <string.h>

enum {
    SILENT = 32, /* cycles in which bytes must be offered while groups are inside, ... */
    REST = 64,   /* ... and in which it must be idle, beside those that the bytes take */
};

const char *const tv_count_names[TV_COUNTS] = {
    "cycles", "instructions", "traps",  "beside",     "stalled",
    "words",  "short_words",  "waited", "most_level", "resets"};

void tv_both_begin(tv_both *both, nt_lockstep *lockstep, const nt_tv_params *params) {
    *both = (tv_both){.lockstep = lockstep, .view.params = params};
    tv_judge_reset(&both->judge, params);
}

static bool is_there(const tv_view *v) {
    const nt_tv_inputs *in = &v->in;
    bool any =
        in->reset || in->init_valid || in->mtime_valid || in->mcycle_valid || in->minstret_valid;
    for (unsigned l = 0; l < v->params->nret; l++) {
        any |= in->lane[l].valid;
    }
    return any;
}

static void count_taken(tv_both *both) {
    const nt_tv_inputs *in = &both->view.in;
    for (unsigned l = 0; l < both->view.params->nret; l++) {
        const nt_tv_lane *lane = &in->lane[l];
        both->counts[TV_INSTRUCTIONS] += lane->valid && lane->insn_valid;
        both->counts[TV_TRAPS] += lane->valid && lane->csr[0].valid && lane->csr[1].valid &&
                                  lane->csr[2].valid && lane->csr[3].valid;
    }
    both->counts[TV_BESIDE] += (unsigned)in->reset + in->init_valid +
                               (in->mtime_valid || in->mcycle_valid || in->minstret_valid);
}

static void count_cycle(tv_both *both) {
    const tv_view *v = &both->view;
    uint64_t *counts = both->counts;
    uint64_t level = v->model.buffer.level;
    counts[TV_CYCLES]++;
    counts[TV_RESETS] += v->in.rst;
    counts[TV_STALLED] += !v->out.ready && is_there(v);
    counts[TV_WAITED] += v->out.out_valid && !v->in.out_ready;
    counts[TV_MOST_LEVEL] = level > counts[TV_MOST_LEVEL] ? level : counts[TV_MOST_LEVEL];
}

static void judge_cycle(tv_both *both) {
    const tv_view *v = &both->view;
    if (v->in.rst) {
        tv_judge_reset(&both->judge, v->params);
        return;
    }
    if (v->out.out_valid && v->in.out_ready) {
        tv_judge_bytes(&both->judge, v->out.out_data, v->out.out_count);
        both->counts[TV_WORDS]++;
        both->counts[TV_SHORT_WORDS] += v->out.out_count < v->params->out_bytes;
    }
    if (v->out.ready) {
        tv_judge_taken(&both->judge, &v->in);
        count_taken(both);
    }
}

/* What the port promises of its bytes, whatever they are. NULL: it holds. */
static const char *broken_promise(tv_both *both) {
    const nt_tv_outputs *out = &both->view.out;
    const nt_tv_outputs *before = &both->before;
    if (both->view.in.rst) {
        return out->out_valid ? "a word is offered in reset" : NULL;
    }
    for (unsigned i = out->out_count; i < NT_TV_OUT_MOST; i++) {
        if (out->out_data[i] != 0) {
            return "a byte beyond the count is not 0";
        }
    }
    if (out->out_count > both->view.params->out_bytes || out->out_valid != (out->out_count != 0)) {
        return "a word has no bytes, or too many";
    }
    if (both->kept && (!out->out_valid || out->out_count != before->out_count ||
                       memcmp(out->out_data, before->out_data, sizeof out->out_data) != 0)) {
        return "a word that was offered did not stay";
    }
    if (out->idle && (out->out_valid || both->judge.count != 0)) {
        return "idle, and something is inside";
    }
    return both->silent > SILENT ? "no bytes are offered" : NULL;
}

static void check_port(tv_both *both) {
    const tv_view *v = &both->view;
    const char *broken = broken_promise(both);
    if (broken != NULL && both->judge.wrong[0] == '\0') {
        (void)snprintf(both->judge.wrong, sizeof both->judge.wrong, "%s", broken);
    }
    both->before = v->out;
    both->kept = v->out.out_valid && !v->in.out_ready && !v->in.rst;
    both->silent = v->out.out_valid || v->in.rst || both->judge.count == 0 ? 0 : both->silent + 1;
}

static bool is_good(tv_both *both) {
    return both->judge.wrong[0] == '\0' ||
           nt_lockstep_fail(both->lockstep, "%s", both->judge.wrong);
}

bool tv_both_cycle(tv_both *both) {
    tv_view *v = &both->view;
    const bool first = !both->begun;
    both->begun = true;
    v->in.rst |= first;
    nt_tv_encoder_out(&v->model, v->params, v->in.rst, &v->out);
    if (first) {
        nt_lockstep_uncompared(both->lockstep, v);
    } else if (!nt_lockstep_cycle(both->lockstep, v)) {
        return false;
    }
    tv_log_cycle(&both->log, v);
    if (!first) {
        check_port(both);
    }
    judge_cycle(both);
    count_cycle(both);
    nt_tv_encoder_step(&v->model, v->params, &v->in);
    return is_good(both);
}

bool tv_both_drain(tv_both *both) {
    const nt_tv_params *p = both->view.params;
    /* The steps before the buffer hold less than three times as much */
    const unsigned most = REST + 4 * nt_tv_buffer_size(p) / p->out_bytes;
    both->view.in = (nt_tv_inputs){.out_ready = true};
    for (unsigned i = 0; i < most; i++) {
        if (!tv_both_cycle(both)) {
            return false;
        }
        if (both->view.out.idle) {
            tv_judge_idle(&both->judge);
            return is_good(both);
        }
    }
    return nt_lockstep_fail(both->lockstep, "not idle after %u cycles without input", most);
}
