/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/bits.h"
#include "libntrace/messages/tables.h"

#include <string.h>

/* N-Trace 1.0, tables "Details of Common Fields", "Maximum Field Sizes" and those of each message.
   Where the specification names no maximum the 64 bits of "N-Trace subset" stand. */
const nt_field_info nt_fields[NT_FIELDS] = {
    [NT_FIELD_TCODE] = {"TCODE", NT_FIXED, 6, false},
    [NT_FIELD_SRC] = {"SRC", NT_FIXED, 12, true},
    [NT_FIELD_SYNC] = {"SYNC", NT_FIXED, 4, false},
    [NT_FIELD_BTYPE] = {"B-TYPE", NT_FIXED, 2, false},
    [NT_FIELD_PROCESS] = {"PROCESS", NT_VARIABLE, 64, false},
    [NT_FIELD_ETYPE] = {"ETYPE", NT_FIXED, 4, false},
    [NT_FIELD_ECODE] = {"ECODE", NT_VARIABLE, 64, false},
    [NT_FIELD_RCODE] = {"RCODE", NT_FIXED, 4, false},
    [NT_FIELD_RDATA] = {"RDATA", NT_VARIABLE, 32, false},
    [NT_FIELD_HREPEAT] = {"HREPEAT", NT_VARIABLE, 18, true},
    [NT_FIELD_BCNT] = {"B-CNT", NT_VARIABLE, 18, false},
    [NT_FIELD_EVCODE] = {"EVCODE", NT_FIXED, 4, false},
    [NT_FIELD_CDF] = {"CDF", NT_FIXED, 2, false},
    [NT_FIELD_ICNT] = {"I-CNT", NT_VARIABLE, 22, false},
    [NT_FIELD_FADDR] = {"F-ADDR", NT_VARIABLE, 63, false},
    [NT_FIELD_UADDR] = {"U-ADDR", NT_VARIABLE, 63, false},
    [NT_FIELD_HIST] = {"HIST", NT_VARIABLE, 32, false},
    [NT_FIELD_TSTAMP] = {"TSTAMP", NT_VARIABLE, 64, true},
};

#define FIELDS(...)                                                                                \
    { NT_FIELD_TCODE, NT_FIELD_SRC, __VA_ARGS__, NT_FIELD_TSTAMP }
#define ALL                                                                                        \
    { NT_FIELD_NONE, 0, 0, 0, 0 }

/* N-Trace 1.0, table "Fields in Messages". */
const nt_message_layout nt_message_layouts[NT_TCODES] = {
    [NT_TCODE_OWNERSHIP] = {"Ownership", FIELDS(NT_FIELD_PROCESS), ALL},
    [NT_TCODE_DIRECT_BRANCH] = {"DirectBranch", FIELDS(NT_FIELD_ICNT), ALL},
    [NT_TCODE_INDIRECT_BRANCH] = {"IndirectBranch",
                                  FIELDS(NT_FIELD_BTYPE, NT_FIELD_ICNT, NT_FIELD_UADDR), ALL},
    [NT_TCODE_ERROR] = {"Error", FIELDS(NT_FIELD_ETYPE, NT_FIELD_ECODE), ALL},
    [NT_TCODE_PROG_TRACE_SYNC] = {"ProgTraceSync",
                                  FIELDS(NT_FIELD_SYNC, NT_FIELD_ICNT, NT_FIELD_FADDR), ALL},
    [NT_TCODE_DIRECT_BRANCH_SYNC] = {"DirectBranchSync",
                                     FIELDS(NT_FIELD_SYNC, NT_FIELD_ICNT, NT_FIELD_FADDR), ALL},
    [NT_TCODE_INDIRECT_BRANCH_SYNC] = {"IndirectBranchSync",
                                       FIELDS(NT_FIELD_SYNC, NT_FIELD_BTYPE, NT_FIELD_ICNT,
                                              NT_FIELD_FADDR),
                                       ALL},
    [NT_TCODE_RESOURCE_FULL] = {"ResourceFull",
                                FIELDS(NT_FIELD_RCODE, NT_FIELD_RDATA, NT_FIELD_HREPEAT),
                                {NT_FIELD_HREPEAT, NT_FIELD_RCODE, 2, 2, 8}},
    [NT_TCODE_INDIRECT_BRANCH_HIST] = {"IndirectBranchHist",
                                       FIELDS(NT_FIELD_BTYPE, NT_FIELD_ICNT, NT_FIELD_UADDR,
                                              NT_FIELD_HIST),
                                       ALL},
    [NT_TCODE_INDIRECT_BRANCH_HIST_SYNC] = {"IndirectBranchHistSync",
                                            FIELDS(NT_FIELD_SYNC, NT_FIELD_BTYPE, NT_FIELD_ICNT,
                                                   NT_FIELD_FADDR, NT_FIELD_HIST),
                                            ALL},
    [NT_TCODE_REPEAT_BRANCH] = {"RepeatBranch", FIELDS(NT_FIELD_BCNT), ALL},
    [NT_TCODE_PROG_TRACE_CORRELATION] = {"ProgTraceCorrelation",
                                         FIELDS(NT_FIELD_EVCODE, NT_FIELD_CDF, NT_FIELD_ICNT,
                                                NT_FIELD_HIST),
                                         {NT_FIELD_HIST, NT_FIELD_CDF, 1, 1, 0}},
};

const nt_field_info *nt_field_get(unsigned field) {
    return field > NT_FIELD_NONE && field < NT_FIELDS ? &nt_fields[field] : NULL;
}

const nt_message_layout *nt_message_layout_get(unsigned tcode) {
    return tcode < NT_TCODES ? &nt_message_layouts[tcode] : NULL;
}

void nt_message_set(nt_message *message, nt_field field, uint64_t value) {
    if (field == NT_FIELD_TCODE) {
        message->tcode = (uint8_t)(value & (NT_TCODES - 1));
    }
    message->present |= UINT32_C(1) << field;
    message->value[field] = value;
}

static unsigned fixed_width(nt_field field, const nt_message_format *format) {
    return field == NT_FIELD_SRC ? format->src_bits : nt_fields[field].width;
}

/* Bits that a field may have; rc7 sets no limit to these two. */
static unsigned widest(nt_field field, const nt_message_format *format) {
    bool free = format->rc7 && (field == NT_FIELD_HREPEAT || field == NT_FIELD_BCNT);
    return free ? 64 : fixed_width(field, format);
}

bool nt_field_is_excluded(const nt_message_layout *layout, nt_field field,
                          const nt_message *message, const nt_message_format *format) {
    if (field == NT_FIELD_SRC) {
        return format->src_bits == 0;
    }
    return field == layout->only.field && message->value[layout->only.by] != layout->only.value;
}

bool nt_field_is_address(nt_field field) {
    return field == NT_FIELD_FADDR || field == NT_FIELD_UADDR;
}

/* ---- encode ---- */

/* Bits of a variable field's shortest form. */
static unsigned shortest(uint64_t value) {
    unsigned width = 1;
    while (width < 64 && value >> width != 0) {
        width++;
    }
    return width;
}

/* The same of an address of which equal upper bits may be left out, in whole MDOs. An address
   starts on a byte boundary. */
static unsigned shortest_address(uint64_t value, unsigned addr_bits) {
    for (unsigned width = MDO_BITS; width < addr_bits; width += MDO_BITS) {
        uint64_t upper = value >> (width - 1);
        if (upper == 0 || upper == UINT64_MAX >> (64 - (addr_bits - (width - 1)))) {
            return width;
        }
    }
    return addr_bits; /* in full: a 1 at the end of fewer MDOs would be extended */
}

unsigned nt_field_shortest(nt_field field, uint64_t value, const nt_message_format *format) {
    bool extended = nt_field_is_address(field) && format->addr_bits != 0;
    return extended ? shortest_address(value, format->addr_bits) : shortest(value);
}

unsigned nt_field_most_bits(nt_field field, const nt_message_format *format) {
    bool extended = nt_field_is_address(field) && format->addr_bits != 0;
    return extended ? format->addr_bits : widest(field, format);
}

static void put_field(nt_bit_writer *out, nt_field field, uint64_t value,
                      const nt_message_format *format) {
    if (nt_fields[field].kind == NT_FIXED) {
        nt_put_bits(out, value, fixed_width(field, format));
    } else {
        nt_put_bits(out, value, nt_field_shortest(field, value, format));
        nt_put_end(out);
    }
}

size_t nt_message_encode(const nt_message *message, const nt_message_format *format,
                         uint8_t bytes[NT_MESSAGE_MAX_BYTES]) {
    if (message->tcode >= NT_TCODES || nt_message_layouts[message->tcode].name == NULL ||
        format->src_bits > nt_fields[NT_FIELD_SRC].width) {
        return 0;
    }
    const nt_message_layout *layout = &nt_message_layouts[message->tcode];
    nt_bit_writer out = {bytes, 0};
    for (const uint8_t *field = layout->field; *field != NT_FIELD_NONE; field++) {
        if (nt_field_is_excluded(layout, *field, message, format) ||
            (*field == NT_FIELD_TSTAMP && !nt_message_has(message, NT_FIELD_TSTAMP))) {
            continue;
        }
        uint64_t value = *field == NT_FIELD_TCODE ? message->tcode : message->value[*field];
        bool there = *field == NT_FIELD_TCODE || nt_message_has(message, *field);
        if (!there || !nt_fits(value, nt_field_most_bits(*field, format)) ||
            (*field == layout->only.by && value > layout->only.last) ||
            (*field == NT_FIELD_TSTAMP && !format->tstamp)) {
            return 0;
        }
        put_field(&out, *field, value, format);
    }
    size_t size = out.bits / MDO_BITS;
    bytes[size - 1] |= MSEO_END_OF_MESSAGE;
    return size;
}

/* ---- decode ---- */

typedef struct bit_reader {
    const uint8_t *bytes;
    size_t size;
    size_t at;     /* current byte */
    unsigned used; /* MDO bits of it already read, 0 to 5 */
    bool tolerant;
    unsigned ended; /* MSEO of a byte that a fixed field filled and that ended a variable one; 0 */
} bit_reader;

static nt_message_status cut_short(unsigned mseo) {
    return mseo == MSEO_END_OF_MESSAGE ? NT_MESSAGE_SHORT : NT_MESSAGE_BAD_END;
}

/* A field that ends a byte, or lies in several. */
static nt_message_status get_split(bit_reader *in, unsigned width, uint64_t *value) {
    *value = 0;
    for (unsigned got = 0; got < width;) {
        if (in->at >= in->size) {
            return NT_MESSAGE_SHORT;
        }
        unsigned take = MDO_BITS - in->used;
        if (take > width - got) {
            take = width - got;
        }
        unsigned bits = (unsigned)in->bytes[in->at] >> (MSEO_BITS + in->used);
        *value |= (uint64_t)(bits & ((1u << take) - 1)) << got;
        got += take;
        in->used += take;
        if (in->used == MDO_BITS) {
            unsigned mseo = in->bytes[in->at] & MSEO_MASK;
            /* A byte of fixed fields alone has MSEO=00: variable fields follow in every message. */
            if (mseo == MSEO_RESERVED || (mseo != MSEO_NORMAL && (!in->tolerant || got < width))) {
                return cut_short(mseo);
            }
            in->ended = mseo;
            in->at++;
            in->used = 0;
        }
    }
    return NT_MESSAGE_OK;
}

static inline nt_message_status get_fixed(bit_reader *in, unsigned width, uint64_t *value) {
    if (in->at < in->size && in->used + width < MDO_BITS) {
        *value = (unsigned)in->bytes[in->at] >> (MSEO_BITS + in->used) & ((1u << width) - 1);
        in->used += width;
        return NT_MESSAGE_OK;
    }
    return get_split(in, width, value);
}

/* More of a variable field whose first 58 bits or more are in `value`. */
static nt_message_status get_long(bit_reader *in, uint64_t *value, unsigned *width) {
    nt_message_status status = NT_MESSAGE_OK;
    for (; in->at < in->size; in->at++) {
        unsigned mseo = in->bytes[in->at] & MSEO_MASK;
        uint64_t bits = (uint64_t)in->bytes[in->at] >> MSEO_BITS;
        if (*width < 64) {
            *value |= bits << *width;
        }
        if (*width >= 64 ? bits != 0 : bits >> (64 - *width) != 0) {
            status = NT_MESSAGE_TOO_WIDE;
        }
        *width += MDO_BITS;
        if (mseo != MSEO_NORMAL) {
            in->at++;
            return mseo == MSEO_RESERVED ? NT_MESSAGE_BAD_END : status;
        }
    }
    return NT_MESSAGE_SHORT;
}

static nt_message_status get_variable(bit_reader *in, uint64_t *value, unsigned *width) {
    unsigned used = in->used;
    uint64_t all = 0;
    unsigned bits = 0;
    in->used = 0;
    while (in->at < in->size && bits + MDO_BITS <= 64) {
        unsigned byte = in->bytes[in->at++];
        all |= (uint64_t)(byte >> (MSEO_BITS + used)) << bits;
        bits += MDO_BITS - used;
        used = 0;
        if ((byte & MSEO_MASK) != MSEO_NORMAL) {
            *value = all;
            *width = bits;
            return (byte & MSEO_MASK) == MSEO_RESERVED ? NT_MESSAGE_BAD_END : NT_MESSAGE_OK;
        }
    }
    *value = all;
    *width = bits;
    return get_long(in, value, width);
}

uint64_t nt_address_extend(uint64_t value, unsigned width, unsigned addr_bits) {
    bool extended = width != 0 && width < addr_bits && (value >> (width - 1) & 1) != 0;
    return extended ? value | (UINT64_MAX >> (64 - addr_bits) & UINT64_MAX << width) : value;
}

/* Up to which width a value is plain that is wider than the specification allows; 0: it never is.
 */
static unsigned plain_width(nt_field field) {
    bool count = field == NT_FIELD_HREPEAT || field == NT_FIELD_BCNT;
    return field == NT_FIELD_ICNT ? 32 : count ? 64 : 0;
}

/* A variable field, extended and in its bounds. */
static inline nt_message_status get_bounded(bit_reader *in, nt_message *message, nt_field field,
                                            const nt_message_format *format, uint64_t *value,
                                            unsigned *width) {
    nt_message_status status = get_variable(in, value, width);
    if (status == NT_MESSAGE_OK && !nt_fits(*value, nt_fields[field].width) &&
        !nt_fits(*value, widest(field, format))) {
        bool plain = plain_width(field) != 0 && nt_fits(*value, plain_width(field));
        if (!format->tolerant || !plain) {
            return NT_MESSAGE_TOO_WIDE;
        }
        message->tolerated |= 1u << NT_TOLERATED_WIDE;
    }
    if (nt_field_is_address(field)) {
        *value = nt_address_extend(*value, *width, format->addr_bits);
    }
    return status;
}

static inline nt_message_status get_field(bit_reader *in, nt_message *message, nt_field field,
                                          const nt_message_format *format) {
    uint64_t value;
    unsigned width;
    nt_message_status status;
    if (nt_fields[field].kind == NT_FIXED) {
        width = fixed_width(field, format);
        status = get_fixed(in, width, &value);
    } else if (in->ended != 0) {
        in->ended = 0;
        value = width = 0;
        message->tolerated |= 1u << NT_TOLERATED_EMPTY;
        status = NT_MESSAGE_OK;
    } else {
        status = get_bounded(in, message, field, format, &value, &width);
    }
    message->present |= UINT32_C(1) << field;
    message->value[field] = value;
    message->width[field] = (uint8_t)(width < UINT8_MAX ? width : UINT8_MAX);
    return status;
}

/* What comes before all other fields, and all that stays of an earlier message but values. */
static nt_message_status get_tcode(bit_reader *in, nt_message *message) {
    uint64_t tcode;
    message->present = 0;
    message->tolerated = 0;
    memset(message->width, 0, sizeof message->width);
    nt_message_status status = get_fixed(in, MDO_BITS, &tcode);
    message->width[NT_FIELD_TCODE] = MDO_BITS;
    nt_message_set(message, NT_FIELD_TCODE, tcode);
    return status;
}

/* Whether the field that comes next may have no bits, where a tolerant reader found the end of one:
   the message may end there only if that field is I-CNT and the last but for TSTAMP. */
static bool may_be_empty(const bit_reader *in, const nt_message *message,
                         const nt_message_layout *layout, const nt_message_format *format,
                         const uint8_t *next) {
    if (in->ended == MSEO_END_OF_FIELD) {
        return nt_fields[*next].kind == NT_VARIABLE;
    }
    return *next == NT_FIELD_ICNT &&
           (next[1] == NT_FIELD_TSTAMP ||
            (next[2] == NT_FIELD_TSTAMP && nt_field_is_excluded(layout, next[1], message, format)));
}

/* The fields behind TCODE. */
static nt_message_status get_fields(bit_reader *in, nt_message *message,
                                    const nt_message_layout *layout,
                                    const nt_message_format *format, nt_field *field) {
    for (const uint8_t *next = layout->field + 1; *next != NT_FIELD_NONE; next++) {
        *field = *next;
        bool absent = *next == NT_FIELD_TSTAMP && (!format->tstamp || in->at >= in->size);
        if (absent || nt_field_is_excluded(layout, *next, message, format)) {
            continue;
        }
        nt_message_status status = get_field(in, message, *next, format);
        if (status != NT_MESSAGE_OK) {
            return status;
        }
        if (in->ended != 0 && !may_be_empty(in, message, layout, format, next + 1)) {
            return cut_short(in->ended);
        }
        if (*next == layout->only.by && message->value[*next] > layout->only.last &&
            (*next != NT_FIELD_RCODE || !nt_is_vendor_run(format->vendor, message->value[*next]))) {
            bool vendor = layout->only.vendor != 0 && message->value[*next] >= layout->only.vendor;
            return vendor ? NT_MESSAGE_UNKNOWN : NT_MESSAGE_RESERVED;
        }
    }
    *field = NT_FIELD_NONE;
    return NT_MESSAGE_OK;
}

nt_message_status nt_message_decode(nt_message *message, const nt_message_format *format,
                                    const uint8_t *bytes, size_t size, nt_field *field) {
    static const nt_message_layout unknown = {NULL, {NT_FIELD_TCODE, NT_FIELD_SRC}, ALL};
    bit_reader in = {.bytes = bytes, .size = size};
    nt_message_status status = get_tcode(&in, message);
    *field = NT_FIELD_TCODE;
    if (status != NT_MESSAGE_OK) {
        return status;
    }
    const nt_message_layout *layout = &nt_message_layouts[message->tcode];
    bool known = layout->name != NULL;
    in.tolerant = format->tolerant && known;
    status = get_fields(&in, message, known ? layout : &unknown, format, field);
    if (!known) {
        *field = NT_FIELD_TCODE;
        return NT_MESSAGE_UNKNOWN;
    }
    if (status != NT_MESSAGE_OK) {
        return status;
    }
    /* Of a message that the framer did not keep whole the last byte is missing. */
    bool whole = in.at == size && (bytes[size - 1] & MSEO_MASK) == MSEO_END_OF_MESSAGE;
    return whole ? NT_MESSAGE_OK : NT_MESSAGE_LONG;
}
