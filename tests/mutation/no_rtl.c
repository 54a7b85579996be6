/* SPDX-License-Identifier: Apache-2.0 */
/* A unit without RTL: the bench runs its model alone, and judges by what it knows itself. */
#include "tb/lockstep/unit.h"

const nt_unit nt_unit_fast = {.name = "model", .build = "alone"};
const nt_unit nt_unit_wave = {.name = ""};
