/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the trace's maker (record_trace.c, record_step_csrs.c, record_step_memory.c). */
#ifndef NT_TANDEM_RECORD_STEP_H
#define NT_TANDEM_RECORD_STEP_H

#include "sim/isa/insn_access.h"
#include "sim/tandem/record_csrs.h"
#include "sim/tandem/record_group.h"
#include "sim/tandem/record_memory.h"
#include "sim/tandem/record_trace.h"

/* Is a trace that is being made. */
struct nt_tandem_tracer {
    nt_tandem_trace_options options;
    nt_tandem_output *output;
    nt_tandem_trace_counts counts;
    nt_tandem_fields group;
    nt_tandem_memory memory; /* as far as the trace tells it */
    uint64_t mask;           /* of XLEN bits */
    uint64_t fmask;          /* of FLEN bits: QEMU boxes values also where FLEN is 32 */
    bool started;
    bool state_given; /* the registers at the start */
    bool pmp_locked;  /* or what is written to PMP registers is not known in another way */
    bool mip_changed; /* by a device, since the last group */
    /* V, and what returns make of it */
    bool guest;
    bool mpv;
    bool spv;
    /* Before the next instruction */
    uint64_t x[32];
    uint64_t f[32];
    uint32_t unknown_x; /* bit each: the recording does not have the value */
    uint32_t unknown_f;
    uint64_t csr[4096];
    bool known[4096];      /* the CSR */
    bool stream_has[4096]; /* every change of it */
};

enum { NT_TANDEM_MOST_CSRS = 32, NT_TANDEM_M = 3 };

/* Is an instruction or trap: what it does, and what the stream says of it. */
typedef struct nt_tandem_step {
    const nt_retired *retired;
    nt_tandem_insn insn;
    uint64_t operand; /* before it: of a store, sc, AMO or CSR instruction */
    uint64_t address; /* effective, of its access to memory */
    bool address_unknown;
    bool operand_unknown;
    bool has_paddr;
    uint64_t paddr;
    uint64_t fcsr; /* before it */
    uint16_t csr[NT_TANDEM_MOST_CSRS];
    unsigned csrs;           /* that are written, each once */
    const nt_access *access; /* to memory, the first one; NULL: none */
    const nt_access *store;  /* with the value written; NULL: the stream does not have it */
} nt_tandem_step;

/* Returns whether the stream that is recorded has such accesses. */
static inline bool nt_tandem_stream_has(const nt_tandem_tracer *t, nt_access_kind kind) {
    return (t->options.parts >> kind & 1) != 0;
}

/* Returns whether the trace is without such elements. */
static inline bool nt_tandem_trace_lacks(const nt_tandem_tracer *t, nt_tandem_kind kind) {
    return (t->options.format.absent >> kind & 1) != 0;
}

/* Begins a group; ends it, and writes it. Returns 0, or -1 with the error set. */
void nt_tandem_begin_group(nt_tandem_tracer *t);
int nt_tandem_end_group(nt_tandem_tracer *t, nt_error *error);

/* Writes a state initialization of one field: a group of its own. Returns 0, or -1 with the error
   set. */
int nt_tandem_put_alone(nt_tandem_tracer *t, const nt_tandem_field *field, nt_error *error);

/* ---- CSRs (record_step_csrs.c) ---- */

/* Puts a CSR into the group. */
void nt_tandem_put_csr(nt_tandem_tracer *t, unsigned reg);
/* Adds a CSR to those that the step writes, in the order of a group. */
void nt_tandem_add_csr(nt_tandem_step *step, uint16_t csr);
/* Adds the CSR that a CSR instruction writes, if the stream has not told it. */
void nt_tandem_find_csr(nt_tandem_tracer *t, nt_tandem_step *step);
/* Spike's log has mip as it was before hvip was written. */
void nt_tandem_take_hvip(nt_tandem_tracer *t, const nt_tandem_step *step);
/* Takes mip out of the step where a device changed it: that is a state of its own, between the
   groups. */
void nt_tandem_set_mip_aside(nt_tandem_tracer *t, nt_tandem_step *step);
/* Writes mip if a device changed it. Returns 0, or -1 with the error set. */
int nt_tandem_put_mip(nt_tandem_tracer *t, nt_error *error);
/* Puts the CSRs of the step into the group; fcsr of a computation: the flags that it raises. */
void nt_tandem_put_csrs(nt_tandem_tracer *t, const nt_tandem_step *step);

/* ---- memory (record_step_memory.c) ---- */

/* Returns whether addresses are translated, before the instruction. */
bool nt_tandem_translates(const nt_tandem_tracer *t, const nt_retired *retired);
/* Puts addresses and store data of the step into the group. Returns 0, or -1 with the error set. */
int nt_tandem_put_memory(nt_tandem_tracer *t, nt_tandem_step *step, bool translated,
                         nt_error *error);

#endif
