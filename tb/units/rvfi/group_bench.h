/* SPDX-License-Identifier: Apache-2.0 */
/* The lockstep of an adapter whose core tells the kind of each instruction (nt_tci, nt_iti): a
   random hart, as it is seen at a port of groups, and the judge of what the ingress port makes of
   it. */
#ifndef NT_TB_UNITS_GROUP_BENCH_H
#define NT_TB_UNITS_GROUP_BENCH_H

#include "model/adapter/groups.h"
#include "tb/units/rvfi/rvfi_hart.h"

/* What the core says in a cycle. */
typedef struct group_row {
    bool rst;
    unsigned count; /* events: instructions, or one trap after them */
    rvfi_event event[NT_GROUPS];
    uint8_t priv;
    bool debug; /* what comes is of debug mode */
    bool hart_reset;
    bool hart_lowpower;
} group_row;

/* Is an adapter under test. Its view has the inputs, and sees the model. */
typedef struct group_unit {
    const nt_groups_params *params;
    void *view;
    nt_groups *model;
    void (*put)(void *view, const group_row *row, nt_random *random); /* into the inputs */
    void (*step)(nt_groups *model, const void *view);
} group_unit;

/* Runs `bench CYCLES SEED [NAME] [hurry]` and returns the exit status. NAME.nti and NAME.ntr get
   the port and what the hart did; hurry: the hart does not rest, some is lost,
   and resets come at any time. */
int group_bench_main(const group_unit *adapter, int argc, char **argv);

#endif
