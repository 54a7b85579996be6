/* SPDX-License-Identifier: Apache-2.0 */
/* Writes vectors in forms for testbenches of others. */
#ifndef NT_VECTORS_EMIT_H
#define NT_VECTORS_EMIT_H

#include "sim/vectors/vector.h"

typedef enum nt_emit_form {
    NT_EMIT_HEX, /* $readmemh: a word a cycle, or a byte a line; comments say what is where */
    NT_EMIT_CSV,
    NT_EMIT_JSON,
    NT_EMIT_RAW, /* bytes alone */
} nt_emit_form;

/* Writes the ingress, with JSON the bytes expected too. Returns 0, or -1 with the error set. */
int nt_emit_ingress(const nt_vector *vector, nt_emit_form form, const char *path, nt_error *error);

/* Writes the bytes expected, raw or in the $readmemh form. Returns 0, or -1 with the error set. */
int nt_emit_bytes(const nt_vector *vector, nt_emit_form form, const char *path, nt_error *error);

#endif
