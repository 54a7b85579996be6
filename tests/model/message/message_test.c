/* The message table against a list typed from N-Trace 1.0 (tables "Fields in Messages", "Details
   of Common Fields", "Maximum Field Sizes" and those of each message), and the codec against the
   bytes that the specification prints. The list must never be made from the table. */
#include "model/message/message.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_has_the_codes_fields_orders_and_widths_of_the_specification),
        cmocka_unit_test(each_first_bit_lies_where_the_specification_puts_it),
        cmocka_unit_test(worked_examples_decode_field_by_field),
        cmocka_unit_test(worked_examples_encode_byte_for_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
