/* SPDX-License-Identifier: Apache-2.0 */
/* Cuts a stream at synchronizing messages into parts that can be decoded separately. */
#ifndef NT_DECODE_PARTS_H
#define NT_DECODE_PARTS_H

#include "libntrace/util/error.h"
#include "libntrace/util/input_file.h"
#include "ntrace/flow.h"
#include "sim/decode/owner.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NT_PART_LEAST = 1 << 14, /* bytes of a part before it is cut */
    NT_PART_MOST = 1 << 20,  /* bytes without a synchronizing message that are buffered at a time */
};

/* Holds a part of the stream. The synchronizing message where it is cut is in both parts: the
   first walks up to it and reports it, the second begins after it. All 0 before its first use. */
typedef struct nt_decode_part {
    uint8_t *bytes; /* owned by the part */
    size_t size;
    size_t room;
    uint64_t offset; /* of the first byte in the stream */
    size_t start;    /* bytes of the synchronizing message at its beginning; 0: it begins the
                        stream, or continues where the one before ended */
    nt_owner owner;  /* Ownership of the complete messages before it */
    bool whole;      /* false: the next one continues where this ends */
    bool last;       /* the stream ends here */
} nt_decode_part;

typedef struct nt_parts {
    nt_input_file *file;
    nt_flow_options options;
    nt_message_format format;
    uint64_t most_address; /* maximum of F-ADDR */
    size_t least;          /* as NT_PART_LEAST */
    uint64_t offset;       /* of the first byte that is in no part yet */
    bool tail;             /* in the incomplete message at the beginning of the stream */
    nt_framer framer;
    nt_owner owner;      /* Ownership so far */
    nt_decode_part next; /* the part read so far */
    bool ended;
} nt_parts;

/* Initializes it; `file` must outlive it. `least`: 0 is NT_PART_LEAST. */
void nt_parts_init(nt_parts *parts, nt_input_file *file, const nt_flow_options *options,
                   unsigned xlen, size_t least);
/* Reads the next part and replaces the content of `part`. Returns 1; 0: there are no more; -1
   with the error set. */
int nt_parts_next(nt_parts *parts, nt_decode_part *part, nt_error *error);
void nt_parts_free(nt_parts *parts);

void nt_part_free(nt_decode_part *part);

#endif
