/* SPDX-License-Identifier: Apache-2.0 */
/* Filter: one trace filter, and what one ingress block does to it.
   Trace Control Interface 1.0, "Trace Encoder Filter Registers". */
#ifndef NT_MODEL_ENCODER_FILTER_H
#define NT_MODEL_ENCODER_FILTER_H

#include "model/encoder/ingress.h"

enum { NT_FILTER_NEST_MAX = 15 }; /* nested traps that are counted */

/* The comparators that the filter uses, as a bit mask. */
unsigned nt_filter_comparators(const nt_filter_control *control);

/* Combinational, for a filter that trTeInstFilters selects. `comparators`: those that match, as a
   bit mask. True if the filter matches, which counts only for a block with an address. Takes `nest`
   on to behind the block: traps that have not returned, from the first that the filter wants on;
   0: none. */
bool nt_filter(uint8_t *nest, const nt_filter_control *control, const nt_block *block,
               const nt_ingress_latch *in, unsigned comparators);

#endif
