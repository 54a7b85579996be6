/* SPDX-License-Identifier: Apache-2.0 */
/* Splits a stream into a file of bytes per source (decode --split). */
#ifndef NT_DECODE_SPLIT_H
#define NT_DECODE_SPLIT_H

#include "libntrace/util/error.h"
#include "sim/sidecar/sidecar.h"
#include "sim/util/trace_input.h"

#include <jansson.h>
#include <stdint.h>

enum { NT_SPLIT_FILES = 64 }; /* maximum of one stream */

typedef struct nt_split {
    const char *input;
    nt_framing framing;
    const char *folder;       /* made if it is not there */
    uint8_t src_bits;         /* width of SRC; 0: the IDs of --framing coresight are the sources */
    const nt_sidecar *beside; /* what each file's sidecar has beside its stream and SRC; NULL: none
                                 is written */
} nt_split;

/* Writes FOLDER/srcN.nex with the messages of each SRC, or FOLDER/atidN.nex with the bytes of each
   ID. What belongs to no message, or to one whose SRC is not known, is in each file that has begun
   by then; idle bytes are in none. Each file appears whole and with its sidecar, or none does. Adds
   to `files` an object per file: path, src or atid, messages, bytes. Returns 0, or -1 with the
   error set. */
int nt_split_run(const nt_split *split, json_t *files, nt_error *error);

#endif
