/* SPDX-License-Identifier: Apache-2.0 */
/* Parses the arguments of `ntrace lockstep` for a system of several harts and sinks. */
#ifndef NT_LOCKSTEP_SYSTEM_OPTIONS_H
#define NT_LOCKSTEP_SYSTEM_OPTIONS_H

#include "sim/lockstep/options.h"

/* Are actions of options (sim/util/options.h) on an nt_lockstep_options. */
int nt_system_take_set(void *options, const char *text, nt_error *error);
int nt_system_take_sink(void *options, const char *text, nt_error *error);

/* Determines, after all options, whether they are for a system, and takes the inputs from
   `argument`. */
int nt_system_options_begin(nt_lockstep_options *options, int arguments, char **argument,
                            nt_error *error);

/* Reports options that do not fit a system; the build is selected already. */
int nt_system_options_check(nt_lockstep_options *options, nt_error *error);

#endif
