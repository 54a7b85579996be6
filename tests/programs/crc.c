/* SPDX-License-Identifier: Apache-2.0 */
/* Bit and table loops: CRC-32 in three ways, a sieve, Collatz chains. */
#include "common/program.h"

enum { SIZE = 512, SIEVE = 2000 };

static uint32_t table[256];

static uint32_t by_bits(const uint8_t *bytes, size_t size) {
    uint32_t crc = ~0U;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++) {
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320U : crc >> 1;
        }
    }
    return ~crc;
}

static uint32_t by_table(const uint8_t *bytes, size_t size) {
    uint32_t crc = ~0U;
    for (size_t i = 0; i < size; i++) {
        crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 255];
    }
    return ~crc;
}

static void fill_table(void) {
    for (unsigned i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (unsigned bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (0xedb88320U & -(crc & 1));
        }
        table[i] = crc;
    }
}

static unsigned count_primes(void) {
    static uint8_t composite[SIEVE];
    unsigned primes = 0;
    for (unsigned i = 2; i < SIEVE; i++) {
        if (!composite[i]) {
            primes++;
            for (unsigned j = i * i; j < SIEVE; j += i) {
                composite[j] = 1;
            }
        }
    }
    return primes;
}

static unsigned longest_chain(unsigned below) {
    unsigned best = 0, best_start = 0;
    for (unsigned start = 1; start < below; start++) {
        unsigned length = 1;
        for (unsigned n = start; n != 1; length++) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        }
        if (length > best) {
            best = length;
            best_start = start;
        }
    }
    return best_start;
}

int main(void) {
    static uint8_t bytes[SIZE];
    uint32_t random = 3;
    for (unsigned i = 0; i < SIZE; i++) {
        bytes[i] = (uint8_t)next_random(&random);
    }
    fill_table();
    if (by_bits((const uint8_t *)"123456789", 9) != 0xcbf43926U) {
        return 1;
    }
    if (by_bits(bytes, SIZE) != by_table(bytes, SIZE)) {
        return 2;
    }
    if (count_primes() != 303) {
        return 3;
    }
    return longest_chain(300) == 231 ? 0 : 4;
}
