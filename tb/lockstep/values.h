/* SPDX-License-Identifier: Apache-2.0 */
/* Gives parameters of the RTL by name, as a bench of another language has them. */
#ifndef NT_TB_LOCKSTEP_VALUES_H
#define NT_TB_LOCKSTEP_VALUES_H

#include "model/config.h"

#include <stdbool.h>
#include <stdint.h>

/* Holds a parameter; a list ends with one that has no name. */
typedef struct nt_value {
    const char *name; /* as in RTL */
    uint64_t value;
} nt_value;

/* Returns the value of that name, or 0 where the list does not have it. */
uint64_t nt_value_of(const nt_value *values, const char *name);

/* Makes an encoder's build of the values; what is not there is 0. Returns what is wrong with it, in
   words, or NULL. */
const char *nt_values_config(const nt_value *values, nt_config *config);

#endif
