/* SPDX-License-Identifier: Apache-2.0 */
/* Timestamp unit (model of rtl/control/nt_timestamp.v; Trace Control Interface 1.0, "Timestamp
   Unit"). */
#ifndef NT_MODEL_CONTROL_TIMESTAMP_H
#define NT_MODEL_CONTROL_TIMESTAMP_H

#include "model/control/control.h"

#include <stdbool.h>
#include <stdint.h>

/* trTsMode */
enum {
    NT_TS_NONE = 0,
    NT_TS_EXTERNAL = 1,
    NT_TS_INTERNAL_SYSTEM = 2,
    NT_TS_INTERNAL_CORE = 3,
    NT_TS_SHARED = 4,
};

typedef struct nt_timestamp {
    uint64_t counter;  /* modulo 2^TSTAMP_W */
    uint8_t prescaler; /* 6 bits: clocks since the counter counted */
} nt_timestamp;

typedef struct nt_timestamp_inputs {
    bool rst;
    const nt_control *control; /* trTs* */
    bool trTsReset;            /* of nt_encoder_registers */
    bool halted;               /* the hart is in debug mode */
    bool system_tick;          /* a clock of the system's counter */
    uint64_t external_time;    /* `time` of the ingress port */
    uint64_t shared_time;      /* the timestamp of another component */
} nt_timestamp_inputs;

/* The timestamp of this cycle; combinational in the control fields and both times. */
uint64_t nt_timestamp_out(const nt_timestamp *s, unsigned tstamp_w, const nt_timestamp_inputs *in);
void nt_timestamp_step(nt_timestamp *s, unsigned tstamp_w, const nt_timestamp_inputs *in);

#endif
