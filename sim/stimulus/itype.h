/* SPDX-License-Identifier: Apache-2.0 */
/* Determines the itype of a retired instruction by class (N-Trace 1.0, table "Generating itype
   for different instructions"); a branch as not taken. */
#ifndef NT_STIMULUS_ITYPE_H
#define NT_STIMULUS_ITYPE_H

#include "libntrace/flow/insn.h"
#include "model/config.h"

/* Lists the sets of codes of a port: by the width of itype, and those of the draft. */
typedef enum nt_itype_set { NT_ITYPES_NARROW, NT_ITYPES_WIDE, NT_ITYPES_DRAFT } nt_itype_set;

extern const uint8_t nt_itypes[3][NT_INSN_CLASSES];

static inline nt_itype_set nt_itype_set_of(const nt_config *config) {
    return config->itype_w != 4 ? NT_ITYPES_NARROW
           : config->draft      ? NT_ITYPES_DRAFT
                                : NT_ITYPES_WIDE;
}

/* Returns the itype of a class. With `all_jumps` (trTeInstEnAllJumps) the port reports direct
   jumps as taken branches; calls keep their code where itype has one for them. */
uint8_t nt_itype_of(nt_insn_class class_, nt_itype_set set, bool all_jumps);

/* Returns whether sijump has a meaning for this class (ingress port, sijump: "ignored for itype
   codes other than 6, 8, 10, 12 or 14"). */
bool nt_itype_has_sijump(nt_insn_class class_);

#endif
