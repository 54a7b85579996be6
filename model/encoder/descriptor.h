/* SPDX-License-Identifier: Apache-2.0 */
/* What goes from flow to serializer: a message before it is bytes, or two messages that always
   follow each other. */
#ifndef NT_MODEL_ENCODER_DESCRIPTOR_H
#define NT_MODEL_ENCODER_DESCRIPTOR_H

#include <stdint.h>

enum { NT_ICNT_FIRST = 8 }; /* in `code` of ResourceFull: a message RCODE=0 goes first */

typedef struct nt_descriptor {
    uint8_t tcode;
    uint8_t code;    /* SYNC, RCODE (with NT_ICNT_FIRST), EVCODE, ETYPE; Ownership: V and PRV */
    uint8_t btype;   /* B-TYPE, CDF; Ownership: 0 FORMAT 0, 2 FORMAT 2, 3 FORMAT 3 and FORMAT 2 */
    uint32_t icnt;   /* I-CNT, RDATA of RCODE=0, or ECODE */
    uint32_t hist;   /* HIST, or RDATA[0] of RCODE=1 and 2 */
    uint64_t addr;   /* address without bit 0: full in flow, F-ADDR or U-ADDR behind the message
                        stage; HREPEAT, B-CNT; Ownership: context */
    uint64_t tstamp; /* TSTAMP, from the message stage on */
} nt_descriptor;

#endif
