/* SPDX-License-Identifier: Apache-2.0 */
/* Describes a command of `ntrace`: one row from which arguments are parsed and counted, and from
   which --help, manual pages and completion come. Each is in sim/cmd/NAME.c, those of `ntrace tv`
   and `ntrace vectors` in their folders; sim/main.c lists them. */
#ifndef NT_COMMANDS_H
#define NT_COMMANDS_H

#include "sim/util/options.h"

#include <stdbool.h>
#include <stddef.h>

/* Lists the exit statuses of every subcommand. */
enum {
    NT_EXIT_OK = 0,     /* no check failed */
    NT_EXIT_FAILED = 1, /* a check failed */
    NT_EXIT_USAGE = 2,  /* usage or unreadable input; one line on standard error */
};

/* Describes a value that an option may have. */
typedef struct nt_choice {
    char name[32];
    char text[160]; /* one line of --help */
} nt_choice;

/* Sets a choice; returns false where there is no name. */
bool nt_choice_set(nt_choice *choice, const char *name, const char *text);

enum { NT_MOST_NAMES = 4 }; /* with NULL behind them */

typedef struct nt_command {
    const char *name;    /* of `ntrace tv dump`: "tv dump" */
    const char *summary; /* one line, for the command that it belongs to */
    const char *usage;   /* what follows the name, a line for each form; NULL: what the rows say */
    const char *about;   /* whole lines of --help, before the options */
    const char *after;   /* and after them; NULL: none */

    const nt_option *options; /* and operands (NT_COMMAND_OPTIONS); a flag "help" is among them */
    size_t option_count;
    const char *required[NT_MOST_NAMES]; /* options that must be given, up to NULL */
    const char *alone[NT_MOST_NAMES];    /* options with which `required` is not, up to NULL */
    const char *instead[NT_MOST_NAMES];  /* options with which there are no operands, up to NULL */

    size_t size;                 /* of the struct that the options are stored in */
    void (*init)(void *options); /* sets what no option says; NULL: all 0 */
    void (*release)(void *options);
    /* Returns the exit status, or -1 with the error set. */
    int (*run)(void *options, nt_error *error);
    /* Parses its arguments itself, instead of `run`. Returns the exit status. */
    int (*run_words)(int argc, char **argv);

    /* The values of an option that --help lists after all, under a heading: returns whether there
       is a value `index`. NULL: none. */
    const char *choice_option, *choice_heading;
    bool (*choice)(size_t index, nt_choice *choice);

    const struct nt_command *const *commands; /* its subcommands, then NULL; NULL: none */
} nt_command;

/* Are `options`, `option_count` and `size`: of a table, and the struct that it is about. */
#define NT_COMMAND_OPTIONS(table, type)                                                            \
    .options = (table), .option_count = sizeof(table) / sizeof((table)[0]), .size = sizeof(type)

extern const nt_command nt_cmd_assemble;
extern const nt_command nt_cmd_check;
extern const nt_command nt_cmd_ctr;
extern const nt_command nt_cmd_decode;
extern const nt_command nt_cmd_dump;
extern const nt_command nt_cmd_encode;
extern const nt_command nt_cmd_import;
extern const nt_command nt_cmd_info;
extern const nt_command nt_cmd_kit;
extern const nt_command nt_cmd_lockstep;
extern const nt_command nt_cmd_profile;
extern const nt_command nt_cmd_record;
extern const nt_command nt_cmd_registers;
extern const nt_command nt_cmd_regress;
extern const nt_command nt_cmd_report;
extern const nt_command nt_cmd_shape;
extern const nt_command nt_cmd_tv;
extern const nt_command nt_cmd_vectors;
extern const nt_command nt_cmd_wave2svg;

#endif
