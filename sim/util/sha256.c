/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/util/sha256.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, LENGTH_AT = 56 };

/* FIPS 180-4, 4.2.2 */
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotated(uint32_t value, unsigned by) {
    return value >> by | value << (32 - by);
}

/* The schedule of a block, 6.2.2 step 1. */
static void schedule(uint32_t words[ROUNDS], const uint8_t block[BLOCK]) {
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *at = block + 4 * i;
        words[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (unsigned i = 16; i < ROUNDS; i++) {
        uint32_t a = words[i - 15];
        uint32_t b = words[i - 2];
        words[i] = words[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + words[i - 7] +
                   (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
}

/* 6.2.2, steps 2 to 4. */
static void add_block(uint32_t state[8], const uint8_t block[BLOCK]) {
    uint32_t words[ROUNDS];
    uint32_t v[8];
    schedule(words, block);
    memcpy(v, state, sizeof v);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t one = v[7] + (rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)) + choice +
                       constants[i] + words[i];
        uint32_t two = (rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)) + majority;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (unsigned i = 0; i < 8; i++) {
        state[i] += v[i];
    }
}

void nt_sha256_begin(nt_sha256 *sum) {
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(sum->state, start, sizeof start);
    sum->size = 0;
}

void nt_sha256_add(nt_sha256 *sum, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    while (size > 0) {
        size_t used = sum->size % BLOCK;
        size_t piece = size < BLOCK - used ? size : BLOCK - used;
        memcpy(sum->block + used, at, piece);
        sum->size += piece;
        at += piece;
        size -= piece;
        if (sum->size % BLOCK == 0) {
            add_block(sum->state, sum->block);
        }
    }
}

void nt_sha256_end(nt_sha256 *sum, char text[NT_SHA256_TEXT]) {
    static const uint8_t padding[BLOCK] = {0x80};
    uint64_t bits = sum->size * 8;
    uint8_t length[8];
    size_t used = sum->size % BLOCK;
    for (unsigned i = 0; i < 8; i++) {
        length[i] = (uint8_t)(bits >> (56 - 8 * i));
    }
    nt_sha256_add(sum, padding, used < LENGTH_AT ? LENGTH_AT - used : BLOCK + LENGTH_AT - used);
    nt_sha256_add(sum, length, sizeof length);
    for (unsigned i = 0; i < 8; i++) {
        (void)snprintf(text + 8 * i, 9, "%08" PRIx32, sum->state[i]);
    }
}

int nt_sha256_file(char text[NT_SHA256_TEXT], const char *path, nt_error *error) {
    uint8_t piece[1 << 14];
    nt_sha256 sum;
    size_t size;
    FILE *file = fopen(path, "rbe");
    if (file == NULL) {
        return nt_fail(error, "%s: %s", path, strerror(errno));
    }
    nt_sha256_begin(&sum);
    while ((size = fread(piece, 1, sizeof piece, file)) > 0) {
        nt_sha256_add(&sum, piece, size);
    }
    int result = ferror(file) ? nt_fail(error, "%s: %s", path, strerror(errno)) : 0;
    (void)fclose(file);
    nt_sha256_end(&sum, text);
    return result;
}
