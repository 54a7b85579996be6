/* The code that ran: instructions by address, with the changes that programs make as they run.
   An address shows its first known code from the start; code that replaces other code appears
   once the replay has come that far (nt_image_advance). */
#ifndef NT_RECORDING_IMAGE_H
#define NT_RECORDING_IMAGE_H

#include "libntrace/flow/insn.h"
#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_image nt_image;

/* An empty image for addresses of `xlen` bits; NULL without memory. */
nt_image *nt_image_new(unsigned xlen);
void nt_image_free(nt_image *image);

/* Reads the code of hart `hart` out of a recording, or a `pcinfo` file (told apart by content). */
int nt_image_load(nt_image **image, const char *path, unsigned hart, nt_error *error);

unsigned nt_image_xlen(const nt_image *image);

/* Reads the code anew, by these extensions; the image keeps its own XLEN. */
void nt_image_set_isa(nt_image *image, const nt_isa *isa);

/* Bytes of memory that the code takes; an image stops growing at 512 MiB. */
size_t nt_image_memory(const nt_image *image);

/* Code bytes from now on (they replace what was there). -1 without memory. */
int nt_image_write(nt_image *image, uint64_t address, const uint8_t *bytes, size_t size);

/* An instruction known by type only (pcinfo). -1 without memory. */
int nt_image_write_insn(nt_image *image, uint64_t address, const nt_insn *insn);

/* The instruction at `pc`; size 0 where no code is known. */
nt_insn nt_image_at(nt_image *image, uint64_t pc);

/* Whether the instruction at `pc` is known by type only. */
bool nt_image_is_typed(const nt_image *image, uint64_t pc);

/* The code bytes at `pc` for disassembly; returns how many were copied, at most `size`. */
size_t nt_image_bytes(const nt_image *image, uint64_t pc, uint8_t *bytes, size_t size);

/* The image as the flow decoder asks for it; it advances the image. */
nt_code nt_image_code(nt_image *image);

/* The replay has retired `retired` instructions of the hart since the recording's start: later
   versions of code that were written by then take effect. Never goes back. */
void nt_image_advance(nt_image *image, uint64_t retired);

/* The `retired` at which nt_image_advance will change something next; UINT64_MAX: never. */
uint64_t nt_image_next_change(const nt_image *image);

/* Counts the changes of what nt_image_at answers; caches built on it are stale when it moves. */
uint64_t nt_image_generation(const nt_image *image);

#endif
