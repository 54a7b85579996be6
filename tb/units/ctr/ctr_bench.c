/* SPDX-License-Identifier: Apache-2.0 */
/* The lockstep of nt_ctr, started by `ntrace lockstep --unit ctr`.

   bench vector FILE OUTPUT runs the ingress of a compliance vector, and writes the answers. */
#include "sim/ctr/ctr_port.h"
#include "sim/hpm/lcofi.h"
#include "sim/stimulus/hart_cycles.h"
#include "sim/stimulus/hart_monitor.h"
#include "tb/lockstep/program.h"
#include "tb/units/ctr/ctr.h"
#include "tb/units/ctr/ctr_accesses.h"
#include "tb/units/ctr/ctr_counts.h"
#include "tb/units/ctr/ctr_log.h"
#include "tb/units/ctr/ctr_sampler.h"
#include "tb/units/ctr/ctr_vector.h"

#include <inttypes.h>
#include <string.h>

enum {
    ACCESS_EVERY = 13, /* cycles, on average: with those that wait, one of 20 has an access */
    INSTRUCTIONS = 255,
    ENTRY_0 = 0x200,
    SIREG = 0x151,
    QUIET_EVERY = 100000, /* cycles, on average, ... */
    QUIET_CYCLES = 9000,  /* ... comes a pause in which counters of 13 bits stop, ... */
    QUIET_LONGER = 16,    /* ... and one of so many is long enough for 14 to 16 bits */
};

typedef struct ctr_run {
    const nt_lockstep_options *options;
    nt_ctr_config config;
    nt_hart_cycles *hart;
    nt_random random;
    nt_ctr model;
    ctr_view view;
    nt_log_file log;
    nt_hart_monitor monitor;
    uint64_t illegal;       /* cycles that break a rule of the port ... */
    const char *first_rule; /* ... and the first such rule */
    ctr_sampler sampler;    /* with --sample, in place of random accesses */
    nt_lcofi lcofi;         /* with --lcofi: a counter that interrupts */
    uint32_t quiet;         /* cycles left without blocks and accesses */
    ctr_counts counts;
    nt_lockstep_finding found;
} ctr_run;

/* The build. */

/* As in the RTL, where the build says nothing */
#ifndef P_XLEN
#define P_XLEN         64
#define P_NBLOCKS      4
#define P_DRAFT        0
#define P_DEPTH_MIN    16
#define P_DEPTH_MAX    256
#define P_HAS_H        1
#define P_HAS_RAS      1
#define P_HAS_EXTERNAL 1
#define P_HAS_FILTERS  1
#define P_HAS_FREEZE   1
#define P_HAS_CYCLES   1
#define P_HAS_MISP     1
#define P_CCE_W        4
#define P_SRAM         0
#endif

static nt_ctr_config build(void) {
    return (nt_ctr_config){.xlen = P_XLEN,
                           .nblocks = P_NBLOCKS,
                           .draft = P_DRAFT != 0,
                           .depth_min = P_DEPTH_MIN,
                           .depth_max = P_DEPTH_MAX,
                           .has_h = P_HAS_H != 0,
                           .has_ras = P_HAS_RAS != 0,
                           .has_external = P_HAS_EXTERNAL != 0,
                           .has_filters = P_HAS_FILTERS != 0,
                           .has_freeze = P_HAS_FREEZE != 0,
                           .has_cycles = P_HAS_CYCLES != 0,
                           .has_misp = P_HAS_MISP != 0,
                           .cce_w = P_CCE_W,
                           .sram = P_SRAM != 0};
}

/* A cycle. */

static bool is_sampled(const ctr_run *run) {
    return run->sampler.every != 0 || run->options->lcofi != 0;
}

static void check_port(ctr_run *run, const nt_hart_cycle *cycle) {
    const nt_ctr_inputs *in = &run->view.in;
    const nt_hart_request request = {.valid = in->csr_valid,
                                     .clear = in->csr_clear,
                                     .op = in->csr_op,
                                     .addr = in->csr_addr,
                                     .select = in->select,
                                     .stateen = in->stateen,
                                     .wdata = in->csr_wdata};
    const char *rule = nt_hart_monitor_check(&run->monitor, cycle, &request,
                                             (nt_hart_answer){.ready = run->view.out.csr_ready});
    if (rule != NULL && run->illegal++ == 0) {
        run->first_rule = rule;
    }
}

static bool one_cycle(ctr_run *run, nt_lockstep *lockstep, const nt_hart_cycle *cycle) {
    ctr_view *view = &run->view;
    view->in.priv = cycle->priv;
    view->in.halted = cycle->halted;
    nt_ctr_put_blocks(&view->in, cycle->block, cycle->count);
    nt_ctr_out(&run->model, &run->config, &view->in, &view->out);
    ctr_log_cycle(&run->log, view, cycle);
    check_port(run, cycle);
    if (run->counts.cycles == 0) {
        nt_lockstep_uncompared(lockstep, view);
    } else if (!nt_lockstep_cycle(lockstep, view)) {
        return false;
    }
    bool was_frozen = run->model.frozen;
    uint32_t cycles = run->model.cycles;
    nt_ctr_step(&run->model, &run->config, &view->in);
    ctr_count(&run->counts, &run->config, view, cycle, was_frozen, cycles);
    if (view->out.csr_ready && is_sampled(run)) {
        ctr_sampler_took(&run->sampler, &run->config, &run->model, &view->in, &view->out);
    }
    if (view->out.csr_ready) {
        view->in.csr_valid = view->in.csr_clear = false;
    }
    return true;
}

/* The run. */

static bool reset(ctr_run *run, nt_lockstep *lockstep) {
    const nt_hart_cycle none = {.priv = NT_CTR_M};
    run->view.in = (nt_ctr_inputs){.rst = true};
    bool good = one_cycle(run, lockstep, &none);
    run->view.in.rst = false;
    return good;
}

/* Now and then an access begins; older instructions may still retire before it is done. */
static bool wants_hold(ctr_run *run) {
    if (run->quiet > 0 && !run->view.in.csr_valid) {
        run->quiet--;
        return true;
    }
    if (run->options->random && nt_random_below(&run->random, QUIET_EVERY) == 0) {
        bool longer = nt_random_below(&run->random, QUIET_LONGER) == 0;
        run->quiet = QUIET_CYCLES << (longer ? 1 + nt_random_below(&run->random, 3) : 0);
    }
    if (!run->view.in.csr_valid && nt_random_below(&run->random, ACCESS_EVERY) == 0) {
        ctr_draw_access(&run->random, &run->config, run->model.frozen, &run->view.in);
    }
    return run->view.in.csr_valid && !nt_random_chance(&run->random, 48);
}

/* At the end a debugger reads every entry. */
static bool read_all(ctr_run *run, nt_lockstep *lockstep) {
    const nt_hart_cycle none = {.priv = NT_CTR_DEBUG, .halted = true};
    nt_hart_monitor_reset(&run->monitor);
    run->view.in.csr_valid = false;
    for (unsigned i = 0; i < 3 * NT_CTR_ENTRIES; i++) {
        run->view.in.csr_valid = true;
        run->view.in.csr_clear = false;
        run->view.in.csr_op = NT_CSR_READ;
        run->view.in.csr_addr = (uint16_t)(SIREG + i % 3);
        run->view.in.select = (uint16_t)(ENTRY_0 + i / 3);
        while (run->view.in.csr_valid) {
            if (!one_cycle(run, lockstep, &none)) {
                return false;
            }
        }
    }
    return true;
}

/* The hart halts while it is sampled. */
static bool halts(ctr_run *run) {
    ctr_sampling before = run->sampler.phase;
    bool halted =
        ctr_sampler_next(&run->sampler, &run->random, &run->config, &run->model, &run->view.in);
    if (before == CTR_RUNS && halted) {
        ctr_log_sample(&run->log, run->sampler.phase == CTR_FREEZES ? "write" : "trap",
                       nt_hart_cycles_instructions(run->hart),
                       run->counts.transfers - run->lcofi.taken);
    }
    return halted;
}

static void arm(ctr_run *run) {
    nt_lcofi_arm(&run->lcofi, NT_HPM_EVENT_INSTRUCTIONS, run->options->lcofi);
}

static int next_cycle(ctr_run *run, nt_hart_cycle *cycle, nt_error *error) {
    if (is_sampled(run) && halts(run)) {
        *cycle = (nt_hart_cycle){.priv = NT_CTR_DEBUG, .halted = true};
        return 1;
    }
    if (nt_lcofi_is_pending(&run->lcofi)) {
        uint64_t pc;
        int result = nt_hart_cycles_pc(run->hart, &pc, error);
        nt_lcofi_take(&run->lcofi, nt_hart_cycles_priv(run->hart), pc, cycle);
        arm(run);
        return result;
    }
    bool hold = !is_sampled(run) && wants_hold(run);
    int result = nt_hart_cycles_next(run->hart, hold, cycle, error);
    if (run->options->lcofi != 0) {
        nt_lcofi_count(&run->lcofi, cycle);
    }
    return result;
}

/* 0 the end, 1 something differs, -1 the recording cannot be read. */
static int run_cycles(ctr_run *run, nt_lockstep *lockstep, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    if (!reset(run, lockstep)) {
        return 1;
    }
    nt_hart_cycle cycle;
    int result = 1;
    while ((o->cycles == 0 || run->counts.cycles < o->cycles) &&
           (result = next_cycle(run, &cycle, error)) > 0) {
        if (o->random && !is_sampled(run) && nt_random_below(&run->random, 100000) == 0) {
            run->view.in.rst = true;
        }
        if (!one_cycle(run, lockstep, &cycle)) {
            return 1;
        }
        run->view.in.rst = false;
    }
    return result < 0 ? -1 : read_all(run, lockstep) ? 0 : 1;
}

static int open_hart(ctr_run *run, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    const nt_hart_options options = {
        .recording = o->random ? NULL : o->input,
        .hart = o->shape.hart,
        .xlen = run->config.xlen,
        .blocks = o->shape.blocks != 0 ? o->shape.blocks : run->config.nblocks,
        .instructions = o->shape.instructions != 0 ? o->shape.instructions : INSTRUCTIONS,
        .bubbles = o->shape.bubbles,
        .vary = o->shape.vary || o->random,
        .has_h = run->config.has_h,
        .limit = o->shape.limit,
        .seed = o->shape.seed};
    return nt_hart_cycles_open(&run->hart, &options, error);
}

static int run_all(void *place, const nt_lockstep_options *options, nt_lockstep *lockstep,
                   nt_error *error) {
    ctr_run *run = place;
    *run = (ctr_run){.options = options, .config = build()};
    run->view.model = &run->model;
    run->sampler.every = options->sample;
    if (options->lcofi != 0) {
        arm(run);
    }
    run->monitor.blocks = run->config.nblocks;
    nt_random_seed(&run->random, options->shape.seed ^ 1);
    if (open_hart(run, error) != 0) {
        return -1;
    }
    if (!nt_lockstep_begin(lockstep, options->initial_seed)) {
        return nt_fail(error, "out of memory");
    }
    const char *path = nt_lockstep_is_again(lockstep) ? NULL : options->output;
    if (ctr_log_open(&run->log, path, &run->config, error) != 0) {
        return -1;
    }
    int result = run_cycles(run, lockstep, error);
    run->found = *nt_lockstep_found(lockstep);
    return nt_log_file_close(&run->log, result >= 0, error) != 0 ? -1 : result;
}

static void release(void *place) {
    ctr_run *run = place;
    nt_hart_cycles_close(run->hart);
    *run = (ctr_run){.hart = NULL};
}

/* What it says. */

static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

static json_t *samples(const ctr_run *run) {
    const ctr_sampler *s = &run->sampler;
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "depth", (int)nt_ctr_depth(&run->model),
                     "by_write", integer(s->frozen[0]), "by_breakpoint", integer(s->frozen[1]),
                     "by_lcofi", integer(s->frozen[2]), "entries", integer(s->entries), "empty",
                     integer(s->empty));
}

static json_t *summary(const void *place) {
    const ctr_run *run = place;
    const nt_lockstep_options *o = run->options;
    json_t *root = json_pack(
        "{s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "unit", "ctr", "build", nt_unit_fast.build, "input",
        o->random ? "random" : o->input, "seed", integer(o->shape.seed), "instructions",
        integer(nt_hart_cycles_instructions(run->hart)), "mismatches",
        integer(run->found.mismatches), "signals_compared", integer(nt_unit_fast.probe_count));
    ctr_counts_put(&run->counts, root);
    json_object_set_new(root, "illegal_cycles", integer(run->illegal));
    if (run->first_rule != NULL) {
        json_object_set_new(root, "first_illegal", json_string(run->first_rule));
    }
    if (is_sampled(run)) {
        json_object_set_new(root, "samples", samples(run));
    }
    if (run->found.differs) {
        json_object_set_new(root, "first_mismatch", nt_bench_program_mismatch(&run->found));
    }
    return root;
}

static int print_text(const void *place, FILE *out) {
    const ctr_run *run = place;
    const ctr_counts *c = &run->counts;
    fprintf(out,
            "ctr (%s): %" PRIu64 " cycles, %" PRIu64 " instructions, %" PRIu64 " entries, %" PRIu64
            " popped, %" PRIu64 " accesses, %" PRIu64 " refused, %" PRIu64 " freezes, %" PRIu64
            " mismatches\n",
            nt_unit_fast.build, c->cycles, nt_hart_cycles_instructions(run->hart), c->entries,
            c->pops, c->accesses, c->refused, c->freezes, run->found.mismatches);
    return ferror(out) ? -1 : 0;
}

static const char *failure(const void *place) {
    const ctr_run *run = place;
    /* Recordings may lack a change of mode; what is drawn is legal. */
    bool illegal = run->illegal != 0 && run->options->random;
    return run->found.wrong ? "RTL and model differ" : illegal ? run->first_rule : NULL;
}

static int check(const nt_lockstep_options *options, nt_error *error) {
    if (options->shape.blocks > build().nblocks) {
        return nt_fail(error, "--blocks %u: the build %s has %u", options->shape.blocks,
                       nt_unit_fast.build, build().nblocks);
    }
    return 0;
}

static int run_vector(nt_lockstep *lockstep, int argc, char **argv) {
    const nt_ctr_config config = build();
    return ctr_vector_run(lockstep, argc, argv, &config);
}

int main(int argc, char **argv) {
    static const nt_bench_program program = {.run_size = sizeof(ctr_run),
                                             .check = check,
                                             .run = run_all,
                                             .release = release,
                                             .print_text = print_text,
                                             .summary = summary,
                                             .failure = failure};
    if (argc > 1 && strcmp(argv[1], "vector") == 0) {
        return nt_lockstep_main(argc, argv, NT_VECTOR_BENCH_WORDS, run_vector);
    }
    return nt_bench_program_main(&program, argc, argv);
}
