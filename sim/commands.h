/* Declares the subcommands of `ntrace`. Each is in sim/cmd/NAME.c and is listed in sim/main.c. */
#ifndef NT_COMMANDS_H
#define NT_COMMANDS_H

/* Lists the exit statuses of every subcommand. */
enum {
    NT_EXIT_OK = 0,     /* no check failed */
    NT_EXIT_FAILED = 1, /* a check failed */
    NT_EXIT_USAGE = 2,  /* usage or unreadable input; one line on standard error */
};

typedef struct nt_command {
    const char *name;
    const char *summary;               /* one line, for `ntrace --help` */
    int (*run)(int argc, char **argv); /* argv[0] is the subcommand's name */
} nt_command;

#endif
