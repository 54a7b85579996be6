/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the records of CTR as software does, through the port, and prints them as perf does. */
#ifndef NT_CTR_CTR_READ_H
#define NT_CTR_CTR_READ_H

#include "model/ctr/ctr.h"

typedef struct nt_ctr_record_read {
    uint64_t source;
    uint64_t target;
    bool misp;
    bool has_cycles;
    uint64_t cycles;
    unsigned type; /* ctrdata.TYPE */
} nt_ctr_record_read;

/* Reads entry `logical`, the youngest being 0, in M mode's eyes. False: it is not valid. Not for a
   build with `sram`, whose entries come a cycle later. */
bool nt_ctr_read(const nt_ctr *s, const nt_ctr_config *config, unsigned logical,
                 nt_ctr_record_read *record);

/* Returns what a transfer type is in words; "" if it has no meaning. */
const char *nt_ctr_type_name(unsigned type);

enum { NT_CTR_PERF_ROOM = 96 };

/* Prints a record as `perf script` prints one of a branch stack, with a space before it:
   0xFROM/0xTO/P/-/-/CYCLES/TYPE. Returns `text`. */
const char *nt_ctr_perf(char text[NT_CTR_PERF_ROOM], const nt_ctr_record_read *record);

#endif
