/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/system/run.h"

#include "sim/lockstep/trace.h"
#include "tb/system/debugger.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    RESET_CYCLES = 2,
    POLL_CYCLES = 2048,   /* between two looks at how full a memory is */
    TOGGLE_CYCLES = 1000, /* between two toggles, in the mean half of it */
    SETTLE_CYCLES = 4,    /* behind the last instruction, which is latched first */
};

static double read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- a cycle ---- */

static int give_ingress(nt_system_run *run) {
    for (unsigned i = 0; i < run->model.params.harts; i++) {
        nt_system_hart *hart = &run->hart[i];
        if (nt_system_hart_next(hart, &run->in, run->running, run->wires.out.stall[i] != 0,
                                run->cycle, run->error) != 0) {
            return -1;
        }
        run->in.ingress[i] = &hart->now.ingress;
    }
    run->in.system_tick = true;
    run->in.system_time = run->in.shared_time = run->cycle;
    nt_sink_drive(&run->sink, &run->in);
    return 0;
}

/* Of a run that explains what another has found. */
static void keep_history(nt_system_run *run) {
    if (!nt_lockstep_is_again(run->lockstep)) {
        return;
    }
    run->history[run->cycle % NT_SYSTEM_HISTORY] = (nt_system_moment){
        .cycle = run->cycle, .apb = run->in.apb, .page = run->in.page, .out = run->wires.out};
    if (run->cycle == nt_lockstep_found(run->lockstep)->at) {
        for (unsigned i = 0; i < run->model.params.harts; i++) {
            run->found[i] = run->hart[i].now;
        }
    }
}

static void show_harts(nt_system_run *run) {
    unsigned triggers = run->model.params.config->ntriggers;
    for (unsigned i = 0; i < run->model.params.harts; i++) {
        if (run->wires.atb.sync_request && triggers > 0) {
            run->hart[i].now.ingress.ext_trigger |= (uint8_t)(1u << (triggers - 1));
        }
        const nt_system_link *link = &run->wires.out.link[NT_LINK_ENCODER + i];
        bool taken = link->valid && link->ready && !run->in.rst;
        nt_watch_cycle(&run->watch, &run->model.encoder[i].registers.control,
                       !run->wires.encoder[i].core.encoder.trTeEmpty);
        nt_system_hart_settled(&run->hart[i], &run->model.encoder[i], &run->wires.encoder[i],
                               taken);
    }
}

static int receive_sink(nt_system_run *run) {
    const uint8_t *bytes;
    size_t size = nt_sink_cycle(&run->sink, &run->in, &run->wires.out, &bytes);
    return size > 0 ? nt_system_run_receive(run, &run->demux, bytes, size) : 0;
}

int nt_system_run_cycle(nt_system_run *run) {
    if (run->over) {
        return 0;
    }
    if (give_ingress(run) != 0) {
        return -1;
    }
    nt_system_out(&run->model, &run->in, &run->wires);
    const nt_system_view view = {.in = &run->in, .out = &run->wires.out};
    run->over = !nt_lockstep_cycle(run->lockstep, &view);
    keep_history(run);
    show_harts(run);
    if (receive_sink(run) != 0) {
        return -1;
    }
    nt_system_step(&run->model, &run->in, &run->wires);
    /* Encoders behind a funnel share its time. */
    uint64_t shared_time = run->model.params.harts > 1 ? run->wires.timestamp : run->in.shared_time;
    for (unsigned i = 0; i < run->model.params.harts; i++) {
        nt_system_hart_stepped(&run->hart[i], &run->model.encoder[i], &run->wires.encoder[i],
                               shared_time);
    }
    run->cycle++;
    return run->over ? 0 : 1;
}

/* ---- what was received ---- */

static int receive_message(nt_system_run *run, const nt_demux_piece *piece) {
    run->received += piece->size;
    if (piece->source == NT_DEMUX_NOBODY || (unsigned)piece->source >= run->model.params.harts) {
        run->astray++;
    } else {
        nt_system_hart_receive(&run->hart[piece->source], piece->bytes, piece->size);
    }
    return run->output != NULL
               ? nt_trace_output_write(run->output, piece->bytes, piece->size, run->error)
               : 0;
}

static int receive_piece(nt_system_run *run, const nt_demux_piece *piece) {
    switch (piece->kind) {
    case NT_DEMUX_MESSAGE:
        return receive_message(run, piece);
    case NT_DEMUX_IDLE:
        run->idle += piece->size;
        return 0;
    case NT_DEMUX_LONG:
    case NT_DEMUX_STRAY:
    case NT_DEMUX_BROKEN:
        run->astray++;
        return 0;
    default:
        return 0;
    }
}

int nt_system_run_receive(nt_system_run *run, nt_demux *demux, const uint8_t *bytes, size_t size) {
    int result = 0;
    for (size_t at = 0; at < size && result == 0;) {
        nt_demux_piece piece;
        at += nt_demux_bytes(demux, bytes + at, size - at, &piece);
        result = receive_piece(run, &piece);
    }
    return result;
}

/* ---- a run ---- */

static bool all_ended(const nt_system_run *run) {
    for (unsigned i = 0; i < run->model.params.harts; i++) {
        if (!run->hart[i].ended) {
            return false;
        }
    }
    return true;
}

/* The harts run, and the debugger looks in now and then. */
static int run_harts(nt_system_run *run) {
    const nt_lockstep_options *o = run->options;
    uint64_t poll = run->cycle + POLL_CYCLES;
    uint64_t toggle = run->cycle + nt_random_below(&run->toggles, TOGGLE_CYCLES);
    uint64_t last = o->cycles != 0 ? run->cycle + o->cycles : UINT64_MAX;
    int result = 1;
    run->running = true;
    while (result == 1 && !all_ended(run) && run->cycle < last) {
        result = nt_system_run_cycle(run);
        if (result == 1 && run->cycle >= poll) {
            result = nt_debugger_read_out(run, false);
            poll = run->cycle + POLL_CYCLES;
        }
        if (result == 1 && o->toggle && run->cycle >= toggle) {
            result = nt_debugger_toggle(run);
            toggle = run->cycle + nt_random_below(&run->toggles, TOGGLE_CYCLES);
        }
    }
    run->running = false;
    for (unsigned i = 0; i < SETTLE_CYCLES && result == 1; i++) {
        result = nt_system_run_cycle(run);
    }
    return result;
}

/* Before the first clock edges with reset the RTL's registers are random: not compared. */
static int reset(nt_system_run *run) {
    run->in.rst = true;
    for (unsigned i = 0; i < RESET_CYCLES; i++) {
        if (give_ingress(run) != 0) {
            return -1;
        }
        nt_system_out(&run->model, &run->in, &run->wires);
        const nt_system_view view = {.in = &run->in, .out = &run->wires.out};
        nt_lockstep_edge(run->lockstep, &view);
        nt_system_step(&run->model, &run->in, &run->wires);
    }
    run->in.rst = false;
    return 1;
}

static int run_all(nt_system_run *run) {
    int result = reset(run);
    result = result == 1 ? nt_debugger_start(run) : result;
    result = result == 1 ? run_harts(run) : result;
    result = result == 1 ? nt_debugger_stop(run) : result;
    result = result == 1 ? nt_debugger_read_out(run, true) : result;
    return result < 0 ? -1 : 0;
}

static int open_harts(nt_system_run *run) {
    const nt_lockstep_options *o = run->options;
    unsigned bits = nt_lockstep_src_bits(o);
    unsigned most = o->settings.config->src_w;
    run->demux.src_bits = run->local.src_bits = (uint8_t)(bits < most ? bits : most);
    for (unsigned i = 0; i < o->harts; i++) {
        if (nt_system_hart_open(&run->hart[i], o, i, run->error) != 0) {
            return -1;
        }
        run->hart[i].muted = (nt_lockstep_disabled_inputs(o) >> i & 1) != 0;
    }
    return 0;
}

nt_system_params nt_system_unit_params(void) {
    const nt_unit *u = &nt_unit_fast;
    return (nt_system_params){.harts = (uint8_t)nt_unit_parameter_of(u, "NHARTS"),
                              .cluster = (uint8_t)nt_unit_parameter_of(u, "CLUSTER"),
                              .local_ram = nt_unit_parameter_of(u, "LOCAL_RAM") != 0,
                              .local_words = (uint32_t)nt_unit_parameter_of(u, "LOCAL_WORDS"),
                              .stream_bytes = (uint8_t)nt_unit_parameter_of(u, "STREAM_BYTES"),
                              .pib = nt_unit_parameter_of(u, "PIB") != 0,
                              .sram_words = (uint32_t)nt_unit_parameter_of(u, "SRAM_WORDS"),
                              .smem = nt_unit_parameter_of(u, "SMEM") != 0,
                              .atb_w = (uint8_t)nt_unit_parameter_of(u, "ATB_W")};
}

static int open_run(nt_system_run *run) {
    const nt_lockstep_options *o = run->options;
    nt_system_params params = nt_system_unit_params();
    params.config = o->settings.config;
    run->memory = calloc(nt_system_memory(&params) + 1, sizeof *run->memory);
    if (run->memory == NULL || !nt_lockstep_begin(run->lockstep, o->initial_seed)) {
        return nt_fail(run->error, "out of memory");
    }
    nt_system_init(&run->model, &params, run->memory);
    nt_random_seed(&run->toggles, o->shape.seed + 1);
    if (nt_sink_open(&run->sink, o, &params, run->error) != 0 || open_harts(run) != 0) {
        return -1;
    }
    bool first = !nt_lockstep_is_again(run->lockstep);
    return first && o->output != NULL
               ? nt_trace_output_open(&run->output, o->output, o->no_sidecar, run->error)
               : 0;
}

static int commit(nt_system_run *run) {
    nt_trace_output *output = run->output;
    run->output = NULL;
    if (output == NULL) {
        return 0;
    }
    if (run->over) {
        nt_trace_output_abort(output);
        return 0;
    }
    return nt_lockstep_commit_trace(run->options, &run->watch, output, run->error);
}

int nt_system_run_all(nt_system_run *run, const nt_lockstep_options *options, nt_lockstep *lockstep,
                      nt_error *error) {
    memset(run, 0, sizeof *run);
    run->options = options;
    run->lockstep = lockstep;
    run->error = error;
    run->watch.several = options->harts > 1;
    if (open_run(run) != 0) {
        return -1;
    }
    double start = read_clock(CLOCK_MONOTONIC);
    double cpu_start = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    int result = run_all(run);
    if (result != 0) {
        return -1;
    }
    for (unsigned i = 0; i < options->harts && !run->over; i++) {
        nt_system_hart_finish(&run->hart[i]);
    }
    run->seconds = read_clock(CLOCK_MONOTONIC) - start;
    run->cpu_seconds = read_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu_start;
    return commit(run);
}

void nt_system_run_release(nt_system_run *run) {
    nt_trace_output_abort(run->output);
    for (unsigned i = 0; i < NT_SYSTEM_HARTS; i++) {
        nt_system_hart_close(&run->hart[i]);
    }
    nt_sink_close(&run->sink);
    free(run->memory);
    memset(run, 0, sizeof *run);
}

const char *nt_system_run_failure(const nt_system_run *run) {
    if (nt_lockstep_found(run->lockstep)->differs) {
        return "RTL and golden model differ";
    }
    if (nt_sink_wrong(&run->sink) != NULL) {
        return "the sink's signals break a rule";
    }
    if (run->astray > 0) {
        return "messages were received that no hart has sent";
    }
    for (unsigned i = 0; i < run->model.params.harts; i++) {
        const char *failure = nt_system_hart_failure(&run->hart[i]);
        if (failure != NULL) {
            return failure;
        }
    }
    return NULL;
}
