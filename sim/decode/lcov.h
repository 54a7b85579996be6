/* Coverage as a tracefile of lcov (geninfo(1), "TRACEFILE FORMAT"). */
#ifndef NT_DECODE_LCOV_H
#define NT_DECODE_LCOV_H

#include "sim/decode/coverage.h"
#include "sim/decode/form.h"

/* Writes the tracefile, and the listing of functions without source lines where the settings want
   one. `coverage` is summed up; `by_image`: it tells images apart. 0, or -1 with the error set. */
int nt_lcov_write(const nt_coverage *coverage, bool by_image, const nt_form_inputs *inputs,
                  nt_error *error);

#endif
