/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a vector: its ingress through the golden model, or through the RTL in a bench. */
#ifndef NT_VECTORS_RUN_H
#define NT_VECTORS_RUN_H

#include "sim/vectors/vector.h"

#include <stdbool.h>

/* Runs the golden model; `same`: its bytes are the vector's. Returns 0, or -1 with the error set.
 */
int nt_vector_run_model(const nt_vector *vector, bool *same, nt_error *error);

/* Runs the golden model, and writes its bytes. Returns 0, or -1 with the error set. */
int nt_vector_write_model(const nt_vector *vector, const char *path, nt_error *error);

/* Runs the bench of the vector's build (NULL), or another: RTL and model in lockstep. `same`: the
   bench found nothing wrong, and the RTL's bytes are the vector's; with `alone` the latter.
   `report`: the folder of the bench's report, empty if it wrote none. Returns 0, or -1 with the
   error set. */
int nt_vector_run_rtl(const nt_vector *vector, const char *bench, bool alone, bool *same,
                      char report[PATH_MAX], nt_error *error);

#endif
