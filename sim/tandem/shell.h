/* SPDX-License-Identifier: Apache-2.0 */
/* The privileged shell of the tandem verifier: the whole hart, of which the reference
   (reference.h) executes the user-level instructions. CSR instructions, traps, interrupts, returns,
   delegation, sc and memory outside of RAM are here, from the privileged specification (1.12). */
#ifndef NT_TANDEM_SHELL_H
#define NT_TANDEM_SHELL_H

#include "ntrace/tandem.h"
#include "sim/tandem/choices.h"
#include "sim/tandem/csr_parts.h"
#include "sim/tandem/reference.h"
#include "sim/tandem/shell_insn.h"

enum { NT_TV_CSR_COUNT = 4096, NT_TV_U = 0, NT_TV_S = 1, NT_TV_M = 3 };

/* Is the architectural state of a hart, without memory. What is not known is not compared. */
typedef struct nt_tv_state {
    nt_tv_registers user;
    uint64_t known; /* bit each register, FPRs from NT_TV_F0 on */
    bool pc_known;
    uint8_t privilege;
    uint8_t xlen;
    bool guest;                    /* V: a guest of the hypervisor executes */
    uint64_t csr[NT_TV_CSR_COUNT]; /* without those that are part of another one (shell_csr.c) */
    uint64_t csr_known[NT_TV_CSR_COUNT / 64];
} nt_tv_state;

/* Lists why an instruction, or part of its effect, is taken from the trace. */
typedef enum nt_tv_reason {
    NT_TV_VERIFIED,
    NT_TV_PC_UNKNOWN,     /* no pc came yet */
    NT_TV_SOURCE_UNKNOWN, /* it reads a register that nobody set */
    NT_TV_MEMORY_UNKNOWN, /* it loads RAM that nobody initialized or stored */
    NT_TV_DEVICE,         /* it accesses memory that is no RAM */
    NT_TV_CSR_UNKNOWN,    /* it reads a CSR that nobody set */
    NT_TV_COUNTER,        /* it reads a counter or the time */
    NT_TV_EXTENSION,      /* neither reference nor shell has the instruction */
    NT_TV_TRANSLATED,     /* virtual memory, and the trace has no physical address */
    NT_TV_FLOAT_WIDE,     /* FPRs of 64 bits with XLEN 32 */
    NT_TV_SC_UNSEEN,      /* whether sc succeeded cannot be seen */
    NT_TV_VECTOR_UNKNOWN, /* it reads vector registers that nobody knows */
    NT_TV_NO_INSN,        /* code that is not known, and no instruction in the trace */
    NT_TV_REASONS,
} nt_tv_reason;

/* Returns the reason's name for machines: "device". */
const char *nt_tv_reason_name(nt_tv_reason reason);

/* Is a CSR that the shell wrote. */
typedef struct nt_tv_touched {
    uint16_t csr;
    bool read;     /* a first read that teaches: it is no update */
    uint64_t free; /* bits that the trace decides */
} nt_tv_touched;

enum { NT_TV_TOUCHED = 16 };

/* Lists where a trap goes. */
typedef enum nt_tv_target {
    NT_TV_TO_M,
    NT_TV_TO_S,
    NT_TV_TO_GUEST /* VS mode */
} nt_tv_target;

/* Lists what a group without an instruction enters beside a trap. */
typedef enum nt_tv_entry {
    NT_TV_ENTERS_NOTHING,
    NT_TV_ENTERS_DEBUG, /* debug mode; by an ebreak too */
    NT_TV_ENTERS_NMI    /* the handler of an interrupt that resumes (Smrnmi) */
} nt_tv_entry;

/* Tells what one group of the trace says that a reference cannot know, and more. */
typedef struct nt_tv_hint {
    const nt_tv_state *after; /* shadow state at the end of the group */
    uint64_t number;          /* of the instruction */
    uint32_t insn;            /* with insn_size 0: none */
    uint8_t insn_size;
    bool trap;        /* it has CSRs of a trap; without CSRs: it goes where a trap does */
    uint8_t trap_to;  /* ... nt_tv_target */
    uint8_t enters;   /* nt_tv_entry */
    bool has_address; /* a physical address */
    bool has_eaddr;
    bool has_store; /* store data */
    bool no_gpr;    /* GPRs are absent */
    bool no_fpr;
    bool no_csr;
    bool no_store;
    uint64_t address;
    uint64_t eaddr;
    uint64_t written;    /* registers that it sets, as known */
    nt_tv_csr_part told; /* of a CSR that is not known afterwards, by its views */
    /* what the reference made of an instruction of vectors; NULL: it was not executed */
    const struct nt_tv_vector_result *vector;
} nt_tv_hint;

/* Returns the cause that the trace has behind the step, of the mode that its trap goes to. */
uint64_t nt_tv_hint_cause(const nt_tv_hint *hint);

/* Tells what a step did beside its new state. */
typedef struct nt_tv_outcome {
    nt_tv_reason reason;
    nt_tv_insn insn;         /* what was executed; size 0: none */
    uint32_t code;           /* as it is in memory */
    bool code_known;         /* `code` does not come from the trace */
    bool trapped;            /* an exception or interrupt */
    bool floats;             /* FPRs may have changed */
    bool accessed;           /* memory */
    bool stored;             /* ... and wrote `data` of `width` bytes */
    bool address_free;       /* the physical address is the trace's */
    bool old_code;           /* `code` was there before the latest stores: memory has another one */
    bool virtual_code;       /* the pc is translated */
    bool code_walked;        /* ... by page tables that are known */
    bool fetch_faults;       /* ... which have no such page */
    bool fetch_faults_guest; /* ... of the second stage */
    bool virtual_data; /* the address is; `place` is the trace's, but for the offset in its page,
                          or, with `walked`, what the page tables say */
    bool perhaps;      /* nobody told satp: the address may be translated, or not */
    bool walked;
    bool hidden;    /* nobody tells the physical address */
    bool data_free; /* ... and so not what an AMO stores */
    bool parted;    /* ... of a part: it crosses the border of a page */
    uint8_t width;
    uint8_t split;    /* so many bytes are at `place`, the others at `second`; 0: all */
    uint64_t second;  /* physical */
    uint64_t address; /* effective */
    uint64_t place;   /* physical */
    uint64_t data;
    uint64_t free; /* registers that the trace decides, as known */
    bool pc_free;
    bool privilege_free;
    bool all_free;   /* whatever the group changes */
    bool no_csrs;    /* ... but no CSR */
    bool float_csrs; /* ... but those of floating point and vectors */
    bool forgets;    /* it may have stored to so many bytes from there on; 0: anywhere */
    uint64_t forgotten;
    size_t forgotten_size;
    uint16_t chosen_csr; /* the hart's choice about it was another one before ... */
    uint64_t chosen_at;  /* ... 1 and the instruction that showed it; 0: none */
    uint64_t interrupt;  /* cause of an interrupt that cannot be taken */
    const char *forbids; /* ... and why not; NULL: none */
    nt_tv_csr_part part; /* read or written of a CSR of which not all is known */
    bool part_written;
    size_t touched_count;
    nt_tv_touched touched[NT_TV_TOUCHED];
} nt_tv_outcome;

/* Lists page tables. */
typedef enum nt_tv_tables {
    NT_TV_OF_HOST,   /* of satp */
    NT_TV_OF_GUEST,  /* of vsatp */
    NT_TV_OF_SECOND, /* of hgatp */
    NT_TV_TABLES
} nt_tv_tables;

enum { NT_TV_ROOTS = 32, NT_TV_FENCED_PAGES = 8 };

/* Tells which entries of page tables may be in use in an older form (shell_fence.c). */
typedef struct nt_tv_fences {
    bool translated;                 /* addresses were, since the last fence */
    bool root_changed[NT_TV_TABLES]; /* with the same ASID, since the last fence */
    bool globals[NT_TV_TABLES];      /* there were entries with G */
    bool partial[NT_TV_TABLES];      /* a fence was of one ASID: others may be in use as before */
    unsigned roots[NT_TV_TABLES];    /* values of the CSR since the last fence of all */
    uint64_t root[NT_TV_TABLES][NT_TV_ROOTS];
    unsigned pages; /* of the host, with a fence of their own since the last store */
    uint64_t page[NT_TV_FENCED_PAGES];
} nt_tv_fences;

/* Tells what is known of minstret: it was written, or read. */
typedef struct nt_tv_retired {
    bool written;
    bool seen;
    uint64_t value;
    uint64_t at; /* the instruction's number */
} nt_tv_retired;

/* Tells what an interrupt that cannot be masked overwrote. */
typedef struct nt_tv_kept {
    bool is_kept;
    uint64_t epc;
    uint64_t cause;
    uint64_t status;
} nt_tv_kept;

/* Is the hart. The caller sets the members up to `error`; all others are 0 at first. */
typedef struct nt_tv_shell {
    unsigned xlen;
    unsigned flen;
    bool amo_load_causes; /* AMOs fault as loads */
    bool sc_fail_stores;  /* an sc that fails has store data */
    const nt_reference *reference;
    void *self; /* the reference's */
    nt_tv_memory *memory;
    nt_tv_stores *stores;
    nt_error *error;

    nt_tv_choices *choices; /* the verifier's: what the hart chose so far */
    nt_tv_lessons lessons;  /* of the step */
    bool tells_pending;     /* the trace has mip where it changes */
    nt_tv_tri reservation;  /* there was an lr, and no sc since */
    nt_tv_tri reserve;      /* ... after the step */
    nt_tv_retired retired;
    nt_tv_retired retired_after; /* ... after the step */
    nt_tv_kept unmaskable;       /* of the one whose handler executes */
    nt_tv_kept unmaskable_after; /* ... after the step */
    nt_tv_tri debug;             /* the hart is in debug mode */
    nt_tv_tri debug_after;       /* ... after the step */
    uint64_t debug_module;       /* the page where it began */
    nt_tv_fences fences;
    bool follows; /* another one notes stores and fences: a whole hart is judged */
    nt_tv_state state;
    nt_tv_csr_parts parts;         /* of CSRs that `state` does not know */
    struct nt_tv_scratch *scratch; /* for translated code; NULL: not needed yet */
    const nt_tv_hint *hint;        /* of the step */
    nt_tv_outcome *outcome;        /* of the step */
} nt_tv_shell;

/* Sets all state to unknown, but x0 and M mode (docs/tandem-verify.md). */
void nt_tv_state_reset(nt_tv_state *state);

/* Attempts a step: an instruction, or the trap that the hint has. Returns 0, or -1 with the error
   set: no memory. */
int nt_tv_shell_step(nt_tv_shell *shell, const nt_tv_hint *hint, nt_tv_outcome *outcome);

/* Writes memory, for the reference as well, and notes what was there before; `learned`: this is no
   store of the hart. Returns 0, or -1 with the error set. */
int nt_tv_shell_poke(nt_tv_shell *shell, uint64_t address, uint64_t value, size_t size,
                     bool learned);

/* Does the same without a note. */
int nt_tv_shell_store(nt_tv_shell *shell, uint64_t address, uint64_t value, size_t size);

/* ---- CSRs ---- */

/* Returns the CSR that holds the value of this one; `mask`: which of its bits this one shows. */
uint16_t nt_tv_csr_home(const nt_tv_state *state, uint16_t csr, uint64_t *mask, unsigned *shift);

static inline bool nt_tv_csr_is_known(const nt_tv_state *state, uint16_t csr) {
    return (state->csr_known[csr / 64] >> csr % 64 & 1) != 0;
}

/* Sets a CSR that holds its value itself; `known` false forgets it. */
void nt_tv_csr_put(nt_tv_state *state, uint16_t csr, uint64_t value, bool known);

/* Returns whether the CSR counts by itself. */
bool nt_tv_csr_is_counter(uint16_t csr);
/* Returns whether others than instructions change it: counters, mip. */
bool nt_tv_csr_is_input(uint16_t csr);

/* Sets a CSR by the shell; the trace decides the bits `free`. */
void nt_tv_shell_touch(nt_tv_shell *shell, uint16_t csr, uint64_t value, bool known, uint64_t free);
/* Learns what a CSR holds by reading it. */
void nt_tv_shell_learn_csr(nt_tv_shell *shell, uint16_t csr, uint64_t value);

/* Returns the cause of the trap that the trace has; NT_TV_ANY_CAUSE: it does not tell. */
uint64_t nt_tv_shell_said_cause(const nt_tv_shell *shell);

/* Executes a CSR instruction. */
void nt_tv_shell_csr(nt_tv_shell *shell);

/* ---- traps ---- */

/* Is the cause of a trap that nobody tells. */
#define NT_TV_ANY_CAUSE UINT64_MAX

/* Enters a trap; `tval`: 0 is accepted as well. */
void nt_tv_shell_trap(nt_tv_shell *shell, uint64_t cause, bool interrupt, uint64_t tval);
/* Raises illegal instruction. */
void nt_tv_shell_illegal(nt_tv_shell *shell);
/* Executes mret and sret. */
void nt_tv_shell_return(nt_tv_shell *shell, bool from_m);
/* Takes an exception of the fetch, whose cause the trace says. */
void nt_tv_shell_fetch_fault(nt_tv_shell *shell, uint64_t said);
/* Takes an interrupt. */
void nt_tv_shell_interrupt(nt_tv_shell *shell, uint64_t said);
/* Takes the interrupt or the exception without instruction that the hint has. */
void nt_tv_shell_outside_trap(nt_tv_shell *shell);

/* Returns where a trap goes, by delegation; what is not known the trace tells. */
nt_tv_target nt_tv_shell_target(const nt_tv_shell *shell, uint64_t cause, bool interrupt);

/* ---- guests of a hypervisor (shell_guest.c) ---- */

/* Returns the CSR that an instruction of a guest accesses. */
uint16_t nt_tv_shell_guest_csr(const nt_tv_shell *shell, uint16_t csr);
/* Returns whether accesses are a guest's, of data (MPRV and MPV) or of code. */
bool nt_tv_shell_is_guest(const nt_tv_shell *shell, bool data);
/* Returns whether its addresses are translated, for all that is known of vsatp and hgatp; MAYBE:
   they are not known. */
nt_tv_tri nt_tv_shell_translates_guest(const nt_tv_shell *shell);
/* Returns whether an instruction that raises an exception raises virtual instruction, not illegal
   instruction (shell_virtual.c). */
nt_tv_tri nt_tv_shell_is_virtual_instruction(const nt_tv_shell *shell);
/* Returns whether a bit of hstatus is set: VTVM, VTW or VTSR; MAYBE: it is not known. */
nt_tv_tri nt_tv_shell_hstatus(const nt_tv_shell *shell, uint64_t bit);
/* Notes where a trap came from, and whether tval has an address of the guest; returns mstatus with
   that. */
uint64_t nt_tv_shell_leave_guest(nt_tv_shell *shell, nt_tv_target target, uint64_t status,
                                 bool address);
/* Goes to the guest, or not, by mret and sret; returns mstatus afterwards. */
uint64_t nt_tv_shell_enter_guest(nt_tv_shell *shell, bool from_m, unsigned to, uint64_t status);

/* ---- fences (shell_sfence.c) ---- */

/* Executes sfence.vma. */
void nt_tv_shell_sfence(nt_tv_shell *shell);
/* Executes hfence.vvma and hfence.gvma. */
void nt_tv_shell_hfence(nt_tv_shell *shell);

/* ---- memory ---- */

/* Executes loads, stores, lr, sc and AMOs. Returns 0, or -1 with the error set. */
int nt_tv_shell_access(nt_tv_shell *shell);

/* Has the reference execute the instruction at pc. Returns 0, or -1 with the error set. */
int nt_tv_shell_attempt(nt_tv_shell *shell);

/* Gives the instruction up: what it does is the trace's. */
void nt_tv_shell_give_up(nt_tv_shell *shell, nt_tv_reason reason);

/* Puts the instruction where the reference can execute it; `pc`: there. Returns 0, or -1 with the
   error set. */
int nt_tv_shell_slot(nt_tv_shell *shell, uint64_t *pc);
/* Makes of the state after that what it is at the pc. */
void nt_tv_shell_leave_slot(nt_tv_shell *shell, uint64_t slot, uint64_t pc);
void nt_tv_shell_free_scratch(nt_tv_shell *shell);
/* Gives what is mapped for such instructions to a page of the trace at the same address; they get
   another place. Returns false: they are elsewhere. */
bool nt_tv_shell_yield_scratch(nt_tv_shell *shell, nt_tv_page *page);

/* Finds the instruction at the pc. Returns 0, or -1 with the error set. */
int nt_tv_shell_fetch(nt_tv_shell *shell);

/* Returns whether the hart does not have the instruction, by what it showed or by its trap. */
bool nt_tv_shell_lacks(nt_tv_shell *shell);
/* Returns whether its encoding is of floating point that the hart lacks, and another instruction in
   harts without: Zfinx, Zhinx, Zcmp, Zcmt, Zclsd. */
bool nt_tv_shell_means_another(const nt_tv_shell *shell);
/* Returns whether accesses to data are of other addresses or another order of bytes than the shell
   knows: of masked pointers, big-endian. */
bool nt_tv_shell_accesses_otherwise(const nt_tv_shell *shell);
/* Returns whether the instruction is such an access, or one of a shadow stack that is on. */
bool nt_tv_shell_is_otherwise(const nt_tv_shell *shell);
/* Returns whether a mode's XLEN is 32, though the hart's is 64 (shell_xlen.c); of the mode that
   executes. */
bool nt_tv_shell_is_narrow(const nt_tv_shell *shell, unsigned mode, bool guest);
bool nt_tv_shell_runs_narrow(const nt_tv_shell *shell);
/* Returns whether code may be translated by tables of RV32, which the shell does not walk then. */
bool nt_tv_shell_has_narrow_pages(const nt_tv_shell *shell);
/* Returns the pc that the trace has, where it differs in bits alone that such a mode ignores. */
uint64_t nt_tv_shell_narrow_pc(uint64_t pc, uint64_t said);
/* Executes the instruction in such a mode. */
void nt_tv_shell_step_narrow(nt_tv_shell *shell);
/* Raises the exception of a jump to an address that is not aligned. Returns false: it does not. */
bool nt_tv_shell_jumps_misaligned(nt_tv_shell *shell);

/* Goes on behind the instruction. */
void nt_tv_shell_next(nt_tv_shell *shell);

/* Sets a register; `known` false forgets it. */
void nt_tv_shell_set(nt_tv_shell *shell, unsigned reg, uint64_t value, bool known);

/* Notes that FPRs or fcsr were written: mstatus.FS. `must`: otherwise the trace decides. */
void nt_tv_shell_dirty_floats(nt_tv_shell *shell, bool must);
/* Does so for a field of mstatus, FS or VS, and for that of the guest. */
void nt_tv_shell_dirty(nt_tv_shell *shell, uint64_t field, bool must);
/* Returns whether FS or VS is off, for all that is known. */
bool nt_tv_shell_is_off(const nt_tv_shell *shell, uint64_t field);

/* Executes what neither reference nor shell has (shell_foreign.c). */
void nt_tv_shell_foreign(nt_tv_shell *shell);
/* Returns whether the exception may come before any instruction: of a trigger, of a landing pad
   that is missing. */
bool nt_tv_shell_may_stop(const nt_tv_shell *shell, uint64_t cause);
/* Returns whether an ecall raises its own exception, though the trace has the cause of one that
   comes before: its tval has not what that needs, so the cause may be an older one. */
bool nt_tv_shell_is_of_ecall(const nt_tv_shell *shell, uint64_t cause);
/* Raises it. */
void nt_tv_shell_stop(nt_tv_shell *shell, uint64_t cause);
/* Returns whether the program switched landing pads on. */
bool nt_tv_shell_has_pads(const nt_tv_shell *shell);
/* Returns whether the hart is in M mode with mnstatus.NMIE 0: exceptions go where the hart likes,
   and no interrupt is taken. */
bool nt_tv_shell_is_in_nmi(const nt_tv_shell *shell);

/* Returns whether MPRV is set, and no debug mode is on that ignores it (dcsr.mprven). */
bool nt_tv_shell_is_modified(const nt_tv_shell *shell);
/* Returns the privilege of accesses, of data (MPRV) or of code. */
unsigned nt_tv_shell_mode(const nt_tv_shell *shell, bool data);
/* Returns whether addresses are translated, of data or of code. */
bool nt_tv_shell_is_translated(const nt_tv_shell *shell, bool data);
/* Returns whether they may be, for all that is known of satp. */
bool nt_tv_shell_may_translate(const nt_tv_shell *shell, bool data);

/* Names CSRs and bits that are used in several places. */
enum {
    NT_TV_FCSR = 0x003,
    NT_TV_MSTATUS = 0x300,
    NT_TV_MISA = 0x301,
    NT_TV_MEDELEG = 0x302,
    NT_TV_MIDELEG = 0x303,
    NT_TV_MIE = 0x304,
    NT_TV_MCOUNTEREN = 0x306,
    NT_TV_MSTATUSH = 0x310,
    NT_TV_MIP = 0x344,
    NT_TV_MNSTATUS = 0x744,
    NT_TV_SATP = 0x180,
    NT_TV_TDATA1 = 0x7a1,
    NT_TV_VSATP = 0x280,
    NT_TV_HGATP = 0x680,
    NT_TV_VCSR = 0x00f,
    NT_TV_VSSTATUS = 0x200,
    NT_TV_VSIE = 0x204,
    NT_TV_VSIP = 0x244,
    NT_TV_HSTATUS = 0x600,
    NT_TV_GUEST_INTERRUPTS = 0x1444, /* in mie and mip */
    NT_TV_VS = 0x600,
    NT_TV_FS = 0x6000,
    NT_TV_SPP = 1 << 8,
    NT_TV_MPP = 0x1800,
    NT_TV_MPRV = 1 << 17,
    NT_TV_NMIE = 1 << 3, /* of mnstatus */
};

/* Returns whether something is known to be wrong with the reference (NT_REFERENCE_...). */
static inline bool nt_tv_is_wrong(const nt_tv_shell *shell, uint32_t bit) {
    return (shell->reference->wrong & bit) != 0;
}

/* Returns whether the reference has no FPRs as wide as the hart's. */
static inline bool nt_tv_lacks_wide(const nt_tv_shell *shell) {
    return shell->xlen == 32 && shell->flen == 64 &&
           nt_tv_is_wrong(shell, NT_REFERENCE_NO_WIDE_FPRS);
}

/* Returns the CSR of MPV and GVA, which has the bits of mstatush, and such a bit as it has it. */
static inline uint16_t nt_tv_upper_status(const nt_tv_shell *shell) {
    return shell->xlen == 64 ? NT_TV_MSTATUS : NT_TV_MSTATUSH;
}

static inline uint64_t nt_tv_upper_bit(const nt_tv_shell *shell, uint64_t bit) {
    return shell->xlen == 64 ? bit << 32 : bit;
}

/* Cuts a value to XLEN bits. */
static inline uint64_t nt_tv_cut(const nt_tv_shell *shell, uint64_t value) {
    return shell->xlen == 32 ? (uint32_t)value : value;
}

#endif
