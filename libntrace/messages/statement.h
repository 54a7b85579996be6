/* A message as a line of assembly has it: its fields in the order sent, each with the bits that it
   takes. Both ways between bytes and text go through it. Private to the messages layer. */
#ifndef NT_MESSAGES_STATEMENT_H
#define NT_MESSAGES_STATEMENT_H

#include "ntrace/messages.h"

enum { NT_STATEMENT_PARTS = 80 };

typedef struct nt_part {
    uint8_t field; /* nt_field; NT_FIELD_NONE: a variable field without a name */
    bool ones;     /* `bits` ones, whatever `value` */
    uint16_t bits; /* that were sent; 0: as few as it takes */
    uint64_t value;
} nt_part;

typedef struct nt_statement {
    uint8_t tcode;
    bool loose; /* any fields in any order */
    size_t count;
    nt_part part[NT_STATEMENT_PARTS];
} nt_statement;

/* Bytes of the message, of which the last alone has MSEO=11; 0: they are more than `room`. */
size_t nt_statement_pack(const nt_statement *statement, const nt_message_format *format,
                         uint8_t *bytes, size_t room);

/* Takes a framed message apart, as far as it goes; packed, the result may be other bytes. What is
   behind the fields that the layout knows becomes fields without a name. False: it has too many
   fields. `status` and `about` are those of nt_message_decode. */
bool nt_statement_unpack(nt_statement *statement, const nt_message_format *format,
                         const uint8_t *bytes, size_t size, nt_message_status *status,
                         nt_field *about);

/* Whether the value of each field can be sent like that, and, unless loose, the message is one of
   the specification. `at` gets the index of the part that is wrong, or is where one is missing;
   `about` the field. */
nt_assembly_status nt_statement_check(const nt_statement *statement,
                                      const nt_message_format *format, size_t *at, nt_field *about);

#endif
