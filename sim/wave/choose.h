/* SPDX-License-Identifier: Apache-2.0 */
/* Which cycles and signals of a file of waves a diagram shows. */
#ifndef NT_WAVE_CHOOSE_H
#define NT_WAVE_CHOOSE_H

#include "sim/lockstep/window.h"
#include "sim/wave/diagram.h"
#include "sim/wave/wave.h"

enum {
    NT_WAVE_PATTERNS = 64,
    NT_WAVE_LEAD = 15,   /* cycles before a mismatch, and ... */
    NT_WAVE_AFTER = 4,   /* ... after it, unless the window says so */
    NT_WAVE_CYCLES = 24, /* without a mismatch, from the first one on */
    NT_WAVE_INPUTS = 12, /* signals of each kind, where nobody names any */
    NT_WAVE_PAIRS = 8,
    NT_WAVE_OTHERS = 16,
};

/* What is asked for. */
typedef struct nt_wave_request {
    const char *pattern[NT_WAVE_PATTERNS]; /* of names; none: what tells most */
    unsigned patterns;
    nt_window window;
} nt_wave_request;

/* What is shown. */
typedef struct nt_wave_choice {
    uint64_t first; /* cycles */
    uint64_t last;
    unsigned lane[NT_DIAGRAM_LANES]; /* signals, in order */
    unsigned lanes;
    unsigned left_out; /* signals that change too, and that nobody named */
} nt_wave_choice;

/* Returns whether RTL and model, two signals of the wave, really differ in a cycle with a mismatch.
   A model's value is 0 while it is not valid, and then says nothing, unless the view beside the
   waves says that they differed. */
bool nt_wave_differs(const nt_wave *wave, const nt_vcd *vcd, unsigned rtl, unsigned model);

/* Chooses. Returns 0, or -1 with the error set: no such cycles or signals. */
int nt_wave_choose(nt_wave_choice *choice, const nt_wave *wave, const nt_wave_request *request,
                   nt_error *error);

#endif
