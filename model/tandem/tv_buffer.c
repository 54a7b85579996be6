/* SPDX-License-Identifier: Apache-2.0 */
#include "model/tandem/tv_buffer.h"

#include <string.h>

enum { PATIENCE = 15 };

static const uint8_t end_group[] = {2};

unsigned nt_tv_buffer_size(const nt_tv_params *p) {
    return p->nret == 1 ? 256 : p->nret == 2 ? 512 : NT_TV_SIZE_MOST;
}

bool nt_tv_buffer_ready(const nt_tv_buffer *s, const nt_tv_params *p, unsigned length) {
    return length <= nt_tv_buffer_size(p) - s->level;
}

bool nt_tv_buffer_busy(const nt_tv_buffer *s) {
    return s->level != 0 || s->out_valid || s->open;
}

static void put(nt_tv_buffer *s, unsigned size, const uint8_t *bytes, unsigned length) {
    for (unsigned i = 0; i < length; i++) {
        s->memory[s->tail] = bytes[i];
        s->written[s->tail / 8] |= (uint8_t)(1U << s->tail % 8);
        s->tail = (uint16_t)((s->tail + 1U) % size);
    }
}

/* A word goes out, or what is left if nothing is added. Returns the number of its bytes. */
static unsigned take(nt_tv_buffer *s, const nt_tv_params *p, bool added) {
    unsigned size = nt_tv_buffer_size(p);
    unsigned count = s->level >= p->out_bytes ? p->out_bytes : added ? 0 : s->level;
    memset(s->out_data, 0, sizeof s->out_data);
    memcpy(s->out_data, s->memory + (size_t)s->head * p->out_bytes, count);
    s->out_valid = count != 0;
    s->out_count = (uint8_t)count;
    if (count != 0) {
        s->head = (uint16_t)((s->head + 1U) % (size / p->out_bytes));
    }
    if (count != 0 && count < p->out_bytes) {
        s->tail = (uint16_t)(s->head * p->out_bytes);
    }
    return count;
}

/* The last group is ended once none has followed for a while. */
static bool closes(const nt_tv_buffer *s, const nt_tv_params *p, bool in_valid) {
    return s->open && !in_valid && s->quiet == PATIENCE && s->level < nt_tv_buffer_size(p);
}

void nt_tv_buffer_step(nt_tv_buffer *s, const nt_tv_params *p, bool rst, const uint8_t *bytes,
                       unsigned length, bool out_ready) {
    bool close = closes(s, p, bytes != NULL);
    unsigned added = close ? 1 : bytes != NULL && nt_tv_buffer_ready(s, p, length) ? length : 0;
    unsigned taken = !s->out_valid || out_ready ? take(s, p, added != 0) : 0;
    put(s, nt_tv_buffer_size(p), close ? end_group : bytes, added);
    s->level = (uint16_t)(s->level + added - taken);
    if (p->implied_end) {
        s->open = bytes != NULL || (s->open && !close);
        s->quiet = bytes != NULL ? 0 : s->quiet < PATIENCE ? s->quiet + 1U : PATIENCE;
    }
    if (rst) {
        s->tail = s->head = s->level = 0;
        s->out_valid = s->open = false;
        s->out_count = s->quiet = 0;
        memset(s->out_data, 0, sizeof s->out_data);
    }
}
