/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the recorder share: its state, and what they do for each other. Each function
   that returns an int returns 0, or -1 with the error set, unless it says otherwise. */
#ifndef NT_RECORD_RECORDER_INTERNAL_H
#define NT_RECORD_RECORDER_INTERNAL_H

#include "libntrace/program/image.h"
#include "sim/record/block_table.h"
#include "sim/record/qemu_log.h"
#include "sim/record/recorder.h"

enum {
    NT_RECORDER_LINE = 4096,
    NT_RECORDER_CODE = 4096,
    NT_RECORDER_CHANGES = 128,  /* more than the log has registers */
    NT_RECORDER_ACCESSES = 512, /* of an instruction: the most, of the V extension */
};

/* An instruction that a hart runs. */
typedef struct nt_recorder_insn {
    uint64_t pc;
    nt_insn insn;
    uint32_t bits; /* its encoding */
    bool valid;
} nt_recorder_insn;

/* Registers as the log last had them. */
typedef struct nt_recorder_state {
    bool known;
    uint64_t x[32];
    uint64_t f[32];
    uint64_t csr[4096];
} nt_recorder_state;

/* What waits for the registers of an EXEC line, which tell what came before it. */
typedef struct nt_recorder_waiting {
    unsigned changes;
    nt_log_register change[NT_RECORDER_CHANGES];
    unsigned traps; /* since the registers before them */
    nt_event trap[NT_RECORDER_TRAPS];
    uint32_t insn;          /* that retired since the registers before it; 0: none */
    nt_record_block *block; /* runs next; NULL: none */
    uint8_t priv;           /* in which it runs */
} nt_recorder_waiting;

/* A hart, as far as the log has come. */
typedef struct nt_recorder_hart {
    unsigned number;
    nt_recorder_state state;
    nt_recorder_waiting waiting;
    bool again;        /* the last EXEC line was taken back */
    unsigned accesses; /* of the instruction that is about to run, so far */
    nt_access access[NT_RECORDER_ACCESSES];
    nt_recorder_insn running; /* about to run as the log last said; not known to retire yet */
    nt_recorder_insn retired; /* the last one that did; invalid after a trap */
    bool left; /* another hart ran since the last EXEC line, whose instruction counts as retired */
    bool mode_known;
    uint8_t priv;
    nt_event run;        /* being built; 0 instructions: none */
    uint64_t run_end;    /* the address that would continue it */
    nt_image *image;     /* the code as the recording tells it so far */
    uint64_t generation; /* moves when code in `image` is replaced */
    uint64_t code_start; /* code that is written before the run is */
    uint32_t code_size;
    uint8_t code[NT_RECORDER_CODE];
} nt_recorder_hart;

struct nt_recorder {
    nt_recorder_options options;
    nt_recorder_counts counts;
    nt_block_table blocks;
    nt_recorder_hart *harts;
    nt_recorder_hart *last;  /* of the last EXEC or trap line */
    nt_recorder_hart *shown; /* of the last EXEC line, while its registers follow */
    unsigned registers;      /* of these so far */
    nt_log_line code;        /* the first CODE line of the last translation */
    unsigned listing;        /* CODE lines of that translation */
    bool done;               /* a stop condition was met */
    uint64_t offset;         /* of the line at hand */
    size_t tail_size;        /* the start of a line that is not complete yet */
    char tail[NT_RECORDER_LINE];
};

/* Fails with the log's name, the offset of the line at hand, and `reason`. */
int nt_recorder_fail(const nt_recorder *r, nt_error *error, const char *reason);

/* The recording: recorder_runs.c */

/* Passes an event on. */
int nt_recorder_emit(nt_recorder *r, const nt_event *event, nt_error *error);
int nt_recorder_emit_access(nt_recorder *r, const nt_recorder_hart *h, const nt_access *access,
                            nt_error *error);
/* Writes the code that is not written yet. */
int nt_recorder_flush_code(nt_recorder *r, nt_recorder_hart *h, nt_error *error);
/* Writes the code, and then the run that executes it. */
int nt_recorder_flush_run(nt_recorder *r, nt_recorder_hart *h, nt_error *error);
/* Writes the mode, if it is another one. */
int nt_recorder_set_mode(nt_recorder *r, nt_recorder_hart *h, unsigned priv, nt_error *error);
/* Adds the instruction that was about to run, if any, to the run. */
int nt_recorder_retire(nt_recorder *r, nt_recorder_hart *h, nt_error *error);
/* Counts a discontinuity if `pc` does not follow from the instruction that retired last. */
void nt_recorder_check_follows(nt_recorder *r, const nt_recorder_hart *h, uint64_t pc);
/* Returns an address as XLEN bits hold it. */
uint64_t nt_recorder_wrap(const nt_recorder *r, uint64_t address);

/* Code: recorder_code.c */

/* Returns the translation that an EXEC line names, a new one if a CODE line came before it; NULL
   with the error set. */
nt_record_block *nt_recorder_find_block(nt_recorder *r, const nt_log_line *line, nt_error *error);
/* Makes the instruction of the last EXEC line the one that is about to run. */
int nt_recorder_begin(nt_recorder *r, nt_recorder_hart *h, nt_error *error);

/* Registers and traps: recorder_state.c */

/* Takes a line of registers. */
int nt_recorder_take_state(nt_recorder *r, const nt_log_line *line, nt_error *error);
/* Takes fcsr before the instruction at `pc`, where it is known. */
int nt_recorder_take_fcsr(nt_recorder *r, nt_recorder_hart *h, uint64_t pc, nt_error *error);
/* Ends the registers of the last EXEC line, if they are awaited: writes what changed, for the
   instruction or the trap that changed it. */
int nt_recorder_end_state(nt_recorder *r, nt_error *error);
/* Writes traps of which the log has shown no registers. */
int nt_recorder_end_traps(nt_recorder *r, nt_recorder_hart *h, nt_error *error);

#endif
