/* The code by which a witness decodes, and counts what is not in the bytes: an image, or what a
   hart sees of a program. */
#ifndef NT_WITNESS_CODE_H
#define NT_WITNESS_CODE_H

#include "libntrace/program/image.h"
#include "ntrace/program.h"
#include "sim/decode/images.h"

typedef struct nt_witness_code {
    nt_code code;        /* .at is NULL where none is known */
    nt_image *image;     /* what it is of: this, */
    nt_view *view;       /* or this, */
    nt_program *program; /* of that */
} nt_witness_code;

/* The first two take over what they are given, the second also on failure. A NULL image: no code is
 * known. */
nt_witness_code nt_witness_code_of_image(nt_image *image);
/* As hart `hart` sees the program, by these extensions. */
int nt_witness_code_of_program(nt_witness_code *code, nt_program *program, unsigned hart,
                               const nt_isa *isa, nt_error *error);
/* The same of what --image said, for a build of `xlen` bits, which images that do not tell have. */
int nt_witness_code_of_images(nt_witness_code *code, const nt_images *images, unsigned xlen,
                              unsigned hart, const nt_isa *isa, nt_error *error);
void nt_witness_code_free(nt_witness_code *code);

static inline bool nt_witness_code_is_known(const nt_witness_code *code) {
    return code->code.at != NULL;
}

/* Follows an event of the decoder: Ownership tells which images apply. */
void nt_witness_code_take(const nt_witness_code *code, const nt_flow_event *event);

/* Half-words of the instruction at `address`; 2 where no code is known. */
unsigned nt_witness_code_size(const nt_witness_code *code, uint64_t address);

/* Whether it will change as the program runs. */
bool nt_witness_code_changes(const nt_witness_code *code);

#endif
