/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction reads, writes and accesses: RV32 and RV64 IMAFDC with Zicsr, Zifencei and the
   privileged instructions. */
#ifndef NT_TANDEM_SHELL_INSN_H
#define NT_TANDEM_SHELL_INSN_H

#include <stdbool.h>
#include <stdint.h>

/* Lists what is done differently. */
typedef enum nt_tv_class {
    NT_TV_UNKNOWN, /* none of the above extensions; perhaps no instruction at all */
    NT_TV_PLAIN,   /* integer computation, branches and jumps */
    NT_TV_LOAD,
    NT_TV_STORE,
    NT_TV_LR,
    NT_TV_SC,
    NT_TV_AMO,
    NT_TV_FLOAT, /* floating point computation */
    NT_TV_CSR,
    NT_TV_ECALL,
    NT_TV_EBREAK,
    NT_TV_MRET,
    NT_TV_SRET,
    NT_TV_WFI,
    NT_TV_FENCE, /* fence and fence.i */
    NT_TV_SFENCE,
    NT_TV_HFENCE, /* hfence.vvma and hfence.gvma */
    NT_TV_HALF,   /* floating point of half precision (shell_half.c) */
    NT_TV_BITS,   /* computation of extensions that the shell has itself (shell_bits.c) */
} nt_tv_class;

enum { NT_TV_F0 = 32 }; /* number of ft0 among registers */

/* Describes an instruction. */
typedef struct nt_tv_insn {
    uint32_t code;       /* of 32 bits; a compressed one is expanded */
    uint8_t size;        /* bytes of the instruction in memory, 2 or 4 */
    uint8_t class_;      /* nt_tv_class */
    uint8_t rd;          /* written: 1 to 31, or NT_TV_F0 and more; 0: none */
    uint8_t rs1;         /* number of the integer register; of memory: the base */
    uint8_t rs2;         /* of a store: what is stored, also NT_TV_F0 and more */
    uint8_t width;       /* of memory: bytes; of floats: 2, 4 or 8, of the result if an FPR */
    uint8_t extension;   /* NT_TV_EXT_*; 0: none of them */
    bool is_signed;      /* of a load */
    bool sources_single; /* its FPRs are read as single precision */
    int32_t offset;      /* of a memory address */
    uint64_t reads;      /* bit each register, FPRs from NT_TV_F0 on; without x0 */
} nt_tv_insn;

/* Describes the instruction of `size` bytes. */
void nt_tv_insn_decode(nt_tv_insn *insn, uint32_t code, uint8_t size, unsigned xlen, unsigned flen);

/* Returns whether it needs the floating-point unit. */
static inline bool nt_tv_insn_uses_floats(const nt_tv_insn *insn) {
    return insn->class_ == NT_TV_FLOAT || insn->class_ == NT_TV_HALF || insn->rd >= NT_TV_F0 ||
           insn->rs2 >= NT_TV_F0;
}

/* Returns whether the instruction is fence.i. */
static inline bool nt_tv_insn_is_fence_i(const nt_tv_insn *insn) {
    return insn->class_ == NT_TV_FENCE && (insn->code >> 12 & 7) == 1;
}

/* Returns whether the encoding is of hlv, hlvx or hsv. */
static inline bool nt_tv_insn_accesses_guest(uint32_t code) {
    return (code & 0xf000707f) == 0x60004073;
}

/* Expands a compressed instruction; 0: there is none such. */
uint32_t nt_tv_insn_expand(uint32_t code, unsigned xlen, unsigned flen);

#endif
