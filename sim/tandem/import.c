#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/record_csrs.h"
#include "sim/tandem/record_trace.h"
#include "sim/util/options.h"

#include <inttypes.h>
#include <stdio.h>

static const char help[] =
    "usage: ntrace tv import REC -o F [OPTION...]\n"
    "\n"
    "Makes a tandem-verification trace of a recording with registers: of `ntrace record\n"
    "--registers --memory`, or of `ntrace import --format spike`. What the recording does not\n"
    "have is absent in the trace; docs/tandem-record.md.\n"
    "\n"
    "  -o, --output F            the trace, a file of ours (.ntv); '-' is standard output\n"
    "  -e, --elf PROGRAM         what memory holds at first\n"
    "      --hart N              of this hart (0)\n"
    "      --flen N              FLEN: 64, 32 or 0; without it 64, with RV32 0\n"
    "      --mlen N              MLEN of RV32: 34, for Sv32, or 32; without it 32\n"
    "  -b, --bare                write a bare stream, without header and checksums\n"
    "  -h, --help\n";

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
    {"output", 'o', NT_OPTION_TEXT, AT(output), 0, 0, NULL},
    {"elf", 'e', NT_OPTION_TEXT, AT(elf), 0, 0, NULL},
    {"hart", 0, NT_OPTION_NUMBER, AT(hart), 0, UINT16_MAX, NULL},
    {"flen", 0, NT_OPTION_NUMBER, AT(flen), 0, 64, NULL},
    {"mlen", 0, NT_OPTION_NUMBER, AT(mlen), 32, 64, NULL},
    {"bare", 'b', NT_OPTION_FLAG, AT(bare), 0, 0, NULL},
    NT_OPTION_HELP(arguments),
};

typedef struct session {
    const arguments *a;
    nt_retire *retire;
    nt_tandem_output *output;
    nt_tandem_tracer *tracer;
} session;

static int parse(int argc, char **argv, arguments *a, nt_error *error) {
    *a = (arguments){.flen = NOT_GIVEN};
    int first = nt_options_parse(table, sizeof table / sizeof table[0], a, argc, argv, error);
    if (first < 0 || a->help) {
        return first < 0 ? -1 : 0;
    }
    if (first + 1 != argc || a->output == NULL) {
        return nt_fail(error, "one REC and -o F are needed (see --help)");
    }
    a->recording = argv[first];
    return 0;
}

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

int nt_tv_import(int argc, char **argv) {
    arguments a;
    nt_error error = {0};
    if (parse(argc, argv, &a, &error) != 0) {
        return nt_command_fail("tv import", &error);
    }
    if (a.help) {
        fputs(help, stdout);
        return NT_EXIT_OK;
    }
    session s = {.a = &a};
    int status = import(&s, &error) == 0 ? NT_EXIT_OK : nt_command_fail("tv import", &error);
    nt_tandem_tracer_free(s.tracer);
    nt_tandem_output_abort(s.output);
    nt_retire_close(s.retire);
    return status;
}
