/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the hart whose code a source of a stream has. */
#ifndef NT_DECODE_SOURCE_H
#define NT_DECODE_SOURCE_H

#include "libntrace/util/error.h"
#include "ntrace/program.h"

/* Returns the source's number, or 0 where the images have no such hart but only one: its number
   there need not be its SRC. */
unsigned nt_source_hart(const nt_program *program, unsigned source);

/* Sets an error for a source that the images have no hart for: `error` with the way out. Returns
 * -1. */
int nt_source_strange(nt_error *error, const nt_error *reason, unsigned source);

#endif
