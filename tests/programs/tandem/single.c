/* SPDX-License-Identifier: Apache-2.0 */
/* Floating point of single precision; with D its values are boxed. */
#define SUFFIX "s"
#define REAL   float
#define BITS   uint32_t
#include "tandem/float.h"
