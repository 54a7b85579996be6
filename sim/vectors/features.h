/* SPDX-License-Identifier: Apache-2.0 */
/* The features that vectors may need, of the file features.txt beside them. */
#ifndef NT_VECTORS_FEATURES_H
#define NT_VECTORS_FEATURES_H

#include "libntrace/util/error.h"

#include <jansson.h>

/* Returns those of a unit's vectors: an array of objects with "name", "vectors" (their number),
   "meaning"; NULL with the error set. FOLDER NULL: that of the program; one without the file has
   the program's, too. */
json_t *nt_vector_features(const char *folder, const char *unit, nt_error *error);

/* Returns 0 where the array has a feature of this name, or -1 with the error set: all names. */
int nt_vector_feature_known(const json_t *features, const char *name, nt_error *error);

#endif
