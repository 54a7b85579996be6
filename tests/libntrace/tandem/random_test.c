/* SPDX-License-Identifier: Apache-2.0 */
/* Random groups of every hart: what was encoded is what a reader hands out, in pieces of any size,
   and their text makes the same bytes. */
#include "sim/util/random.h"
#include "tests/libntrace/tandem/streams.h"

enum { STREAMS = 400, MOST_GROUPS = 12, MOST_FIELDS = 12 };

static const nt_tandem_format formats[] = {
    {32, 0, 32, false, 0},  {32, 32, 32, false, 0}, {32, 64, 32, false, 0}, {32, 0, 34, false, 0},
    {32, 32, 34, false, 0}, {32, 64, 34, true, 0},  {64, 0, 64, false, 0},  {64, 32, 64, false, 0},
    {64, 64, 64, false, 0}, {32, 0, 34, true, 0},
};

/* With the values that a wrong width would show more often than others. */
static uint64_t random_value(nt_random *random) {
    switch (nt_random_below(random, 4)) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX;
    case 2:
        return nt_random_below(random, 256);
    default:
        return nt_random_next(random);
    }
}

static uint64_t cut_to(uint64_t value, unsigned bits) {
    return bits == 0 ? 0 : value & UINT64_MAX >> (64 - bits);
}

static void random_register(nt_random *random, const nt_tandem_format *format,
                            nt_tandem_field *field) {
    do {
        field->reg = (uint16_t)nt_random_below(random, NT_TANDEM_REGISTERS);
        if (nt_random_chance(random, 128)) {
            field->reg = (uint16_t)(NT_TANDEM_GPR + field->reg % 64);
        }
    } while (format->flen == 0 && field->reg >= NT_TANDEM_FPR);
    uint64_t value = random_value(random);
    unsigned flen = field->reg >= NT_TANDEM_FPR ? format->flen : format->xlen;
    field->value = field->opcode == NT_TANDEM_REGISTER       ? cut_to(value, flen)
                   : field->opcode == NT_TANDEM_REGISTER_ADD ? (uint64_t)(int64_t)(int8_t)value
                                                             : value & 0xff;
}

static void random_state(nt_random *random, const nt_tandem_format *format,
                         nt_tandem_field *field) {
    static const uint8_t modes[] = {0, 1, 3};
    const uint8_t bits[NT_TANDEM_IDS] = {0,
                                         0,
                                         format->mlen,
                                         format->eaddr_xlen ? format->xlen : format->mlen,
                                         8,
                                         16,
                                         32,
                                         64,
                                         64,
                                         format->mlen,
                                         format->xlen};
    field->id = (uint8_t)nt_random_between(random, 1, 10);
    field->value = field->id == NT_TANDEM_PRIVILEGE ? modes[nt_random_below(random, 3)]
                                                    : cut_to(random_value(random), bits[field->id]);
}

static void random_field(nt_random *random, const nt_tandem_format *format,
                         const nt_tandem_field *before, nt_tandem_field *field) {
    static const uint8_t opcodes[] = {3, 4, 4, 5, 6, 7, 7, 8, 8, 10, 11, 16, 17};
    bool load = before != NULL && before->opcode == NT_TANDEM_REQUEST;
    *field = (nt_tandem_field){.opcode = opcodes[nt_random_below(random, COUNT(opcodes))]};
    if (load && nt_random_chance(random, 160)) {
        field->opcode = NT_TANDEM_RESPONSE;
    }
    uint64_t value = random_value(random);
    switch (field->opcode) {
    case NT_TANDEM_REGISTER:
    case NT_TANDEM_REGISTER_ADD:
    case NT_TANDEM_REGISTER_OR:
        random_register(random, format, field);
        break;
    case NT_TANDEM_STATE:
        random_state(random, format, field);
        break;
    case NT_TANDEM_REQUEST:
        field->operation = (uint8_t)nt_random_below(random, NT_TANDEM_OPERATIONS);
        field->size = (uint8_t)nt_random_below(random, 4);
        field->address = cut_to(random_value(random), format->mlen);
        field->value =
            nt_tandem_request_has_data(field->operation) ? cut_to(value, 8U << field->size) : 0;
        break;
    case NT_TANDEM_RESPONSE:
        field->size = (uint8_t)nt_random_below(random, 4);
        field->result = (uint8_t)nt_random_below(random, 2);
        field->value =
            nt_tandem_response_has_data(before->operation) ? cut_to(value, 8U << field->size) : 0;
        break;
    case NT_TANDEM_INSN16:
        field->value = cut_to(value, 16);
        break;
    case NT_TANDEM_INSN32:
        field->value = cut_to(value, 32);
        break;
    default:
        break;
    }
}

typedef struct made {
    stream bytes;
    nt_tandem_field fields[MOST_GROUPS * (MOST_FIELDS + 2)];
    size_t count;
} made;

static void put(made *out, const nt_tandem_format *format, const nt_tandem_field *field) {
    const nt_tandem_field *before = out->count == 0 ? NULL : &out->fields[out->count - 1];
    nt_tandem_fault fault = {.kind = NT_TANDEM_OK};
    size_t size =
        nt_tandem_field_encode(field, format, before, out->bytes.bytes + out->bytes.size, &fault);
    assert_int_equal(fault.kind, NT_TANDEM_OK);
    assert_true(size != 0);
    out->fields[out->count] = *field;
    out->fields[out->count].offset = out->bytes.size;
    out->fields[out->count].bytes = (uint8_t)size;
    out->bytes.size += size;
    out->count++;
}

static void put_opcode(made *out, const nt_tandem_format *format, uint8_t opcode) {
    nt_tandem_field field = {.opcode = opcode};
    put(out, format, &field);
}

static void make(made *out, nt_random *random, const nt_tandem_format *format) {
    uint32_t groups = nt_random_between(random, 1, MOST_GROUPS);
    out->bytes.size = out->count = 0;
    bool within = false;
    for (uint32_t i = 0; i < groups; i++) {
        uint32_t fields = nt_random_below(random, MOST_FIELDS);
        if (nt_random_chance(random, 220)) {
            put_opcode(out, format, NT_TANDEM_BEGIN);
            within = true;
        }
        for (uint32_t j = 0; j < fields; j++) {
            nt_tandem_field field;
            random_field(random, format, out->count == 0 ? NULL : &out->fields[out->count - 1],
                         &field);
            put(out, format, &field);
        }
        if (within && (i + 1 == groups || nt_random_chance(random, 128))) {
            put_opcode(out, format, NT_TANDEM_END);
            within = false;
        }
    }
}

typedef struct comparison {
    const made *made;
    size_t next;
} comparison;

static void is_next(comparison *with, const nt_tandem_field *field) {
    assert_true(with->next < with->made->count);
    nt_tandem_field expected = with->made->fields[with->next++];
    nt_tandem_field came = *field;
    came.violations = 0;
    assert_memory_equal(&came, &expected, sizeof came);
}

static void is_opcode(comparison *with, uint8_t opcode) {
    assert_true(with->next < with->made->count);
    assert_int_equal(with->made->fields[with->next++].opcode, opcode);
}

static int compare(void *context, const nt_tandem_group *group) {
    comparison *with = context;
    assert_int_equal(group->offset, with->made->fields[with->next].offset);
    if (group->atomic) {
        is_opcode(with, NT_TANDEM_BEGIN);
    }
    for (size_t i = 0; i < group->count; i++) {
        is_next(with, &group->fields[i]);
    }
    if (group->ended) {
        is_opcode(with, NT_TANDEM_END);
    }
    return 0;
}

static void read_back(const made *stream, const nt_tandem_format *format, size_t piece) {
    static nt_tandem_reader reader;
    comparison with = {.made = stream};
    memset(&reader, 0, sizeof reader);
    reader.format = *format;
    reader.sink = compare;
    reader.context = &with;
    assert_int_equal(read_pieces(&reader, &stream->bytes, piece), 0);
    assert_int_equal(with.next, stream->count);
}

static void comes_back_from_text(const made *stream, const nt_tandem_format *format) {
    static char text[TEXT];
    static struct stream again;
    char line[NT_TANDEM_LINE];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < stream->count; i++) {
        nt_tandem_print(&stream->fields[i], i == 0 ? NULL : &stream->fields[i - 1], line);
        used += (size_t)snprintf(text + used, TEXT - used, "%s;", line);
        assert_true(used < TEXT);
    }
    assemble_text(&again, format, text);
    assert_int_equal(again.size, stream->bytes.size);
    assert_memory_equal(again.bytes, stream->bytes.bytes, again.size);
}

static void random_groups_come_back_from_bytes_and_from_text(void **state) {
    static made stream;
    (void)state;
    for (size_t i = 0; i < COUNT(formats); i++) {
        nt_random random;
        nt_random_seed(&random, i);
        assert_true(nt_tandem_format_is_valid(&formats[i]));
        for (unsigned j = 0; j < STREAMS; j++) {
            make(&stream, &random, &formats[i]);
            read_back(&stream, &formats[i], stream.bytes.size + 1);
            read_back(&stream, &formats[i], 1);
            read_back(&stream, &formats[i], nt_random_between(&random, 2, 40));
            comes_back_from_text(&stream, &formats[i]);
        }
    }
}

/* What came before a flipped bit or a cut is as without it, and where a reader stops does not
   depend on the pieces. */
static void damage_changes_nothing_before_it(void **state) {
    static made stream;
    static outcome whole;
    static outcome damaged;
    static outcome pieces;
    (void)state;
    for (size_t i = 0; i < COUNT(formats); i++) {
        nt_random random;
        nt_random_seed(&random, 100 + i);
        for (unsigned j = 0; j < STREAMS; j++) {
            make(&stream, &random, &formats[i]);
            if (stream.bytes.size == 0) {
                continue;
            }
            read_stream(&whole, &formats[i], false, &stream.bytes, STREAM);
            size_t at = nt_random_below(&random, (uint32_t)stream.bytes.size);
            stream.bytes.bytes[at] ^= (uint8_t)(1 << nt_random_below(&random, 8));
            read_stream(&damaged, &formats[i], false, &stream.bytes, STREAM);
            read_stream(&pieces, &formats[i], false, &stream.bytes, 3);
            assert_string_equal(damaged.text, pieces.text);
            assert_int_equal(damaged.fault.kind, pieces.fault.kind);
            assert_int_equal(damaged.fault.offset, pieces.fault.offset);
            assert_memory_equal(damaged.again.bytes, stream.bytes.bytes, damaged.again.size);
            size_t same = damaged.again.size < at ? damaged.again.size : at;
            assert_memory_equal(damaged.again.bytes, whole.again.bytes, same);
            assert_true(damaged.result == 0 || damaged.fault.offset <= stream.bytes.size);
        }
    }
}

static int names_of(uint16_t reg, const struct nt_tandem_csr_names *names) {
    char text[NT_CSR_NAME + 8];
    char name[NT_CSR_NAME];
    nt_tandem_assembler assembler = {.names = names, .format = rv64};
    assembler.has_flen = assembler.has_mlen = true;
    nt_tandem_register_name(reg, name);
    (void)snprintf(text, sizeof text, "%s |= 1", name);
    assert_int_equal(nt_tandem_assemble(&assembler, text), 0);
    return assembler.bytes[1] | assembler.bytes[2] << 8;
}

static void every_register_comes_back_from_its_name(void **state) {
    struct nt_tandem_csr_names *names = nt_tandem_csr_names_new();
    (void)state;
    assert_non_null(names);
    for (unsigned reg = 0; reg < NT_TANDEM_REGISTERS; reg++) {
        assert_int_equal(names_of((uint16_t)reg, names), reg);
    }
    free(names);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_groups_come_back_from_bytes_and_from_text),
        cmocka_unit_test(damage_changes_nothing_before_it),
        cmocka_unit_test(every_register_comes_back_from_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
