/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps the versions of an image's code while a recording is read: which code replaced which,
   and when. */
#ifndef NT_PROGRAM_IMAGE_HISTORY_H
#define NT_PROGRAM_IMAGE_HISTORY_H

#include "libntrace/program/image.h"

#include <stdbool.h>

enum { NT_PATCH_BYTES = 16 };

typedef struct nt_image_patch {
    uint64_t retired; /* instructions of the hart when it happened */
    uint64_t address;
    uint8_t size; /* bytes of code; 0: an instruction known by type (its size 0: none) */
    union {
        struct {
            uint8_t before[NT_PATCH_BYTES];
            uint8_t after[NT_PATCH_BYTES];
        } code;
        struct {
            nt_insn before;
            nt_insn after;
        } insn;
    };
} nt_image_patch;

typedef struct nt_image_history {
    bool keeping;     /* replacements become patches; else the functions below have no effect */
    uint64_t retired; /* for the next patch */
    bool borrowed;    /* the patches are another image's */
    nt_image_patch *patches;
    size_t count;
    size_t room;
    size_t next; /* the first not in effect */
} nt_image_history;

/* Record that one byte, or one instruction, was replaced. Return -1 without memory. */
int nt_image_history_byte(nt_image_history *history, uint64_t address, uint8_t before,
                          uint8_t after);
int nt_image_history_insn(nt_image_history *history, uint64_t pc, const nt_insn *before,
                          const nt_insn *after);
void nt_image_history_clear(nt_image_history *history);

/* Starts to keep replaced code, at `retired` instructions. */
void nt_image_keep_history(nt_image *image, uint64_t retired);
/* Returns to the earliest version of all code; nt_image_advance continues from there. */
void nt_image_rewind(nt_image *image);

#endif
