/* SPDX-License-Identifier: Apache-2.0 */
/* Tells by its encoding what memory an instruction accesses: what an interface or log says beside
   that has no meaning. */
#ifndef NT_RECORDING_MEMORY_USE_H
#define NT_RECORDING_MEMORY_USE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum nt_memory_kind {
    NT_MEMORY_NONE,
    NT_MEMORY_LOAD,
    NT_MEMORY_STORE,
    NT_MEMORY_BOTH,   /* an AMO */
    NT_MEMORY_UNSURE, /* of vectors, of several registers, or custom */
} nt_memory_kind;

typedef struct nt_memory_use {
    nt_memory_kind kind;
    uint8_t size; /* bytes; 0: not known */
    bool has_base;
    uint8_t base; /* the register with its address */
    int16_t offset;
    bool loads;  /* an unsure one may read, */
    bool stores; /* or write */
} nt_memory_use;

/* Returns whether an instruction of two bytes is c.fsdsp, or of Zcmp or Zcmt where the hart has
 * them.
 */
bool nt_is_cm(uint64_t bits);

/* `size`: bytes of the instruction. `cm`: encodings of c.fsdsp are those of Zcmp or Zcmt. */
nt_memory_use nt_memory_use_of(uint64_t bits, uint8_t size, unsigned xlen, bool cm);

#endif
