/* SPDX-License-Identifier: Apache-2.0 */
/* Defines the registers of the specification, and the accesses that the parts of the driver
   share. */
#ifndef NT_DRIVER_INTERNAL_H
#define NT_DRIVER_INTERNAL_H

#include "driver/driver.h"

enum {
    TR_CONTROL = 0x000,
    TR_IMPL = 0x004,
    TE_INST_FEATURES = 0x008,
    TE_INST_FILTERS = 0x00c,
    TE_DATA_CONTROL = 0x010,
    TE_DATA_FILTERS = 0x01c,
    TE_TRIG_DBG = 0x050,
    TE_TRIG_EXT_IN = 0x054,
    TE_TRIG_EXT_OUT = 0x058,
    TS_CONTROL = 0x040,
    FUNNEL_DIS_INPUT = 0x008,
    RAM_START_LOW = 0x010,
    RAM_START_HIGH = 0x014,
    RAM_LIMIT_LOW = 0x018,
    RAM_LIMIT_HIGH = 0x01c,
    RAM_WP_LOW = 0x020,
    RAM_WP_HIGH = 0x024,
    RAM_RP_LOW = 0x028,
    RAM_RP_HIGH = 0x02c,
    RAM_DATA = 0x040,
};

/* tr??Control, of every component */
enum { ACTIVE = 1u << 0, ENABLE = 1u << 1, EMPTY = 1u << 3 };

/* Fields of one component's tr??Control */
enum {
    TE_INST_TRACING = 1u << 2,
    TE_INST_MODE_LSB = 4,
    TE_INST_MODES = 8,
    TE_SYNC_MODE_LSB = 16,
    TE_SYNC_MODES = 4,
    TE_FORMAT_LSB = 24,
    RAM_MODE = 1u << 4,
    RAM_STOP_ON_WRAP = 1u << 8,
    RAM_WRAP = 1u << 0,
    PIB_MODE_LSB = 4,
    PIB_MODES = 16,
    PIB_CLK_CENTER = 1u << 8,
    PIB_CALIBRATE = 1u << 9,
    PIB_DIVIDER_LSB = 16,
    ATB_ID_LSB = 8,
    TS_ACTIVE = 1u << 0,
    TS_RESET = 1u << 2,
    TS_MODE_LSB = 4,
    TS_MODES = 8,
    TS_WIDTH_LSB = 24,
};

/* Returns the fields of tr??Control that a tool writes; the others are hardware's or reserved,
   and written as 0. Writing 1 to trTeInstStallOrOverflow would clear it. */
uint32_t nt_driver_writable(nt_driver_type type);

/* Returns `error`, with what was wanted and found at `offset` in the component. */
int nt_driver_failed(nt_driver_component *component, nt_driver_error error, uint32_t offset,
                     uint32_t wanted, uint32_t found);

int nt_driver_read(const nt_driver *driver, nt_driver_component *component, uint32_t offset,
                   uint32_t *value);
int nt_driver_write(const nt_driver *driver, nt_driver_component *component, uint32_t offset,
                    uint32_t value);

/* Writes `value` and reads the register back to `became`. */
int nt_driver_probe(const nt_driver *driver, nt_driver_component *component, uint32_t offset,
                    uint32_t value, uint32_t *became);

/* Writes `value`. Returns NT_DRIVER_NOT_SETTABLE unless the bits of `mask` read back as in
   `value`. */
int nt_driver_set(const nt_driver *driver, nt_driver_component *component, uint32_t offset,
                  uint32_t value, uint32_t mask);

/* Reads tr??Control until the bits of `mask` are `wanted`. Returns `timeout` if they never are. */
int nt_driver_wait(const nt_driver *driver, nt_driver_component *component, uint32_t mask,
                   uint32_t wanted, nt_driver_error timeout);

/* Determines the features of the component from its WARL fields. */
int nt_driver_find_features(const nt_driver *driver, nt_driver_component *component);

/* Holds the registers by which words of an SRAM are read. */
typedef struct nt_driver_window {
    uint32_t pointer, data;
} nt_driver_window;

/* Sets `length` of a trace of which all else is known; `pointer` was read at `offset`. Returns
   NT_DRIVER_POINTER where it is not within the buffer. */
int nt_driver_measure(nt_driver_component *component, uint32_t offset, uint32_t pointer,
                      nt_driver_trace *trace);

/* Reads the trace, the oldest byte first. */
int nt_driver_read_words(const nt_driver *driver, nt_driver_component *component,
                         const nt_driver_window *window, uint8_t *bytes, uint64_t room,
                         const nt_driver_trace *trace);

#endif
