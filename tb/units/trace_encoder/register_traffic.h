/* SPDX-License-Identifier: Apache-2.0 */
/* The debugger's side of a run: wraps a source, makes APB transfers of its writes of the encoder's
   control fields, and puts random reads and writes of any register between them, which may turn
   anything on and off at any time. The PIB's fields, which are another component's, stay as they
   are. */
#ifndef NT_TB_REGISTER_TRAFFIC_H
#define NT_TB_REGISTER_TRAFFIC_H

#include "sim/ingress/ingress_file.h"

/* Takes `inner` over, also on an error. After the end of `inner` tracing is turned off. */
int nt_register_traffic_open(nt_source *source, nt_source inner, const nt_config *config,
                             uint64_t seed, nt_error *error);

#endif
