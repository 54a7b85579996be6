/* SPDX-License-Identifier: Apache-2.0 */
/* Encodes two instructions of which the first loads the register by which the second jumps. */
#ifndef NT_INGRESS_RANDOM_PAIR_H
#define NT_INGRESS_RANDOM_PAIR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nt_pair {
    uint64_t load_pc; /* the first instruction, 4 bytes */
    uint64_t target;
    uint8_t class_; /* of the jump, an indirect nt_insn_class */
    uint8_t size;   /* of the jump, 2 or 4 bytes */
    uint32_t draw;  /* random bits, which choose between forms */
    /* Results of nt_pair_encode: */
    uint32_t load, jump;
    bool is_pair; /* else they only look similar: another register, or a return */
} nt_pair;

/* Encodes the pair. Returns false if the target cannot be reached, or there is no such jump of
   this size. */
bool nt_pair_encode(nt_pair *pair, unsigned xlen);

#endif
