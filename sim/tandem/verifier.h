/* SPDX-License-Identifier: Apache-2.0 */
/* The tandem verifier (specification, 3.1): shadow state of the trace, a reference that steps
   beside it, and what differs. */
#ifndef NT_TANDEM_VERIFIER_H
#define NT_TANDEM_VERIFIER_H

#include "sim/tandem/habits.h"
#include "sim/tandem/shell.h"
#include "sim/tandem/verify_group.h"
#include "sim/tandem/waivers.h"

/* Lists the elements that can differ, beside registers by their address. */
typedef enum nt_tv_element_kind {
    NT_TV_REGISTER, /* GPR, FPR or CSR */
    NT_TV_PC,
    NT_TV_PRIVILEGE,
    NT_TV_INSN,
    NT_TV_PADDR,
    NT_TV_EADDR,
    NT_TV_STORE_DATA,
    NT_TV_STORE_SIZE,
    NT_TV_MEMORY,    /* that the reference stored and the trace does not have */
    NT_TV_OUTSIDE,   /* bits of an update that the CSR does not have, or not so */
    NT_TV_INTERRUPT, /* that cannot be taken */
} nt_tv_element_kind;

/* Is one difference. */
typedef struct nt_tv_difference {
    nt_tv_element_kind kind;
    uint16_t reg;
    uint64_t address; /* of memory */
    uint64_t expected;
    uint64_t got;
    bool nothing_expected; /* the element should not be in the group */
    bool nothing_got;      /* the element is not in the group */
    const char *why;       /* more about it; NULL: nothing */
    uint64_t chosen_at;    /* 1 and the instruction that showed another choice of the hart; 0 */
} nt_tv_difference;

enum { NT_TV_DIFFERENCES = 96, NT_TV_DOUBTS = 32 };

/* Is what differs in one group. */
typedef struct nt_tv_report {
    uint64_t insn;   /* number of the instruction */
    uint64_t offset; /* of the group */
    uint64_t pc;
    bool pc_known;
    uint32_t code;     /* of the instruction that was executed */
    uint8_t code_size; /* 0: none */
    size_t count;
    nt_tv_difference differences[NT_TV_DIFFERENCES];
} nt_tv_report;

/* Counts what was done. */
typedef struct nt_tv_counts {
    uint64_t groups;
    uint64_t instructions;
    uint64_t traps;
    uint64_t verified;
    uint64_t unverified[NT_TV_REASONS];
    uint64_t initialized; /* groups of initialization and reset */
    uint64_t inputs;      /* updates of counters and mip, taken over */
    uint64_t learned;     /* values that were not known before, taken over */
    uint64_t reports;     /* groups with differences */
    uint64_t differences;
    /* compared, as often as the trace or the reference changed them */
    uint64_t registers;
    uint64_t csrs;
    uint64_t pcs;
    uint64_t privileges;
    uint64_t insns;
    uint64_t addresses;
    uint64_t stored_bytes;
    uint64_t walks;  /* translations judged by page tables */
    uint64_t wholes; /* steps that a whole hart made too */
    uint64_t waived; /* instructions by a waiver */
    /* not judged, though the instruction may be verified */
    uint64_t unwalked; /* translations */
    uint64_t unstored; /* vector stores without all of their data in the trace */
    uint64_t losses;   /* groups with nothing in them: instructions were lost there */
} nt_tv_counts;

/* Is an element whose value the trace and the reference do not agree on. */
typedef struct nt_tv_doubt {
    nt_tv_element_kind kind; /* register, pc, privilege or memory */
    uint16_t reg;
    uint8_t size;
    uint64_t address;
    uint64_t value; /* the reference's; the state has the trace's */
} nt_tv_doubt;

/* Is what an update replaced in the shadow state. */
typedef struct nt_tv_undo {
    uint16_t reg; /* canonical address */
    bool known;
    uint64_t value;
} nt_tv_undo;

/* Takes a report; a value other than 0 ends the run. */
typedef int (*nt_tv_report_sink)(void *context, const nt_tv_report *report);

typedef struct nt_tv_verifier nt_tv_verifier;

/* Is what a run is made with. */
typedef struct nt_tv_setup {
    nt_tandem_format format;
    const nt_reference *reference;
    bool amo_load_causes;
    uint32_t habits;        /* bits nt_tv_habit */
    nt_tv_waivers *waivers; /* counts what is used; NULL: none */
    const nt_tv_range *ram;
    size_t ranges;
    nt_tv_report_sink sink;
    void *context;
    nt_error *error;
} nt_tv_setup;

/* Allocates a verifier; NULL with the error set. */
nt_tv_verifier *nt_tv_verifier_new(const nt_tv_setup *setup);
void nt_tv_verifier_free(nt_tv_verifier *verifier);

/* Takes a group (nt_tandem_sink). Returns 0, what the sink returned, or -1 with the error set. */
int nt_tv_verifier_take(void *verifier, const nt_tandem_group *fields);

/* Ends the run: what waits is verified. Results as above. */
int nt_tv_verifier_end(nt_tv_verifier *verifier);

const nt_tv_counts *nt_tv_verifier_counts(const nt_tv_verifier *verifier);

/* Returns what each habit would explain, by nt_tv_habit. */
const nt_tv_habit_count *nt_tv_verifier_habits(const nt_tv_verifier *verifier);

#endif
