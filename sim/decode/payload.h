/* Shows what messages contain whose fields N-Trace does not define: those of Nexus that it leaves
   out, and vendors'. */
#ifndef NT_DECODE_PAYLOAD_H
#define NT_DECODE_PAYLOAD_H

#include "ntrace/messages.h"

/* Appends the variable fields of a message that nt_message_decode does not know, from the bytes in
   the framer: with the names of Nexus (IEEE-ISTO 5001) where it has some. Of others it appends
   nothing. */
void nt_payload_describe(const nt_message *message, nt_message_status status,
                         const nt_message_format *format, const nt_framer *framer,
                         char text[NT_MESSAGE_TEXT]);

#endif
