/* SPDX-License-Identifier: Apache-2.0 */
/* Derives the flow decoder's options for a trace of our own encoder. */
#ifndef NT_DECODE_FLOW_OPTIONS_H
#define NT_DECODE_FLOW_OPTIONS_H

#include "model/config.h"
#include "model/control/control.h"
#include "ntrace/flow.h"

/* Returns the options for the stream of an encoder with these settings and build. */
nt_flow_options nt_flow_options_of(const nt_control *control, const nt_config *config);

#endif
