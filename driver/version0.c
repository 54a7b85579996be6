/* SPDX-License-Identifier: Apache-2.0 */
/* Components of the pre-ratified version 0 (SiFive's): what they have, and read-out of their
   sinks. Encoder and funnel contain their sinks, behind the same registers. Nothing is reset and no
   setting is changed, so that what they hold stays. */
#include "driver/driver_internal.h"

/* The registers, and fields of teControl and teImpl; the funnel's are alike. */
enum {
    SINK_BASE = 0x010,
    SINK_BASE_HIGH = 0x014, /* of base, limit and pointers */
    SINK_LIMIT = 0x018,
    SINK_WP = 0x01c,
    SINK_RP = 0x020,
    SINK_DATA = 0x024,
    SINK_LSB = 28, /* teSink: which is chosen */
    WRAP = 1u << 0,
    HAS_LSB = 4, /* teImpl: hasSRAMSink and those after it */
    SRAM = 4,    /* values of teSink */
    SYSTEM_MEMORY = 7,
};

static int wrong(nt_driver_component *component, nt_driver_error error, uint32_t offset,
                 uint32_t wanted, uint32_t found) {
    component->offset = offset;
    component->wanted = wanted;
    component->found = found;
    return error;
}

int nt_driver_discover_0(const nt_driver *driver, nt_driver_component *component) {
    component->impl = 0;
    component->major = component->minor = 0;
    component->warning = NT_DRIVER_NO_WARNING;
    int error = nt_driver_read(driver, component, TR_CONTROL, &component->control);
    if (error == 0) {
        error = nt_driver_read(driver, component, TR_IMPL, &component->impl);
    }
    if (error != 0) {
        return error;
    }
    uint32_t impl = component->impl;
    if ((component->control | impl) == 0 || (component->control & impl) == UINT32_MAX) {
        return NT_DRIVER_ABSENT;
    }
    component->major = impl & 15;
    if (component->major != 0) {
        component->minor = impl >> 4 & 15;
        return wrong(component, NT_DRIVER_NOT_VERSION_0, TR_IMPL, 0, impl);
    }
    component->has.version0 =
        (nt_driver_version0){.sinks = (impl >> HAS_LSB & 0x1f) << NT_DRIVER_0_SRAM,
                             .sink = (uint8_t)(component->control >> SINK_LSB)};
    return NT_DRIVER_OK;
}

/* An SRAM's size: which bits its pointer keeps. The pointer is as before, then. */
static int find_sram_limit(const nt_driver *driver, nt_driver_component *component,
                           uint32_t pointer, uint64_t *limit) {
    uint32_t ones, again;
    int error = nt_driver_probe(driver, component, SINK_WP, ~(uint32_t)WRAP, &ones);
    int restored = nt_driver_probe(driver, component, SINK_WP, pointer, &again);
    *limit = ones & ~UINT32_C(3);
    error = error != 0 ? error : restored;
    return error == 0 && again != pointer
               ? wrong(component, NT_DRIVER_NOT_SETTABLE, SINK_WP, pointer, again)
               : error;
}

/* An address of system memory. */
static int read_address(const nt_driver *driver, nt_driver_component *component, uint32_t offset,
                        uint64_t *address) {
    uint32_t low = 0, high = 0;
    int error = nt_driver_read(driver, component, offset, &low);
    if (error == 0) {
        error = nt_driver_read(driver, component, SINK_BASE_HIGH, &high);
    }
    *address = (uint64_t)high << 32 | (low & ~UINT32_C(3));
    return error;
}

static int find_bounds(const nt_driver *driver, nt_driver_component *component, uint32_t pointer,
                       nt_driver_trace *trace) {
    if (!trace->smem) {
        trace->start = 0;
        trace->pointer = pointer & ~UINT32_C(3);
        return find_sram_limit(driver, component, pointer, &trace->limit);
    }
    int error = read_address(driver, component, SINK_BASE, &trace->start);
    if (error == 0) {
        error = read_address(driver, component, SINK_LIMIT, &trace->limit);
    }
    return error != 0 ? error : read_address(driver, component, SINK_WP, &trace->pointer);
}

int nt_driver_trace_of_0(const nt_driver *driver, nt_driver_component *component,
                         nt_driver_trace *trace) {
    uint32_t control, pointer = 0;
    *trace = (nt_driver_trace){.length = 0};
    int error = nt_driver_read(driver, component, TR_CONTROL, &control);
    if (error != 0) {
        return error;
    }
    uint32_t sink = control >> SINK_LSB;
    if (sink != SRAM && sink != SYSTEM_MEMORY) {
        return wrong(component, NT_DRIVER_NO_READ_BACK, TR_CONTROL, (uint32_t)SRAM << SINK_LSB,
                     control);
    }
    if ((control & (ENABLE | EMPTY)) != EMPTY) {
        return wrong(component, NT_DRIVER_BUSY, TR_CONTROL, EMPTY, control);
    }
    trace->smem = sink == SYSTEM_MEMORY;
    error = nt_driver_read(driver, component, SINK_WP, &pointer);
    if (error == 0) {
        error = find_bounds(driver, component, pointer, trace);
    }
    trace->wrapped = (pointer & WRAP) != 0;
    return error != 0 ? error : nt_driver_measure(component, SINK_WP, pointer, trace);
}

int nt_driver_read_trace_0(const nt_driver *driver, nt_driver_component *component, uint8_t *bytes,
                           uint64_t room, nt_driver_trace *trace) {
    static const nt_driver_window window = {.pointer = SINK_RP, .data = SINK_DATA};
    int error = nt_driver_trace_of_0(driver, component, trace);
    return error != 0 ? error
                      : nt_driver_read_words(driver, component, &window, bytes, room, trace);
}
