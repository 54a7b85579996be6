#include "sim/commands.h"
#include "sim/tandem/commands.h"

#include <stdio.h>
#include <string.h>

static const nt_command commands[] = {
    {"dump", "show each group, as text or JSON", nt_tv_dump},
    {"assemble", "make a trace of the text of its fields", nt_tv_assemble},
    {"info", "show what a trace has, in figures", nt_tv_info},
    {"init", "make the state-initialization part of an ELF file", nt_tv_init},
    {"import", "make a trace of a recording with registers", nt_tv_import},
    {"record", "run a program under QEMU and write its trace", nt_tv_record},
    {"to-ntr", "make a recording of a trace", nt_tv_to_ntr},
    {"compare", "compare a trace with a recording of the same run", nt_tv_compare},
    {"verify", "compare a trace with a reference, instruction by instruction", nt_tv_verify},
    {NULL, NULL, NULL},
};

static void print_help(void) {
    fputs("usage: ntrace tv COMMAND [ARGUMENT...]\n"
          "\n"
          "The tandem-verification trace: registers, memory and privilege after each instruction.\n"
          "docs/tandem.md describes the format.\n"
          "\n",
          stdout);
    for (const nt_command *command = commands; command->name != NULL; command++) {
        printf("  %-25s %s\n", command->name, command->summary);
    }
    fputs("  -h, --help                after a command: its options\n", stdout);
}

int nt_cmd_tv(int argc, char **argv);

int nt_cmd_tv(int argc, char **argv) {
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        print_help();
        return NT_EXIT_OK;
    }
    for (const nt_command *command = commands; argc >= 2 && command->name != NULL; command++) {
        if (strcmp(command->name, argv[1]) == 0) {
            return command->run(argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "ntrace tv: one of its commands is needed; see --help\n");
    return NT_EXIT_USAGE;
}
