/* Writes what a hart retired, told instruction by instruction, as events of a recording. A log has
   not all of it: where it goes on at an address to which the code does not lead, a trap is missing
   (or a line), and an interrupt with cause 0 is recorded and counted, which can be traced and
   decoded. */
#ifndef NT_RECORDING_HART_LOG_H
#define NT_RECORDING_HART_LOG_H

#include "libntrace/util/input_file.h"
#include "sim/recording/import.h"

/* Holds what all harts of a log share. */
typedef struct nt_log {
    const nt_import_options *options;
    nt_input_file *input; /* whose lines are counted */
    nt_writer *writer;
    nt_progress *progress;
    nt_import_counts *counts;
    uint64_t mask; /* of an address */
} nt_log;

/* Holds a hart of the log. */
typedef struct nt_hart_log {
    nt_log *log;
    nt_image *image; /* the code that was written */
    uint16_t number;
    uint8_t priv; /* of the mode that was written */
    /* The instruction that retired last, unless a trap came since. */
    bool has_last;
    uint64_t pc;
    nt_insn insn;
} nt_hart_log;

/* Opens the input. Returns 0, or -1 with the error set; nt_log_close follows in any case. */
int nt_log_open(nt_log *log, const nt_import_options *options, nt_writer *writer,
                nt_progress *progress, nt_import_counts *counts, nt_error *error);
void nt_log_close(nt_log *log);

/* Fails with the number of the line that was read last. */
int nt_log_fail(const nt_log *log, nt_error *error, const char *reason);

/* Begins a hart. Returns 0, or -1 with the error set; nt_hart_log_end follows in any case. */
int nt_hart_log_begin(nt_hart_log *hart, nt_log *log, uint16_t number, nt_error *error);
void nt_hart_log_end(nt_hart_log *hart);

/* Returns the address at which the hart goes on after its last instruction, as far as code tells:
   that of a branch not taken. */
uint64_t nt_hart_log_next(const nt_hart_log *hart);

/* Writes the encoding of an instruction, unless it is there. All: 0, or -1 with the error set. */
int nt_hart_log_code(nt_hart_log *hart, uint64_t pc, uint64_t bits, uint8_t size, nt_error *error);
/* Writes the mode, unless it is the hart's: 0 U, 1 S, 3 M. */
int nt_hart_log_mode(nt_hart_log *hart, uint8_t priv, nt_error *error);
/* Writes that an instruction retired, and before it the break, if none leads to it. */
int nt_hart_log_retire(nt_hart_log *hart, uint64_t pc, nt_insn insn, nt_error *error);
/* Writes mode, code and retirement of an instruction whose encoding is known. */
int nt_hart_log_insn(nt_hart_log *hart, uint64_t pc, uint64_t bits, uint8_t size, uint8_t priv,
                     nt_error *error);
/* Writes the break: the hart goes on elsewhere than at `epc`, to which its last instruction led. */
int nt_hart_log_break(nt_hart_log *hart, uint64_t epc, nt_error *error);
/* Writes a trap, and before it the break, if nothing leads to its epc. */
int nt_hart_log_trap(nt_hart_log *hart, const nt_event *trap, nt_error *error);
/* Writes an access of the last instruction or trap; what the format does not allow is an error of
   the line. */
int nt_hart_log_access(nt_hart_log *hart, const nt_access *access, nt_error *error);

/* Returns the size of an instruction in bytes by its low bits: 2, 4, 6, 8; 0: reserved
   (Unprivileged Architecture, "Base Instruction-Length Encoding"). */
uint8_t nt_encoding_size(uint64_t bits);

#endif
