/* SPDX-License-Identifier: Apache-2.0 */
/* The units whose ingress is of pins, as rows of tables. */
#ifndef NT_VECTORS_UNITS_H
#define NT_VECTORS_UNITS_H

#include "sim/vectors/pins.h"

extern const nt_pin_unit nt_pins_tv;  /* the tandem encoder, nt_tv_encoder */
extern const nt_pin_unit nt_pins_ctr; /* Control Transfer Records, nt_ctr */
extern const nt_pin_unit nt_pins_hpm; /* performance counters, nt_hpm */
extern const nt_pin_unit nt_pins_sbi; /* the SBI's PMU calls, the library of pmu/ */

#endif
