/* SPDX-License-Identifier: Apache-2.0 */
#include "model/control/control.h"
#include "sim/ingress/ingress_binary.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

typedef struct binary_reader {
    ZSTD_DCtx *zstd;
    ZSTD_inBuffer in;
    history history;
    unsigned fields;
    uint16_t field[MOST_FIELDS]; /* the file's numbers to ours; UINT16_MAX: not known here */
    bool frame_ended;
    uint64_t offset; /* of `plain` in the unpacked data */
    size_t at, size; /* in `plain` */
    bool short_read; /* a number or byte went past the end */
    uint8_t plain[BUFFER];
    uint8_t packed[BUFFER];
} binary_reader;

static int broken(const nt_ingress_reader *r, const char *reason, nt_error *error) {
    const binary_reader *s = r->state;
    return nt_fail(error, "%s: offset %" PRIu64 " (unpacked): %s", r->path, s->offset + s->at,
                   reason);
}

static int read_packed(nt_ingress_reader *r, nt_error *error) {
    binary_reader *s = r->state;
    errno = 0;
    size_t size = fread(s->packed, 1, sizeof s->packed, r->stream);
    if (size == 0 && ferror(r->stream)) {
        return broken(r, strerror(errno), error);
    }
    s->in = (ZSTD_inBuffer){s->packed, size, 0};
    return 0;
}

/* Unpacks until a whole record is there, or all that the file has. */
static int fill(nt_ingress_reader *r, nt_error *error) {
    binary_reader *s = r->state;
    memmove(s->plain, s->plain + s->at, s->size - s->at);
    s->offset += s->at;
    s->size -= s->at;
    s->at = 0;
    while (s->size < MOST_RECORD && !s->frame_ended) {
        if (s->in.pos == s->in.size) {
            if (read_packed(r, error) != 0) {
                return -1;
            }
            if (s->in.size == 0) {
                return broken(r, "truncated", error);
            }
        }
        ZSTD_outBuffer out = {s->plain, sizeof s->plain, s->size};
        size_t left = ZSTD_decompressStream(s->zstd, &out, &s->in);
        if (ZSTD_isError(left)) {
            return broken(r, ZSTD_getErrorName(left), error);
        }
        s->size = out.pos;
        s->frame_ended = left == 0;
    }
    return 0;
}

static inline uint8_t get(binary_reader *s) {
    if (s->at == s->size) {
        s->short_read = true;
        return 0;
    }
    return s->plain[s->at++];
}

static uint64_t get_number(binary_reader *s) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = get(s);
        value |= (uint64_t)(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) {
            return value;
        }
    }
    s->short_read = true; /* too long a number, as good as none */
    return 0;
}

static uint64_t unzigzag(uint64_t value) {
    return (value >> 1) ^ (0 - (value & 1));
}

static int get_writes(nt_ingress_reader *r, nt_cycle *cycle, nt_error *error) {
    binary_reader *s = r->state;
    uint8_t writes = get(s);
    if (writes == 0 || writes > NT_MAX_WRITES) {
        return broken(r, "a number of writes that no cycle has", error);
    }
    for (unsigned i = 0; i < writes; i++) {
        uint64_t field = get_number(s);
        uint64_t value = get_number(s);
        if (field >= s->fields || s->field[field] == UINT16_MAX) {
            return broken(r, "a control field that is not known here", error);
        }
        if (value > UINT32_MAX) {
            return broken(r, "a control value of more than 32 bits", error);
        }
        cycle->write[i] = (nt_control_write){.field = s->field[field], .value = (uint32_t)value};
    }
    cycle->writes = writes;
    return 0;
}

/* A number that the signal's type can hold; what the port can hold is checked later. */
static uint64_t get_most(binary_reader *s, uint64_t most, bool *too_large) {
    uint64_t value = get_number(s);
    *too_large |= value > most;
    return value;
}

static int get_blocks(nt_ingress_reader *r, nt_ingress *ingress, nt_error *error) {
    binary_reader *s = r->state;
    unsigned blocks = get(s);
    if (blocks == 0 || blocks > r->port.nblocks) {
        return broken(r, "a number of blocks that the port does not have", error);
    }
    for (unsigned b = 0; b < blocks; b++) {
        nt_block *block = &ingress->block[b];
        uint8_t kind = get(s);
        block->itype = kind & 0x0f;
        block->ilastsize = kind >> 4 & 0x03;
        block->sijump = (kind & 0x40) != 0;
        block->iretire = get(s);
        block->iaddr = s->history.iaddr + ((kind & 0x80) != 0 ? unzigzag(get_number(s)) : 0);
        move_past(&s->history, block);
    }
    return 0;
}

static void get_apb(binary_reader *s, nt_apb *apb, bool *wrong) {
    uint8_t bits = get(s);
    apb->PSEL = (bits & APB_PSEL) != 0;
    apb->PENABLE = (bits & APB_PENABLE) != 0;
    apb->PWRITE = (bits & APB_PWRITE) != 0;
    apb->PSTRB = bits >> APB_PSTRB;
    apb->PADDR = (uint16_t)get_most(s, UINT16_MAX, wrong);
    apb->PWDATA = (uint32_t)get_most(s, UINT32_MAX, wrong);
    *wrong |= (bits & APB_UNKNOWN) != 0;
}

static int get_cycle(nt_ingress_reader *r, uint8_t tag, nt_cycle *cycle, nt_error *error) {
    binary_reader *s = r->state;
    nt_ingress *in = &cycle->ingress;
    bool too_large = false;
    uint8_t more = (tag & HAS_MORE) != 0 ? get(s) : 0;
    if ((more & MORE_UNKNOWN) != 0 || ((tag & HAS_MORE) != 0 && more == 0)) {
        return broken(r, "not a cycle", error);
    }
    if ((tag & HAS_WRITES) != 0 && get_writes(r, cycle, error) != 0) {
        return -1;
    }
    if ((tag & HAS_BITS) != 0) {
        uint8_t bits = get(s);
        cycle->rst = (bits & BIT_RST) != 0;
        cycle->sink_ready = (bits & BIT_NOT_READY) == 0;
        in->halted = (bits & BIT_HALTED) != 0;
        in->reset = (bits & BIT_RESET) != 0;
        in->lowpower = (bits & BIT_LOWPOWER) != 0;
    }
    if ((tag & HAS_MODE) != 0) {
        s->history.priv = get(s);
        s->history.context = get_number(s);
    }
    in->priv = s->history.priv;
    in->context = s->history.context;
    if ((tag & HAS_TRAP) != 0) {
        in->cause = (uint16_t)get_most(s, UINT16_MAX, &too_large);
        in->tval = get_number(s);
    }
    if ((tag & HAS_OTHER) != 0) {
        in->ctype = get(s);
        in->impdef = (uint32_t)get_most(s, UINT32_MAX, &too_large);
        in->trigger = (uint16_t)get_most(s, UINT16_MAX, &too_large);
        in->ext_trigger = get(s);
    }
    if ((more & MORE_TICKS) != 0) {
        r->ticks = get_number(s);
    }
    if ((more & MORE_APB) != 0) {
        get_apb(s, &cycle->apb, &too_large);
    }
    if ((tag & HAS_BLOCKS) != 0 && get_blocks(r, in, error) != 0) {
        return -1;
    }
    return too_large ? broken(r, "a value that is too large", error) : 1;
}

static int check_end(nt_ingress_reader *r, nt_error *error) {
    binary_reader *s = r->state;
    uint64_t cycles = get_number(s);
    if (s->short_read) {
        return broken(r, "truncated", error);
    }
    if (cycles != r->cycles) {
        return broken(r, "the end mark counts another number of cycles", error);
    }
    if (s->at == s->size && fill(r, error) != 0) {
        return -1;
    }
    if (s->at != s->size || s->in.pos != s->in.size) {
        return broken(r, "more after the end", error);
    }
    if (read_packed(r, error) != 0) {
        return -1;
    }
    return s->in.size == 0 ? 0 : broken(r, "more after the end", error);
}

static int binary_next(nt_ingress_reader *r, nt_cycle *cycle, uint64_t *idle, nt_error *error) {
    binary_reader *s = r->state;
    if (s->size - s->at < MOST_RECORD && fill(r, error) != 0) {
        return -1;
    }
    uint8_t tag = get(s);
    int result;
    if (s->short_read) {
        return broken(r, "truncated: no end mark", error);
    }
    if (tag == TAG_END) {
        return check_end(r, error);
    }
    if (tag == TAG_IDLE) {
        *idle = get_number(s);
        result = *idle > 0 ? 1 : broken(r, "no idle cycles", error);
    } else if ((tag & TAG_CYCLE) != 0) {
        result = get_cycle(r, tag, cycle, error);
    } else {
        return broken(r, "not a cycle", error);
    }
    return s->short_read ? broken(r, "truncated", error) : result;
}

/* A name of at most `most` characters. */
static int get_name(nt_ingress_reader *r, char *name, size_t most, nt_error *error) {
    binary_reader *s = r->state;
    size_t length = get(s);
    if (length > most) {
        return broken(r, "a name that is too long", error);
    }
    for (size_t i = 0; i < length; i++) {
        name[i] = (char)get(s);
        if (!nt_is_name_character(name[i])) {
            return broken(r, "not a name", error);
        }
    }
    name[length] = '\0';
    return 0;
}

static int get_fields(nt_ingress_reader *r, nt_error *error) {
    binary_reader *s = r->state;
    uint64_t count = get_number(s);
    if (count > MOST_FIELDS) {
        return broken(r, "too many control fields", error);
    }
    s->fields = (unsigned)count;
    for (unsigned i = 0; i < s->fields; i++) {
        char name[MOST_NAME + 1];
        if (s->size - s->at < MOST_RECORD && fill(r, error) != 0) {
            return -1;
        }
        if (get_name(r, name, MOST_NAME, error) != 0) {
            return -1;
        }
        int field = nt_control_find(name);
        s->field[i] = field < 0 ? UINT16_MAX : (uint16_t)field;
    }
    return 0;
}

static int reader_begin(nt_ingress_reader *r, nt_error *error) {
    binary_reader *s = r->state = calloc(1, sizeof *s);
    if (s == NULL || (s->zstd = ZSTD_createDCtx()) == NULL) {
        return nt_fail(error, "%s: out of memory", r->path);
    }
    uint8_t start[sizeof nt_binary_magic];
    if (fread(start, 1, sizeof start, r->stream) != sizeof start ||
        memcmp(start, nt_binary_magic, sizeof nt_binary_magic) != 0) {
        return nt_fail(error, "%s: offset 0: not an ingress file", r->path);
    }
    if (fill(r, error) != 0) {
        return -1;
    }
    unsigned version = get(s);
    if (!s->short_read && version != NT_INGRESS_FILE_VERSION) {
        return nt_fail(error, "%s: version %u of the form is not known (this reads %d)", r->path,
                       version, NT_INGRESS_FILE_VERSION);
    }
    r->port.xlen = get(s);
    r->port.nblocks = get(s);
    r->port.itype_w = get(s);
    r->port.iretire_w = get(s);
    r->port.context_w = get(s);
    r->port.ntriggers = get(s);
    if (get_name(r, r->port.build, sizeof r->port.build - 1, error) != 0 ||
        get_fields(r, error) != 0) {
        return -1;
    }
    return s->short_read ? broken(r, "truncated", error) : 0;
}

static void reader_release(nt_ingress_reader *r) {
    binary_reader *s = r->state;
    if (s != NULL) {
        ZSTD_freeDCtx(s->zstd);
        free(s);
    }
}

const nt_reader_form nt_binary_reader = {reader_begin, binary_next, reader_release};
