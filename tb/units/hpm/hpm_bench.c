/* The performance counters in lockstep: RTL against model, every output and every register in every
   cycle. hpm_bench CYCLES SEED [LOG]: at random; what was exercised comes out as lines NAME COUNT.
   hpm_bench play SCRIPT LOG: the cycles of a script. The run goes into LOG, for the witness
   tests/hpm/replay.py; hpm_log.h has both. */
#include "tb/lockstep/lockstep.h"
#include "tb/units/hpm/hpm_log.h"
#include "tb/units/hpm/hpm_stimulus.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* As in the RTL, where the build says nothing */
#ifndef P_XLEN
#define P_XLEN        64
#define P_NBLOCKS     1
#define P_ICOUNT_W    8
#define P_NCOUNTERS   4
#define P_WIDTH       64
#define P_NEXT_EVENTS 8
#define P_HAS_U       1
#define P_HAS_S       1
#define P_HAS_H       1
#endif

static const nt_hpm_params params = {.xlen = P_XLEN,
                                     .nblocks = P_NBLOCKS,
                                     .icount_w = P_ICOUNT_W,
                                     .ncounters = P_NCOUNTERS,
                                     .width = P_WIDTH,
                                     .next_events = P_NEXT_EVENTS,
                                     .has_u = P_HAS_U,
                                     .has_s = P_HAS_S,
                                     .has_h = P_HAS_H};

typedef enum counted {
    CYCLES,
    BLOCKS,
    FULL_CYCLES, /* with as many blocks as there can be */
    ACCESSES,
    WAITED, /* cycles in which an access waits */
    WRITES,
    ILLEGAL,
    VIRTUAL,
    NOT_OURS,
    STOPPED,
    SETS,
    PRESETS,
    OVERFLOWS,
    LARGE_OVERFLOWS, /* by more than 255 at once */
    WHILE_OF,        /* with OF already 1 */
    MET_BY_WRITE,    /* a write of the counter instead of its overflow */
    OF_MET_BY_WRITE, /* ... of OF in that cycle */
    LCOFI,
    LCOFIP_KEPT, /* a request meets a write of 0 */
    COUNTS,
} counted;

static const char *const names[COUNTS] = {
    "cycles",       "blocks",          "full_cycles", "accesses",        "waited",
    "writes",       "illegal",         "virtual",     "not_ours",        "stopped",
    "sets",         "presets",         "overflows",   "large_overflows", "while_of",
    "met_by_write", "of_met_by_write", "lcofi",       "lcofip_kept",
};

typedef struct bench {
    nt_lockstep *lockstep;
    hpm_stimulus stimulus;
    hpm_view view;
    FILE *log; /* or NULL */
    uint64_t counts[COUNTS];
} bench;

/* What a counter did in a cycle. A write aside, it has overflowed if it is less than before. */
static void count_overflow(bench *b, const nt_hpm *before, unsigned n, bool writes) {
    const nt_hpm *after = &b->view.model;
    if (after->count[n] >= before->count[n]) {
        return;
    }
    if (writes) {
        const bool of = nt_hpm_written_flags(&params, &b->view.in.csr) == n;
        b->counts[OF_MET_BY_WRITE] += of;
        b->counts[MET_BY_WRITE] += !of && before->count[n] == UINT64_MAX >> (64 - params.width);
        return;
    }
    b->counts[OVERFLOWS]++;
    b->counts[WHILE_OF] += (before->flags[n] & NT_HPM_OF) != 0;
    b->counts[LARGE_OVERFLOWS] += after->count[n] > UINT8_MAX;
}

static void count_cycle(bench *b, const nt_hpm *before) {
    const nt_hpm_params *p = b->view.params;
    const nt_hpm_inputs *in = &b->view.in;
    const nt_hpm_answer *answer = &b->view.out.csr;
    uint64_t *counts = b->counts;
    unsigned blocks = 0;
    while (blocks < p->nblocks && in->block[blocks].valid) {
        blocks++;
    }
    const bool allowed = answer->hit && !answer->illegal && !answer->is_virtual;
    const bool writes = allowed && in->csr.op != NT_HPM_READ;
    counts[CYCLES]++;
    counts[BLOCKS] += blocks;
    counts[FULL_CYCLES] += blocks == p->nblocks;
    counts[ACCESSES] += answer->ready;
    counts[WAITED] += in->csr.valid && !answer->ready;
    counts[WRITES] += writes;
    counts[ILLEGAL] += answer->illegal;
    counts[VIRTUAL] += answer->is_virtual;
    counts[NOT_OURS] += answer->ready && !answer->hit;
    counts[STOPPED] += in->stop;
    counts[LCOFI] += before->request && !before->lcofip;
    counts[LCOFIP_KEPT] += before->request && in->lcofip_write && !in->lcofip_wdata;
    for (unsigned n = NT_HPM_FIRST; n < NT_HPM_FIRST + p->ncounters && !in->rst; n++) {
        count_overflow(b, before, n, writes);
    }
}

/* A cycle with the inputs that are in the view. The first one is a reset: registers start with
   anything. */
static bool cycle(bench *b, bool first) {
    hpm_view *v = &b->view;
    v->in.rst |= first;
    nt_hpm_out(&v->model, v->params, &v->in, &v->out);
    if (first) {
        nt_lockstep_uncompared(b->lockstep, v);
    } else if (!nt_lockstep_cycle(b->lockstep, v)) {
        return false;
    }
    if (b->log != NULL) {
        hpm_log_cycle(b->log, v);
    }
    const nt_hpm before = v->model;
    nt_hpm_step(&v->model, v->params, &v->in);
    if (!first) {
        count_cycle(b, &before);
    }
    return true;
}

static int run_random(bench *b, uint64_t cycles, uint64_t seed) {
    hpm_stimulus_begin(&b->stimulus, &params, seed);
    if (!nt_lockstep_begin(b->lockstep, seed)) {
        return 1;
    }
    for (uint64_t i = 0; i <= cycles; i++) {
        hpm_stimulus_cycle(&b->stimulus, &b->view.model, &b->view.in);
        if (!cycle(b, i == 0)) {
            return 1;
        }
        hpm_stimulus_taken(&b->stimulus, &b->view.in, b->view.out.csr.ready);
    }
    b->counts[SETS] = b->stimulus.sets;
    b->counts[PRESETS] = b->stimulus.presets;
    for (unsigned i = 0; i < COUNTS; i++) {
        printf("%s %" PRIu64 "\n", names[i], b->counts[i]);
    }
    return 0;
}

static int play(bench *b, const char *path) {
    FILE *script = fopen(path, "r");
    if (script == NULL) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return 2;
    }
    bool good = nt_lockstep_begin(b->lockstep, 1) && cycle(b, true);
    int more = 1;
    while (good && (more = hpm_log_read(script, params.nblocks, &b->view.in)) == 1) {
        good = cycle(b, false);
    }
    (void)fclose(script);
    if (more < 0) {
        fprintf(stderr, "%s: a line that is none\n", path);
    }
    return more < 0 ? 2 : !good;
}

static int run(nt_lockstep *lockstep, int argc, char **argv) {
    if (argc != 3 && argc != 4) {
        return 2;
    }
    bench b = {.lockstep = lockstep, .view = {.params = &params}};
    if (argc == 4 && !nt_lockstep_is_again(lockstep)) {
        b.log = fopen(argv[3], "w");
        if (b.log == NULL) {
            fprintf(stderr, "%s: %s\n", argv[3], strerror(errno));
            return 2;
        }
        hpm_log_begin(b.log, &params);
    }
    int status = strcmp(argv[1], "play") == 0
                     ? play(&b, argv[2])
                     : run_random(&b, strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10));
    if (b.log != NULL && fclose(b.log) != 0) {
        fprintf(stderr, "%s: %s\n", argv[3], strerror(errno));
        status = 2;
    }
    return status;
}

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED [LOG] | play SCRIPT LOG", run);
}
