/* Cuts a stream at synchronizing messages into parts that can be decoded each on its own. */
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
    NT_PART_MOST = 1 << 20,  /* bytes without a synchronizing message that are held at a time */
};

/* A stretch of the stream. The synchronizing message where it is cut is in both parts: the first
   walks up to it and tells it, the second begins behind it. All 0 before its first use. */
typedef struct nt_part {
    uint8_t *bytes; /* the part's own */
    size_t size;
    size_t room;
    uint64_t offset; /* of the first byte in the stream */
    size_t start;    /* bytes of the synchronizing message that it begins with; 0: it begins the
                        stream, or goes on where the one before ended */
    nt_owner owner;  /* what whole Ownership messages told before it */
    bool whole;      /* false: the next one goes on where this ends */
    bool last;       /* the stream ends here */
} nt_part;

typedef struct nt_parts {
    nt_input_file *file;
    nt_flow_options options;
    nt_message_format format;
    uint64_t most_address; /* that F-ADDR can have */
    size_t least;          /* as NT_PART_LEAST */
    uint64_t offset;       /* of the first byte that no part has had */
    bool tail;             /* in the message that the stream begins within */
    nt_framer framer;
    nt_owner owner; /* what Ownership messages told so far */
    nt_part next;   /* what is read of it */
    bool ended;
} nt_parts;

/* `file` must outlive it. `least`: 0 is NT_PART_LEAST. */
void nt_parts_init(nt_parts *parts, nt_input_file *file, const nt_flow_options *options,
                   unsigned xlen, size_t least);
/* The next part; what `part` had before is gone. 1; 0: there are no more; -1 with the error set. */
int nt_parts_next(nt_parts *parts, nt_part *part, nt_error *error);
void nt_parts_free(nt_parts *parts);

void nt_part_free(nt_part *part);

#endif
