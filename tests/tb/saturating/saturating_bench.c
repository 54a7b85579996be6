/* SPDX-License-Identifier: Apache-2.0 */
/* saturating_bench CYCLES SEED */
#include "saturating.h"
#include "sim/util/random.h"
#include "tb/lockstep/lockstep.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef P_W
#define P_W 8 /* as in the RTL */
#endif

static int run(nt_lockstep *lockstep, int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    uint64_t cycles = strtoull(argv[1], NULL, 10);
    uint64_t seed = strtoull(argv[2], NULL, 10);
    saturating_view view = {.model = {.level = 0}};
    nt_random random;
    nt_random_seed(&random, seed);
    if (!nt_lockstep_begin(lockstep, seed)) {
        return 1;
    }
    uint64_t full = 0;
    for (uint64_t i = 0; i < cycles; i++) {
        view.in = (saturating_inputs){.rst = i == 0 || nt_random_below(&random, 500) == 0,
                                      .in_valid = nt_random_chance(&random, 128),
                                      .in = nt_random_below(&random, 1u << P_W),
                                      .enable = nt_random_chance(&random, 128)};
        view.in_ready = saturating_ready(&view.model);
        if (i == 0) {
            nt_lockstep_uncompared(lockstep, &view);
        } else if (!nt_lockstep_cycle(lockstep, &view)) {
            return 1;
        }
        saturating_step(&view.model, P_W, &view.in);
        full += view.model.count == (1u << P_W) - 1;
    }
    printf("%llu cycles, %llu saturated\n", (unsigned long long)cycles, (unsigned long long)full);
    return full == 0;
}

int main(int argc, char **argv) {
    return nt_lockstep_main(argc, argv, "CYCLES SEED", run);
}
