/* SPDX-License-Identifier: Apache-2.0 */
/* Makes illegal ingress: wraps a source and sometimes makes a cycle illegal, to test that the
   monitor reports it and that RTL and model still agree. Values stay within the port's widths. */
#ifndef NT_INGRESS_MUTATE_H
#define NT_INGRESS_MUTATE_H

#include "sim/ingress/ingress_file.h"

/* Opens the source; takes ownership of `inner`, also on an error. `chance`: of 65536, that a
   cycle with blocks is broken. */
int nt_mutate_open(nt_source *source, nt_source inner, const nt_config *config, uint64_t seed,
                   uint32_t chance, nt_error *error);

#endif
