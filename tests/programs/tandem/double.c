/* SPDX-License-Identifier: Apache-2.0 */
/* Floating point of double precision. */
#define SUFFIX "d"
#define REAL   double
#define BITS   uint64_t
#include "tandem/float.h"
