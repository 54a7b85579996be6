/* SPDX-License-Identifier: Apache-2.0 */
/* Writes bits of messages, for both encoders: fields into the MDO bits of bytes, MSEO at their
   ends (N-Trace 1.0, "N-Trace Transmission Protocol"). Private to the messages layer. */
#ifndef NT_MESSAGES_BITS_H
#define NT_MESSAGES_BITS_H

#include "libntrace/util/little.h"
#include "ntrace/messages.h"

enum { MDO_BITS = 6, MSEO_BITS = 2, MSEO_MASK = 3 };
enum { MSEO_NORMAL = 0, MSEO_END_OF_FIELD = 1, MSEO_RESERVED = 2, MSEO_END_OF_MESSAGE = 3 };

typedef struct nt_bit_writer {
    uint8_t *bytes;
    size_t bits; /* MDO bits written */
} nt_bit_writer;

/* Writes the lower `width` bits of a value; bits above 64 are 0. */
static inline void nt_put_bits(nt_bit_writer *out, uint64_t value, unsigned width) {
    for (unsigned i = 0; i < width; i++, out->bits++) {
        uint8_t *byte = &out->bytes[out->bits / MDO_BITS];
        unsigned at = (unsigned)(out->bits % MDO_BITS);
        if (at == 0) {
            *byte = MSEO_NORMAL;
        }
        *byte = (uint8_t)(*byte | (i < 64 ? value >> i & 1 : 0) << (MSEO_BITS + at));
    }
}

/* Ends a variable field: zeros up to the byte's end, and the mark. */
static inline void nt_put_end(nt_bit_writer *out) {
    while (out->bits % MDO_BITS != 0) {
        out->bits++;
    }
    out->bytes[out->bits / MDO_BITS - 1] |= MSEO_END_OF_FIELD;
}

static inline bool nt_fits(uint64_t value, unsigned width) {
    return width >= 64 || value >> width == 0;
}

/* Properties of the layout, in messages.c. */

/* Returns the maximum of bits of a field's value; for a fixed field its width. */
unsigned nt_field_most_bits(nt_field field, const nt_message_format *format);
/* Returns the bits of a variable field's shortest form, without the zeros up to the byte's end. */
unsigned nt_field_shortest(nt_field field, uint64_t value, const nt_message_format *format);
/* Returns an address of which `width` bits were sent; the others equal the last of these. */
uint64_t nt_address_extend(uint64_t value, unsigned width, unsigned addr_bits);
bool nt_field_is_address(nt_field field);
/* Returns whether the layout excludes the field, given the fields before it. */
bool nt_field_is_excluded(const nt_message_layout *layout, nt_field field,
                          const nt_message *message, const nt_message_format *format);

/* Bytes of a message that nt_whole_message finds. */
enum { NT_WHOLE_MOST = 16 };

/* Finds the first byte with MSEO=11: its place and 1, or 0. `wrong`: MSEO=10 comes before it. */
static inline unsigned nt_end_in(uint64_t word, bool *wrong) {
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t upper = word >> 1 & each;
    uint64_t end = upper & word;
    uint64_t up_to_end = end ^ (end - 1); /* all, where there is none */
    *wrong = (upper & ~word & up_to_end) != 0;
    return end == 0 ? 0 : (unsigned)__builtin_ctzll(end) / 8 + 1;
}

/* Returns the bytes of a message that is whole in the first NT_WHOLE_MOST bytes; 0: there is none.
 */
static inline size_t nt_whole_message(const uint8_t *bytes, size_t size) {
    if (size < NT_WHOLE_MOST || (bytes[0] & MSEO_MASK) != MSEO_NORMAL) {
        return 0;
    }
    bool wrong;
    unsigned end = nt_end_in(nt_little_64(bytes), &wrong);
    if (end != 0 || wrong) {
        return wrong ? 0 : end;
    }
    end = nt_end_in(nt_little_64(bytes + NT_WHOLE_MOST / 2), &wrong);
    return end == 0 || wrong ? 0 : NT_WHOLE_MOST / 2 + end;
}

#endif
