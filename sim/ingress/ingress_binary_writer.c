/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/control.h"
#include "sim/ingress/ingress_binary.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { LEVEL = 1 };

const uint8_t nt_binary_magic[8] = {NT_BINARY_MARK, 'N', 'T', 'I', '\r', '\n', 0x1a, '\n'};

typedef struct binary_writer {
    ZSTD_CCtx *zstd;
    history history;
    size_t size;
    uint8_t plain[BUFFER];
    uint8_t packed[BUFFER];
} binary_writer;

static int pack(nt_ingress_writer *w, ZSTD_EndDirective how, nt_error *error) {
    binary_writer *s = w->state;
    ZSTD_inBuffer in = {s->plain, s->size, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {s->packed, sizeof s->packed, 0};
        left = ZSTD_compressStream2(s->zstd, &out, &in, how);
        if (ZSTD_isError(left)) {
            return nt_fail(error, "%s: %s", w->path, ZSTD_getErrorName(left));
        }
        if (nt_output_file_write(w->file, s->packed, out.pos, error) != 0) {
            return -1;
        }
    } while (how == ZSTD_e_end ? left != 0 : in.pos < in.size);
    s->size = 0;
    return 0;
}

static void put(binary_writer *s, uint8_t byte) {
    s->plain[s->size++] = byte;
}

static void put_number(binary_writer *s, uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
        put(s, (uint8_t)(value | 0x80));
    }
    put(s, (uint8_t)value);
}

static uint64_t zigzag(uint64_t difference) {
    return (difference << 1) ^ (0 - (difference >> 63));
}

static int make_room(nt_ingress_writer *w, nt_error *error) {
    binary_writer *s = w->state;
    return s->size + MOST_RECORD <= BUFFER ? 0 : pack(w, ZSTD_e_continue, error);
}

static int binary_begin(nt_ingress_writer *w, nt_error *error) {
    binary_writer *s = w->state = malloc(sizeof *s);
    if (s == NULL) {
        return nt_fail(error, "%s: out of memory", w->path);
    }
    s->history = (history){0};
    s->size = 0;
    s->zstd = ZSTD_createCCtx();
    if (s->zstd == NULL) {
        return nt_fail(error, "%s: out of memory", w->path);
    }
    ZSTD_CCtx_setParameter(s->zstd, ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(s->zstd, ZSTD_c_compressionLevel, LEVEL);
    put(s, NT_INGRESS_FILE_VERSION);
    put(s, w->port.xlen);
    put(s, w->port.nblocks);
    put(s, w->port.itype_w);
    put(s, w->port.iretire_w);
    put(s, w->port.context_w);
    put(s, w->port.ntriggers);
    size_t length = strlen(w->port.build);
    put(s, (uint8_t)length);
    memcpy(s->plain + s->size, w->port.build, length);
    s->size += length;
    put_number(s, nt_control_field_count);
    for (unsigned i = 0; i < nt_control_field_count; i++) {
        const char *name = nt_control_fields[i].name;
        length = strlen(name);
        put(s, (uint8_t)length);
        memcpy(s->plain + s->size, name, length);
        s->size += length;
        if (make_room(w, error) != 0) {
            return -1;
        }
    }
    return nt_output_file_write(w->file, nt_binary_magic, sizeof nt_binary_magic, error);
}

static void put_blocks(binary_writer *s, const nt_ingress *ingress, unsigned blocks) {
    put(s, (uint8_t)blocks);
    for (unsigned b = 0; b < blocks; b++) {
        const nt_block *block = &ingress->block[b];
        bool jumps = block->iaddr != s->history.iaddr;
        put(s, (uint8_t)(block->itype | block->ilastsize << 4 | block->sijump << 6 | jumps << 7));
        put(s, (uint8_t)block->iretire);
        if (jumps) {
            put_number(s, zigzag(block->iaddr - s->history.iaddr));
        }
        move_past(&s->history, block);
    }
}

static unsigned blocks_used(const nt_ingress *ingress, unsigned nblocks) {
    for (unsigned b = nblocks; b > 0; b--) {
        const nt_block *block = &ingress->block[b - 1];
        if (block->iaddr != 0 || block->iretire != 0 || block->itype != 0 ||
            block->ilastsize != 0 || block->sijump) {
            return b;
        }
    }
    return 0;
}

static void put_apb(binary_writer *s, const nt_apb *apb) {
    put(s, (uint8_t)((apb->PSEL ? APB_PSEL : 0) | (apb->PENABLE ? APB_PENABLE : 0) |
                     (apb->PWRITE ? APB_PWRITE : 0) | apb->PSTRB << APB_PSTRB));
    put_number(s, apb->PADDR);
    put_number(s, apb->PWDATA);
}

static int binary_cycle(nt_ingress_writer *w, const nt_cycle *cycle, nt_error *error) {
    binary_writer *s = w->state;
    const nt_ingress *in = &cycle->ingress;
    if (make_room(w, error) != 0) {
        return -1;
    }
    unsigned blocks = blocks_used(in, w->port.nblocks);
    uint8_t bits = (uint8_t)((cycle->rst ? BIT_RST : 0) | (cycle->sink_ready ? 0 : BIT_NOT_READY) |
                             (in->halted ? BIT_HALTED : 0) | (in->reset ? BIT_RESET : 0) |
                             (in->lowpower ? BIT_LOWPOWER : 0));
    bool mode = in->priv != s->history.priv || in->context != s->history.context;
    bool other = in->ctype != 0 || in->impdef != 0 || in->trigger != 0 || in->ext_trigger != 0;
    bool apb = nt_apb_is_used(&cycle->apb);
    uint8_t more = (uint8_t)((w->ticks_changed ? MORE_TICKS : 0) | (apb ? MORE_APB : 0));
    put(s,
        (uint8_t)(TAG_CYCLE | (cycle->writes > 0 ? HAS_WRITES : 0) | (blocks > 0 ? HAS_BLOCKS : 0) |
                  (in->cause != 0 || in->tval != 0 ? HAS_TRAP : 0) | (bits != 0 ? HAS_BITS : 0) |
                  (mode ? HAS_MODE : 0) | (other ? HAS_OTHER : 0) | (more != 0 ? HAS_MORE : 0)));
    if (more != 0) {
        put(s, more);
    }
    if (cycle->writes > 0) {
        put(s, cycle->writes);
        for (unsigned i = 0; i < cycle->writes; i++) {
            put_number(s, cycle->write[i].field);
            put_number(s, cycle->write[i].value);
        }
    }
    if (bits != 0) {
        put(s, bits);
    }
    if (mode) {
        put(s, in->priv);
        put_number(s, in->context);
        s->history.priv = in->priv;
        s->history.context = in->context;
    }
    if (in->cause != 0 || in->tval != 0) {
        put_number(s, in->cause);
        put_number(s, in->tval);
    }
    if (other) {
        put(s, in->ctype);
        put_number(s, in->impdef);
        put_number(s, in->trigger);
        put(s, in->ext_trigger);
    }
    if (w->ticks_changed) {
        put_number(s, w->ticks);
    }
    if (apb) {
        put_apb(s, &cycle->apb);
    }
    if (blocks > 0) {
        put_blocks(s, in, blocks);
    }
    return 0;
}

static int binary_idle(nt_ingress_writer *w, uint64_t cycles, nt_error *error) {
    if (make_room(w, error) != 0) {
        return -1;
    }
    put(w->state, TAG_IDLE);
    put_number(w->state, cycles);
    return 0;
}

static int binary_end(nt_ingress_writer *w, nt_error *error) {
    if (make_room(w, error) != 0) {
        return -1;
    }
    put(w->state, TAG_END);
    put_number(w->state, w->cycles);
    return pack(w, ZSTD_e_end, error);
}

static void binary_release(nt_ingress_writer *w) {
    binary_writer *s = w->state;
    if (s != NULL) {
        ZSTD_freeCCtx(s->zstd);
        free(s);
    }
}

const nt_writer_form nt_binary_writer = {binary_begin, binary_cycle, binary_idle, binary_end,
                                         binary_release};
