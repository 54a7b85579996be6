/* Floating point of double precision. */
#define SUFFIX "d"
#define REAL   double
#define BITS   uint64_t
#include "tandem/float.h"
