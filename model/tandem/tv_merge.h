/* SPDX-License-Identifier: Apache-2.0 */
/* Joins the groups of the lanes of a cycle (model of rtl/tandem/nt_tv_merge.v). */
#ifndef NT_MODEL_TANDEM_TV_MERGE_H
#define NT_MODEL_TANDEM_TV_MERGE_H

#include "model/tandem/tv_group.h"

/* Bytes of all groups of a cycle; 0 from the length on. Mean something where valid. */
typedef struct nt_tv_merge {
    bool valid;
    uint16_t length;
    uint8_t byte[NT_TV_MERGED_MOST];
} nt_tv_merge;

/* One clock edge; of more than one lane. */
void nt_tv_merge_step(nt_tv_merge *s, const nt_tv_params *p, bool rst, bool go,
                      const nt_tv_group *lane);

#endif
