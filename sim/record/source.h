/* Runs a program under QEMU and hands out what its harts do, event by event, as a recording would
   have it. */
#ifndef NT_RECORD_SOURCE_H
#define NT_RECORD_SOURCE_H

#include "ntrace/recording.h"
#include "sim/record/machine.h"
#include "sim/record/recorder.h"

typedef struct nt_record_options {
    nt_machine machine;
    uint64_t timeout; /* seconds for which QEMU's log may stand still */
    uint64_t limit;   /* stop after that many retired instructions; UINT64_MAX: never */
    bool until;       /* stop before the instruction at until_pc runs */
    uint64_t until_pc;
} nt_record_options;

typedef struct nt_record_source nt_record_source;

/* Starts QEMU, for a machine that is settled. Returns 0, or -1 with the error set. The caller keeps
   `options`, and owns `*source` until nt_record_source_close. */
int nt_record_source_open(nt_record_source **source, const nt_record_options *options,
                          nt_error *error);
void nt_record_source_close(nt_record_source *source); /* accepts NULL */

const nt_recording_header *nt_record_source_header(const nt_record_source *source);

/* Takes the next event, whose bytes are the source's until its next call. Returns 1; 0 at the end;
   -1 with the error set. */
int nt_record_source_next(nt_record_source *source, nt_event *event, nt_error *error);

const nt_recorder_counts *nt_record_source_counts(const nt_record_source *source);
const char *
nt_record_source_stopped(const nt_record_source *source);    /* "end", "limit", "until-pc" */
int nt_record_source_status(const nt_record_source *source); /* of QEMU, where it ended by itself */

/* Tells on standard error what is wrong with a run that has come to its end: `output` was not
   written for a pc that does not follow, or the program ended with another status than 0. Returns
   the exit status of `ntrace COMMAND`. */
int nt_record_source_judge(const nt_record_source *source, const char *command, const char *output);

#endif
