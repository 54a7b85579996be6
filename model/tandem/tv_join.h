/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of a group (model of rtl/tandem/nt_tv_join.v). */
#ifndef NT_MODEL_TANDEM_TV_JOIN_H
#define NT_MODEL_TANDEM_TV_JOIN_H

#include "model/tandem/tv_port.h"

enum {
    NT_TV_GROUP_MOST = 120, /* bytes of a group */
    NT_TV_MERGED_MOST = NT_TV_LANES * NT_TV_GROUP_MOST,
};

/* Bytes in the order of the trace; 0 from the length on. */
typedef struct nt_tv_piece {
    uint8_t byte[NT_TV_GROUP_MOST];
    uint8_t length;
} nt_tv_piece;

/* Appends so many bytes of a number, the lowest first. */
void nt_tv_put(nt_tv_piece *piece, uint64_t number, unsigned bytes);

/* Appends a piece. */
void nt_tv_join(nt_tv_piece *piece, const nt_tv_piece *next);

/* Returns eight bytes from byte 8 * `word` on, as a number; 0 beyond `size`. */
static inline uint64_t nt_tv_word(const uint8_t *byte, unsigned size, unsigned word) {
    uint64_t number = 0;
    for (unsigned i = 0; i < 8 && 8 * word + i < size; i++) {
        number |= (uint64_t)byte[8 * word + i] << 8 * i;
    }
    return number;
}

#endif
