/* SPDX-License-Identifier: Apache-2.0 */
/* Checks the ingress port's own rules in each cycle (Efficient Trace for RISC-V 2.0, chapter
   "Hart to encoder interface"). */
#ifndef NT_INGRESS_MONITOR_H
#define NT_INGRESS_MONITOR_H

#include "sim/ingress/ingress_file.h"

typedef struct nt_monitor nt_monitor;

typedef struct nt_monitor_rule {
    const char *text;   /* "ID: the rule in words" */
    const char *clause; /* place in the specification */
} nt_monitor_rule;

extern const nt_monitor_rule nt_monitor_rules[];
extern const unsigned nt_monitor_rule_count;

/* Allocates a monitor. Returns NULL without memory. */
nt_monitor *nt_monitor_new(const nt_config *config);

/* Checks the next cycle at the pins. Returns the text of the first rule that it breaks, NULL if
   it breaks none. */
const char *nt_monitor_step(nt_monitor *monitor, const nt_cycle *cycle);

/* Returns how often each rule was broken, by its place in nt_monitor_rules. */
const uint64_t *nt_monitor_counts(const nt_monitor *monitor);

void nt_monitor_free(nt_monitor *monitor);

#endif
