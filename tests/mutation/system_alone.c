/* SPDX-License-Identifier: Apache-2.0 */
/* No RTL of nt_system: the system bench runs its golden model alone, and receivers, driver,
   witnesses and rules judge it. */
#include "tb/lockstep/unit.h"

#include <stddef.h>

#ifndef NT_CONFIG
#define NT_CONFIG "tiny" /* the build of its encoders */
#endif
#ifndef NT_SYSTEM
#define NT_SYSTEM                                                                                  \
    {"NHARTS", 2}, {                                                                               \
        "STREAM_BYTES", 4                                                                          \
    } /* what else is not as below */
#endif

static const nt_unit_parameter parameters[] = {
    NT_SYSTEM, {"PIB", 1}, {"LOCAL_WORDS", 4096}, {"SRAM_WORDS", 4096}, {"SMEM", 1}, {NULL, 0},
};

const nt_unit nt_unit_fast = {.name = "system", .build = NT_CONFIG, .parameters = parameters};
const nt_unit nt_unit_wave = {.name = ""};
