/* What QEMU is to emulate, and the command line for it: nothing in it depends on the host's clock,
   random numbers or devices, so that two runs are alike. */
#ifndef NT_RECORD_MACHINE_H
#define NT_RECORD_MACHINE_H

#include "libntrace/util/error.h"

#include <stddef.h>

typedef struct nt_machine {
    const char *qemu;   /* NULL: by `xlen` */
    const char *elf;    /* a bare-metal program, or NULL */
    const char *boot;   /* "opensbi-uboot", or NULL */
    const char *serial; /* the file for what the program writes to its console; NULL: nowhere */
    char *const *extra; /* more arguments for QEMU, verbatim */
    size_t extra_count;
    unsigned xlen; /* 32 or 64; 0: as the ELF file says, else 64 */
    unsigned harts;
} nt_machine;

/* Settles `qemu` and `xlen`, and checks that what is to run is there. Returns 0, or -1 with the
   error set. */
int nt_machine_settle(nt_machine *machine, nt_error *error);

typedef struct nt_machine_command {
    char *argv[257]; /* ends with NULL; strings are the machine's and this struct's own */
    size_t argc;
    char harts[16];
    char serial[4096];
} nt_machine_command;

/* The command line. `machine` is settled. Returns 0, or -1 with the error set. */
int nt_machine_command_line(nt_machine_command *command, const nt_machine *machine,
                            nt_error *error);

/* What runs, in words, for the recording's header: as much as `size` holds. */
void nt_machine_describe(const nt_machine *machine, char *text, size_t size);

#endif
