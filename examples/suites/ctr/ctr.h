/* SPDX-License-Identifier: Apache-2.0 */
/* Control transfer records, as the programs of the suite see them. */
#ifndef CTR_H
#define CTR_H

#include "../software/suite.h"

enum {
    MCTRCTL = 0x34e,
    SCTRCTL = 0x14e,
    SCTRSTATUS = 0x14f,
    SCTRDEPTH = 0x15f,
    SISELECT = 0x150,
    SIREG = 0x151,
    SIREG2 = 0x152,
    SIREG3 = 0x153,
    SIREG4 = 0x155,
    SIREG5 = 0x156,
    SIREG6 = 0x157,
};

/* mctrctl */
#define BIT(n)       ((uint64_t)1 << (n))
#define ON_U         BIT(0)
#define ON_S         BIT(1)
#define ON_M         BIT(2)
#define RASEMU       BIT(7)
#define STE          BIT(8)
#define MTE          BIT(9)
#define BPFRZ        BIT(11)
#define LCOFIFRZ     BIT(12)
#define FILTER(type) BIT(32 + (type))

#define FROZEN ((word)0x80000000U)

enum {
    EXCEPTION = 1,
    INTERRUPTED = 2,
    TRAP_RETURN = 3,
    NOT_TAKEN = 4,
    TAKEN = 5,
    INDIRECT_CALL = 8,
    DIRECT_CALL = 9,
    INDIRECT_JUMP = 10,
    DIRECT_JUMP = 11,
    SWAP = 12,
    RETURN = 13,
    OTHER_INDIRECT = 14,
    OTHER_DIRECT = 15,
};

#define sctrclr() __asm__ volatile(".word 0x10400073" ::: "memory")

/* Entry registers, by logical number. */
static inline word source_of(word entry) {
    csr_write(SISELECT, 0x200 + entry);
    return csr_read(SIREG);
}
static inline word target_of(word entry) {
    csr_write(SISELECT, 0x200 + entry);
    return csr_read(SIREG2);
}
static inline word data_of(word entry) {
    csr_write(SISELECT, 0x200 + entry);
    return csr_read(SIREG3);
}

/* Writes an entry's three registers. */
void put_entry(word entry, word source, word target, word data);

/* Whether an entry is the record of a transfer. MISP may be 0 or 1, the type 0 where ctrdata has
 * none. */
bool is_record(word entry, word from, word to, word type);

/* Whether it is no record: V is 0. */
bool is_empty(word entry);

/* Whether mctrctl has all of these bits. It is 0 afterwards. */
bool has(uint64_t bits);

/* Entries of the buffer, which a program begins with the largest supported depth, empty. */
extern word depth;
extern bool has_types;
bool set_depth(word code);             /* false: not supported */
void set_state(bool ctr, bool csrind); /* mstateen0, where it is there */
bool has_state(void);

/* Runs code that the U mode calls in S mode: delegates exceptions and interrupts to it. */
static inline void delegate(void) {
    csr_write(MEDELEG, 1 << BREAKPOINT | 1 << ILLEGAL | 1 << ECALL_U);
    csr_write(MIDELEG, 1 << SSI | 1 << STI | 1 << LCOFI);
}

#endif
