/* SPDX-License-Identifier: Apache-2.0 */
/* The table of the units that have vectors. */
#include "sim/vectors/answers.h"
#include "sim/vectors/unit.h"

#include <string.h>

static const nt_vector_unit *const units[] = {&nt_vector_encoder, &nt_vector_tv, &nt_vector_ctr,
                                              &nt_vector_hpm, &nt_vector_sbi};

const nt_vector_unit *nt_vector_unit_at(unsigned index) {
    return index < sizeof units / sizeof units[0] ? units[index] : NULL;
}

const nt_vector_unit *nt_vector_unit_named(const char *name) {
    for (unsigned i = 0; nt_vector_unit_at(i) != NULL; i++) {
        if (strcmp(units[i]->name, name) == 0) {
            return units[i];
        }
    }
    return strcmp(nt_vector_port.name, name) == 0 ? &nt_vector_port : NULL;
}

const char *nt_vector_place(const nt_vector_unit *unit) {
    return unit->place != NULL ? unit->place : "offset";
}

const char *nt_vector_title(const nt_vector_unit *unit) {
    return unit->title != NULL ? unit->title : "Compliance vectors";
}

const char *nt_vector_command(const nt_vector_unit *unit) {
    return unit->command != NULL ? unit->command : "vectors judge";
}

bool nt_vector_is_program(const nt_vector_unit *unit) {
    return unit->take_code != NULL;
}

bool nt_vector_answers(const nt_vector_unit *unit) {
    return unit->take_expected == nt_answers_take;
}
