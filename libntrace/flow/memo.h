/* SPDX-License-Identifier: Apache-2.0 */
/* Remembers the fields of messages by their bytes: code repeats, so messages do. */
#ifndef NT_FLOW_MEMO_H
#define NT_FLOW_MEMO_H

#include "ntrace/messages.h"

enum {
    NT_MEMO_BYTES = 16, /* longer messages are not remembered, */
    NT_MEMO_VALUES = 5, /* nor those with more fields besides TCODE */
    NT_MEMO_BITS = 12,
    NT_MEMOS = 1 << NT_MEMO_BITS,
};

/* Holds the fields of a message, in the order of their numbers. */
typedef struct nt_memo_fields {
    uint64_t bytes[2]; /* zeros behind its end */
    uint32_t present;  /* 0: none is here */
    uint8_t size;
    uint8_t tcode;
    uint64_t value[NT_MEMO_VALUES];
} nt_memo_fields;

/* Is a memory of messages in one format, direct-mapped by their bytes. All 0: empty. */
typedef struct nt_memo {
    nt_memo_fields fields[NT_MEMOS];
} nt_memo;

/* Returns the fields of a message of these bytes; NULL: they are not known. Valid until the next
   call of nt_memo_decode. */
const nt_memo_fields *nt_memo_find(nt_memo *memo, const uint8_t *bytes, size_t size);

/* Decodes as nt_message_decode, but without the widths of fields. */
nt_message_status nt_memo_decode(nt_memo *memo, nt_message *message,
                                 const nt_message_format *format, const uint8_t *bytes,
                                 size_t size);

#endif
