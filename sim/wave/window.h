/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the cycles of a diagram in a file of waves. */
#ifndef NT_WAVE_WINDOW_H
#define NT_WAVE_WINDOW_H

#include "sim/wave/choose.h"

/* Sets the cycles of a window; where it is NT_WINDOW_AUTO those around a mismatch, or the first
   ones. Returns 0, or -1 with the error set: the file does not have it. */
int nt_wave_place(nt_wave_choice *choice, const nt_wave *wave, const nt_window *window,
                  nt_error *error);

/* Writes a name as waves have it: itype[0] is itype_0. */
void nt_wave_flatten(char *flat, size_t size, const char *name);

#endif
