/* SPDX-License-Identifier: Apache-2.0 */
/* The serializers of the golden model against the codec of model/message, which shares nothing with
   them, and against the bytes that the specification prints. */
#include "model/transport/serializer_wide.h"
#include "tb/units/bytes/descriptors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { MAX_BYTES = 2 * NT_MESSAGE_MAX_BYTES };

/* ---- what the serializers send for one descriptor ---- */

static size_t send_by_bytes(const nt_serializer_inputs *in, uint8_t bytes[MAX_BYTES]) {
    /* A reset within the second message of two leaves nothing of it. */
    nt_serializer s = {.part = NT_PART_HIST, .fixed = 1, .second = true};
    nt_serializer_step(&s, true, in, false);
    size_t size = 0;
    nt_serializer_outputs out;
    do {
        assert_true(size < MAX_BYTES);
        nt_serializer_out(&s, in, &out);
        bytes[size++] = out.out;
        nt_serializer_step(&s, false, in, true);
    } while (!out.last_byte);
    return size;
}

static size_t send_by_words(const nt_serializer_inputs *in, uint8_t word,
                            uint8_t bytes[MAX_BYTES]) {
    nt_serializer_wide s = {.level = 3, .second = true};
    nt_config config = *in->config;
    config.out_bytes = word;
    nt_serializer_inputs now = *in;
    now.config = &config;
    nt_serializer_wide_step(&s, true, &now, false);
    size_t size = 0;
    nt_serializer_wide_outputs out;
    do {
        nt_serializer_wide_out(&s, &config, &out);
        assert_true(size + out.out_count <= MAX_BYTES);
        for (unsigned i = 0; i < out.out_count; i++) {
            bytes[size++] = (uint8_t)(out.out >> (8 * i));
        }
        bool read = nt_serializer_wide_reads(&s, &now, true);
        nt_serializer_wide_step(&s, false, &now, true);
        if (read) {
            now.head = NULL;
        }
    } while (now.head != NULL || s.level != 0);
    return size;
}

/* ---- the codec's view of a descriptor, by the text and not by model/transport ---- */

static void set_context(nt_message *message, const nt_config *config, const nt_descriptor *d,
                        unsigned format) {
    uint64_t scontext = d->addr & ((UINT64_C(1) << config->scontext_w) - 1);
    uint64_t context = format == 3 ? d->addr >> config->scontext_w : format == 2 ? scontext : 0;
    uint64_t v_prv = d->code;
    nt_message_set(message, NT_FIELD_PROCESS, context * 32 + v_prv * 4 + format);
}

/* One or two messages; how many. */
static unsigned messages_of(const nt_config *config, const nt_format_settings *settings,
                            const nt_descriptor *d, nt_message message[2]) {
    bool icnt_first = d->tcode == NT_TCODE_RESOURCE_FULL && d->code >= 8;
    bool both_contexts = d->tcode == NT_TCODE_OWNERSHIP && d->btype == 3;
    unsigned count = icnt_first || both_contexts ? 2 : 1;
    for (unsigned i = 0; i < count; i++) {
        nt_message *m = &message[i];
        *m = (nt_message){0};
        unsigned rcode = icnt_first && i == 0 ? 0 : d->code & 7u;
        const struct {
            nt_field field;
            uint64_t value;
        } fields[] = {
            {NT_FIELD_TCODE, d->tcode},
            {NT_FIELD_SYNC, d->code},
            {NT_FIELD_BTYPE, d->btype},
            {NT_FIELD_ETYPE, d->code},
            {NT_FIELD_ECODE, d->icnt},
            {NT_FIELD_RCODE, rcode},
            {NT_FIELD_HREPEAT, d->addr},
            {NT_FIELD_BCNT, d->addr},
            {NT_FIELD_EVCODE, d->code},
            {NT_FIELD_CDF, d->btype},
            {NT_FIELD_ICNT, d->icnt},
            {NT_FIELD_FADDR, d->addr},
            {NT_FIELD_UADDR, d->addr},
            {NT_FIELD_HIST, d->hist},
            {NT_FIELD_RDATA, rcode == 0 ? d->icnt : d->hist},
            {NT_FIELD_SRC, settings->src_id & ((1u << settings->src_bits) - 1)},
        };
        for (unsigned k = 0; k < COUNT(fields); k++) {
            nt_message_set(m, fields[k].field, fields[k].value);
        }
        set_context(m, config, d, both_contexts ? 3 - i : d->btype);
        if (settings->ts_enable && config->tstamp_w != 0) {
            nt_message_set(m, NT_FIELD_TSTAMP, i == 0 ? d->tstamp : 0);
        }
    }
    return count;
}

/* The codec reads back what it wrote, extended addresses above all. */
static void check_decoded(const nt_message *message, const nt_message_format *format,
                          const uint8_t *bytes, size_t size) {
    nt_message decoded;
    nt_field field;
    assert_int_equal(nt_message_decode(&decoded, format, bytes, size, &field), NT_MESSAGE_OK);
    for (unsigned i = 0; i < NT_FIELDS; i++) {
        if (nt_message_has(&decoded, i)) {
            assert_int_equal(decoded.value[i], message->value[i]);
        }
    }
}

/* Where zeros at its end are not trimmed, PROCESS has at least 5 bits. */
static size_t pad_process(uint8_t *bytes, size_t size, unsigned src_bits) {
    size_t least = 1 + (src_bits + 5u + 5u) / 6u;
    size_t last = 1;
    while ((bytes[last] & 3) == 0) {
        last++;
    }
    for (; last + 1 < least; last++) {
        memmove(bytes + last + 2, bytes + last + 1, size - last - 1);
        bytes[last + 1] = bytes[last] & 3;
        bytes[last] &= (uint8_t)~3u;
        size++;
    }
    return size;
}

static size_t encode(const nt_config *config, const nt_format_settings *settings,
                     const nt_descriptor *d, uint8_t bytes[MAX_BYTES]) {
    nt_message message[2];
    unsigned count = messages_of(config, settings, d, message);
    bool extends = settings->extend_msb && config->options;
    nt_message_format format = {.src_bits = settings->src_bits,
                                .tstamp = settings->ts_enable && config->tstamp_w != 0,
                                .addr_bits = (uint8_t)(extends ? config->xlen - 1 : 0)};
    size_t size = 0;
    for (unsigned i = 0; i < count; i++) {
        size_t one = nt_message_encode(&message[i], &format, bytes + size);
        assert_true(one > 0);
        if (d->tcode == NT_TCODE_OWNERSHIP && !settings->trim_ownership) {
            one = pad_process(bytes + size, one, settings->src_bits);
        }
        check_decoded(&message[i], &format, bytes + size, one);
        size += one;
    }
    return size;
}

static void print_bytes(const char *who, const uint8_t *bytes, size_t size) {
    (void)fprintf(stderr, "%s:", who);
    for (size_t i = 0; i < size; i++) {
        (void)fprintf(stderr, " %02x", bytes[i]);
    }
    (void)fprintf(stderr, "\n");
}

static void check_same(const uint8_t *expected, size_t expected_size, const uint8_t *bytes,
                       size_t size, const nt_descriptor *d) {
    if (size != expected_size || memcmp(bytes, expected, size) != 0) {
        (void)fprintf(stderr, "TCODE %u code %u btype %u icnt %x addr %llx hist %x\n", d->tcode,
                      d->code, d->btype, d->icnt, (unsigned long long)d->addr, d->hist);
        print_bytes("expected", expected, expected_size);
        print_bytes("sent    ", bytes, size);
        fail();
    }
}

static void every_message_has_the_bytes_that_the_codec_gives_it(void **state) {
    (void)state;
    for (const nt_config *config = nt_configs; config->name != NULL; config++) {
        nt_random random;
        nt_random_seed(&random, 1);
        for (unsigned i = 0; i < 100000; i++) {
            nt_format_settings settings = random_settings(&random, config);
            nt_descriptor d = random_descriptor(&random, config, true);
            d.tstamp = random_value(&random, config->tstamp_w);
            nt_serializer_inputs in = {config, &settings, &d};
            uint8_t expected[MAX_BYTES];
            uint8_t bytes[MAX_BYTES];
            size_t size = encode(config, &settings, &d, expected);
            size_t sent = send_by_bytes(&in, bytes);
            check_same(expected, size, bytes, sent, &d);
            sent = send_by_words(&in, i % 2 ? 8 : 4, bytes);
            check_same(expected, size, bytes, sent, &d);
        }
    }
}

/* The same without TSTAMP, for every one of the few values that a tiny build has. */
static void every_address_of_a_few_bits_is_sent_as_the_codec_does(void **state) {
    (void)state;
    nt_config config = *nt_config_find("tiny");
    for (unsigned extend = 0; extend < 2; extend++) {
        nt_format_settings settings = {.extend_msb = extend};
        for (uint32_t i = 0; i < 1u << 18; i++) {
            /* Nine bits at each end; those between are as the upper ones */
            uint32_t upper = i >> 9;
            uint32_t middle = upper & 1 ? 0x1fffu << 9 : 0;
            nt_descriptor d = {.tcode = NT_TCODE_INDIRECT_BRANCH,
                               .addr = (uint64_t)upper << 22 | middle | (i & 0x1ff)};
            nt_serializer_inputs in = {&config, &settings, &d};
            uint8_t expected[MAX_BYTES];
            uint8_t bytes[MAX_BYTES];
            size_t size = encode(&config, &settings, &d, expected);
            size_t sent = send_by_bytes(&in, bytes);
            check_same(expected, size, bytes, sent, &d);
        }
    }
}

/* ---- bytes that the specification prints ---- */

typedef struct printed {
    const char *what;
    nt_descriptor d;
    nt_format_settings settings;
    size_t from; /* the printed bytes begin here */
    uint8_t byte[12];
    size_t size;
} printed;

#define F_ADDR(value)                                                                              \
    { .tcode = NT_TCODE_PROG_TRACE_SYNC, .code = 5, .addr = (value) }
#define BYTE(mdo, mseo) ((mdo) << 2 | (mseo))

static const printed examples[] = {
    {"MDO and MSEO Encoding Example",
     {.tcode = NT_TCODE_INDIRECT_BRANCH_HIST, .icnt = 0x7d, .addr = 7, .hist = 0xffe},
     {0},
     0,
     {0x70, 0xd0, 0x1d, 0x1d, 0xf8, 0xff},
     6},
    /* N-Trace 1.0, "Virtual Addresses Optimization": the bytes of F-ADDR, with the message's end in
       place of the field's since nothing follows here */
    {"Non-extended address (most significant MDO bit = 0)",
     F_ADDR(UINT64_C(0xFFFFFFFFE) >> 1),
     {.extend_msb = true},
     2,
     {0xfc, 0xfc, 0xfc, 0xfc, 0xfc, BYTE(0x1f, 3)},
     6},
    {"Extended address (most significant MDO bit = 1)",
     F_ADDR(UINT64_C(0xFFFFFFFE3FFFFFFE) >> 1),
     {.extend_msb = true},
     2,
     {0xfc, 0xfc, 0xfc, 0xfc, BYTE(0x1f, 0), BYTE(0x3c, 3)},
     6},
    {"Non-extended address (extra MDO with all 0-s prevents extension)",
     F_ADDR(UINT64_C(0x1FFFFFFFFE) >> 1),
     {.extend_msb = true},
     2,
     {0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, BYTE(0, 3)},
     7},
    {"Non-extended full 64-bit address (invalid address)",
     F_ADDR(UINT64_C(0xBFFFFFFFFFFFFFFE) >> 1),
     {.extend_msb = true},
     2,
     {0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, BYTE(5, 3)},
     11},
    /* 0x7FFF_FFFF_C000_18FA: 11 bytes without the extension */
    {"an address of the Linux kernel without the option",
     F_ADDR(UINT64_C(0xFFFFFFFF800031F4) >> 1),
     {0},
     2,
     {BYTE(0x3a, 0), BYTE(0x23, 0), BYTE(1, 0), 0, 0, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, BYTE(7, 3)},
     11},
    {"an address of the Linux kernel with the option", /* bits 30 and up are ones */
     F_ADDR(UINT64_C(0xFFFFFFFF800031F4) >> 1),
     {.extend_msb = true},
     2,
     {BYTE(0x3a, 0), BYTE(0x23, 0), BYTE(1, 0), 0, 0, BYTE(0x3f, 3)},
     6},
    /* PROCESS=0x3B2: scontext=0x1D, V=1, PRV=0; 0x3B2 = 001110 110010 */
    {"PROCESS=0x3B2",
     {.tcode = NT_TCODE_OWNERSHIP, .code = 4, .btype = 2, .addr = 0x1d},
     {0},
     0,
     {0x08, BYTE(0x32, 0), BYTE(0x0e, 3)},
     3},
    {"PROCESS=0xC",
     {.tcode = NT_TCODE_OWNERSHIP, .code = 3, .btype = 0, .addr = 0x1d},
     {0},
     0,
     {0x08, BYTE(0x0c, 3)},
     2},
    /* Worked out: RDATA=0x55555555, HREPEAT=10, and the smaller form RDATA=5, HREPEAT=150 */
    {"HREPEAT=10",
     {.tcode = NT_TCODE_RESOURCE_FULL, .code = 2, .hist = 0x55555555, .addr = 10},
     {0},
     0,
     {0x6c, BYTE(0x12, 0), BYTE(0x15, 0), BYTE(0x15, 0), BYTE(0x15, 0), BYTE(0x15, 0),
      BYTE(0x15, 1), BYTE(10, 3)},
     8},
    {"HREPEAT=150",
     {.tcode = NT_TCODE_RESOURCE_FULL, .code = 2, .hist = 5, .addr = 150},
     {0},
     0,
     {0x6c, BYTE(0x12, 0), BYTE(1, 1), BYTE(0x16, 0), BYTE(2, 3)},
     5},
    /* Worked out: what must be sent although it is 0. SRC of 12 bits, EVCODE and CDF fill bytes 1
       to 3, I-CNT needs a bit; TSTAMP is a field of its own. */
    {"fixed-length fields that fill three bytes",
     {.tcode = NT_TCODE_PROG_TRACE_CORRELATION, .code = 4, .tstamp = 1},
     {.src_bits = 12, .src_id = 0xfff, .ts_enable = true},
     0,
     {0x84, 0xfc, 0xfc, BYTE(4, 0), BYTE(0, 1), BYTE(1, 3)},
     6},
    {"SRC of 4 bits before B-TYPE, which fills the byte",
     {.tcode = NT_TCODE_INDIRECT_BRANCH, .btype = 3},
     {.src_bits = 4, .src_id = 0x19}, /* of which 4 bits are sent */
     0,
     {0x10, BYTE(0x39, 0), BYTE(0, 1), BYTE(0, 3)},
     4},
    {"two messages in one descriptor: I-CNT, then HIST",
     {.tcode = NT_TCODE_RESOURCE_FULL,
      .code = NT_ICNT_FIRST | 1,
      .icnt = 3,
      .hist = 5,
      .tstamp = 9},
     {.ts_enable = true},
     0,
     {0x6c, BYTE(0x30, 1), BYTE(9, 3), 0x6c, BYTE(0x11, 0), BYTE(1, 1), BYTE(0, 3)},
     7},
    {"two messages in one descriptor: hcontext, then scontext",
     {.tcode = NT_TCODE_OWNERSHIP, .code = 5, .btype = 3, .addr = UINT64_C(3) << 32 | 1},
     {0},
     0,
     {0x08, BYTE(0x37, 0), BYTE(1, 3), 0x08, BYTE(0x36, 3)},
     5},
};

static void the_bytes_that_the_specification_prints_are_sent(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        const printed *e = &examples[i];
        nt_serializer_inputs in = {nt_config_find("rv64"), &e->settings, &e->d};
        uint8_t bytes[MAX_BYTES];
        size_t size = send_by_bytes(&in, bytes);
        if (size != e->from + e->size || memcmp(bytes + e->from, e->byte, e->size) != 0) {
            (void)fprintf(stderr, "%s\n", e->what);
            print_bytes("expected", e->byte, e->size);
            print_bytes("sent    ", bytes + e->from, size - e->from);
            fail();
        }
    }
}

static void an_rv32_address_is_extended_from_bit_31(void **state) {
    (void)state;
    static const struct {
        uint64_t address;
        uint8_t byte[7];
        size_t size;
    } rows[] = {
        {0xfffffffe, {BYTE(0x3f, 3)}, 1},
        {0x80000000, {0, 0, 0, 0, 0, BYTE(1, 3)}, 6}, /* bit 30 and 31 differ: in full */
        {0xc0000000, {0, 0, 0, 0, BYTE(0x20, 3)}, 5},
        {0x3ffffffe, {0xfc, 0xfc, 0xfc, 0xfc, BYTE(0x1f, 3)}, 5},
        {0x40000000, {0, 0, 0, 0, BYTE(0x20, 0), BYTE(0, 3)}, 6},
    };
    nt_format_settings settings = {.extend_msb = true};
    for (size_t i = 0; i < COUNT(rows); i++) {
        nt_descriptor d = F_ADDR(rows[i].address >> 1);
        nt_serializer_inputs in = {nt_config_find("tiny"), &settings, &d};
        uint8_t bytes[MAX_BYTES];
        size_t size = send_by_bytes(&in, bytes);
        assert_int_equal(size, 2 + rows[i].size);
        assert_memory_equal(bytes + 2, rows[i].byte, rows[i].size);
    }
}

/* ---- four and eight bytes a cycle ---- */

/* Bytes sent in `cycles` cycles by a FIFO that never runs empty and a sink that always takes. */
static unsigned sustained(const nt_descriptor *d, uint8_t word, unsigned cycles) {
    nt_serializer_wide s = {0};
    nt_format_settings settings = {0};
    nt_config config = *nt_config_find("rv64-wide");
    config.out_bytes = word;
    nt_serializer_inputs in = {&config, &settings, d};
    nt_serializer_wide_step(&s, false, &in, true);
    unsigned bytes = 0;
    for (unsigned i = 0; i < cycles; i++) {
        nt_serializer_wide_outputs out;
        nt_serializer_wide_out(&s, &config, &out);
        bytes += out.out_count;
        nt_serializer_wide_step(&s, false, &in, true);
    }
    return bytes;
}

static void a_message_of_up_to_a_word_goes_each_cycle_and_longer_ones_fill_the_words(void **state) {
    (void)state;
    static const nt_descriptor rows[] = {
        {.tcode = NT_TCODE_DIRECT_BRANCH, .icnt = 1},                           /* 2 bytes */
        {.tcode = NT_TCODE_DIRECT_BRANCH, .icnt = 1u << 7},                     /* 3 */
        {.tcode = NT_TCODE_DIRECT_BRANCH, .icnt = 1u << 13},                    /* 4 */
        {.tcode = NT_TCODE_INDIRECT_BRANCH, .icnt = 1u << 7, .addr = 1u << 7},  /* 5 */
        {.tcode = NT_TCODE_INDIRECT_BRANCH, .icnt = 1u << 7, .addr = 1u << 13}, /* 6 */
        {.tcode = NT_TCODE_RESOURCE_FULL, .code = 1, .hist = 0x80000000},       /* 7 */
        {.tcode = NT_TCODE_INDIRECT_BRANCH, .icnt = 1u << 7, .addr = UINT64_C(1) << 62}, /* 14 */
    };
    static const unsigned bytes_a_cycle[] = {2, 3, 4, 5, 6, 7, 8};
    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned most = bytes_a_cycle[i];
        assert_int_equal(sustained(&rows[i], 4, 1000), 1000 * (most < 4 ? most : 4));
        assert_int_equal(sustained(&rows[i], 8, 1000), 1000 * most);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_message_has_the_bytes_that_the_codec_gives_it),
        cmocka_unit_test(every_address_of_a_few_bits_is_sent_as_the_codec_does),
        cmocka_unit_test(the_bytes_that_the_specification_prints_are_sent),
        cmocka_unit_test(an_rv32_address_is_extended_from_bit_31),
        cmocka_unit_test(a_message_of_up_to_a_word_goes_each_cycle_and_longer_ones_fill_the_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
