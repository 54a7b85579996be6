/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a tandem-verification trace of a retirement stream that has registers: QEMU's run, or a
   recording. What the stream does not have is left out, and counted. */
#ifndef NT_TANDEM_RECORD_TRACE_H
#define NT_TANDEM_RECORD_TRACE_H

#include "sim/stimulus/retire.h"
#include "sim/tandem/output.h"

typedef struct nt_tandem_trace_options {
    nt_tandem_format format;
    uint8_t parts;   /* of the recording's header: what the stream has */
    const char *elf; /* what memory holds at first; NULL: not known */
} nt_tandem_trace_options;

typedef struct nt_tandem_trace_counts {
    uint64_t instructions; /* retired */
    uint64_t exceptions;
    uint64_t interrupts;
    uint64_t groups;
    uint64_t registers; /* elements, as those below */
    uint64_t csrs;
    uint64_t stores;
    uint64_t stored_bytes;
    /* Not there, although it happened: */
    uint64_t absent_csrs;    /* writes of CSRs that the stream does not have */
    uint64_t absent_paddrs;  /* addresses of loads and stores */
    uint64_t absent_stores;  /* values written to memory: of devices */
    uint64_t absent_values;  /* of registers */
    uint64_t absent_results; /* what came last, and whose end is not known: 0 or 1 */
} nt_tandem_trace_counts;

typedef struct nt_tandem_tracer nt_tandem_tracer;

/* Functions that return int return 0, or -1 with the error set. The caller keeps `output`. */
int nt_tandem_tracer_new(nt_tandem_tracer **tracer, const nt_tandem_trace_options *options,
                         nt_tandem_output *output, nt_error *error);
void nt_tandem_tracer_free(nt_tandem_tracer *tracer); /* accepts NULL */

/* Takes what comes next of the stream: from NT_RETIRED_STATE on, the first of all. */
int nt_tandem_tracer_take(nt_tandem_tracer *tracer, const nt_retired *retired, nt_error *error);

const nt_tandem_trace_counts *nt_tandem_tracer_counts(const nt_tandem_tracer *tracer);

#endif
