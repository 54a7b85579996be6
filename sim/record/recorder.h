/* SPDX-License-Identifier: Apache-2.0 */
/* Converts QEMU's log to the events of a recording, and checks that every PC follows from the
   one before. */
#ifndef NT_RECORD_RECORDER_H
#define NT_RECORD_RECORDER_H

#include "libntrace/util/error.h"
#include "ntrace/recording.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct nt_recorder nt_recorder;

typedef struct nt_recorder_options {
    const char *name; /* of the log, for errors */
    unsigned xlen;    /* 32 or 64 */
    unsigned harts;   /* 1 to 512 */
    uint64_t limit;   /* stop after that many retired instructions; UINT64_MAX: never */
    bool registers;   /* the log has those before each instruction */
    bool memory;      /* the log has the accesses of the plugin for memory */
    /* Gives fcsr before the instruction at `pc`, the next one, or with `again` the same as before;
       NULL: it is not known. Returns 0, or -1 with the error set. */
    int (*fcsr)(void *context, uint64_t pc, bool again, uint64_t *value, nt_error *error);
    void *fcsr_context;
    bool until; /* stop before the instruction at until_pc runs */
    uint64_t until_pc;
    /* Receives each event; returns 0, or -1 with the error set. */
    int (*sink)(void *context, const nt_event *event, nt_error *error);
    void *context; /* for `sink` */
} nt_recorder_options;

typedef struct nt_recorder_counts {
    uint64_t lines;        /* of the log */
    uint64_t instructions; /* retired, all harts */
    uint64_t exceptions;
    uint64_t interrupts;
    uint64_t mode_changes;    /* without the first mode of a hart */
    uint64_t code_bytes;      /* written to the recording */
    uint64_t code_changes;    /* instructions that replaced others at their address */
    uint64_t registers;       /* written */
    uint64_t discontinuities; /* PCs that do not follow from the one before */
    char discontinuity[128];  /* the first one, in words */
    unsigned traps;           /* since the last instruction */
    nt_event trap;            /* the last one of these */
    bool endless;             /* QEMU lists an encoding without end, and comes to nothing more: */
    uint64_t endless_pc;      /* at this address */
} nt_recorder_counts;

/* So many traps without an instruction between them are taken for one without end: a handler that
   cannot be fetched. Then the log is stopped. */
enum { NT_RECORDER_TRAPS = 64 };

/* Allocates a recorder. Returns NULL without memory. */
nt_recorder *nt_recorder_new(const nt_recorder_options *options);
void nt_recorder_free(nt_recorder *recorder);

/* Takes the next `size` bytes of the log. Returns 0: continue; 1: a stop condition is met, the
   rest is not needed; -1: an error, with the log's name and offset. */
int nt_recorder_feed(nt_recorder *recorder, const char *bytes, size_t size, nt_error *error);

/* Forgets a line that is not whole yet: the log was cut off by a signal. */
void nt_recorder_cut(nt_recorder *recorder);

/* Ends the log, or the recording at a stop condition, and passes on pending events. Returns 0,
   or -1 with the error set (also for a log that ends within a line). */
int nt_recorder_finish(nt_recorder *recorder, nt_error *error);

const nt_recorder_counts *nt_recorder_count(const nt_recorder *recorder);

#endif
