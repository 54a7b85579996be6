/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a program of the ingress kit in forms for simulators and benches. */
#ifndef NT_VECTORS_PORT_EMIT_H
#define NT_VECTORS_PORT_EMIT_H

#include "sim/vectors/vector.h"

/* Writes a program that begins at vector->base to FOLDER: ID.elf, ID.hex for $readmemh (bytes, from
   address 0 on), ID.bin, ID.S, and ID.txt: what its port has to say, for people. Returns 0, or -1
   with the error set. */
int nt_port_emit(const nt_vector *vector, const char *folder, nt_error *error);

#endif
