/* SPDX-License-Identifier: Apache-2.0 */
/* Shows the encoder's ingress as columns. */
#ifndef NT_VECTORS_ENCODER_COLUMNS_H
#define NT_VECTORS_ENCODER_COLUMNS_H

#include "sim/vectors/columns.h"

/* Lists every pin, every block's, and the control fields; those of filters and comparators only
   where the vector writes them. Returns 0, or -1 with the error set. */
int nt_encoder_columns(nt_columns *columns, const nt_vector *vector, nt_error *error);

#endif
