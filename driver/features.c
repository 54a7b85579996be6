/* SPDX-License-Identifier: Apache-2.0 */
/* What a component has: WARL fields are written and read back. tr??Enable stays 0. */
#include "driver/driver_internal.h"

/* Which of `count` values a field of a register takes, beside the other bits of `base`. */
static int probe_values(const nt_driver *driver, nt_driver_component *component, uint32_t offset,
                        uint32_t base, unsigned lsb, unsigned count, uint32_t *taken) {
    int error = NT_DRIVER_OK;
    *taken = 0;
    for (uint32_t value = 0; value < count && error == 0; value++) {
        uint32_t became;
        error = nt_driver_probe(driver, component, offset, base | value << lsb, &became);
        if (error == 0 && (became >> lsb & (count - 1)) == value) {
            *taken |= UINT32_C(1) << value;
        }
    }
    return error;
}

static int find_timestamps(const nt_driver *driver, nt_driver_component *component,
                           nt_driver_timestamps *found) {
    uint32_t word;
    int error = nt_driver_probe(driver, component, TS_CONTROL, TS_ACTIVE, &word);
    if (error != 0) {
        return error;
    }
    found->width = word >> TS_WIDTH_LSB & 63;
    found->modes = 0;
    if (found->width != 0) {
        error = probe_values(driver, component, TS_CONTROL, TS_ACTIVE, TS_MODE_LSB, TS_MODES,
                             &found->modes);
    }
    return error != 0 ? error : nt_driver_write(driver, component, TS_CONTROL, 0);
}

static int find_encoder(const nt_driver *driver, nt_driver_component *component) {
    nt_driver_encoder *has = &component->has.encoder;
    uint32_t options =
        nt_driver_writable(NT_DRIVER_ENCODER) & ~(uint32_t)(ENABLE | TE_INST_TRACING);
    has->protocol_major = component->impl >> 16 & 15;
    has->protocol_minor = component->impl >> 20 & 15;
    has->format = component->control >> TE_FORMAT_LSB & 7;
    int error = nt_driver_probe(driver, component, TR_CONTROL, options, &has->control);
    if (error == 0) {
        error = probe_values(driver, component, TR_CONTROL, ACTIVE, TE_INST_MODE_LSB, TE_INST_MODES,
                             &has->modes);
    }
    if (error == 0) {
        error = probe_values(driver, component, TR_CONTROL, ACTIVE, TE_SYNC_MODE_LSB, TE_SYNC_MODES,
                             &has->sync_modes);
    }
    if (error == 0) {
        error = nt_driver_probe(driver, component, TE_INST_FEATURES, UINT32_MAX, &has->features);
    }
    if (error == 0) {
        error = nt_driver_probe(driver, component, TE_INST_FILTERS, UINT32_MAX, &has->filters);
    }
    return error != 0 ? error : find_timestamps(driver, component, &has->timestamps);
}

static int find_funnel(const nt_driver *driver, nt_driver_component *component) {
    nt_driver_funnel *has = &component->has.funnel;
    int error = nt_driver_probe(driver, component, FUNNEL_DIS_INPUT, 0xffff, &has->inputs);
    return error != 0 ? error : find_timestamps(driver, component, &has->timestamps);
}

static int find_sram(const nt_driver *driver, nt_driver_component *component) {
    nt_driver_ram *has = &component->has.ram;
    uint32_t lowest;
    int error = nt_driver_set(driver, component, TR_CONTROL, ACTIVE, RAM_MODE);
    if (error == 0) {
        error = nt_driver_probe(driver, component, RAM_LIMIT_LOW, 0, &lowest);
    }
    if (error == 0) {
        error = nt_driver_probe(driver, component, RAM_LIMIT_LOW, UINT32_MAX, &has->sram_limit);
        has->limit_settable = lowest != has->sram_limit;
    }
    return error;
}

static int find_ram(const nt_driver *driver, nt_driver_component *component) {
    nt_driver_ram *has = &component->has.ram;
    has->sram = component->impl >> 12 & 1;
    has->smem = component->impl >> 13 & 1;
    has->limit_settable = false;
    has->sram_limit = 0;
    uint32_t word;
    int error = nt_driver_probe(driver, component, TR_CONTROL, ACTIVE | RAM_STOP_ON_WRAP, &word);
    has->stop_on_wrap = (word & RAM_STOP_ON_WRAP) != 0;
    if (error == 0) {
        error = nt_driver_write(driver, component, TR_CONTROL, ACTIVE);
    }
    return error != 0 || !has->sram ? error : find_sram(driver, component);
}

static int find_pib(const nt_driver *driver, nt_driver_component *component) {
    nt_driver_pib *has = &component->has.pib;
    uint32_t word;
    /* Probed at the slowest clock: TRC_CLK runs as soon as a mode is set */
    uint32_t slow = UINT32_C(0xffff) << PIB_DIVIDER_LSB | ACTIVE;
    has->divider_reset = (uint16_t)(component->control >> PIB_DIVIDER_LSB);
    int error =
        probe_values(driver, component, TR_CONTROL, slow, PIB_MODE_LSB, PIB_MODES, &has->modes);
    has->modes &= ~UINT32_C(1);
    has->clk_center = 0;
    for (uint32_t mode = 1; mode < PIB_MODES && error == 0; mode++) {
        if ((has->modes >> mode & 1) != 0) {
            error = nt_driver_probe(driver, component, TR_CONTROL,
                                    slow | mode << PIB_MODE_LSB | PIB_CLK_CENTER, &word);
            has->clk_center |= (word & PIB_CLK_CENTER) != 0 ? UINT32_C(1) << mode : 0;
        }
    }
    if (error == 0) {
        error = nt_driver_probe(driver, component, TR_CONTROL, slow | PIB_CALIBRATE, &word);
        has->calibrate = (word & PIB_CALIBRATE) != 0;
        has->divider_most = (uint16_t)(word >> PIB_DIVIDER_LSB);
    }
    return error;
}

static int find_atb(const nt_driver *driver, nt_driver_component *component) {
    uint32_t one;
    uint32_t other;
    uint32_t mask = UINT32_C(0x7f) << ATB_ID_LSB;
    int error =
        nt_driver_probe(driver, component, TR_CONTROL, ACTIVE | UINT32_C(0x2a) << ATB_ID_LSB, &one);
    if (error == 0) {
        error = nt_driver_probe(driver, component, TR_CONTROL,
                                ACTIVE | UINT32_C(0x55) << ATB_ID_LSB, &other);
        component->has.atb.id_settable =
            (one & mask) >> ATB_ID_LSB == 0x2a && (other & mask) >> ATB_ID_LSB == 0x55;
    }
    return error;
}

int nt_driver_find_features(const nt_driver *driver, nt_driver_component *component) {
    switch (component->type) {
    case NT_DRIVER_ENCODER:
        return find_encoder(driver, component);
    case NT_DRIVER_FUNNEL:
        return find_funnel(driver, component);
    case NT_DRIVER_RAM_SINK:
        return find_ram(driver, component);
    case NT_DRIVER_PIB_SINK:
        return find_pib(driver, component);
    case NT_DRIVER_ATB_BRIDGE:
        return find_atb(driver, component);
    }
    return NT_DRIVER_BAD_CALL;
}
