/* SPDX-License-Identifier: Apache-2.0 */
/* What kind of instruction it is, as far as planted errors ask for it: typed from the unprivileged
   specification, beside the verifier's own. */
#ifndef NT_PLANT_INSN_H
#define NT_PLANT_INSN_H

#include <stdint.h>

typedef enum plant_class {
    PLANT_PLAIN,  /* integer computation, fence, jal */
    PLANT_BRANCH, /* goes where registers tell */
    PLANT_LOAD,
    PLANT_STORE,
    PLANT_LR,
    PLANT_SC,
    PLANT_AMO,
    PLANT_FLOAT, /* computation */
    PLANT_FLOAD,
    PLANT_FSTORE,
    PLANT_CSR,
    PLANT_RETURN, /* mret, sret */
    PLANT_SYSTEM, /* the others of this opcode */
    PLANT_UNKNOWN,
} plant_class;

/* Returns the class of an instruction of 2 or 4 bytes. */
plant_class plant_insn_class(uint32_t code, unsigned size, unsigned xlen);

#endif
