/* SPDX-License-Identifier: Apache-2.0 */
#include "driver/driver_internal.h"

enum {
    SUPPORTED_MAJOR = 1, /* version 1.0 */
    EXPERIMENTAL_MINOR = 15,
    TYPE_LSB = 8,
};

int nt_driver_wait(const nt_driver *driver, nt_driver_component *component, uint32_t mask,
                   uint32_t wanted, nt_driver_error timeout) {
    uint32_t found = 0;
    for (uint32_t polls = 0; polls < driver->polls || polls == 0; polls++) {
        int error = nt_driver_read(driver, component, TR_CONTROL, &found);
        if (error != 0 || (found & mask) == wanted) {
            return error;
        }
    }
    return nt_driver_failed(component, timeout, TR_CONTROL, wanted, found);
}

/* Into reset and out of it. Where nothing is, tr??Control reads as it pleases the bus, mostly 0 or
   all ones; a component in reset has tr??Empty 1. */
static int release(const nt_driver *driver, nt_driver_component *component) {
    uint32_t found;
    int error = nt_driver_write(driver, component, TR_CONTROL, 0);
    if (error == 0) {
        error = nt_driver_wait(driver, component, ACTIVE, 0, NT_DRIVER_STAYS_ACTIVE);
    }
    if (error == 0) {
        error = nt_driver_write(driver, component, TR_CONTROL, ACTIVE);
    }
    if (error == 0) {
        error = nt_driver_wait(driver, component, ACTIVE, ACTIVE, NT_DRIVER_NEVER_ACTIVE);
    }
    found = component->found;
    if ((error == NT_DRIVER_NEVER_ACTIVE && found == 0) ||
        (error == NT_DRIVER_STAYS_ACTIVE && found == UINT32_MAX)) {
        return NT_DRIVER_ABSENT;
    }
    if (error == 0) {
        error = nt_driver_read(driver, component, TR_CONTROL, &component->control);
    }
    if (error == 0 && (component->control & ENABLE) != 0) {
        return nt_driver_failed(component, NT_DRIVER_ENABLED, TR_CONTROL, ACTIVE,
                                component->control);
    }
    /* A sink may still have to finish what it began on a bus */
    if (error == 0) {
        error = nt_driver_wait(driver, component, EMPTY, EMPTY, NT_DRIVER_NOT_EMPTY);
    }
    return error;
}

/* "Versioning of Components", for a tool that knows 1.0. */
static int check_version(nt_driver_component *component) {
    component->major = component->impl & 15;
    component->minor = component->impl >> 4 & 15;
    component->warning = NT_DRIVER_NO_WARNING;
    if (component->major == 0) {
        return nt_driver_failed(component, NT_DRIVER_VERSION_0, TR_IMPL, SUPPORTED_MAJOR,
                                component->impl);
    }
    if (component->major > SUPPORTED_MAJOR) {
        return nt_driver_failed(component, NT_DRIVER_VERSION_NEW, TR_IMPL, SUPPORTED_MAJOR,
                                component->impl);
    }
    if (component->minor != 0) {
        component->warning =
            component->minor == EXPERIMENTAL_MINOR ? NT_DRIVER_EXPERIMENTAL : NT_DRIVER_MINOR_NEWER;
    }
    return NT_DRIVER_OK;
}

static int identify(const nt_driver *driver, nt_driver_component *component) {
    int error = nt_driver_read(driver, component, TR_IMPL, &component->impl);
    if (error == 0) {
        error = check_version(component);
    }
    if (error == 0 && (component->impl >> TYPE_LSB & 15) != (uint32_t)component->type) {
        return nt_driver_failed(component, NT_DRIVER_WRONG_TYPE, TR_IMPL, component->type,
                                component->impl);
    }
    return error;
}

/* "Trace Components Reset": what is written as 0 once tr??Control is 1. */
static int write_zeros(const nt_driver *driver, nt_driver_component *component) {
    static const uint16_t of_encoder[] = {TE_INST_FEATURES, TE_INST_FILTERS, TE_DATA_CONTROL,
                                          TE_DATA_FILTERS,  TE_TRIG_DBG,     TE_TRIG_EXT_IN,
                                          TE_TRIG_EXT_OUT,  TS_CONTROL};
    static const uint16_t of_funnel[] = {FUNNEL_DIS_INPUT, TS_CONTROL};
    const uint16_t *offset = of_encoder;
    unsigned count = 0;
    if (component->type == NT_DRIVER_ENCODER) {
        count = sizeof of_encoder / sizeof of_encoder[0];
    } else if (component->type == NT_DRIVER_FUNNEL) {
        offset = of_funnel;
        count = sizeof of_funnel / sizeof of_funnel[0];
    }
    int error = NT_DRIVER_OK;
    for (unsigned i = 0; i < count && error == 0; i++) {
        error = nt_driver_write(driver, component, offset[i], 0);
    }
    return error;
}

int nt_driver_reset(const nt_driver *driver, nt_driver_component *component) {
    int error = release(driver, component);
    return error != 0 ? error : write_zeros(driver, component);
}

int nt_driver_discover(const nt_driver *driver, nt_driver_component *component) {
    component->impl = 0;
    component->major = component->minor = 0;
    component->warning = NT_DRIVER_NO_WARNING;
    int error = release(driver, component);
    if (error == 0) {
        error = identify(driver, component);
    }
    if (error == 0) {
        error = write_zeros(driver, component);
    }
    if (error == 0) {
        error = nt_driver_find_features(driver, component);
    }
    return error != 0 ? error : nt_driver_reset(driver, component);
}
