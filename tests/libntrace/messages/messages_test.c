/* SPDX-License-Identifier: Apache-2.0 */
/* The message table against a list typed from N-Trace 1.0 (tables "Fields in Messages", "Details
   of Common Fields", "Maximum Field Sizes" and those of each message), and the codec against the
   bytes that the specification prints. The list must never be made from the table. */
#include "libntrace/messages/tables.h"
#include "ntrace/messages.h"
#include "sim/util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct pinned_message {
    unsigned tcode;
    const char *name;
    const char *fields; /* NAME[n] fixed, NAME[<=n] variable, NAME? configured or conditional */
} pinned_message;

static const pinned_message pinned[] = {
    {2, "Ownership", "TCODE[6] SRC?[12] PROCESS[<=64] TSTAMP?[<=64]"},
    {3, "DirectBranch", "TCODE[6] SRC?[12] I-CNT[<=22] TSTAMP?[<=64]"},
    {4, "IndirectBranch", "TCODE[6] SRC?[12] B-TYPE[2] I-CNT[<=22] U-ADDR[<=63] TSTAMP?[<=64]"},
    {8, "Error", "TCODE[6] SRC?[12] ETYPE[4] ECODE[<=64] TSTAMP?[<=64]"},
    {9, "ProgTraceSync", "TCODE[6] SRC?[12] SYNC[4] I-CNT[<=22] F-ADDR[<=63] TSTAMP?[<=64]"},
    {11, "DirectBranchSync", "TCODE[6] SRC?[12] SYNC[4] I-CNT[<=22] F-ADDR[<=63] TSTAMP?[<=64]"},
    {12, "IndirectBranchSync",
     "TCODE[6] SRC?[12] SYNC[4] B-TYPE[2] I-CNT[<=22] F-ADDR[<=63] TSTAMP?[<=64]"},
    {27, "ResourceFull", "TCODE[6] SRC?[12] RCODE[4] RDATA[<=32] HREPEAT?[<=18] TSTAMP?[<=64]"},
    {28, "IndirectBranchHist",
     "TCODE[6] SRC?[12] B-TYPE[2] I-CNT[<=22] U-ADDR[<=63] HIST[<=32] TSTAMP?[<=64]"},
    {29, "IndirectBranchHistSync",
     "TCODE[6] SRC?[12] SYNC[4] B-TYPE[2] I-CNT[<=22] F-ADDR[<=63] HIST[<=32] TSTAMP?[<=64]"},
    {30, "RepeatBranch", "TCODE[6] SRC?[12] B-CNT[<=18] TSTAMP?[<=64]"},
    {33, "ProgTraceCorrelation",
     "TCODE[6] SRC?[12] EVCODE[4] CDF[2] I-CNT[<=22] HIST[<=32] TSTAMP?[<=64]"},
};

static void spell(const nt_message_layout *layout, char *text, size_t size) {
    text[0] = '\0';
    for (const uint8_t *field = layout->field; *field != NT_FIELD_NONE; field++) {
        const nt_field_info *info = &nt_fields[*field];
        size_t used = strlen(text);
        (void)snprintf(text + used, size - used, "%s%s%s[%s%u]", used == 0 ? "" : " ", info->name,
                       info->configured ? "?" : "",
                       info->kind == NT_FIXED ? "" : "<=", info->width);
    }
}

static void table_has_the_codes_fields_orders_and_widths_of_the_specification(void **state) {
    (void)state;
    size_t next = 0;
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        const nt_message_layout *layout = &nt_message_layouts[tcode];
        if (layout->name == NULL) {
            continue;
        }
        assert_true(next < COUNT(pinned));
        char text[256];
        spell(layout, text, sizeof text);
        assert_int_equal(tcode, pinned[next].tcode);
        assert_string_equal(layout->name, pinned[next].name);
        assert_string_equal(text, pinned[next].fields);
        next++;
    }
    assert_int_equal(next, COUNT(pinned));
}

/* Where each fixed field lies, in MDO bits from the message's start, with SRC of 0 and of 3 bits,
   and where the first variable field starts: typed, not computed. */
typedef struct pinned_offset {
    unsigned tcode;
    nt_field field;
    unsigned offset;
} pinned_offset;

static const pinned_offset offsets[] = {
    {2, NT_FIELD_PROCESS, 6}, {3, NT_FIELD_ICNT, 6},   {4, NT_FIELD_BTYPE, 6},
    {4, NT_FIELD_ICNT, 8},    {8, NT_FIELD_ETYPE, 6},  {8, NT_FIELD_ECODE, 10},
    {9, NT_FIELD_SYNC, 6},    {9, NT_FIELD_ICNT, 10},  {11, NT_FIELD_SYNC, 6},
    {11, NT_FIELD_ICNT, 10},  {12, NT_FIELD_SYNC, 6},  {12, NT_FIELD_BTYPE, 10},
    {12, NT_FIELD_ICNT, 12},  {27, NT_FIELD_RCODE, 6}, {27, NT_FIELD_RDATA, 10},
    {28, NT_FIELD_BTYPE, 6},  {28, NT_FIELD_ICNT, 8},  {29, NT_FIELD_SYNC, 6},
    {29, NT_FIELD_BTYPE, 10}, {29, NT_FIELD_ICNT, 12}, {30, NT_FIELD_BCNT, 6},
    {33, NT_FIELD_EVCODE, 6}, {33, NT_FIELD_CDF, 10},  {33, NT_FIELD_ICNT, 12},
};

static nt_message zero_message(unsigned tcode) {
    nt_message message = {0};
    const nt_message_layout *layout = &nt_message_layouts[tcode];
    for (const uint8_t *field = layout->field; *field != NT_FIELD_NONE; field++) {
        if (*field != layout->only.field && *field != NT_FIELD_TSTAMP) {
            nt_message_set(&message, *field, *field == NT_FIELD_TCODE ? tcode : 0);
        }
    }
    return message;
}

static void each_first_bit_lies_where_the_specification_puts_it(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(offsets); i++) {
        for (unsigned src_bits = 0; src_bits <= 12; src_bits += 3) {
            nt_message_format format = {.src_bits = (uint8_t)src_bits};
            nt_message zero = zero_message(offsets[i].tcode);
            nt_message one = zero;
            nt_message_set(&one, offsets[i].field, 1);
            if (offsets[i].field == NT_FIELD_CDF) {
                nt_message_set(&one, NT_FIELD_HIST, 0);
            }
            uint8_t a[NT_MESSAGE_MAX_BYTES];
            uint8_t b[NT_MESSAGE_MAX_BYTES];
            assert_true(nt_message_encode(&zero, &format, a) > 0);
            assert_true(nt_message_encode(&one, &format, b) > 0);
            unsigned bit = offsets[i].offset + src_bits;
            assert_int_equal((a[bit / 6] ^ b[bit / 6]) & 0xfc, 4u << (bit % 6));
        }
    }
}

/* ---- bytes that the specification prints, and bytes worked out by hand ---- */

typedef struct worked_example {
    const char *what;
    uint8_t bytes[16];
    size_t size;
    unsigned tcode;
    struct {
        nt_field field;
        uint64_t value;
        unsigned width; /* bits sent, zero fill included */
    } field[6];
} worked_example;

static const worked_example examples[] = {
    {"MDO and MSEO Encoding Example",
     {0x70, 0xd0, 0x1d, 0x1d, 0xf8, 0xff},
     6,
     28,
     {{NT_FIELD_BTYPE, 0, 2},
      {NT_FIELD_ICNT, 0x7d, 10},
      {NT_FIELD_UADDR, 0x7, 6},
      {NT_FIELD_HIST, 0xffe, 12}}},
    /* 0x3FC04: F-ADDR=0x1FE02 = 011111 111000 000010, SYNC=5 I-CNT=0: 0101 + 00 */
    {"address 0x3FC04 in full",
     {0x24, 0x15, 0x08, 0xe0, 0x7f},
     5,
     9,
     {{NT_FIELD_SYNC, 5, 4}, {NT_FIELD_ICNT, 0, 2}, {NT_FIELD_FADDR, 0x1fe02, 18}}},
    /* then 0x3F368: U-ADDR=0x7B6 = 011110 110110, B-TYPE=0 I-CNT=5: 00 + 0101 */
    {"address 0x3F368 after 0x3FC04",
     {0x10, 0x51, 0xd8, 0x7b},
     4,
     4,
     {{NT_FIELD_BTYPE, 0, 2}, {NT_FIELD_ICNT, 5, 4}, {NT_FIELD_UADDR, 0x7b6, 12}}},
    /* then 0x3E100: U-ADDR=0x934 = 100100 110100 */
    {"address 0x3E100 after 0x3F368",
     {0x10, 0x51, 0xd0, 0x93},
     4,
     4,
     {{NT_FIELD_BTYPE, 0, 2}, {NT_FIELD_ICNT, 5, 4}, {NT_FIELD_UADDR, 0x934, 12}}},
    /* The four HIST examples, in ProgTraceCorrelation EVCODE=0 CDF=1 I-CNT=4. */
    {"HIST not-taken and taken",
     {0x84, 0x40, 0x11, 0x17},
     4,
     33,
     {{NT_FIELD_EVCODE, 0, 4}, {NT_FIELD_CDF, 1, 2}, {NT_FIELD_ICNT, 4, 6}, {NT_FIELD_HIST, 5, 6}}},
    {"HIST three taken",
     {0x84, 0x40, 0x11, 0x3f},
     4,
     33,
     {{NT_FIELD_EVCODE, 0, 4},
      {NT_FIELD_CDF, 1, 2},
      {NT_FIELD_ICNT, 4, 6},
      {NT_FIELD_HIST, 15, 6}}},
    {"HIST four not-taken",
     {0x84, 0x40, 0x11, 0x43},
     4,
     33,
     {{NT_FIELD_EVCODE, 0, 4},
      {NT_FIELD_CDF, 1, 2},
      {NT_FIELD_ICNT, 4, 6},
      {NT_FIELD_HIST, 16, 6}}},
    {"HIST without branches",
     {0x84, 0x40, 0x11, 0x07},
     4,
     33,
     {{NT_FIELD_EVCODE, 0, 4}, {NT_FIELD_CDF, 1, 2}, {NT_FIELD_ICNT, 4, 6}, {NT_FIELD_HIST, 1, 6}}},
    /* RCODE=2 RDATA=0x55555555: 10 + 24 bits and the low 2 with RCODE; HREPEAT=10 */
    {"repeated history",
     {0x6c, 0x48, 0x54, 0x54, 0x54, 0x54, 0x55, 0x2b},
     8,
     27,
     {{NT_FIELD_RCODE, 2, 4}, {NT_FIELD_RDATA, 0x55555555, 32}, {NT_FIELD_HREPEAT, 10, 6}}},
    {"I-CNT full, RDATA=9",
     {0x6c, 0x40, 0x0b},
     3,
     27,
     {{NT_FIELD_RCODE, 0, 4}, {NT_FIELD_RDATA, 9, 8}}},
    {"Ownership of VU-mode, PROCESS=0x3B2",
     {0x08, 0xc8, 0x3b},
     3,
     2,
     {{NT_FIELD_PROCESS, 0x3b2, 12}}},
    {"Ownership of M-mode, PROCESS=0xC", {0x08, 0x33}, 2, 2, {{NT_FIELD_PROCESS, 0xc, 6}}},
    {"Error: overrun, program trace lost",
     {0x20, 0x00, 0x07},
     3,
     8,
     {{NT_FIELD_ETYPE, 0, 4}, {NT_FIELD_ECODE, 4, 8}}},
    {"RepeatBranch", {0x78, 0x0f}, 2, 30, {{NT_FIELD_BCNT, 3, 6}}},
};

static void worked_examples_decode_field_by_field(void **state) {
    (void)state;
    const nt_message_format format = {0};
    for (size_t i = 0; i < COUNT(examples); i++) {
        nt_message message;
        nt_field field;
        assert_int_equal(
            nt_message_decode(&message, &format, examples[i].bytes, examples[i].size, &field),
            NT_MESSAGE_OK);
        assert_int_equal(message.tcode, examples[i].tcode);
        uint32_t present = UINT32_C(1) << NT_FIELD_TCODE;
        for (size_t j = 0; j < 6 && examples[i].field[j].field != NT_FIELD_NONE; j++) {
            nt_field at = examples[i].field[j].field;
            assert_int_equal(message.value[at], examples[i].field[j].value);
            assert_int_equal(message.width[at], examples[i].field[j].width);
            present |= UINT32_C(1) << at;
        }
        assert_int_equal(message.present, present);
    }
}

static void worked_examples_encode_byte_for_byte(void **state) {
    (void)state;
    const nt_message_format format = {0};
    for (size_t i = 0; i < COUNT(examples); i++) {
        nt_message message = {0};
        nt_message_set(&message, NT_FIELD_TCODE, examples[i].tcode);
        for (size_t j = 0; j < 6 && examples[i].field[j].field != NT_FIELD_NONE; j++) {
            nt_message_set(&message, examples[i].field[j].field, examples[i].field[j].value);
        }
        uint8_t bytes[NT_MESSAGE_MAX_BYTES];
        assert_int_equal(nt_message_encode(&message, &format, bytes), examples[i].size);
        assert_memory_equal(bytes, examples[i].bytes, examples[i].size);
    }
}

/* ---- the codec at its edges ---- */

static void conditional_fields_are_there_for_their_value_alone(void **state) {
    (void)state;
    static const struct {
        unsigned tcode;
        nt_field by;
        uint64_t value;
        nt_field field;
        bool there;
        bool legal;
    } rows[] = {
        {27, NT_FIELD_RCODE, 0, NT_FIELD_HREPEAT, false, true},
        {27, NT_FIELD_RCODE, 1, NT_FIELD_HREPEAT, false, true},
        {27, NT_FIELD_RCODE, 2, NT_FIELD_HREPEAT, true, true},
        {27, NT_FIELD_RCODE, 3, NT_FIELD_HREPEAT, false, false},
        {27, NT_FIELD_RCODE, 15, NT_FIELD_HREPEAT, false, false},
        {33, NT_FIELD_CDF, 0, NT_FIELD_HIST, false, true},
        {33, NT_FIELD_CDF, 1, NT_FIELD_HIST, true, true},
        {33, NT_FIELD_CDF, 2, NT_FIELD_HIST, false, false},
        {33, NT_FIELD_CDF, 3, NT_FIELD_HIST, false, false},
    };
    const nt_message_format format = {0};
    for (size_t i = 0; i < COUNT(rows); i++) {
        nt_message message = zero_message(rows[i].tcode);
        nt_message_set(&message, rows[i].by, rows[i].value);
        nt_message_set(&message, rows[i].field, 1);
        uint8_t bytes[NT_MESSAGE_MAX_BYTES];
        size_t size = nt_message_encode(&message, &format, bytes);
        assert_int_equal(size != 0, rows[i].legal);
        nt_field field;
        if (rows[i].legal) {
            assert_int_equal(nt_message_decode(&message, &format, bytes, size, &field), 0);
            assert_int_equal(nt_message_has(&message, rows[i].field), rows[i].there);
        }
    }
}

static nt_message random_message(nt_random *random, unsigned tcode,
                                 const nt_message_format *format) {
    nt_message message = {0};
    const nt_message_layout *layout = &nt_message_layouts[tcode];
    nt_message_set(&message, NT_FIELD_TCODE, tcode);
    for (const uint8_t *field = layout->field + 1; *field != NT_FIELD_NONE; field++) {
        unsigned width = *field == NT_FIELD_SRC ? format->src_bits : nt_fields[*field].width;
        bool conditional = *field == layout->only.field;
        if (width == 0 || (*field == NT_FIELD_TSTAMP && !format->tstamp) ||
            (conditional && message.value[layout->only.by] != layout->only.value)) {
            continue;
        }
        /* Each number of significant bits alike, so that all sizes come. */
        unsigned bits = nt_random_between(random, 0, width);
        uint64_t value = bits == 0 ? 0 : nt_random_next(random) >> (64 - bits);
        if (*field == layout->only.by) {
            value = nt_random_below(random, layout->only.last + 1u);
        }
        nt_message_set(&message, *field, value);
    }
    return message;
}

static void random_messages_survive_encoding_framing_and_decoding(void **state) {
    (void)state;
    nt_random random;
    nt_random_seed(&random, 7);
    for (unsigned i = 0; i < 200000; i++) {
        nt_message_format format = {.src_bits = (uint8_t)nt_random_below(&random, 13),
                                    .tstamp = nt_random_chance(&random, 128)};
        nt_message sent = random_message(&random, pinned[i % COUNT(pinned)].tcode, &format);
        uint8_t bytes[NT_MESSAGE_MAX_BYTES];
        size_t size = nt_message_encode(&sent, &format, bytes);
        assert_in_range(size, 2, NT_MESSAGE_MAX_BYTES);
        nt_framer framer = {0};
        for (size_t at = 0; at < size; at++) {
            nt_frame expected = at == 0          ? NT_FRAME_START
                                : at + 1 == size ? NT_FRAME_END
                                                 : NT_FRAME_MIDDLE;
            assert_int_equal(nt_framer_byte(&framer, bytes[at]), expected);
        }
        nt_message got;
        nt_field field;
        assert_int_equal(
            nt_message_decode(&got, &format, framer.bytes, nt_framer_kept(&framer), &field), 0);
        assert_int_equal(got.tcode, sent.tcode);
        assert_int_equal(got.present, sent.present);
        for (unsigned f = 0; f < NT_FIELDS; f++) {
            if (nt_message_has(&sent, (nt_field)f)) {
                assert_int_equal(got.value[f], sent.value[f]);
            }
        }
    }
}

static void longest_message_of_the_table_fits_in_38_bytes(void **state) {
    (void)state;
    const nt_message_format format = {.src_bits = 12, .tstamp = true};
    size_t longest = 0;
    for (size_t i = 0; i < COUNT(pinned); i++) {
        nt_message message = {0};
        const nt_message_layout *layout = &nt_message_layouts[pinned[i].tcode];
        for (const uint8_t *field = layout->field; *field != NT_FIELD_NONE; field++) {
            uint64_t value = *field == NT_FIELD_TCODE ? pinned[i].tcode
                             : *field == layout->only.by
                                 ? layout->only.value
                                 : UINT64_MAX >> (64 - nt_fields[*field].width);
            nt_message_set(&message, *field, value);
        }
        uint8_t bytes[NT_MESSAGE_MAX_BYTES];
        size_t size = nt_message_encode(&message, &format, bytes);
        assert_true(size > 0);
        longest = size > longest ? size : longest;
    }
    /* IndirectBranchHistSync: 24 bits of fixed fields, I-CNT 22, F-ADDR 63, HIST 32, TSTAMP 64. */
    assert_int_equal(longest, 4 + 4 + 11 + 6 + 11);
}

static void messages_that_cannot_be_are_not_encoded(void **state) {
    (void)state;
    const nt_message_format format = {0};
    uint8_t bytes[NT_MESSAGE_MAX_BYTES];
    nt_message message = zero_message(NT_TCODE_DIRECT_BRANCH);
    assert_int_equal(nt_message_encode(&message, &format, bytes), 2);
    nt_message_set(&message, NT_FIELD_ICNT, UINT64_C(1) << 22);
    assert_int_equal(nt_message_encode(&message, &format, bytes), 0); /* too wide */
    message = zero_message(NT_TCODE_DIRECT_BRANCH);
    message.present &= ~(UINT32_C(1) << NT_FIELD_ICNT);
    assert_int_equal(nt_message_encode(&message, &format, bytes), 0); /* missing */
    message = zero_message(NT_TCODE_DIRECT_BRANCH);
    nt_message_set(&message, NT_FIELD_TSTAMP, 1);
    assert_int_equal(nt_message_encode(&message, &format, bytes), 0); /* timestamps are off */
    message.tcode = 5;
    assert_int_equal(nt_message_encode(&message, &format, bytes), 0); /* reserved */
}

static void broken_messages_are_told_apart(void **state) {
    (void)state;
    static const struct {
        nt_message_status status;
        nt_field field;
        size_t size;
        uint8_t bytes[24];
    } rows[] = {
        {NT_MESSAGE_UNKNOWN, NT_FIELD_TCODE, 2, {0x14, 0x03}}, /* TCODE 5 */
        {NT_MESSAGE_UNKNOWN, NT_FIELD_TCODE, 2, {0xe0, 0x03}}, /* TCODE 56 */
        {NT_MESSAGE_RESERVED, NT_FIELD_RCODE, 2, {0x6c, 0x0f}},
        {NT_MESSAGE_RESERVED, NT_FIELD_RCODE, 2, {0x6c, 0x1f}},
        {NT_MESSAGE_UNKNOWN, NT_FIELD_RCODE, 2, {0x6c, 0x23}},
        {NT_MESSAGE_UNKNOWN, NT_FIELD_RCODE, 2, {0x6c, 0x3f}},
        {NT_MESSAGE_SHORT, NT_FIELD_UADDR, 2, {0x10, 0x13}},
        {NT_MESSAGE_SHORT, NT_FIELD_HIST, 3, {0x84, 0x40, 0x07}},
        {NT_MESSAGE_SHORT, NT_FIELD_CDF, 2, {0x84, 0x03}},
        {NT_MESSAGE_BAD_END, NT_FIELD_CDF, 3, {0x84, 0x01, 0x07}},
        {NT_MESSAGE_LONG, NT_FIELD_NONE, 3, {0x0c, 0x05, 0x07}},
        /* I-CNT of 23 bits: the 23rd is bit 4 of the fourth byte */
        {NT_MESSAGE_TOO_WIDE, NT_FIELD_ICNT, 5, {0x0c, 0x00, 0x00, 0x00, 0x43}},
        /* F-ADDR with bit 63, then with bit 66 */
        {NT_MESSAGE_TOO_WIDE, NT_FIELD_FADDR, 13, {0x24, 0x05, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x23}},
        {NT_MESSAGE_TOO_WIDE,
         NT_FIELD_FADDR,
         14,
         {0x24, 0x05, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x07}},
        /* zeros beyond the widest value do no harm */
        {NT_MESSAGE_OK, NT_FIELD_NONE, 14, {0x24, 0x05, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x03}},
    };
    const nt_message_format format = {0};
    for (size_t i = 0; i < COUNT(rows); i++) {
        nt_message message;
        nt_field field;
        assert_int_equal(nt_message_decode(&message, &format, rows[i].bytes, rows[i].size, &field),
                         rows[i].status);
        assert_int_equal(field, rows[i].field);
    }
}

/* Forms that are forbidden and plain: with `tolerant` alone they are taken, and said. */
static void plain_values_are_taken_by_a_tolerant_reader(void **state) {
    (void)state;
    enum { WIDE = 1 << NT_TOLERATED_WIDE, EMPTY = 1 << NT_TOLERATED_EMPTY };
    static const struct {
        nt_message_status strict, tolerant;
        unsigned tolerated;
        nt_field field; /* with ... */
        uint64_t value; /* ... this value */
        size_t size;
        uint8_t bytes[24];
    } rows[] = {
        /* DirectBranch: I-CNT of 23, 32 and 33 bits */
        {NT_MESSAGE_TOO_WIDE,
         NT_MESSAGE_OK,
         WIDE,
         NT_FIELD_ICNT,
         1 << 22,
         5,
         {0x0c, 0, 0, 0, 0x43}},
        {NT_MESSAGE_TOO_WIDE,
         NT_MESSAGE_OK,
         WIDE,
         NT_FIELD_ICNT,
         UINT32_C(1) << 31,
         7,
         {0x0c, 0, 0, 0, 0, 0, 0x0b}},
        {NT_MESSAGE_TOO_WIDE,
         NT_MESSAGE_TOO_WIDE,
         0,
         NT_FIELD_TCODE,
         3,
         7,
         {0x0c, 0, 0, 0, 0, 0, 0x13}},
        /* RepeatBranch: B-CNT of 19 bits; ResourceFull RCODE=2 RDATA=5: HREPEAT of 19 */
        {NT_MESSAGE_TOO_WIDE, NT_MESSAGE_OK, WIDE, NT_FIELD_BCNT, 1 << 18, 5, {0x78, 0, 0, 0, 7}},
        {NT_MESSAGE_TOO_WIDE,
         NT_MESSAGE_OK,
         WIDE,
         NT_FIELD_HREPEAT,
         1 << 18,
         7,
         {0x6c, 0x48, 0x05, 0, 0, 0, 7}},
        /* HIST of 33 bits: what is it that is too much? */
        {NT_MESSAGE_TOO_WIDE,
         NT_MESSAGE_TOO_WIDE,
         0,
         NT_FIELD_CDF,
         1,
         9,
         {0x84, 0x50, 0x05, 0, 0, 0, 0, 0, 0x23}},
        /* ProgTraceCorrelation CDF=1: I-CNT of no bits, then HIST=1; CDF=0: I-CNT of no bits */
        {NT_MESSAGE_BAD_END, NT_MESSAGE_OK, EMPTY, NT_FIELD_HIST, 1, 3, {0x84, 0x51, 0x07}},
        {NT_MESSAGE_BAD_END, NT_MESSAGE_OK, EMPTY, NT_FIELD_ICNT, 0, 3, {0x84, 0x51, 0x07}},
        {NT_MESSAGE_SHORT, NT_MESSAGE_OK, EMPTY, NT_FIELD_ICNT, 0, 2, {0x84, 0x13}},
        /* the same with CDF=1: HIST is missing; one within its fixed fields; an Error cut short */
        {NT_MESSAGE_SHORT, NT_MESSAGE_SHORT, 0, NT_FIELD_CDF, 1, 2, {0x84, 0x53}},
        {NT_MESSAGE_BAD_END, NT_MESSAGE_BAD_END, 0, NT_FIELD_TCODE, 33, 3, {0x85, 0x10, 0x07}},
        {NT_MESSAGE_SHORT, NT_MESSAGE_SHORT, 0, NT_FIELD_TCODE, 8, 1, {0x23}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        nt_message message;
        nt_field field;
        const nt_message_format strict = {0}, tolerant = {.tolerant = true};
        assert_int_equal(nt_message_decode(&message, &strict, rows[i].bytes, rows[i].size, &field),
                         rows[i].strict);
        assert_int_equal(message.tolerated, 0);
        assert_int_equal(
            nt_message_decode(&message, &tolerant, rows[i].bytes, rows[i].size, &field),
            rows[i].tolerant);
        assert_int_equal(message.tolerated, rows[i].tolerated);
        assert_true(nt_message_has(&message, rows[i].field));
        assert_int_equal(message.value[rows[i].field], rows[i].value);
    }
}

static void framer_follows_the_table_of_mseo_transitions(void **state) {
    (void)state;
    static const struct {
        uint8_t byte;
        nt_frame frame;
    } rows[] = {
        {0xff, NT_FRAME_IDLE},      {0x0c, NT_FRAME_START},        {0x07, NT_FRAME_END},
        {0xff, NT_FRAME_IDLE},      {0x10, NT_FRAME_START},        {0x11, NT_FRAME_MIDDLE},
        {0x00, NT_FRAME_MIDDLE},    {0xff, NT_FRAME_END},          {0xff, NT_FRAME_IDLE},
        {0x01, NT_FRAME_BAD_START}, {0x00, NT_FRAME_SKIPPED},      {0x03, NT_FRAME_SKIPPED},
        {0x7f, NT_FRAME_BAD_IDLE},  {0x0c, NT_FRAME_START},        {0x02, NT_FRAME_BAD_RESERVED},
        {0x0c, NT_FRAME_SKIPPED},   {0x07, NT_FRAME_SKIPPED},      {0x0c, NT_FRAME_START},
        {0x07, NT_FRAME_END},       {0x02, NT_FRAME_BAD_RESERVED}, {0x06, NT_FRAME_BAD_RESERVED},
        {0xff, NT_FRAME_SKIPPED},   {0xff, NT_FRAME_IDLE},
    };
    nt_framer framer = {0};
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_int_equal(nt_framer_byte(&framer, rows[i].byte), rows[i].frame);
    }
}

static void endless_message_of_zeros_is_counted_and_not_kept(void **state) {
    (void)state;
    const nt_message_format format = {0};
    nt_framer framer = {0};
    for (unsigned i = 0; i < 100000; i++) {
        assert_int_equal(nt_framer_byte(&framer, i == 0 ? 0x0c : 0),
                         i == 0 ? NT_FRAME_START : NT_FRAME_MIDDLE);
    }
    assert_int_equal(nt_framer_byte(&framer, 0x03), NT_FRAME_END);
    assert_int_equal(framer.size, 100001);
    assert_int_equal(nt_framer_kept(&framer), NT_FRAME_BYTES);
    nt_message message;
    nt_field field;
    assert_int_equal(
        nt_message_decode(&message, &format, framer.bytes, nt_framer_kept(&framer), &field),
        NT_MESSAGE_SHORT);
}

static void message_cut_where_its_last_field_ends_is_too_long(void **state) {
    (void)state;
    const nt_message_format format = {0};
    nt_framer framer = {0};
    for (unsigned i = 0; i < NT_FRAME_BYTES; i++) {
        (void)nt_framer_byte(&framer, i == 0 ? 0x0c : i + 1 == NT_FRAME_BYTES ? 0x01 : 0x00);
    }
    assert_int_equal(nt_framer_byte(&framer, 0x07), NT_FRAME_END);
    nt_message message;
    nt_field field;
    assert_int_equal(
        nt_message_decode(&message, &format, framer.bytes, nt_framer_kept(&framer), &field),
        NT_MESSAGE_LONG);
}

/* Mostly MSEO=00, so that messages are short and long; all kinds of wrong bytes too. */
static void frames_are_the_same_byte_by_byte_and_in_pieces_of_any_size(void **state) {
    (void)state;
    enum { SIZE = 1 << 16 };
    static uint8_t bytes[SIZE];
    nt_random random;
    nt_random_seed(&random, 7);
    for (size_t i = 0; i < SIZE; i++) {
        uint32_t mseo = nt_random_chance(&random, 60) ? nt_random_below(&random, 4) : 0;
        mseo = mseo == 2 && !nt_random_chance(&random, 30) ? 3 : mseo;
        bytes[i] = (uint8_t)(nt_random_below(&random, 64) << 2 | mseo);
    }
    nt_framer one = {0};
    nt_framer many = {0};
    size_t whole = 0;
    for (size_t at = 0; at < SIZE;) {
        size_t most = 1 + nt_random_below(&random, 40);
        nt_frame frame;
        size_t taken =
            nt_framer_bytes(&many, bytes + at, SIZE - at < most ? SIZE - at : most, &frame);
        nt_frame last = NT_FRAME_IDLE;
        for (size_t i = 0; i < taken; i++) {
            last = nt_framer_byte(&one, bytes[at + i]);
            assert_true(i + 1 == taken || (last != NT_FRAME_END && !nt_frame_is_error(last)));
        }
        bool reported = frame == NT_FRAME_END || nt_frame_is_error(frame);
        assert_true(reported ? frame == last : last != NT_FRAME_END && !nt_frame_is_error(last));
        assert_int_equal(many.state, one.state);
        assert_int_equal(many.size, one.size);
        assert_memory_equal(many.bytes, one.bytes, nt_framer_kept(&one));
        whole += frame == NT_FRAME_END;
        at += taken;
    }
    assert_true(whole > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_has_the_codes_fields_orders_and_widths_of_the_specification),
        cmocka_unit_test(each_first_bit_lies_where_the_specification_puts_it),
        cmocka_unit_test(worked_examples_decode_field_by_field),
        cmocka_unit_test(worked_examples_encode_byte_for_byte),
        cmocka_unit_test(conditional_fields_are_there_for_their_value_alone),
        cmocka_unit_test(random_messages_survive_encoding_framing_and_decoding),
        cmocka_unit_test(longest_message_of_the_table_fits_in_38_bytes),
        cmocka_unit_test(messages_that_cannot_be_are_not_encoded),
        cmocka_unit_test(broken_messages_are_told_apart),
        cmocka_unit_test(plain_values_are_taken_by_a_tolerant_reader),
        cmocka_unit_test(framer_follows_the_table_of_mseo_transitions),
        cmocka_unit_test(frames_are_the_same_byte_by_byte_and_in_pieces_of_any_size),
        cmocka_unit_test(endless_message_of_zeros_is_counted_and_not_kept),
        cmocka_unit_test(message_cut_where_its_last_field_ends_is_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
