/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/tandem/rules.h"

#include <string.h>

/* Hands out what was collected, if it is more than nothing. */
static int finish_group(nt_tandem_reader *reader, bool ended) {
    int result = 0;
    if (reader->within || reader->count != 0) {
        nt_tandem_rules_group(reader);
        nt_tandem_group group = {.atomic = reader->within,
                                 .ended = ended,
                                 .offset = reader->start,
                                 .size = reader->offset - reader->start,
                                 .fields = reader->fields,
                                 .count = reader->count,
                                 .violations = reader->violations};
        result = reader->sink(reader->context, &group);
    }
    reader->count = 0;
    reader->violations = 0;
    reader->opcodes = 0;
    reader->within = false;
    return result;
}

static int fail(nt_tandem_reader *reader, nt_tandem_fault_kind kind, uint64_t offset,
                uint64_t value) {
    reader->fault = (nt_tandem_fault){.kind = kind, .offset = offset, .value = value};
    return -1;
}

/* The field stands behind those of the group. */
static int keep(nt_tandem_reader *reader, nt_tandem_field *field) {
    if (reader->count == NT_TANDEM_FIELDS) {
        return fail(reader, NT_TANDEM_LONG_GROUP, field->offset, NT_TANDEM_FIELDS);
    }
    if (reader->count == 0 && !reader->within) {
        reader->start = field->offset;
    }
    nt_tandem_rules_field(reader, field, reader->count != 0 ? field - 1 : NULL);
    reader->violations |= field->violations;
    reader->opcodes |= UINT32_C(1) << field->opcode;
    reader->count++;
    reader->offset += field->bytes;
    return 0;
}

/* A begin group, or an end group in a group: one byte, which is no field of a group. */
static int take_mark(nt_tandem_reader *reader, uint8_t opcode) {
    if (opcode == NT_TANDEM_END) {
        reader->offset++;
        return finish_group(reader, true);
    }
    int result = finish_group(reader, false);
    reader->start = reader->offset;
    reader->within = true;
    reader->offset++;
    return result;
}

static bool is_mark(const nt_tandem_reader *reader, uint8_t opcode) {
    return opcode == NT_TANDEM_BEGIN || (opcode == NT_TANDEM_END && reader->within);
}

/* The number of bytes of the next field, 0: more are needed; negative: `result` gets why. */
static int read_field(nt_tandem_reader *reader, const uint8_t *bytes, size_t size, int *result) {
    if (is_mark(reader, bytes[0])) {
        *result = take_mark(reader, bytes[0]);
        return *result == 0 ? 1 : -1;
    }
    nt_tandem_field *field = &reader->fields[reader->count];
    const nt_tandem_field *before = reader->count != 0 ? field - 1 : NULL;
    int count = nt_tandem_field_decode(field, &reader->format, before, bytes, size, &reader->fault);
    if (count < 0) {
        reader->fault.offset += reader->offset;
        *result = -1;
    } else if (count > 0) {
        field->offset = reader->offset;
        *result = keep(reader, field);
    }
    return *result == 0 ? count : -1;
}

/* Completes a field whose first bytes came before; the number of bytes taken. */
static int read_rest(nt_tandem_reader *reader, const uint8_t *bytes, size_t size, int *result) {
    size_t had = reader->have;
    size_t room = sizeof reader->part - had;
    size_t part = size < room ? size : room;
    memcpy(reader->part + had, bytes, part);
    int count = read_field(reader, reader->part, had + part, result);
    if (count > 0) {
        reader->have = 0;
        return count - (int)had;
    }
    reader->have = had + part;
    return count < 0 ? -1 : (int)part;
}

/* What lies between groups was complete when the stream went wrong behind it. */
static int end_wrong(nt_tandem_reader *reader, int result) {
    if (reader->fault.kind == NT_TANDEM_OK || reader->within) {
        return result;
    }
    int handed = finish_group(reader, false);
    return handed != 0 ? handed : result;
}

int nt_tandem_read(nt_tandem_reader *reader, const uint8_t *bytes, size_t size) {
    int result = 0;
    size_t at = 0;
    while (at < size) {
        int count = reader->have != 0 ? read_rest(reader, bytes + at, size - at, &result)
                                      : read_field(reader, bytes + at, size - at, &result);
        if (count < 0) {
            return end_wrong(reader, result);
        }
        if (count == 0) { /* less than a field */
            reader->have = size - at;
            memcpy(reader->part, bytes + at, reader->have);
            break;
        }
        at += (size_t)count;
    }
    return 0;
}

int nt_tandem_read_end(nt_tandem_reader *reader) {
    if (!reader->within && reader->have == 0) {
        return finish_group(reader, false);
    }
    uint64_t begin = reader->within ? reader->start : reader->offset;
    int result = fail(reader, NT_TANDEM_CUT, reader->offset + reader->have, begin);
    return end_wrong(reader, result);
}
