/* SPDX-License-Identifier: Apache-2.0 */
/* The lockstep of nt_tv_encoder, started by `ntrace lockstep --unit tv`: RTL against model, every
   output and every register in every cycle; and the bytes, decoded, against what went in.

   bench vector FILE OUTPUT runs the ingress of a compliance vector, and writes the bytes.
   bench full INSTRUCTIONS SEED counts the cycles in which a hart would stall that retires integer
   code at full rate, with a sink that takes all. */
#include "sim/vectors/units.h"
#include "tb/lockstep/program.h"
#include "tb/lockstep/vector.h"
#include "tb/units/tv/tv_stimulus.h"
#include "tb/units/tv/tv_trace.h"

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

static const nt_tv_params params = {.xlen = P_XLEN,
                                    .flen = P_FLEN,
                                    .mlen = P_MLEN,
                                    .nret = P_NRET,
                                    .out_bytes = P_OUT_BYTES,
                                    .implied_end = P_IMPLIED_END != 0,
                                    .increment = P_INCREMENT != 0,
                                    .has_eaddr = P_VIRTUAL != 0};

typedef struct tv_run {
    const nt_lockstep_options *options;
    tv_stimulus stimulus;
    tv_trace trace;
    tv_both both;
    nt_lockstep_finding found;
} tv_run;

/* The run. */

static int run_random(tv_run *run) {
    tv_both *both = &run->both;
    bool good = tv_both_cycle(both);
    both->view.in.rst = false;
    for (uint64_t i = 0; good && i < run->options->cycles; i++) {
        tv_stimulus_cycle(&run->stimulus, &both->view.in, both->view.out.ready);
        good = tv_both_cycle(both);
    }
    return !good;
}

static int run_all(void *place, const nt_lockstep_options *options, nt_lockstep *lockstep,
                   nt_error *error) {
    tv_run *run = place;
    const char *log = nt_lockstep_is_again(lockstep) ? NULL : options->output;
    run->options = options;
    tv_both_begin(&run->both, lockstep, &params);
    tv_stimulus_begin(&run->stimulus, &params, options->shape.seed);
    if (!nt_lockstep_begin(lockstep, options->initial_seed)) {
        return nt_fail(error, "out of memory");
    }
    if (tv_log_open(&run->both.log, log, &params, error) != 0) {
        return -1;
    }
    int result =
        options->random ? run_random(run) : tv_trace_run(&run->trace, &run->both, options, error);
    if (result == 0) {
        result = !tv_both_drain(&run->both);
    }
    run->found = *nt_lockstep_found(lockstep);
    return nt_log_file_close(&run->both.log, result >= 0, error) != 0 ? -1 : result;
}

static void release(void *place) {
    memset(place, 0, sizeof(tv_run));
}

/* What it says. */

static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

static json_t *summary(const void *place) {
    const tv_run *run = place;
    const tv_judge *j = &run->both.judge;
    json_t *root = json_pack(
        "{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "unit", "tv", "build",
        nt_unit_fast.build, "input", run->options->random ? "random" : run->options->input, "seed",
        integer(run->options->shape.seed), "mismatches", integer(run->found.mismatches),
        "signals_compared", integer(nt_unit_fast.probe_count), "groups", integer(j->groups),
        "bytes", integer(j->bytes), "incremental", integer(j->incremental), "implied",
        integer(j->implied), "identical", integer(j->identical));
    for (unsigned i = 0; i < TV_COUNTS; i++) {
        json_object_set_new(root, tv_count_names[i], integer(run->both.counts[i]));
    }
    if (run->found.differs) {
        json_object_set_new(root, "first_mismatch", nt_bench_program_mismatch(&run->found));
    }
    return root;
}

static int print_text(const void *place, FILE *out) {
    const tv_run *run = place;
    const uint64_t *counts = run->both.counts;
    fprintf(out,
            "tv (%s): %" PRIu64 " cycles, %" PRIu64 " instructions, %" PRIu64 " groups, %" PRIu64
            " bytes, %" PRIu64 " cycles stalled, %" PRIu64 " mismatches\n",
            nt_unit_fast.build, counts[TV_CYCLES], counts[TV_INSTRUCTIONS], run->both.judge.groups,
            run->both.judge.bytes, counts[TV_STALLED], run->found.mismatches);
    return ferror(out) ? -1 : 0;
}

static const char *failure(const void *place) {
    const tv_run *run = place;
    return !run->found.wrong    ? NULL
           : run->found.differs ? "RTL and model differ"
                                : run->both.judge.wrong;
}

static int check(const nt_lockstep_options *options, nt_error *error) {
    const nt_shape_options *shape = &options->shape;
    if (shape->blocks > params.nret) {
        return nt_fail(error, "--blocks %u: the build %s has %u lanes", shape->blocks,
                       nt_unit_fast.build, params.nret);
    }
    if (options->random &&
        (shape->blocks != 0 || shape->bubbles != 0 || shape->vary || shape->limit != 0)) {
        return nt_fail(error, "--random: draws its own lanes; --blocks, --bubbles, --vary and "
                              "--limit are for traces");
    }
    return shape->hart != 0 || shape->instructions != 0
               ? nt_fail(error, "--hart, --instructions: a tandem trace is of one hart, and a lane "
                                "of one instruction")
               : 0;
}

/* Full rate. */

static int full_rate(nt_lockstep *lockstep, int argc, char **argv) {
    tv_run *run = malloc(sizeof *run);
    if (argc != 4 || run == NULL) {
        free(run);
        return 2;
    }
    uint64_t instructions = strtoull(argv[2], NULL, 0);
    tv_both *both = &run->both;
    tv_both_begin(both, lockstep, &params);
    tv_stimulus_begin(&run->stimulus, &params, strtoull(argv[3], NULL, 0));
    both->log = (nt_log_file){.file = NULL};
    bool good = nt_lockstep_begin(lockstep, 1) && tv_both_cycle(both);
    uint64_t low = 0;
    while (good && both->counts[TV_INSTRUCTIONS] < instructions) {
        both->view.in = (nt_tv_inputs){.out_ready = true};
        for (unsigned l = 0; l < params.nret; l++) {
            tv_stimulus_lane(&run->stimulus, TV_INTEGER, &both->view.in.lane[l]);
            both->view.in.lane[l].eaddr_valid = false;
        }
        good = tv_both_cycle(both);
        low += !both->view.out.ready;
    }
    good = good && tv_both_drain(both);
    if (good) {
        printf("%" PRIu64 " instructions, %" PRIu64 " bytes, ready low in %" PRIu64 " cycles\n",
               both->counts[TV_INSTRUCTIONS], both->judge.bytes, low);
    }
    free(run);
    return !good;
}

/* Vectors. */

static bool vector_cycle(void *both) {
    return tv_both_cycle(both);
}

static int run_vector(nt_lockstep *lockstep, int argc, char **argv) {
    tv_both *both = malloc(sizeof *both);
    if (both == NULL) {
        return 2;
    }
    tv_both_begin(both, lockstep, &params);
    both->log = (nt_log_file){.file = NULL};
    const nt_vector_bench bench = {.unit = &nt_pins_tv,
                                   .params = &params,
                                   .inputs = &both->view.in,
                                   .outputs = &both->view.out,
                                   .cycle = vector_cycle,
                                   .context = both};
    int status = nt_vector_bench_run(lockstep, argc, argv, &bench);
    if (status == 0) {
        status = both->view.out.idle ? 0 : !nt_lockstep_fail(lockstep, "the vector ends too early");
    }
    free(both);
    return status;
}

int main(int argc, char **argv) {
    static const nt_bench_program program = {.run_size = sizeof(tv_run),
                                             .check = check,
                                             .run = run_all,
                                             .release = release,
                                             .print_text = print_text,
                                             .summary = summary,
                                             .failure = failure};
    if (argc > 1 && strcmp(argv[1], "vector") == 0) {
        return nt_lockstep_main(argc, argv, NT_VECTOR_BENCH_WORDS, run_vector);
    }
    if (argc > 1 && strcmp(argv[1], "full") == 0) {
        return nt_lockstep_main(argc, argv, "full INSTRUCTIONS SEED", full_rate);
    }
    return nt_bench_program_main(&program, argc, argv);
}
