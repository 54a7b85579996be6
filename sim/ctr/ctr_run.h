/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the golden model of CTR over a recording. */
#ifndef NT_CTR_CTR_RUN_H
#define NT_CTR_CTR_RUN_H

#include "libntrace/util/error.h"
#include "model/ctr/ctr.h"
#include "sim/stimulus/transfers.h"

typedef struct nt_ctr_run {
    const char *recording;
    unsigned hart;
    bool draft;       /* the draft's register map */
    uint16_t depth;   /* of the buffer */
    uint64_t control; /* what is written into mctrctl (draft: mctrcontrol) first, without DEPTH */
    bool has_limit;
    uint64_t limit;  /* instructions; without has_limit all */
    unsigned blocks; /* per cycle at most */
    /* What comes of it. */
    nt_ctr_config config;
    nt_ctr ctr;
    uint64_t instructions; /* retired */
    uint64_t cycles;
} nt_ctr_run;

/* A build with all options. */
nt_ctr_config nt_ctr_full_config(bool draft, unsigned xlen);

/* Runs it, in M mode's eyes from reset on: the first cycle writes the control register. Returns 0;
   -1 with the error, also if the recording is shorter than the limit. */
int nt_ctr_run_all(nt_ctr_run *run, nt_error *error);

/* The same step by step, for a hart that the caller runs: resets and configures, ... */
void nt_ctr_run_begin(nt_ctr_run *run, unsigned xlen);
/* ... takes a cycle of the hart, which is in mode `priv` at its beginning, ... */
void nt_ctr_run_cycle(nt_ctr_run *run, uint8_t priv, const nt_transfer *block, unsigned count);
/* ... and clears FROZEN, after SCTRCLR if `clear`; in the map of 1.0 alone. */
void nt_ctr_run_thaw(nt_ctr_run *run, bool clear);

#endif
