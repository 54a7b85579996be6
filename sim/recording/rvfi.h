/* SPDX-License-Identifier: Apache-2.0 */
/* Makes events of what the RISC-V Formal Interface (RVFI) reports of each instruction: of a text
   or a dump of its signals. What the interface gives no meaning to is not read; a value with bits
   that are not known is unknown. */
#ifndef NT_RECORDING_RVFI_H
#define NT_RECORDING_RVFI_H

#include "sim/recording/hart_log.h"

/* Lists the signals that are read; the order is that of nt_rvfi_names. */
typedef enum nt_rvfi_signal {
    NT_RVFI_VALID,
    NT_RVFI_INSN,
    NT_RVFI_PC_RDATA,
    NT_RVFI_TRAP, /* from here on not needed for PCs only */
    NT_RVFI_INTR,
    NT_RVFI_PC_WDATA,
    NT_RVFI_RD_ADDR,
    NT_RVFI_RD_WDATA,
    NT_RVFI_MEM_ADDR,
    NT_RVFI_MEM_RMASK,
    NT_RVFI_MEM_WMASK,
    NT_RVFI_MEM_RDATA,
    NT_RVFI_MEM_WDATA,
    NT_RVFI_MODE, /* optional from here on; without it all is M */
    NT_RVFI_CAUSE,
    NT_RVFI_RS1_ADDR,
    NT_RVFI_RS1_RDATA,
    NT_RVFI_MCAUSE_RDATA,
    NT_RVFI_MTVAL_RDATA,
    NT_RVFI_SCAUSE_RDATA,
    NT_RVFI_STVAL_RDATA,
    NT_RVFI_SIGNALS,
    NT_RVFI_NEEDED = NT_RVFI_TRAP,
    NT_RVFI_OPTIONAL = NT_RVFI_MODE,
} nt_rvfi_signal;

/* Holds the names of the signals, without "rvfi_". */
extern const char *const nt_rvfi_names[NT_RVFI_SIGNALS];

/* Returns the signal of a name, with or without "rvfi_"; NT_RVFI_SIGNALS: none that is read. */
nt_rvfi_signal nt_rvfi_find(const char *name);

/* Returns whether a name begins with "rvfi_", in any case. */
bool nt_rvfi_is_prefixed(const char *name);

/* Returns whether a signal is the mask or the data of an access to memory, which are as wide as the
   core's bus. */
bool nt_rvfi_is_bus(nt_rvfi_signal signal);

/* Returns the bits of a signal of one channel with harts of `xlen` bits, of a bus at least; 0: any.
 */
unsigned nt_rvfi_width(nt_rvfi_signal signal, unsigned xlen);

/* Returns whether the signal is read with these options. */
bool nt_rvfi_reads(nt_rvfi_signal signal, const nt_import_options *options);

/* Holds the signals of an access to memory, in the order from NT_RVFI_MEM_ADDR on. */
enum { NT_RVFI_MEMORY = NT_RVFI_MEM_WDATA - NT_RVFI_MEM_ADDR + 1 };
typedef struct nt_rvfi_memory {
    uint64_t value[NT_RVFI_MEMORY];
    uint64_t unknown[NT_RVFI_MEMORY];
} nt_rvfi_memory;

/* Holds the signals of one instruction: of wider ones the low 64 bits. */
typedef struct nt_rvfi_values {
    uint64_t value[NT_RVFI_SIGNALS];   /* its unknown bits are 0 */
    uint64_t unknown[NT_RVFI_SIGNALS]; /* bits that are neither 0 nor 1 */
    const char *where;                 /* a time, for errors; or empty */
    const nt_rvfi_memory *more;        /* accesses beside the first one, of a core that reports */
    unsigned more_count;               /* several of an instruction */
} nt_rvfi_values;

/* Holds what the hart reported so far. */
typedef struct nt_rvfi_source {
    nt_hart_log *hart;
    uint32_t has;  /* signals: a bit for each */
    bool has_next; /* an instruction came before */
    uint64_t next; /* its pc_wdata */
    bool trapped;  /* `trap` is not written: what is known of it comes with the next instruction */
    nt_event trap;
    bool trap_assumed;     /* its mode is */
    uint64_t instructions; /* reported so far */
} nt_rvfi_source;

/* Fails if a signal that must be there is missing. */
int nt_rvfi_check(const nt_rvfi_source *rvfi, nt_error *error);

/* Takes what one channel reports of an instruction, if valid is 1. Returns 0, or -1 with the error
   set. */
int nt_rvfi_take(nt_rvfi_source *rvfi, const nt_rvfi_values *v, nt_error *error);

/* Ends the log: a trap that no instruction followed. */
int nt_rvfi_end(nt_rvfi_source *rvfi, nt_error *error);

/* Writes the accesses of the instruction that came last (rvfi_access.c). */
int nt_rvfi_accesses(nt_rvfi_source *rvfi, const nt_rvfi_values *v, uint8_t size, nt_error *error);

#endif
