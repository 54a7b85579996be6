/* SPDX-License-Identifier: Apache-2.0 */
/* What planted errors leave wrong: the trace's state until the trace sets it again. A reference
   that has gone on with it does not determine what a group makes of it. */
#ifndef NT_PLANT_WRONG_H
#define NT_PLANT_WRONG_H

#include "tests/tandem/plant/draw.h"

/* Returns whether the group of an error may read, or sets, what one of the `count` earlier errors
   left wrong. */
bool plant_meets_wrong(const plant_trace *trace, const plant_edit *const *earlier, size_t count,
                       const plant_edit *edit);

#endif
