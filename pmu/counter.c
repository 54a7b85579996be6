/* SPDX-License-Identifier: Apache-2.0 */
/* Counters by index, hardware and firmware alike, and the CSRs of those of the hardware. */
#include "internal.h"

/* Whether the counter has mhpmevent, and with Sscofpmf inhibits and overflow. */
static bool is_programmable(const hart_t *hart, unsigned index) {
    return index >= FIRST_PROGRAMMABLE && !nt_pmu_is_firmware(hart, index);
}

/* 64 bits in one CSR, or on RV32 in two. */
static uint64_t read_both(const hart_t *hart, unsigned low, unsigned high) {
#if NT_PMU_XLEN == 32
    return ((union words){.half = {csr_read(hart, low), csr_read(hart, high)}}).whole;
#else
    (void)high;
    return csr_read(hart, low);
#endif
}

static void write_both(const hart_t *hart, unsigned low, unsigned high, uint64_t value) {
#if NT_PMU_XLEN == 32
    csr_write(hart, high, (union words){.whole = value}.half[1]);
    csr_write(hart, low, (union words){.whole = value}.half[0]);
#else
    (void)high;
    csr_write(hart, low, value);
#endif
}

/* Without Sscofpmf RV32 has no mhpmeventh. */
static bool event_is_word(const hart_t *hart) {
    return NT_PMU_XLEN == 32 && !hart->platform->sscofpmf;
}

uint64_t nt_pmu_read_event(const hart_t *hart, unsigned index) {
    return event_is_word(hart) ? csr_read(hart, CSR_MHPMEVENT + index)
                               : read_both(hart, CSR_MHPMEVENT + index, CSR_MHPMEVENTH + index);
}

void nt_pmu_write_event(const hart_t *hart, unsigned index, uint64_t value) {
    if (event_is_word(hart)) {
        csr_write(hart, CSR_MHPMEVENT + index, (nt_pmu_word)value);
    } else {
        write_both(hart, CSR_MHPMEVENT + index, CSR_MHPMEVENTH + index, value);
    }
}

uint64_t nt_pmu_value(const hart_t *hart, unsigned index) {
    return nt_pmu_is_firmware(hart, index)
               ? nt_pmu_fw_value(hart, index - hart->fw_base)
               : read_both(hart, CSR_MCYCLE + index, CSR_MCYCLEH + index);
}

void nt_pmu_set_value(hart_t *hart, unsigned index, uint64_t value) {
    if (nt_pmu_is_firmware(hart, index)) {
        nt_pmu_fw_set_value(hart, index - hart->fw_base, value);
    } else {
        write_both(hart, CSR_MCYCLE + index, CSR_MCYCLEH + index, value);
    }
}

bool nt_pmu_overflowed(const hart_t *hart, unsigned index) {
    union words event = {.whole = 0};
    if (hart->platform->sscofpmf && is_programmable(hart, index)) {
        event.whole = nt_pmu_read_event(hart, index);
    }
    return (event.half[1] & EVENT_OF) != 0;
}

/* Hardware counters of a set, and the numbers of the firmware counters in it. */

static uint32_t hardware_of(const hart_t *hart, const set_t *set) {
    return set->word[0] & hart->platform->counters;
}

static uint32_t firmware_of(const hart_t *hart, const set_t *set) {
    unsigned base = hart->fw_base;
    return base == 0    ? set->word[0]
           : base == 32 ? set->word[1]
                        : set->word[0] >> base | set->word[1] << (32 - base);
}

/* A fixed counter that counts without an event, from boot, is not one that a call has started. */
set_t nt_pmu_running(const hart_t *hart) {
    uint32_t hardware = ~(uint32_t)csr_read(hart, CSR_MCOUNTINHIBIT) & hart->platform->counters;
    hardware &= hart->configured.word[0] | ~FIXED_COUNTERS;
    uint32_t firmware = hart->fw_started;
    unsigned base = hart->fw_base;
    return base == 0    ? (set_t){{firmware, 0}}
           : base == 32 ? (set_t){{hardware, firmware}}
                        : (set_t){{hardware | firmware << base, firmware >> (32 - base)}};
}

/* Lets the counters ask for an interrupt again. Whose a pending request is the supervisor reads
   from OF, which stays then; but for counters that stood already when none was pending: theirs has
   been taken, and the request is another's. */
static void arm(hart_t *hart, uint32_t hardware) {
    if ((csr_read(hart, CSR_MIP) >> MIP_LCOFIP & 1) == 0) {
        hart->served = (uint32_t)csr_read(hart, CSR_MCOUNTINHIBIT);
    }
    for (unsigned i = FIRST_PROGRAMMABLE; i < NT_PMU_HW_MAX; i++) {
        if (((hardware & hart->served) >> i & 1) != 0) {
            union words event = {.whole = nt_pmu_read_event(hart, i)};
            event.half[1] &= ~EVENT_OF;
            nt_pmu_write_event(hart, i, event.whole);
        }
    }
    hart->served &= ~hardware;
}

void nt_pmu_start(hart_t *hart, const set_t *set) {
    uint32_t hardware = hardware_of(hart, set);
    if (hart->platform->sscofpmf) {
        arm(hart, hardware);
    }
    if (hardware != 0) {
        csr_write(hart, CSR_MCOUNTINHIBIT,
                  csr_read(hart, CSR_MCOUNTINHIBIT) & ~(nt_pmu_word)hardware);
    }
    nt_pmu_fw_start(hart, firmware_of(hart, set));
}

void nt_pmu_stop(hart_t *hart, const set_t *set) {
    uint32_t hardware = hardware_of(hart, set);
    if (hardware != 0) {
        csr_write(hart, CSR_MCOUNTINHIBIT, csr_read(hart, CSR_MCOUNTINHIBIT) | hardware);
    }
    nt_pmu_fw_stop(hart, firmware_of(hart, set));
}

void nt_pmu_enable(const hart_t *hart) {
    csr_write(hart, CSR_MCOUNTEREN, csr_read(hart, CSR_MCOUNTEREN) | hart->platform->counters);
}

void nt_pmu_program(hart_t *hart, unsigned index, const struct event *event, uint64_t mhpmevent) {
    if (nt_pmu_is_firmware(hart, index)) {
        nt_pmu_fw_program(hart, index - hart->fw_base, event);
    } else if (is_programmable(hart, index)) {
        nt_pmu_write_event(hart, index, mhpmevent);
    }
    nt_pmu_put(&hart->configured, index);
}

void nt_pmu_reset(hart_t *hart, unsigned index) {
    if (is_programmable(hart, index)) {
        nt_pmu_write_event(hart, index, 0);
    }
    hart->configured.word[index / 32] &= ~(UINT32_C(1) << index % 32);
}
