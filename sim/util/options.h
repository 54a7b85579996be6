/* SPDX-License-Identifier: Apache-2.0 */
/* Parses the arguments of every subcommand: a table of options and operands, one row each. */
#ifndef NT_UTIL_OPTIONS_H
#define NT_UTIL_OPTIONS_H

#include "libntrace/util/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum nt_option_kind {
    NT_OPTION_FLAG,   /* bool: true; no value */
    NT_OPTION_NUMBER, /* uint32_t, `least` to `most` */
    NT_OPTION_WIDE,   /* uint64_t, `least` to `most` */
    NT_OPTION_TEXT,   /* const char *: the value in argv */
    NT_OPTION_OUTPUT, /* the same: what is written, which no other word may name */
    NT_OPTION_TAKE,   /* `take` handles the value */
    NT_OPTION_DO,     /* `take` with NULL; no value */
    NT_OPTION_TITLE,  /* no option: `help` is a line of --help, above those that follow */
    /* No options either, but words of the command line that nt_arguments_parse stores: */
    NT_OPTION_OPERAND,  /* const char *: the next word, `value` in the synopsis */
    NT_OPTION_OPERANDS, /* nt_words: those that follow, `least` or more */
    NT_OPTION_REST,     /* nt_words: those after "--", which are not for this command */
} nt_option_kind;

/* Holds words of argv. */
typedef struct nt_words {
    char **word; /* `count` of them */
    size_t count;
} nt_words;

typedef struct nt_option {
    const char *name; /* --NAME */
    char letter;      /* -LETTER; 0: none */
    nt_option_kind kind;
    size_t offset; /* of its member in the command's options */
    uint64_t least, most;
    int (*take)(void *place, const char *value, nt_error *error); /* 0, or -1 */
    const char *value; /* what it takes, as --help has it: a word in capitals, or all that it
                          may be, with | between; NULL: nothing */
    const char *help;  /* what it does, without line breaks; NULL: --help does not list it */
} nt_option;

/* Are rows that most commands have, for a struct `type` with bool members `json`, `help` and
   `quiet`. */
#define NT_OPTION_JSON(type) NT_OPTION_JSON_AS(type, "one JSON object on standard output")
#define NT_OPTION_JSON_AS(type, text)                                                              \
    { "json", 'j', NT_OPTION_FLAG, offsetof(type, json), 0, 0, NULL, NULL, text }
#define NT_OPTION_HELP(type)                                                                       \
    { "help", 'h', NT_OPTION_FLAG, offsetof(type, help), 0, 0, NULL, NULL, "this text" }
#define NT_OPTION_QUIET(type) NT_OPTION_QUIET_AS(type, "print the verdict alone, and what is wrong")
#define NT_OPTION_QUIET_AS(type, text)                                                             \
    { "quiet", 'q', NT_OPTION_FLAG, offsetof(type, quiet), 0, 0, NULL, NULL, text }

/* Is a line between options: "A system:". */
#define NT_OPTION_TITLE_ROW(text)                                                                  \
    { "", 0, NT_OPTION_TITLE, 0, 0, 0, NULL, NULL, text }

/* Are rows of operands: a word that must be given, the words that follow, and those after "--". */
#define NT_OPERAND(type, member, text)                                                             \
    { "", 0, NT_OPTION_OPERAND, offsetof(type, member), 1, 1, NULL, text, NULL }
#define NT_OPERANDS(type, member, least, text)                                                     \
    { "", 0, NT_OPTION_OPERANDS, offsetof(type, member), least, SIZE_MAX, NULL, text, NULL }
#define NT_OPERANDS_REST(type, member)                                                             \
    { "", 0, NT_OPTION_REST, offsetof(type, member), 0, SIZE_MAX, NULL, NULL, NULL }

enum { NT_MOST_OPTIONS = 64 };

/* Stores the options of `argv`, in order, in the members given by the table of `count` rows
   (NT_MOST_OPTIONS at most). They may come before and after the other arguments, which are moved
   to the end. Returns the index of the first of these (argc: there is none), or -1. */
int nt_options_parse(const nt_option *table, size_t count, void *options, int argc, char **argv,
                     nt_error *error);

/* Parses as nt_options_parse does; sets given[row] for each row of the table. */
int nt_options_parse_given(const nt_option *table, size_t count, void *options, bool *given,
                           int argc, char **argv, nt_error *error);

/* Prints the lines of --help. */
void nt_options_print(const nt_option *table, size_t count, FILE *out);

/* Parses an unsigned that is 32 or 64, for --xlen (NT_OPTION_TAKE). */
int nt_take_xlen(void *place, const char *value, nt_error *error);

/* Prints the object as a line on standard output, whatever its size (NULL is "out of memory").
   Returns 0, or -1 with the error set, for instance on a full disk. The caller keeps `object`. */
int nt_command_json(const json_t *object, nt_error *error);

#endif
