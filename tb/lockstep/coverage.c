/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/coverage.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

enum { MOST_BITS = 4 }; /* of a signal with a bin for each value */

void nt_coverage_cycle(nt_bench_coverage *coverage, const nt_unit *unit,
                       const nt_probe_value *values) {
    for (unsigned i = 0; i < unit->probe_count; i++) {
        nt_coverage_signal *signal = &coverage->signal[i];
        if (values[i].valid) {
            signal->cycles++;
            signal->zeros |= ~values[i].model;
            signal->ones |= values[i].model;
            signal->values[values[i].model % NT_COVERAGE_VALUES]++;
        }
    }
}

static uint64_t all_bits(unsigned width) {
    return ~UINT64_C(0) >> (64 - width);
}

static unsigned ones_of(uint64_t bits) {
    return (unsigned)__builtin_popcountll(bits);
}

static void set_bits(json_t *object, const char *name, uint64_t bits) {
    char text[24];
    (void)snprintf(text, sizeof text, "0x%" PRIx64, bits);
    json_object_set_new(object, name, json_string(text));
}

/* The bins of a signal; how many it has and how many were hit are added to the sums. */
static json_t *describe(const nt_coverage_signal *signal, const nt_probe *probe, unsigned *bins,
                        unsigned *hit) {
    json_t *object =
        json_pack("{s:s, s:s, s:i, s:I}", "group", probe->group, "signal", probe->name, "width",
                  (int)probe->width, "valid_cycles", (json_int_t)signal->cycles);
    if (probe->width > MOST_BITS) {
        uint64_t mask = all_bits(probe->width);
        *bins += 2u * probe->width;
        *hit += ones_of(signal->zeros & mask) + ones_of(signal->ones & mask);
        set_bits(object, "never_0", ~signal->zeros & mask);
        set_bits(object, "never_1", ~signal->ones & mask);
        return object;
    }
    json_t *values = json_array();
    for (unsigned i = 0; i < 1u << probe->width; i++) {
        *hit += signal->values[i] > 0;
        json_array_append_new(values, json_integer((json_int_t)signal->values[i]));
    }
    *bins += 1u << probe->width;
    json_object_set_new(object, "cycles_by_value", values);
    return object;
}

char *nt_coverage_text(const nt_bench_coverage *coverage, const nt_unit *unit, uint64_t cycles) {
    unsigned bins = 0;
    unsigned hit = 0;
    json_t *signals = json_array();
    for (unsigned i = 0; i < unit->probe_count; i++) {
        json_array_append_new(signals,
                              describe(&coverage->signal[i], &unit->probes[i], &bins, &hit));
    }
    json_t *root = json_pack("{s:s, s:s, s:I, s:i, s:i, s:o}", "unit", unit->name, "build",
                             unit->build, "cycles", (json_int_t)cycles, "bins", (int)bins, "hit",
                             (int)hit, "signals", signals);
    char *text = root != NULL ? json_dumps(root, JSON_INDENT(1)) : NULL;
    json_decref(root);
    return text;
}
