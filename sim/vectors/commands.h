/* Declares the subcommands of `ntrace vectors`. */
#ifndef NT_VECTORS_COMMANDS_H
#define NT_VECTORS_COMMANDS_H

int nt_vectors_list(int argc, char **argv);
int nt_vectors_emit(int argc, char **argv);
int nt_vectors_run(int argc, char **argv);
int nt_vectors_judge(int argc, char **argv);

/* Is the line of --help about the folder. */
#define NT_VECTORS_FROM_HELP                                                                       \
    "      --from DIR            the folder of the vectors (those of this project)\n"

#endif
