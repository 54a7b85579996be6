/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a unit's table of pins, by the members of the model's structs. */
#ifndef NT_VECTORS_PIN_ROWS_H
#define NT_VECTORS_PIN_ROWS_H

#include "sim/vectors/pins.h"

#define NT_PIN_PARAMETER(type, name, member) NT_PIN_PARAMETER_OF(type, name, member, false)
#define NT_PIN_LATER(type, name, member)     NT_PIN_PARAMETER_OF(type, name, member, true)
#define NT_PIN_PARAMETER_OF(type, name, member, later)                                             \
    {                                                                                              \
        name, offsetof(type, member), sizeof(((type *)NULL)->member),                              \
            _Generic(((type *)NULL)->member, bool                                                  \
                     : true, default                                                               \
                     : false),                                                                     \
            later                                                                                  \
    }

#define NT_PIN_ROW(part_, type, name_, member, width_, bits_, valid_, rest_)                       \
    {                                                                                              \
        .name = (name_), .valid = (valid_), .bits = (bits_), .part = (part_), .width = (width_),   \
        .size = sizeof(((type *)NULL)->member), .rest = (rest_), .offset = offsetof(type, member)  \
    }

#endif
