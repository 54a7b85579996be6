/* SPDX-License-Identifier: Apache-2.0 */
/* Provides the code with which a witness decodes, and counts instructions that are not in the
   bytes: an image, or a hart's view of a program. */
#ifndef NT_WITNESS_CODE_H
#define NT_WITNESS_CODE_H

#include "libntrace/program/image.h"
#include "ntrace/program.h"
#include "sim/decode/images.h"

typedef struct nt_witness_code {
    nt_code code;        /* .at is NULL if none is known */
    nt_image *image;     /* its source: this, */
    nt_view *view;       /* or this, */
    nt_program *program; /* of that */
} nt_witness_code;

/* Makes code from an image, or without code from NULL. The first two functions take ownership of
   their argument, the second also on failure. */
nt_witness_code nt_witness_code_of_image(nt_image *image);
/* Makes code from hart `hart`'s view of the program, with these extensions. */
int nt_witness_code_of_program(nt_witness_code *code, nt_program *program, unsigned hart,
                               const nt_isa *isa, nt_error *error);
/* Makes code from the images of --image, for a build of `xlen` bits, the default for images
   without XLEN. */
int nt_witness_code_of_images(nt_witness_code *code, const nt_images *images, unsigned xlen,
                              unsigned hart, const nt_isa *isa, nt_error *error);
void nt_witness_code_free(nt_witness_code *code);

static inline bool nt_witness_code_is_known(const nt_witness_code *code) {
    return code->code.at != NULL;
}

/* Follows an event of the decoder: Ownership selects the images. */
void nt_witness_code_take(const nt_witness_code *code, const nt_flow_event *event);

/* Returns the half-words of the instruction at `address`; 2 where no code is known. */
unsigned nt_witness_code_size(const nt_witness_code *code, uint64_t address);

/* Returns whether it will change as the program runs. */
bool nt_witness_code_changes(const nt_witness_code *code);

#endif
