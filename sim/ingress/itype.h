/* The itype that a retired instruction of each class has (N-Trace 1.0, table "Generating itype for
   different instructions"); a branch as not taken. */
#ifndef NT_INGRESS_ITYPE_H
#define NT_INGRESS_ITYPE_H

#include "libntrace/flow/insn.h"

/* [0]: itype is 3 bits wide, [1]: 4 bits. */
extern const uint8_t nt_itypes[2][NT_INSN_CLASSES];

/* With `all_jumps` (trTeInstEnAllJumps) the port has to report direct jumps as taken branches;
   calls keep their code where itype has one for them. */
uint8_t nt_itype_of(nt_insn_class class_, bool wide, bool all_jumps);

/* Whether sijump says something of an instruction of this class (ingress port, sijump: "ignored for
   itype codes other than 6, 8, 10, 12 or 14"). */
bool nt_itype_has_sijump(nt_insn_class class_);

#endif
