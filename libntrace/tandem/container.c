/* SPDX-License-Identifier: Apache-2.0 */
/* Files of our own: a header of 16 bytes, then chunks, each behind its length and the CRC-32 of its
   bytes; a last one of length 0 has the CRC-32 of the whole stream. */
#include "ntrace/tandem.h"

#include "libntrace/util/checksum.h"
#include "libntrace/util/little.h"

#include <string.h>

static const uint8_t magic[4] = {0x89, 'N', 'T', 'V'}; /* no opcode begins so */

enum {
    AT_VERSION = 4,
    AT_XLEN,
    AT_FLEN,
    AT_MLEN,
    AT_FLAGS,
    AT_ABSENT,
    AT_RESERVED = 11,
    AT_CHECKSUM = 12,
    VERSION = 1,
    FLAG_EADDR_XLEN = 1,
};

bool nt_tandem_is_file(const uint8_t *bytes, size_t size) {
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

void nt_tandem_header_encode(const nt_tandem_format *format, uint8_t bytes[NT_TANDEM_HEADER]) {
    memset(bytes, 0, NT_TANDEM_HEADER);
    memcpy(bytes, magic, sizeof magic);
    bytes[AT_VERSION] = VERSION;
    bytes[AT_XLEN] = format->xlen;
    bytes[AT_FLEN] = format->flen;
    bytes[AT_MLEN] = format->mlen;
    bytes[AT_FLAGS] = format->eaddr_xlen ? FLAG_EADDR_XLEN : 0;
    bytes[AT_ABSENT] = (uint8_t)format->absent;
    bytes[AT_ABSENT + 1] = (uint8_t)(format->absent >> 8);
    nt_put_little_32(bytes + AT_CHECKSUM, nt_checksum(0, bytes, AT_CHECKSUM));
}

/* Where the header is wrong; NT_TANDEM_HEADER: nowhere. */
static size_t wrong_byte(const uint8_t *bytes, const nt_tandem_format *format) {
    if (nt_little_32(bytes + AT_CHECKSUM) != nt_checksum(0, bytes, AT_CHECKSUM)) {
        return AT_CHECKSUM;
    }
    if (bytes[AT_VERSION] != VERSION) {
        return AT_VERSION;
    }
    if (!nt_tandem_format_is_valid(format)) {
        return AT_XLEN;
    }
    if ((bytes[AT_FLAGS] & ~FLAG_EADDR_XLEN) != 0) {
        return AT_FLAGS;
    }
    if (format->absent >> NT_TANDEM_KINDS != 0) {
        return AT_ABSENT;
    }
    return bytes[AT_RESERVED] != 0 ? AT_RESERVED : NT_TANDEM_HEADER;
}

int nt_tandem_header_decode(nt_tandem_format *format, const uint8_t *bytes, size_t size,
                            nt_tandem_fault *fault) {
    if (size < NT_TANDEM_HEADER) {
        *fault = (nt_tandem_fault){NT_TANDEM_CUT_FILE, size, 0};
        return -1;
    }
    *format =
        (nt_tandem_format){.xlen = bytes[AT_XLEN],
                           .flen = bytes[AT_FLEN],
                           .mlen = bytes[AT_MLEN],
                           .eaddr_xlen = (bytes[AT_FLAGS] & FLAG_EADDR_XLEN) != 0,
                           .absent = (uint16_t)(bytes[AT_ABSENT] | bytes[AT_ABSENT + 1] << 8)};
    size_t wrong = nt_tandem_is_file(bytes, size) ? wrong_byte(bytes, format) : 0;
    if (wrong != NT_TANDEM_HEADER) {
        *fault = (nt_tandem_fault){NT_TANDEM_BAD_HEADER, wrong, 0};
        return -1;
    }
    return 0;
}

void nt_tandem_chunk_head(nt_tandem_packer *packer, const uint8_t *bytes, size_t size,
                          uint8_t head[NT_TANDEM_CHUNK_HEAD]) {
    if (size != 0) {
        packer->checksum = nt_checksum(packer->checksum, bytes, size);
    }
    nt_put_little_32(head, (uint32_t)size);
    nt_put_little_32(head + 4, size == 0 ? packer->checksum : nt_checksum(0, bytes, size));
}

/* `back`: how many of the bytes that came lie behind the place. */
static int fail(const nt_tandem_unpacker *unpacker, nt_tandem_reader *reader,
                nt_tandem_fault_kind kind, size_t back, uint64_t value) {
    uint64_t offset = NT_TANDEM_HEADER + unpacker->offset - back;
    reader->fault = (nt_tandem_fault){kind, offset, value};
    return -1;
}

static int take_head(nt_tandem_unpacker *unpacker, nt_tandem_reader *reader) {
    unpacker->have = 0;
    unpacker->size = nt_little_32(unpacker->head);
    unpacker->expected = nt_little_32(unpacker->head + 4);
    if (unpacker->size > NT_TANDEM_CHUNK) {
        return fail(unpacker, reader, NT_TANDEM_BAD_CHUNK, NT_TANDEM_CHUNK_HEAD, unpacker->size);
    }
    unpacker->ended = unpacker->size == 0;
    return unpacker->ended && unpacker->expected != unpacker->checksum
               ? fail(unpacker, reader, NT_TANDEM_BAD_CHECKSUM, NT_TANDEM_CHUNK_HEAD, 0)
               : 0;
}

static int take_chunk(nt_tandem_unpacker *unpacker, nt_tandem_reader *reader) {
    size_t size = unpacker->size;
    unpacker->have = 0;
    unpacker->size = 0;
    if (nt_checksum(0, unpacker->chunk, size) != unpacker->expected) {
        return fail(unpacker, reader, NT_TANDEM_BAD_CHECKSUM, size, 0);
    }
    unpacker->checksum = nt_checksum(unpacker->checksum, unpacker->chunk, size);
    return nt_tandem_read(reader, unpacker->chunk, size);
}

int nt_tandem_unpack(nt_tandem_unpacker *unpacker, nt_tandem_reader *reader, const uint8_t *bytes,
                     size_t size) {
    int result = 0;
    for (size_t at = 0; at < size && result == 0;) {
        if (unpacker->ended) {
            return fail(unpacker, reader, NT_TANDEM_BEHIND_END, 0, 0);
        }
        bool head = unpacker->size == 0;
        uint8_t *place = head ? unpacker->head : unpacker->chunk;
        size_t wanted = (head ? NT_TANDEM_CHUNK_HEAD : unpacker->size) - unpacker->have;
        size_t part = size - at < wanted ? size - at : wanted;
        memcpy(place + unpacker->have, bytes + at, part);
        unpacker->have += part;
        unpacker->offset += part;
        at += part;
        if (part == wanted) {
            result = head ? take_head(unpacker, reader) : take_chunk(unpacker, reader);
        }
    }
    return result;
}

int nt_tandem_unpack_end(nt_tandem_unpacker *unpacker, nt_tandem_reader *reader) {
    if (!unpacker->ended) {
        return fail(unpacker, reader, NT_TANDEM_CUT_FILE, 0, 0);
    }
    return nt_tandem_read_end(reader);
}
