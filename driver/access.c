/* SPDX-License-Identifier: Apache-2.0 */
#include "driver/driver_internal.h"

uint32_t nt_driver_writable(nt_driver_type type) {
    switch (type) {
    case NT_DRIVER_ENCODER:
        return 0x07f3aa77;
    case NT_DRIVER_FUNNEL:
        return 0x00000003;
    case NT_DRIVER_RAM_SINK:
        return 0x00007713;
    case NT_DRIVER_PIB_SINK:
        return 0xffff73f3;
    case NT_DRIVER_ATB_BRIDGE:
        return 0x00007f03;
    }
    return 0;
}

int nt_driver_failed(nt_driver_component *component, nt_driver_error error, uint32_t offset,
                     uint32_t wanted, uint32_t found) {
    component->offset = offset;
    component->wanted = wanted;
    component->found = found;
    return error;
}

int nt_driver_read(const nt_driver *driver, nt_driver_component *component, uint32_t offset,
                   uint32_t *value) {
    const nt_driver_bus *bus = &driver->registers;
    *value = 0;
    return bus->read32(bus->context, component->base + offset, value)
               ? NT_DRIVER_OK
               : nt_driver_failed(component, NT_DRIVER_BUS, offset, 0, 0);
}

int nt_driver_write(const nt_driver *driver, nt_driver_component *component, uint32_t offset,
                    uint32_t value) {
    const nt_driver_bus *bus = &driver->registers;
    return bus->write32(bus->context, component->base + offset, value)
               ? NT_DRIVER_OK
               : nt_driver_failed(component, NT_DRIVER_BUS, offset, value, 0);
}

int nt_driver_probe(const nt_driver *driver, nt_driver_component *component, uint32_t offset,
                    uint32_t value, uint32_t *became) {
    int error = nt_driver_write(driver, component, offset, value);
    return error != 0 ? error : nt_driver_read(driver, component, offset, became);
}

int nt_driver_set(const nt_driver *driver, nt_driver_component *component, uint32_t offset,
                  uint32_t value, uint32_t mask) {
    uint32_t became;
    int error = nt_driver_probe(driver, component, offset, value, &became);
    if (error == 0 && ((became ^ value) & mask) != 0) {
        return nt_driver_failed(component, NT_DRIVER_NOT_SETTABLE, offset, value, became);
    }
    return error;
}
