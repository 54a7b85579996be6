#include "tb/encoder/cycle.h"

#include "model/trace_encoder.h"
#include "sim/ingress/golden.h"

bool nt_run_has_rtl(const nt_run *run) {
    return run->options->mode == NT_LOCKSTEP_COMPARE || run->options->mode == NT_LOCKSTEP_BARE;
}

static bool has_model(const nt_run *run) {
    return run->options->mode == NT_LOCKSTEP_COMPARE || run->options->mode == NT_LOCKSTEP_MODEL;
}

/* TRC_CLK has its edges with those of TRC_DATA, and nothing is calibrated: nt_system has those. */
static nt_pib_control pib_control(const nt_control *control) {
    return (nt_pib_control){.trPibActive = control->trPibActive,
                            .trPibEnable = control->trPibEnable,
                            .trPibMode = control->trPibMode,
                            .trPibDivider = control->trPibDivider};
}

static bool pib_runs(const nt_control *control) {
    const nt_pib_control pib = pib_control(control);
    return nt_pib_runs(&pib);
}

static nt_encoder_core_inputs model_inputs(const nt_run *run, const nt_cycle *cycle) {
    return (nt_encoder_core_inputs){.rst = cycle->rst,
                                    .control = &run->control,
                                    .ingress = &cycle->ingress,
                                    .system_tick = true,
                                    .shared_time = cycle->ingress.time};
}

/* What settles of the golden model in a cycle. */
static void settle_model(nt_run *run, const nt_cycle *cycle) {
    const nt_encoder_core_inputs in = model_inputs(run, cycle);
    nt_encoder_core_out(&run->direct, &in, &run->view.outputs);
    const nt_pib_control control = pib_control(&run->control);
    nt_pib_out(&run->pib, &control, &run->view.pib_outputs);
    run->view.out_ready = run->sink_pib ? run->view.pib_outputs.in_ready : cycle->sink_ready;
}

static nt_encoder_registers_inputs bus_inputs(const nt_run *run, const nt_cycle *cycle) {
    nt_encoder_registers_inputs in = nt_trace_encoder_status(&run->direct, &run->view.outputs);
    in.rst = cycle->rst;
    in.apb = cycle->apb;
    return in;
}

static void obey_registers(nt_run *run) {
    nt_obey_registers(&run->control, &run->registers);
}

/* What the PIB is offered. */
static nt_beat link_beat(const nt_run *run) {
    const nt_encoder_outputs *out = &run->view.outputs.encoder;
    nt_beat beat = {.count = out->out_valid && run->sink_pib ? out->out_count : 0};
    for (unsigned i = 0; i < beat.count; i++) {
        beat.byte[i] = (uint8_t)(out->out >> (8 * i));
    }
    return beat;
}

static void step_model(nt_run *run, const nt_cycle *cycle) {
    nt_encoder_view *view = &run->view;
    const nt_pib_control control = pib_control(&run->control);
    const nt_pib_inputs pib = {.rst = cycle->rst, .control = &control, .in = link_beat(run)};
    nt_pib_step(&run->pib, &pib);
    nt_encoder_core_inputs in = model_inputs(run, cycle);
    view->answered = run->by_registers;
    if (run->by_registers) {
        nt_encoder_registers_inputs bus = bus_inputs(run, cycle);
        nt_encoder_registers_out(&run->registers, &bus, &view->bus);
        in.trTsReset = view->bus.trTsReset;
        if (cycle->apb.PENABLE) {
            nt_counts_access(&run->counts, &view->bus);
        }
    }
    nt_encoder_core_step(&run->direct, &in, &view->outputs, view->out_ready);
}

/* The control fields of the next cycle. */
static void step_control(nt_run *run, const nt_cycle *cycle) {
    if (run->by_registers) {
        nt_encoder_registers_inputs bus = bus_inputs(run, cycle);
        nt_encoder_registers_step(&run->registers, &bus);
        obey_registers(run);
    } else {
        const nt_trigger_outputs *triggers = &run->view.outputs.triggers;
        nt_encoder_core_pull(&run->control, triggers);
    }
}

static nt_encoder_pins pins(const nt_run *run, const nt_cycle *cycle) {
    return (nt_encoder_pins){.ingress = &cycle->ingress,
                             .control = &run->control,
                             .apb = run->by_registers ? cycle->apb : (nt_apb){0},
                             .registers = run->by_registers,
                             .load = cycle->rst || cycle->writes > 0 || run->by_registers,
                             .rst = cycle->rst,
                             .sink_pib = run->sink_pib,
                             .sink_ready = cycle->sink_ready};
}

int nt_run_flush(nt_run *run, nt_error *error) {
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
        nt_pins_expect(&run->pins, byte);
    }
    run->taken[run->taken_size++] = byte;
    bool flush = run->taken_size == NT_TAKEN_BYTES || (byte & 3) == 3;
    return flush ? nt_run_flush(run, error) : 0;
}

/* The pins show what was handed over before, and the sink takes the byte that stands there now. */
static int feed_sink(nt_run *run, const nt_cycle *cycle, nt_error *error) {
    const nt_encoder_seen *rtl = &run->rtl;
    if (run->sink_pib) {
        if (cycle->rst || !pib_runs(&run->control)) {
            nt_pins_reset(&run->pins);
        } else {
            const nt_pib_control control = pib_control(&run->control);
            nt_pins_cycle(&run->pins, &control, rtl->TRC_CLK, rtl->TRC_DATA, run->cycle);
        }
        if (!rtl->out_valid) {
            nt_pins_nothing(&run->pins);
        }
    }
    unsigned taken = rtl->out_valid && rtl->out_ready && !cycle->rst ? rtl->out_count : 0;
    for (unsigned i = 0; i < taken; i++) {
        if (take_byte(run, (uint8_t)(rtl->out >> (8 * i)), error) != 0) {
            return -1;
        }
    }
    bool cut = (cycle->rst || !run->control.trTeActive) && run->taken_size > 0;
    return cut ? nt_run_flush(run, error) : 0;
}

/* The witnesses see the cycle as the qualify stage does: one clock edge behind the pins. */
static void feed_witnesses(nt_run *run, const nt_cycle *cycle) {
    const nt_encoder_seen *rtl = &run->rtl;
    if (run->monitor != NULL) {
        const char *rule = nt_monitor_step(run->monitor, cycle);
        if (rule != NULL && run->illegal_count++ == 0) {
            run->illegal = rule;
            run->illegal_cycle = run->cycle;
        }
    }
    if (run->witness != NULL) {
        const nt_apb_answer answer = {rtl->PREADY, rtl->PSLVERR, rtl->PRDATA};
        const nt_feed_outputs out = {.trTeEmpty = rtl->trTeEmpty,
                                     .stall = rtl->stall,
                                     .dropped = rtl->hint_dropped,
                                     .started = rtl->hint_started,
                                     .awaits = rtl->hint_awaits,
                                     .ext_trigger_out = rtl->ext_trigger_out,
                                     .answer = run->view.answered ? &answer : NULL,
                                     .shared_time = cycle->ingress.time};
        nt_witness_inputs in;
        nt_feed_show(&run->feed, cycle, &out, &in);
        nt_witness_cycle(run->witness, &in);
        nt_signals_judge(&run->signals, &run->feed, run->witness, cycle, &out);
        nt_feed_step(&run->feed, cycle, &out);
    }
}

/* A cycle of RTL and model together. 1: go on; 0: enough was seen; -1: an error. */
static int compare_cycle(nt_run *run, const nt_cycle *cycle, nt_error *error) {
    settle_model(run, cycle);
    nt_qualify_out(&run->direct.encoder.qualify, run->direct.encoder.config, &run->control,
                   &run->direct.encoder.ingress, &run->view.qualify);
    run->view.in = pins(run, cycle);
    bool more = nt_lockstep_cycle(run->lockstep, &run->view);
    nt_counts_cycle(&run->counts, &run->view, &run->rtl);
    if (feed_sink(run, cycle, error) != 0) {
        return -1;
    }
    feed_witnesses(run, cycle);
    if (run->witness != NULL && nt_witness_differs(run->witness)) {
        (void)nt_lockstep_fail(run->lockstep, "the round trip is not exact, as seen here");
    }
    if (run->ingress != NULL && nt_ingress_writer_cycle(run->ingress, cycle, error) != 0) {
        return -1;
    }
    step_model(run, cycle);
    step_control(run, cycle);
    return more;
}

static void count_byte(nt_run *run, uint8_t byte) {
    run->bytes++;
    run->messages += (byte & 3) == 3;
}

/* Only one side, or neither: for measuring. */
static int single_cycle(nt_run *run, const nt_cycle *cycle) {
    if (nt_run_has_rtl(run)) {
        run->view.in = pins(run, cycle);
        nt_lockstep_uncompared(run->lockstep, &run->view);
    } else if (has_model(run)) {
        settle_model(run, cycle);
        const nt_encoder_outputs *model = &run->view.outputs.encoder;
        run->rtl = (nt_encoder_seen){.out_valid = model->out_valid,
                                     .out = model->out,
                                     .out_count = model->out_count,
                                     .out_ready = run->view.out_ready,
                                     .stall = model->stall,
                                     .trTeEmpty = model->trTeEmpty,
                                     .trPibEmpty = run->view.pib_outputs.trPibEmpty};
        step_model(run, cycle);
    }
    step_control(run, cycle);
    if (run->rtl.out_valid && run->rtl.out_ready) {
        for (unsigned i = 0; i < run->rtl.out_count; i++) {
            count_byte(run, (uint8_t)(run->rtl.out >> (8 * i)));
        }
    }
    return 1;
}

/* Left alone the PIB takes what comes a byte at a time: it would hold up a wider serializer. */
void nt_run_choose_sink(nt_run *run) {
    nt_lockstep_sink sink = run->options->sink;
    bool suits = run->options->settings.config->out_bytes == 1 && pib_runs(&run->control);
    bool pib = sink == NT_SINK_PIB8 || (sink == NT_SINK_AUTO && suits);
    run->sink_pib = pib;
    if (pib && pib_runs(&run->control)) {
        run->pib_used = run->control.trPibMode;
    }
}

static void write_control(nt_run *run, const nt_cycle *cycle) {
    for (unsigned i = 0; i < cycle->writes; i++) {
        nt_control_set(&run->control, cycle->write[i].field, cycle->write[i].value);
    }
    if (run->by_registers) {
        obey_registers(run);
    }
    nt_run_choose_sink(run);
}

int nt_run_cycle(nt_run *run, const nt_cycle *cycle, nt_error *error) {
    if (cycle->apb.PSEL && !run->by_registers) {
        run->by_registers = true;
        obey_registers(run);
    }
    if (cycle->writes > 0) {
        write_control(run, cycle);
    }
    return run->options->mode == NT_LOCKSTEP_COMPARE ? compare_cycle(run, cycle, error)
                                                     : single_cycle(run, cycle);
}

void nt_run_reset(nt_run *run) {
    static const nt_cycle in_reset = {.rst = true};
    for (int i = 0; i < 2; i++) {
        settle_model(run, &in_reset);
        if (nt_run_has_rtl(run)) {
            run->view.in = pins(run, &in_reset);
            nt_lockstep_edge(run->lockstep, &run->view);
        }
        step_model(run, &in_reset);
    }
}
