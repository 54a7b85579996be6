/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/pmu/perf/perf.h"

void perf_within(struct perf_hart *hart, const char *what, uint64_t seen, uint64_t least,
                 uint64_t most) {
    hart->checks++;
    if (seen >= least && seen <= most) {
        return;
    }
    hart->failed++;
    for (unsigned i = 0; i < hart->kinds; i++) {
        if (hart->failure[i].what == what) {
            return;
        }
    }
    if (hart->kinds < PERF_FAILURES) {
        hart->failure[hart->kinds++] = (struct perf_failure){what, seen, least, most};
    }
}

void perf_is(struct perf_hart *hart, const char *what, uint64_t seen, uint64_t wanted) {
    perf_within(hart, what, seen, wanted, wanted);
}

bool perf_error(struct nt_pmu_ret ret, int error) {
    return ret.error == (nt_pmu_word)error;
}

void perf_answers(struct perf_hart *hart, const char *what, struct nt_pmu_ret ret, int error) {
    perf_is(hart, what, ret.error, (nt_pmu_word)error);
}
