/* SPDX-License-Identifier: Apache-2.0 */
/* Splits RVVI-TEXT into tokens: words, names in double quotes; comments in single quotes are left
   out. */
#ifndef NT_RECORDING_RVVI_WORDS_H
#define NT_RECORDING_RVVI_WORDS_H

#include <stdbool.h>

/* Returns the next token of a line, which it changes; NULL: there is none. A backslash at the end
   is one: the event goes on in the next line. `*problem` is set where a quote does not end. */
char *nt_rvvi_word(char **at, const char **problem);

#endif
