/* SPDX-License-Identifier: Apache-2.0 */
/* Receives from an ATB: from the signals of the interface alone, cycle by cycle, it recovers the
   bytes, and reports where the sender breaks a rule of AMBA 4 ATB v1.1. Independent of RTL and
   model.

   Rules: in reset ATVALID is 0; ATVALID stays 1 until ATREADY, and ATID, ATBYTES and the valid
   bytes are stable; ATID is none of the reserved 0x00 and 0x70 to 0x7f; ATBYTES fits ATDATA;
   AFREADY follows AFVALID in time, after all buffered bytes have been sent. */
#ifndef NT_RECEIVE_ATB_RECEIVER_H
#define NT_RECEIVE_ATB_RECEIVER_H

#include <stdbool.h>
#include <stdint.h>

enum { NT_ATB_RECEIVER_BYTES = 16 }; /* in the widest ATDATA */

typedef struct nt_atb_signals {
    bool reset; /* ATRESETn is 0 */
    bool ATVALID;
    bool ATREADY;
    uint8_t ATID;
    uint8_t ATBYTES;
    uint8_t ATDATA[NT_ATB_RECEIVER_BYTES]; /* the first byte lowest */
    bool AFVALID;
    bool AFREADY;
} nt_atb_signals;

typedef struct nt_atb_receiver_params {
    uint8_t width;         /* of ATDATA in bytes: 1, 2, 4, 8 or 16 */
    uint8_t id;            /* expected ATID; 0: any */
    uint32_t flush_cycles; /* cycles with ATREADY within which AFREADY must follow AFVALID; 0:
                              any */
} nt_atb_receiver_params;

typedef struct nt_atb_receiver {
    nt_atb_receiver_params params;
    uint64_t cycle;        /* number of the next cycle */
    nt_atb_signals before; /* of the cycle before */
    uint32_t flushing;     /* cycles with ATREADY since AFVALID came */
    uint8_t received;      /* bytes received in this cycle: */
    uint8_t byte[NT_ATB_RECEIVER_BYTES];
    uint64_t transfers; /* in all */
    uint64_t full;      /* those with all bytes of ATDATA */
    uint64_t flushes;   /* completed */
    uint64_t wrong;     /* broken rules */
    char first[128];    /* the first of them in words, or empty */
} nt_atb_receiver;

/* Initializes a receiver. Returns false if no ATB has such a width. */
bool nt_atb_receiver_init(nt_atb_receiver *r, const nt_atb_receiver_params *params);

/* Evaluates one cycle's signals. */
void nt_atb_receiver_cycle(nt_atb_receiver *r, const nt_atb_signals *now);

#endif
