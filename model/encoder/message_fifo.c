/* SPDX-License-Identifier: Apache-2.0 */
#include "model/encoder/message_fifo.h"

void nt_message_fifo_step(nt_message_fifo *s, unsigned depth, bool rst, unsigned valid,
                          const nt_descriptor *slot, bool read) {
    if (rst) {
        s->write = 0;
        s->read = 0;
        s->level = 0;
        return;
    }
    unsigned mask = depth - 1;
    for (unsigned i = 0; valid >> i; i++) {
        if ((valid >> i) & 1) {
            s->entry[s->write] = slot[i];
            s->write = (uint8_t)((s->write + 1u) & mask);
            s->level++;
        }
    }
    if (read) {
        s->read = (uint8_t)((s->read + 1u) & mask);
        s->level--;
    }
}
