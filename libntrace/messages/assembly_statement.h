/* SPDX-License-Identifier: Apache-2.0 */
/* Describes a message like a line of assembly: its fields in the order sent, each with its
   number of bits. Both directions between bytes and text use it. Private to the messages layer. */
#ifndef NT_MESSAGES_ASSEMBLY_STATEMENT_H
#define NT_MESSAGES_ASSEMBLY_STATEMENT_H

#include "ntrace/messages.h"

enum { NT_STATEMENT_PARTS = 80 };

typedef struct nt_statement_part {
    uint8_t field; /* nt_field; NT_FIELD_NONE: a variable field without a name */
    bool ones;     /* `bits` ones, whatever `value` */
    uint16_t bits; /* sent; 0: the shortest form */
    uint64_t value;
} nt_statement_part;

typedef struct nt_statement {
    uint8_t tcode;
    bool loose; /* any fields in any order */
    size_t count;
    nt_statement_part part[NT_STATEMENT_PARTS];
} nt_statement;

/* Writes the message's bytes, of which only the last has MSEO=11, and returns their number; 0:
   more than `room`. */
size_t nt_statement_pack(const nt_statement *statement, const nt_message_format *format,
                         uint8_t *bytes, size_t room);

/* Splits a framed message into fields, as far as possible; packed, the result may be other
   bytes. Bytes after the fields of the layout become fields without a name. Returns false if
   there are too many fields. `status` and `about` are those of nt_message_decode. */
bool nt_statement_unpack(nt_statement *statement, const nt_message_format *format,
                         const uint8_t *bytes, size_t size, nt_message_status *status,
                         nt_field *about);

/* Checks that the value of each field can be sent in this form, and, unless loose, that the
   message is one of the specification. `at` gets the index of the wrong part, or of the place
   where one is missing; `about` the field. */
nt_assembly_status nt_statement_check(const nt_statement *statement,
                                      const nt_message_format *format, size_t *at, nt_field *about);

#endif
