/* SPDX-License-Identifier: Apache-2.0 */
/* What a run reached: counted from the golden model's state and the RTL's bytes. */
#ifndef NT_TB_ENCODER_COUNTS_H
#define NT_TB_ENCODER_COUNTS_H

#include "ntrace/messages.h"
#include "tb/encoder/encoder.h"

/* Holds each count of the table. */
typedef struct nt_counts {
#define BIN(name, group, words) uint64_t name;
#include "sim/report/state_bins.def"
#undef BIN
    uint64_t by_tcode[NT_TCODES];
    bool had_messages; /* the cycle before */
    bool in_message;   /* the byte taken last did not end one */
} nt_counts;

/* A cycle, of RTL and model that agree. */
void nt_counts_cycle(nt_counts *counts, const nt_encoder_view *view, const nt_encoder_seen *rtl);

/* An access to the registers, in its second phase. */
void nt_counts_access(nt_counts *counts, const nt_encoder_registers_outputs *bus);

#endif
