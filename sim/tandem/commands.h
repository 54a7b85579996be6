/* The subcommands of `ntrace tv`; arguments and results as those of commands. */
#ifndef NT_TANDEM_COMMANDS_H
#define NT_TANDEM_COMMANDS_H

int nt_tv_assemble(int argc, char **argv);
int nt_tv_compare(int argc, char **argv);
int nt_tv_dump(int argc, char **argv);
int nt_tv_info(int argc, char **argv);
int nt_tv_import(int argc, char **argv);
int nt_tv_init(int argc, char **argv);
int nt_tv_record(int argc, char **argv);
int nt_tv_to_ntr(int argc, char **argv);
int nt_tv_verify(int argc, char **argv);

#endif
