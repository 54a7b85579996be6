/* SPDX-License-Identifier: Apache-2.0 */
/* What output_file.c needs of the system: output_posix.c, output_windows.c. */
#ifndef NT_UTIL_OUTPUT_PLACE_H
#define NT_UTIL_OUTPUT_PLACE_H

#include <stdbool.h>
#include <stdio.h>

#ifndef _WIN32
#include <signal.h>
#endif

/* Returns standard output, for bytes. */
FILE *nt_place_standard(void);

/* Opens a new file in the folder of `temporary`, which is its name, or will be: with `nameless` set
   it has none until nt_place_name, and vanishes even when the program is killed. Returns NULL with
   errno set. */
FILE *nt_place_open(const char *temporary, bool *nameless);

/* Gives a nameless file its name. Returns 0, or -1 with errno set. */
int nt_place_name(FILE *stream, const char *temporary);

/* Renames a file, in the place of one that has the new name. Returns 0, or -1 with errno set. */
int nt_place_rename(const char *from, const char *to);

void nt_place_remove(const char *path);

/* Returns a number that no other running process has. */
long nt_place_process(void);

/* Holds the signals as they were. */
typedef struct nt_place_signals {
#ifdef _WIN32
    char none;
#else
    sigset_t before;
#endif
} nt_place_signals;

/* Holds back all signals, if `all`, until nt_place_release. */
nt_place_signals nt_place_hold(bool all);
void nt_place_release(const nt_place_signals *signals);

#endif
