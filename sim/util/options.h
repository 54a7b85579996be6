/* Parses the arguments of every subcommand: a table of options, one row each. */
#ifndef NT_UTIL_OPTIONS_H
#define NT_UTIL_OPTIONS_H

#include "libntrace/util/error.h"

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nt_option_kind {
    NT_OPTION_FLAG,   /* bool: true; no value */
    NT_OPTION_NUMBER, /* uint32_t, `least` to `most` */
    NT_OPTION_WIDE,   /* uint64_t, `least` to `most` */
    NT_OPTION_TEXT,   /* const char *: the value in argv */
    NT_OPTION_TAKE,   /* `take` handles the value */
    NT_OPTION_DO,     /* `take` with NULL; no value */
} nt_option_kind;

typedef struct nt_option {
    const char *name; /* --NAME */
    char letter;      /* -LETTER; 0: none */
    nt_option_kind kind;
    size_t offset; /* of its member in the command's options */
    uint64_t least, most;
    int (*take)(void *place, const char *value, nt_error *error); /* 0, or -1 */
} nt_option;

/* Are rows that most commands have, for a struct `type` with bool members `json`, `help` and
   `quiet`. */
#define NT_OPTION_JSON(type)                                                                       \
    { .name = "json", .letter = 'j', .kind = NT_OPTION_FLAG, .offset = offsetof(type, json) }
#define NT_OPTION_HELP(type)                                                                       \
    { .name = "help", .letter = 'h', .kind = NT_OPTION_FLAG, .offset = offsetof(type, help) }

#define NT_OPTION_QUIET(type)                                                                      \
    { .name = "quiet", .letter = 'q', .kind = NT_OPTION_FLAG, .offset = offsetof(type, quiet) }

enum { NT_MOST_OPTIONS = 64 };

/* Stores the options of `argv`, in order, in the members given by the table of `count` rows
   (NT_MOST_OPTIONS at most). They may come before and after the other arguments, which are moved
   to the end. Returns the index of the first of these (argc: there is none), or -1. */
int nt_options_parse(const nt_option *table, size_t count, void *options, int argc, char **argv,
                     nt_error *error);

/* Parses an unsigned that is 32 or 64, for --xlen (NT_OPTION_TAKE). */
int nt_take_xlen(void *place, const char *value, nt_error *error);

/* Prints the object as a line on standard output, whatever its size (NULL is "out of memory").
   Returns 0, or -1 with the error set, for instance on a full disk. The caller keeps `object`. */
int nt_command_json(const json_t *object, nt_error *error);

/* Prints "ntrace COMMAND: REASON" on standard error; returns NT_EXIT_USAGE. */
int nt_command_fail(const char *command, const nt_error *error);

#endif
