/* The program of a bench that `ntrace lockstep` starts: options, the run, its summary, and what
   went wrong. */
#ifndef NT_TB_LOCKSTEP_PROGRAM_H
#define NT_TB_LOCKSTEP_PROGRAM_H

#include "sim/lockstep/options.h"
#include "tb/lockstep/lockstep.h"

#include <jansson.h>

typedef struct nt_program {
    nt_lockstep_bench bench; /* what the options have is filled in */
    nt_lockstep_options *options;
    const char *name;   /* argv[0] */
    int argc;           /* the whole command line */
    char **argv;        /* after parsing, too */
    const char *folder; /* of reports */
    /* Says what does not suit the RTL that was built in. */
    int (*check)(const nt_lockstep_options *options, nt_error *error);
    /* Prints the result for people or, by the options, for machines. -1: it cannot be written. */
    int (*print_summary)(const void *context, FILE *out);
    /* Returns what is wrong with the run, or NULL. */
    const char *(*failure)(const void *context);
} nt_program;

/* Runs it by the words of the command line. Returns the exit status. */
int nt_program_main(nt_program *program, int argc, char **argv);

/* Returns cycle and signals of the first difference, for a summary. */
json_t *nt_program_mismatch(const nt_lockstep_finding *found);

#endif
