/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/pmu/perf/perf.h"

/* a3 is 64 bits for start (the value), a4 for match (event_data): two registers each on RV32. */
struct nt_pmu_ret perf_call(struct perf_hart *hart, word fid, word a0, word a1, word a2,
                            uint64_t a3, uint64_t a4) {
    word args[6] = {a0, a1, a2, (word)a3, (word)a4, 0};
    if (PERF_LONGS == 2 && fid == SBI_EXT_PMU_COUNTER_CFG_MATCH) {
        args[5] = (word)(a4 >> 32);
    } else if (PERF_LONGS == 2) {
        args[4] = (word)(a3 >> 32);
    }
    return sbi_call(SBI_EXT_PMU, fid, args, &hart->kept);
}

/* The set lies within one long, from its own or from index 0 on. */
struct nt_pmu_ret perf_match(struct perf_hart *hart, uint64_t set, word flags, word event_idx,
                             uint64_t event_data) {
    const unsigned number = PERF_LONGS == 2 && perf_word(set, 0) == 0 ? 1 : 0;
    return perf_call(hart, SBI_EXT_PMU_COUNTER_CFG_MATCH, number * PERF_LONG,
                     perf_word(set, number), flags, event_idx, event_data);
}

struct nt_pmu_ret perf_start(struct perf_hart *hart, unsigned index, uint64_t value) {
    return perf_call(hart, SBI_EXT_PMU_COUNTER_START, index, 1, SBI_PMU_START_SET_INIT_VALUE, value,
                     0);
}

/* Where there are snapshots, the value is taken with the stop. */
struct nt_pmu_ret perf_stop(struct perf_hart *hart, unsigned index, word flags) {
    if (hart->snapshots) {
        flags |= SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT;
    }
    const struct nt_pmu_ret ret = perf_call(hart, SBI_EXT_PMU_COUNTER_STOP, index, 1, flags, 0, 0);
    if (hart->snapshots && ret.error == SBI_SUCCESS) {
        hart->saved[index] = hart->area[1];
    }
    return ret;
}

uint64_t perf_firmware_read(struct perf_hart *hart, unsigned index) {
    uint64_t value = perf_call(hart, SBI_EXT_PMU_COUNTER_FW_READ, index, 0, 0, 0, 0).value;
    if (PERF_LONGS == 2 && hart->version >= NT_PMU_VERSION_2_0) {
        value |= (uint64_t)perf_call(hart, SBI_EXT_PMU_COUNTER_FW_READ_HI, index, 0, 0, 0, 0).value
                 << 32;
    }
    return value;
}

word perf_csr(unsigned index);
word perf_csr_high(unsigned index);

uint64_t perf_read(unsigned index) {
#if __riscv_xlen == 32
    word high = perf_csr_high(index);
    for (;;) {
        const word low = perf_csr(index);
        const word again = perf_csr_high(index);
        if (again == high) {
            return (uint64_t)high << 32 | low;
        }
        high = again;
    }
#else
    return perf_csr(index);
#endif
}
