/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a group of an item in three steps (model of rtl/tandem/nt_tv_group.v). */
#ifndef NT_MODEL_TANDEM_TV_GROUP_H
#define NT_MODEL_TANDEM_TV_GROUP_H

#include "model/tandem/tv_intake.h"
#include "model/tandem/tv_join.h"

/* Elements that the first step joins. */
typedef enum nt_tv_pair {
    NT_TV_PC_INSN, /* begin, pc, instruction */
    NT_TV_GPR_FPR,
    NT_TV_CSRS_LOW,
    NT_TV_CSRS_HIGH,
    NT_TV_FLAGS_PADDR,
    NT_TV_EADDR_MEM,
    NT_TV_PRIV_END,
    NT_TV_PAIRS,
} nt_tv_pair;

/* Pieces mean something where the step is valid. */
typedef struct nt_tv_group {
    bool pairs_valid;
    nt_tv_piece pair[NT_TV_PAIRS];
    bool halves_valid;
    nt_tv_piece front; /* up to the CSRs */
    nt_tv_piece back;
    bool valid;
    nt_tv_piece group;
} nt_tv_group;

/* Returns whether something is in one of the steps. */
bool nt_tv_group_busy(const nt_tv_group *s);

/* One clock edge. */
void nt_tv_group_step(nt_tv_group *s, const nt_tv_params *p, bool rst, bool go,
                      const nt_tv_item *item);

#endif
