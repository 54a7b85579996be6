/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/messages/assembly_statement.h"
#include "libntrace/messages/bits.h"
#include "libntrace/messages/tables.h"

static bool is_fixed(const nt_statement_part *part) {
    return part->field != NT_FIELD_NONE && nt_fields[part->field].kind == NT_FIXED;
}

/* Bits up to the end of the byte in which the last of `width`, the first of which is bit `start`,
   lies. */
static unsigned up_to_byte(size_t start, unsigned width) {
    unsigned over = (unsigned)((start + width) % MDO_BITS);
    return over == 0 ? width : width + MDO_BITS - over;
}

static unsigned shortest_of(const nt_statement_part *part, const nt_message_format *format) {
    static const nt_message_format plain = {0};
    nt_field field = (nt_field)part->field;
    bool fits = nt_field_is_address(field) && nt_fits(part->value, format->addr_bits);
    return nt_field_shortest(field, part->value, fits ? format : &plain);
}

/* Bits of a part that starts at bit `start` of the message, those up to a byte's end too. */
static unsigned width_of(const nt_statement_part *part, size_t start,
                         const nt_message_format *format) {
    if (is_fixed(part)) {
        return part->bits != 0 ? part->bits : nt_field_most_bits((nt_field)part->field, format);
    }
    return up_to_byte(start, part->bits != 0 ? part->bits : shortest_of(part, format));
}

static void put_part(nt_bit_writer *out, const nt_statement_part *part, unsigned width) {
    if (part->ones) {
        for (unsigned i = 0; i < part->bits; i++) {
            nt_put_bits(out, 1, 1);
        }
    } else {
        nt_put_bits(out, part->value, width);
    }
    if (!is_fixed(part)) {
        nt_put_end(out);
    }
}

size_t nt_statement_pack(const nt_statement *statement, const nt_message_format *format,
                         uint8_t *bytes, size_t room) {
    nt_bit_writer out = {bytes, 0};
    nt_put_bits(&out, statement->tcode, nt_fields[NT_FIELD_TCODE].width);
    for (size_t i = 0; i < statement->count; i++) {
        const nt_statement_part *part = &statement->part[i];
        unsigned width = width_of(part, out.bits, format);
        if (out.bits + width > room * MDO_BITS) {
            return 0;
        }
        put_part(&out, part, width);
    }
    size_t size = (out.bits + MDO_BITS - 1) / MDO_BITS;
    bytes[size - 1] |= MSEO_END_OF_MESSAGE;
    return size;
}

/* ---- unpack ---- */

/* Adds a part that was sent in `width` bits from bit `*start` on. */
static bool add(nt_statement *statement, const nt_message_format *format, nt_statement_part part,
                unsigned width, size_t *start) {
    if (statement->count == NT_STATEMENT_PARTS) {
        return false;
    }
    part.bits = 0;
    if (width_of(&part, *start, format) != width) {
        part.bits = (uint16_t)width;
    }
    statement->part[statement->count++] = part;
    *start += width;
    return true;
}

/* The variable field that begins at bit `start`. */
static nt_statement_part unnamed(const uint8_t *bytes, size_t size, size_t start, unsigned *width) {
    nt_statement_part part = {.field = NT_FIELD_NONE};
    *width = 0;
    for (size_t bit = start; bit < size * MDO_BITS; bit++) {
        unsigned at = (unsigned)(bit % MDO_BITS);
        uint8_t byte = bytes[bit / MDO_BITS];
        if (*width < 64) {
            part.value |= (uint64_t)(byte >> (MSEO_BITS + at) & 1) << *width;
        }
        ++*width;
        if (at == MDO_BITS - 1 && (byte & MSEO_MASK) != MSEO_NORMAL) {
            break;
        }
    }
    return part;
}

/* Whether what decoding says about `field` leaves its value whole. */
static bool is_whole(nt_message_status status) {
    return status == NT_MESSAGE_OK || status == NT_MESSAGE_TOO_WIDE ||
           status == NT_MESSAGE_RESERVED || status == NT_MESSAGE_LONG;
}

static bool add_named(nt_statement *statement, const nt_message_format *format,
                      const nt_message *message, nt_message_status status, nt_field about,
                      size_t *start) {
    static const uint8_t unknown[] = {NT_FIELD_TCODE, NT_FIELD_SRC, NT_FIELD_NONE};
    const nt_message_layout *layout = &nt_message_layouts[message->tcode];
    const uint8_t *field = (layout->name == NULL ? unknown : layout->field) + 1;
    for (; *field != NT_FIELD_NONE; field++) {
        bool last = status != NT_MESSAGE_UNKNOWN && *field == about;
        if (nt_message_has(message, (nt_field)*field) && (!last || is_whole(status))) {
            nt_statement_part part = {.field = *field, .value = message->value[*field]};
            if (!add(statement, format, part, message->width[*field], start)) {
                return false;
            }
        }
        if (last) {
            break;
        }
    }
    return true;
}

bool nt_statement_unpack(nt_statement *statement, const nt_message_format *format,
                         const uint8_t *bytes, size_t size, nt_message_status *status,
                         nt_field *about) {
    nt_message message;
    *status = nt_message_decode(&message, format, bytes, size, about);
    statement->tcode = message.tcode;
    statement->loose = *status != NT_MESSAGE_OK;
    statement->count = 0;
    size_t start = nt_fields[NT_FIELD_TCODE].width;
    if (!add_named(statement, format, &message, *status, *about, &start)) {
        return false;
    }
    while (start < size * MDO_BITS) {
        unsigned width;
        nt_statement_part part = unnamed(bytes, size, start, &width);
        if (!add(statement, format, part, width, &start)) {
            return false;
        }
    }
    return true;
}

/* ---- check ---- */

/* Whether `bits` of the part, as they are sent, say its value. */
static bool bits_suffice(const nt_statement_part *part, const nt_message_format *format,
                         size_t start) {
    unsigned width = width_of(part, start, format);
    nt_field field = (nt_field)part->field;
    if (part->ones || nt_fits(part->value, width)) {
        /* Upper bits that are left out would come back as ones. */
        return part->ones || !nt_field_is_address(field) ||
               nt_address_extend(part->value, width, format->addr_bits) == part->value;
    }
    return nt_field_is_address(field) && width < format->addr_bits &&
           nt_address_extend(part->value & (UINT64_MAX >> (64 - width)), width,
                             format->addr_bits) == part->value;
}

static nt_assembly_status check_widths(const nt_statement *statement,
                                       const nt_message_format *format, size_t *at,
                                       nt_field *about) {
    size_t start = nt_fields[NT_FIELD_TCODE].width;
    for (size_t i = 0; i < statement->count; i++) {
        const nt_statement_part *part = &statement->part[i];
        *at = i;
        *about = (nt_field)part->field;
        if (!statement->loose && is_fixed(part) && part->bits != 0 &&
            part->bits != nt_field_most_bits(*about, format)) {
            return NT_ASSEMBLY_FIXED_WIDTH;
        }
        if (!bits_suffice(part, format, start)) {
            return NT_ASSEMBLY_TOO_WIDE;
        }
        start += width_of(part, start, format);
    }
    return NT_ASSEMBLY_OK;
}

/* One field of the layout, which stands first in what is left of the statement, or should. */
static nt_assembly_status check_field(const nt_statement *statement,
                                      const nt_message_format *format, nt_message *message,
                                      nt_field field, size_t *at) {
    const nt_message_layout *layout = &nt_message_layouts[statement->tcode];
    bool excluded = nt_field_is_excluded(layout, field, message, format) ||
                    (field == NT_FIELD_TSTAMP && !format->tstamp);
    bool there = *at < statement->count && statement->part[*at].field == field;
    if (!there) {
        return excluded || field == NT_FIELD_TSTAMP ? NT_ASSEMBLY_OK : NT_ASSEMBLY_MISSING;
    }
    const nt_statement_part *part = &statement->part[*at];
    if (excluded) {
        return NT_ASSEMBLY_EXCLUDED;
    }
    if (part->ones || !nt_fits(part->value, nt_field_most_bits(field, format))) {
        return NT_ASSEMBLY_TOO_WIDE;
    }
    if (field == layout->only.by && part->value > layout->only.last) {
        return NT_ASSEMBLY_RESERVED;
    }
    nt_message_set(message, field, part->value);
    ++*at;
    return NT_ASSEMBLY_OK;
}

static nt_assembly_status check_layout(const nt_statement *statement,
                                       const nt_message_format *format, size_t *at,
                                       nt_field *about) {
    const nt_message_layout *layout = &nt_message_layouts[statement->tcode];
    nt_message message = {.tcode = statement->tcode};
    *at = 0;
    *about = NT_FIELD_TCODE;
    if (layout->name == NULL) {
        return NT_ASSEMBLY_NO_MESSAGE;
    }
    for (const uint8_t *field = layout->field + 1; *field != NT_FIELD_NONE; field++) {
        nt_assembly_status status = check_field(statement, format, &message, (nt_field)*field, at);
        if (status != NT_ASSEMBLY_OK) {
            *about = (nt_field)*field;
            return status;
        }
    }
    if (*at < statement->count) {
        *about = (nt_field)statement->part[*at].field;
        return NT_ASSEMBLY_NOT_HERE;
    }
    return NT_ASSEMBLY_OK;
}

nt_assembly_status nt_statement_check(const nt_statement *statement,
                                      const nt_message_format *format, size_t *at,
                                      nt_field *about) {
    nt_assembly_status status =
        statement->loose ? NT_ASSEMBLY_OK : check_layout(statement, format, at, about);
    return status == NT_ASSEMBLY_OK ? check_widths(statement, format, at, about) : status;
}
