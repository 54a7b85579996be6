/* SPDX-License-Identifier: Apache-2.0 */
/* Read-out of RAM sinks. */
#include "driver/driver_internal.h"

static int read_address(const nt_driver *driver, nt_driver_component *component, uint32_t low,
                        uint64_t *address) {
    uint32_t half[2];
    int error = nt_driver_read(driver, component, low, &half[0]);
    if (error == 0) {
        error = nt_driver_read(driver, component, low + 4, &half[1]);
    }
    *address = error != 0 ? 0 : (uint64_t)half[1] << 32 | half[0];
    return error;
}

int nt_driver_measure(nt_driver_component *component, uint32_t offset, uint32_t pointer,
                      nt_driver_trace *trace) {
    if (trace->pointer < trace->start || trace->pointer > trace->limit) {
        component->offset = offset;
        component->wanted = (uint32_t)trace->start;
        component->found = pointer;
        return NT_DRIVER_POINTER;
    }
    trace->length =
        trace->wrapped ? trace->limit - trace->start + 4 : trace->pointer - trace->start;
    return NT_DRIVER_OK;
}

int nt_driver_trace_of(const nt_driver *driver, nt_driver_component *component,
                       nt_driver_trace *trace) {
    uint32_t control;
    uint64_t pointer = 0;
    trace->start = trace->limit = 0;
    int error = nt_driver_read(driver, component, TR_CONTROL, &control);
    if (error == 0) {
        error = read_address(driver, component, RAM_START_LOW, &trace->start);
    }
    if (error == 0) {
        error = read_address(driver, component, RAM_LIMIT_LOW, &trace->limit);
    }
    if (error == 0) {
        error = read_address(driver, component, RAM_WP_LOW, &pointer);
    }
    trace->smem = (control & RAM_MODE) != 0;
    trace->wrapped = (pointer & RAM_WRAP) != 0;
    trace->pointer = pointer & ~UINT64_C(3);
    trace->length = 0;
    return error != 0 ? error : nt_driver_measure(component, RAM_WP_LOW, (uint32_t)pointer, trace);
}

/* The words of a range, from `first` on; bytes in LSB order. */
static int read_range(const nt_driver *driver, nt_driver_component *component,
                      const nt_driver_window *window, bool smem, uint64_t first, uint64_t length,
                      uint8_t *bytes) {
    const nt_driver_bus *memory = &driver->memory;
    int error = NT_DRIVER_OK;
    if (!smem && length != 0) {
        error = nt_driver_set(driver, component, window->pointer, (uint32_t)first, UINT32_MAX);
        error = error == NT_DRIVER_NOT_SETTABLE ? NT_DRIVER_NO_READ_BACK : error;
    }
    for (uint64_t at = 0; at < length && error == 0; at += 4) {
        uint32_t word = 0;
        if (!smem) {
            error = nt_driver_read(driver, component, window->data, &word);
        } else if (!memory->read32(memory->context, first + at, &word)) {
            error = NT_DRIVER_BUS;
        }
        for (unsigned i = 0; i < 4; i++) {
            bytes[at + i] = (uint8_t)(word >> (8 * i));
        }
    }
    return error;
}

int nt_driver_read_words(const nt_driver *driver, nt_driver_component *component,
                         const nt_driver_window *window, uint8_t *bytes, uint64_t room,
                         const nt_driver_trace *trace) {
    if (trace->length > room) {
        return NT_DRIVER_NO_ROOM;
    }
    uint64_t oldest = trace->wrapped ? trace->limit - trace->pointer + 4 : 0;
    int error = read_range(driver, component, window, trace->smem, trace->pointer, oldest, bytes);
    return error != 0 ? error
                      : read_range(driver, component, window, trace->smem, trace->start,
                                   trace->pointer - trace->start, bytes + oldest);
}

int nt_driver_read_trace(const nt_driver *driver, nt_driver_component *component, uint8_t *bytes,
                         uint64_t room, nt_driver_trace *trace) {
    static const nt_driver_window window = {.pointer = RAM_RP_LOW, .data = RAM_DATA};
    uint32_t control;
    int error = nt_driver_read(driver, component, TR_CONTROL, &control);
    if (error == 0 && (control & (ENABLE | EMPTY)) != EMPTY) {
        component->offset = TR_CONTROL;
        component->wanted = EMPTY;
        component->found = control;
        return NT_DRIVER_BUSY;
    }
    if (error == 0) {
        error = nt_driver_trace_of(driver, component, trace);
    }
    return error != 0 ? error
                      : nt_driver_read_words(driver, component, &window, bytes, room, trace);
}
