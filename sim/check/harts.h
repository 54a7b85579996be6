/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes a stream while it is checked: one decoder for each source, with its hart's view of the
   program. The checker passes them messages and receives their events, so that all findings come
   in the order of the stream. */
#ifndef NT_CHECK_HARTS_H
#define NT_CHECK_HARTS_H

#include "ntrace/program.h"
#include "sim/check/check.h"

typedef struct nt_check_harts nt_check_harts;

typedef struct nt_check_harts_options {
    nt_flow_options flow; /* src: of the one hart, unless `every_hart` */
    bool every_hart;      /* each SRC in the stream is the hart of that number */
    unsigned hart;        /* the one hart, else */
    nt_isa isa;           /* of its code; xlen is used */
} nt_check_harts_options;

/* Allocates the decoders. `check` and `program` are the caller's and must outlive them. Returns
   NULL with the error set. */
nt_check_harts *nt_check_harts_new(nt_check *check, nt_program *program,
                                   const nt_check_harts_options *options, nt_error *error);

/* Ends the stream, before nt_check_finish. Returns 0, or -1 with the error set: no hart of the
   stream has a decoder (memory, or the recording lacks them all). */
int nt_check_harts_finish(nt_check_harts *harts, nt_error *error);

/* Frees the decoders, or nothing if NULL. */
void nt_check_harts_free(nt_check_harts *harts);

#endif
