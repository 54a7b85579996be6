/* SPDX-License-Identifier: Apache-2.0 */
/* Finds references of the tandem verifier: built in, or in shared objects. */
#ifndef NT_TANDEM_REFERENCE_LOAD_H
#define NT_TANDEM_REFERENCE_LOAD_H

#include "ntrace/reference.h"

#include "libntrace/util/error.h"

/* Is a reference that was found; all 0 at first. */
typedef struct nt_tv_loaded {
    nt_reference table;
    char name[64];
    void *handle; /* of the shared object; NULL: built in */
} nt_tv_loaded;

/* Finds a reference: "unicorn", NAME for `reference-NAME.so` beside the command, or a file: what
   has a slash or ends in ".so". A shared object is tried in a process of its own first. Returns 0,
   or -1 with the error set. */
int nt_tv_reference_load(nt_tv_loaded *loaded, const char *name, nt_error *error);
void nt_tv_reference_unload(nt_tv_loaded *loaded);

#endif
