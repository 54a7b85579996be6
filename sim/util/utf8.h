/* SPDX-License-Identifier: Apache-2.0 */
/* Tells characters of UTF-8 from other bytes. */
#ifndef NT_UTIL_UTF8_H
#define NT_UTIL_UTF8_H

#include <stddef.h>

/* Returns the number of bytes of the character at `s`, 1 to 4; 0: it is none. `s` ends with 0. */
size_t nt_utf8_size(const unsigned char *s);

/* Makes a question mark of each byte that is no character, or that a terminal obeys. */
void nt_utf8_clean(char *text);

#endif
