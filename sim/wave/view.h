/* SPDX-License-Identifier: Apache-2.0 */
/* The view for GTKWave that lies beside waves of a lockstep: which signals differed there first. */
#ifndef NT_WAVE_VIEW_H
#define NT_WAVE_VIEW_H

#include "sim/wave/wave.h"

/* Notes in `wave->known` what the view beside WAVE.fst or WAVE.vcd, WAVE.gtkw, has in red. Without
   such a file, or of another kind of it, it notes nothing. */
void nt_wave_read_view(nt_wave *wave);

#endif
