/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two harts that call at the same time, each counts firmware events on both, and a third thread
 * writes all over both snapshot areas: built with ThreadSanitizer. No event may be lost.
 * `harts [--calls N] [--seed S]`
 */
#include "sim/pmu/csr_array.h"
#include "sim/util/random.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HARTS = 2, KEPT = 19 }; /* the firmware counter that runs all the time */

struct side {
    struct nt_array array;
    struct nt_pmu_hart hart;
    struct side *other;
    uint64_t seed;
    uint64_t calls;
    uint64_t sent; /* events to both harts */
};

static struct nt_pmu_ret call(struct side *side, nt_pmu_word fid, nt_pmu_word a0, nt_pmu_word a1,
                              nt_pmu_word a2, nt_pmu_word a3) {
    return nt_pmu_call(&side->hart, fid, (nt_pmu_word[6]){a0, a1, a2, a3});
}

/* Calls on all counters but the one that is kept. */
static void any_call(struct side *side, nt_random *random) {
    uint64_t bits = nt_random_next(random);
    nt_pmu_word base = bits >> 8 & 1 ? 3 : 20;
    nt_pmu_word mask = bits >> 16 & 0x7fff;
    nt_pmu_word event = base == 3 ? 1 + (bits >> 9 & 1) : 0xf0000 | (bits >> 9 & 7);
    switch (bits % 6) {
    case 0:
        (void)call(side, SBI_EXT_PMU_COUNTER_CFG_MATCH, base, mask, bits >> 40 & 6, event);
        break;
    case 1:
    case 2:
        (void)call(side, SBI_EXT_PMU_COUNTER_START, base, mask, bits >> 40 & 2, 0);
        break;
    case 3:
        (void)call(side, SBI_EXT_PMU_COUNTER_STOP, base, mask, bits >> 40 & 3, 0);
        break;
    case 4:
        (void)call(side, SBI_EXT_PMU_COUNTER_FW_READ, base + (bits >> 40 & 7), 0, 0, 0);
        break;
    default:
        nt_array_count(&side->array, bits >> 40 & 31, bits >> 50);
        break;
    }
}

static void *run(void *argument) {
    struct side *side = argument;
    nt_random random;
    nt_random_seed(&random, side->seed);
    for (uint64_t i = 0; i < side->calls; i++) {
        any_call(side, &random);
        nt_pmu_fw_event(&side->hart, SBI_PMU_FW_IPI_SENT);
        nt_pmu_fw_event(&side->other->hart, SBI_PMU_FW_IPI_SENT);
        nt_pmu_fw_event(&side->other->hart, (uint32_t)(i & 7));
        side->sent += (i & 7) == SBI_PMU_FW_IPI_SENT ? 2 : 1;
    }
    return NULL;
}

static atomic_bool done;

static void *scribble(void *argument) {
    struct side *side = argument;
    nt_random random;
    nt_random_seed(&random, 99);
    while (!done) {
        for (unsigned i = 0; i < HARTS; i++) {
            uint64_t bits = nt_random_next(&random);
            uint32_t *word = (uint32_t *)(void *)&side[i].array.page[0][(bits >> 40) % 136 * 4];
            __atomic_store_n(word, (uint32_t)bits, __ATOMIC_RELAXED);
        }
    }
    return NULL;
}

static void begin(struct side *side) {
    nt_array_init(&side->array, &nt_array_platform, 0);
    nt_pmu_init(&side->hart, &nt_array_platform, &side->array);
    (void)call(side, SBI_EXT_PMU_SNAPSHOT_SET_SHMEM, (nt_pmu_word)NT_ARRAY_BASE, 0, 0, 0);
    (void)call(side, SBI_EXT_PMU_COUNTER_CFG_MATCH, KEPT, 1, 0, 0xf0000 | SBI_PMU_FW_IPI_SENT);
#if NT_PMU_XLEN == 32
    side->hart.fw[0].low = INT32_MAX - 15; /* a carry is near */
    side->hart.fw[0].halves = 0;
#endif
    (void)call(side, SBI_EXT_PMU_COUNTER_START, KEPT, 1, SBI_PMU_START_SET_INIT_VALUE, 0x7ffffff0);
}

static uint64_t kept_count(struct side *side) {
    uint64_t low = call(side, SBI_EXT_PMU_COUNTER_FW_READ, KEPT, 0, 0, 0).value;
    return low | (uint64_t)call(side, SBI_EXT_PMU_COUNTER_FW_READ_HI, KEPT, 0, 0, 0).value << 32;
}

int main(int argc, char **argv) {
    uint64_t calls = 100000, seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        uint64_t *option = strcmp(argv[i], "--calls") == 0 ? &calls : &seed;
        *option = strtoull(argv[i + 1], NULL, 0);
    }
    static struct side side[HARTS];
    pthread_t thread[HARTS], third;
    for (unsigned i = 0; i < HARTS; i++) {
        begin(&side[i]);
        side[i].other = &side[1 - i];
        side[i].seed = seed + i;
        side[i].calls = calls;
    }
    pthread_create(&third, NULL, scribble, side);
    for (unsigned i = 0; i < HARTS; i++) {
        pthread_create(&thread[i], NULL, run, &side[i]);
    }
    for (unsigned i = 0; i < HARTS; i++) {
        pthread_join(thread[i], NULL);
    }
    done = true;
    pthread_join(third, NULL);
    int wrong = 0;
    for (unsigned i = 0; i < HARTS; i++) {
        uint64_t expected = 0x7ffffff0 + calls + side[1 - i].sent;
        uint64_t count = kept_count(&side[i]);
        printf("RV%d, hart %u: %llu events counted, %llu sent\n", NT_PMU_XLEN, i,
               (unsigned long long)(count - 0x7ffffff0),
               (unsigned long long)(expected - 0x7ffffff0));
        wrong |= count != expected || side[i].array.bad_csrs != 0;
    }
    return wrong;
}
