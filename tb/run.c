#include "tb/run.h"

#include "sim/util/progress.h"
#include "tb/waves.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PROGRESS_CYCLES = 1 << 16 };

static double read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool has_rtl(const nt_run *run) {
    return run->options->mode == NT_LOCKSTEP_COMPARE || run->options->mode == NT_LOCKSTEP_BARE;
}

static bool has_model(const nt_run *run) {
    return run->options->mode == NT_LOCKSTEP_COMPARE || run->options->mode == NT_LOCKSTEP_MODEL;
}

static bool pib_runs(const nt_control *control) {
    return control->trPibActive && control->trPibMode == 11;
}

/* The golden model's outputs and what else settles in a cycle. */
static void settle_model(nt_run *run, const nt_cycle *cycle) {
    nt_bench_view *view = &run->view;
    nt_encoder_out(&run->model, &run->control, &view->outputs);
    nt_qualify_out(&run->model.qualify, &run->model.ingress, &view->qualify);
    view->out_ready = run->sink_pib ? nt_pib_ready(&run->pib, &run->control) : cycle->sink_ready;
}

static void step_model(nt_run *run, const nt_cycle *cycle) {
    const nt_bench_view *view = &run->view;
    const nt_pib_inputs pib = {.rst = cycle->rst,
                               .control = &run->control,
                               .in_valid = view->outputs.out_valid && run->sink_pib,
                               .in = view->outputs.out};
    nt_pib_step(&run->pib, &pib);
    const nt_encoder_inputs encoder = {.rst = cycle->rst,
                                       .control = &run->control,
                                       .ingress = &cycle->ingress,
                                       .out_ready = view->out_ready};
    nt_encoder_step(&run->model, &encoder);
}

static void step_rtl(nt_run *run, const nt_cycle *cycle) {
    const nt_bench_inputs inputs = {.ingress = &cycle->ingress,
                                    .control = &run->control,
                                    .rst = cycle->rst,
                                    .sink_pib = run->sink_pib,
                                    .sink_ready = cycle->sink_ready};
    run->kind->step(run->rtl, &inputs, &run->rtl_out);
}

static int flush_bytes(nt_run *run, nt_error *error) {
    size_t size = run->taken_size;
    run->taken_size = 0;
    if (run->witness != NULL) {
        nt_witness_bytes(run->witness, run->taken, size);
    }
    return run->output != NULL ? nt_output_file_write(run->output, run->taken, size, error) : 0;
}

/* A byte of the RTL goes to the sink. */
static int take_byte(nt_run *run, uint8_t byte, nt_error *error) {
    nt_sent_message *message = &run->recent[run->messages % NT_RECENT_MESSAGES];
    run->bytes++;
    if (message->size == 0) {
        run->counts.by_tcode[byte >> 2]++;
        message->cycle = run->cycle;
    }
    if (message->size < NT_FRAME_BYTES) {
        message->bytes[message->size++] = byte;
    }
    if ((byte & 3) == 3) {
        run->messages++;
        run->recent[run->messages % NT_RECENT_MESSAGES].size = 0;
    }
    if (run->sink_pib) {
        nt_pib_receiver_expect(&run->receiver, byte);
    }
    run->taken[run->taken_size++] = byte;
    bool flush = run->taken_size == NT_TAKEN_BYTES || (byte & 3) == 3;
    return flush ? flush_bytes(run, error) : 0;
}

static int compare(nt_run *run) {
    if (run->mismatches == 0) {
        run->mismatch = calloc(run->kind->probe_count, sizeof *run->mismatch);
        if (run->mismatch == NULL) {
            return -1;
        }
        run->mismatch_cycle = run->cycle;
        run->kind->read(run->rtl, &run->view, run->mismatch);
    }
    nt_probe_value value[NT_MAX_PROBES];
    run->kind->read(run->rtl, &run->view, value);
    for (unsigned i = 0; i < run->kind->probe_count; i++) {
        run->mismatches += value[i].valid && value[i].rtl != value[i].model;
    }
    return 0;
}

/* The pins show what was handed over before, and the sink takes the byte that stands there now. */
static int feed_sink(nt_run *run, const nt_cycle *cycle, nt_error *error) {
    const nt_rtl_outputs *rtl = &run->rtl_out;
    if (run->sink_pib) {
        nt_pib_receiver_cycle(&run->receiver, rtl->TRC_CLK, rtl->TRC_DATA,
                              run->control.trPibDivider + 1, run->cycle);
        if (cycle->rst || !pib_runs(&run->control)) {
            nt_pib_receiver_reset(&run->receiver);
        }
    }
    if (rtl->out_valid && rtl->out_ready && !cycle->rst && take_byte(run, rtl->out, error) != 0) {
        return -1;
    }
    bool cut = (cycle->rst || !run->control.trTeActive) && run->taken_size > 0;
    return cut ? flush_bytes(run, error) : 0;
}

/* The witnesses see the cycle as the qualify stage does: one clock edge behind the pins. */
static void feed_witnesses(nt_run *run, const nt_cycle *cycle) {
    const nt_rtl_outputs *rtl = &run->rtl_out;
    if (run->monitor != NULL) {
        const char *rule = nt_monitor_step(run->monitor, cycle);
        if (rule != NULL && run->illegal_count++ == 0) {
            run->illegal = rule;
            run->illegal_cycle = run->cycle;
        }
    }
    if (run->witness != NULL) {
        run->lost |= rtl->dropped;
        bool resumed = run->lost && rtl->started;
        run->lost &= !resumed;
        nt_witness_cycle(run->witness, &run->latched, &run->latched_control, rtl->dropped, resumed);
    }
    if (cycle->rst || !run->control.trTeActive) {
        memset(&run->latched, 0, sizeof run->latched);
        memset(&run->latched_control, 0, sizeof run->latched_control);
    } else {
        run->latched = cycle->ingress;
        run->latched_control = run->control;
    }
}

static int record_cycle(nt_run *run, const nt_cycle *cycle, nt_error *error) {
    if (run->ingress != NULL && nt_ingress_writer_cycle(run->ingress, cycle, error) != 0) {
        return -1;
    }
    return run->artifacts.wave != NULL ? nt_waves_cycle(run, error) : 0;
}

/* A cycle of RTL and model together. 1: go on; 0: a mismatch ends the run; -1: an error. */
static int compare_cycle(nt_run *run, const nt_cycle *cycle, nt_error *error) {
    step_rtl(run, cycle);
    settle_model(run, cycle);
    if (run->kind->differs(run->rtl, &run->view) && compare(run) != 0) {
        return nt_fail(error, "out of memory");
    }
    nt_counts_cycle(&run->counts, &run->view, &run->rtl_out, run->model.config->nblocks);
    if (feed_sink(run, cycle, error) != 0) {
        return -1;
    }
    feed_witnesses(run, cycle);
    if ((run->ingress != NULL || run->artifacts.wave != NULL) &&
        record_cycle(run, cycle, error) != 0) {
        return -1;
    }
    step_model(run, cycle);
    return run->mismatches == 0 || run->options->keep_going || run->artifacts.last != UINT64_MAX;
}

static void count_byte(nt_run *run, uint8_t byte) {
    run->bytes++;
    run->messages += (byte & 3) == 3;
}

/* Only one side, or neither: for measuring. */
static int single_cycle(nt_run *run, const nt_cycle *cycle) {
    if (has_rtl(run)) {
        step_rtl(run, cycle);
    } else if (has_model(run)) {
        settle_model(run, cycle);
        const nt_encoder_outputs *model = &run->view.outputs;
        run->rtl_out = (nt_rtl_outputs){.out_valid = model->out_valid,
                                        .out = model->out,
                                        .out_ready = run->view.out_ready,
                                        .stall = model->stall,
                                        .trTeEmpty = model->trTeEmpty,
                                        .trPibEmpty = !run->pib.in_message};
        step_model(run, cycle);
    }
    if (run->rtl_out.out_valid && run->rtl_out.out_ready) {
        count_byte(run, run->rtl_out.out);
    }
    return 1;
}

static void choose_sink(nt_run *run) {
    nt_lockstep_sink sink = run->options->sink;
    run->sink_pib = sink == NT_SINK_PIB8 || (sink == NT_SINK_AUTO && pib_runs(&run->control));
    run->pib_used |= run->sink_pib;
}

static void write_control(nt_run *run, const nt_cycle *cycle) {
    for (unsigned i = 0; i < cycle->writes; i++) {
        nt_control_set(&run->control, cycle->write[i].field, cycle->write[i].value);
    }
    choose_sink(run);
}

static int run_cycles(nt_run *run, nt_error *error) {
    bool compared = run->options->mode == NT_LOCKSTEP_COMPARE;
    nt_progress progress;
    nt_progress_start(&progress, "lockstep", "cycles");
    int result = 1;
    while (result == 1 && run->cycle <= run->artifacts.last) {
        nt_cycle *cycle = &run->history[run->cycle % NT_HISTORY];
        result = nt_stimulus_next(&run->stimulus, &run->rtl_out, cycle, error);
        if (result != 1) {
            break;
        }
        if (cycle->writes > 0) {
            write_control(run, cycle);
        }
        result = compared ? compare_cycle(run, cycle, error) : single_cycle(run, cycle);
        run->cycle++;
        if (run->cycle % PROGRESS_CYCLES == 0) {
            nt_progress_show(&progress, run->cycle, run->options->cycles);
        }
    }
    nt_progress_end(&progress);
    return result < 0 ? -1 : 0;
}

/* Registers are random until a clock edge with reset has come. */
static void reset(nt_run *run) {
    static const nt_cycle in_reset = {.rst = true};
    for (int i = 0; i < 2; i++) {
        if (has_rtl(run)) {
            step_rtl(run, &in_reset);
        }
        settle_model(run, &in_reset);
        step_model(run, &in_reset);
    }
}

/* The code that ran: random ingress brings its own. NULL where nobody knows it. */
static int open_image(nt_run *run, nt_image **image, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    *image = run->stimulus.image;
    run->stimulus.image = NULL;
    const char *path = o->image != NULL ? o->image : o->is_ingress ? NULL : o->input;
    if (*image != NULL || path == NULL) {
        return 0;
    }
    return nt_image_load(image, path, o->shape.hart, error);
}

static int open_witnesses(nt_run *run, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    if (o->mode != NT_LOCKSTEP_COMPARE) {
        return 0;
    }
    nt_image *image;
    if (open_image(run, &image, error) != 0) {
        return -1;
    }
    run->witness = nt_witness_new(o->settings.config, image); /* no image: the rules alone */
    if (run->witness == NULL) {
        return nt_fail(error, "out of memory");
    }
    run->monitor = nt_monitor_new(o->settings.config);
    return run->monitor != NULL ? 0 : nt_fail(error, "out of memory");
}

static int open_artifacts(nt_run *run, nt_error *error) {
    const nt_run_artifacts *a = &run->artifacts;
    if (a->output != NULL && nt_output_file_open(&run->output, a->output, error) != 0) {
        return -1;
    }
    if (a->ingress != NULL && nt_ingress_writer_open(&run->ingress, a->ingress, a->ingress_text,
                                                     run->options->settings.config, error) != 0) {
        return -1;
    }
    return 0;
}

static int open_run(nt_run *run, nt_error *error) {
    const nt_lockstep_options *o = run->options;
    run->kind = run->artifacts.wave != NULL ? &nt_rtl_wave : &nt_rtl_fast;
    run->control = nt_control_reset();
    nt_encoder_init(&run->model, o->settings.config);
    nt_pib_reset(&run->pib);
    run->view.encoder = &run->model;
    run->view.pib = &run->pib;
    choose_sink(run);
    if (has_rtl(run) && (run->rtl = run->kind->create(o->initial_seed)) == NULL) {
        return nt_fail(error, "out of memory");
    }
    if (nt_stimulus_open(&run->stimulus, o, error) != 0 || open_witnesses(run, error) != 0) {
        return -1;
    }
    return open_artifacts(run, error);
}

static int finish_witnesses(nt_run *run, nt_error *error) {
    nt_pib_receiver_finish(&run->receiver);
    if (flush_bytes(run, error) != 0) {
        return -1;
    }
    if (run->witness != NULL) {
        nt_witness_finish(run->witness, &run->verdict);
        run->judged = true;
    }
    return 0;
}

/* The files get their names. Bytes of a run that a mismatch has ended are not kept. */
static int commit(nt_run *run, nt_error *error) {
    int result = 0;
    if (run->output != NULL) {
        if (run->mismatches == 0 || run->options->keep_going) {
            result |= nt_output_file_commit(run->output, error);
        } else {
            nt_output_file_abort(run->output);
        }
        run->output = NULL;
    }
    if (run->ingress != NULL) {
        result |= nt_ingress_writer_commit(run->ingress, error);
        run->ingress = NULL;
    }
    return run->artifacts.wave != NULL ? result | nt_waves_commit(run, error) : result;
}

int nt_run_all(nt_run *run, const nt_lockstep_options *options, const nt_run_artifacts *artifacts,
               nt_error *error) {
    memset(run, 0, sizeof *run);
    run->options = options;
    run->artifacts = *artifacts;
    if (open_run(run, error) != 0) {
        return -1;
    }
    reset(run);
    double start = read_clock(CLOCK_MONOTONIC);
    double cpu_start = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    if (run_cycles(run, error) != 0) {
        return -1;
    }
    if (options->mode == NT_LOCKSTEP_COMPARE && (run->mismatches == 0 || options->keep_going) &&
        finish_witnesses(run, error) != 0) {
        return -1;
    }
    run->seconds = read_clock(CLOCK_MONOTONIC) - start;
    run->cpu_seconds = read_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu_start;
    return commit(run, error);
}

void nt_run_release(nt_run *run) {
    nt_output_file_abort(run->output);
    if (run->ingress != NULL) {
        nt_ingress_writer_abort(run->ingress);
    }
    nt_waves_abort(run);
    nt_monitor_free(run->monitor);
    if (run->witness != NULL) {
        nt_witness_free(run->witness);
    }
    nt_stimulus_close(&run->stimulus);
    if (run->rtl != NULL) {
        run->kind->destroy(run->rtl);
    }
    free(run->mismatch);
    memset(run, 0, sizeof *run);
}

const char *nt_run_failure(const nt_run *run) {
    if (run->mismatches > 0) {
        return "RTL and golden model differ";
    }
    if (run->receiver.wrong > 0) {
        return "the pins' bytes are not the encoder's";
    }
    if (run->options->illegal) {
        return NULL; /* what the port forbids need not come back */
    }
    if (run->judged && run->verdict.differs) {
        return "the round trip is not exact";
    }
    if (run->judged && run->verdict.rules_broken > 0) {
        return "a rule is broken";
    }
    return run->illegal != NULL ? "the ingress breaks the port's rules" : NULL;
}
