/* SPDX-License-Identifier: Apache-2.0 */
/* Packs and unpacks by zstd: recordings, and sections of ELF files. pack_zstd.c does so;
   pack_none.c is for builds without zstd, in which each of these fails by name. */
#ifndef NT_PROGRAM_PACK_H
#define NT_PROGRAM_PACK_H

#include "libntrace/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Holds bytes to read, of which `at` are used up. */
typedef struct nt_pack_input {
    const uint8_t *bytes;
    size_t size;
    size_t at;
} nt_pack_input;

/* Holds room to write, of which `at` bytes are filled. */
typedef struct nt_pack_output {
    uint8_t *bytes;
    size_t size;
    size_t at;
} nt_pack_output;

typedef struct nt_unpacker nt_unpacker;
typedef struct nt_packer nt_packer;

/* Allocates an unpacker of one frame, for the file `path`. Returns NULL with the error set. */
nt_unpacker *nt_unpacker_new(const char *path, nt_error *error);
void nt_unpacker_free(nt_unpacker *unpacker); /* NULL is fine */

/* Unpacks as much as there is and as fits. `end` is set where the frame is over and its checksum
   right. Returns NULL, or what is wrong. */
const char *nt_unpack(nt_unpacker *unpacker, nt_pack_output *out, nt_pack_input *in, bool *end);

/* Unpacks a whole frame of exactly `size` bytes. Returns NULL, or what is wrong. */
const char *nt_unpack_all(uint8_t *bytes, size_t size, const uint8_t *packed, size_t packed_size);

/* Allocates a packer of one frame with a checksum, for the file `path`. Returns NULL with the error
   set. */
nt_packer *nt_packer_new(const char *path, nt_error *error);
void nt_packer_free(nt_packer *packer); /* NULL is fine */

/* Packs as much as fits; `last`: the frame ends with these bytes. `more` is set while it must be
   called again with more room. Returns NULL, or what is wrong. */
const char *nt_pack(nt_packer *packer, nt_pack_output *out, nt_pack_input *in, bool last,
                    bool *more);

#endif
