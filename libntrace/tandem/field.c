/* SPDX-License-Identifier: Apache-2.0 */
/* The codec of single fields. What an opcode carries is a row of parts; encoder and decoder walk
   the same row. */
#include "ntrace/tandem.h"

#include "libntrace/util/little.h"

#include <string.h>

/* So that a row is walked at compile time. */
#define inlined inline __attribute__((always_inline))

typedef enum part {
    PART_NONE = 0, /* ends a row */
    PART_REGISTER,
    PART_REGISTER_DATA, /* XLEN or FLEN bits, by the register */
    PART_OFFSET,        /* signed */
    PART_MASK,
    PART_ID,
    PART_STATE, /* as long as the identifier says */
    PART_ADDRESS,
    PART_REQUEST, /* operation, size */
    PART_REQUEST_DATA,
    PART_RESPONSE, /* size, result */
    PART_RESPONSE_DATA,
    PART_INSN16,
    PART_INSN32,
} part;

enum { MOST_PARTS = 4 };

typedef struct row {
    bool known;
    uint8_t part[MOST_PARTS];
} row;

static const row rows[NT_TANDEM_OPCODES] = {
    [NT_TANDEM_BEGIN] = {true, {PART_NONE}},
    [NT_TANDEM_END] = {true, {PART_NONE}},
    [NT_TANDEM_INCREMENT_PC] = {true, {PART_NONE}},
    [NT_TANDEM_REGISTER] = {true, {PART_REGISTER, PART_REGISTER_DATA}},
    [NT_TANDEM_REGISTER_ADD] = {true, {PART_REGISTER, PART_OFFSET}},
    [NT_TANDEM_REGISTER_OR] = {true, {PART_REGISTER, PART_MASK}},
    [NT_TANDEM_STATE] = {true, {PART_ID, PART_STATE}},
    [NT_TANDEM_REQUEST] = {true, {PART_ADDRESS, PART_REQUEST, PART_REQUEST_DATA}},
    [NT_TANDEM_RESPONSE] = {true, {PART_RESPONSE, PART_RESPONSE_DATA}},
    [NT_TANDEM_RESET] = {true, {PART_NONE}},
    [NT_TANDEM_INITIALIZATION] = {true, {PART_NONE}},
    [NT_TANDEM_INSN16] = {true, {PART_INSN16}},
    [NT_TANDEM_INSN32] = {true, {PART_INSN32}},
};

/* Widths of additional state that the format decides; all others are bits. */
enum { BITS_XLEN = 1, BITS_MLEN = 2, BITS_EADDR = 3 };

static const uint8_t state_bits[NT_TANDEM_IDS] = {
    [NT_TANDEM_PRIVILEGE] = 8,  [NT_TANDEM_PADDR] = BITS_MLEN, [NT_TANDEM_EADDR] = BITS_EADDR,
    [NT_TANDEM_STORE8] = 8,     [NT_TANDEM_STORE16] = 16,      [NT_TANDEM_STORE32] = 32,
    [NT_TANDEM_STORE64] = 64,   [NT_TANDEM_MTIME] = 64,        [NT_TANDEM_PC_PADDR] = BITS_MLEN,
    [NT_TANDEM_PC] = BITS_XLEN,
};

typedef enum data { DATA_NONE, DATA_REQUEST, DATA_RESPONSE, DATA_BOTH } data;

/* Where the data of an access is: an AMO has an operand and a result. */
static const uint8_t data_of[NT_TANDEM_OPERATIONS] = {
    DATA_RESPONSE, DATA_REQUEST, DATA_RESPONSE, DATA_REQUEST, DATA_BOTH, DATA_BOTH, DATA_BOTH,
    DATA_BOTH,     DATA_BOTH,    DATA_BOTH,     DATA_BOTH,    DATA_BOTH, DATA_BOTH, DATA_RESPONSE,
};

bool nt_tandem_request_has_data(uint8_t operation) {
    return operation < NT_TANDEM_OPERATIONS && (data_of[operation] & DATA_REQUEST) != 0;
}

bool nt_tandem_response_has_data(uint8_t operation) {
    return operation < NT_TANDEM_OPERATIONS && (data_of[operation] & DATA_RESPONSE) != 0;
}

bool nt_tandem_format_is_valid(const nt_tandem_format *format) {
    bool flen = format->flen == 0 || format->flen == 32 || format->flen == 64;
    bool mlen = format->xlen == 64
                    ? format->mlen == 64
                    : format->xlen == 32 && (format->mlen == 32 || format->mlen == 34);
    return flen && mlen;
}

static bool is_fpr(uint16_t reg) {
    return reg >= NT_TANDEM_FPR && reg < NT_TANDEM_REGISTERS;
}

static unsigned bits_of_state(uint8_t id, const nt_tandem_format *format) {
    switch (state_bits[id]) {
    case BITS_XLEN:
        return format->xlen;
    case BITS_MLEN:
        return format->mlen;
    case BITS_EADDR:
        return format->eaddr_xlen ? format->xlen : format->mlen;
    default:
        return state_bits[id];
    }
}

/* Bits of a part of a field whose parts before it are good. */
static inlined unsigned bits_of(part which, const nt_tandem_field *field,
                                const nt_tandem_format *format, const nt_tandem_field *before) {
    switch (which) {
    case PART_REGISTER:
    case PART_INSN16:
        return 16;
    case PART_INSN32:
        return 32;
    case PART_REGISTER_DATA:
        return is_fpr(field->reg) ? format->flen : format->xlen;
    case PART_STATE:
        return bits_of_state(field->id, format);
    case PART_ADDRESS:
        return format->mlen;
    case PART_REQUEST_DATA:
        return nt_tandem_request_has_data(field->operation) ? 8U << field->size : 0;
    case PART_RESPONSE_DATA:
        return nt_tandem_response_has_data(before->operation) ? 8U << field->size : 0;
    default:
        return 8;
    }
}

static inlined void put_part(part which, nt_tandem_field *field, uint64_t sent) {
    switch (which) {
    case PART_REGISTER:
        field->reg = (uint16_t)sent;
        break;
    case PART_OFFSET:
        field->value = (uint64_t)(int64_t)(int8_t)sent;
        break;
    case PART_ID:
        field->id = (uint8_t)sent;
        break;
    case PART_ADDRESS:
        field->address = sent;
        break;
    case PART_REQUEST: /* the first field is the least significant one */
        field->operation = (uint8_t)(sent & 15);
        field->size = (uint8_t)(sent >> 4);
        break;
    case PART_RESPONSE:
        field->size = (uint8_t)(sent & 15);
        field->result = (uint8_t)(sent >> 4);
        break;
    default:
        field->value = sent;
        break;
    }
}

static inlined uint64_t get_part(part which, const nt_tandem_field *field) {
    switch (which) {
    case PART_REGISTER:
        return field->reg;
    case PART_ID:
        return field->id;
    case PART_ADDRESS:
        return field->address;
    case PART_REQUEST:
        return field->operation | (uint64_t)field->size << 4;
    case PART_RESPONSE:
        return field->size | (uint64_t)field->result << 4;
    default:
        return field->value;
    }
}

static nt_tandem_fault_kind fail(nt_tandem_fault *fault, nt_tandem_fault_kind kind, uint64_t offset,
                                 uint64_t value) {
    *fault = (nt_tandem_fault){.kind = kind, .offset = offset, .value = value};
    return kind;
}

static nt_tandem_fault_kind check_register(const nt_tandem_field *field,
                                           const nt_tandem_format *format, size_t at,
                                           nt_tandem_fault *fault) {
    if (field->reg >= NT_TANDEM_REGISTERS) {
        return fail(fault, NT_TANDEM_BAD_REGISTER, at, field->reg);
    }
    bool none = is_fpr(field->reg) && format->flen == 0;
    return none ? fail(fault, NT_TANDEM_NO_FPR, at, field->reg) : NT_TANDEM_OK;
}

static nt_tandem_fault_kind check_access(const nt_tandem_field *field, size_t at,
                                         nt_tandem_fault *fault) {
    if (field->operation >= NT_TANDEM_OPERATIONS) {
        return fail(fault, NT_TANDEM_BAD_OPERATION, at, field->operation);
    }
    if (field->size > 3) {
        return fail(fault, NT_TANDEM_BAD_SIZE, at, field->size);
    }
    return field->result > 1 ? fail(fault, NT_TANDEM_BAD_RESULT, at, field->result) : NT_TANDEM_OK;
}

/* Whether 2 is a mode depends on no parameter: without H there is none. */
static nt_tandem_fault_kind check_state(const nt_tandem_field *field, size_t at,
                                        nt_tandem_fault *fault) {
    bool bad = field->id == NT_TANDEM_PRIVILEGE && (field->value == 2 || field->value > 3);
    return bad ? fail(fault, NT_TANDEM_BAD_PRIVILEGE, at, field->value) : NT_TANDEM_OK;
}

/* A part that is in the field; it was sent at byte `at` in `bits` bits. */
static inlined nt_tandem_fault_kind check_part(part which, const nt_tandem_field *field,
                                               const nt_tandem_format *format, unsigned bits,
                                               size_t at, nt_tandem_fault *fault) {
    uint64_t sent = get_part(which, field);
    switch (which) {
    case PART_REGISTER:
        return check_register(field, format, at, fault);
    case PART_ID:
        return nt_tandem_id_name(field->id) == NULL ? fail(fault, NT_TANDEM_BAD_ID, at, field->id)
                                                    : NT_TANDEM_OK;
    case PART_REQUEST:
    case PART_RESPONSE:
        return check_access(field, at, fault);
    case PART_STATE:
        if (check_state(field, at, fault) != NT_TANDEM_OK) {
            return fault->kind;
        }
        break;
    default:
        break;
    }
    if (bits % 8 != 0 && sent >> bits != 0) { /* the unused ones are all in the last byte */
        return fail(fault, NT_TANDEM_BAD_ADDRESS, at + bits / 8, sent);
    }
    return NT_TANDEM_OK;
}

static nt_tandem_fault_kind check_opcode(const nt_tandem_field *field,
                                         const nt_tandem_field *before, nt_tandem_fault *fault) {
    if (field->opcode >= NT_TANDEM_OPCODES || !rows[field->opcode].known) {
        return fail(fault, NT_TANDEM_BAD_OPCODE, 0, field->opcode);
    }
    bool lone = field->opcode == NT_TANDEM_RESPONSE &&
                (before == NULL || before->opcode != NT_TANDEM_REQUEST);
    return lone ? fail(fault, NT_TANDEM_LONE_RESPONSE, 0, 0) : NT_TANDEM_OK;
}

/* `room`: how many bytes there are, at least `size`. */
static inlined uint64_t load(const uint8_t *bytes, unsigned size, size_t room) {
    uint64_t value = 0;
    if (room < 8) {
        for (unsigned i = 0; i < size; i++) {
            value |= (uint64_t)bytes[i] << (8 * i);
        }
        return value;
    }
    return size == 0 ? 0 : nt_little_64(bytes) & UINT64_MAX >> (64 - 8 * size);
}

static inlined int decode_row(const uint8_t parts[MOST_PARTS], nt_tandem_field *field,
                              const nt_tandem_format *format, const nt_tandem_field *before,
                              const uint8_t *bytes, size_t size, nt_tandem_fault *fault) {
    size_t at = 1;
#pragma GCC unroll 4
    for (unsigned i = 0; i < MOST_PARTS; i++) {
        if (parts[i] == PART_NONE) {
            break;
        }
        unsigned bits = bits_of((part)parts[i], field, format, before);
        unsigned count = (bits + 7) / 8;
        if (count > size - at) {
            return 0;
        }
        put_part((part)parts[i], field, load(bytes + at, count, size - at));
        if (check_part((part)parts[i], field, format, bits, at, fault) != NT_TANDEM_OK) {
            return -1;
        }
        at += count;
    }
    field->bytes = (uint8_t)at;
    return (int)at;
}

#define DECODE(opcode)                                                                             \
    case opcode:                                                                                   \
        return decode_row(rows[opcode].part, field, format, before, bytes, size, fault)

int nt_tandem_field_decode(nt_tandem_field *field, const nt_tandem_format *format,
                           const nt_tandem_field *before, const uint8_t *bytes, size_t size,
                           nt_tandem_fault *fault) {
    if (size == 0) {
        return 0;
    }
    *field = (nt_tandem_field){.opcode = bytes[0]};
    if (check_opcode(field, before, fault) != NT_TANDEM_OK) {
        return -1;
    }
    switch (field->opcode) { /* the most frequent ones with their row in place */
        DECODE(NT_TANDEM_INCREMENT_PC);
        DECODE(NT_TANDEM_REGISTER);
        DECODE(NT_TANDEM_STATE);
        DECODE(NT_TANDEM_INSN16);
        DECODE(NT_TANDEM_INSN32);
    default:
        return decode_row(rows[field->opcode].part, field, format, before, bytes, size, fault);
    }
}

static bool is_same(const nt_tandem_field *a, const nt_tandem_field *b) {
    return a->value == b->value && a->address == b->address && a->reg == b->reg && a->id == b->id &&
           a->operation == b->operation && a->size == b->size && a->result == b->result;
}

/* Writes a part at `bytes`, and to `sent` what a decoder will make of it. */
static nt_tandem_fault_kind encode_part(part which, const nt_tandem_field *field,
                                        const nt_tandem_format *format, unsigned bits,
                                        nt_tandem_field *sent, uint8_t *bytes, size_t at,
                                        nt_tandem_fault *fault) {
    if (check_part(which, field, format, bits, at, fault) != NT_TANDEM_OK) {
        return fault->kind;
    }
    uint64_t value = get_part(which, field);
    unsigned count = (bits + 7) / 8;
    for (unsigned i = 0; i < count; i++) {
        bytes[at + i] = (uint8_t)(value >> (8 * i));
    }
    put_part(which, sent, load(bytes + at, count, 0));
    return NT_TANDEM_OK;
}

size_t nt_tandem_field_encode(const nt_tandem_field *field, const nt_tandem_format *format,
                              const nt_tandem_field *before, uint8_t bytes[NT_TANDEM_FIELD_BYTES],
                              nt_tandem_fault *fault) {
    nt_tandem_fault ignored = {.kind = NT_TANDEM_OK};
    nt_tandem_field sent = {.opcode = field->opcode};
    fault = fault == NULL ? &ignored : fault;
    if (check_opcode(field, before, fault) != NT_TANDEM_OK) {
        return 0;
    }
    size_t at = 1;
    bytes[0] = field->opcode;
    for (const uint8_t *next = rows[field->opcode].part; *next != PART_NONE; next++) {
        unsigned bits = bits_of((part)*next, field, format, before);
        if (encode_part((part)*next, field, format, bits, &sent, bytes, at, fault) !=
            NT_TANDEM_OK) {
            return 0;
        }
        at += (bits + 7) / 8;
    }
    if (!is_same(field, &sent)) {
        fail(fault, NT_TANDEM_TOO_WIDE, 0, field->value);
        return 0;
    }
    return at;
}
