/* SPDX-License-Identifier: Apache-2.0 */
#include "ntrace/messages.h"
#include "sim/util/command.h"
#include "sim/util/signals.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const nt_command *const commands[] = {
    &nt_cmd_assemble, &nt_cmd_check,  &nt_cmd_ctr,       &nt_cmd_decode,   &nt_cmd_dump,
    &nt_cmd_encode,   &nt_cmd_import, &nt_cmd_info,      &nt_cmd_kit,      &nt_cmd_lockstep,
    &nt_cmd_profile,  &nt_cmd_record, &nt_cmd_registers, &nt_cmd_regress,  &nt_cmd_report,
    &nt_cmd_shape,    &nt_cmd_tv,     &nt_cmd_vectors,   &nt_cmd_wave2svg, NULL,
};

static int usage(FILE *out) {
    fprintf(out, "usage: ntrace COMMAND [ARGUMENT...]\n\n"
                 "RISC-V N-Trace: record programs, encode, verify and decode their trace.\n\n");
    nt_command_list(commands, out);
    fprintf(out, "\n`ntrace help COMMAND` has more; `ntrace help --json` has all, for programs.\n");
    return out == stdout ? NT_EXIT_OK : NT_EXIT_USAGE;
}

/* What was printed must have arrived: a full disk is an error like any other. */
static int flush_output(const char *command, int status) {
    if (status == NT_EXIT_USAGE || (fflush(stdout) == 0 && ferror(stdout) == 0)) {
        return status;
    }
    fprintf(stderr, "ntrace %s: standard output: %s\n", command, strerror(errno));
    return NT_EXIT_USAGE;
}

static int print_table(void) {
    nt_error error = {0};
    json_t *table = nt_command_table_json(commands);
    int result = nt_command_json(table, &error);
    json_decref(table);
    return result == 0 ? NT_EXIT_OK : nt_command_fail("help", &error);
}

/* `ntrace help COMMAND` is `ntrace COMMAND --help`, also with the word of `ntrace tv`. */
static int help(int count, char **words) {
    enum { MOST = 2 };
    char option[] = "--help";
    char *argv[MOST + 2] = {0};
    if (count == 0) {
        return usage(stdout);
    }
    if (count == 1 && strcmp(words[0], "--json") == 0) {
        return print_table();
    }
    if (count > MOST) {
        fprintf(stderr, "ntrace help: takes a command\n");
        return NT_EXIT_USAGE;
    }
    for (int i = 0; i < count; i++) {
        argv[i] = words[i];
    }
    argv[count] = option;
    return nt_command_dispatch("ntrace", commands, count + 1, argv);
}

int main(int argc, char **argv) {
    nt_signals_as_errors();
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
        return flush_output("help", help(argc - 2, argv + 2));
    }
    return flush_output(argv[1], nt_command_dispatch("ntrace", commands, argc - 1, argv + 1));
}
