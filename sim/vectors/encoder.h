/* SPDX-License-Identifier: Apache-2.0 */
/* What of vectors is the encoder's own. */
#ifndef NT_VECTORS_ENCODER_H
#define NT_VECTORS_ENCODER_H

#include "sim/ingress/ingress_file.h"
#include "sim/vectors/vector.h"

/* Opens its ingress. Returns 0, or -1 with the error set. */
int nt_vector_encoder_open(const nt_vector *vector, nt_source *source, nt_error *error);

/* Takes "NAME=VALUE", a parameter of the build that is other than in rtl/config. Returns 0, or -1
   with the error set. */
int nt_vector_encoder_parameter(nt_vector *vector, const char *text, nt_error *error);

#endif
