/* SPDX-License-Identifier: Apache-2.0 */
/* Callbacks for OpenSBI, over a hart of the library that has firmware counters alone. */
#include "nt_pmu_opensbi.h"

#include "../nt_pmu.h"
#include "sbi_pmu_device.h"

struct counter {
    uint64_t value;      /* while it is stopped, or to start with */
    uint64_t event_data; /* of the last match */
};

struct hart {
    struct nt_pmu_hart pmu;
    uint32_t running; /* bit N: counter N */
    struct counter counter[NT_PMU_OPENSBI_COUNTERS];
};

#define PLATFORM_IDX ((nt_pmu_word)SBI_PMU_EVENT_TYPE_FW << 16 | SBI_PMU_FW_PLATFORM)

/* OpenSBI's callbacks have no context: the one state of a firmware, set once. */
static struct {
    struct hart *harts;
    nt_pmu_opensbi_event_fn *event;
    uint32_t number;
} glue;

/* CSRs are OpenSBI's. */

static nt_pmu_word csr_read(void *context, unsigned csr) {
    (void)context;
    (void)csr;
    return 0;
}

static void csr_write(void *context, unsigned csr, nt_pmu_word value) {
    (void)context;
    (void)csr;
    (void)value;
}

static bool event(void *context, uint32_t event_idx, uint64_t event_data, unsigned counter,
                  uint64_t *mhpmevent) {
    const struct hart *hart = context;
    *mhpmevent = 0;
    return event_idx == PLATFORM_IDX &&
           glue.event((uint32_t)(hart - glue.harts), event_data, counter);
}

static const struct nt_pmu_ops ops = {
    .csr_read = csr_read,
    .csr_write = csr_write,
    .event = event,
};
static const struct nt_pmu_platform platform = {
    .ops = &ops,
    .width = 64,
    .fw_counters = NT_PMU_OPENSBI_COUNTERS,
};

static struct hart *hart_of(uint32_t hartid, uint32_t counter) {
    return hartid < glue.number && counter < NT_PMU_OPENSBI_COUNTERS ? &glue.harts[hartid] : 0;
}

/* A call on one counter, with two more arguments. */
static struct nt_pmu_ret call(struct hart *hart, nt_pmu_word fid, uint32_t counter,
                              nt_pmu_word flags, nt_pmu_word event_idx, uint64_t wide) {
    nt_pmu_word args[6] = {counter, 1, flags};
    unsigned at = 3;
    if (fid == SBI_EXT_PMU_COUNTER_CFG_MATCH) {
        args[at++] = event_idx;
    }
    args[at] = (nt_pmu_word)wide;
#if NT_PMU_XLEN == 32
    args[at + 1] = (nt_pmu_word)(wide >> 32);
#endif
    return nt_pmu_call(&hart->pmu, fid, args);
}

static bool is_running(const struct hart *hart, uint32_t counter) {
    return (hart->running >> counter & 1) != 0;
}

static uint64_t value_of(struct hart *hart, uint32_t counter) {
    uint64_t value = call(hart, SBI_EXT_PMU_COUNTER_FW_READ, counter, 0, 0, 0).value;
#if NT_PMU_XLEN == 32
    value |= (uint64_t)call(hart, SBI_EXT_PMU_COUNTER_FW_READ_HI, counter, 0, 0, 0).value << 32;
#endif
    return value;
}

/* The callbacks. */

static bool match(uint32_t hartid, uint32_t counter, uint64_t event_data) {
    struct hart *hart = hart_of(hartid, counter);
    if (hart == 0 || is_running(hart, counter) || !glue.event(hartid, event_data, counter)) {
        return false;
    }
    /* OpenSBI takes the first that matches. It clears its copy of event_data where the value was to
       be cleared, and the value not at all. */
    hart->counter[counter] = (struct counter){.value = 0, .event_data = event_data};
    return true;
}

static int validate(uint32_t hartid, uint64_t event_data) {
    for (uint32_t i = 0; hartid < glue.number && i < NT_PMU_OPENSBI_COUNTERS; i++) {
        if (glue.event(hartid, event_data, i)) {
            return SBI_PMU_EVENT_TYPE_FW;
        }
    }
    return SBI_ERR_INVALID_PARAM;
}

static int width(void) {
    return 64;
}

static uint64_t read_value(uint32_t hartid, uint32_t counter) {
    struct hart *hart = hart_of(hartid, counter);
    return hart == 0                   ? 0
           : is_running(hart, counter) ? value_of(hart, counter)
                                       : hart->counter[counter].value;
}

static void write_value(uint32_t hartid, uint32_t counter, uint64_t value) {
    struct hart *hart = hart_of(hartid, counter);
    if (hart != 0) {
        hart->counter[counter].value = value;
    }
}

static int start(uint32_t hartid, uint32_t counter, uint64_t event_data) {
    struct hart *hart = hart_of(hartid, counter);
    if (hart == 0) {
        return SBI_ERR_INVALID_PARAM;
    }
    if (is_running(hart, counter)) {
        return SBI_ERR_ALREADY_STARTED;
    }
    struct counter *own = &hart->counter[counter];
    own->event_data = event_data != 0 ? event_data : own->event_data;
    struct nt_pmu_ret ret = call(hart, SBI_EXT_PMU_COUNTER_CFG_MATCH, counter,
                                 SBI_PMU_CFG_FLAG_SKIP_MATCH, PLATFORM_IDX, own->event_data);
    if (ret.error == SBI_SUCCESS) {
        ret = call(hart, SBI_EXT_PMU_COUNTER_START, counter, SBI_PMU_START_SET_INIT_VALUE, 0,
                   own->value);
        hart->running |= ret.error == SBI_SUCCESS ? 1u << counter : 0;
    }
    return (int)ret.error;
}

static int stop(uint32_t hartid, uint32_t counter) {
    struct hart *hart = hart_of(hartid, counter);
    if (hart == 0) {
        return SBI_ERR_INVALID_PARAM;
    }
    if (!is_running(hart, counter)) {
        return SBI_ERR_ALREADY_STOPPED;
    }
    const struct nt_pmu_ret ret = call(hart, SBI_EXT_PMU_COUNTER_STOP, counter, 0, 0, 0);
    hart->counter[counter].value = value_of(hart, counter);
    hart->running &= ~(1u << counter);
    return (int)ret.error;
}

static const struct sbi_pmu_device device = {
    .name = "ntrace",
    .fw_event_validate_encoding = validate,
    .fw_counter_match_encoding = match,
    .fw_counter_width = width,
    .fw_counter_read_value = read_value,
    .fw_counter_write_value = write_value,
    .fw_counter_start = start,
    .fw_counter_stop = stop,
};

size_t nt_pmu_opensbi_size(uint32_t harts) {
    return harts * sizeof(struct hart);
}

const struct sbi_pmu_device *nt_pmu_opensbi_init(void *memory, uint32_t harts,
                                                 nt_pmu_opensbi_event_fn *event_fn) {
    glue.harts = memory;
    glue.number = harts;
    glue.event = event_fn;
    for (uint32_t i = 0; i < harts; i++) {
        struct hart *hart = &glue.harts[i];
        hart->running = 0;
        for (unsigned j = 0; j < NT_PMU_OPENSBI_COUNTERS; j++) {
            hart->counter[j].value = 0;
            hart->counter[j].event_data = 0;
        }
        nt_pmu_init(&hart->pmu, &platform, hart);
    }
    return &device;
}

void nt_pmu_opensbi_event(uint32_t hartid, uint64_t event_data) {
    if (hartid < glue.number) {
        nt_pmu_fw_platform_event(&glue.harts[hartid].pmu, event_data);
    }
}
