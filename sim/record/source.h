/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a program under QEMU and hands out what its harts do, event by event, as a recording would
   have it. */
#ifndef NT_RECORD_SOURCE_H
#define NT_RECORD_SOURCE_H

#include "ntrace/recording.h"
#include "sim/record/machine.h"
#include "sim/record/recorder.h"
#include "sim/util/options.h"

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
const char *nt_record_source_stopped(const nt_record_source *source); /* "end", "limit", "until-pc",
                                                                         "traps", "listing",
                                                                         "signal", "timeout" */
int nt_record_source_status(const nt_record_source *source); /* of QEMU, where it ended by itself */

/* Ends QEMU, after the last event, and the file of its program's console, if there is one. Returns
   0, or -1 with the error set. */
int nt_record_source_console(nt_record_source *source, nt_error *error);

/* Tells on standard error what is wrong with a run that has come to its end: `output` was not
   written for a pc that does not follow, or the program ended with another status than 0. Returns
   the exit status of `ntrace COMMAND`. */
int nt_record_source_judge(const nt_record_source *source, const char *command, const char *output);

/* Are rows of a command's table of options; `member` is its nt_record_options. */
#define NT_RECORD_OPTIONS(type, member)                                                            \
    {"limit",                                                                                      \
     'l',                                                                                          \
     NT_OPTION_WIDE,                                                                               \
     offsetof(type, member) + offsetof(nt_record_options, limit),                                  \
     1,                                                                                            \
     UINT64_MAX,                                                                                   \
     NULL,                                                                                         \
     "N",                                                                                          \
     "end after N retired instructions"},                                                          \
        {"until-pc",                                                                               \
         0,                                                                                        \
         NT_OPTION_TAKE,                                                                           \
         offsetof(type, member),                                                                   \
         0,                                                                                        \
         0,                                                                                        \
         nt_record_take_until,                                                                     \
         "ADDRESS",                                                                                \
         "end before the instruction at ADDRESS runs for the first time"},                         \
        {"serial",                                                                                 \
         0,                                                                                        \
         NT_OPTION_OUTPUT,                                                                         \
         offsetof(type, member) + offsetof(nt_record_options, machine.serial),                     \
         0,                                                                                        \
         0,                                                                                        \
         NULL,                                                                                     \
         "FILE",                                                                                   \
         "what the program writes to its console (nowhere)"},                                      \
        {"timeout",                                                                                \
         0,                                                                                        \
         NT_OPTION_WIDE,                                                                           \
         offsetof(type, member) + offsetof(nt_record_options, timeout),                            \
         1,                                                                                        \
         86400,                                                                                    \
         NULL,                                                                                     \
         "SECONDS",                                                                                \
         "end where QEMU's log stands still for so long (30)"},                                    \
    {                                                                                              \
        "qemu", 0, NT_OPTION_TEXT,                                                                 \
            offsetof(type, member) + offsetof(nt_record_options, machine.qemu), 0, 0, NULL,        \
            "FILE", "(qemu-system-riscv64, qemu-system-riscv32)"                                   \
    }

/* Is the action of --until-pc. */
int nt_record_take_until(void *options, const char *text, nt_error *error);

#endif
