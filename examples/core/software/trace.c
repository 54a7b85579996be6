/* SPDX-License-Identifier: Apache-2.0 */
/* The program traces itself: the driver sets encoder and RAM sink, the trace goes into memory. */
#include "board.h"
#include "driver/driver.h"

extern uint32_t __trace_start[], __trace_limit[];

static bool read32(void *context, uint64_t address, uint32_t *value) {
    (void)context;
    *value = *board_word((uint32_t)address);
    return true;
}

static bool write32(void *context, uint64_t address, uint32_t value) {
    (void)context;
    *board_word((uint32_t)address) = value;
    return true;
}

static const nt_driver driver = {
    .registers = {0, read32, write32}, .memory = {0, read32, write32}, .polls = 10000};

/* Encoder and sink, in the order in which trace flows */
static nt_driver_component components[2];

int trace_begin(void) {
    const volatile uint32_t *switches = board_word(BOARD_SWITCHES);
    const nt_driver_encoder_setup encoder = {.control = switches[0], .features = switches[1]};
    const nt_driver_ram_setup sink = {
        .smem = true, .start = (uintptr_t)__trace_start, .limit = (uintptr_t)__trace_limit};
    nt_driver_component *failed;
    components[0] = (nt_driver_component){.type = NT_DRIVER_ENCODER, .base = BOARD_ENCODER};
    components[1] = (nt_driver_component){.type = NT_DRIVER_RAM_SINK, .base = BOARD_SINK};
    int error = 0;
    for (int i = 0; i < 2 && error == 0; i++) {
        error = nt_driver_discover(&driver, &components[i]);
    }
    if (error == 0) {
        error = nt_driver_set_encoder(&driver, &components[0], &encoder);
    }
    /* Of this encoder alone, which the driver does not know */
    *board_word(BOARD_ENCODER + 0xe04) = switches[2];
    if (error == 0) {
        error = nt_driver_set_ram(&driver, &components[1], &sink);
    }
    if (error == 0) {
        error = nt_driver_enable(&driver, components, 2, &failed);
    }
    return error == 0 ? nt_driver_start(&driver, components, 2, &failed) : error;
}

int trace_end(void) {
    nt_driver_component *failed;
    return nt_driver_disable(&driver, components, 2, &failed);
}
