/* ntrace record: runs a program under QEMU and writes what its harts did. */
#include "sim/commands.h"
#include "sim/record/machine.h"
#include "sim/record/qemu.h"
#include "sim/record/recorder.h"
#include "sim/recording/writer.h"
#include "sim/util/number.h"
#include "sim/util/options.h"
#include "sim/util/progress.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    READ_SIZE = 1 << 20,
    MAX_HARTS = 8,
    REGISTER_PARTS = 1 << NT_ACCESS_X | 1 << NT_ACCESS_F | 1 << NT_ACCESS_CSR,
};

static const char help[] =
    "usage: ntrace record -o REC [OPTION...] (--elf PROGRAM | --boot NAME | -- QEMU-ARGUMENT...)\n"
    "\n"
    "Runs a program under QEMU system emulation (machine 'virt') and records what its harts did.\n"
    "The recording ends with the program, which switches the machine off by a store to the device\n"
    "at 0x100000, or\n"
    "\n"
    "  -n, --limit N             after N retired instructions\n"
    "  -u, --until-pc ADDR       before the instruction at ADDR runs for the first time\n"
    "\n"
    "  -o, --output REC          the recording; '-' is standard output\n"
    "  -e, --elf PROGRAM         a bare-metal ELF file, started in M-mode\n"
    "  -b, --boot NAME           opensbi-uboot: Debian's OpenSBI boots Debian's U-Boot\n"
    "  -x, --xlen 32|64          as the ELF file says, else 64\n"
    "  -p, --smp N               harts, up to 8 (1)\n"
    "  -r, --registers           with the registers and CSRs that each instruction writes\n"
    "  -c, --serial FILE         what the program writes to its console (nowhere)\n"
    "  -t, --timeout SECONDS     QEMU hangs when its log stands still for so long (30)\n"
    "  -q, --qemu PATH           (qemu-system-riscv64, qemu-system-riscv32)\n"
    "  -j, --json                one JSON object on standard output\n"
    "  -h, --help\n"
    "\n"
    "Arguments after '--' go to QEMU as they are. Exit status 1: the program ended with a status\n"
    "other than 0 (the recording is there), or a PC does not follow from the one before (it is\n"
    "not).\n";

typedef struct arguments {
    nt_machine machine;
    const char *output;
    uint64_t timeout;
    uint64_t limit;
    bool until;
    uint64_t until_pc;
    bool json;
    bool help;
} arguments;

/* A recording from its start to its end. */
typedef struct session {
    const arguments *a;
    nt_qemu *qemu;
    nt_writer *writer;
    nt_recorder *recorder;
    nt_progress progress;
    const char *stopped; /* by what: "end", "limit", "until-pc" */
    int status;          /* of QEMU, where it ended by itself */
    double start;        /* seconds */
} session;

static int take_until(void *options, const char *text, nt_error *error) {
    arguments *a = options;
    a->until = true;
    return nt_parse_number(&a->until_pc, text, "--until-pc", 0, UINT64_MAX, error);
}

#define AT(member) offsetof(arguments, member)

static const nt_option table[] = {
    {"output", 'o', NT_OPTION_TEXT, AT(output), 0, 0, NULL},
    {"elf", 'e', NT_OPTION_TEXT, AT(machine.elf), 0, 0, NULL},
    {"boot", 'b', NT_OPTION_TEXT, AT(machine.boot), 0, 0, NULL},
    {"xlen", 'x', NT_OPTION_TAKE, AT(machine.xlen), 0, 0, nt_take_xlen},
    {"smp", 'p', NT_OPTION_NUMBER, AT(machine.harts), 1, MAX_HARTS, NULL},
    {"registers", 'r', NT_OPTION_FLAG, AT(machine.registers), 0, 0, NULL},
    {"serial", 'c', NT_OPTION_TEXT, AT(machine.serial), 0, 0, NULL},
    {"timeout", 't', NT_OPTION_WIDE, AT(timeout), 1, 86400, NULL},
    {"qemu", 'q', NT_OPTION_TEXT, AT(machine.qemu), 0, 0, NULL},
    {"limit", 'n', NT_OPTION_WIDE, AT(limit), 1, UINT64_MAX, NULL},
    {"until-pc", 'u', NT_OPTION_TAKE, 0, 0, 0, take_until},
    NT_OPTION_JSON(arguments),
    NT_OPTION_HELP(arguments),
};

static int check_arguments(const arguments *a, nt_error *error) {
    const nt_machine *m = &a->machine;
    if (a->output == NULL) {
        return nt_fail(error, "-o is missing (see --help)");
    }
    if (a->json && strcmp(a->output, "-") == 0) {
        return nt_fail(error, "-o -: the recording and --json cannot share standard output");
    }
    if (m->elf != NULL && m->boot != NULL) {
        return nt_fail(error, "--elf and --boot: one of them");
    }
    if (m->elf == NULL && m->boot == NULL && m->extra_count == 0) {
        return nt_fail(error, "what to run is missing: --elf, --boot, or QEMU's arguments after "
                              "'--' (see --help)");
    }
    return 0;
}

static int parse_arguments(int argc, char **argv, arguments *a, nt_error *error) {
    *a = (arguments){.machine = {.harts = 1}, .timeout = 30, .limit = UINT64_MAX};
    int own = 1;
    while (own < argc && strcmp(argv[own], "--") != 0) {
        own++;
    }
    if (own < argc) {
        a->machine.extra = argv + own + 1;
        a->machine.extra_count = (size_t)(argc - own - 1);
    }
    int first = nt_options_parse(table, sizeof table / sizeof table[0], a, own, argv, error);
    if (first < 0 || a->help) {
        return first < 0 ? -1 : 0;
    }
    if (first < own) {
        return nt_fail(error, "%s: a program is given by --elf", argv[first]);
    }
    return check_arguments(a, error);
}

static double seconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int write_event(void *context, const nt_event *event, nt_error *error) {
    return nt_writer_event(context, event, error);
}

/* Reads the log to its end, or until a stop condition is met. */
static int follow_log(session *s, char *bytes, nt_error *error) {
    for (;;) {
        ssize_t size = nt_qemu_read(s->qemu, bytes, READ_SIZE, error);
        if (size < 0) {
            return -1;
        }
        if (size == 0) {
            s->stopped = "end";
            return 0;
        }
        int result = nt_recorder_feed(s->recorder, bytes, (size_t)size, error);
        uint64_t instructions = nt_recorder_count(s->recorder)->instructions;
        if (result != 0) {
            s->stopped = instructions >= s->a->limit ? "limit" : "until-pc";
            return result < 0 ? -1 : 0;
        }
        nt_progress_show(&s->progress, instructions, s->a->limit == UINT64_MAX ? 0 : s->a->limit);
    }
}

/* After the end of the log: whether QEMU ran the program at all, and how the program ended. */
static int wait_for_end(session *s, nt_error *error) {
    s->status = nt_qemu_wait(s->qemu, error);
    if (s->status < 0) {
        return -1;
    }
    if (nt_recorder_count(s->recorder)->lines > 0) {
        return 0;
    }
    const char *complaint = nt_qemu_complaint(s->qemu);
    return nt_fail(error, "%s: ended with status %d and ran nothing%s%s", s->a->machine.qemu,
                   s->status, complaint[0] != '\0' ? ": " : "", complaint);
}

static int start(session *s, nt_error *error) {
    nt_machine_command command;
    if (nt_machine_command_line(&command, &s->a->machine, error) != 0 ||
        nt_qemu_start(&s->qemu, command.argv, (unsigned)s->a->timeout, error) != 0) {
        return -1;
    }
    nt_recording_header header = {.xlen = (uint8_t)s->a->machine.xlen,
                                  .harts = (uint16_t)s->a->machine.harts,
                                  .parts = s->a->machine.registers ? REGISTER_PARTS : 0};
    nt_machine_describe(&s->a->machine, header.source, sizeof header.source);
    if (nt_writer_open(&s->writer, s->a->output, &header, error) != 0) {
        return -1;
    }
    nt_recorder_options options = {.name = "QEMU's log",
                                   .xlen = s->a->machine.xlen,
                                   .harts = s->a->machine.harts,
                                   .limit = s->a->limit,
                                   .registers = s->a->machine.registers,
                                   .until = s->a->until,
                                   .until_pc = s->a->until_pc,
                                   .sink = write_event,
                                   .context = s->writer};
    s->recorder = nt_recorder_new(&options);
    return s->recorder == NULL ? nt_fail(error, "out of memory") : 0;
}

static int record(session *s, nt_error *error) {
    if (start(s, error) != 0) {
        return -1;
    }
    char *bytes = malloc(READ_SIZE);
    if (bytes == NULL) {
        return nt_fail(error, "out of memory");
    }
    nt_progress_start(&s->progress, "record", "instructions");
    int result = follow_log(s, bytes, error);
    nt_progress_end(&s->progress);
    free(bytes);
    if (result != 0 || (strcmp(s->stopped, "end") == 0 && wait_for_end(s, error) != 0) ||
        nt_recorder_finish(s->recorder, error) != 0) {
        return -1;
    }
    if (nt_recorder_count(s->recorder)->discontinuities != 0) {
        return 0; /* no recording that cannot be true */
    }
    nt_writer *writer = s->writer;
    s->writer = NULL;
    return nt_writer_commit(writer, error);
}

static int print_json(const session *s, nt_error *error) {
    const nt_recorder_counts *c = nt_recorder_count(s->recorder);
    json_t *summary = json_pack(
        "{s:s, s:i, s:i, s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "recording",
        s->a->output, "xlen", (int)s->a->machine.xlen, "harts", (int)s->a->machine.harts, "stopped",
        s->stopped, "exit_status", s->status, "instructions", (json_int_t)c->instructions,
        "exceptions", (json_int_t)c->exceptions, "interrupts", (json_int_t)c->interrupts,
        "mode_changes", (json_int_t)c->mode_changes, "code_bytes", (json_int_t)c->code_bytes,
        "code_changes", (json_int_t)c->code_changes, "registers", (json_int_t)c->registers,
        "discontinuities", (json_int_t)c->discontinuities, "log_lines", (json_int_t)c->lines,
        "seconds", seconds() - s->start);
    int result = nt_command_json(summary, error);
    json_decref(summary);
    return result;
}

/* What the run amounts to, once it has come to its end: the exit status. */
static int judge(const session *s) {
    const nt_recorder_counts *c = nt_recorder_count(s->recorder);
    if (c->discontinuities != 0) {
        fprintf(stderr, "ntrace record: %s: not written: %" PRIu64 " discontinuities, first %s\n",
                s->a->output, c->discontinuities, c->discontinuity);
        return NT_EXIT_FAILED;
    }
    if (s->status != 0) {
        const char *complaint = nt_qemu_complaint(s->qemu);
        fprintf(stderr, "ntrace record: %s: recorded, but the program ended with status %d%s%s\n",
                s->a->output, s->status, complaint[0] != '\0' ? ": " : "", complaint);
        return NT_EXIT_FAILED;
    }
    return NT_EXIT_OK;
}

int nt_cmd_record(int argc, char **argv) {
    arguments a;
    nt_error error = {0};
    if (parse_arguments(argc, argv, &a, &error) != 0) {
        return nt_command_fail("record", &error);
    }
    if (a.help) {
        fputs(help, stdout);
        return NT_EXIT_OK;
    }
    session s = {.a = &a, .start = seconds()};
    int status;
    if (nt_machine_settle(&a.machine, &error) != 0 || record(&s, &error) != 0 ||
        (a.json && print_json(&s, &error) != 0)) {
        status = nt_command_fail("record", &error);
    } else {
        status = judge(&s);
    }
    nt_writer_abort(s.writer);
    nt_recorder_free(s.recorder);
    nt_qemu_end(s.qemu); /* last, since it lets signals through again */
    return status;
}
