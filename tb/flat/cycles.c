/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/flat/cycles.h"

#include "sim/ingress/pins.h"

#include <inttypes.h>
#include <stdlib.h>

struct nt_flat_cycles {
    nt_source source;
    unsigned blocks;
    uint64_t number; /* of the next cycle */
};

nt_flat_cycles *nt_flat_cycles_open(const char *path, nt_error *error) {
    nt_flat_cycles *cycles = calloc(1, sizeof *cycles);
    if (cycles == NULL) {
        (void)nt_fail(error, "%s: out of memory", path);
        return NULL;
    }
    if (nt_ingress_file_open(&cycles->source, path, NULL, error) != 0) {
        free(cycles);
        return NULL;
    }
    cycles->blocks = nt_ingress_file_config(&cycles->source).nblocks;
    return cycles;
}

size_t nt_flat_cycles_count(const nt_flat_cycles *cycles) {
    return nt_cycle_pin_count + (size_t)cycles->blocks * nt_block_pin_count;
}

int nt_flat_cycles_block(const nt_flat_cycles *cycles, size_t index) {
    (void)cycles;
    return index < nt_cycle_pin_count ? -1
                                      : (int)((index - nt_cycle_pin_count) / nt_block_pin_count);
}

static const nt_pin *pin_of(size_t index) {
    return index < nt_cycle_pin_count
               ? &nt_cycle_pins[index]
               : &nt_block_pins[(index - nt_cycle_pin_count) % nt_block_pin_count];
}

const char *nt_flat_cycles_name(const nt_flat_cycles *cycles, size_t index) {
    (void)cycles;
    return pin_of(index)->name;
}

int nt_flat_cycles_next(nt_flat_cycles *cycles, uint64_t *value, nt_error *error) {
    nt_cycle cycle;
    int result = cycles->source.next(cycles->source.self, false, &cycle, error);
    if (result <= 0) {
        return result;
    }
    if (cycle.writes != 0) {
        return nt_fail(
            error, "cycle %" PRIu64 " sets control fields, which are no pins: write them by APB",
            cycles->number);
    }
    cycles->number++;
    for (size_t i = 0; i < nt_flat_cycles_count(cycles); i++) {
        int block = nt_flat_cycles_block(cycles, i);
        const void *record = block < 0 ? (const void *)&cycle : &cycle.ingress.block[block];
        value[i] = nt_pin_get(pin_of(i), record);
    }
    return 1;
}

void nt_flat_cycles_close(nt_flat_cycles *cycles) {
    if (cycles != NULL) {
        cycles->source.close(cycles->source.self);
        free(cycles);
    }
}
