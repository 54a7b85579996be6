/* SPDX-License-Identifier: Apache-2.0 */
/* ATB bridge: sends the bytes of a link over an AMBA 4 ATB v1.1 interface (Trace Control Interface
   1.0, "Trace ATB Bridge"). */
#ifndef NT_MODEL_TRANSPORT_ATB_BRIDGE_H
#define NT_MODEL_TRANSPORT_ATB_BRIDGE_H

#include "model/control/components.h"
#include "model/transport/stream_buffer.h"

enum { NT_ATB_MAX_BYTES = 16 };

typedef struct nt_atb_bridge_params {
    uint8_t bytes;       /* BYTES: most bytes of a beat, 1, 2, 4 or 8 */
    uint8_t atb_w;       /* ATB_W: width of ATDATA in bits, 8, 16, 32, 64 or 128 */
    uint8_t idle_cycles; /* IDLE_CYCLES: then a transfer that is not full goes out, 1 to 255 */
} nt_atb_bridge_params;

typedef struct nt_atb_bridge {
    nt_atb_bridge_params params;
    nt_stream_buffer buffer;
    bool in_message;   /* a message has begun and not ended */
    bool flush;        /* AFVALID was seen and is not answered */
    bool sync_request; /* SYNCREQ in the cycle before */
    uint8_t idle;      /* cycles that bytes have waited for more */
    bool valid;        /* a transfer is offered: */
    uint8_t id;        /* ATID */
    uint8_t last;      /* ATBYTES */
    uint8_t data[NT_ATB_MAX_BYTES];
} nt_atb_bridge;

typedef struct nt_atb_bridge_inputs {
    bool rst;
    const nt_atb_control *control;
    nt_beat in;
    bool ATREADY;
    bool AFVALID;
    bool SYNCREQ;
} nt_atb_bridge_inputs;

typedef struct nt_atb_bridge_outputs {
    bool in_ready;
    bool trAtbBridgeEmpty;
    bool sync_request; /* pulse: a synchronizing message is wanted */
    bool ATVALID;
    uint8_t ATID;                     /* these three count while ATVALID */
    uint8_t ATBYTES;                  /* bytes less one */
    uint8_t ATDATA[NT_ATB_MAX_BYTES]; /* the first byte first; 0 above ATBYTES */
    bool AFREADY;
} nt_atb_bridge_outputs;

/* As after a reset. */
void nt_atb_bridge_init(nt_atb_bridge *s, const nt_atb_bridge_params *params);

/* From state, reset and the control fields alone. ATVALID and AFREADY are 0 in reset. */
void nt_atb_bridge_out(const nt_atb_bridge *s, bool rst, const nt_atb_control *control,
                       nt_atb_bridge_outputs *out);
void nt_atb_bridge_step(nt_atb_bridge *s, const nt_atb_bridge_inputs *in);

#endif
