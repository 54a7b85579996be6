/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hart for the SBI PMU library that is an array: CSRs as a memory of words with the bits that are
 * built, counters that the caller makes count, and pages that the supervisor may use.
 */
#ifndef NT_PMU_CSR_ARRAY_H
#define NT_PMU_CSR_ARRAY_H

#include "pmu/nt_pmu.h"

enum { NT_ARRAY_PAGE = 4096, NT_ARRAY_PAGES = 4 };

/* Physical addresses that memory() gives: pages from here on, the last one read-only. */
#define NT_ARRAY_BASE UINT64_C(0x80200000)

struct nt_array {
    const struct nt_pmu_platform *platform;
    uint64_t counter[32]; /* mcycle, -, minstret, mhpmcounter3 and on */
    uint64_t event[32];   /* mhpmevent */
    uint32_t mcountinhibit;
    uint32_t mcounteren;
    uint32_t mip;
    uint32_t others; /* counters of the hart that the platform does not give to the supervisor */
    _Alignas(16) unsigned char page[NT_ARRAY_PAGES][NT_ARRAY_PAGE];
    unsigned bad_csrs;   /* accesses to CSRs that this hart does not have */
    unsigned bad_memory; /* ranges that were asked for and not given */
};

/* What the table's platform can count, see sim/pmu/csr_array.c. */
extern const struct nt_pmu_ops nt_array_ops;

/* The platform of the table of cases: counters 0, 2, 3 to 18 of 64 bits, 16 firmware counters. */
extern const struct nt_pmu_platform nt_array_platform;

/* All counters at `first`, nothing inhibited, as a hart may come out of reset. */
void nt_array_init(struct nt_array *array, const struct nt_pmu_platform *platform, uint64_t first);

/* Adds to a counter if it is not inhibited; OF and LCOFIP where it wraps. */
void nt_array_count(struct nt_array *array, unsigned counter, uint64_t number);

/* Lets counters count an event, by bits 55:0 of mhpmevent, `number` times in a mode: 0 U, 1 S, 3 M,
   5 VU, 6 VS. minstret counts event 2. */
void nt_array_happen(struct nt_array *array, uint32_t event, unsigned number, unsigned mode);

#endif
