/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/encoder/drive.h"

/* Left alone the PIB takes what comes a byte at a time: it would hold up a wider serializer. */
static void choose_sink(nt_drive *drive) {
    nt_lockstep_sink sink = drive->options->sink;
    bool suits =
        drive->options->settings.config->out_bytes == 1 && nt_pib_is_on(&drive->fields.control);
    drive->sink_pib = sink == NT_SINK_PIB8 || (sink == NT_SINK_AUTO && suits);
}

int nt_drive_open(nt_drive *drive, const nt_lockstep_options *options, nt_lockstep *lockstep,
                  nt_error *error) {
    *drive = (nt_drive){.options = options, .lockstep = lockstep, .moved = true};
    nt_control_state_init(&drive->fields, options->settings.config);
    if (lockstep != NULL) {
        nt_lockstep_show(lockstep, &drive->rtl);
    }
    return nt_stimulus_open(&drive->stimulus, options, error);
}

void nt_drive_close(nt_drive *drive) {
    nt_stimulus_close(&drive->stimulus);
}

void nt_drive_reset(nt_drive *drive) {
    static const nt_record in_reset = {.cycle.rst = true};
    if (drive->lockstep != NULL) {
        drive->view.in = nt_pins_of(&in_reset, &drive->fields.control);
        nt_lockstep_edge(drive->lockstep, &drive->view);
    }
}

/* The control fields after the cycle before. */
static void step_fields(nt_drive *drive) {
    const nt_encoder_seen *rtl = &drive->rtl;
    const nt_encoder_registers_inputs status = {.rst = drive->rst,
                                                .apb = drive->apb,
                                                .trTeEmpty = rtl->trTeEmpty,
                                                .stall_or_overflow =
                                                    rtl->stall || rtl->hint_dropped,
                                                .trace_on = rtl->trace_on,
                                                .trace_off = rtl->trace_off,
                                                .timestamp = rtl->timestamp};
    drive->moved |= nt_control_state_step(&drive->fields, &status);
}

static void begin_fields(nt_drive *drive, nt_record *record) {
    record->answered = drive->fields.by_registers;
    drive->moved |= nt_control_state_begin(&drive->fields, &record->cycle);
    record->by_registers = drive->fields.by_registers;
    record->moved = drive->moved;
    if (drive->moved) {
        choose_sink(drive);
        record->control = drive->fields.control;
        drive->moved = false;
    }
    record->sink_pib = drive->sink_pib;
}

static uint64_t shaped(const nt_drive *drive) {
    const nt_lockstep_options *o = drive->options;
    return o->random || o->is_ingress ? 0 : nt_shape_instructions(&drive->stimulus.source);
}

nt_stage_result nt_drive_cycle(nt_drive *drive, nt_record *record, nt_error *error) {
    if (drive->cycle > 0) {
        step_fields(drive);
    }
    int next =
        nt_stimulus_next(&drive->stimulus, &drive->rtl, &drive->fields, &record->cycle, error);
    if (next != 1) {
        return next < 0 ? NT_STAGE_FAILED : NT_STAGE_END;
    }
    begin_fields(drive, record);
    record->number = drive->cycle++;
    record->instructions = shaped(drive);
    drive->apb = record->cycle.apb;
    drive->rst = record->cycle.rst;
    if (drive->lockstep != NULL) {
        drive->view.in = nt_pins_of(record, &drive->fields.control);
        nt_lockstep_edge(drive->lockstep, &drive->view);
        record->rtl = drive->rtl;
    }
    if (drive->takes) {
        nt_lockstep_take(drive->lockstep, record->shown);
    }
    return NT_STAGE_NEXT;
}
