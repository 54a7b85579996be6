/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/encoder/judge.h"

int nt_judge_flush(nt_judge *judge, nt_error *error) {
    size_t size = judge->taken_size;
    judge->taken_size = 0;
    if (judge->witness != NULL) {
        nt_witness_bytes(judge->witness, judge->taken, size);
    }
    return judge->output != NULL ? nt_trace_output_write(judge->output, judge->taken, size, error)
                                 : 0;
}

/* A byte of the RTL goes to the sink. */
static int take_byte(nt_judge *judge, const nt_record *record, uint8_t byte, nt_error *error) {
    nt_sent_message *message = &judge->recent[judge->messages % NT_RECENT_MESSAGES];
    judge->bytes++;
    if (message->size == 0) {
        message->cycle = record->number;
    }
    if (message->size < NT_FRAME_BYTES) {
        message->bytes[message->size++] = byte;
    }
    if ((byte & 3) == 3) {
        judge->messages++;
        judge->recent[judge->messages % NT_RECENT_MESSAGES].size = 0;
    }
    if (record->sink_pib) {
        nt_pins_expect(&judge->pins, byte);
    }
    judge->taken[judge->taken_size++] = byte;
    bool flush = judge->taken_size == NT_TAKEN_BYTES || (byte & 3) == 3;
    return flush ? nt_judge_flush(judge, error) : 0;
}

static void look_at_pins(nt_judge *judge, const nt_record *record) {
    const nt_encoder_seen *rtl = &record->rtl;
    if (record->cycle.rst || !nt_pib_is_on(&judge->control)) {
        nt_pins_reset(&judge->pins);
    } else {
        const nt_pib_control control = nt_pib_control_of(&judge->control);
        nt_pins_cycle(&judge->pins, &control, rtl->TRC_CLK, rtl->TRC_DATA, record->number);
    }
    if (!rtl->out_valid) {
        nt_pins_nothing(&judge->pins);
    }
}

/* The pins show what was handed over before, and the sink takes the byte that stands there now. */
static int feed_sink(nt_judge *judge, const nt_record *record, nt_error *error) {
    const nt_encoder_seen *rtl = &record->rtl;
    bool rst = record->cycle.rst;
    if (record->sink_pib) {
        look_at_pins(judge, record);
    }
    unsigned taken = rtl->out_valid && rtl->out_ready && !rst ? rtl->out_count : 0;
    for (unsigned i = 0; i < taken; i++) {
        if (take_byte(judge, record, (uint8_t)(rtl->out >> (8 * i)), error) != 0) {
            return -1;
        }
    }
    bool cut = (rst || !judge->control.trTeActive) && judge->taken_size > 0;
    return cut ? nt_judge_flush(judge, error) : 0;
}

static void feed_monitor(nt_judge *judge, const nt_record *record) {
    const char *rule = nt_monitor_step(judge->monitor, &record->cycle);
    if (rule != NULL && judge->illegal_count++ == 0) {
        judge->illegal = rule;
        judge->illegal_cycle = record->number;
    }
}

/* The witness sees the cycle as the qualify stage does: one clock edge after the pins. */
static void feed_witness(nt_judge *judge, const nt_record *record) {
    const nt_encoder_seen *rtl = &record->rtl;
    const nt_cycle *cycle = &record->cycle;
    const nt_apb_answer answer = {rtl->PREADY, rtl->PSLVERR, rtl->PRDATA};
    const nt_feed_outputs out = {.trTeEmpty = rtl->trTeEmpty,
                                 .stall = rtl->stall,
                                 .dropped = rtl->hint_dropped,
                                 .started = rtl->hint_started,
                                 .awaits = rtl->hint_awaits,
                                 .ext_trigger_out = rtl->ext_trigger_out,
                                 .answer = record->answered ? &answer : NULL,
                                 .shared_time = cycle->ingress.time};
    nt_witness_inputs in;
    nt_feed_show(&judge->feed, cycle, &out, &in);
    nt_witness_cycle(judge->witness, &in);
    nt_signals_judge(&judge->signals, &judge->feed, judge->witness, cycle, &out);
    nt_feed_step(&judge->feed, cycle, &out);
    if (!judge->differs && nt_witness_differs(judge->witness)) {
        judge->differs = true;
        judge->differs_at = record->number;
    }
}

static void begin(nt_judge *judge, const nt_record *record) {
    if (record->moved) {
        judge->control = record->control;
        if (record->sink_pib && nt_pib_is_on(&judge->control)) {
            judge->pib_used = judge->control.trPibMode;
        }
    }
    if (judge->keeps_history) {
        judge->history[record->number % NT_HISTORY] = record->cycle;
    }
    judge->cycles++;
    judge->instructions = record->instructions;
}

int nt_judge_cycle(nt_judge *judge, const nt_record *record, nt_error *error) {
    begin(judge, record);
    nt_watch_cycle(&judge->watch, &judge->control, !record->rtl.trTeEmpty);
    if (feed_sink(judge, record, error) != 0) {
        return -1;
    }
    if (judge->monitor != NULL) {
        feed_monitor(judge, record);
    }
    if (judge->witness != NULL) {
        feed_witness(judge, record);
    }
    return judge->ingress != NULL ? nt_ingress_writer_cycle(judge->ingress, &record->cycle, error)
                                  : 0;
}

void nt_judge_count(nt_judge *judge, const nt_record *record, const nt_encoder_seen *seen) {
    begin(judge, record);
    unsigned taken = seen->out_valid && seen->out_ready ? seen->out_count : 0;
    for (unsigned i = 0; i < taken; i++) {
        judge->bytes++;
        judge->messages += (seen->out >> (8 * i) & 3) == 3;
    }
}

void nt_judge_release(nt_judge *judge) {
    nt_trace_output_abort(judge->output);
    if (judge->ingress != NULL) {
        nt_ingress_writer_abort(judge->ingress);
    }
    nt_monitor_free(judge->monitor);
    if (judge->witness != NULL) {
        nt_witness_free(judge->witness);
    }
}
