/* SPDX-License-Identifier: Apache-2.0 */
/* Address translation (Privileged ISA, 4.3 to 4.6), by the page tables as far as memory is known.
 */
#ifndef NT_TANDEM_SHELL_WALK_H
#define NT_TANDEM_SHELL_WALK_H

#include "sim/tandem/shell.h"

typedef enum nt_tv_access {
    NT_TV_ACCESS_LOAD,
    NT_TV_ACCESS_STORE,
    NT_TV_ACCESS_FETCH
} nt_tv_access;

/* Is the result of a walk. */
typedef struct nt_tv_walk {
    bool known;     /* the tables are, and no older ones may be in use */
    bool faults;    /* a page fault */
    bool guest;     /* ... of the second stage, a guest page fault */
    bool global;    /* an entry has G */
    uint64_t place; /* else: the physical address */
    uint64_t
        missing;    /* A and D bits that are not set and have to be: a fault, or set by the hart */
    uint64_t entry; /* address of the leaf */
    unsigned needs; /* bits: extensions that the hart may lack, from NT_TV_SVNAPOT on; it faults
                       without them */
    bool unsaid;    /* the text does not say whether it faults */
    uint8_t size;   /* ... and bytes */
} nt_tv_walk;

/* Translates an address that is translated. */
nt_tv_walk nt_tv_shell_walk(nt_tv_shell *shell, uint64_t address, nt_tv_access access);

/* Translates an address of a guest in that mode, by both stages. */
nt_tv_walk nt_tv_shell_walk_guest(nt_tv_shell *shell, uint64_t address, nt_tv_access access,
                                  unsigned mode);

/* Returns whether the walk faults, A and D bits aside; MAYBE: the hart decides. */
nt_tv_tri nt_tv_walk_faults(const nt_tv_walk *walk);
/* Teaches which extensions the hart has, as its fault, or the lack of one, shows. */
void nt_tv_shell_teach_walk(nt_tv_shell *shell, const nt_tv_walk *walk, bool faulted);

/* Whether the hart sets A and D bits itself. */
nt_tv_tri nt_tv_shell_updates_ad(const nt_tv_shell *shell);
/* Teaches that it does, or does not, where menvcfg.ADUE does not say so. */
void nt_tv_shell_teach_ad(nt_tv_shell *shell, bool updates);
/* Sets those that miss, as the hart did. Returns 0, or -1 with the error set. */
int nt_tv_shell_update_ad(nt_tv_shell *shell, const nt_tv_walk *walk);

/* Returns whether the place may be one of an entry: of the tables that satp has, or had since the
   last fence. */
bool nt_tv_shell_is_entry(const nt_tv_shell *shell, uint64_t place);

/* Raises the fault of an access to memory, of the trace or of the page tables (shell_fault.c).
   Returns false: it has none. */
bool nt_tv_shell_faults(nt_tv_shell *shell, const nt_tv_walk *walk);

/* Returns whether the page tables, where they are known, say that the access does not fault, or
   that it does; with A and D bits as the hart has them. */
bool nt_tv_shell_cannot_fault(const nt_tv_shell *shell, const nt_tv_walk *walk);
bool nt_tv_shell_has_to_fault(const nt_tv_shell *shell, const nt_tv_walk *walk);

/* ---- fences (shell_fence.c) ---- */

/* Returns the CSR that tables are of. */
uint16_t nt_tv_tables_csr(nt_tv_tables tables);
/* Returns whether what is in use of the entry may be older than what memory has. `leaf`: the
   address that it translates, of an entry of the last level; else NULL. */
bool nt_tv_shell_is_older(const nt_tv_shell *shell, nt_tv_tables tables, uint64_t entry,
                          const uint64_t *leaf);
/* Fences by rs1 and rs2: what was stored before to such tables is in use from now on. */
void nt_tv_shell_fence(nt_tv_shell *shell, nt_tv_tables tables);
/* satp, vsatp or hgatp was written. */
void nt_tv_shell_satp_written(nt_tv_shell *shell, uint16_t csr, uint64_t old);

#endif
