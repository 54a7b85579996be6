/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/record/source.h"

#include "sim/commands.h"
#include "sim/record/version.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/record_trace.h"
#include "sim/util/options.h"
#include "sim/util/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NOT_GIVEN = 65 };

typedef struct arguments {
    nt_record_options record;
    const char *output;
    uint32_t flen, mlen;
    bool bare;
    bool json;
    bool help;
} arguments;

typedef struct session {
    const arguments *a;
    nt_record_source *source;
    nt_retire *retire;
    nt_tandem_output *output;
    nt_tandem_tracer *tracer;
    nt_progress progress;
} session;

#define AT(member) offsetof(arguments, member)

static const nt_option table[] = {
    {"elf", 'e', NT_OPTION_TEXT, AT(record.machine.elf), 0, 0, NULL, "PROGRAM",
     "the program, started in M-mode"},
    {"output", 'o', NT_OPTION_OUTPUT, AT(output), 0, 0, NULL, "F",
     "the trace, a file of ours (.ntv); '-' is standard output"},
    {"bare", 'b', NT_OPTION_FLAG, AT(bare), 0, 0, NULL, NULL,
     "write a bare stream, without header and checksums"},
    {"fcsr", 0, NT_OPTION_FLAG, AT(record.machine.fcsr), 0, 0, NULL, NULL,
     "with fcsr, from a second run that is stepped: much slower"},
    {"flen", 0, NT_OPTION_NUMBER, AT(flen), 0, 64, NULL, "N",
     "FLEN of the hart: 64, 32 or 0; without it 64, with RV32 0"},
    {"mlen", 0, NT_OPTION_NUMBER, AT(mlen), 32, 64, NULL, "N",
     "MLEN of RV32: 34, for Sv32, or 32; without it 32"},
    NT_RECORD_OPTIONS(arguments, record),
    NT_OPTION_JSON(arguments),
    NT_OPTION_HELP(arguments),
};

/* The hart that the trace is of, and QEMU's name for it: without H, which a trace cannot have. */
static int choose_hart(arguments *a, nt_tandem_format *format, nt_error *error) {
    static const struct {
        unsigned xlen, flen;
        const char *cpu;
    } harts[] = {
        {64, 64, "rv64,h=off"}, {64, 32, "rv64,h=off,d=off"}, {64, 0, "rv64,h=off,d=off,f=off"},
        {32, 64, "rv32,h=off"}, {32, 32, "rv32,h=off,d=off"}, {32, 0, "rv32,h=off,d=off,f=off"},
    };
    unsigned xlen = a->record.machine.xlen;
    unsigned flen = a->flen != NOT_GIVEN ? a->flen : xlen == 64 ? 64 : 0;
    unsigned mlen = a->mlen != 0 ? a->mlen : xlen;
    for (size_t i = 0; i < sizeof harts / sizeof harts[0]; i++) {
        if (harts[i].xlen == xlen && harts[i].flen == flen) {
            a->record.machine.cpu = harts[i].cpu;
        }
    }
    *format = (nt_tandem_format){.xlen = (uint8_t)xlen,
                                 .flen = (uint8_t)flen,
                                 .mlen = (uint8_t)mlen,
                                 .absent = 1 << NT_TANDEM_ABSENT_COUNTERS};
    if (!a->record.machine.fcsr) {
        format->absent |= 1 << NT_TANDEM_ABSENT_FCSR;
    } else if (flen == 0) {
        return nt_fail(error, "--fcsr: a hart with FLEN 0 has none");
    }
    if (a->record.machine.cpu == NULL || !nt_tandem_format_is_valid(format)) {
        return nt_fail(error, "RV%u has no FLEN %u with MLEN %u", xlen, flen, mlen);
    }
    return 0;
}

static int next_event(void *context, nt_event *event, nt_error *error) {
    return nt_record_source_next(context, event, error);
}

static int open_session(session *s, arguments *a, nt_error *error) {
    nt_tandem_format format;
    if (nt_machine_settle(&a->record.machine, error) != 0 || choose_hart(a, &format, error) != 0 ||
        nt_qemu_check_version(a->record.machine.qemu, (unsigned)a->record.timeout, error) != 0 ||
        nt_tandem_output_open(&s->output, a->output, &format, !a->bare, error) != 0 ||
        nt_record_source_open(&s->source, &a->record, error) != 0) {
        return -1;
    }
    const nt_recording_header *header = nt_record_source_header(s->source);
    nt_retire_source source = {"QEMU's log", header, next_event, s->source};
    nt_tandem_trace_options options = {
        .format = format, .parts = header->parts, .elf = a->record.machine.elf};
    return nt_retire_open_source(&s->retire, &source, 0, error) != 0
               ? -1
               : nt_tandem_tracer_new(&s->tracer, &options, s->output, error);
}

static int follow(session *s, nt_error *error) {
    const uint64_t limit = s->a->record.limit;
    nt_retired retired;
    int result;
    while ((result = nt_retire_next(s->retire, &retired, error)) > 0) {
        if (nt_tandem_tracer_take(s->tracer, &retired, error) != 0) {
            return -1;
        }
        nt_progress_show(&s->progress, nt_tandem_tracer_counts(s->tracer)->instructions,
                         limit == UINT64_MAX ? 0 : limit);
    }
    return result;
}

static int record(session *s, arguments *a, nt_error *error) {
    if (open_session(s, a, error) != 0) {
        return -1;
    }
    nt_progress_start(&s->progress, "record", "instructions");
    int result = follow(s, error);
    nt_progress_end(&s->progress);
    if (result == 0) {
        result = nt_record_source_console(s->source, error);
    }
    if (result != 0 || nt_record_source_counts(s->source)->discontinuities != 0) {
        return result; /* no trace that cannot be true */
    }
    nt_tandem_output *output = s->output;
    s->output = NULL;
    return nt_tandem_output_close(output, error);
}

static int print_json(const session *s, nt_error *error) {
    const nt_tandem_trace_counts *c = nt_tandem_tracer_counts(s->tracer);
    json_t *summary = json_pack(
        "{s:s, s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:{s:I, s:I, s:I, s:I}}", "trace",
        s->a->output, "stopped", nt_record_source_stopped(s->source), "exit_status",
        nt_record_source_status(s->source), "instructions", (json_int_t)c->instructions,
        "exceptions", (json_int_t)c->exceptions, "interrupts", (json_int_t)c->interrupts, "groups",
        (json_int_t)c->groups, "registers", (json_int_t)c->registers, "csrs", (json_int_t)c->csrs,
        "stores", (json_int_t)c->stores, "stored_bytes", (json_int_t)c->stored_bytes, "absent",
        "csrs", (json_int_t)c->absent_csrs, "paddrs", (json_int_t)c->absent_paddrs, "stores",
        (json_int_t)c->absent_stores, "results", (json_int_t)c->absent_results);
    int result = nt_command_json(summary, error);
    json_decref(summary);
    return result;
}

static int report(const session *s, nt_error *error) {
    const nt_tandem_trace_counts *c = nt_tandem_tracer_counts(s->tracer);
    if (s->a->json) {
        return print_json(s, error);
    }
    if (strcmp(s->a->output, "-") != 0) {
        printf("%" PRIu64 " instructions, %" PRIu64 " exceptions, %" PRIu64
               " interrupts; absent: %" PRIu64 " CSR writes, %" PRIu64 " addresses, %" PRIu64
               " stored values\n",
               c->instructions, c->exceptions, c->interrupts, c->absent_csrs, c->absent_paddrs,
               c->absent_stores);
    }
    return 0;
}

static void init(void *place) {
    *(arguments *)place =
        (arguments){.record = {.machine = {.harts = 1, .registers = true, .memory = true},
                               .timeout = 30,
                               .limit = UINT64_MAX},
                    .flen = NOT_GIVEN};
}

static int run_command(void *place, nt_error *error) {
    arguments *a = place;
    session s = {.a = a};
    if (a->json && strcmp(a->output, "-") == 0) {
        return nt_fail(error, "-o -: the trace and --json cannot share standard output");
    }
    int status = record(&s, a, error) != 0 || report(&s, error) != 0
                     ? -1
                     : nt_record_source_judge(s.source, "tv record", a->output);
    nt_tandem_tracer_free(s.tracer);
    nt_tandem_output_abort(s.output);
    nt_retire_close(s.retire);
    nt_record_source_close(s.source); /* last, since it lets signals through again */
    return status;
}

const nt_command nt_tv_record = {
    .name = "tv record",
    .summary = "run a program under QEMU and write its trace",
    .about = "Runs a bare-metal program under QEMU system emulation (machine 'virt', one hart) and "
             "writes\n"
             "its tandem-verification trace. docs/tandem-record.md tells what the trace has, and "
             "what it\n"
             "cannot have.\n",
    NT_COMMAND_OPTIONS(table, arguments),
    .after = "Exit status 1: the program ended with a status other than 0 (the trace is there), or "
             "a pc\n"
             "does not follow from the one before (it is not).\n",
    .required = {"elf", "output"},
    .init = init,
    .run = run_command,
};
