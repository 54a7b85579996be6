/* SPDX-License-Identifier: Apache-2.0 */
#include "libntrace/program/pack.h"

#include "libntrace/program/format.h"

#include <zstd.h>

enum { LEVEL = 3 };

/* Each is zstd's own object, under a name of ours. */
static ZSTD_DCtx *unpacker_of(nt_unpacker *unpacker) {
    return (ZSTD_DCtx *)(void *)unpacker;
}

static ZSTD_CCtx *packer_of(nt_packer *packer) {
    return (ZSTD_CCtx *)(void *)packer;
}

nt_unpacker *nt_unpacker_new(const char *path, nt_error *error) {
    ZSTD_DCtx *zstd = ZSTD_createDCtx();
    if (zstd == NULL ||
        ZSTD_isError(ZSTD_DCtx_setParameter(zstd, ZSTD_d_windowLogMax, NT_WINDOW_LOG_MOST))) {
        nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", path);
        ZSTD_freeDCtx(zstd);
        return NULL;
    }
    return (nt_unpacker *)(void *)zstd;
}

void nt_unpacker_free(nt_unpacker *unpacker) {
    ZSTD_freeDCtx(unpacker_of(unpacker));
}

const char *nt_unpack(nt_unpacker *unpacker, nt_pack_output *out, nt_pack_input *in, bool *end) {
    ZSTD_outBuffer to = {out->bytes, out->size, out->at};
    ZSTD_inBuffer from = {in->bytes, in->size, in->at};
    size_t left = ZSTD_decompressStream(unpacker_of(unpacker), &to, &from);
    out->at = to.pos;
    in->at = from.pos;
    *end = left == 0;
    return ZSTD_isError(left) ? ZSTD_getErrorName(left) : NULL;
}

const char *nt_unpack_all(uint8_t *bytes, size_t size, const uint8_t *packed, size_t packed_size) {
    size_t result = ZSTD_decompress(bytes, size, packed, packed_size);
    return ZSTD_isError(result) ? ZSTD_getErrorName(result)
           : result != size     ? "another size than it says"
                                : NULL;
}

nt_packer *nt_packer_new(const char *path, nt_error *error) {
    ZSTD_CCtx *zstd = ZSTD_createCCtx();
    if (zstd == NULL) {
        nt_fail_as(error, NT_ERROR_MEMORY, "%s: out of memory", path);
        return NULL;
    }
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, LEVEL);
    return (nt_packer *)(void *)zstd;
}

void nt_packer_free(nt_packer *packer) {
    ZSTD_freeCCtx(packer_of(packer));
}

const char *nt_pack(nt_packer *packer, nt_pack_output *out, nt_pack_input *in, bool last,
                    bool *more) {
    ZSTD_outBuffer to = {out->bytes, out->size, out->at};
    ZSTD_inBuffer from = {in->bytes, in->size, in->at};
    size_t left =
        ZSTD_compressStream2(packer_of(packer), &to, &from, last ? ZSTD_e_end : ZSTD_e_continue);
    out->at = to.pos;
    in->at = from.pos;
    *more = last ? left != 0 : from.pos < from.size;
    return ZSTD_isError(left) ? ZSTD_getErrorName(left) : NULL;
}
