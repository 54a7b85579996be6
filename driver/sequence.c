/* SPDX-License-Identifier: Apache-2.0 */
/* Enabling and disabling a whole system in the text's order. */
#include "driver/driver_internal.h"

/* Where trace is made, merged, and ends. */
typedef enum stage { ENCODERS, FUNNELS, SINKS, STAGES } stage;

static stage stage_of(const nt_driver_component *component) {
    return component->type == NT_DRIVER_ENCODER  ? ENCODERS
           : component->type == NT_DRIVER_FUNNEL ? FUNNELS
                                                 : SINKS;
}

/* Changes bits of tr??Control, all other settings staying. */
static int change(const nt_driver *driver, nt_driver_component *component, uint32_t mask,
                  uint32_t bits) {
    uint32_t word;
    int error = nt_driver_read(driver, component, TR_CONTROL, &word);
    word = (word & nt_driver_writable(component->type) & ~mask) | bits;
    return error != 0 ? error : nt_driver_write(driver, component, TR_CONTROL, word);
}

static int enable(const nt_driver *driver, nt_driver_component *component) {
    int error = change(driver, component, ENABLE, ENABLE);
    return error != 0 ? error
                      : nt_driver_wait(driver, component, ENABLE, ENABLE, NT_DRIVER_NEVER_ENABLED);
}

static int start(const nt_driver *driver, nt_driver_component *encoder) {
    return change(driver, encoder, TE_INST_TRACING, TE_INST_TRACING);
}

static int disable(const nt_driver *driver, nt_driver_component *component) {
    int error = change(driver, component, ENABLE, 0);
    if (error == 0) {
        error = nt_driver_wait(driver, component, ENABLE, 0, NT_DRIVER_STAYS_ENABLED);
    }
    return error != 0 ? error
                      : nt_driver_wait(driver, component, EMPTY, EMPTY, NT_DRIVER_NEVER_EMPTY);
}

/* Against the flow: from the end of the list, sinks first. */
int nt_driver_enable(const nt_driver *driver, nt_driver_component *list, unsigned count,
                     nt_driver_component **failed) {
    for (int at = SINKS; at >= ENCODERS; at--) {
        for (unsigned i = count; i-- > 0;) {
            int error = stage_of(&list[i]) == (stage)at ? enable(driver, &list[i]) : NT_DRIVER_OK;
            if (error != 0) {
                if (failed != 0) {
                    *failed = &list[i];
                }
                return error;
            }
        }
    }
    return NT_DRIVER_OK;
}

int nt_driver_start(const nt_driver *driver, nt_driver_component *list, unsigned count,
                    nt_driver_component **failed) {
    for (unsigned i = 0; i < count; i++) {
        int error = stage_of(&list[i]) == ENCODERS ? start(driver, &list[i]) : NT_DRIVER_OK;
        if (error != 0) {
            if (failed != 0) {
                *failed = &list[i];
            }
            return error;
        }
    }
    return NT_DRIVER_OK;
}

/* With the flow. One that does not answer keeps the others' trace from no sink. */
int nt_driver_disable(const nt_driver *driver, nt_driver_component *list, unsigned count,
                      nt_driver_component **failed) {
    int first = NT_DRIVER_OK;
    for (int at = ENCODERS; at < STAGES; at++) {
        for (unsigned i = 0; i < count; i++) {
            int error = stage_of(&list[i]) == (stage)at ? disable(driver, &list[i]) : NT_DRIVER_OK;
            if (error != 0 && first == 0) {
                first = error;
                if (failed != 0) {
                    *failed = &list[i];
                }
            }
        }
    }
    return first;
}
