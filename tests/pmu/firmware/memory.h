/* SPDX-License-Identifier: Apache-2.0 */
/* What the supervisor may touch, for PMP and for the calls that name shared memory. */
#ifndef NT_TESTS_PMU_FIRMWARE_MEMORY_H
#define NT_TESTS_PMU_FIRMWARE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Writes PMP of the calling hart. */
void memory_protect(void);

/* ops.memory of nt_pmu.h */
void *memory_of_supervisor(void *context, uint64_t address, uint64_t size, bool writes);

#endif
