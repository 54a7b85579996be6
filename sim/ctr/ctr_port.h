/* SPDX-License-Identifier: Apache-2.0 */
/* Puts what a hart shows onto the port of CTR. */
#ifndef NT_CTR_CTR_PORT_H
#define NT_CTR_CTR_PORT_H

#include "model/ctr/ctr.h"
#include "sim/stimulus/transfers.h"

/* Puts a cycle's blocks, oldest first, and the cause of its trap; lanes from `count` on are empty.
 */
void nt_ctr_put_blocks(nt_ctr_inputs *in, const nt_transfer *block, unsigned count);

#endif
