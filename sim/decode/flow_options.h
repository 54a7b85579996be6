/* What the flow decoder must be told of a trace of our own encoder. */
#ifndef NT_DECODE_FLOW_OPTIONS_H
#define NT_DECODE_FLOW_OPTIONS_H

#include "model/config.h"
#include "model/control/control.h"
#include "ntrace/flow.h"

/* The options of what an encoder of this build sends that is set like this. */
nt_flow_options nt_flow_options_of(const nt_control *control, const nt_config *config);

#endif
