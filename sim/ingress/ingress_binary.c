/* The binary form of an ingress file: 8 bytes of magic, then one zstd frame (with its checksum) of
   header, cycles and end mark; docs/ingress.md has every byte. */
#include "model/control/control.h"
#include "sim/ingress/ingress_formats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum {
    TAG_END = 0x00,
    TAG_IDLE = 0x01,
    TAG_CYCLE = 0x80, /* with the flags below */
};

enum {
    HAS_WRITES = 0x01,
    HAS_BLOCKS = 0x02,
    HAS_TRAP = 0x04,
    HAS_BITS = 0x08,
    HAS_MODE = 0x10,  /* privilege or context differ from the last cycle that was not idle */
    HAS_OTHER = 0x20, /* ctype, time, impdef, trigger */
    HAS_UNKNOWN = 0x40,
};

enum { BIT_RST = 1, BIT_NOT_READY = 2, BIT_HALTED = 4, BIT_RESET = 8, BIT_LOWPOWER = 16 };

enum {
    BUFFER = 1 << 16,
    MOST_RECORD = 512, /* bytes of the longest cycle */
    MOST_FIELDS = 1024,
    MOST_NAME = 63,
    LEVEL = 1,
};

static const uint8_t magic[8] = {NT_BINARY_MARK, 'N', 'T', 'I', '\r', '\n', 0x1a, '\n'};

/* What both sides carry from cycle to cycle. */
typedef struct history {
    uint64_t iaddr; /* where the last block ended */
    uint64_t context;
    uint8_t priv;
} history;

static void move_past(history *h, const nt_block *block) {
    h->iaddr = block->iaddr + 2u * block->iretire;
}

/* Writing. */

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
    return nt_output_file_write(w->file, magic, sizeof magic, error);
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
    bool other = in->ctype != 0 || in->time != 0 || in->impdef != 0 || in->trigger != 0;
    put(s,
        (uint8_t)(TAG_CYCLE | (cycle->writes > 0 ? HAS_WRITES : 0) | (blocks > 0 ? HAS_BLOCKS : 0) |
                  (in->cause != 0 || in->tval != 0 ? HAS_TRAP : 0) | (bits != 0 ? HAS_BITS : 0) |
                  (mode ? HAS_MODE : 0) | (other ? HAS_OTHER : 0)));
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
        put_number(s, in->time);
        put_number(s, in->impdef);
        put_number(s, in->trigger);
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

/* Reading. */

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

static int get_cycle(nt_ingress_reader *r, uint8_t tag, nt_cycle *cycle, nt_error *error) {
    binary_reader *s = r->state;
    nt_ingress *in = &cycle->ingress;
    bool too_large = false;
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
        in->time = get_number(s);
        in->impdef = (uint32_t)get_most(s, UINT32_MAX, &too_large);
        in->trigger = (uint16_t)get_most(s, UINT16_MAX, &too_large);
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
    } else if ((tag & TAG_CYCLE) != 0 && (tag & HAS_UNKNOWN) == 0) {
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
        if (name[i] <= ' ' || name[i] > '~') {
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
    uint8_t start[sizeof magic];
    if (fread(start, 1, sizeof start, r->stream) != sizeof start ||
        memcmp(start, magic, sizeof magic) != 0) {
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
