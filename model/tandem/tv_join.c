/* SPDX-License-Identifier: Apache-2.0 */
#include "model/tandem/tv_join.h"

void nt_tv_put(nt_tv_piece *piece, uint64_t number, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++) {
        piece->byte[piece->length++] = (uint8_t)(number >> 8 * i);
    }
}

void nt_tv_join(nt_tv_piece *piece, const nt_tv_piece *next) {
    for (unsigned i = 0; i < next->length; i++) {
        piece->byte[piece->length++] = next->byte[i];
    }
}
