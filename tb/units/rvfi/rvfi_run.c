/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/rvfi/rvfi_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool rvfi_words_read(rvfi_words *words, int argc, char **argv, const char *word, uint64_t least) {
    bool any = argc > 3 && strcmp(argv[argc - 1], word) == 0;
    argc -= any;
    if (argc != 3 && argc != 4) {
        return false;
    }
    *words = (rvfi_words){.cycles = strtoull(argv[1], NULL, 10),
                          .seed = strtoull(argv[2], NULL, 10),
                          .name = argc == 4 ? argv[3] : NULL,
                          .any = any};
    return words->cycles >= least;
}

void rvfi_run_print(const rvfi_judge *judge, const rvfi_hart *hart, uint64_t cycles,
                    uint64_t overruns) {
    printf("%" PRIu64 " cycles, %" PRIu64 " blocks, %" PRIu64 " instructions, %" PRIu64
           " exceptions, %" PRIu64 " interrupts, %" PRIu64 " stops, %" PRIu64 " after an overrun\n",
           cycles, judge->blocks, hart->retired, hart->exceptions, hart->interrupts, hart->stops,
           overruns);
}
