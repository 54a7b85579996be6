/* SPDX-License-Identifier: Apache-2.0 */
/* What the benches of adapters have in common: their words, and what they say at the end. */
#ifndef NT_TB_UNITS_RVFI_RUN_H
#define NT_TB_UNITS_RVFI_RUN_H

#include "tb/units/rvfi/rvfi_judge.h"

typedef struct rvfi_words {
    uint64_t cycles;
    uint64_t seed;
    const char *name; /* of the files; NULL: none */
    bool any;         /* the bench's own word was there, as the last */
} rvfi_words;

/* Reads CYCLES SEED [NAME] [WORD], and at least `least` cycles. False: the words are others. */
bool rvfi_words_read(rvfi_words *words, int argc, char **argv, const char *word, uint64_t least);

/* Prints what there was. */
void rvfi_run_print(const rvfi_judge *judge, const rvfi_hart *hart, uint64_t cycles,
                    uint64_t overruns);

#endif
