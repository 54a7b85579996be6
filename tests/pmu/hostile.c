/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random calls with edge values. Memory of the supervisor is poisoned for AddressSanitizer but for
 * the range that memory() gave, while the call lasts: `hostile [--calls N] [--seed S]`.
 */
#include "sim/pmu/csr_array.h"
#include "sim/util/random.h"

#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A hart and what it was given during a call. */
struct hostile {
    struct nt_array array; /* first: its operations get this as their context */
    void *given;
    uint64_t size;
    bool writes;
    unsigned char before[NT_ARRAY_PAGES * NT_ARRAY_PAGE];
    unsigned long long given_often;
    unsigned long long answers[10]; /* by error, negated */
};

static void *memory(void *context, uint64_t address, uint64_t size, bool writes) {
    struct hostile *h = context;
    void *given = nt_array_ops.memory(&h->array, address, size, writes);
    if (given != NULL) {
        ASAN_UNPOISON_MEMORY_REGION(given, size);
        if (!writes) {
            memcpy(h->before, given, size);
        }
        h->given = given;
        h->size = size;
        h->writes = writes;
        h->given_often++;
    }
    return given;
}

/* False: something was written where nothing may be. */
static bool take_back(struct hostile *h) {
    bool same = h->given == NULL || h->writes || memcmp(h->before, h->given, h->size) == 0;
    if (h->given != NULL) {
        ASAN_POISON_MEMORY_REGION(h->given, h->size);
        h->given = NULL;
    }
    return same;
}

static nt_pmu_word edge(nt_random *random) {
    static const uint64_t near[] = {NT_ARRAY_BASE,
                                    NT_ARRAY_BASE + 2 * NT_ARRAY_PAGE,
                                    NT_ARRAY_BASE + (NT_ARRAY_PAGES - 1) * NT_ARRAY_PAGE - 16,
                                    NT_ARRAY_BASE + NT_ARRAY_PAGES * NT_ARRAY_PAGE,
                                    0x10000,
                                    0x20000,
                                    0x30000,
                                    0xf0000,
                                    0xfffff,
                                    19,
                                    35,
                                    1 << 19};
    uint64_t bits = nt_random_next(random);
    uint64_t value = 0;
    switch (bits & 7) {
    case 0:
    case 1:
        value = bits >> 8 & 7;
        break;
    case 2:
        value = UINT64_C(1) << (bits >> 8 & 63);
        break;
    case 3:
        value = UINT64_MAX >> (bits >> 8 & 63);
        break;
    case 4:
        value = nt_random_next(random);
        break;
    case 5:
        value = bits >> 8 & bits >> 40 & 0x7fffd;
        break;
    default:
        value = near[(bits >> 8) % (sizeof near / sizeof near[0])];
        break;
    }
    return (nt_pmu_word)(value + ((bits >> 16 & 3) == 0 ? (bits >> 18 & 2) - 1 : 0));
}

/* What an argument is for, so that most calls get far. */
enum role { ANY, BASE, MASK, CONFIG, START, STOP, EVENT, PAGE, ENTRIES, NUMBER, ZERO };

static const unsigned char roles[9][6] = {
    [SBI_EXT_PMU_COUNTER_GET_INFO] = {BASE},
    [SBI_EXT_PMU_COUNTER_CFG_MATCH] = {BASE, MASK, CONFIG, EVENT, ZERO, ZERO},
    [SBI_EXT_PMU_COUNTER_START] = {BASE, MASK, START, ANY, ANY},
    [SBI_EXT_PMU_COUNTER_STOP] = {BASE, MASK, STOP},
    [SBI_EXT_PMU_COUNTER_FW_READ] = {BASE},
    [SBI_EXT_PMU_COUNTER_FW_READ_HI] = {BASE},
    [SBI_EXT_PMU_SNAPSHOT_SET_SHMEM] = {PAGE, ZERO, ZERO},
    [SBI_EXT_PMU_EVENT_GET_INFO] = {ENTRIES, ZERO, NUMBER, ZERO},
};

static nt_pmu_word typical(enum role role, nt_random *random) {
    static const nt_pmu_word event[] = {1, 2, 0x10019, 0x20000, 0x30000, 0xf0005, 0xf0100, 0xfffff};
    nt_pmu_word bits = (nt_pmu_word)nt_random_next(random);
    switch (role) {
    case BASE:
        return (bits & 3) == 0 ? bits >> 8 & 63 : bits >> 8 & 31;
    case MASK:
        return (bits & 3) == 0 ? bits >> 8 : (bits & 3) == 1 ? bits >> 8 & 0x777 : 1;
    case CONFIG:
        return bits & 0xff;
    case START:
    case STOP:
        return bits & 3;
    case EVENT:
        return event[bits % (sizeof event / sizeof event[0])];
    case PAGE:
        return (nt_pmu_word)(NT_ARRAY_BASE + (bits & 3) * NT_ARRAY_PAGE);
    case ENTRIES:
        return (nt_pmu_word)(NT_ARRAY_BASE + (bits & 0x3ff) * 16);
    case NUMBER:
        return bits & ((bits >> 16 & 31) == 0 ? 0x3ff : 7);
    case ZERO:
        return 0;
    default:
        return edge(random);
    }
}

static void scribble(struct hostile *h, nt_random *random) {
    uint64_t bits = nt_random_next(random);
    unsigned char *at = &h->array.page[0][0] + (bits >> 8) % (sizeof h->array.page / 8) * 8;
    uint64_t value = (bits & 1) != 0 ? nt_random_next(random) : bits >> 40 & 0xfffff;
    ASAN_UNPOISON_MEMORY_REGION(at, 8);
    memcpy(at, &value, 8);
    ASAN_POISON_MEMORY_REGION(at, 8);
}

static void one_call(struct hostile *h, struct nt_pmu_hart *hart, nt_random *random) {
    uint64_t bits = nt_random_next(random);
    nt_pmu_word fid = bits % 64 == 0 ? edge(random) : (nt_pmu_word)(bits >> 8) % 9;
    nt_pmu_word args[6];
    for (unsigned i = 0; i < 6; i++) {
        bool odd = fid >= 9 || (bits >> 32 >> 4 * i & 15) == 0;
        args[i] = odd ? edge(random) : typical(roles[fid][i], random);
    }
    if (fid == SBI_EXT_PMU_SNAPSHOT_SET_SHMEM && bits >> 60 == 0) {
        args[0] = args[1] = ~(nt_pmu_word)0; /* no area from here on */
    }
    struct nt_pmu_ret ret = nt_pmu_call(hart, fid, args);
    nt_pmu_word error = -ret.error;
    if (!take_back(h) || error > 9 || (error != 0 && ret.value != 0)) {
        printf("call %llu: wrote what it may only read, or answered %llx %llx\n",
               (unsigned long long)fid, (unsigned long long)ret.error,
               (unsigned long long)ret.value);
        exit(1);
    }
    h->answers[error]++;
}

int main(int argc, char **argv) {
    uint64_t calls = 1000000, seed = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        uint64_t *option = strcmp(argv[i], "--calls") == 0 ? &calls : &seed;
        *option = strtoull(argv[i + 1], NULL, 0);
    }
    static struct hostile h;
    struct nt_pmu_ops ops = nt_array_ops;
    ops.memory = memory;
    struct nt_pmu_platform platform = nt_array_platform;
    platform.ops = &ops;
    struct nt_pmu_hart hart;
    nt_random random;
    nt_random_seed(&random, seed);
    nt_array_init(&h.array, &platform, 0);
    nt_pmu_init(&hart, &platform, &h);
    ASAN_POISON_MEMORY_REGION(h.array.page, sizeof h.array.page);
    for (uint64_t i = 0; i < calls; i++) {
        one_call(&h, &hart, &random);
        nt_array_count(&h.array, (unsigned)(i % 19), nt_random_next(&random) >> (i % 64));
        nt_pmu_fw_event(&hart, (uint32_t)(i % 24));
        if (i % 4 == 0) {
            scribble(&h, &random);
            h.array.mip = (uint32_t)nt_random_next(&random) & h.array.mip;
        }
    }
    printf("RV%d, seed %llu: %llu calls, %llu ranges of memory given, %u refused, %u CSRs that are "
           "not there\n",
           NT_PMU_XLEN, (unsigned long long)seed, (unsigned long long)calls, h.given_often,
           h.array.bad_memory, h.array.bad_csrs);
    for (unsigned i = 0; i < 10; i++) {
        printf("error -%u: %llu\n", i, h.answers[i]);
    }
    static const unsigned expected[] = {0, 2, 3, 5, 7, 8, 9};
    bool idle = false;
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        idle |= h.answers[expected[i]] == 0;
    }
    return idle || h.array.bad_csrs != 0;
}
