/* SPDX-License-Identifier: Apache-2.0 */
/* --image SPEC, which every command that needs code takes, any number of times:
   FILE[,offset=N][,at=ADDRESS][,xlen=32|64][,priv=MODE[+MODE...]][,scontext=N][,hcontext=N] */
#ifndef NT_DECODE_IMAGES_H
#define NT_DECODE_IMAGES_H

#include "libntrace/util/error.h"
#include "ntrace/program.h"
#include "sim/util/options.h"

/* Holds the values of the options; all 0 before the first. */
typedef struct nt_images {
    nt_image_spec *specs;
    const char **texts; /* as they were given */
    size_t count;
} nt_images;

/* Is the option's row, for a struct `type` with a member nt_images `images`. */
#define NT_OPTION_IMAGE(type) NT_OPTION_IMAGE_AS(type, "image", 'i', images, NT_IMAGE_TEXT)
#define NT_OPTION_IMAGE_AS(type, name, letter, member, text)                                       \
    { name, letter, NT_OPTION_TAKE, offsetof(type, member), 0, 0, nt_images_take, "SPEC", text }
#define NT_IMAGE_TEXT                                                                              \
    "code that ran: FILE[,KEY=VALUE...]; FILE is an ELF file, recording or pcinfo. Keys: "         \
    "offset=N (added to an ELF file's addresses), at=ADDRESS (of a raw dump), xlen=32|64 (of a "   \
    "raw dump), priv=M|S|U|VS|VU (or several, by +), scontext=N, hcontext=N (where it applies). "  \
    "May be given several times"

/* Adds one SPEC to the nt_images at `place` (NT_OPTION_TAKE). */
int nt_images_take(void *place, const char *value, nt_error *error);
void nt_images_free(nt_images *images);

/* Loads all images, in order, as a program that the caller frees. Returns NULL with the error
   set. */
nt_program *nt_images_load(const nt_images *images, nt_error *error);

#endif
