/* SPDX-License-Identifier: Apache-2.0 */
/* Summarizes a recording in numbers. */
#ifndef NT_RECORDING_SUMMARY_H
#define NT_RECORDING_SUMMARY_H

#include "libntrace/program/reader.h"
#include "sim/util/progress.h"

enum {
    NT_SUMMARY_PRIVS = 8,
    NT_SUMMARY_CAUSES = 64,                     /* and all greater ones, */
    NT_SUMMARY_UNKNOWN = NT_SUMMARY_CAUSES + 1, /* and those that the source does not have */
    NT_SUMMARY_CAUSE_COUNTS = NT_SUMMARY_UNKNOWN + 1
};

typedef struct nt_hart_summary {
    uint64_t instructions;
    uint64_t halfwords; /* their size */
    uint64_t runs;
    uint64_t by_priv[NT_SUMMARY_PRIVS];           /* instructions */
    uint64_t mode_changes;                        /* after the first mode */
    uint64_t exceptions[NT_SUMMARY_CAUSE_COUNTS]; /* by cause */
    uint64_t interrupts[NT_SUMMARY_CAUSE_COUNTS];
    uint64_t accesses[NT_ACCESSES];     /* by nt_access_kind */
    uint64_t access_bytes[NT_ACCESSES]; /* their known sizes */
    uint64_t code_bytes;                /* addresses whose bytes are known */
    uint64_t code_insns;                /* addresses of instructions known by type only */
    uint64_t code_rewrites;             /* events that replaced known code by other */
} nt_hart_summary;

typedef struct nt_summary {
    nt_recording_header header;
    nt_reader_sizes sizes;
    nt_hart_summary *harts; /* header.harts of them */
    nt_hart_summary total;
} nt_summary;

/* Reads the whole recording. Returns 0, or -1 with the error set and nothing to free. */
int nt_summary_read(nt_summary *summary, const char *path, nt_progress *progress, nt_error *error);
void nt_summary_free(nt_summary *summary);

#endif
