/* SPDX-License-Identifier: Apache-2.0 */
/* The lockstep of nt_hpm, started by `ntrace lockstep --unit hpm`: RTL against model, every output
   and every register in every cycle.

   bench vector FILE OUTPUT runs the ingress of a compliance vector, and writes the answers.
   bench play SCRIPT LOG runs the cycles of a script. The log of a run is for the witness,
   tests/hpm/replay.py; hpm_log.h has its lines and those of a script. */
#include "sim/stimulus/hart_cycles.h"
#include "sim/vectors/units.h"
#include "tb/lockstep/program.h"
#include "tb/lockstep/vector.h"
#include "tb/units/hpm/hpm_counting.h"
#include "tb/units/hpm/hpm_log.h"
#include "tb/units/hpm/hpm_stimulus.h"

#include <errno.h>
#include <inttypes.h>
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
#ifndef P_HAS_CNTRPMF
#define P_HAS_CNTRPMF 0
#define P_HAS_CDELEG  0
#endif

enum { INSTRUCTIONS = (1 << P_ICOUNT_W) - 1 }; /* of a block, at most */

static const nt_hpm_params params = {.xlen = P_XLEN,
                                     .nblocks = P_NBLOCKS,
                                     .icount_w = P_ICOUNT_W,
                                     .ncounters = P_NCOUNTERS,
                                     .width = P_WIDTH,
                                     .next_events = P_NEXT_EVENTS,
                                     .has_u = P_HAS_U,
                                     .has_s = P_HAS_S,
                                     .has_h = P_HAS_H,
                                     .has_cntrpmf = P_HAS_CNTRPMF,
                                     .has_cdeleg = P_HAS_CDELEG};

typedef struct hpm_run {
    const nt_lockstep_options *options;
    nt_hart_cycles *hart; /* of a recording; NULL: random */
    hpm_stimulus stimulus;
    hpm_counting counting; /* with --mhpmevent, in place of random accesses */
    hpm_both both;
    nt_lockstep_finding found;
} hpm_run;

/* The random hart. 1: something differs. */

static int run_random(hpm_run *run) {
    hpm_both *both = &run->both;
    for (uint64_t i = 0; i <= run->options->cycles; i++) {
        hpm_stimulus_cycle(&run->stimulus, &both->view.model, &both->view.in);
        if (!hpm_both_cycle(both)) {
            return 1;
        }
        hpm_stimulus_taken(&run->stimulus, &both->view.in, &both->view.out.csr);
    }
    return 0;
}

/* A recording. Functions return 1; 0: it has ended, or something differs; -1. */

static bool has_mode(unsigned priv) {
    switch (priv) {
    case NT_HPM_U:
        return params.has_u;
    case NT_HPM_S:
        return params.has_s;
    case NT_HPM_VU:
    case NT_HPM_VS:
        return params.has_h;
    default:
        return true;
    }
}

static int put_blocks(hpm_run *run, bool hold, nt_error *error) {
    nt_hpm_inputs *in = &run->both.view.in;
    nt_hart_cycle cycle;
    int result = nt_hart_cycles_next(run->hart, hold, &cycle, error);
    if (result <= 0) {
        return result;
    }
    in->priv = cycle.priv;
    for (unsigned i = 0; i < cycle.count; i++) {
        const nt_transfer *block = &cycle.block[i];
        if (!has_mode(block->priv) || !has_mode(block->tpriv)) {
            return nt_fail(error, "%s: has a mode that the build %s has not", run->options->input,
                           nt_unit_fast.build);
        }
        in->block[i] = (nt_hpm_block){.valid = true,
                                      .icount = (uint8_t)block->instructions,
                                      .itype = block->itype,
                                      .tpriv = block->tpriv};
    }
    return 1;
}

/* With accesses in between */
static int next_cycle(hpm_run *run, nt_error *error) {
    hpm_both *both = &run->both;
    nt_hpm_inputs *in = &both->view.in;
    hpm_stimulus_before(&run->stimulus, in);
    const bool hold = hpm_stimulus_holds(&run->stimulus);
    int result = in->priv == NT_HPM_DEBUG ? 1 : put_blocks(run, hold, error);
    if (result <= 0) {
        return result;
    }
    hpm_stimulus_after(&run->stimulus, &both->view.model, in);
    if (!hpm_both_cycle(both)) {
        return 0;
    }
    hpm_stimulus_taken(&run->stimulus, in, &both->view.out.csr);
    return 1;
}

/* With accesses for overflows alone */
static int next_counted(hpm_run *run, nt_error *error) {
    run->both.view.in = (nt_hpm_inputs){.rst = false};
    int result = put_blocks(run, false, error);
    if (result <= 0) {
        return result;
    }
    return hpm_both_cycle(&run->both) && hpm_counting_serve(&run->counting, &run->both);
}

/* 0 the end, 1 something differs, -1 the recording cannot be read. */
static int run_recording(hpm_run *run, nt_lockstep *lockstep, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    hpm_counting *counting = &run->counting;
    bool good = hpm_both_cycle(&run->both);
    if (good && counting->counters > 0) {
        good = hpm_counting_begin(counting, &run->both);
    }
    int result = good;
    while (result > 0 && (o->cycles == 0 || run->both.counts[HPM_CYCLES] < o->cycles)) {
        result = counting->counters > 0 ? next_counted(run, error) : next_cycle(run, error);
    }
    if (result < 0) {
        return -1;
    }
    if (counting->counters > 0 && !nt_lockstep_found(lockstep)->wrong) {
        (void)hpm_counting_end(counting, &run->both);
    }
    return nt_lockstep_found(lockstep)->wrong;
}

/* The run. */

static int open_hart(hpm_run *run, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    if (o->random) {
        return 0;
    }
    const nt_hart_options options = {
        .recording = o->input,
        .hart = o->shape.hart,
        .xlen = params.xlen,
        .blocks = o->shape.blocks != 0 ? o->shape.blocks : params.nblocks,
        .instructions = o->shape.instructions != 0 ? o->shape.instructions : INSTRUCTIONS,
        .bubbles = o->shape.bubbles,
        .vary = o->shape.vary,
        .limit = o->shape.limit,
        .seed = o->shape.seed};
    return nt_hart_cycles_open(&run->hart, &options, error);
}

static void take_options(hpm_run *run, const nt_lockstep_options *options) {
    hpm_counting *counting = &run->counting;
    run->options = options;
    counting->counters = options->mhpmevent_count;
    counting->period = options->period;
    memcpy(counting->mhpmevent, options->mhpmevent, sizeof counting->mhpmevent);
    hpm_stimulus_begin(&run->stimulus, &params, options->shape.seed);
    run->stimulus.executes = options->random; /* a recording's instructions are what they are */
}

static int run_all(void *place, const nt_lockstep_options *options, nt_lockstep *lockstep,
                   nt_error *error) {
    hpm_run *run = place;
    *run = (hpm_run){.hart = NULL};
    hpm_both_begin(&run->both, lockstep, &params);
    take_options(run, options);
    if (open_hart(run, error) != 0) {
        return -1;
    }
    if (!nt_lockstep_begin(lockstep, options->initial_seed)) {
        return nt_fail(error, "out of memory");
    }
    const char *log = nt_lockstep_is_again(lockstep) ? NULL : options->output;
    if (hpm_log_open(&run->both.log, log, &params, error) != 0) {
        return -1;
    }
    int result = options->random ? run_random(run) : run_recording(run, lockstep, error);
    run->both.counts[HPM_SETS] = run->stimulus.sets;
    run->both.counts[HPM_PRESETS] = run->stimulus.presets;
    run->found = *nt_lockstep_found(lockstep);
    return nt_log_file_close(&run->both.log, result >= 0, error) != 0 ? -1 : result;
}

static void release(void *place) {
    hpm_run *run = place;
    nt_hart_cycles_close(run->hart);
    *run = (hpm_run){.hart = NULL};
}

/* What it says. */

static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

static json_t *counters_of(const hpm_counting *c) {
    json_t *counters = json_array();
    for (unsigned i = 0; i < c->counters; i++) {
        char event[24];
        (void)snprintf(event, sizeof event, "0x%" PRIx64, c->mhpmevent[i]);
        json_array_append_new(counters,
                              json_pack("{s:s, s:o, s:o, s:o}", "mhpmevent", event, "value",
                                        integer(c->value[i]), "lcofis", integer(c->lcofis[i]),
                                        "late", integer(c->late[i])));
    }
    return counters;
}

static json_t *summary(const void *place) {
    const hpm_run *run = place;
    json_t *root =
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "unit", "hpm", "build", nt_unit_fast.build,
                  "input", run->options->random ? "random" : run->options->input, "seed",
                  integer(run->options->shape.seed), "mismatches", integer(run->found.mismatches),
                  "signals_compared", integer(nt_unit_fast.probe_count));
    for (unsigned i = 0; i < HPM_COUNTS; i++) {
        json_object_set_new(root, hpm_counted_names[i], integer(run->both.counts[i]));
    }
    json_object_set_new(root, "illegal_cycles", integer(run->both.illegal));
    if (run->both.first_rule != NULL) {
        json_object_set_new(root, "first_illegal", json_string(run->both.first_rule));
    }
    if (run->counting.counters > 0) {
        json_object_set_new(root, "mcycle", integer(run->counting.mcycle));
        json_object_set_new(root, "minstret", integer(run->counting.minstret));
        json_object_set_new(root, "counters", counters_of(&run->counting));
    }
    if (run->found.differs) {
        json_object_set_new(root, "first_mismatch", nt_bench_program_mismatch(&run->found));
    }
    return root;
}

static int print_text(const void *place, FILE *out) {
    const hpm_run *run = place;
    const uint64_t *counts = run->both.counts;
    const hpm_counting *c = &run->counting;
    fprintf(out,
            "hpm (%s): %" PRIu64 " cycles, %" PRIu64 " instructions, %" PRIu64 " accesses, %" PRIu64
            " refused, %" PRIu64 " overflows, %" PRIu64 " LCOFIs, %" PRIu64 " mismatches\n",
            nt_unit_fast.build, counts[HPM_CYCLES], counts[HPM_INSTRUCTIONS], counts[HPM_ACCESSES],
            counts[HPM_REFUSED], counts[HPM_OVERFLOWS], counts[HPM_LCOFIS], run->found.mismatches);
    for (unsigned i = 0; i < c->counters; i++) {
        fprintf(out, "mhpmevent%u 0x%" PRIx64 ": ", NT_HPM_FIRST + i, c->mhpmevent[i]);
        if (c->period != 0) {
            fprintf(out, "%" PRIu64 " LCOFIs, %" PRIu64 " late, and ", c->lcofis[i], c->late[i]);
        }
        fprintf(out, "%" PRIu64 "\n", c->value[i]);
    }
    return ferror(out) ? -1 : 0;
}

static const char *failure(const void *place) {
    const hpm_run *run = place;
    /* Recordings may lack a change of mode; what is drawn is legal. */
    bool illegal = run->both.illegal != 0 && run->options->random;
    return run->found.wrong ? "RTL and model differ" : illegal ? run->both.first_rule : NULL;
}

static int check_counters(const nt_lockstep_options *options, nt_error *error) {
    if (options->mhpmevent_count > params.ncounters) {
        return nt_fail(error, "--mhpmevent: the build %s has %u counters", nt_unit_fast.build,
                       params.ncounters);
    }
    for (unsigned i = 0; i < options->mhpmevent_count; i++) {
        const uint64_t value = options->mhpmevent[i];
        if (nt_hpm_event_place(&params, (uint32_t)value) == 0 ||
            (value >> NT_HPM_FLAGS & NT_HPM_OF) != 0 || value << 6 >> 38 != 0) {
            return nt_fail(error, "--mhpmevent 0x%" PRIx64 ": no event of the build %s", value,
                           nt_unit_fast.build);
        }
    }
    return 0;
}

static int check(const nt_lockstep_options *options, nt_error *error) {
    if (options->shape.blocks > params.nblocks) {
        return nt_fail(error, "--blocks %u: the build %s has %u", options->shape.blocks,
                       nt_unit_fast.build, params.nblocks);
    }
    if (options->shape.instructions > INSTRUCTIONS) {
        return nt_fail(error, "--instructions %u: a block of the build %s has %d at most",
                       options->shape.instructions, nt_unit_fast.build, INSTRUCTIONS);
    }
    const nt_shape_options *shape = &options->shape;
    if (options->random && (shape->blocks != 0 || shape->instructions != 0 || shape->bubbles != 0 ||
                            shape->vary || shape->limit != 0 || shape->hart != 0)) {
        return nt_fail(error, "--random: draws its own blocks; --hart, --blocks, --instructions, "
                              "--bubbles, --vary and --limit are for recordings");
    }
    return check_counters(options, error);
}

/* Scripts. */

/* The exit status, as play has it. */
static int play_script(hpm_both *both, const char *path) {
    FILE *script = fopen(path, "r");
    if (script == NULL) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return 2;
    }
    bool good = nt_lockstep_begin(both->lockstep, 1) && hpm_both_cycle(both);
    int more = 1;
    while (good && (more = hpm_log_read(script, params.nblocks, &both->view.in)) == 1) {
        good = hpm_both_cycle(both);
    }
    (void)fclose(script);
    if (more < 0) {
        fprintf(stderr, "%s: a line that is none\n", path);
    }
    return more < 0 ? 2 : !good;
}

static int play(nt_lockstep *lockstep, int argc, char **argv) {
    if (argc != 4) {
        return 2;
    }
    nt_error error = {0};
    hpm_both both;
    hpm_both_begin(&both, lockstep, &params);
    const char *log = nt_lockstep_is_again(lockstep) ? NULL : argv[3];
    if (hpm_log_open(&both.log, log, &params, &error) != 0) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    int status = play_script(&both, argv[2]);
    if (nt_log_file_close(&both.log, true, &error) != 0) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    return status;
}

/* Vectors. */

static bool vector_cycle(void *both) {
    return hpm_both_cycle(both);
}

static int run_vector(nt_lockstep *lockstep, int argc, char **argv) {
    hpm_both both;
    hpm_both_begin(&both, lockstep, &params);
    const nt_vector_bench bench = {.unit = &nt_pins_hpm,
                                   .params = &params,
                                   .inputs = &both.view.in,
                                   .outputs = &both.view.out,
                                   .cycle = vector_cycle,
                                   .context = &both};
    int status = nt_vector_bench_run(lockstep, argc, argv, &bench);
    return status == 0 && both.first_rule != NULL
               ? !nt_lockstep_fail(lockstep, "%s", both.first_rule)
               : status;
}

int main(int argc, char **argv) {
    static const nt_bench_program program = {.run_size = sizeof(hpm_run),
                                             .check = check,
                                             .run = run_all,
                                             .release = release,
                                             .print_text = print_text,
                                             .summary = summary,
                                             .failure = failure};
    if (argc > 1 && strcmp(argv[1], "vector") == 0) {
        return nt_lockstep_main(argc, argv, NT_VECTOR_BENCH_WORDS, run_vector);
    }
    if (argc > 1 && strcmp(argv[1], "play") == 0) {
        return nt_lockstep_main(argc, argv, "play SCRIPT LOG", play);
    }
    return nt_bench_program_main(&program, argc, argv);
}
