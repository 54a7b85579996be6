/* SPDX-License-Identifier: Apache-2.0 */
/* A tandem trace in memory, with what was known before each group: the planted errors are drawn
   from what a reference determines by that. Shares no code with the verifier. */
#ifndef NT_PLANT_TRACE_H
#define NT_PLANT_TRACE_H

#include "libntrace/util/error.h"
#include "ntrace/tandem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLANT_CSRS = 4096, PLANT_MSCRATCH = 0x340, PLANT_MOST_GROUPS = 1 << 16 };

/* Is an element's value before a group. */
typedef struct plant_old {
    bool known;
    uint64_t value;
} plant_old;

/* Is a group, with what is determined of it. */
typedef struct plant_group {
    nt_tandem_group group; /* its fields are the trace's */
    plant_old *old;        /* of each field: of the register that it sets */
    uint32_t code;         /* of the instruction */
    uint8_t size;          /* bytes of the instruction; 0: none */
    uint8_t privilege;     /* before */
    bool initialization;
    bool trap;       /* an exception or interrupt */
    bool flow;       /* new pc and privilege are determined, and that nothing else changes */
    bool result;     /* registers are */
    bool address;    /* the physical address is */
    bool data;       /* what is stored is */
    bool code_known; /* memory has the instruction's bytes */
    bool pc_known;   /* pc and next are */
    uint64_t pc;     /* of the instruction */
    uint64_t next;   /* after it */
    uint64_t known;  /* bit each register, FPRs from 32 on */
    uint64_t value[64];
    plant_old mscratch;
} plant_group;

/* Is a trace. */
typedef struct plant_trace {
    const char *path;
    nt_tandem_format format;
    plant_group *groups;
    size_t count;
    size_t first; /* group with an instruction */
} plant_trace;

/* Reads a trace up to PLANT_MOST_GROUPS groups. Elements of the kinds `drop` (bits nt_tandem_kind)
   are left out of groups, but for initializations: of these memory alone is. Returns 0, or -1
   with the error set. */
int plant_trace_read(plant_trace *trace, const char *path, uint16_t drop, nt_error *error);
void plant_trace_free(plant_trace *trace);

/* Returns the kind of a register, by its address. */
nt_tandem_kind plant_kind_of_register(unsigned reg);

/* Returns whether a field is of one of the kinds (bits nt_tandem_kind). */
bool plant_is_of_kind(const nt_tandem_field *field, uint16_t kinds);

/* Works out what was known before each group, and what is determined by that (facts.c). Returns 0,
   or -1: out of memory. */
int plant_facts(plant_trace *trace);

#endif
