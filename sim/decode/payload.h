/* SPDX-License-Identifier: Apache-2.0 */
/* Shows what messages contain whose fields N-Trace does not define: those of Nexus that it leaves
   out, and vendors'. */
#ifndef NT_DECODE_PAYLOAD_H
#define NT_DECODE_PAYLOAD_H

#include "ntrace/messages.h"

/* Holds such a message; `status` is that of its decoding. */
typedef struct nt_payload {
    const nt_message *message;
    nt_message_status status;
    const nt_message_format *format;
    const nt_framer *framer; /* its bytes */
} nt_payload;

/* Appends the variable fields that nt_message_decode does not know to the text of
   nt_message_describe, with the names of Nexus (IEEE-ISTO 5001) where it has some: "IDTAG=0x3". Of
   messages that are known it appends nothing. */
void nt_payload_describe(const nt_payload *payload, char text[NT_MESSAGE_TEXT]);

/* Appends the field that ends in byte `index` to the text of nt_message_describe_byte:
   "IDTAG[6] = 0x3". */
void nt_payload_describe_byte(const nt_payload *payload, size_t index, char text[NT_MESSAGE_TEXT]);

#endif
