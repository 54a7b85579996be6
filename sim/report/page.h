/* SPDX-License-Identifier: Apache-2.0 */
/* Draws a report (merge.h) as one HTML page that needs nothing else: no script, no other file. */
#ifndef NT_REPORT_PAGE_H
#define NT_REPORT_PAGE_H

#include <jansson.h>
#include <stdio.h>

/* Writes the page. The stream keeps errors. */
void nt_report_page(FILE *out, json_t *report);

/* Are its sections, each in a file of its own. */
void nt_report_failures(FILE *out, const json_t *report);
void nt_report_coverage(FILE *out, const json_t *report);
void nt_report_rtl(FILE *out, const json_t *report);
void nt_report_charts(FILE *out, const json_t *report);
void nt_report_moments(FILE *out, const json_t *report);
void nt_report_runs(FILE *out, const json_t *report);
void nt_report_sources(FILE *out, const json_t *report);
void nt_report_trend(FILE *out, const json_t *report);

#endif
