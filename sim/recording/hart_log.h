/* SPDX-License-Identifier: Apache-2.0 */
/* Writes what a hart retired, told instruction by instruction, as events of a recording. A log has
   not all of it: where it goes on at an address to which the code does not lead, a trap is missing
   (or a line), and an interrupt of an unknown cause is recorded and counted, which can be traced
   and decoded.

   The instruction that came last is held back until the next event tells what became of it: it did
   not retire if it is an ecall or ebreak (N-Trace 1.0, "Retired instructions"), which become an
   exception at their address, or if an exception at its own address follows. */
#ifndef NT_RECORDING_HART_LOG_H
#define NT_RECORDING_HART_LOG_H

#include "libntrace/util/input_file.h"
#include "sim/recording/import.h"
#include "sim/recording/memory_use.h"

/* Holds what all harts of a log share. */
typedef struct nt_log {
    const nt_import_options *options;
    nt_input_file *input; /* whose lines are counted */
    nt_writer *writer;
    nt_progress *progress;
    nt_import_counts *counts;
    uint64_t mask;               /* of an address */
    struct nt_hart_log *current; /* the hart of the last event; NULL: none yet */
} nt_log;

typedef enum nt_held {
    NT_HELD_NOTHING,
    NT_HELD_INSN,
    NT_HELD_TRAP, /* an ecall or ebreak */
} nt_held;

/* Holds accesses, with their larger values in `plain`, from `value` on. */
typedef struct nt_held_accesses {
    nt_access *access;
    size_t count;
    size_t room;
    uint8_t *plain;
    size_t plain_size;
    size_t plain_room;
} nt_held_accesses;

/* Holds a hart of the log. */
typedef struct nt_hart_log {
    nt_log *log;
    nt_image *image; /* the code that was written */
    uint16_t number;
    uint8_t priv;      /* of the mode that was written */
    bool priv_assumed; /* the source does not have modes: set by the importer */
    /* The instruction that came last, unless a trap came since. */
    bool has_last;
    uint64_t pc;
    nt_insn insn;
    uint64_t bits; /* its encoding; 0: not known */
    /* What is not written yet. */
    nt_held held;
    bool held_assumed; /* its mode is assumed */
    bool late_target;  /* what comes next is where the instruction jumps to (Zcmt) */
    nt_held_accesses accesses;
    /* Registers as far as they are known. */
    uint64_t x[32];
    uint32_t x_known; /* bit each; x0 is known */
} nt_hart_log;

/* Opens the input. Returns 0, or -1 with the error set; nt_log_close follows in any case. */
int nt_log_open(nt_log *log, const nt_import_options *options, nt_writer *writer,
                nt_progress *progress, nt_import_counts *counts, nt_error *error);
void nt_log_close(nt_log *log);

/* Fails with the number of the line that was read last. */
int nt_log_fail(const nt_log *log, nt_error *error, const char *reason);
/* The same, with the text that is wrong. */
int nt_log_fail_at(const nt_log *log, nt_error *error, const char *text, const char *reason);

/* Begins a hart. Returns 0, or -1 with the error set; nt_hart_log_end follows in any case. */
int nt_hart_log_begin(nt_hart_log *hart, nt_log *log, uint16_t number, nt_error *error);
void nt_hart_log_end(nt_hart_log *hart);

/* Returns the address at which the hart goes on after its last instruction, as far as code tells:
   that of a branch not taken. */
uint64_t nt_hart_log_next(const nt_hart_log *hart);

/* Returns whether the code leads from the last instruction to an address. */
bool nt_hart_log_leads(const nt_hart_log *hart, uint64_t pc);

/* Returns whether the instruction that came last is an ecall or ebreak, which trapped at `*epc`. */
bool nt_hart_log_traps(const nt_hart_log *hart, uint64_t *epc);

/* Writes the encoding of an instruction, unless it is there; by type, where other extensions share
   it. All: 0, or -1 with the error set. */
int nt_hart_log_code(nt_hart_log *hart, uint64_t pc, uint64_t bits, uint8_t size, nt_error *error);
/* Writes an instruction of which the type is known and the encoding is not, unless it is there. */
int nt_hart_log_typed(nt_hart_log *hart, uint64_t pc, const nt_insn *insn, nt_error *error);
/* Writes the mode, unless it is the hart's: 0 U, 1 S, 3 M, 5 VU, 6 VS. */
int nt_hart_log_mode(nt_hart_log *hart, uint8_t priv, nt_error *error);
/* Writes that an instruction came, and before it the break, if none leads to it. `bits`: its
   encoding, 0 where it is not known. */
int nt_hart_log_retire(nt_hart_log *hart, uint64_t pc, nt_insn insn, uint64_t bits,
                       nt_error *error);
/* Writes mode, code and instruction of a known encoding. */
int nt_hart_log_insn(nt_hart_log *hart, uint64_t pc, uint64_t bits, uint8_t size, uint8_t priv,
                     nt_error *error);
/* Writes the break: the hart goes on elsewhere than at `epc`, to which its last instruction led. */
int nt_hart_log_break(nt_hart_log *hart, uint64_t epc, nt_error *error);
/* Writes a trap, and before it the break, if nothing leads to its epc. What is not known of an
   exception of an ecall or ebreak follows from it. */
int nt_hart_log_trap(nt_hart_log *hart, const nt_event *trap, nt_error *error);
/* Writes an access of the last instruction or trap, unless accesses are not wanted; what the format
   does not allow is an error of the line. */
int nt_hart_log_access(nt_hart_log *hart, const nt_access *access, nt_error *error);
/* Writes what is held back, at the end of the log. */
int nt_hart_log_flush(nt_hart_log *hart, nt_error *error);

/* Returns the effective address of what an instruction accesses, by the registers before it; false:
   they are not known. */
bool nt_hart_log_address(const nt_hart_log *hart, const nt_memory_use *use, uint64_t *address);

/* Returns whether a number is an address of harts of `xlen` bits; one of 32 bits may be
   sign-extended to 64, which it then is no longer. */
bool nt_address_fits(uint64_t *address, unsigned xlen);
/* The same of an instruction's address. */
bool nt_pc_fits(uint64_t *pc, unsigned xlen);

/* Returns the size of an instruction in bytes by its low bits: 2, 4, 6, 8; 0: reserved
   (Unprivileged Architecture, "Base Instruction-Length Encoding"). */
uint8_t nt_encoding_size(uint64_t bits);

/* Returns whether `bits` are an instruction of a known size, and sets the size. */
bool nt_encoding_fits(uint64_t bits, uint8_t *size);

/* ---- accesses that are held back (held_accesses.c) ---- */

/* Adds a copy. Returns 0, or -1 without memory. */
int nt_held_accesses_add(nt_held_accesses *held, const nt_access *access);
/* Returns the access of a number, whose bytes stay until the next one is added. */
nt_access nt_held_accesses_get(const nt_held_accesses *held, size_t number);
void nt_held_accesses_clear(nt_held_accesses *held);
void nt_held_accesses_free(nt_held_accesses *held);

#endif
