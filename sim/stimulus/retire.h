/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the retirement stream of a hart from a recording: what retired and trapped, in order. The
   adapter of each unit makes its stimulus of it: ingress blocks from pieces of straight code
   (nt_retire_next_run), all else from single instructions (nt_retire_next). */
#ifndef NT_STIMULUS_RETIRE_H
#define NT_STIMULUS_RETIRE_H

#include "libntrace/program/image.h"
#include "ntrace/recording.h"

typedef struct nt_retire nt_retire;

/* Opens hart `hart` of a recording. Returns 0, or -1 with the error set. */
int nt_retire_open(nt_retire **retire, const char *recording, unsigned hart, nt_error *error);

/* Is where events come from, when not from a file: as nt_reader_next. */
typedef struct nt_retire_source {
    const char *name; /* for errors */
    const nt_recording_header *header;
    int (*next)(void *context, nt_event *event, nt_error *error);
    void *context; /* of `next` */
} nt_retire_source;

/* Opens a hart of a source, which the caller keeps. */
int nt_retire_open_source(nt_retire **retire, const nt_retire_source *source, unsigned hart,
                          nt_error *error);
void nt_retire_close(nt_retire *retire); /* accepts NULL */

const nt_recording_header *nt_retire_header(const nt_retire *retire);

/* Returns the code as of what was read last. */
nt_image *nt_retire_image(nt_retire *retire);

/* Returns a count of changes of known code; what was read from the image is stale when it
   changes. New code does not count. */
uint32_t nt_retire_epoch(const nt_retire *retire);

/* Holds the mode in which an instruction retired, and in which a trap was taken. */
typedef struct nt_retire_mode {
    uint8_t priv; /* as the ingress port's priv: 0 U, 1 S, 3 M, 4 D, 5 VU, 6 VS */
    uint64_t context;
} nt_retire_mode;

static inline bool nt_retire_is_virtual(nt_retire_mode mode) {
    return mode.priv == 5 || mode.priv == 6;
}

/* Returns the nominal privilege: VU is U, VS is S. */
static inline uint8_t nt_retire_privilege(nt_retire_mode mode) {
    return nt_retire_is_virtual(mode) ? mode.priv - 5 : mode.priv;
}

typedef struct nt_retire_trap {
    bool interrupt;
    uint64_t cause; /* without the interrupt bit */
    uint64_t tval;
    bool cause_unknown; /* the recording's source has none */
    bool tval_unknown;
} nt_retire_trap;

/* Holds a run of instructions at consecutive addresses, or a trap. */
typedef struct nt_retire_run {
    bool is_trap;
    uint64_t pc; /* of a trap: epc */
    uint32_t instructions;
    uint32_t halfwords; /* their size */
    nt_retire_mode mode;
    nt_retire_trap trap;
} nt_retire_run;

/* Returns the next run or trap, as if the recording had no accesses. Returns 1; 0 at the end; -1
   with the error. */
int nt_retire_next_run(nt_retire *retire, nt_retire_run *run, nt_error *error);

typedef enum nt_retired_kind {
    NT_RETIRED_STATE, /* what the accesses tell was so before the first instruction */
    NT_RETIRED_INSN,
    NT_RETIRED_TRAP,
} nt_retired_kind;

/* Holds an instruction that retired, or a trap. */
typedef struct nt_retired {
    nt_retired_kind kind;
    uint64_t number; /* instructions that retired before */
    uint64_t pc;     /* of a trap: epc */
    nt_retire_mode mode;
    nt_insn insn;      /* size, class and target of an instruction; of an exception: of the one at
                          epc, size 0 where none is known */
    uint8_t bytes[24]; /* its encoding, 0 beyond size */
    bool has_bytes;    /* else it is known by type only */
    nt_retire_trap trap;
    /* What it and its trap leave: where execution goes on, and how. */
    bool has_next; /* not at the recording's end */
    uint64_t next_pc;
    nt_retire_mode next_mode;
    /* What it read and wrote, of the kinds in the header's parts; of a trap, what the trap wrote.
       The stream's, until its next call. */
    const nt_access *accesses;
    size_t access_count;
} nt_retired;

/* Returns the next instruction or trap. Returns 1; 0 at the end; -1 with the error. */
int nt_retire_next(nt_retire *retire, nt_retired *retired, nt_error *error);

#endif
