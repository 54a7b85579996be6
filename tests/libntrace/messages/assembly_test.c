/* SPDX-License-Identifier: Apache-2.0 */
/* The assembly form: what each line means in bytes (worked out by hand from the specification's
   transmission protocol), what is refused and where, and that any bytes at all come back. */
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

enum { MOST_BYTES = 1 << 20, MOST_TEXT = 1 << 23 };

/* ---- a stream as text and back ---- */

typedef struct text {
    char *lines;
    size_t size;
    size_t longest;
} text;

static int take_line(void *context, const char *line) {
    text *all = context;
    size_t size = strlen(line);
    assert_true(all->size + size + 2 <= MOST_TEXT);
    memcpy(all->lines + all->size, line, size);
    all->lines[all->size + size] = '\n';
    all->size += size + 1;
    all->lines[all->size] = '\0';
    all->longest = size > all->longest ? size : all->longest;
    return 0;
}

static void print(text *all, const nt_message_format *format, bool offsets, const uint8_t *bytes,
                  size_t size, size_t piece) {
    nt_assembly_printer printer = {
        .format = *format, .offsets = offsets, .sink = take_line, .context = all};
    all->size = 0;
    all->lines[0] = '\0';
    for (size_t at = 0; at < size; at += piece) {
        size_t left = size - at;
        assert_int_equal(nt_assembly_print(&printer, bytes + at, left < piece ? left : piece), 0);
    }
    assert_int_equal(nt_assembly_print_end(&printer), 0);
}

/* How many bytes the text makes. */
static size_t assemble(const char *lines, uint8_t *bytes) {
    nt_assembler assembler = {.tstamp_bits = 0};
    size_t size = 0;
    char line[NT_ASSEMBLY_LINE];
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        (void)snprintf(line, sizeof line, "%.*s", (int)length, lines);
        lines += length + (lines[length] == '\n');
        nt_assembly_status status = nt_assemble(&assembler, line);
        if (status != NT_ASSEMBLY_OK) {
            fail_msg("%s: column %zu: %s", line, assembler.column, nt_assembly_status_text(status));
        }
        for (uint64_t i = 0; i < assembler.repeat && assembler.size != 0; i++) {
            assert_true(size + assembler.size <= MOST_BYTES);
            memcpy(bytes + size, assembler.bytes, assembler.size);
            size += assembler.size;
        }
    }
    return size;
}

typedef struct buffers {
    text text;
    uint8_t *bytes;
    uint8_t *again;
} buffers;

static buffers buffers_new(void) {
    buffers all = {.text = {.lines = malloc(MOST_TEXT)},
                   .bytes = malloc(MOST_BYTES),
                   .again = malloc(MOST_BYTES)};
    assert_true(all.text.lines != NULL && all.bytes != NULL && all.again != NULL);
    return all;
}

static void buffers_free(buffers *all) {
    free(all->text.lines);
    free(all->bytes);
    free(all->again);
}

/* The bytes come back; the text is the same however they came. */
static void goes_round(buffers *all, const nt_message_format *format, size_t size) {
    print(&all->text, format, false, all->bytes, size, size + 1);
    if (assemble(all->text.lines, all->again) != size ||
        memcmp(all->bytes, all->again, size) != 0) {
        fail_msg("not the same bytes:\n%s", all->text.lines);
    }
    assert_true(all->text.longest < NT_ASSEMBLY_LINE);
}

static nt_message_format random_format(nt_random *random) {
    static const uint8_t src_bits[] = {0, 0, 1, 3, 4, 6, 12};
    static const uint8_t addr_bits[] = {0, 0, 31, 63, 5};
    return (nt_message_format){
        .src_bits = src_bits[nt_random_below(random, COUNT(src_bits))],
        .tstamp = nt_random_chance(random, 128),
        .addr_bits = addr_bits[nt_random_below(random, COUNT(addr_bits))],
    };
}

/* ---- what lines mean ---- */

typedef struct meaning {
    const char *lines;
    size_t size;
    uint8_t bytes[24];
} meaning;

/* MDO in bits 7 to 2, MSEO in bits 1 and 0; the least significant bits go first. */
static const meaning meanings[] = {
    {"DirectBranch I-CNT=5", 2, {3 << 2, 5 << 2 | 3}},
    {"DirectBranch I-CNT=0x3f", 2, {3 << 2, 0xff}},
    {"DirectBranch I-CNT=64", 3, {3 << 2, 0, 1 << 2 | 3}},
    {"DirectBranch I-CNT=5/7", 3, {3 << 2, 5 << 2, 3}},
    {"DirectBranch I-CNT=5/12 ; a comment", 3, {3 << 2, 5 << 2, 3}},
    {"ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x3", 3, {9 << 2, 5 << 2 | 1, 3 << 2 | 3}},
    {"ProgTraceSync SYNC=5 I-CNT=4 F-ADDR=0x3", 4, {9 << 2, 5 << 2, 1 << 2 | 1, 3 << 2 | 3}},
    {"ResourceFull RCODE=2 RDATA=1 HREPEAT=9", 3, {27 << 2, (1 << 4 | 2) << 2 | 1, 9 << 2 | 3}},
    {"ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=1", 3, {33 << 2 & 0xff, 4 << 2, 1 << 2 | 3}},
    {".src 4\nDirectBranch SRC=9 I-CNT=1", 2, {3 << 2, (1 << 4 | 9) << 2 | 3}},
    {".src 12\nDirectBranch SRC=9 I-CNT=1", 4, {3 << 2, 9 << 2, 0, 1 << 2 | 3}},
    {".tstamp\nDirectBranch I-CNT=1 TSTAMP=2", 3, {3 << 2, 1 << 2 | 1, 2 << 2 | 3}},
    {".tstamp 40\nDirectBranch I-CNT=1", 2, {3 << 2, 1 << 2 | 3}},
    {".extend 63\nIndirectBranch B-TYPE=0 I-CNT=0 U-ADDR=0x7fffffffffffffff",
     3,
     {4 << 2, 0 << 2 | 1, 0xff}},
    {".extend 63\nIndirectBranch B-TYPE=0 I-CNT=0 U-ADDR=0x7fffffffffffffff/12",
     4,
     {4 << 2, 0 << 2 | 1, 0xfc, 0xff}},
    {".extend 63\nIndirectBranch B-TYPE=0 I-CNT=0 U-ADDR=0x20",
     4,
     {4 << 2, 0 << 2 | 1, 0x20 << 2, 3}},
    {".message 57", 1, {0xe7}},
    {".message 57 0x12 3/12", 4, {0xe4, 0x12 << 2 | 1, 3 << 2, 3}},
    {".src 2\n.message 57 SRC=1 0x3", 2, {0xe4, (3 << 2 | 1) << 2 | 3}},
    {".message DirectBranch", 1, {3 << 2 | 3}},
    {".message DirectBranch SYNC=1 I-CNT=1", 2, {3 << 2, (1 << 4 | 1) << 2 | 3}},
    {".message 3 I-CNT=ones/12 I-CNT=0", 4, {3 << 2, 0xfc, 0xfd, 3}},
    {".message 3 SRC=5/4", 2, {3 << 2, 5 << 2 | 3}},
    {".message 3 0xffffffffffffffff/66",
     12,
     {3 << 2, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xf << 2 | 3}},
    {".message 3 ones/66",
     12,
     {3 << 2, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xff}},
    {".idle 3", 3, {0xff, 0xff, 0xff}},
    {"\t.byte 0x12 255 0 # a comment", 3, {0x12, 255, 0}},
    {".fill 4 0xa5", 4, {0xa5, 0xa5, 0xa5, 0xa5}},
    {"; nothing\n\n   \n# nothing", 0, {0}},
};

static void each_line_means_the_bytes_that_the_specification_has_for_it(void **state) {
    (void)state;
    uint8_t *bytes = malloc(MOST_BYTES);
    assert_non_null(bytes);
    for (size_t i = 0; i < COUNT(meanings); i++) {
        size_t size = assemble(meanings[i].lines, bytes);
        if (size != meanings[i].size || memcmp(bytes, meanings[i].bytes, size) != 0) {
            fail_msg("%s: other bytes, %zu of them", meanings[i].lines, size);
        }
    }
    free(bytes);
}

typedef struct spelling {
    size_t size;
    uint8_t bytes[24];
    nt_message_format format;
    const char *lines;
} spelling;

static const spelling spellings[] = {
    {2, {3 << 2, 5 << 2 | 3}, {0}, "DirectBranch I-CNT=0x5\n"},
    {3, {3 << 2, 5 << 2, 3}, {0}, "DirectBranch I-CNT=0x5/12\n"},
    {3, {0xff, 0xff, 0xff}, {0}, ".idle 3\n"},
    {2, {0xe4, 3}, {0}, ".message 57 0x0 ; reserved or vendor defined\n"},
    {2,
     {0xe4, (3 << 2 | 1) << 2 | 3},
     {.src_bits = 2},
     ".src 2\n.message 57 SRC=1 0x3 ; reserved or vendor defined\n"},
    {2,
     {9 << 2, 5 << 2 | 3},
     {0},
     ".message ProgTraceSync SYNC=5 I-CNT=0x0 ; the message ends before its last field\n"},
    {3,
     {3 << 2, 1 << 2 | 1, 2 << 2 | 3},
     {0},
     ".message DirectBranch I-CNT=0x1 0x2 ; the message goes on behind its last field\n"},
    {3,
     {3 << 2, 1 << 2 | 1, 2 << 2 | 3},
     {.tstamp = true},
     ".tstamp\nDirectBranch I-CNT=0x1 TSTAMP=0x2\n"},
    {4,
     {4 << 2, 1, 0xfc, 0xff},
     {.addr_bits = 63},
     ".extend 63\nIndirectBranch B-TYPE=0 I-CNT=0x0 U-ADDR=0x7fffffffffffffff/12\n"},
    {2, {3 << 2, 5 << 2}, {0}, ".byte 0x0c 0x14 ; the stream ends within a message\n"},
    {3, {3 << 2, 2, 7}, {0}, ".byte 0x0c 0x02 0x07 ; MSEO=10 is reserved\n"},
    {3,
     {7, 0xff, 0x0b},
     {0},
     ".byte 0x07 ; a byte between messages is not 0xff\n.idle 1\n"
     ".byte 0x0b ; a byte between messages is not 0xff\n"},
    {20,
     {1, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9},
     {0},
     ".byte 0x01 0x09 0x09 0x09 0x09 0x09 0x09 0x09 0x09 0x09 0x09 0x09 0x09 0x09 0x09 0x09"
     " ; MSEO=01 where a message would start\n.byte 0x09 0x09 0x09 0x09\n"},
};

static void each_stream_is_spelled_as_simply_as_it_can_be(void **state) {
    (void)state;
    buffers all = buffers_new();
    for (size_t i = 0; i < COUNT(spellings); i++) {
        for (size_t piece = 1; piece <= 25; piece += 24) {
            print(&all.text, &spellings[i].format, false, spellings[i].bytes, spellings[i].size,
                  piece);
            assert_string_equal(all.text.lines, spellings[i].lines);
        }
    }
    buffers_free(&all);
}

static void the_offset_of_each_line_can_be_told(void **state) {
    (void)state;
    buffers all = buffers_new();
    const uint8_t bytes[] = {0xff, 0xff, 3 << 2, 5 << 2 | 3, 7, 3 << 2, 5 << 2 | 3};
    print(&all.text, &(nt_message_format){0}, true, bytes, sizeof bytes, 3);
    assert_string_equal(all.text.lines,
                        ".idle 2 ; offset 0\nDirectBranch I-CNT=0x5 ; offset 2\n"
                        ".byte 0x07 ; offset 4: a byte between messages is not 0xff\n"
                        "DirectBranch I-CNT=0x5 ; offset 5\n");
    buffers_free(&all);
}

static void a_long_run_of_a_byte_is_one_line(void **state) {
    (void)state;
    buffers all = buffers_new();
    nt_message_format format = {0};
    for (unsigned byte = 0; byte <= UINT8_MAX; byte++) {
        memset(all.bytes, (int)byte, 100000);
        goes_round(&all, &format, 100000);
        if ((byte & 3) == 0) {
            assert_non_null(strstr(all.text.lines, ".fill 100000"));
        }
    }
    assert_string_equal(all.text.lines, ".idle 100000\n");
    buffers_free(&all);
}

/* ---- what is refused ---- */

typedef struct refusal {
    const char *lines; /* the last one is wrong */
    nt_assembly_status status;
    size_t column;
    nt_field field;
} refusal;

static const refusal refusals[] = {
    {"Nonsense", NT_ASSEMBLY_NO_MESSAGE, 1, 0},
    {"  9 SYNC=1", NT_ASSEMBLY_NO_MESSAGE, 3, 0},
    {".nonsense", NT_ASSEMBLY_NO_MESSAGE, 1, 0},
    {".message", NT_ASSEMBLY_NO_MESSAGE, 9, 0},
    {".message Nonsense", NT_ASSEMBLY_NO_MESSAGE, 10, 0},
    {".message 64", NT_ASSEMBLY_RANGE, 10, 0},
    {"DirectBranch", NT_ASSEMBLY_MISSING, 13, NT_FIELD_ICNT},
    {"DirectBranch ; I-CNT=1", NT_ASSEMBLY_MISSING, 14, NT_FIELD_ICNT},
    {"ProgTraceSync SYNC=1 F-ADDR=0x3", NT_ASSEMBLY_MISSING, 22, NT_FIELD_ICNT},
    {".src 3\nDirectBranch I-CNT=1", NT_ASSEMBLY_MISSING, 14, NT_FIELD_SRC},
    {"DirectBranch SRC=1 I-CNT=1", NT_ASSEMBLY_EXCLUDED, 14, NT_FIELD_SRC},
    {"DirectBranch I-CNT=1 TSTAMP=1", NT_ASSEMBLY_EXCLUDED, 22, NT_FIELD_TSTAMP},
    {"ResourceFull RCODE=1 RDATA=1 HREPEAT=2", NT_ASSEMBLY_EXCLUDED, 30, NT_FIELD_HREPEAT},
    {"ResourceFull RCODE=2 RDATA=1", NT_ASSEMBLY_MISSING, 29, NT_FIELD_HREPEAT},
    {"ResourceFull RCODE=3 RDATA=1", NT_ASSEMBLY_RESERVED, 14, NT_FIELD_RCODE},
    {"DirectBranch I-CNT=1 I-CNT=1", NT_ASSEMBLY_NOT_HERE, 22, NT_FIELD_ICNT},
    {"DirectBranch I-CNT=1 SYNC=1", NT_ASSEMBLY_NOT_HERE, 22, NT_FIELD_SYNC},
    {"DirectBranch I-CNT=0x400000", NT_ASSEMBLY_TOO_WIDE, 14, NT_FIELD_ICNT},
    {"DirectBranch I-CNT=0x40/6", NT_ASSEMBLY_TOO_WIDE, 14, NT_FIELD_ICNT},
    {"DirectBranch I-CNT=ones/70", NT_ASSEMBLY_TOO_WIDE, 14, NT_FIELD_ICNT},
    {"ProgTraceSync SYNC=16 I-CNT=0 F-ADDR=0", NT_ASSEMBLY_TOO_WIDE, 15, NT_FIELD_SYNC},
    {"ProgTraceSync SYNC=1/5 I-CNT=0 F-ADDR=0", NT_ASSEMBLY_FIXED_WIDTH, 15, NT_FIELD_SYNC},
    {".extend 31\nProgTraceSync SYNC=1 I-CNT=0 F-ADDR=0x80000000", NT_ASSEMBLY_TOO_WIDE, 30,
     NT_FIELD_FADDR},
    {".extend 31\nProgTraceSync SYNC=1 I-CNT=0 F-ADDR=0x20/6", NT_ASSEMBLY_TOO_WIDE, 30,
     NT_FIELD_FADDR},
    {".message 9 SYNC=16", NT_ASSEMBLY_TOO_WIDE, 12, NT_FIELD_SYNC},
    {".message 9 3 0x40/6", NT_ASSEMBLY_TOO_WIDE, 14, 0},
    {".message 9 ones", NT_ASSEMBLY_NO_NUMBER, 12, 0},
    {".message 9 1/", NT_ASSEMBLY_NO_NUMBER, 14, 0},
    {".message 9 1/0", NT_ASSEMBLY_RANGE, 14, 0},
    {".message 9 1/1537", NT_ASSEMBLY_RANGE, 14, 0},
    {".message 9 1/800 1/800", NT_ASSEMBLY_LONG, 23, 0},
    {"DirectBranch TCODE=3 I-CNT=1", NT_ASSEMBLY_NO_FIELD, 14, 0},
    {"DirectBranch ICNT=1", NT_ASSEMBLY_NO_FIELD, 14, 0},
    {"DirectBranch 1", NT_ASSEMBLY_NO_FIELD, 14, 0},
    {"DirectBranch =1", NT_ASSEMBLY_NO_FIELD, 14, 0},
    {"DirectBranch I-CNT=", NT_ASSEMBLY_NO_NUMBER, 20, NT_FIELD_ICNT},
    {"DirectBranch I-CNT=x", NT_ASSEMBLY_NO_NUMBER, 20, NT_FIELD_ICNT},
    {"DirectBranch I-CNT=0x", NT_ASSEMBLY_NO_NUMBER, 20, NT_FIELD_ICNT},
    {"DirectBranch I-CNT=-1", NT_ASSEMBLY_NO_NUMBER, 20, NT_FIELD_ICNT},
    {"DirectBranch I-CNT=1a", NT_ASSEMBLY_NO_NUMBER, 20, NT_FIELD_ICNT},
    {"DirectBranch I-CNT=0x10000000000000000", NT_ASSEMBLY_NO_NUMBER, 20, NT_FIELD_ICNT},
    {"DirectBranch I-CNT=18446744073709551616", NT_ASSEMBLY_NO_NUMBER, 20, NT_FIELD_ICNT},
    {".byte", NT_ASSEMBLY_NO_NUMBER, 6, 0},
    {".byte 1 2 256", NT_ASSEMBLY_RANGE, 11, 0},
    {".byte 1, 2", NT_ASSEMBLY_NO_NUMBER, 7, 0},
    {".idle", NT_ASSEMBLY_NO_NUMBER, 6, 0},
    {".idle 0", NT_ASSEMBLY_RANGE, 7, 0},
    {".idle 16777217", NT_ASSEMBLY_RANGE, 7, 0},
    {".idle 1 1", NT_ASSEMBLY_NO_END, 9, 0},
    {".fill 1", NT_ASSEMBLY_NO_NUMBER, 8, 0},
    {".fill 16777217 0", NT_ASSEMBLY_RANGE, 7, 0},
    {".fill 1 0x100", NT_ASSEMBLY_RANGE, 9, 0},
    {".src 13", NT_ASSEMBLY_RANGE, 6, 0},
    {".src", NT_ASSEMBLY_NO_NUMBER, 5, 0},
    {".tstamp 65", NT_ASSEMBLY_RANGE, 9, 0},
    {".extend 64", NT_ASSEMBLY_RANGE, 9, 0},
    {".idle 1\n.src 1", NT_ASSEMBLY_LATE, 1, 0},
    {".byte 3\n.tstamp", NT_ASSEMBLY_LATE, 1, 0},
    {"DirectBranch I-CNT=1\n.extend 31", NT_ASSEMBLY_LATE, 1, 0},
};

static void what_is_wrong_is_refused_by_name_and_column(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(refusals); i++) {
        const refusal *row = &refusals[i];
        nt_assembler assembler = {.tstamp_bits = 0};
        const char *last = strrchr(row->lines, '\n');
        if (last != NULL) {
            char first[128];
            (void)snprintf(first, sizeof first, "%.*s", (int)(last - row->lines), row->lines);
            assert_int_equal(nt_assemble(&assembler, first), NT_ASSEMBLY_OK);
        }
        nt_assembly_status status = nt_assemble(&assembler, last == NULL ? row->lines : last + 1);
        if (status != row->status || assembler.column != row->column ||
            assembler.field != row->field || assembler.size != 0) {
            fail_msg("%s: column %zu, field %d: %s", row->lines, assembler.column, assembler.field,
                     nt_assembly_status_text(status));
        }
    }
}

static void every_status_has_words(void **state) {
    (void)state;
    for (nt_assembly_status i = NT_ASSEMBLY_OK; i <= NT_ASSEMBLY_FIXED_WIDTH; i++) {
        assert_true(strlen(nt_assembly_status_text(i)) > 5);
    }
}

/* More .byte values than a line may have, and more fields than a statement may have. */
static void a_line_without_end_is_refused(void **state) {
    (void)state;
    static char line[1 << 14];
    nt_assembler assembler = {.tstamp_bits = 0};
    (void)snprintf(line, sizeof line, ".byte");
    for (unsigned i = 0; i < NT_ASSEMBLY_BYTES; i++) {
        memcpy(line + 5 + 2 * (size_t)i, " 1", 3);
    }
    assert_int_equal(nt_assemble(&assembler, line), NT_ASSEMBLY_OK);
    assert_int_equal(assembler.size, NT_ASSEMBLY_BYTES);
    strcat(line, " 1");
    assert_int_equal(nt_assemble(&assembler, line), NT_ASSEMBLY_LONG);
    (void)snprintf(line, sizeof line, ".message 9");
    for (unsigned i = 0; i < 1000; i++) {
        memcpy(line + 10 + 2 * (size_t)i, " 1", 3);
    }
    assert_int_equal(nt_assemble(&assembler, line), NT_ASSEMBLY_LONG);
    assert_int_equal(assembler.size, 0);
}

/* ---- any bytes ---- */

static void ten_thousand_random_strings_of_bytes_come_back(void **state) {
    (void)state;
    buffers all = buffers_new();
    nt_random random;
    nt_random_seed(&random, 1);
    for (unsigned i = 0; i < 10000; i++) {
        size_t size = nt_random_below(&random, 400);
        unsigned kind = nt_random_below(&random, 3);
        for (size_t at = 0; at < size; at++) {
            uint32_t bits = (uint32_t)nt_random_next(&random);
            /* All bytes; few ends, so that messages are long; few kinds of bytes. */
            const uint32_t choice[] = {bits, (bits & 0x700) != 0 ? bits & 0xfc : bits,
                                       UINT32_C(0x0300fc10) >> (bits & 24)};
            all.bytes[at] = (uint8_t)choice[kind];
        }
        nt_message_format format = random_format(&random);
        goes_round(&all, &format, size);
    }
    buffers_free(&all);
}

/* A message with a field of any width, sent in bits of any number. */
static size_t put_message(nt_random *random, nt_message_format *format, uint8_t *bytes) {
    for (;;) {
        uint8_t tcode = (uint8_t)nt_random_below(random, NT_TCODES);
        const nt_message_layout *layout = &nt_message_layouts[tcode];
        if (layout->name == NULL) {
            continue;
        }
        nt_message message = {0};
        nt_message_set(&message, NT_FIELD_TCODE, tcode);
        for (const uint8_t *field = layout->field + 1; *field != NT_FIELD_NONE; field++) {
            unsigned width = 1 + nt_random_below(random, nt_fields[*field].width);
            if (*field != NT_FIELD_TSTAMP || (format->tstamp && nt_random_chance(random, 128))) {
                nt_message_set(&message, (nt_field)*field,
                               nt_random_next(random) & (UINT64_MAX >> (64 - width)));
            }
        }
        size_t size = nt_message_encode(&message, format, bytes);
        if (size != 0) {
            return size;
        }
    }
}

static size_t damage(nt_random *random, uint8_t *bytes, size_t size) {
    size_t at = nt_random_below(random, (uint32_t)size);
    switch (nt_random_below(random, 4)) {
    case 0:
        bytes[at] ^= (uint8_t)(1u << nt_random_below(random, 8));
        return size;
    case 1:
        memmove(bytes + at, bytes + at + 1, size - at - 1);
        return size - 1;
    case 2:
        memmove(bytes + at + 1, bytes + at, size - at);
        return size + 1;
    default:
        return at + 1;
    }
}

static void ten_thousand_damaged_streams_come_back(void **state) {
    (void)state;
    buffers all = buffers_new();
    nt_random random;
    nt_random_seed(&random, 2);
    for (unsigned i = 0; i < 10000; i++) {
        nt_message_format format = random_format(&random);
        size_t size = 0;
        for (unsigned count = 1 + nt_random_below(&random, 12); count > 0; count--) {
            size += put_message(&random, &format, all.bytes + size);
        }
        goes_round(&all, &format, size);
        /* Not one byte of a stream of whole messages is odd. */
        assert_null(strstr(all.text.lines, ".byte"));
        assert_null(strstr(all.text.lines, ".message"));
        for (unsigned count = nt_random_below(&random, 4); count > 0 && size > 1; count--) {
            size = damage(&random, all.bytes, size);
        }
        goes_round(&all, &format, size);
        format = random_format(&random); /* and with settings that are not the stream's */
        goes_round(&all, &format, size);
    }
    buffers_free(&all);
}

static int refuse(void *context, const char *line) {
    (void)line;
    return ++*(int *)context == 3 ? 7 : 0;
}

static void a_sink_can_end_the_printing(void **state) {
    (void)state;
    int lines = 0;
    nt_assembly_printer printer = {.format = {.src_bits = 1}, .sink = refuse, .context = &lines};
    const uint8_t bytes[] = {0xff, 7, 7, 7, 7, 7};
    assert_int_equal(nt_assembly_print(&printer, bytes, sizeof bytes), 7);
    assert_int_equal(lines, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_means_the_bytes_that_the_specification_has_for_it),
        cmocka_unit_test(each_stream_is_spelled_as_simply_as_it_can_be),
        cmocka_unit_test(the_offset_of_each_line_can_be_told),
        cmocka_unit_test(a_long_run_of_a_byte_is_one_line),
        cmocka_unit_test(what_is_wrong_is_refused_by_name_and_column),
        cmocka_unit_test(every_status_has_words),
        cmocka_unit_test(a_line_without_end_is_refused),
        cmocka_unit_test(ten_thousand_random_strings_of_bytes_come_back),
        cmocka_unit_test(ten_thousand_damaged_streams_come_back),
        cmocka_unit_test(a_sink_can_end_the_printing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
