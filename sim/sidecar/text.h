/* SPDX-License-Identifier: Apache-2.0 */
/* What writer and reader of sidecars share: names, and the hash of the whole. */
#ifndef NT_SIDECAR_TEXT_H
#define NT_SIDECAR_TEXT_H

#include "sim/sidecar/sidecar.h"

#include <jansson.h>

enum { NT_SIDECAR_HASH_TEXT = 20 };

const char *nt_sidecar_kind_name(unsigned kind); /* "recording" */

/* Copies a name, without control characters. */
void nt_sidecar_put_name(char *to, size_t size, const char *name);

/* As "0x" and 16 digits. */
void nt_sidecar_hash_text(uint64_t sum, char text[NT_SIDECAR_HASH_TEXT]);

/* Sums up all members but `hash`: compact, in the order of their names. Returns 0, or -1: no
   memory. */
int nt_sidecar_hash(uint64_t *sum, const json_t *object);

#endif
