/* The lockstep of nt_tv_encoder, started by `ntrace lockstep --unit tv`: RTL against model, every
   output and every register in every cycle; and the bytes, decoded, against what went in.

   bench full INSTRUCTIONS SEED counts the cycles in which a hart would stall that retires integer
   code at full rate, with a sink that takes all. */
#include "tb/lockstep/log_file.h"
#include "tb/lockstep/program.h"
#include "tb/units/tv/tv.h"
#include "tb/units/tv/tv_judge.h"
#include "tb/units/tv/tv_stimulus.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* As in the RTL, where the build says nothing */
#ifndef P_XLEN
#define P_XLEN        64
#define P_FLEN        64
#define P_MLEN        64
#define P_NRET        1
#define P_OUT_BYTES   32
#define P_VIRTUAL     1
#define P_IMPLIED_END 0
#define P_INCREMENT   0
#endif

enum { DRAIN = 100000 }; /* cycles in which the encoder must become idle */

static const nt_tv_params params = {.xlen = P_XLEN,
                                    .flen = P_FLEN,
                                    .mlen = P_MLEN,
                                    .nret = P_NRET,
                                    .out_bytes = P_OUT_BYTES,
                                    .implied_end = P_IMPLIED_END != 0,
                                    .increment = P_INCREMENT != 0,
                                    .has_eaddr = P_VIRTUAL != 0};

/* Lists what a run counts. */
typedef enum tv_count {
    TV_CYCLES,
    TV_INSTRUCTIONS,
    TV_TRAPS,   /* lanes with a trap or without an instruction */
    TV_BESIDE,  /* resets, initializations, counters */
    TV_STALLED, /* cycles in which something was there and not taken */
    TV_WORDS,
    TV_SHORT_WORDS, /* that were not full */
    TV_WAITED,      /* cycles in which bytes were offered and not taken */
    TV_MOST_LEVEL,  /* bytes in the buffer */
    TV_RESETS,      /* of the encoder */
    TV_COUNTS,
} tv_count;

static const char *const count_names[TV_COUNTS] = {
    "cycles", "instructions", "traps",  "beside",     "stalled",
    "words",  "short_words",  "waited", "most_level", "resets"};

typedef struct tv_run {
    const nt_lockstep_options *options;
    nt_lockstep *lockstep;
    tv_stimulus stimulus;
    tv_view view;
    tv_judge judge;
    bool begun;
    uint64_t counts[TV_COUNTS];
    nt_lockstep_finding found;
} tv_run;

/* A cycle. */

static bool is_there(const nt_tv_inputs *in) {
    bool any =
        in->reset || in->init_valid || in->mtime_valid || in->mcycle_valid || in->minstret_valid;
    for (unsigned l = 0; l < params.nret; l++) {
        any |= in->lane[l].valid;
    }
    return any;
}

static void count_taken(tv_run *run) {
    const nt_tv_inputs *in = &run->view.in;
    for (unsigned l = 0; l < params.nret; l++) {
        run->counts[TV_INSTRUCTIONS] += in->lane[l].valid && in->lane[l].insn_valid;
        run->counts[TV_TRAPS] += in->lane[l].valid && in->lane[l].csr[NT_TV_CSRS - 1].valid;
    }
    run->counts[TV_BESIDE] += (unsigned)in->reset + in->init_valid +
                              (in->mtime_valid || in->mcycle_valid || in->minstret_valid);
}

static void count_cycle(tv_run *run) {
    const tv_view *v = &run->view;
    uint64_t *counts = run->counts;
    uint64_t level = v->model.buffer.level;
    counts[TV_CYCLES]++;
    counts[TV_RESETS] += v->in.rst;
    counts[TV_STALLED] += !v->out.ready && is_there(&v->in);
    counts[TV_WAITED] += v->out.out_valid && !v->in.out_ready;
    counts[TV_MOST_LEVEL] = level > counts[TV_MOST_LEVEL] ? level : counts[TV_MOST_LEVEL];
}

static void judge_cycle(tv_run *run) {
    const tv_view *v = &run->view;
    if (v->in.rst) {
        tv_judge_reset(&run->judge, &params);
        return;
    }
    if (v->out.out_valid && v->in.out_ready) {
        tv_judge_bytes(&run->judge, v->out.out_data, v->out.out_count);
        run->counts[TV_WORDS]++;
        run->counts[TV_SHORT_WORDS] += v->out.out_count < params.out_bytes;
    }
    if (v->out.ready) {
        tv_judge_taken(&run->judge, &v->in);
        count_taken(run);
    }
}

static bool one_cycle(tv_run *run) {
    tv_view *v = &run->view;
    const bool first = !run->begun;
    run->begun = true;
    v->in.rst |= first;
    nt_tv_encoder_out(&v->model, &params, &v->out);
    if (first) {
        nt_lockstep_uncompared(run->lockstep, v);
    } else if (!nt_lockstep_cycle(run->lockstep, v)) {
        return false;
    }
    judge_cycle(run);
    count_cycle(run);
    if (run->judge.wrong[0] != '\0') {
        return nt_lockstep_fail(run->lockstep, "%s", run->judge.wrong);
    }
    nt_tv_encoder_step(&v->model, &params, &v->in);
    return true;
}

/* The run. */

static void begin(tv_run *run, const nt_lockstep_options *options, nt_lockstep *lockstep) {
    *run = (tv_run){.options = options, .lockstep = lockstep, .view.params = &params};
    tv_judge_reset(&run->judge, &params);
}

/* The sink takes all until nothing is inside. */
static bool drain(tv_run *run) {
    run->view.in = (nt_tv_inputs){.out_ready = true};
    for (unsigned i = 0; i < DRAIN; i++) {
        if (!one_cycle(run)) {
            return false;
        }
        if (run->view.out.idle) {
            tv_judge_idle(&run->judge);
            return run->judge.wrong[0] == '\0' ||
                   nt_lockstep_fail(run->lockstep, "%s", run->judge.wrong);
        }
    }
    return nt_lockstep_fail(run->lockstep, "not idle after %d cycles without input", DRAIN);
}

static bool run_random(tv_run *run) {
    bool good = one_cycle(run);
    run->view.in.rst = false;
    for (uint64_t i = 0; good && i < run->options->cycles; i++) {
        tv_stimulus_cycle(&run->stimulus, &run->view.in, run->view.out.ready);
        good = one_cycle(run);
    }
    return good && drain(run);
}

static int run_all(void *place, const nt_lockstep_options *options, nt_lockstep *lockstep,
                   nt_error *error) {
    tv_run *run = place;
    begin(run, options, lockstep);
    tv_stimulus_begin(&run->stimulus, &params, options->shape.seed);
    if (!nt_lockstep_begin(lockstep, options->initial_seed)) {
        return nt_fail(error, "out of memory");
    }
    bool good = run_random(run);
    run->found = *nt_lockstep_found(lockstep);
    return !good;
}

static void release(void *place) {
    memset(place, 0, sizeof(tv_run));
}

/* What it says. */

static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

static int print_json(const tv_run *run, FILE *out) {
    const tv_judge *j = &run->judge;
    json_t *root = json_pack(
        "{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "unit", "tv", "build",
        nt_unit_fast.build, "input", run->options->random ? "random" : run->options->input, "seed",
        integer(run->options->shape.seed), "mismatches", integer(run->found.mismatches),
        "signals_compared", integer(nt_unit_fast.probe_count), "groups", integer(j->groups),
        "bytes", integer(j->bytes), "incremental", integer(j->incremental), "implied",
        integer(j->implied));
    for (unsigned i = 0; i < TV_COUNTS; i++) {
        json_object_set_new(root, count_names[i], integer(run->counts[i]));
    }
    if (run->found.differs) {
        json_object_set_new(root, "first_mismatch", nt_program_mismatch(&run->found));
    }
    bool written = json_dumpf(root, out, JSON_COMPACT) == 0 && fputc('\n', out) != EOF;
    json_decref(root);
    return written ? 0 : -1;
}

static int print_text(const tv_run *run, FILE *out) {
    const uint64_t *counts = run->counts;
    fprintf(out,
            "tv (%s): %" PRIu64 " cycles, %" PRIu64 " instructions, %" PRIu64 " groups, %" PRIu64
            " bytes, %" PRIu64 " cycles stalled, %" PRIu64 " mismatches\n",
            nt_unit_fast.build, counts[TV_CYCLES], counts[TV_INSTRUCTIONS], run->judge.groups,
            run->judge.bytes, counts[TV_STALLED], run->found.mismatches);
    return ferror(out) ? -1 : 0;
}

static int print_summary(const void *place, FILE *out) {
    const tv_run *run = place;
    return run->options->json ? print_json(run, out) : print_text(run, out);
}

static const char *failure(const void *place) {
    const tv_run *run = place;
    return !run->found.wrong    ? NULL
           : run->found.differs ? "RTL and model differ"
                                : run->judge.wrong;
}

static int check(const nt_lockstep_options *options, nt_error *error) {
    (void)options;
    (void)error;
    return 0;
}

/* Full rate. */

static int full_rate(nt_lockstep *lockstep, int argc, char **argv) {
    static const nt_lockstep_options none;
    tv_run *run = malloc(sizeof *run);
    if (argc != 4 || run == NULL) {
        free(run);
        return 2;
    }
    uint64_t instructions = strtoull(argv[2], NULL, 0);
    begin(run, &none, lockstep);
    tv_stimulus_begin(&run->stimulus, &params, strtoull(argv[3], NULL, 0));
    bool good = nt_lockstep_begin(lockstep, 1) && one_cycle(run);
    uint64_t low = 0;
    while (good && run->counts[TV_INSTRUCTIONS] < instructions) {
        run->view.in = (nt_tv_inputs){.out_ready = true};
        for (unsigned l = 0; l < params.nret; l++) {
            tv_stimulus_lane(&run->stimulus, TV_INTEGER, &run->view.in.lane[l]);
            run->view.in.lane[l].eaddr_valid = false;
        }
        good = one_cycle(run);
        low += !run->view.out.ready;
    }
    good = good && drain(run);
    if (good) {
        printf("%" PRIu64 " instructions, %" PRIu64 " bytes, ready low in %" PRIu64 " cycles\n",
               run->counts[TV_INSTRUCTIONS], run->judge.bytes, low);
    }
    free(run);
    return !good;
}

int main(int argc, char **argv) {
    static const nt_program program = {.run_size = sizeof(tv_run),
                                       .check = check,
                                       .run = run_all,
                                       .release = release,
                                       .print_summary = print_summary,
                                       .failure = failure};
    if (argc > 1 && strcmp(argv[1], "full") == 0) {
        return nt_lockstep_main(argc, argv, "full INSTRUCTIONS SEED", full_rate);
    }
    return nt_program_main(&program, argc, argv);
}
