/* SPDX-License-Identifier: Apache-2.0 */
/* For builds without zstd. */
#include "libntrace/program/pack.h"

#define WITHOUT "it is packed by zstd, without which this libntrace was built (NTRACE_ZSTD)"

nt_unpacker *nt_unpacker_new(const char *path, nt_error *error) {
    nt_fail_as(error, NT_ERROR_BUILD, "%s: a recording: " WITHOUT, path);
    return NULL;
}

void nt_unpacker_free(nt_unpacker *unpacker) {
    (void)unpacker;
}

const char *nt_unpack(nt_unpacker *unpacker, nt_pack_output *out, nt_pack_input *in, bool *end) {
    (void)unpacker;
    (void)out;
    (void)in;
    *end = false;
    return WITHOUT;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): where zstd is, they are written */
const char *nt_unpack_all(uint8_t *bytes, size_t size, const uint8_t *packed, size_t packed_size) {
    (void)bytes;
    (void)size;
    (void)packed;
    (void)packed_size;
    return WITHOUT;
}

nt_packer *nt_packer_new(const char *path, nt_error *error) {
    nt_fail_as(error, NT_ERROR_BUILD, "%s: a recording: " WITHOUT, path);
    return NULL;
}

void nt_packer_free(nt_packer *packer) {
    (void)packer;
}

const char *nt_pack(nt_packer *packer, nt_pack_output *out, nt_pack_input *in, bool last,
                    bool *more) {
    (void)packer;
    (void)out;
    (void)in;
    (void)last;
    *more = false;
    return WITHOUT;
}
