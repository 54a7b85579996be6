/* SPDX-License-Identifier: Apache-2.0 */
#include "saturating.h"

bool saturating_ready(const saturating *s) {
    return s->level != 2;
}

void saturating_step(saturating *s, unsigned width, const saturating_inputs *in) {
    const uint64_t most = (UINT64_C(1) << width) - 1;
    const bool push = in->in_valid && saturating_ready(s);
    if (in->rst) {
        *s = (saturating){.level = 0};
        return;
    }
    if (in->enable && s->level != 0) {
        const uint64_t sum = s->count + s->entry[0];
        s->count = sum > most ? most : sum;
        s->entry[0] = s->entry[1];
        s->level--;
    }
    if (push) {
        s->entry[s->level++] = in->in;
    }
}
