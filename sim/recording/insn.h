/* What a trace needs to know of an instruction: its size, how it can leave, and where to.
   Classes follow N-Trace 1.0, table "Generating itype for different instructions". */
#ifndef NT_RECORDING_INSN_H
#define NT_RECORDING_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nt_insn_class {
    NT_INSN_OTHER = 0,          /* goes on to the next instruction (or traps: ecall, ebreak) */
    NT_INSN_BRANCH,             /* conditional branch, direct */
    NT_INSN_DIRECT_CALL,        /* itype 9 */
    NT_INSN_DIRECT_JUMP,        /* itype 11, without linkage; cm.jt too */
    NT_INSN_DIRECT_JUMP_LINK,   /* itype 15, links to neither x1 nor x5 */
    NT_INSN_INDIRECT_CALL,      /* itype 8 */
    NT_INSN_INDIRECT_JUMP,      /* itype 10 */
    NT_INSN_COROUTINE_SWAP,     /* itype 12 */
    NT_INSN_RETURN,             /* itype 13; cm.popret too */
    NT_INSN_INDIRECT_JUMP_LINK, /* itype 14 */
    NT_INSN_TRAP_RETURN,        /* itype 3: mret, sret (and mnret, dret) */
    NT_INSN_CLASSES
} nt_insn_class;

typedef struct nt_insn {
    uint8_t size;    /* bytes: 2, 4, and by the standard's length encoding 6 or more; 0: no code */
    uint8_t class_;  /* nt_insn_class */
    uint64_t target; /* branch and direct classes: the absolute target, cut to XLEN; else 0 */
} nt_insn;

/* Decodes the instruction whose first bytes are at `bytes` (little-endian, `available` of them).
   Returns 0, or -1 when more bytes are needed than available. Unknown encodings are NT_INSN_OTHER
   with the size that their low bits tell. Zcmp and Zcmt share their encodings with c.fsdsp (D),
   which is what these mean here; their jumps are known by type only (nt_image_write_insn). */
int nt_insn_decode(nt_insn *insn, const uint8_t *bytes, size_t available, uint64_t pc,
                   unsigned xlen);

/* Whether instructions of the class have a target of their own. */
bool nt_insn_is_direct(nt_insn_class class_);

/* A constant that an instruction loads into a register: lui, c.lui, auipc. */
typedef struct nt_insn_constant {
    uint8_t reg; /* 1 to 31 */
    uint64_t value;
} nt_insn_constant;

/* Whether the instruction at `pc` loads a constant, as far as `available` bytes tell. */
bool nt_insn_loads_constant(nt_insn_constant *constant, const uint8_t *bytes, size_t available,
                            uint64_t pc, unsigned xlen);

/* Whether the instruction jumps by the register that holds the constant (jalr, c.jr, c.jalr), so
   that right behind the load its target is sequentially inferable. */
bool nt_insn_jumps_by(const nt_insn_constant *constant, const uint8_t *bytes, size_t available,
                      unsigned xlen, uint64_t *target);

/* Whether the encoding is one of custom-0 to custom-3. */
bool nt_insn_is_custom(const uint8_t *bytes, size_t available);

#endif
