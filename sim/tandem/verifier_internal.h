/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the verifier (verifier.c and verify_*.c). */
#ifndef NT_TANDEM_VERIFIER_INTERNAL_H
#define NT_TANDEM_VERIFIER_INTERNAL_H

#include "sim/tandem/verifier.h"
#include "sim/tandem/verify_vector.h"
#include "sim/tandem/verify_whole.h"

enum {
    NT_TV_UNDOS = NT_TANDEM_FIELDS + 8,
    NT_TV_QUEUE = 256,                               /* groups that wait */
    NT_TV_POOL = 2 * NT_TV_QUEUE + NT_TANDEM_FIELDS, /* their updates */
    NT_TV_DECODED = 1 << 12,                         /* instructions that stay decoded */
};

/* Is a stretch of instructions that the reference executes at once (verify_stretch.c). */
typedef struct nt_tv_stretch {
    size_t at;              /* in the queue: the instruction that executes */
    bool differs;           /* ... and does not agree */
    unsigned careful;       /* kinds of instructions that the step judges */
    const nt_tv_insn *insn; /* its description */
    uint64_t address;
    nt_tv_range stored; /* covers the stores to what may be translated; last < first: none */
    nt_tv_insn decoded[NT_TV_DECODED];
    uint8_t kinds[NT_TV_DECODED];
    uint32_t key[NT_TV_DECODED]; /* code of what is decoded */
} nt_tv_stretch;

struct nt_tv_verifier {
    nt_tv_setup setup;
    nt_tv_memory memory;
    nt_tv_stores stores;
    nt_tv_host host;
    nt_tv_shell shell;      /* the reference's state */
    nt_tv_whole *whole;     /* NULL: the reference is none */
    nt_tv_vectors *vectors; /* NULL: the reference has none */
    nt_tv_state shadow;
    nt_tv_choices choices;
    nt_tv_habit_count habits[NT_TV_HABITS];
    nt_tv_counts counts;
    nt_tv_tri tells_eaddr; /* effective addresses that are not translated, with paddr absent */

    nt_verify_group queue[NT_TV_QUEUE];
    size_t queued;
    nt_tv_update pool[NT_TV_POOL];
    size_t pooled;
    nt_tv_stretch stretch;

    /* of the group */
    nt_verify_group group;
    nt_tv_hint hint;
    nt_tv_outcome outcome;
    nt_tv_report report;
    nt_tv_undo undo[NT_TV_UNDOS]; /* of the shadow state */
    size_t undos;
    nt_tv_registers before; /* the shadow state's, before the group */
    uint64_t known_before;
    uint8_t privilege_before;
    bool pc_known_before;
    uint64_t written;   /* registers that the group sets, as known */
    uint16_t pieces_of; /* CSR of which updates told some bits, by its views */
    uint64_t pieces;    /* ... which ones */
    uint64_t told;      /* ... and their values */
    uint16_t outside;   /* CSR of an update with bits that it does not have, or x0; 0: none */
    uint64_t outside_value;
    uint64_t outside_mask;

    nt_tv_doubt doubts[NT_TV_DOUBTS];
    size_t doubt_count;
};

static inline bool nt_tv_is_absent(const nt_tv_verifier *v, nt_tandem_kind kind) {
    return (v->setup.format.absent >> kind & 1) != 0;
}

static inline uint64_t nt_tv_size_mask(unsigned size) {
    return size >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1;
}

/* ---- shadow state (verify_shadow.c) ---- */

/* Applies the group to the shadow state. */
void nt_tv_shadow_apply(nt_tv_verifier *v);
/* Takes it back. */
void nt_tv_shadow_undo(nt_tv_verifier *v);
/* Ends the group for bits of CSRs that are known by views: those that it read or wrote are known,
   if it agrees, and others that it changed are not. */
void nt_tv_parts_settle(nt_tv_verifier *v);

/* ---- comparison (verify_compare.c) ---- */

/* Compares shadow state and reference after a step; fills the report and takes over into the
   reference what is the trace's to decide. `count`: compared elements are counted. */
void nt_tv_step_compare(nt_tv_verifier *v, bool count);
/* Does so for a group that executes nothing. */
void nt_tv_idle_compare(nt_tv_verifier *v);
/* Adds a difference to the report. */
void nt_tv_differ(nt_tv_verifier *v, nt_tv_difference difference);
/* Puts into memory what an instruction that was not verified stored, as the trace tells. Returns 0,
   or -1 with the error set. */
int nt_tv_follow_store(nt_tv_verifier *v);
/* Copies the shadow state to the reference where they differ. Results as above. */
int nt_tv_take_over(nt_tv_verifier *v);

/* ---- memory (verify_data.c) ---- */

/* Compares addresses, store data and stored bytes. */
void nt_tv_compare_memory(nt_tv_verifier *v);
/* Notes whether the trace has effective addresses that are not translated. */
void nt_tv_note_eaddr(nt_tv_verifier *v);

/* ---- habits and waivers (verify_waive.c) ---- */

bool nt_tv_is_habit(const nt_tv_verifier *v, nt_tv_habit habit);
/* Counts a difference that the habit explains; returns whether it is declared. */
bool nt_tv_by_habit(nt_tv_verifier *v, nt_tv_habit habit);
/* Counts what the habit would have otherwise. */
void nt_tv_contradict(nt_tv_verifier *v, nt_tv_habit habit);
/* Takes out of the report what is waived. */
void nt_tv_waive(nt_tv_verifier *v, bool count);
/* Returns whether an instruction that was not verified is waived, and counts that. */
bool nt_tv_is_waived(nt_tv_verifier *v);

/* ---- traps of a trace without CSRs (verify_trap.c) ---- */

/* Returns whether the group that was applied is a trap. */
bool nt_tv_looks_like_trap(const nt_tv_verifier *v);
/* ... and where that goes. */
nt_tv_target nt_tv_looks_like_trap_to(const nt_tv_verifier *v);

/* ---- doubts (verify_doubt.c) ---- */

/* Notes the differences of the report as doubts. */
void nt_tv_doubt_add(nt_tv_verifier *v);
/* Drops doubts about elements that a group of initialization sets. */
void nt_tv_doubt_initialize(nt_tv_verifier *v);
/* Drops doubts about elements that the group set. Where the group makes something of a doubt that
   the trace does not tell, that is in doubt too. */
void nt_tv_doubt_settle(nt_tv_verifier *v);

/* ---- trying doubts (verify_doubt_try.c) ---- */

/* Makes the step again with values of the reference, those with which the group agrees, or differs
   least. Returns 0, or -1 with the error set. */
int nt_tv_doubt_try(nt_tv_verifier *v);

/* ---- stretches (verify_stretch.c) ---- */

/* Verifies groups of the queue from `first` on, as long as they are plain user-level instructions
   and agree. Sets `differs` of the stretch if the last of them does not: then outcome and shadow
   state are as after a step. Returns how many executed. */
size_t nt_tv_stretch_run(nt_tv_verifier *v, size_t first);

/* ---- steps (verify_step.c) ---- */

/* Applies the group to the shadow state, and shows the shell what it has. */
void nt_tv_step_begin(nt_tv_verifier *v);
/* Takes back what the stores changed in memory. */
void nt_tv_stores_undo(nt_tv_verifier *v);
/* Takes the reference's step back, and the group's from the shadow state. */
void nt_tv_step_undo(nt_tv_verifier *v);
/* Applies the group and steps the reference. Returns 0, or -1 with the error set. */
int nt_tv_step_do(nt_tv_verifier *v);

#endif
