/* SPDX-License-Identifier: Apache-2.0 */
/* A stream that somebody stored as text, as testbenches do. */
#ifndef NT_UTIL_HEX_TEXT_H
#define NT_UTIL_HEX_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns whether bytes are words of an even number of hexadecimal digits, with or without 0x,
   between blanks, commas and line ends. The last word may be cut off. Four bytes at least: fewer
   may be a message. */
bool nt_is_hex_text(const uint8_t *bytes, size_t size);

#endif
