/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/control_sequence.h"

#include <string.h>

enum {
    RESET_CYCLES = 2,
    LONGEST_MESSAGE = 38, /* bytes; design limit */
    PIPELINE = 64,        /* latches, idle bytes */
};

/* The fields that have a step of their own; all others (modes, formats) come after the first. */
typedef enum {
    STEP_ACTIVE,
    STEP_OTHER,
    STEP_PIB_ENABLE,
    STEP_ENABLE,
    STEP_TRACING,
    STEPS
} step_kind;

static const struct {
    const char *field;
    step_kind step;
} ordered[] = {
    {"trTeActive", STEP_ACTIVE},  {"trTsActive", STEP_ACTIVE},
    {"trPibActive", STEP_ACTIVE}, {"trPibEnable", STEP_PIB_ENABLE},
    {"trTeEnable", STEP_ENABLE},  {"trTeInstTracing", STEP_TRACING},
};

static step_kind step_of(const char *field) {
    for (unsigned i = 0; i < sizeof ordered / sizeof ordered[0]; i++) {
        if (strcmp(ordered[i].field, field) == 0) {
            return ordered[i].step;
        }
    }
    return STEP_OTHER;
}

/* Writes the fields of one kind, from the `skip`th on, as far as a cycle has room. */
static unsigned write_step(const nt_control *control, step_kind kind, unsigned skip,
                           nt_cycle *cycle) {
    unsigned written = 0;
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        uint32_t value = nt_control_get(control, i);
        if (value == 0 || step_of(nt_control_fields[i].name) != kind) {
            continue;
        }
        if (skip > 0) {
            skip--;
            continue;
        }
        cycle->write[cycle->writes++] = (nt_control_write){.field = (uint16_t)i, .value = value};
        if (++written == NT_MAX_WRITES) {
            break;
        }
    }
    return written;
}

bool nt_control_start(const nt_control *control, unsigned step, nt_cycle *cycle) {
    if (step < RESET_CYCLES) {
        cycle->rst = true;
        return true;
    }
    unsigned left = step - RESET_CYCLES;
    for (step_kind kind = STEP_ACTIVE; kind < STEPS; kind++) {
        nt_cycle tried = *cycle;
        for (unsigned skip = 0; write_step(control, kind, skip, &tried) > 0;
             skip += NT_MAX_WRITES) {
            if (left-- == 0) {
                *cycle = tried;
                return true;
            }
            tried = *cycle;
        }
    }
    return false;
}

void nt_control_write_field(nt_cycle *cycle, const char *field, uint32_t value) {
    int index = nt_control_find(field);
    if (index >= 0 && cycle->writes < NT_MAX_WRITES) {
        cycle->write[cycle->writes++] =
            (nt_control_write){.field = (uint16_t)index, .value = value};
    }
}

void nt_control_end(nt_cycle *cycle) {
    nt_control_write_field(cycle, "trTeInstTracing", 0);
    nt_control_write_field(cycle, "trTeEnable", 0);
}

/* Ticks of the PIB's clock that a byte takes, with its share of start, stop and idle bits. */
static uint64_t byte_ticks(uint32_t mode) {
    static const uint8_t ticks[] = {[4] = 18, [5] = 10, [8] = 9, [9] = 5, [10] = 3};
    return mode < sizeof ticks && ticks[mode] != 0 ? ticks[mode] : 1;
}

uint64_t nt_drain_cycles(const nt_config *config, const nt_control *control) {
    bool by_pib = control->trPibEnable != 0 && control->trPibMode != 0;
    uint64_t byte_time =
        by_pib ? byte_ticks(control->trPibMode) * (control->trPibDivider + 1ull) : 1;
    uint64_t messages = config->fifo_depth + 4u; /* and those in the stages around the FIFO */
    return messages * LONGEST_MESSAGE * byte_time + PIPELINE;
}
