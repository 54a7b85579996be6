/* SPDX-License-Identifier: Apache-2.0 */
/* Settings of components that are active and not enabled; each is read back. */
#include "driver/driver_internal.h"

static int set_timestamps(const nt_driver *driver, nt_driver_component *component,
                          uint32_t timestamps) {
    /* trTsReset reads 0; trTsWidth is not ours */
    uint32_t mask = UINT32_C(0x00ffffff) & ~(uint32_t)TS_RESET;
    return nt_driver_set(driver, component, TS_CONTROL, timestamps, mask);
}

int nt_driver_set_encoder(const nt_driver *driver, nt_driver_component *component,
                          const nt_driver_encoder_setup *setup) {
    uint32_t mask = nt_driver_writable(NT_DRIVER_ENCODER) & ~(uint32_t)(ENABLE | TE_INST_TRACING);
    uint32_t control = (setup->control & mask) | ACTIVE;
    /* trTeFormat may be hard-wired */
    uint32_t verified = mask & ~(UINT32_C(7) << TE_FORMAT_LSB);
    int error = nt_driver_set(driver, component, TR_CONTROL, control, verified);
    if (error == 0) {
        error = nt_driver_set(driver, component, TE_INST_FEATURES, setup->features, UINT32_MAX);
    }
    if (error == 0) {
        error = nt_driver_set(driver, component, TE_INST_FILTERS, setup->filters, UINT32_MAX);
    }
    return error != 0 ? error : set_timestamps(driver, component, setup->timestamps);
}

int nt_driver_set_funnel(const nt_driver *driver, nt_driver_component *component,
                         uint32_t disabled_inputs, uint32_t timestamps) {
    int error =
        nt_driver_set(driver, component, FUNNEL_DIS_INPUT, disabled_inputs, UINT32_C(0xffff));
    return error != 0 ? error : set_timestamps(driver, component, timestamps);
}

int nt_driver_set_pib(const nt_driver *driver, nt_driver_component *component,
                      const nt_driver_pib_setup *setup) {
    if (setup->mode >= PIB_MODES) {
        return NT_DRIVER_BAD_CALL;
    }
    uint32_t word = ACTIVE | (uint32_t)setup->mode << PIB_MODE_LSB |
                    (setup->clk_center ? (uint32_t)PIB_CLK_CENTER : 0) |
                    (setup->calibrate ? (uint32_t)PIB_CALIBRATE : 0) |
                    (uint32_t)setup->divider << PIB_DIVIDER_LSB;
    return nt_driver_set(driver, component, TR_CONTROL, word,
                         nt_driver_writable(NT_DRIVER_PIB_SINK));
}

/* 0 and 0x70 to 0x7f are the ATB's own. */
int nt_driver_set_atb(const nt_driver *driver, nt_driver_component *component, uint8_t id) {
    if (id == 0 || id >= 0x70) {
        return NT_DRIVER_BAD_CALL;
    }
    return nt_driver_set(driver, component, TR_CONTROL, ACTIVE | (uint32_t)id << ATB_ID_LSB,
                         nt_driver_writable(NT_DRIVER_ATB_BRIDGE));
}

/* A register of 64 bits by its halves. In SRAM mode the upper one need not be there. */
static int set_address(const nt_driver *driver, nt_driver_component *component, uint32_t low,
                       uint64_t address) {
    int error = nt_driver_set(driver, component, low, (uint32_t)address, UINT32_MAX);
    return error != 0
               ? error
               : nt_driver_set(driver, component, low + 4, (uint32_t)(address >> 32), UINT32_MAX);
}

int nt_driver_set_ram(const nt_driver *driver, nt_driver_component *component,
                      const nt_driver_ram_setup *setup) {
    if (setup->start % 4 != 0 || setup->limit % 4 != 0 || setup->limit < setup->start) {
        return NT_DRIVER_BAD_CALL;
    }
    uint32_t control = ACTIVE | (setup->smem ? (uint32_t)RAM_MODE : 0) |
                       (setup->stop_on_wrap ? (uint32_t)RAM_STOP_ON_WRAP : 0);
    /* The mode first: the others depend on it. Start before limit, as the text wants. */
    int error = nt_driver_set(driver, component, TR_CONTROL, control,
                              ACTIVE | ENABLE | RAM_MODE | RAM_STOP_ON_WRAP);
    if (error == 0) {
        error = set_address(driver, component, RAM_START_LOW, setup->start);
    }
    if (error == 0) {
        error = set_address(driver, component, RAM_LIMIT_LOW, setup->limit);
    }
    return error != 0 ? error : set_address(driver, component, RAM_WP_LOW, setup->start);
}
