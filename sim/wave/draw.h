/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a timing diagram of a file of waves. */
#ifndef NT_WAVE_DRAW_H
#define NT_WAVE_DRAW_H

#include "sim/wave/choose.h"

/* Draws what was chosen: the clock, inputs, texts, RTL above model, and others, with what differs
   marked. Returns 0, or -1 with the error set. The caller frees `*diagram`, also after an error. */
int nt_wave_draw(nt_diagram **diagram, const nt_wave *wave, const nt_wave_choice *choice,
                 nt_error *error);

#endif
