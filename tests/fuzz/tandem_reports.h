/* SPDX-License-Identifier: Apache-2.0 */
/* What fuzzers of the tandem verifier ask of its reports and counts, whatever the trace. */
#ifndef NT_FUZZ_TANDEM_REPORTS_H
#define NT_FUZZ_TANDEM_REPORTS_H

#include "sim/tandem/verifier.h"

#include <stdlib.h>

/* Counts a report, which has differences (nt_tv_setup: sink). `context`: a uint64_t. */
static int take_report(void *context, const nt_tv_report *report) {
    uint64_t *reports = context;
    if (report->count == 0 || report->count > NT_TV_DIFFERENCES) {
        abort();
    }
    ++*reports;
    return 0;
}

/* Returns the instructions that are verified, or for some reason are not; every report is counted.
 */
static uint64_t judged(const nt_tv_counts *counts, uint64_t reports) {
    uint64_t known = counts->verified;
    for (unsigned reason = 0; reason < NT_TV_REASONS; reason++) {
        known += counts->unverified[reason];
    }
    if (counts->reports != reports) {
        abort();
    }
    return known;
}

#endif
