/* SPDX-License-Identifier: Apache-2.0 */
/* Gives a unit's golden model to other languages as flat functions over arrays of numbers. The rows
   of its table (tb/units/NAME/NAME.ports) are named here in its order; a value has at most 64 bits.
   scripts/unit_flat.py makes one nt_flat_unit of each table with the word `model`.

   A cycle: put the inputs, settle, get outputs or probes, step. */
#ifndef NT_TB_FLAT_H
#define NT_TB_FLAT_H

#include "tb/lockstep/values.h"

#include <stddef.h>
#include <stdint.h>

/* Lists rows of one kind, over all parameters that the unit may have: a build has some of them. */
typedef struct nt_flat_rows {
    const char *const *name;
    size_t count;
} nt_flat_rows;

typedef struct nt_flat_unit {
    const char *name; /* of the table */
    nt_flat_rows inputs, outputs, probes;

    /* Makes a view, the model and its inputs and outputs, as after power-on. NULL without memory,
       or with `complaint` set where the parameters are none that the RTL may have. */
    void *(*make)(const nt_value *values, const char **complaint);
    void (*free)(void *view);

    /* Sets the inputs of a cycle, inputs.count values; bits above a port's width must be 0, and
       rows that the build lacks too. */
    void (*put)(void *view, const uint64_t *value);
    /* Lets the outputs settle by state and inputs. */
    void (*settle)(void *view);
    /* Reads outputs, or probes; valid[i] is 0 where the table says that the value means nothing,
       and the value is 0 there. Bits above a row's width may have anything. */
    void (*outputs_get)(const void *view, uint64_t *value, uint8_t *valid);
    void (*probes_get)(const void *view, uint64_t *value, uint8_t *valid);
    /* Takes the model over a clock edge, with inputs and outputs that have settled. */
    void (*step)(void *view);
} nt_flat_unit;

/* Holds all units of this library, ended by NULL. */
extern const nt_flat_unit *const nt_flat_units[];

#endif
