#include "ntrace/messages.h"
#include "sim/util/subcommands.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Defined in sim/cmd/NAME.c; add a line here and one below. */
int nt_cmd_assemble(int argc, char **argv);
int nt_cmd_check(int argc, char **argv);
int nt_cmd_ctr(int argc, char **argv);
int nt_cmd_decode(int argc, char **argv);
int nt_cmd_dump(int argc, char **argv);
int nt_cmd_encode(int argc, char **argv);
int nt_cmd_import(int argc, char **argv);
int nt_cmd_info(int argc, char **argv);
int nt_cmd_lockstep(int argc, char **argv);
int nt_cmd_profile(int argc, char **argv);
int nt_cmd_record(int argc, char **argv);
int nt_cmd_regress(int argc, char **argv);
int nt_cmd_registers(int argc, char **argv);
int nt_cmd_report(int argc, char **argv);
int nt_cmd_shape(int argc, char **argv);
int nt_cmd_tv(int argc, char **argv);
int nt_cmd_vectors(int argc, char **argv);

static const nt_command commands[] = {
    {"assemble", "make a trace of the text of its messages", nt_cmd_assemble},
    {"check", "judge a trace by the rules of N-Trace", nt_cmd_check},
    {"ctr", "show the control transfer records of a recording", nt_cmd_ctr},
    {"decode", "turn a trace back into the instructions that retired", nt_cmd_decode},
    {"dump", "show messages and fields", nt_cmd_dump},
    {"encode", "make the trace of a recording with the golden model", nt_cmd_encode},
    {"import", "make a recording of what another program wrote", nt_cmd_import},
    {"info", "tell what is in a recording", nt_cmd_info},
    {"lockstep", "RTL and golden model together, judged by all witnesses", nt_cmd_lockstep},
    {"profile", "sample a recording by counters and CTR, beside the exact profile", nt_cmd_profile},
    {"record", "run a program under QEMU and record it", nt_cmd_record},
    {"regress", "run a list of locksteps, here or by Slurm, and keep their results",
     nt_cmd_regress},
    {"registers", "list the registers of the encoder and their fields", nt_cmd_registers},
    {"report", "merge results into one report: page, JUnit, JSON", nt_cmd_report},
    {"shape", "make ingress cycles of a recording, or at random; check them", nt_cmd_shape},
    {"tv", "tandem-verification trace: dump it, assemble it", nt_cmd_tv},
    {"vectors", "compliance vectors: list, emit, run, judge another's bytes", nt_cmd_vectors},
    {NULL, NULL, NULL},
};

static int usage(FILE *out) {
    fprintf(out, "usage: ntrace COMMAND [ARGUMENT...]\n\n"
                 "RISC-V N-Trace: record programs, encode, verify and decode their trace.\n\n");
    for (const nt_command *command = commands; command->name != NULL; command++) {
        fprintf(out, "  %-10s %s\n", command->name, command->summary);
    }
    fprintf(out, "\n`ntrace help COMMAND` has more.\n");
    return out == stdout ? NT_EXIT_OK : NT_EXIT_USAGE;
}

/* How many letters are to be changed, added or left out to make one word of the other. */
static unsigned distance(const char *a, const char *b) {
    enum { MOST = 16, FAR = 99 };
    unsigned row[MOST + 1];
    size_t width = strlen(b);
    if (width > MOST || strlen(a) > MOST) {
        return FAR;
    }
    for (unsigned i = 0; i <= width; i++) {
        row[i] = i;
    }
    for (unsigned line = 1; *a != '\0'; a++, line++) {
        unsigned before = row[0];
        row[0] = line;
        for (unsigned i = 1; i <= width; i++) {
            unsigned changed = before + (*a != b[i - 1]);
            unsigned other = (row[i] < row[i - 1] ? row[i] : row[i - 1]) + 1;
            before = row[i];
            row[i] = changed < other ? changed : other;
        }
    }
    return row[width];
}

static int unknown(const char *name) {
    const nt_command *nearest = NULL;
    unsigned least = 3; /* more is another word */
    for (const nt_command *command = commands; command->name != NULL; command++) {
        unsigned far = distance(name, command->name);
        if (far < least && far < strlen(name)) {
            least = far;
            nearest = command;
        }
    }
    fprintf(stderr, "ntrace: no command '%s'", name);
    if (nearest != NULL) {
        fprintf(stderr, "; is it '%s'?", nearest->name);
    }
    fprintf(stderr, "; `ntrace help` lists them\n");
    return NT_EXIT_USAGE;
}

/* What was printed must have arrived: a full disk is an error like any other. */
static int flush_output(const char *command, int status) {
    if (status == NT_EXIT_USAGE || (fflush(stdout) == 0 && ferror(stdout) == 0)) {
        return status;
    }
    fprintf(stderr, "ntrace %s: standard output: %s\n", command, strerror(errno));
    return NT_EXIT_USAGE;
}

/* `ntrace help COMMAND` is `ntrace COMMAND --help`, also with the word of `ntrace tv`. */
static int help(int count, char **words) {
    enum { MOST = 2 };
    char option[] = "--help";
    char *argv[MOST + 2] = {0};
    if (count == 0) {
        return flush_output("help", usage(stdout));
    }
    if (count > MOST) {
        fprintf(stderr, "ntrace help: takes a command\n");
        return NT_EXIT_USAGE;
    }
    for (int i = 0; i < count; i++) {
        argv[i] = words[i];
    }
    argv[count] = option;
    const nt_command *command = nt_command_find(commands, words[0]);
    return command == NULL ? unknown(words[0])
                           : flush_output(words[0], command->run(count + 1, argv));
}

int main(int argc, char **argv) {
    if (argc < 2) {
        return usage(stderr);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        return flush_output("--help", usage(stdout));
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("ntrace " NTRACE_VERSION);
        return flush_output("--version", NT_EXIT_OK);
    }
    if (strcmp(argv[1], "help") == 0) {
        return help(argc - 2, argv + 2);
    }
    const nt_command *command = nt_command_find(commands, argv[1]);
    if (command == NULL) {
        return unknown(argv[1]);
    }
    return flush_output(command->name, command->run(argc - 1, argv + 1));
}
