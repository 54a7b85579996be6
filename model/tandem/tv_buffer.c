#include "model/tandem/tv_buffer.h"

#include <string.h>

enum { LEAST = 256, PATIENCE = 15 };

static const uint8_t end_group[] = {2};

/* Bytes of the largest group. */
static unsigned group_most(const nt_tv_params *p) {
    unsigned reg = 3 + p->xlen / 8U;
    unsigned addr = 2 + (p->mlen + 7U) / 8;
    unsigned fpr = p->flen == 0 ? 0 : 3 + p->flen / 8U;
    unsigned pc = reg; /* begin, opcode, identifier, pc */
    enum { INSN = 5, FCSR = 4, STORE = 10, PRIVILEGE = 3, END = 1 };
    return pc + INSN + reg + fpr + NT_TV_CSRS * reg + FCSR + (p->has_eaddr ? 2 : 1) * addr + STORE +
           PRIVILEGE + END;
}

unsigned nt_tv_buffer_size(const nt_tv_params *p) {
    unsigned size = LEAST;
    while (size < 2 * p->nret * group_most(p)) {
        size *= 2;
    }
    return size;
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
