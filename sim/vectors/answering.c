/* SPDX-License-Identifier: Apache-2.0 */
/* The units whose vectors expect answers: Control Transfer Records, counters, SBI calls. */
#include "sim/vectors/answers.h"
#include "sim/vectors/unit.h"
#include "sim/vectors/units.h"

#include <stddef.h>

#define ANSWERING(unit)                                                                            \
    {                                                                                              \
        .name = #unit, .suffix = "pins", .bench = "units/" #unit "/%s/bench",                      \
        .make = "build/units/" #unit "/%s/bench", .pins = &nt_pins_##unit,                         \
        .read = nt_vector_pins_read, .take_expected = nt_answers_take,                             \
        .run_model = nt_vector_pins_run, .bench_words = nt_vector_pins_words,                      \
        .judge = nt_answers_judge, .open_columns = nt_vector_pins_columns,                         \
        .parameter = nt_vector_pins_parameter                                                      \
    }

const nt_vector_unit nt_vector_ctr = ANSWERING(ctr);
const nt_vector_unit nt_vector_hpm = ANSWERING(hpm);
const nt_vector_unit nt_vector_sbi = ANSWERING(sbi);
