/* SPDX-License-Identifier: Apache-2.0 */
/* Writes words as a shell reads them. */
#ifndef NT_UTIL_SHELL_H
#define NT_UTIL_SHELL_H

#include <stdio.h>

/* Writes a word, in quotes where a shell would not take it as it is. */
void nt_shell_put_word(FILE *out, const char *word);

#endif
