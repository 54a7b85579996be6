/* SPDX-License-Identifier: Apache-2.0 */
/* Names functions and traps in output. */
#ifndef NT_CALLS_LABEL_H
#define NT_CALLS_LABEL_H

#include "ntrace/program.h"

enum { NT_LABEL_ROOM = 256 }; /* longer names are truncated */

/* Returns the function's name; if it is not known, that of the address. */
const char *nt_label(char label[NT_LABEL_ROOM], const nt_function *function, uint64_t address);
/* Writes the same without a zero behind it. Returns its end. */
char *nt_label_end(char label[NT_LABEL_ROOM], const nt_function *function, uint64_t address);
/* Returns the kind of trap of B-TYPE, in a word. */
const char *nt_label_trap(unsigned btype);

#endif
