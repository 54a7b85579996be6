#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/elf_init.h"
#include "sim/tandem/input.h"
#include "sim/tandem/output.h"

#include <stdio.h>

static const char help[] =
    "usage: ntrace tv init --elf P -o F [OPTION...]\n"
    "\n"
    "Make the state-initialization part of a trace of an ELF file: reset, what memory holds, and\n"
    "the first pc. What an encoder sends follows it: with --bare both can be joined by cat.\n"
    "\n"
    "      --elf P               the ELF file; without --xlen its XLEN is the "
    "trace's\n" NT_TANDEM_GIVEN_HELP
    "      --pc ADDRESS          the first pc; without it the ELF file's entry\n"
    "      --bare                a bare stream, not a file of ours (.ntv)\n"
    "  -o, --output F            the trace; \"-\": standard output\n"
    "  -h, --help\n";

static const uint64_t NO_PC = UINT64_MAX; /* odd, so none */

typedef struct init_options {
    nt_tandem_given given;
    const char *elf;
    const char *output;
    uint64_t pc; /* NO_PC: not given */
    bool bare;
    bool help;
} init_options;

typedef struct init_run {
    nt_tandem_output *output;
    nt_error *error;
} init_run;

static int take_group(void *context, const nt_tandem_group *group) {
    const init_run *run = context;
    return nt_tandem_output_group(run->output, group, run->error);
}

static int settle_format(nt_tandem_format *format, const init_options *options,
                         const nt_tandem_elf *elf, nt_error *error) {
    nt_tandem_given given = options->given;
    given.xlen = given.xlen == 0 ? nt_tandem_elf_xlen(elf) : given.xlen;
    return nt_tandem_given_format(format, &given, error);
}

static int write_init(nt_tandem_elf *elf, const init_options *options, nt_error *error) {
    init_run run = {.error = error};
    nt_tandem_format format;
    uint64_t pc = options->pc == NO_PC ? nt_tandem_elf_entry(elf) : options->pc;
    if (settle_format(&format, options, elf, error) != 0 ||
        nt_tandem_output_open(&run.output, options->output, &format, !options->bare, error) != 0) {
        return -1;
    }
    if (nt_tandem_elf_init(elf, &format, pc, take_group, &run, error) != 0) {
        nt_tandem_output_abort(run.output);
        return -1;
    }
    return nt_tandem_output_close(run.output, error);
}

static int init(const init_options *options, nt_error *error) {
    nt_tandem_elf *elf;
    if (nt_tandem_elf_open(&elf, options->elf, error) != 0) {
        return -1;
    }
    int result = write_init(elf, options, error);
    nt_tandem_elf_close(elf);
    return result;
}

static const nt_option options_table[] = {
    NT_OPTION_HELP(init_options),
    NT_TANDEM_GIVEN_OPTIONS(init_options),
    {"elf", 0, NT_OPTION_TEXT, offsetof(init_options, elf), 0, 0, NULL},
    {"output", 'o', NT_OPTION_TEXT, offsetof(init_options, output), 0, 0, NULL},
    {"pc", 0, NT_OPTION_WIDE, offsetof(init_options, pc), 0, UINT64_MAX - 1, NULL},
    {"bare", 0, NT_OPTION_FLAG, offsetof(init_options, bare), 0, 0, NULL},
};

static int parse(int argc, char **argv, init_options *options, nt_error *error) {
    int first = nt_options_parse(options_table, sizeof options_table / sizeof options_table[0],
                                 options, argc, argv, error);
    if (first < 0 || options->help) {
        return first < 0 ? -1 : 0;
    }
    if (first != argc || options->elf == NULL || options->output == NULL) {
        return nt_fail(error, "--elf P and -o F are needed; see --help");
    }
    return 0;
}

int nt_tv_init(int argc, char **argv) {
    init_options options = {.given = NT_TANDEM_GIVEN_NOTHING, .pc = NO_PC};
    nt_error error = {0};
    if (parse(argc, argv, &options, &error) != 0) {
        return nt_command_fail("tv init", &error);
    }
    if (options.help) {
        fputs(help, stdout);
        return NT_EXIT_OK;
    }
    return init(&options, &error) == 0 ? NT_EXIT_OK : nt_command_fail("tv init", &error);
}
