/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/verifier_internal.h"

void nt_tv_differ(nt_tv_verifier *v, nt_tv_difference difference) {
    if (v->report.count < NT_TV_DIFFERENCES) {
        v->report.differences[v->report.count++] = difference;
    }
}
