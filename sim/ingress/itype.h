/* The itype that a retired instruction of each class has (N-Trace 1.0, table "Generating itype for
   different instructions"); a branch as not taken. */
#ifndef NT_INGRESS_ITYPE_H
#define NT_INGRESS_ITYPE_H

#include "sim/recording/insn.h"

/* [0]: itype is 3 bits wide, [1]: 4 bits. */
extern const uint8_t nt_itypes[2][NT_INSN_CLASSES];

#endif
