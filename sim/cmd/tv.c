#include "sim/commands.h"
#include "sim/tandem/commands.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: ntrace tv dump F [OPTION...]\n"
    "       ntrace tv assemble F.s -o F\n"
    "       ntrace tv record --elf PROGRAM -o F [OPTION...]\n"
    "\n"
    "The tandem-verification trace: registers, memory and privilege after each instruction.\n"
    "docs/tandem.md describes the format.\n"
    "\n"
    "  dump                      show each group, as text or JSON\n"
    "  assemble                  make a trace of the text of its fields\n"
    "  record                    run a program under QEMU and write its trace\n"
    "  -h, --help                after a command: its options\n";

static const nt_command commands[] = {
    {"assemble", "make a trace of the text of its fields", nt_tv_assemble},
    {"dump", "show each group", nt_tv_dump},
    {"record", "run a program under QEMU and write its trace", nt_tv_record},
    {NULL, NULL, NULL},
};

int nt_cmd_tv(int argc, char **argv);

int nt_cmd_tv(int argc, char **argv) {
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(help, stdout);
        return NT_EXIT_OK;
    }
    for (const nt_command *command = commands; argc >= 2 && command->name != NULL; command++) {
        if (strcmp(command->name, argv[1]) == 0) {
            return command->run(argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "ntrace tv: dump, assemble or record is needed; see --help\n");
    return NT_EXIT_USAGE;
}
