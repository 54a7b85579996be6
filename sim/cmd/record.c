/* SPDX-License-Identifier: Apache-2.0 */
/* ntrace record: runs a program under QEMU and writes what its harts did. */
#include "libntrace/program/writer.h"
#include "sim/commands.h"
#include "sim/record/source.h"
#include "sim/util/options.h"
#include "sim/util/progress.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_HARTS = 8 };

typedef struct arguments {
    nt_record_options record;
    const char *output;
    bool json;
    bool help;
} arguments;

/* A recording from its start to its end. */
typedef struct session {
    const arguments *a;
    nt_record_source *source;
    nt_writer *writer;
    nt_progress progress;
    double start; /* seconds */
} session;

#define AT(member) offsetof(arguments, member)

static const nt_option table[] = {
    NT_OPERANDS_REST(arguments, record.machine.extra),
    {"output", 'o', NT_OPTION_OUTPUT, AT(output), 0, 0, NULL, "REC",
     "the recording; '-' is standard output"},
    {"elf", 'e', NT_OPTION_TEXT, AT(record.machine.elf), 0, 0, NULL, "PROGRAM",
     "a bare-metal ELF file, started in M-mode"},
    {"boot", 0, NT_OPTION_TEXT, AT(record.machine.boot), 0, 0, NULL, "opensbi-uboot",
     "Debian's OpenSBI boots Debian's U-Boot"},
    {"xlen", 'x', NT_OPTION_TAKE, AT(record.machine.xlen), 0, 0, nt_take_xlen, "32|64",
     "as the ELF file says, else 64"},
    {"smp", 0, NT_OPTION_NUMBER, AT(record.machine.harts), 1, MAX_HARTS, NULL, "N",
     "harts, up to 8 (1)"},
    {"registers", 0, NT_OPTION_FLAG, AT(record.machine.registers), 0, 0, NULL, NULL,
     "with the registers and CSRs that each instruction writes"},
    {"memory", 0, NT_OPTION_FLAG, AT(record.machine.memory), 0, 0, NULL, NULL,
     "with the addresses that each instruction reads and writes"},
    NT_RECORD_OPTIONS(arguments, record),
    NT_OPTION_JSON(arguments),
    NT_OPTION_HELP(arguments),
};

static int check_arguments(const arguments *a, nt_error *error) {
    const nt_machine *m = &a->record.machine;
    if (a->json && strcmp(a->output, "-") == 0) {
        return nt_fail(error, "-o -: the recording and --json cannot share standard output");
    }
    if (m->elf != NULL && m->boot != NULL) {
        return nt_fail(error, "--elf and --boot: one of them");
    }
    if (m->elf == NULL && m->boot == NULL && m->extra.count == 0) {
        return nt_fail(error, "what to run is missing: --elf, --boot, or QEMU's arguments after "
                              "'--' (see --help)");
    }
    return 0;
}

static double seconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum { LOOPS = 1 << 18, STRETCHES = 16 };

/* Sees straight stretches of code, one or some, that run over and over. */
typedef struct loop {
    nt_event run[STRETCHES]; /* the last ones */
    uint64_t runs;
    unsigned length; /* stretches of the loop; 0: there is none */
    uint64_t again;  /* stretches that were as they are `length` before */
    bool hinted;
} loop;

static nt_event *before(loop *l, unsigned runs) {
    return &l->run[(l->runs - runs) % STRETCHES];
}

static bool repeats(loop *l, unsigned runs, const nt_event *event) {
    const nt_event *other = before(l, runs);
    return runs <= l->runs && other->hart == event->hart && other->run.pc == event->run.pc &&
           other->run.instructions == event->run.instructions;
}

/* Takes a stretch; returns whether a loop has come round so often. */
static bool loops(loop *l, const nt_event *event) {
    if (l->length == 0 || !repeats(l, l->length, event)) {
        l->again = 0;
        l->length = 0;
        for (unsigned runs = 1; runs <= STRETCHES && l->length == 0; runs++) {
            l->length = repeats(l, runs, event) ? runs : 0;
        }
    }
    l->again += l->length != 0;
    *before(l, 0) = *event;
    l->runs++;
    return l->length != 0 && l->again == (uint64_t)LOOPS * l->length;
}

/* A program that waits for nothing in a loop never ends: tells once how to end it. */
static void watch(loop *l, const session *s, const nt_event *event) {
    const nt_record_options *o = &s->a->record;
    if (event->kind != NT_EVENT_RUN || o->limit != UINT64_MAX || o->until || l->hinted ||
        !loops(l, event)) {
        return;
    }
    l->hinted = true;
    fprintf(stderr,
            "ntrace record: the program has run a loop at 0x%" PRIx64
            " %d times; --limit N ends a recording, Ctrl-C keeps what there is\n",
            event->run.pc, LOOPS);
}

/* Writes what happens until the program ends, or a stop condition is met. */
static int follow(session *s, nt_error *error) {
    const uint64_t limit = s->a->record.limit;
    nt_event event;
    loop l = {.runs = 0};
    int result;
    while ((result = nt_record_source_next(s->source, &event, error)) > 0) {
        watch(&l, s, &event);
        if (nt_writer_event(s->writer, &event, error) != 0) {
            return -1;
        }
        nt_progress_show(&s->progress, nt_record_source_counts(s->source)->instructions,
                         limit == UINT64_MAX ? 0 : limit);
    }
    return result;
}

static int record(session *s, nt_error *error) {
    if (nt_record_source_open(&s->source, &s->a->record, error) != 0 ||
        nt_writer_open(&s->writer, s->a->output, nt_record_source_header(s->source), error) != 0) {
        return -1;
    }
    nt_progress_start(&s->progress, "record", "instructions");
    int result = follow(s, error);
    nt_progress_end(&s->progress);
    if (result == 0) {
        result = nt_record_source_console(s->source, error);
    }
    if (result != 0 || nt_record_source_counts(s->source)->discontinuities != 0) {
        return result; /* no recording that cannot be true */
    }
    nt_writer *writer = s->writer;
    s->writer = NULL;
    return nt_writer_commit(writer, error);
}

static int print_json(const session *s, nt_error *error) {
    const nt_recorder_counts *c = nt_record_source_counts(s->source);
    json_t *summary = json_pack(
        "{s:s, s:i, s:i, s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "recording",
        s->a->output, "xlen", (int)s->a->record.machine.xlen, "harts",
        (int)s->a->record.machine.harts, "stopped", nt_record_source_stopped(s->source),
        "exit_status", nt_record_source_status(s->source), "instructions",
        (json_int_t)c->instructions, "exceptions", (json_int_t)c->exceptions, "interrupts",
        (json_int_t)c->interrupts, "mode_changes", (json_int_t)c->mode_changes, "code_bytes",
        (json_int_t)c->code_bytes, "code_changes", (json_int_t)c->code_changes, "registers",
        (json_int_t)c->registers, "discontinuities", (json_int_t)c->discontinuities, "log_lines",
        (json_int_t)c->lines, "seconds", seconds() - s->start);
    int result = nt_command_json(summary, error);
    json_decref(summary);
    return result;
}

static void init(void *place) {
    ((arguments *)place)->record =
        (nt_record_options){.machine = {.harts = 1}, .timeout = 30, .limit = UINT64_MAX};
}

static int run_command(void *place, nt_error *error) {
    arguments *a = place;
    session s = {.a = a, .start = seconds()};
    if (check_arguments(a, error) != 0) {
        return -1;
    }
    bool done = nt_machine_settle(&a->record.machine, error) == 0 && record(&s, error) == 0 &&
                (!a->json || print_json(&s, error) == 0);
    int status = done ? nt_record_source_judge(s.source, "record", a->output) : -1;
    nt_writer_abort(s.writer);
    nt_record_source_close(s.source); /* last, since it lets signals through again */
    return status;
}

const nt_command nt_cmd_record = {
    .name = "record",
    .summary = "run a program under QEMU and record it",
    .usage = "-o REC (--elf PROGRAM | --boot NAME) [OPTION...]\n"
             "-o REC [OPTION...] -- QEMU-ARGUMENT...",
    .about = "Runs a program under QEMU system emulation (machine 'virt') and records what its "
             "harts did.\n"
             "The recording ends with the program, which switches the machine off by a store to "
             "the device\n"
             "at 0x100000, or where an option says.\n",
    NT_COMMAND_OPTIONS(table, arguments),
    .after = "Arguments after '--' go to QEMU as they are. Exit status 1: the program ended with a "
             "status\n"
             "other than 0, traps or waits without end, or was ended by a signal (the recording is "
             "there), or\n"
             "a PC does not follow from the one before (it is not).\n",
    .required = {"output"},
    .init = init,
    .run = run_command,
};
