/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of the PMU extension, by function. */
#include "internal.h"

#define SINCE_2_0(flag) (NT_PMU_VERSION >= NT_PMU_VERSION_2_0 ? (flag) : 0u)
#define START_FLAGS     (SBI_PMU_START_SET_INIT_VALUE | SINCE_2_0(SBI_PMU_START_FLAG_INIT_SNAPSHOT))
#define STOP_FLAGS      (SBI_PMU_STOP_FLAG_RESET | SINCE_2_0(SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT))

enum { WIDTH_LSB = 12 }; /* in counter_info: bits less one */
enum { WIDTH_64 = 63 };

static struct nt_pmu_ret get_info(const hart_t *hart, nt_pmu_word index) {
    if (index >= nt_pmu_indices(hart) || !nt_pmu_is_counter(hart, (unsigned)index)) {
        return nt_pmu_failure(SBI_ERR_INVALID_PARAM);
    }
    if (nt_pmu_is_firmware(hart, (unsigned)index)) {
        return nt_pmu_success((nt_pmu_word)1 << (NT_PMU_XLEN - 1) | WIDTH_64 << WIDTH_LSB);
    }
    nt_pmu_word width =
        index < FIRST_PROGRAMMABLE ? WIDTH_64 : (nt_pmu_word)hart->platform->width - 1;
    return nt_pmu_success((CSR_CYCLE + index) | width << WIDTH_LSB);
}

static struct nt_pmu_ret start(hart_t *hart, const nt_pmu_word args[6]) {
    nt_pmu_word flags = args[2];
    bool initial = (flags & SBI_PMU_START_SET_INIT_VALUE) != 0;
    bool snapshot = (flags & SBI_PMU_START_FLAG_INIT_SNAPSHOT) != 0;
    set_t set;
    if ((flags & ~(nt_pmu_word)START_FLAGS) != 0 || (initial && snapshot) ||
        !nt_pmu_take_set(hart, args[0], args[1], &set)) {
        return nt_pmu_failure(SBI_ERR_INVALID_PARAM);
    }
    set_t unknown = nt_pmu_without(&set, &hart->configured);
    if (!nt_pmu_is_empty(&unknown)) {
        return nt_pmu_failure(SBI_ERR_INVALID_PARAM);
    }
    struct snapshot *area = snapshot ? nt_pmu_snapshot(hart, false) : 0;
    if (snapshot && area == 0) {
        return nt_pmu_failure(SBI_ERR_NO_SHMEM);
    }
    set_t running = nt_pmu_running(hart);
    set_t begin = nt_pmu_without(&set, &running);
    unsigned base = (unsigned)args[0];
    for (unsigned i = base; (initial || snapshot) && i < nt_pmu_indices(hart); i++) {
        if (nt_pmu_in(&begin, i)) {
            nt_pmu_set_value(
                hart, i, initial ? nt_pmu_argument64(args, 3) : load_both(area->value[i - base]));
        }
    }
    nt_pmu_start(hart, &begin);
    set_t already = nt_pmu_common(&set, &running);
    return nt_pmu_is_empty(&already) ? nt_pmu_success(0) : nt_pmu_failure(SBI_ERR_ALREADY_STARTED);
}

static struct nt_pmu_ret stop(hart_t *hart, const nt_pmu_word args[6]) {
    nt_pmu_word flags = args[2];
    bool snapshot = (flags & SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT) != 0;
    set_t set;
    if ((flags & ~(nt_pmu_word)STOP_FLAGS) != 0 || !nt_pmu_take_set(hart, args[0], args[1], &set)) {
        return nt_pmu_failure(SBI_ERR_INVALID_PARAM);
    }
    struct snapshot *area = snapshot ? nt_pmu_snapshot(hart, true) : 0;
    if (snapshot && area == 0) {
        return nt_pmu_failure(SBI_ERR_NO_SHMEM);
    }
    set_t running = nt_pmu_running(hart);
    set_t end = nt_pmu_common(&set, &running);
    nt_pmu_stop(hart, &end);
    if (snapshot) {
        nt_pmu_take_snapshot(hart, area, &set, (unsigned)args[0]);
    }
    for (unsigned i = 0; (flags & SBI_PMU_STOP_FLAG_RESET) != 0 && i < nt_pmu_indices(hart); i++) {
        if (nt_pmu_in(&set, i)) {
            nt_pmu_reset(hart, i);
        }
    }
    set_t already = nt_pmu_without(&set, &running);
    return nt_pmu_is_empty(&already) ? nt_pmu_success(0) : nt_pmu_failure(SBI_ERR_ALREADY_STOPPED);
}

static struct nt_pmu_ret fw_read(const hart_t *hart, nt_pmu_word index, bool high) {
    if (index >= nt_pmu_indices(hart) || !nt_pmu_is_firmware(hart, (unsigned)index) ||
        !nt_pmu_in(&hart->configured, (unsigned)index)) {
        return nt_pmu_failure(SBI_ERR_INVALID_PARAM);
    }
    uint64_t value = nt_pmu_value(hart, (unsigned)index);
#if NT_PMU_XLEN == 32
    return nt_pmu_success(((union words){.whole = value}).half[high ? 1 : 0]);
#else
    return nt_pmu_success(high ? 0 : value);
#endif
}

struct nt_pmu_ret nt_pmu_call(hart_t *hart, nt_pmu_word fid, const nt_pmu_word args[6]) {
    if ((NT_PMU_VERSION < NT_PMU_VERSION_2_0 && fid > SBI_EXT_PMU_COUNTER_FW_READ) ||
        (NT_PMU_VERSION < NT_PMU_VERSION_3_0 && fid > SBI_EXT_PMU_SNAPSHOT_SET_SHMEM)) {
        return nt_pmu_failure(SBI_ERR_NOT_SUPPORTED);
    }
    switch (fid) {
    case SBI_EXT_PMU_NUM_COUNTERS:
        return nt_pmu_success(nt_pmu_indices(hart));
    case SBI_EXT_PMU_COUNTER_GET_INFO:
        return get_info(hart, args[0]);
    case SBI_EXT_PMU_COUNTER_CFG_MATCH:
        return nt_pmu_config_matching(hart, args);
    case SBI_EXT_PMU_COUNTER_START:
        return start(hart, args);
    case SBI_EXT_PMU_COUNTER_STOP:
        return stop(hart, args);
    case SBI_EXT_PMU_COUNTER_FW_READ:
        return fw_read(hart, args[0], false);
    case SBI_EXT_PMU_COUNTER_FW_READ_HI:
        return fw_read(hart, args[0], true);
    case SBI_EXT_PMU_SNAPSHOT_SET_SHMEM:
        return nt_pmu_snapshot_set_shmem(hart, args);
    case SBI_EXT_PMU_EVENT_GET_INFO:
        return nt_pmu_event_get_info(hart, args);
    default:
        return nt_pmu_failure(SBI_ERR_NOT_SUPPORTED);
    }
}

void nt_pmu_init(hart_t *hart, const struct nt_pmu_platform *platform, void *context) {
    hart->platform = platform;
    hart->context = context;
    hart->has_shmem = false;
    hart->configured = (set_t){{0, 0}};
    hart->fw_started = 0;
    hart->served = 0;
    hart->fw_base = 0;
    uint32_t begin = platform->stops_fixed ? 0 : platform->counters & FIXED_COUNTERS;
    csr_write(hart, CSR_MCOUNTINHIBIT,
              (csr_read(hart, CSR_MCOUNTINHIBIT) | platform->counters) & ~(nt_pmu_word)begin);
    nt_pmu_enable(hart);
    for (unsigned i = 0; i < NT_PMU_HW_MAX; i++) {
        if ((platform->counters >> i & 1) != 0) {
            hart->fw_base = (uint8_t)(i + 1);
        }
        if ((platform->counters >> i & 1) != 0 && i >= FIRST_PROGRAMMABLE) {
            nt_pmu_write_event(hart, i, 0);
        }
    }
    hart->counters = (set_t){{platform->counters, 0}};
    for (unsigned i = 0; i < platform->fw_counters; i++) {
        nt_pmu_put(&hart->counters, hart->fw_base + i);
    }
    for (unsigned i = 0; i < NT_PMU_FW_MAX; i++) {
        nt_pmu_fw_init(&hart->fw[i]);
    }
}
