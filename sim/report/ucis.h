/* SPDX-License-Identifier: Apache-2.0 */
/* Functional coverage of a report as UCIS XML (Accellera's Unified Coverage Interoperability
   Standard 1.0, 9): a history node for each run, a covergroup for each group of bins, a coverpoint
   for each part of it. Bins that are unreachable are ignore bins. The stream keeps errors. */
#ifndef NT_REPORT_UCIS_H
#define NT_REPORT_UCIS_H

#include <jansson.h>
#include <stdio.h>

void nt_report_ucis(FILE *out, json_t *report);

/* RTL coverage as lcov's tracefile: lines, and branches; toggles have no place there. */
void nt_report_lcov(FILE *out, json_t *report);

#endif
