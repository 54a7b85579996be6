#include "libntrace/util/input_file.h"
#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/json.h"
#include "sim/tandem/text.h"
#include "sim/util/options.h"
#include "sim/util/trace_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: ntrace tv dump F [OPTION...]\n"
    "\n"
    "Show a tandem-verification trace, a group at a time: text that `ntrace tv assemble` turns "
    "back\n"
    "into the same bytes, or JSON. F is a bare stream, a file of ours (.ntv), which has its "
    "lengths\n"
    "itself, or \"-\".\n"
    "Exit status 1: the trace breaks a rule, which is named at the field. 2: it cannot be decoded\n"
    "from some offset on, or ends within a group, which is not shown.\n"
    "\n"
    "      --xlen N              XLEN of a bare stream: 32 or 64\n"
    "      --flen N              FLEN: 0, 32 or 64; without it 64, with XLEN 32 0\n"
    "      --mlen N              MLEN: with XLEN 32 32 (without Sv32) or 34; without it 32\n"
    "      --eaddr-xlen          effective addresses have XLEN bits, not MLEN\n"
    "      --complete            each instruction must come with a new pc\n"
    "  -j, --json                a line each group, each a JSON object\n"
    "  -h, --help\n";

typedef struct dump_options {
    const char *input;
    uint32_t xlen; /* 0: not given */
    uint32_t flen; /* UINT32_MAX: not given */
    uint32_t mlen; /* 0: not given */
    bool eaddr_xlen;
    bool complete;
    bool json;
    bool help;
} dump_options;

enum { BLOCK = 1 << 16, NOT_GIVEN = 65 };

typedef struct dump_run {
    const dump_options *options;
    nt_error *error;
    bool is_file;
    bool broken;   /* a violation */
    bool pc_known; /* the pc after the last group */
    uint64_t pc;
    nt_tandem_reader reader;
    nt_tandem_unpacker unpacker;
} dump_run;

/* Violations after which nobody knows the pc. */
static const uint16_t UNCLEAR_PC =
    1U << NT_TANDEM_PC_TWICE | 1U << NT_TANDEM_TWO_INSNS | 1U << NT_TANDEM_INCREMENT_ALONE;

/* Follows the pc as far as the trace tells it. */
static void follow_pc(dump_run *run, const nt_tandem_group *group) {
    uint64_t size = 0;
    bool given = false;
    bool increment = false;
    for (size_t i = 0; i < group->count; i++) {
        const nt_tandem_field *field = &group->fields[i];
        if (field->opcode == NT_TANDEM_STATE && field->id == NT_TANDEM_PC) {
            given = true;
            run->pc = field->value;
        } else if (field->opcode == NT_TANDEM_INSN16 || field->opcode == NT_TANDEM_INSN32) {
            size = field->opcode == NT_TANDEM_INSN16 ? 2 : 4;
        } else if (field->opcode == NT_TANDEM_RESET) {
            run->pc_known = false;
        }
        increment = increment || field->opcode == NT_TANDEM_INCREMENT_PC;
    }
    if ((group->violations & UNCLEAR_PC) != 0) {
        run->pc_known = false;
    } else if (given) {
        run->pc_known = true;
    } else if (increment) {
        run->pc += size;
    } else {
        run->pc_known = run->pc_known && size == 0;
    }
    if (run->reader.format.xlen == 32) {
        run->pc &= UINT32_MAX;
    }
}

static int end_line(const dump_run *run) {
    return ferror(stdout) == 0 ? 0 : nt_fail(run->error, "standard output: %s", strerror(errno));
}

static void print_violations(const nt_tandem_field *field) {
    const char *sign = "; ";
    for (unsigned i = 0; i < NT_TANDEM_VIOLATIONS; i++) {
        const nt_tandem_violation_info *info = &nt_tandem_violations[i];
        if ((field->violations >> i & 1) != 0) {
            printf(" %s%s %s at offset %" PRIu64 ": %s (%s)", sign,
                   info->warning ? "warning" : "violation", info->name, field->offset, info->text,
                   info->clause);
            sign = "and ";
        }
    }
}

static void print_field(const dump_run *run, const nt_tandem_group *group, size_t index) {
    const nt_tandem_field *field = &group->fields[index];
    char line[NT_TANDEM_LINE];
    nt_tandem_print(field, index == 0 ? NULL : field - 1, line);
    printf("%s%s", group->atomic ? "  " : "", line);
    if (field->violations != 0) {
        print_violations(field);
    } else if (!group->atomic) {
        printf(" ; offset %" PRIu64, field->offset);
    } else if (field->opcode == NT_TANDEM_INCREMENT_PC && run->pc_known) {
        printf(" ; to 0x%" PRIx64, run->pc);
    } else if (field->opcode == NT_TANDEM_STATE && field->id == NT_TANDEM_PRIVILEGE) {
        printf(" ; %c", "US?M"[field->value & 3]);
    }
    putchar('\n');
}

static int print_text(const dump_run *run, const nt_tandem_group *group) {
    if (group->atomic) {
        printf("begin ; offset %" PRIu64 "\n", group->offset);
    }
    for (size_t i = 0; i < group->count; i++) {
        print_field(run, group, i);
    }
    if (group->ended) {
        puts("end");
    }
    return end_line(run);
}

static int print_json(const dump_run *run, const nt_tandem_group *group) {
    json_t *object = nt_tandem_json(group, run->pc_known ? &run->pc : NULL);
    if (object == NULL) {
        return nt_fail_as(run->error, NT_ERROR_MEMORY, "out of memory");
    }
    int result = json_dumpf(object, stdout, JSON_COMPACT) == 0 && putchar('\n') != EOF
                     ? 0
                     : nt_fail(run->error, "standard output: %s", strerror(errno));
    json_decref(object);
    return result;
}

static int take_group(void *context, const nt_tandem_group *group) {
    dump_run *run = context;
    follow_pc(run, group);
    run->broken = run->broken || (group->violations & ~(1U << NT_TANDEM_INSN_LENGTH)) != 0;
    return run->options->json ? print_json(run, group) : print_text(run, group);
}

/* What is not in the bytes, so that the text can be assembled as it is. */
static void print_format(const dump_run *run) {
    const nt_tandem_format *format = &run->reader.format;
    printf("%s.xlen %u\n.flen %u\n.mlen %u\n%s", run->is_file ? ".ntv\n" : "", format->xlen,
           format->flen, format->mlen, format->eaddr_xlen ? ".eaddr-xlen\n" : "");
}

static int fail_at(const dump_run *run) {
    const nt_tandem_fault *fault = &run->reader.fault;
    char text[NT_TANDEM_TEXT];
    if (fault->kind == NT_TANDEM_OK) { /* the sink's */
        return -1;
    }
    nt_tandem_fault_describe(fault, text);
    return nt_fail_at(run->error, NT_ERROR_FORMAT, run->options->input, fault->offset, "%s", text);
}

static int set_given(dump_run *run) {
    const dump_options *o = run->options;
    run->reader.format = (nt_tandem_format){.xlen = (uint8_t)o->xlen,
                                            .flen = (uint8_t)o->flen,
                                            .mlen = (uint8_t)o->mlen,
                                            .eaddr_xlen = o->eaddr_xlen};
    return nt_tandem_format_complete(&run->reader.format, o->flen != NOT_GIVEN, o->mlen != 0,
                                     run->error);
}

/* The header of a file of ours; options may say the same. */
static int set_from_header(dump_run *run, const uint8_t *bytes, size_t size) {
    const dump_options *o = run->options;
    nt_tandem_format *format = &run->reader.format;
    if (nt_tandem_header_decode(format, bytes, size, &run->reader.fault) != 0) {
        return fail_at(run);
    }
    bool other = (o->xlen != 0 && o->xlen != format->xlen) ||
                 (o->flen != NOT_GIVEN && o->flen != format->flen) ||
                 (o->mlen != 0 && o->mlen != format->mlen) ||
                 (o->eaddr_xlen && !format->eaddr_xlen);
    return other ? nt_fail(run->error,
                           "%s: the file has XLEN %u, FLEN %u, MLEN %u%s, the options not",
                           o->input, format->xlen, format->flen, format->mlen,
                           format->eaddr_xlen ? ", effective addresses of XLEN" : "")
                 : 0;
}

static int take_bytes(dump_run *run, const uint8_t *bytes, size_t size) {
    int result = run->is_file ? nt_tandem_unpack(&run->unpacker, &run->reader, bytes, size)
                              : nt_tandem_read(&run->reader, bytes, size);
    return result == 0 ? 0 : fail_at(run);
}

static int take_end(dump_run *run) {
    int result = run->is_file ? nt_tandem_unpack_end(&run->unpacker, &run->reader)
                              : nt_tandem_read_end(&run->reader);
    return result == 0 ? 0 : fail_at(run);
}

static int dump_file(dump_run *run, nt_input_file *file) {
    uint8_t bytes[BLOCK];
    ptrdiff_t size = nt_input_file_read(file, bytes, NT_TANDEM_HEADER, run->error);
    if (size <= 0) {
        return size < 0
                   ? -1
                   : nt_fail(run->error, "%s: offset 0: the stream is empty", run->options->input);
    }
    run->is_file = nt_tandem_is_file(bytes, (size_t)size);
    if ((run->is_file ? set_from_header(run, bytes, (size_t)size) : set_given(run)) != 0) {
        return -1;
    }
    if (!run->options->json) {
        print_format(run);
    }
    if (!run->is_file && take_bytes(run, bytes, (size_t)size) != 0) {
        return -1;
    }
    while ((size = nt_input_file_read(file, bytes, sizeof bytes, run->error)) > 0) {
        if (take_bytes(run, bytes, (size_t)size) != 0) {
            return -1;
        }
    }
    return size < 0 ? -1 : take_end(run);
}

static int dump(dump_run *run) {
    nt_input_file *file;
    run->reader.complete = run->options->complete;
    run->reader.sink = take_group;
    run->reader.context = run;
    if (nt_trace_file_check(run->options->input, run->error) != 0 ||
        nt_input_file_open(&file, run->options->input, run->error) != 0) {
        return -1;
    }
    int result = dump_file(run, file);
    nt_input_file_close(file);
    return result;
}

static int take_xlen(void *place, const char *value, nt_error *error) {
    unsigned xlen;
    if (nt_take_xlen(&xlen, value, error) != 0) {
        return -1;
    }
    ((dump_options *)place)->xlen = xlen;
    return 0;
}

#define AT(member) offsetof(dump_options, member)
static const nt_option options_table[] = {
    NT_OPTION_JSON(dump_options),
    NT_OPTION_HELP(dump_options),
    {"xlen", 0, NT_OPTION_TAKE, 0, 0, 0, take_xlen},
    {"flen", 0, NT_OPTION_NUMBER, AT(flen), 0, 64, NULL},
    {"mlen", 0, NT_OPTION_NUMBER, AT(mlen), 32, 64, NULL},
    {"eaddr-xlen", 0, NT_OPTION_FLAG, AT(eaddr_xlen), 0, 0, NULL},
    {"complete", 0, NT_OPTION_FLAG, AT(complete), 0, 0, NULL},
};

static int parse(int argc, char **argv, dump_options *options, nt_error *error) {
    int first = nt_options_parse(options_table, sizeof options_table / sizeof options_table[0],
                                 options, argc, argv, error);
    if (first < 0 || options->help) {
        return first < 0 ? -1 : 0;
    }
    if (first + 1 != argc) {
        return nt_fail(error, "one trace is needed; see --help");
    }
    options->input = argv[first];
    return 0;
}

int nt_tv_dump(int argc, char **argv) {
    dump_options options = {.flen = NOT_GIVEN};
    nt_error error = {0};
    if (parse(argc, argv, &options, &error) != 0) {
        return nt_command_fail("tv dump", &error);
    }
    if (options.help) {
        fputs(help, stdout);
        return NT_EXIT_OK;
    }
    dump_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        nt_fail_as(&error, NT_ERROR_MEMORY, "out of memory");
        return nt_command_fail("tv dump", &error);
    }
    run->options = &options;
    run->error = &error;
    int result = dump(run);
    bool broken = run->broken;
    free(run);
    if (result != 0) {
        (void)fflush(stdout); /* what came before is good */
        return nt_command_fail("tv dump", &error);
    }
    return broken ? NT_EXIT_FAILED : NT_EXIT_OK;
}
