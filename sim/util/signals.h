/* SPDX-License-Identifier: Apache-2.0 */
/* Signals that would end a program without a word become errors that it reports. */
#ifndef NT_UTIL_SIGNALS_H
#define NT_UTIL_SIGNALS_H

/* A limit of a file's size fails the write (EFBIG). A pipe whose reader has gone ends the program
   at once, with a line and exit status 2. */
void nt_signals_as_errors(void);

#endif
