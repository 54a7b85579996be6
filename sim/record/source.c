/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/record/source.h"

#include "libntrace/util/output_file.h"
#include "sim/commands.h"
#include "sim/record/gdb.h"
#include "sim/record/qemu.h"
#include "sim/util/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    READ_SIZE = 1 << 20,
    FIRST_ROOM = 1 << 10,
    REGISTER_PARTS = 1 << NT_ACCESS_X | 1 << NT_ACCESS_F | 1 << NT_ACCESS_CSR,
    MEMORY_PARTS = 1 << NT_ACCESS_LOAD | 1 << NT_ACCESS_STORE,
};

/* Events that came of a piece of the log and were not yet taken. */
typedef struct queue {
    nt_event *events;
    size_t at, count, room;
    uint8_t *bytes; /* of their code, one behind the other */
    size_t size, byte_room;
} queue;

struct nt_record_source {
    const nt_record_options *options;
    nt_recording_header header;
    nt_qemu *qemu;
    nt_gdb *gdb; /* NULL: fcsr is not recorded */
    nt_output_file *console;
    nt_recorder *recorder;
    queue queue;
    const char *stopped; /* NULL: not yet */
    int status;
    char *log; /* READ_SIZE */
};

static int no_memory(nt_error *error) {
    return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
}

/* Room for one more element. */
static int make_room(void **elements, size_t size, size_t wanted, size_t *room, nt_error *error) {
    size_t more = *room == 0 ? FIRST_ROOM : *room;
    while (more < wanted) {
        more *= 2;
    }
    if (more == *room) {
        return 0;
    }
    void *grown = realloc(*elements, more * size);
    if (grown == NULL) {
        return no_memory(error);
    }
    *elements = grown;
    *room = more;
    return 0;
}

/* The recorder's sink. Code is found again by its size, since its place can move. */
static int push(void *context, const nt_event *event, nt_error *error) {
    queue *q = context;
    void *events = q->events;
    int result = make_room(&events, sizeof *q->events, q->count + 1, &q->room, error);
    q->events = events;
    if (result != 0) {
        return -1;
    }
    if (event->kind == NT_EVENT_CODE) {
        void *bytes = q->bytes;
        result = make_room(&bytes, 1, q->size + event->code.size, &q->byte_room, error);
        q->bytes = bytes;
        if (result != 0) {
            return -1;
        }
        memcpy(q->bytes + q->size, event->code.bytes, event->code.size);
        q->size += event->code.size;
    }
    q->events[q->count++] = *event;
    return 0;
}

/* The first event; `size` counts the bytes of code before it. */
static void pop(queue *q, nt_event *event) {
    *event = q->events[q->at++];
    if (event->kind == NT_EVENT_CODE) {
        event->code.bytes = q->bytes + q->size;
        q->size += event->code.size;
    }
}

static int get_fcsr(void *context, uint64_t pc, bool again, uint64_t *value, nt_error *error) {
    return nt_gdb_fcsr(context, pc, again, value, error);
}

int nt_record_source_open(nt_record_source **source, const nt_record_options *options,
                          nt_error *error) {
    nt_machine_command command;
    const nt_machine *machine = &options->machine;
    nt_record_source *s = calloc(1, sizeof *s);
    if (s == NULL || (s->log = malloc(READ_SIZE)) == NULL) {
        free(s);
        return no_memory(error);
    }
    s->options = options;
    s->header = (nt_recording_header){.xlen = (uint8_t)machine->xlen,
                                      .harts = (uint16_t)machine->harts,
                                      .parts = (machine->registers ? REGISTER_PARTS : 0) |
                                               (machine->memory ? MEMORY_PARTS : 0)};
    nt_machine_describe(machine, s->header.source, sizeof s->header.source);
    nt_recorder_options recorder = {.name = "QEMU's log",
                                    .xlen = machine->xlen,
                                    .harts = machine->harts,
                                    .limit = options->limit,
                                    .registers = machine->registers,
                                    .memory = machine->memory,
                                    .until = options->until,
                                    .until_pc = options->until_pc,
                                    .sink = push,
                                    .context = &s->queue};
    int result =
        machine->serial != NULL ? nt_output_file_open(&s->console, machine->serial, error) : 0;
    if (result == 0 && machine->fcsr) {
        result = nt_gdb_start(&s->gdb, machine, (unsigned)options->timeout, error);
    }
    if (s->gdb != NULL) {
        recorder.fcsr = get_fcsr;
        recorder.fcsr_context = s->gdb;
    }
    s->recorder = result == 0 ? nt_recorder_new(&recorder) : NULL;
    result = result == 0 && s->recorder == NULL ? no_memory(error) : result;
    if (result == 0 && (nt_machine_command_line(&command, machine, error) != 0 ||
                        nt_qemu_start(&s->qemu, command.argv, (unsigned)options->timeout, NULL,
                                      s->console != NULL ? nt_output_file_stream(s->console) : NULL,
                                      error) != 0)) {
        result = -1;
    }
    if (result != 0) {
        nt_record_source_close(s);
        return -1;
    }
    *source = s;
    return 0;
}

void nt_record_source_close(nt_record_source *s) {
    if (s != NULL) {
        nt_recorder_free(s->recorder);
        nt_qemu_end(s->qemu);
        nt_gdb_end(s->gdb); /* last: it blocked the signals first */
        nt_output_file_abort(s->console);
        free(s->queue.events);
        free(s->queue.bytes);
        free(s->log);
        free(s);
    }
}

int nt_record_source_console(nt_record_source *s, nt_error *error) {
    nt_output_file *console = s->console;
    nt_qemu_kill(s->qemu);
    s->console = NULL;
    return console == NULL ? 0 : nt_output_file_commit(console, error);
}

/* After the end of the log: whether QEMU ran the program at all, and how the program ended. */
static int wait_for_end(nt_record_source *s, nt_error *error) {
    s->status = nt_qemu_wait(s->qemu, error);
    if (s->status < 0) {
        return -1;
    }
    if (nt_recorder_count(s->recorder)->lines > 0) {
        return 0;
    }
    const char *complaint = nt_qemu_complaint(s->qemu);
    return nt_fail(error, "%s: ended with status %d and ran nothing%s%s", s->options->machine.qemu,
                   s->status, complaint[0] != '\0' ? ": " : "", complaint);
}

/* Why a log ended early, in words. */
static void explain(const nt_record_source *s, char *text, size_t size) {
    const int number = nt_qemu_signal(s->qemu);
    if (number != 0) {
        (void)snprintf(text, size, "signal %d (%s)", number, strsignal(number));
    } else {
        (void)snprintf(text, size, "nothing in QEMU's log for %u s", (unsigned)s->options->timeout);
    }
}

/* The log ends before the program does: what there is is kept. */
static int end_early(nt_record_source *s, nt_error *error) {
    if (nt_recorder_count(s->recorder)->instructions == 0) {
        char why[96];
        explain(s, why, sizeof why);
        return nt_fail(error, "stopped by %s before an instruction", why);
    }
    s->stopped = nt_qemu_signal(s->qemu) != 0 ? "signal" : "timeout";
    nt_recorder_cut(s->recorder);
    return nt_recorder_finish(s->recorder, error);
}

/* Takes the next piece of the log. */
static int read_log(nt_record_source *s, nt_error *error) {
    ssize_t size = nt_qemu_read(s->qemu, s->log, READ_SIZE, error);
    if (size < 0) {
        return -1;
    }
    if (size == 0 && (nt_qemu_signal(s->qemu) != 0 || nt_qemu_stands_still(s->qemu))) {
        return end_early(s, error);
    }
    if (size == 0) {
        s->stopped = "end";
        return wait_for_end(s, error) != 0 ? -1 : nt_recorder_finish(s->recorder, error);
    }
    int result = nt_recorder_feed(s->recorder, s->log, (size_t)size, error);
    if (result <= 0) {
        return result;
    }
    const nt_recorder_counts *c = nt_recorder_count(s->recorder);
    s->stopped = c->endless                             ? "listing"
                 : c->traps >= NT_RECORDER_TRAPS        ? "traps"
                 : c->instructions >= s->options->limit ? "limit"
                                                        : "until-pc";
    return nt_recorder_finish(s->recorder, error);
}

int nt_record_source_next(nt_record_source *s, nt_event *event, nt_error *error) {
    queue *q = &s->queue;
    while (q->at == q->count) {
        if (s->stopped != NULL) {
            return 0;
        }
        q->at = q->count = 0;
        q->size = 0;
        if (read_log(s, error) != 0) {
            return -1;
        }
        q->size = 0; /* now of those that were taken */
    }
    pop(q, event);
    return 1;
}

const nt_recording_header *nt_record_source_header(const nt_record_source *s) {
    return &s->header;
}

const nt_recorder_counts *nt_record_source_counts(const nt_record_source *s) {
    return nt_recorder_count(s->recorder);
}

const char *nt_record_source_stopped(const nt_record_source *s) {
    return s->stopped;
}

int nt_record_source_status(const nt_record_source *s) {
    return s->status;
}

/* What is to be said of an end that is not the program's; empty: nothing. */
static void tell_end(const nt_record_source *s, char *text, size_t size) {
    const nt_recorder_counts *c = nt_record_source_counts(s);
    char why[96];
    if (strcmp(s->stopped, "traps") == 0) {
        (void)snprintf(text, size,
                       ", but the program traps for ever: %u traps without an instruction, %s "
                       "%" PRIu64 ", epc 0x%" PRIx64
                       "; hint: what mtvec or stvec points to cannot be run",
                       c->traps, c->trap.trap.interrupt ? "interrupt" : "exception",
                       c->trap.trap.cause, c->trap.trap.epc);
    } else if (strcmp(s->stopped, "listing") == 0) {
        (void)snprintf(text, size,
                       ", but QEMU cannot go on: it lists an encoding of more than 4 bytes at "
                       "0x%" PRIx64 " without end",
                       c->endless_pc);
    } else if (strcmp(s->stopped, "signal") == 0 || strcmp(s->stopped, "timeout") == 0) {
        const bool still = strcmp(s->stopped, "timeout") == 0;
        explain(s, why, sizeof why);
        (void)snprintf(text, size, " up to %s: %" PRIu64 " instructions%s", why, c->instructions,
                       still ? "; the program waits for ever, as with wfi, or QEMU hangs; "
                               "--limit and --until-pc end a recording"
                             : "");
    }
}

int nt_record_source_judge(const nt_record_source *s, const char *command, const char *output) {
    const nt_recorder_counts *c = nt_record_source_counts(s);
    if (c->discontinuities != 0) {
        fprintf(stderr, "ntrace %s: %s: not written: %" PRIu64 " discontinuities, first %s\n",
                command, output, c->discontinuities, c->discontinuity);
        return NT_EXIT_FAILED;
    }
    char text[256] = "";
    tell_end(s, text, sizeof text);
    if (text[0] != '\0') {
        fprintf(stderr, "ntrace %s: %s: recorded%s\n", command, output, text);
        return NT_EXIT_FAILED;
    }
    if (s->status != 0) {
        const char *complaint = nt_qemu_complaint(s->qemu);
        fprintf(stderr, "ntrace %s: %s: recorded, but the program ended with status %d%s%s\n",
                command, output, s->status, complaint[0] != '\0' ? ": " : "", complaint);
        return NT_EXIT_FAILED;
    }
    return NT_EXIT_OK;
}

int nt_record_take_until(void *options, const char *text, nt_error *error) {
    nt_record_options *record = options;
    record->until = true;
    return nt_parse_number(&record->until_pc, text, "--until-pc", 0, UINT64_MAX, error);
}
