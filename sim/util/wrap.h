/* SPDX-License-Identifier: Apache-2.0 */
/* Breaks lines of --help. */
#ifndef NT_UTIL_WRAP_H
#define NT_UTIL_WRAP_H

#include <stdio.h>

enum { NT_WRAP_INDENT = 28, NT_WRAP_WIDTH = 80 };

/* Prints a text from column NT_WRAP_INDENT on, where the line is, up to column NT_WRAP_WIDTH in as
   many lines as are needed. */
void nt_wrap(FILE *out, const char *text);

/* Prints paragraphs from the first column on, up to column NT_WRAP_WIDTH: lines that follow each
   other are one, but for those that begin with a blank, which stay as they are. */
void nt_fill(FILE *out, const char *text);

#endif
