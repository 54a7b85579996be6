/* SPDX-License-Identifier: Apache-2.0 */
/* Describes the machine that QEMU emulates, and its command line: independent of the host's
   clock, random numbers or devices, so that two runs are identical. */
#ifndef NT_RECORD_MACHINE_H
#define NT_RECORD_MACHINE_H

#include "libntrace/util/error.h"
#include "sim/util/options.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct nt_machine {
    const char *qemu;   /* NULL: by `xlen` */
    const char *elf;    /* a bare-metal program, or NULL */
    const char *boot;   /* "opensbi-uboot", or NULL */
    const char *serial; /* the file for the program's console output, which QEMU has as
                           NT_QEMU_CONSOLE; NULL: none */
    nt_words extra;     /* more arguments for QEMU, verbatim */
    unsigned xlen;      /* 32 or 64; 0: that of the ELF file, or 64 */
    unsigned harts;
    const char *cpu; /* QEMU's name of it and its options; NULL: QEMU's choice */
    bool registers;  /* the log has those before each instruction */
    bool memory;     /* the log has each access to memory */
    bool fcsr;       /* a second run gives fcsr before each instruction */
    bool gdb;        /* no log: a gdb stub at standard input and output */
} nt_machine;

/* Determines `qemu` and `xlen`, and checks that the files to run exist. Returns 0, or -1 with
   the error set. */
int nt_machine_settle(nt_machine *machine, nt_error *error);

typedef struct nt_machine_command {
    char *argv[257]; /* ends with NULL; strings belong to the machine and this struct */
    size_t argc;
    char harts[16];
    char log[64];
    char plugin[PATH_MAX];
} nt_machine_command;

/* Builds the command line; nt_machine_settle comes before. Returns 0, or -1 with the error set. */
int nt_machine_command_line(nt_machine_command *command, const nt_machine *machine,
                            nt_error *error);

/* Writes a description for the recording's header, at most `size` bytes. */
void nt_machine_describe(const nt_machine *machine, char *text, size_t size);

#endif
