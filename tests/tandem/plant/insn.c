/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/tandem/plant/insn.h"

#include <stdbool.h>

/* Integer computation of the base and M: bit manipulation is none of it. */
static bool is_plain_register(uint32_t code) {
    unsigned function = code >> 12 & 7;
    unsigned upper = code >> 25;
    return upper == 0 || upper == 1 || (upper == 0x20 && (function == 0 || function == 5));
}

static bool is_plain_immediate(uint32_t code) {
    unsigned function = code >> 12 & 7;
    unsigned upper = code >> 26;
    return function == 1 ? upper == 0 : function == 5 ? upper == 0 || upper == 0x10 : true;
}

static plant_class class_of_atomic(uint32_t code) {
    switch (code >> 27) {
    case 2:
        return PLANT_LR;
    case 3:
        return PLANT_SC;
    default:
        return PLANT_AMO;
    }
}

static plant_class class_of_system(uint32_t code) {
    if ((code & 0x3000) != 0) {
        return PLANT_CSR;
    }
    return code == 0x30200073 || code == 0x10200073 ? PLANT_RETURN : PLANT_SYSTEM;
}

static plant_class class_of_32(uint32_t code) {
    switch (code & 0x7f) {
    case 0x03:
        return PLANT_LOAD;
    case 0x07:
        return PLANT_FLOAD;
    case 0x0f:
    case 0x17:
    case 0x37:
    case 0x6f:
        return PLANT_PLAIN;
    case 0x13:
    case 0x1b:
        return is_plain_immediate(code) ? PLANT_PLAIN : PLANT_UNKNOWN;
    case 0x23:
        return PLANT_STORE;
    case 0x27:
        return PLANT_FSTORE;
    case 0x2f:
        return class_of_atomic(code);
    case 0x33:
    case 0x3b:
        return is_plain_register(code) ? PLANT_PLAIN : PLANT_UNKNOWN;
    case 0x43:
    case 0x47:
    case 0x4b:
    case 0x4f:
    case 0x53:
        return PLANT_FLOAT;
    case 0x63:
    case 0x67:
        return PLANT_BRANCH;
    case 0x73:
        return class_of_system(code);
    default:
        return PLANT_UNKNOWN;
    }
}

/* The bits 15 to 13, behind the quadrant in bits 4 and 3. */
static plant_class class_of_16(uint32_t code, unsigned xlen) {
    plant_class or_float = xlen == 32 ? PLANT_FLOAD : PLANT_LOAD;
    plant_class or_fstore = xlen == 32 ? PLANT_FSTORE : PLANT_STORE;
    switch ((code & 3) << 3 | (code >> 13 & 7)) {
    case 1:
    case 17:
        return PLANT_FLOAD;
    case 2:
    case 18:
        return PLANT_LOAD;
    case 3:
    case 19:
        return or_float;
    case 4:
        return PLANT_UNKNOWN;
    case 5:
    case 21:
        return PLANT_FSTORE;
    case 6:
    case 22:
        return PLANT_STORE;
    case 7:
    case 23:
        return or_fstore;
    case 14:
    case 15:
        return PLANT_BRANCH;
    case 20:
        return (code & 0x7c) == 0 ? PLANT_BRANCH : PLANT_PLAIN; /* c.jr, c.jalr, c.ebreak */
    default:
        return PLANT_PLAIN;
    }
}

plant_class plant_insn_class(uint32_t code, unsigned size, unsigned xlen) {
    return size == 2 ? class_of_16(code, xlen) : class_of_32(code);
}
