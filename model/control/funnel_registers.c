/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/funnel_registers.h"

#include "model/control/register_file.h"
#include "model/control/timestamp.h"

#include <stddef.h>

enum {
    FUNNEL_CONTROL = 0x000,
    EMPTY_BIT = 3,
    COMP_TYPE = 8,
};

static uint64_t comp_type(const void *build, const nt_register_field *field, uint64_t word) {
    (void)build, (void)field, (void)word;
    return COMP_TYPE;
}

static uint64_t dis_input(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_funnel_registers_params *params = build;
    return nt_register_bits(field, word) & nt_register_mask(params->inputs);
}

static uint64_t with_timestamps(const void *build, const nt_register_field *field, uint64_t word) {
    const nt_funnel_registers_params *params = build;
    return nt_legal_only_if(params->tstamp_w != 0, field, word);
}

static uint64_t ts_mode(const void *build, const nt_register_field *field, uint64_t word) {
    uint64_t mode = nt_register_bits(field, word);
    bool legal = mode == NT_TS_EXTERNAL || mode == NT_TS_INTERNAL_SYSTEM || mode == NT_TS_SHARED;
    return legal ? with_timestamps(build, field, word) : 0;
}

static uint64_t ts_width(const void *build, const nt_register_field *field, uint64_t word) {
    (void)field, (void)word;
    return ((const nt_funnel_registers_params *)build)->tstamp_w;
}

#define STORED(field, lsb, width, access, legal, meaning, here)                                    \
    NT_ROW_FIELD(#field, lsb, width, access, offsetof(nt_funnel_fields, control.field), legal,     \
                 "0", meaning, here)
#define TIMESTAMP(field, lsb, width, legal, meaning, here)                                         \
    NT_ROW_FIELD(#field, lsb, width, NT_WARL, offsetof(nt_funnel_fields, timestamp.field), legal,  \
                 "0", meaning, here)
#define OF_ENCODERS "Of encoders alone: 0."

static const nt_register_field control[] = {
    STORED(trFunnelActive, 0, 1, NT_RW, nt_legal_any, "0 holds the funnel in reset",
           "Also resets all other registers: until it is 1 they read 0 and ignore writes, and a "
           "write to trFunnelControl takes this bit alone. It reads as written in the next "
           "access."),
    STORED(trFunnelEnable, 1, 1, NT_RW, nt_legal_any,
           "1: the funnel is enabled; 0: what is queued goes on to the output",
           "When cleared no new message begins; trFunnelEmpty is 1 when all has left."),
    NT_ROW_STATUS("trFunnelEmpty", 3, 1, NT_RO, "1", "1: internal buffers are empty",
                  "As the text."),
};

static const nt_register_field impl[] = {
    NT_ROW_CONSTANT("trFunnelVerMajor", 0, 4, NT_RO, nt_legal_one, "1",
                    "Major version of the component", "1."),
    NT_ROW_CONSTANT("trFunnelVerMinor", 4, 4, NT_RO, nt_legal_zero, "0",
                    "Minor version of the component", "0."),
    NT_ROW_CONSTANT("trFunnelCompType", 8, 4, NT_RO, comp_type, "8", "Type of the component",
                    "8: funnel."),
};

static const nt_register_field disabled[] = {
    STORED(trFunnelDisInput, 0, 16, NT_WARL, dis_input,
           "Bit n: messages of input n are read and discarded",
           "At once, between two messages of the input. INPUTS bits, those above are 0."),
};

static const nt_register_field ts_control[] = {
    TIMESTAMP(trTsActive, 0, 1, with_timestamps, "0 holds the timestamp unit in reset",
              "While 0 the register's other fields that can be written are 0 as well; the write "
              "that sets it takes them along. 0 without TSTAMP_W, as are all fields here."),
    TIMESTAMP(trTsCount, 1, 1, with_timestamps, "1: the internal counter runs",
              "Internal system mode."),
    NT_ROW_STATUS("trTsReset", 2, 1, NT_W1, "0", "Writing 1 resets the counter",
                  "Counter and prescaler, in every mode. Reads 0."),
    NT_ROW_CONSTANT("trTsRunInDebug", 3, 1, NT_WARL, nt_legal_zero, "0",
                    "Internal core: 1: the counter runs while the hart is halted", OF_ENCODERS),
    TIMESTAMP(trTsMode, 4, 3, ts_mode, "0: none; 1: external; 2: internal system; 4: shared",
              "0, 1, 2, 4; others become 0 (3, internal core, is of encoders alone)."),
    TIMESTAMP(trTsPrescale, 8, 2, with_timestamps,
              "The internal counter counts every 4^trTsPrescale clocks", "All values."),
    NT_ROW_CONSTANT("trTsEnable", 15, 1, NT_WARL, nt_legal_zero, "0", "1: messages have TSTAMP",
                    OF_ENCODERS),
    NT_ROW_CONSTANT("trTsVendor", 16, 8, NT_WARL, nt_legal_zero, "0",
                    "Vendor-specific: which messages have TSTAMP", "0. The field has no name."),
    NT_ROW_CONSTANT("trTsWidth", 24, 6, NT_RO, ts_width, "TSTAMP_W", "Width of timestamps in bits",
                    "TSTAMP_W, also while trTsActive is 0."),
};

static const nt_register_field ts_counter_low[] = {
    NT_ROW_STATUS("trTsCounterLow", 0, 32, NT_RO, "0", "Lower 32 bits of the timestamp counter",
                  "As an encoder's: one wait state."),
};

static const nt_register_field ts_counter_high[] = {
    NT_ROW_STATUS("trTsCounterHigh", 0, 32, NT_RO, "0", "Upper bits of the timestamp counter",
                  "As an encoder's: one wait state."),
};

#define FUNNEL(name, offset, title, fields, holds)                                                 \
    NT_ROW_REGISTER(name, offset, NT_UNIT_COMPONENT, title, fields, holds)

static const nt_register registers[] = {
    FUNNEL("trFunnelControl", 0x000, "Funnel control", control, false),
    FUNNEL("trFunnelImpl", 0x004, "Funnel implementation", impl, false),
    FUNNEL("trFunnelDisInput", 0x008, "Disabled inputs", disabled, false),
    FUNNEL("trTsControl", 0x040, "Timestamp control", ts_control, true),
    FUNNEL("trTsCounterLow", 0x048, "Timestamp counter, lower bits", ts_counter_low, false),
    FUNNEL("trTsCounterHigh", 0x04c, "Timestamp counter, upper bits", ts_counter_high, false),
};

static const nt_funnel_registers_params usual = {.inputs = 2, .tstamp_w = 48};

const nt_register_map nt_funnel_map = {
    .name = "funnel",
    .title = "Trace funnel",
    .registers = registers,
    .count = sizeof registers / sizeof registers[0],
    .width = 32,
    .has_active = true,
    .usual = &usual,
};

static nt_register_file file_of(const nt_funnel_registers *s) {
    return (nt_register_file){&nt_funnel_map, &s->params, (void *)&s->fields};
}

void nt_funnel_registers_init(nt_funnel_registers *s, const nt_funnel_registers_params *params) {
    *s = (nt_funnel_registers){.params = *params};
}

void nt_funnel_registers_out(const nt_funnel_registers *s, const nt_funnel_registers_inputs *in,
                             nt_funnel_registers_outputs *out) {
    const nt_apb *apb = &in->apb;
    bool active = s->fields.control.trFunnelActive;
    *out = (nt_funnel_registers_outputs){.bus = nt_apb_no_answer()};
    if (!nt_apb_is_access(apb)) {
        return;
    }
    bool waits = nt_timestamp_access_waits(&s->counter, s->params.tstamp_w, apb);
    nt_register_file file = file_of(s);
    uint32_t read = (uint32_t)nt_register_file_read(&file, apb->PADDR);
    read |= apb->PADDR == FUNNEL_CONTROL ? (uint32_t)in->trFunnelEmpty << EMPTY_BIT : 0;
    read |= active ? nt_timestamp_access_read(&s->counter, apb->PADDR) : 0;
    out->bus = nt_apb_answer_to(apb, waits, read);
    out->trTsReset = active && nt_timestamp_access_resets(s->params.tstamp_w, apb);
}

void nt_funnel_registers_step(nt_funnel_registers *s, const nt_funnel_registers_inputs *in) {
    const nt_apb *apb = &in->apb;
    bool was_active = s->fields.control.trFunnelActive;
    nt_register_file file = file_of(s);
    nt_register_file_access(&file, apb);
    nt_timestamp_access_step(&s->counter, s->params.tstamp_w, in->rst, apb, in->timestamp);
    bool active = s->fields.control.trFunnelActive;
    if (in->rst || !was_active || !active) {
        s->fields = (nt_funnel_fields){.control.trFunnelActive = !in->rst && active};
    }
}
