/* SPDX-License-Identifier: Apache-2.0 */
// A cycle for benches that are written as if nothing could end them.
#ifndef NT_TB_LOCKSTEP_OVER_H
#define NT_TB_LOCKSTEP_OVER_H

#include "tb/lockstep/lockstep.h"

// Is thrown where the harness has seen enough; the body returns 1 then.
struct Over {};

// Takes the RTL into the next cycle and compares it with the view.
inline void cycle_or_over(nt_lockstep *lockstep, const void *view) {
    if (!nt_lockstep_cycle(lockstep, view)) {
        throw Over();
    }
}

#endif
