/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/record_csrs.h"
#include "sim/tandem/record_trace.h"
#include "sim/util/options.h"

#include <inttypes.h>
#include <stdio.h>

enum { NOT_GIVEN = 65 };

typedef struct arguments {
    const char *recording;
    const char *output;
    const char *elf;
    uint32_t hart, flen, mlen;
    bool bare;
    bool help;
} arguments;

#define AT(member) offsetof(arguments, member)

static const nt_option table[] = {
    NT_OPERAND(arguments, recording, "REC"),
    {"output", 'o', NT_OPTION_OUTPUT, AT(output), 0, 0, NULL, "F",
     "the trace, a file of ours (.ntv); '-' is standard output"},
    {"elf", 'e', NT_OPTION_TEXT, AT(elf), 0, 0, NULL, "PROGRAM", "what memory holds at first"},
    {"hart", 0, NT_OPTION_NUMBER, AT(hart), 0, UINT16_MAX, NULL, "N", "of this hart (0)"},
    {"flen", 0, NT_OPTION_NUMBER, AT(flen), 0, 64, NULL, "N",
     "FLEN: 64, 32 or 0; without it 64, with RV32 0"},
    {"mlen", 0, NT_OPTION_NUMBER, AT(mlen), 32, 64, NULL, "N",
     "MLEN of RV32: 34, for Sv32, or 32; without it 32"},
    {"bare", 'b', NT_OPTION_FLAG, AT(bare), 0, 0, NULL, NULL,
     "write a bare stream, without header and checksums"},
    NT_OPTION_HELP(arguments),
};

typedef struct session {
    const arguments *a;
    nt_retire *retire;
    nt_tandem_output *output;
    nt_tandem_tracer *tracer;
} session;

static bool tells_fcsr(const nt_retired *first) {
    for (size_t i = 0; first->kind == NT_RETIRED_STATE && i < first->access_count; i++) {
        const nt_access *access = &first->accesses[i];
        if (access->kind == NT_ACCESS_CSR && access->number == NT_CSR_FCSR) {
            return true;
        }
    }
    return false;
}

/* What a recording of these parts cannot tell. */
static unsigned absent(const arguments *a, unsigned parts, const nt_retired *first) {
    static const struct {
        nt_access_kind part;
        unsigned kinds;
    } needed[] = {
        {NT_ACCESS_X, 1 << NT_TANDEM_ABSENT_GPR},
        {NT_ACCESS_F, 1 << NT_TANDEM_ABSENT_FPR},
        {NT_ACCESS_CSR, 1 << NT_TANDEM_ABSENT_CSR},
        {NT_ACCESS_LOAD, 1 << NT_TANDEM_ABSENT_PADDR | 1 << NT_TANDEM_ABSENT_EADDR},
        {NT_ACCESS_STORE,
         1 << NT_TANDEM_ABSENT_PADDR | 1 << NT_TANDEM_ABSENT_EADDR | 1 << NT_TANDEM_ABSENT_STORE},
    };
    unsigned kinds = 1 << NT_TANDEM_ABSENT_COUNTERS;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        kinds |= (parts >> needed[i].part & 1) != 0 ? 0 : needed[i].kinds;
    }
    kinds |= tells_fcsr(first) ? 0 : 1U << NT_TANDEM_ABSENT_FCSR;
    /* a log without the state at first, Spike's, does not have what a trap writes either, nor
       physical addresses */
    bool log = first->kind != NT_RETIRED_STATE && (parts >> NT_ACCESS_CSR & 1) != 0;
    kinds |= log ? 1U << NT_TANDEM_ABSENT_TRAP_STATUS | 1U << NT_TANDEM_ABSENT_PADDR : 0;
    return kinds | (a->elf != NULL ? 0 : 1U << NT_TANDEM_ABSENT_MEMORY);
}

static int open_trace(session *s, const nt_retired *first, nt_error *error) {
    const arguments *a = s->a;
    const nt_recording_header *header = nt_retire_header(s->retire);
    nt_tandem_format format = {.xlen = header->xlen,
                               .flen = (uint8_t)(a->flen != NOT_GIVEN ? a->flen
                                                 : header->xlen == 64 ? 64
                                                                      : 0),
                               .mlen = (uint8_t)(a->mlen != 0 ? a->mlen : header->xlen),
                               .absent = (uint16_t)absent(a, header->parts, first)};
    if (!nt_tandem_format_is_valid(&format)) {
        return nt_fail(error, "RV%u has no FLEN %u with MLEN %u", format.xlen, format.flen,
                       format.mlen);
    }
    nt_tandem_trace_options options = {.format = format, .parts = header->parts, .elf = a->elf};
    return nt_tandem_output_open(&s->output, a->output, &format, !a->bare, error) != 0
               ? -1
               : nt_tandem_tracer_new(&s->tracer, &options, s->output, error);
}

static int import(session *s, nt_error *error) {
    nt_retired retired;
    if (nt_retire_open(&s->retire, s->a->recording, s->a->hart, error) != 0) {
        return -1;
    }
    int result = nt_retire_next(s->retire, &retired, error);
    if (result == 0) {
        return nt_fail(error, "%s: the recording is empty", s->a->recording);
    }
    if (result < 0 || open_trace(s, &retired, error) != 0) {
        return -1;
    }
    for (; result > 0; result = nt_retire_next(s->retire, &retired, error)) {
        if (nt_tandem_tracer_take(s->tracer, &retired, error) != 0) {
            return -1;
        }
    }
    nt_tandem_output *output = s->output;
    if (result == 0) {
        s->output = NULL;
        result = nt_tandem_output_close(output, error);
    }
    return result;
}

static void init(void *place) {
    ((arguments *)place)->flen = NOT_GIVEN;
}

static int run_command(void *place, nt_error *error) {
    arguments *a = place;
    session s = {.a = a};
    int status = import(&s, error);
    const nt_tandem_trace_counts *c =
        status == 0 && s.tracer != NULL ? nt_tandem_tracer_counts(s.tracer) : NULL;
    if (c != NULL && c->absent_values != 0) {
        fprintf(stderr,
                "ntrace tv import: %s: %" PRIu64 " values of registers are unknown, and not in the "
                "trace\n",
                a->recording, c->absent_values);
    }
    nt_tandem_tracer_free(s.tracer);
    nt_tandem_output_abort(s.output);
    nt_retire_close(s.retire);
    return status;
}

const nt_command nt_tv_import = {
    .name = "tv import",
    .summary = "make a trace of a recording with registers",
    .about =
        "Makes a tandem-verification trace of a recording with registers: of `ntrace record\n"
        "--registers --memory`, or of `ntrace import --format spike`. What the recording does not\n"
        "have is absent in the trace; docs/tandem-record.md.\n",
    NT_COMMAND_OPTIONS(table, arguments),
    .required = {"output"},
    .init = init,
    .run = run_command,
};
