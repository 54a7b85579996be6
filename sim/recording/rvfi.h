/* Makes events of what the RISC-V Formal Interface (RVFI) reports of each instruction: of a text
   or a dump of its signals. */
#ifndef NT_RECORDING_RVFI_H
#define NT_RECORDING_RVFI_H

#include "sim/recording/hart_log.h"

/* Lists the signals that are read; the order is that of nt_rvfi_signals. */
typedef enum nt_rvfi_signal {
    NT_RVFI_VALID,
    NT_RVFI_INSN,
    NT_RVFI_TRAP,
    NT_RVFI_INTR,
    NT_RVFI_MODE,
    NT_RVFI_RD_ADDR,
    NT_RVFI_RD_WDATA,
    NT_RVFI_PC_RDATA,
    NT_RVFI_PC_WDATA,
    NT_RVFI_MEM_ADDR,
    NT_RVFI_MEM_RMASK,
    NT_RVFI_MEM_WMASK,
    NT_RVFI_MEM_RDATA,
    NT_RVFI_MEM_WDATA,
    /* Optional from here on: causes of traps are known by them. */
    NT_RVFI_MCAUSE_RDATA,
    NT_RVFI_MTVAL_RDATA,
    NT_RVFI_SCAUSE_RDATA,
    NT_RVFI_STVAL_RDATA,
    NT_RVFI_SIGNALS,
    NT_RVFI_OPTIONAL = NT_RVFI_MCAUSE_RDATA,
} nt_rvfi_signal;

/* Holds the names of the signals, without "rvfi_". */
extern const char *const nt_rvfi_names[NT_RVFI_SIGNALS];

/* Returns the signal of a name, with or without "rvfi_"; NT_RVFI_SIGNALS: none that is read. */
nt_rvfi_signal nt_rvfi_find(const char *name);

/* Returns the bits of a signal of one channel with harts of `xlen` bits. */
unsigned nt_rvfi_width(nt_rvfi_signal signal, unsigned xlen);

/* Fails if a signal that is not optional is missing; `has` has a bit for each that is there. */
int nt_rvfi_check(const nt_log *log, uint32_t has, nt_error *error);

/* Holds what the hart reported so far. */
typedef struct nt_rvfi {
    nt_hart_log hart;
    uint32_t has;  /* signals: a bit for each */
    bool has_next; /* an instruction came before */
    uint64_t next; /* its pc_wdata */
    bool trapped;  /* `epc` trapped; what is known of it comes with the next instruction */
    uint64_t epc;
} nt_rvfi;

/* Takes what one channel reports of an instruction, by signal; valid is 1. Returns 0, or -1 with
   the error set. */
int nt_rvfi_take(nt_rvfi *rvfi, const uint64_t value[NT_RVFI_SIGNALS], nt_error *error);

/* Ends the log: a trap that no instruction followed. */
int nt_rvfi_end(nt_rvfi *rvfi, nt_error *error);

#endif
