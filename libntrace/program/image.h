/* SPDX-License-Identifier: Apache-2.0 */
/* Holds the code that ran: instructions by address, with the changes that programs make as they
   run. An address has its first known code from the start; code that replaces other code appears
   once the replay has advanced to it (nt_image_advance). */
#ifndef NT_PROGRAM_IMAGE_H
#define NT_PROGRAM_IMAGE_H

#include "libntrace/flow/insn.h"
#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_image nt_image;

/* Allocates an empty image for addresses of `xlen` bits. Returns NULL without memory. */
nt_image *nt_image_new(unsigned xlen);
void nt_image_free(nt_image *image);

/* Reads the code of hart `hart` from a recording, or from a `pcinfo` file (detected from its
   content). */
int nt_image_load(nt_image **image, const char *path, unsigned hart, nt_error *error);

unsigned nt_image_xlen(const nt_image *image);

/* Sets the extensions for decoding the code; the image keeps its own XLEN. */
void nt_image_set_isa(nt_image *image, const nt_isa *isa);

/* Returns the bytes of memory of the code; an image stops growing at 512 MiB. */
size_t nt_image_memory(const nt_image *image);

/* Writes code bytes, which replace those before. Returns -1 without memory. */
int nt_image_write(nt_image *image, uint64_t address, const uint8_t *bytes, size_t size);

/* Writes an instruction known by type only (pcinfo). Returns -1 without memory. */
int nt_image_write_insn(nt_image *image, uint64_t address, const nt_insn *insn);

/* Returns the instruction at `pc`; size 0 where no code is known. */
nt_insn nt_image_at(nt_image *image, uint64_t pc);

/* Returns whether the instruction at `pc` is known by type only. */
bool nt_image_is_typed(const nt_image *image, uint64_t pc);

/* Copies the code bytes at `pc` for disassembly; returns their number, at most `size`. */
size_t nt_image_bytes(const nt_image *image, uint64_t pc, uint8_t *bytes, size_t size);

/* Returns the lowest address from `pc` on in a page that has code; UINT64_MAX: there is none. */
uint64_t nt_image_next_code(const nt_image *image, uint64_t pc);

/* Returns the image as code of the flow decoder, which advances the image. */
nt_code nt_image_code(nt_image *image);

/* Advances the replay to `retired` instructions of the hart since the recording's start:
   versions of code that were written by then take effect. Never goes back. */
void nt_image_advance(nt_image *image, uint64_t retired);

/* Returns the `retired` at which nt_image_advance changes something next; UINT64_MAX: never. */
uint64_t nt_image_next_change(const nt_image *image);

/* Returns a count of changes of nt_image_at; caches built on it are stale when it changes. */
uint64_t nt_image_generation(const nt_image *image);

#endif
