/* SPDX-License-Identifier: Apache-2.0 */
/* Programs of others that waves go through: `fst2vcd` of GTKWave, and the renderer of WaveDrom. */
#ifndef NT_WAVE_CONVERT_H
#define NT_WAVE_CONVERT_H

#include "libntrace/util/error.h"

#include <jansson.h>
#include <stdio.h>

/* Functions that return int return 0, or -1 with the error set. */

/* Makes VCD of a file that is FST: `*vcd` is a file without a name, which the caller closes. Of
   another file it makes nothing, and `*vcd` is NULL. */
int nt_convert_fst(const char *path, FILE **vcd, nt_error *error);

/* Draws WaveJSON as SVG by a program that is called as `wavedrompy` of the wavedrom package of PyPI
   is. `program`: NULL for that of the build, or else the one that is found like a shell's command.
   The caller closes `*svg`. */
int nt_convert_wavejson(const json_t *wavejson, const char *program, FILE **svg, nt_error *error);

#endif
