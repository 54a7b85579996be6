/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of the CTR control registers, and what a build has of them. */
#ifndef NT_MODEL_CTR_CTR_CONTROL_H
#define NT_MODEL_CTR_CTR_CONTROL_H

#include "model/ctr/ctr.h"

/* Bits of the state's control registers, which have 1.0's layout. */
enum {
    NT_CTRCTL_RASEMU = 7,
    NT_CTRCTL_STE = 8,
    NT_CTRCTL_MTE = 9,
    NT_CTRCTL_BPFRZ = 11,
    NT_CTRCTL_LCOFIFRZ = 12,
    NT_CTRCTL_FILTERS = 32, /* + transfer type */
    NT_CTRCTL_ETEN = 38
};

/* The views of a control register. */
typedef enum nt_ctr_view { NT_CTR_VIEW_M, NT_CTR_VIEW_S, NT_CTR_VIEW_VS } nt_ctr_view;

/* Returns the bits of the state that a build has and a view shows. */
uint64_t nt_ctr_control_mask(const nt_ctr_config *config, nt_ctr_view view);

/* Converts a control register between the state's layout and that of the build's map; bits that
   are no fields become 0. */
uint64_t nt_ctr_control_shown(const nt_ctr_config *config, uint64_t control);
uint64_t nt_ctr_control_taken(const nt_ctr_config *config, uint64_t shown);

/* Returns a field of the build's map by its name: 0, with its bit in mctrctl; -1: there is none. */
int nt_ctr_field_find(const nt_ctr_config *config, const char *name, unsigned *bit);

/* Returns the depth code, 0 to 4, that a build makes of a written one: the largest depth that is
   there and not above, else the smallest. */
uint8_t nt_ctr_depth_taken(const nt_ctr_config *config, uint64_t written);

/* Returns the field DEPTH of a depth code, as the map has it. */
uint64_t nt_ctr_depth_shown(const nt_ctr_config *config, uint8_t depth);

#endif
