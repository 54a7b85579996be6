/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ctr/ctr_port.h"

#include "model/encoder/ingress.h"

void nt_ctr_put_blocks(nt_ctr_inputs *in, const nt_transfer *block, unsigned count) {
    in->cause = 0;
    for (unsigned i = 0; i < NT_CTR_BLOCKS; i++) {
        in->block[i] = (nt_ctr_block){.valid = false};
    }
    for (unsigned i = 0; i < count; i++) {
        in->block[i] = (nt_ctr_block){.valid = true,
                                      .itype = block[i].itype,
                                      .isrc = block[i].isrc,
                                      .itgt = block[i].itgt,
                                      .tpriv = block[i].tpriv,
                                      .misp = block[i].misp};
        if (block[i].itype == NT_ITYPE_EXCEPTION || block[i].itype == NT_ITYPE_INTERRUPT) {
            in->cause = block[i].cause;
        }
    }
}
