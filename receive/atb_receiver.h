/* What listens on an ATB: from the signals of the interface alone, cycle by cycle, it recovers the
   bytes, and tells where the sender breaks a rule of AMBA 4 ATB v1.1. Knows neither RTL nor model.

   Rules: in reset ATVALID is 0; ATVALID stays 1 until ATREADY, and ATID, ATBYTES and the bytes that
   count stay as they are; ATID is none of the reserved 0x00 and 0x70 to 0x7f; ATBYTES fits ATDATA;
   AFREADY answers AFVALID, in time, and when it does all that was inside has been sent. */
#ifndef NT_RECEIVE_ATB_RECEIVER_H
#define NT_RECEIVE_ATB_RECEIVER_H

#include <stdbool.h>
#include <stdint.h>

enum { NT_ATB_RECEIVER_BYTES = 16 }; /* of the widest ATDATA */

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
    uint8_t id;            /* ATID that is expected; 0: any */
    uint32_t flush_cycles; /* cycles with ATREADY in which a flush must be answered; 0: any */
} nt_atb_receiver_params;

typedef struct nt_atb_receiver {
    nt_atb_receiver_params params;
    uint64_t cycle;        /* number of the next cycle */
    nt_atb_signals before; /* of the cycle before */
    uint32_t flushing;     /* cycles with ATREADY since AFVALID came */
    uint8_t received;      /* bytes that this cycle brought: */
    uint8_t byte[NT_ATB_RECEIVER_BYTES];
    uint64_t transfers; /* in all */
    uint64_t full;      /* those with all bytes of ATDATA */
    uint64_t flushes;   /* that were answered */
    uint64_t wrong;     /* broken rules */
    char first[128];    /* the first of them in words, or empty */
} nt_atb_receiver;

/* False: no ATB has such a width. */
bool nt_atb_receiver_init(nt_atb_receiver *r, const nt_atb_receiver_params *params);

/* One cycle's signals. */
void nt_atb_receiver_cycle(nt_atb_receiver *r, const nt_atb_signals *now);

#endif
