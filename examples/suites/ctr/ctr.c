/* SPDX-License-Identifier: Apache-2.0 */
#include "ctr.h"

word depth;
bool has_types;

void put_entry(word entry, word source, word target, word data) {
    csr_write(SISELECT, 0x200 + entry);
    csr_write(SIREG, source);
    csr_write(SIREG2, target);
    csr_write(SIREG3, data);
}

bool is_record(word entry, word from, word to, word type) {
    return source_of(entry) == (from | 1) && (target_of(entry) & ~(word)1) == to &&
           (data_of(entry) & 15) == (has_types ? type : 0);
}

bool is_empty(word entry) {
    return (source_of(entry) & 1) == 0;
}

bool has(uint64_t bits) {
    if ((word)bits != bits) {
        return false;
    }
    csr_write(MCTRCTL, bits);
    bool all = (csr_read(MCTRCTL) & (word)bits) == (word)bits;
    csr_write(MCTRCTL, 0);
    return all;
}

bool set_depth(word code) {
    csr_write(SCTRDEPTH, code);
    depth = 16U << (csr_read(SCTRDEPTH) & 7);
    csr_write(SCTRSTATUS, 0);
    return (csr_read(SCTRDEPTH) & 7) == code;
}

bool has_state(void) {
    return csr_there(MSTATEEN0);
}

void set_state(bool ctr, bool csrind) {
    if (has_state()) {
        uint32_t high = 0x80000000U | (uint32_t)ctr << 22 | (uint32_t)csrind << 28;
#if __riscv_xlen == 64
        csr_write(MSTATEEN0, (word)high << 32);
#else
        csr_write(MSTATEEN0H, high);
#endif
    }
}

void suite_begin(void) {
    csr_write(MCTRCTL, 0);
    set_state(true, true);
    csr_write(SCTRSTATUS, 0);
    put_entry(0, 0, 0, 15);
    has_types = (data_of(0) & 15) == 15;
    for (word code = 5; code-- > 0 && !set_depth(code);) {
    }
    sctrclr();
}
