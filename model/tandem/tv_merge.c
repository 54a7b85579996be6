/* SPDX-License-Identifier: Apache-2.0 */
#include "model/tandem/tv_merge.h"

#include <string.h>

static void join(nt_tv_merge *s, const nt_tv_params *p, const nt_tv_group *lane) {
    *s = (nt_tv_merge){.valid = false};
    for (unsigned l = 0; l < p->nret; l++) {
        if (lane[l].valid) {
            memcpy(s->byte + s->length, lane[l].group.byte, lane[l].group.length);
            s->length = (uint16_t)(s->length + lane[l].group.length);
            s->valid = true;
        }
    }
}

void nt_tv_merge_step(nt_tv_merge *s, const nt_tv_params *p, bool rst, bool go,
                      const nt_tv_group *lane) {
    if (rst) {
        s->valid = false;
    } else if (go) {
        join(s, p, lane);
    }
}
