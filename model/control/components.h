/* SPDX-License-Identifier: Apache-2.0 */
/* The control fields that funnels, sinks and the ATB bridge obey, by the names of the Trace Control
   Interface (as nt_control has those of the encoder). Each is of one component: a system has as
   many of them as components. All fields 0 (nt_ram_control too): inactive. */
#ifndef NT_MODEL_CONTROL_COMPONENTS_H
#define NT_MODEL_CONTROL_COMPONENTS_H

#include <stdint.h>

/* "Trace Funnel". Its timestamp unit obeys the trTs* of an nt_control of its own. */
typedef struct nt_funnel_control {
    uint32_t trFunnelActive;   /* 0 holds the funnel in reset */
    uint32_t trFunnelEnable;   /* 1: take messages; 0: send what is inside, take nothing more */
    uint32_t trFunnelDisInput; /* bit n: messages of input n are read and discarded */
} nt_funnel_control;

/* "Trace PIB Sink" */
typedef struct nt_pib_control {
    uint32_t trPibActive; /* 0 holds the PIB in reset */
    uint32_t trPibEnable; /* 1: take messages; 0: outputs are idle once a message has ended */
    uint32_t trPibMode;   /* 0 off, 4 SWT Manchester, 5 SWT UART, 8 to 12: TRC_CLK and 1, 2, 4, 8,
                             16 TRC_DATA */
    uint32_t trPibClkCenter; /* parallel modes, 1: edges of TRC_CLK in the middle of bits */
    uint32_t trPibCalibrate; /* 1: repeat the calibration pattern, take nothing */
    uint32_t trPibDivider;   /* the clock is divided by trPibDivider + 1 */
} nt_pib_control;

/* "Trace RAM Sink". Write pointer, read pointer and trRamWrap are the sink's own. Addresses are of
   bytes, multiples of 4. */
typedef struct nt_ram_control {
    uint32_t trRamActive;     /* 0 holds the RAM sink in reset */
    uint32_t trRamEnable;     /* 1: take messages; 0: write what is inside, take nothing more */
    uint32_t trRamMode;       /* 0 SRAM, 1 SMEM */
    uint32_t trRamStopOnWrap; /* 1: stop when the buffer is full */
    uint32_t trRamStartLow;   /* first word of the buffer; SRAM: 0 */
    uint32_t trRamStartHigh;
    uint32_t trRamLimitLow; /* last word of the buffer */
    uint32_t trRamLimitHigh;
} nt_ram_control;

/* "Trace ATB Bridge" */
typedef struct nt_atb_control {
    uint32_t trAtbBridgeActive; /* 0 holds the bridge in reset */
    uint32_t trAtbBridgeEnable; /* 1: take messages; 0: send what is inside, take nothing more */
    uint32_t trAtbBridgeID;     /* ATID, 7 bits */
} nt_atb_control;

#endif
