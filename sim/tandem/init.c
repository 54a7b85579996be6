/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/commands.h"
#include "sim/tandem/commands.h"
#include "sim/tandem/elf_init.h"
#include "sim/tandem/input.h"
#include "sim/tandem/output.h"

#include <stdio.h>

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

static int run_command(void *place, nt_error *error) {
    const init_options *options = place;
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
    {"elf", 'e', NT_OPTION_TEXT, offsetof(init_options, elf), 0, 0, NULL, "PROGRAM",
     "the ELF file; without --xlen its XLEN is the trace's"},
    {"output", 'o', NT_OPTION_OUTPUT, offsetof(init_options, output), 0, 0, NULL, "F",
     "the trace; \"-\": standard output"},
    {"pc", 0, NT_OPTION_WIDE, offsetof(init_options, pc), 0, UINT64_MAX - 1, NULL, "ADDRESS",
     "the first pc; without it the ELF file's entry"},
    {"bare", 'b', NT_OPTION_FLAG, offsetof(init_options, bare), 0, 0, NULL, NULL,
     "a bare stream, not a file of ours (.ntv)"},
};

static void init(void *place) {
    *(init_options *)place = (init_options){.given = NT_TANDEM_GIVEN_NOTHING, .pc = NO_PC};
}

const nt_command nt_tv_init = {
    .name = "tv init",
    .summary = "make the state-initialization part of an ELF file",
    .about =
        "Make the state-initialization part of a trace of an ELF file: reset, what memory holds, "
        "and\n"
        "the first pc. What an encoder sends follows it: with --bare both can be joined by cat.\n",
    NT_COMMAND_OPTIONS(options_table, init_options),
    .required = {"elf", "output"},
    .init = init,
    .run = run_command,
};
