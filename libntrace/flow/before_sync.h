/* SPDX-License-Identifier: Apache-2.0 */
/* Declares what a decoder knew when a synchronizing message came. */
#ifndef NT_FLOW_BEFORE_SYNC_H
#define NT_FLOW_BEFORE_SYNC_H

#include "ntrace/flow.h"

/* Returns the half-words that I-CNT counts behind the branch of the latest NT_FAULT_HIST_UNSENT. */
uint64_t nt_flow_unsent(const nt_flow *flow);

/* Is no PC. */
enum { NT_FLOW_NOWHERE = 1 };

/* Returns the PC that I-CNT and HIST of the latest synchronizing message led to; NT_FLOW_NOWHERE:
   they led nowhere, since tracing was off before it, or a stop was left out. */
uint64_t nt_flow_came(const nt_flow *flow);

#endif
