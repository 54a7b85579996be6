#include "sim/tandem/commands.h"
#include "sim/util/subcommands.h"

#include <stddef.h>

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

static const nt_command_group group = {
    .name = "tv",
    .about =
        "The tandem-verification trace: registers, memory and privilege after each instruction.\n"
        "docs/tandem.md describes the format.\n",
    .commands = commands,
};

int nt_cmd_tv(int argc, char **argv);

int nt_cmd_tv(int argc, char **argv) {
    return nt_command_group_run(&group, argc, argv);
}
