/* SPDX-License-Identifier: Apache-2.0 */
/* The map of an encoder's registers; its fields are an nt_control, its build an nt_config. */
#ifndef NT_MODEL_CONTROL_ENCODER_MAP_H
#define NT_MODEL_CONTROL_ENCODER_MAP_H

#include "model/control/register_map.h"

/* Kinds of units. */
enum { NT_UNIT_FILTER = 1, NT_UNIT_COMPARATOR = 2 };

extern const nt_register_map nt_encoder_map;

#endif
