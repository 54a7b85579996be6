/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the register table for people and programs. */
#ifndef NT_REGISTERS_REGISTER_LIST_H
#define NT_REGISTERS_REGISTER_LIST_H

#include "libntrace/util/error.h"
#include "model/config.h"

#include <jansson.h>
#include <stdio.h>

/* Prints one line per field. */
void nt_register_list(FILE *out);

/* Prints the registers of a name, whole, or that with the field of this name. Returns 0, or -1 with
   the error set: there is none. */
int nt_register_show(FILE *out, const char *name, nt_error *error);

/* Prints docs/registers.md. */
void nt_register_page(FILE *out);

/* {"config": NAME, "registers": [{"name", "offset", "units", "stride", "title", "fields": [{"name",
   "lsb", "width", "access", "reset", "reset_value", "ones", "meaning"}]}], "components": {NAME:
   registers likewise}}: `units`, `reset_value`, and `ones`, what writing all ones leaves, are of
   the build; of components, of their usual parameters.
   NULL: out of memory. */
json_t *nt_register_json(const nt_config *config);

#endif
