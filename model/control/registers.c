#include "model/control/registers.h"

#include <string.h>

enum {
    TE_CONTROL = 0x000,
    TS_CONTROL = 0x040,
    TS_COUNTER_LOW = 0x048,
    TS_COUNTER_HIGH = 0x04c,
    TE_EMPTY_BIT = 3,
    STALL_OR_OVERFLOW_BIT = 12,
    TS_RESET_BIT = 2,
};

/* The uint32_t that holds a field: filters and comparators have one each. */
static char *stored(nt_control *control, const nt_register *where, const nt_register_field *field,
                    unsigned unit) {
    size_t size = where->unit == NT_UNIT_FILTER       ? sizeof(nt_filter_control)
                  : where->unit == NT_UNIT_COMPARATOR ? sizeof(nt_comparator_control)
                                                      : 0;
    return (char *)control + field->member + unit * size;
}

static uint32_t load(const nt_control *control, const nt_register *where,
                     const nt_register_field *field, unsigned unit) {
    uint32_t word;
    memcpy(&word, stored((nt_control *)control, where, field, unit), sizeof word);
    return (word >> field->at) & nt_register_mask(field->width);
}

static void store(nt_control *control, const nt_register *where, const nt_register_field *field,
                  unsigned unit, uint32_t value) {
    char *at = stored(control, where, field, unit);
    uint32_t word;
    memcpy(&word, at, sizeof word);
    word &= ~(nt_register_mask(field->width) << field->at);
    word |= value << field->at;
    memcpy(at, &word, sizeof word);
}

uint32_t nt_registers_word(const nt_control *control, const nt_register *where, unsigned unit) {
    uint32_t word = 0;
    for (unsigned i = 0; i < where->field_count; i++) {
        const nt_register_field *field = &where->fields[i];
        if (field->source == NT_SOURCE_STORED) {
            word |= load(control, where, field, unit) << field->lsb;
        }
    }
    return word;
}

/* What hardware adds to a register. */
static uint32_t status(const nt_registers *s, uint16_t offset, bool trTeEmpty) {
    switch (offset) {
    case TE_CONTROL:
        return (uint32_t)trTeEmpty << TE_EMPTY_BIT | (uint32_t)s->trTeInstStallOrOverflow
                                                         << STALL_OR_OVERFLOW_BIT;
    case TS_COUNTER_LOW:
    case TS_COUNTER_HIGH:
        return s->config->tstamp_w != 0 ? s->sample : 0;
    default:
        return 0;
    }
}

static uint32_t read_register(const nt_registers *s, uint16_t offset, bool trTeEmpty) {
    unsigned unit;
    const nt_register *where = nt_register_at(offset, &unit);
    if (where == NULL || unit >= nt_register_units_built(s->config, where->unit) ||
        (!s->control.trTeActive && offset != TE_CONTROL)) {
        return 0;
    }
    uint32_t word = status(s, offset, trTeEmpty) | nt_registers_word(&s->control, where, unit);
    for (unsigned i = 0; i < where->field_count; i++) {
        const nt_register_field *field = &where->fields[i];
        if (field->source == NT_SOURCE_CONSTANT) {
            word |= field->legal(s->config, field, 0) << field->lsb;
        }
    }
    return word;
}

/* Reading the timestamp counter has one wait state, in which the half is taken. */
static bool reads_counter(const nt_registers *s, const nt_apb *apb) {
    return s->config->tstamp_w != 0 && apb->PSEL && apb->PENABLE && !apb->PWRITE &&
           (apb->PADDR == TS_COUNTER_LOW || apb->PADDR == TS_COUNTER_HIGH);
}

static bool completes(const nt_registers *s, const nt_apb *apb) {
    return apb->PSEL && apb->PENABLE && (!reads_counter(s, apb) || s->sampled);
}

static bool is_aligned(const nt_apb *apb) {
    return apb->PADDR % 4 == 0;
}

static uint32_t strobe_mask(const nt_apb *apb) {
    uint32_t mask = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
        mask |= apb->PSTRB >> byte & 1 ? UINT32_C(0xff) << (8 * byte) : 0;
    }
    return mask;
}

/* The bits that are written as 1: for fields where writing 0 does nothing. */
static uint32_t written_ones(const nt_registers *s, const nt_apb *apb, uint16_t offset) {
    bool writes = completes(s, apb) && apb->PWRITE && apb->PADDR == offset;
    return writes ? apb->PWDATA & strobe_mask(apb) : 0;
}

static bool resets_counter(const nt_registers *s, const nt_apb *apb) {
    return s->control.trTeActive && s->config->tstamp_w != 0 &&
           (written_ones(s, apb, TS_CONTROL) >> TS_RESET_BIT & 1);
}

void nt_registers_init(nt_registers *s, const nt_config *config) {
    *s = (nt_registers){.config = config, .control = nt_control_reset()};
}

void nt_registers_out(const nt_registers *s, const nt_registers_inputs *in,
                      nt_registers_outputs *out) {
    const nt_apb *apb = &in->apb;
    bool done = completes(s, apb);
    bool reads = done && !apb->PWRITE && is_aligned(apb);
    out->PREADY = !reads_counter(s, apb) || s->sampled;
    out->PSLVERR = done && !is_aligned(apb);
    out->PRDATA = reads ? read_register(s, apb->PADDR, in->trTeEmpty) : 0;
    out->trTsReset = resets_counter(s, apb);
}

static void write_fields(nt_registers *s, const nt_register *where, unsigned unit, uint32_t word) {
    for (unsigned i = 0; i < where->field_count; i++) {
        const nt_register_field *field = &where->fields[i];
        if (field->source == NT_SOURCE_STORED) {
            store(&s->control, where, field, unit, field->legal(s->config, field, word));
        }
    }
}

/* Bytes without their strobe keep what is read there. */
static uint32_t written_word(const nt_registers *s, const nt_apb *apb) {
    uint32_t mask = strobe_mask(apb);
    return (read_register(s, apb->PADDR, false) & ~mask) | (apb->PWDATA & mask);
}

static void write_register(nt_registers *s, const nt_apb *apb) {
    unsigned unit;
    const nt_register *where = nt_register_at(apb->PADDR, &unit);
    if (where == NULL || unit >= nt_register_units_built(s->config, where->unit)) {
        return;
    }
    uint32_t word = written_word(s, apb);
    if (apb->PADDR == TS_CONTROL && (word & 1) == 0) {
        word = 0;
    }
    if (s->control.trTeActive || apb->PADDR == TE_CONTROL) {
        write_fields(s, where, unit, word);
    }
}

static void step_sample(nt_registers *s, const nt_registers_inputs *in) {
    uint64_t timestamp =
        in->timestamp & (s->config->tstamp_w == 0 ? 0 : UINT64_MAX >> (64 - s->config->tstamp_w));
    s->sampled = !in->rst && reads_counter(s, &in->apb) && !s->sampled;
    s->sample = (uint32_t)(in->apb.PADDR & 4 ? timestamp >> 32 : timestamp);
}

/* All that trTeActive resets. */
static void reset_fields(nt_registers *s, bool active) {
    s->control = nt_control_reset();
    s->control.trTeActive = active;
    s->trTeInstStallOrOverflow = false;
}

void nt_registers_step(nt_registers *s, const nt_registers_inputs *in) {
    const nt_apb *apb = &in->apb;
    bool was_active = s->control.trTeActive;
    bool was_enabled = s->control.trTeEnable;
    bool cleared = written_ones(s, apb, TE_CONTROL) >> STALL_OR_OVERFLOW_BIT & 1;
    bool writes = completes(s, apb) && apb->PWRITE && is_aligned(apb);

    step_sample(s, in);
    if (writes) {
        write_register(s, apb);
    }
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
