/* Declares what a decoder knows about history that a synchronizing message has left out. */
#ifndef NT_FLOW_UNSENT_H
#define NT_FLOW_UNSENT_H

#include "ntrace/flow.h"

/* Returns the half-words that I-CNT counts behind the branch of the latest NT_FAULT_HIST_UNSENT. */
uint64_t nt_flow_unsent(const nt_flow *flow);

#endif
