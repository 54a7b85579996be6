/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/encoder_registers.h"

enum {
    TE_CONTROL = 0x000,
    TE_EMPTY_BIT = 3,
    STALL_OR_OVERFLOW_BIT = 12,
};

static nt_register_file file_of(const nt_config *config, nt_control *control) {
    return (nt_register_file){.map = &nt_encoder_map, .build = config, .fields = control};
}

/* What hardware adds to a register. */
static uint32_t status(const nt_encoder_registers *s, uint16_t offset, bool trTeEmpty) {
    if (offset == TE_CONTROL) {
        return (uint32_t)trTeEmpty << TE_EMPTY_BIT | (uint32_t)s->trTeInstStallOrOverflow
                                                         << STALL_OR_OVERFLOW_BIT;
    }
    return s->control.trTeActive ? nt_timestamp_access_read(&s->counter, offset) : 0;
}

static uint32_t read_register(const nt_encoder_registers *s, uint16_t offset, bool trTeEmpty) {
    nt_register_file file = file_of(s->config, (nt_control *)&s->control);
    return (uint32_t)nt_register_file_read(&file, offset) | status(s, offset, trTeEmpty);
}

static bool waits(const nt_encoder_registers *s, const nt_apb *apb) {
    return nt_timestamp_access_waits(&s->counter, s->config->tstamp_w, apb);
}

void nt_encoder_registers_init(nt_encoder_registers *s, const nt_config *config) {
    *s = (nt_encoder_registers){.config = config, .control = nt_control_reset()};
}

void nt_encoder_registers_out(const nt_encoder_registers *s, const nt_encoder_registers_inputs *in,
                              nt_encoder_registers_outputs *out) {
    const nt_apb *apb = &in->apb;
    *out = (nt_encoder_registers_outputs){.PREADY = true};
    if (!nt_apb_is_access(apb)) { /* in most cycles */
        return;
    }
    uint32_t read = read_register(s, apb->PADDR, in->trTeEmpty);
    nt_apb_answer bus = nt_apb_answer_to(apb, waits(s, apb), read);
    out->PREADY = bus.PREADY;
    out->PSLVERR = bus.PSLVERR;
    out->PRDATA = bus.PRDATA;
    out->trTsReset = s->control.trTeActive && nt_timestamp_access_resets(s->config->tstamp_w, apb);
}

/* All that trTeActive resets. */
static void reset_fields(nt_encoder_registers *s, bool active) {
    s->control = nt_control_reset();
    s->control.trTeActive = active;
    s->trTeInstStallOrOverflow = false;
}

void nt_encoder_registers_step(nt_encoder_registers *s, const nt_encoder_registers_inputs *in) {
    const nt_apb *apb = &in->apb;
    bool was_active = s->control.trTeActive;
    bool was_enabled = s->control.trTeEnable;
    bool cleared = nt_apb_sets(apb, TE_CONTROL, STALL_OR_OVERFLOW_BIT);

    nt_register_file file = file_of(s->config, &s->control);
    nt_register_file_access(&file, apb);
    nt_timestamp_access_step(&s->counter, s->config->tstamp_w, in->rst, apb, in->timestamp);
    if (in->trace_off || in->trace_on) {
        s->control.trTeInstTracing = !in->trace_off;
    }
    s->trTeInstStallOrOverflow =
        !(s->control.trTeEnable && !was_enabled) &&
        (in->stall_or_overflow || (s->trTeInstStallOrOverflow && !cleared));
    if (in->rst || !was_active || !s->control.trTeActive) {
        bool active = !in->rst && s->control.trTeActive;
        reset_fields(s, active);
    }
}

void nt_encoder_registers_legalize(nt_control *control, const nt_config *config) {
    nt_register_file file = file_of(config, control);
    nt_register_file_legalize(&file);
}
