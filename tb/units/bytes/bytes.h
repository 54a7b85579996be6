/* SPDX-License-Identifier: Apache-2.0 */
/* Message stage, message FIFO and serializer beside their models in one cycle, as the harness
   compares them. */
#ifndef NT_TB_UNITS_BYTES_H
#define NT_TB_UNITS_BYTES_H

#include "model/encoder/message.h"
#include "model/encoder/message_fifo.h"
#include "model/transport/serializer_wide.h"

typedef struct bytes_view {
    bool rst;
    nt_format_settings settings;
    nt_message_inputs in;
    nt_descriptor slot[NT_MAX_SLOTS];
    bool out_ready;
    uint64_t out;
    unsigned count; /* of bytes in `out`; 0: none is offered */
    nt_message_stage message;
    nt_message_fifo fifo;
    nt_serializer narrow;
    nt_serializer_wide wide;
} bytes_view;

#endif
