/* SPDX-License-Identifier: Apache-2.0 */
/* The checksum of gzip, Ethernet and ELF's links to debugging information: CRC-32. checksum_zlib.c
   has zlib's; checksum_plain.c is for builds without. */
#ifndef NT_UTIL_CHECKSUM_H
#define NT_UTIL_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Returns the checksum of bytes that follow those with the checksum `before`; at first 0. */
uint32_t nt_checksum(uint32_t before, const uint8_t *bytes, size_t size);

#endif
