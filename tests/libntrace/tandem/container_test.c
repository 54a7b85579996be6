/* SPDX-License-Identifier: Apache-2.0 */
/* Files of our own (.ntv): bytes typed by hand from docs/tandem.md, and damage of every bit. */
#include "tests/libntrace/tandem/streams.h"

/* C.1 in a file; checksums by another program (Python's zlib.crc32). */
static const char c1[] =
    "89 4e 54 56 01 40 40 40 00 00 00 00 fb 98 38 6c "
    "13 00 00 00 6b a0 7e 77 01 03 11 b3 81 62 00 04 03 10 34 12 00 00 00 00 00 00 02 "
    "00 00 00 00 6b a0 7e 77";

enum { BEHIND_HEADER = NT_TANDEM_HEADER };

static nt_tandem_fault_kind read_file(outcome *out, const stream *in, size_t piece) {
    static nt_tandem_reader reader;
    static nt_tandem_unpacker unpacker;
    memset(&reader, 0, sizeof reader);
    memset(&unpacker, 0, sizeof unpacker);
    *out = (outcome){.format = &reader.format};
    reader.sink = take_group;
    reader.context = out;
    size_t head = in->size < BEHIND_HEADER ? in->size : BEHIND_HEADER;
    if (nt_tandem_header_decode(&reader.format, in->bytes, head, &out->fault) != 0) {
        return out->fault.kind;
    }
    int result = 0;
    for (size_t at = head; at < in->size && result == 0; at += piece) {
        size_t size = in->size - at < piece ? in->size - at : piece;
        result = nt_tandem_unpack(&unpacker, &reader, in->bytes + at, size);
    }
    result = result != 0 ? result : nt_tandem_unpack_end(&unpacker, &reader);
    out->fault = reader.fault;
    assert_int_equal(result, out->fault.kind == NT_TANDEM_OK ? 0 : -1);
    return out->fault.kind;
}

static void pack(stream *out, const nt_tandem_format *format, const stream *in, size_t chunk) {
    nt_tandem_packer packer = {0};
    nt_tandem_header_encode(format, out->bytes);
    out->size = NT_TANDEM_HEADER;
    for (size_t at = 0; at < in->size; at += chunk) {
        size_t size = in->size - at < chunk ? in->size - at : chunk;
        nt_tandem_chunk_head(&packer, in->bytes + at, size, out->bytes + out->size);
        memcpy(out->bytes + out->size + NT_TANDEM_CHUNK_HEAD, in->bytes + at, size);
        out->size += NT_TANDEM_CHUNK_HEAD + size;
    }
    nt_tandem_chunk_head(&packer, NULL, 0, out->bytes + out->size);
    out->size += NT_TANDEM_CHUNK_HEAD;
}

static void a_file_holds_the_format_and_the_stream(void **state) {
    static stream in;
    static outcome out;
    (void)state;
    from_hex(&in, c1);
    for (size_t piece = 1; piece <= in.size; piece++) {
        assert_int_equal(read_file(&out, &in, piece), NT_TANDEM_OK);
        assert_memory_equal(out.format, &rv64, sizeof rv64);
        assert_string_equal(out.text, "[increment-pc, insn32 0x006281b3, gp = 0x1234]");
    }
}

static void what_is_packed_in_chunks_of_any_size_comes_back(void **state) {
    static const nt_tandem_format formats[] = {{32, 0, 32, false, 0},
                                               {32, 64, 34, true, 0},
                                               {64, 32, 64, false, 0},
                                               {64, 64, 64, false, 0}};
    static stream in;
    static stream file;
    static stream expected;
    static outcome out;
    (void)state;
    from_hex(&expected, c1);
    for (size_t i = 0; i < COUNT(formats); i++) {
        assemble_text(&in, &formats[i], "begin;increment-pc;insn32 0x006281b3;gp = 0x1234;end");
        for (size_t chunk = 1; chunk <= in.size; chunk++) {
            pack(&file, &formats[i], &in, chunk);
            assert_int_equal(read_file(&out, &file, 11), NT_TANDEM_OK);
            assert_memory_equal(out.format, &formats[i], sizeof formats[i]);
            assert_string_equal(out.text, "[increment-pc, insn32 0x006281b3, gp = 0x1234]");
        }
    }
    pack(&file, &rv64, &in, in.size);
    assert_int_equal(file.size, expected.size);
    assert_memory_equal(file.bytes, expected.bytes, file.size);
}

static void every_flipped_bit_is_found_before_its_bytes_are_shown(void **state) {
    static stream in;
    static outcome out;
    (void)state;
    from_hex(&in, c1);
    for (size_t bit = 8 * 4; bit < 8 * in.size; bit++) {
        in.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        nt_tandem_fault_kind kind = read_file(&out, &in, 9);
        assert_int_not_equal(kind, NT_TANDEM_OK);
        size_t end = in.size - NT_TANDEM_CHUNK_HEAD;
        assert_int_equal(out.groups, bit / 8 < end ? 0 : 1);
        assert_true(kind >= NT_TANDEM_BAD_HEADER && out.fault.offset <= in.size);
        in.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

static void a_cut_file_and_one_with_more_are_refused(void **state) {
    static stream in;
    static outcome out;
    (void)state;
    from_hex(&in, c1);
    in.bytes[in.size++] = 1;
    assert_int_equal(read_file(&out, &in, 5), NT_TANDEM_BEHIND_END);
    for (in.size -= 2; in.size > 4; in.size--) {
        assert_int_equal(read_file(&out, &in, 5), NT_TANDEM_CUT_FILE);
        assert_int_equal(out.fault.offset, in.size);
    }
}

/* The stream's own errors have offsets of the stream. */
static void a_stream_that_is_wrong_is_wrong_in_a_file_too(void **state) {
    static stream in;
    static stream file;
    static outcome out;
    (void)state;
    from_hex(&in, "01 0a 02 01 07 10");
    pack(&file, &rv64, &in, 4);
    assert_int_equal(read_file(&out, &file, 3), NT_TANDEM_BAD_ID);
    assert_int_equal(out.fault.offset, 5);
    assert_string_equal(out.text, "[reset]");
    from_hex(&in, "01 0a");
    pack(&file, &rv64, &in, 4);
    assert_int_equal(read_file(&out, &file, 3), NT_TANDEM_CUT);
    assert_int_equal(out.fault.offset, 2);
}

static void headers_of_another_version_or_hart_are_refused(void **state) {
    static const nt_tandem_format none = {64, 64, 34, false, 0};
    uint8_t header[NT_TANDEM_HEADER];
    nt_tandem_format format;
    nt_tandem_fault fault;
    (void)state;
    nt_tandem_header_encode(&none, header);
    assert_int_equal(nt_tandem_header_decode(&format, header, sizeof header, &fault), -1);
    assert_int_equal(fault.kind, NT_TANDEM_BAD_HEADER);
    assert_int_equal(fault.offset, 5);
    nt_tandem_header_encode(&rv64, header);
    assert_int_equal(nt_tandem_header_decode(&format, header, sizeof header, &fault), 0);
    assert_true(nt_tandem_is_file(header, 4) && !nt_tandem_is_file(header, 3));
}

/* Bytes 9 and 10, as docs/tandem.md has them: store (6) and counters (10). */
static void a_header_says_what_is_absent(void **state) {
    nt_tandem_format format = rv64;
    uint8_t header[NT_TANDEM_HEADER];
    nt_tandem_fault fault;
    (void)state;
    format.absent = 1U << NT_TANDEM_ABSENT_STORE | 1U << NT_TANDEM_ABSENT_COUNTERS;
    nt_tandem_header_encode(&format, header);
    assert_int_equal(header[9], 0x40);
    assert_int_equal(header[10], 0x04);
    assert_int_equal(nt_tandem_header_decode(&format, header, sizeof header, &fault), 0);
    assert_int_equal(format.absent, 0x440);
    assert_string_equal(nt_tandem_kind_name(NT_TANDEM_ABSENT_STORE), "store");
    format.absent = 1U << NT_TANDEM_KINDS;
    nt_tandem_header_encode(&format, header);
    assert_int_equal(nt_tandem_header_decode(&format, header, sizeof header, &fault), -1);
    assert_int_equal(fault.offset, 9);
    assert_null(nt_tandem_kind_name(NT_TANDEM_KINDS));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_holds_the_format_and_the_stream),
        cmocka_unit_test(what_is_packed_in_chunks_of_any_size_comes_back),
        cmocka_unit_test(every_flipped_bit_is_found_before_its_bytes_are_shown),
        cmocka_unit_test(a_cut_file_and_one_with_more_are_refused),
        cmocka_unit_test(a_stream_that_is_wrong_is_wrong_in_a_file_too),
        cmocka_unit_test(headers_of_another_version_or_hart_are_refused),
        cmocka_unit_test(a_header_says_what_is_absent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
