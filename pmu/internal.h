/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the library share; nothing of it is for those who use the library. */
#ifndef NT_PMU_INTERNAL_H
#define NT_PMU_INTERNAL_H

#include "nt_pmu.h"

enum {
    CSR_MCOUNTEREN = 0x306,
    CSR_MCOUNTINHIBIT = 0x320,
    CSR_MIP = 0x344,
    CSR_MHPMEVENT = 0x320,  /* of mhpmcounterN: + N */
    CSR_MHPMEVENTH = 0x720, /* with Sscofpmf on RV32: bits 63:32 */
    CSR_MCYCLE = 0xB00,     /* of counter N: + N */
    CSR_MCYCLEH = 0xB80,    /* on RV32: bits 63:32 */
    CSR_CYCLE = 0xC00,      /* the supervisor's copy of counter N: + N */
};
enum { MIP_LCOFIP = 13 };

/* Bits of mhpmevent in its upper half (Sscofpmf). */
#define EVENT_OF    (1u << 31)
#define EVENT_MINH  (1u << 30)
#define EVENT_SINH  (1u << 29)
#define EVENT_UINH  (1u << 28)
#define EVENT_VSINH (1u << 27)
#define EVENT_VUINH (1u << 26)

/* Indices of fixed counters, and the first that can be programmed. */
enum { FIXED_CYCLE = 0, FIXED_INSTRET = 2, FIRST_PROGRAMMABLE = 3 };

#define FIXED_COUNTERS ((1u << FIRST_PROGRAMMABLE) - 1)

typedef struct nt_pmu_hart hart_t;
typedef struct nt_pmu_set set_t;

/* A 64-bit word as RISC-V stores it: the low half first. */
union words {
    uint64_t whole;
    uint32_t half[2];
};

static inline struct nt_pmu_ret nt_pmu_success(nt_pmu_word value) {
    return (struct nt_pmu_ret){SBI_SUCCESS, value};
}

static inline struct nt_pmu_ret nt_pmu_failure(int error) {
    return (struct nt_pmu_ret){(nt_pmu_word)error, 0};
}

static inline nt_pmu_word csr_read(const hart_t *hart, unsigned csr) {
    return hart->platform->ops->csr_read(hart->context, csr);
}

static inline void csr_write(const hart_t *hart, unsigned csr, nt_pmu_word value) {
    hart->platform->ops->csr_write(hart->context, csr, value);
}

/* A word that others may change meanwhile: other harts, or the supervisor in shared memory. */
static inline uint32_t load(const uint32_t *word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void store(uint32_t *word, uint32_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static inline uint64_t load_both(const uint32_t word[2]) {
    return ((union words){.half = {load(&word[0]), load(&word[1])}}).whole;
}

static inline void store_both(uint32_t word[2], uint64_t value) {
    store(&word[0], (union words){.whole = value}.half[0]);
    store(&word[1], (union words){.whole = value}.half[1]);
}

/* Sets of counters: set.c */

/* One more than the highest index. */
static inline unsigned nt_pmu_indices(const hart_t *hart) {
    return (unsigned)hart->fw_base + hart->platform->fw_counters;
}

static inline bool nt_pmu_is_firmware(const hart_t *hart, unsigned index) {
    return index >= hart->fw_base;
}

static inline bool nt_pmu_in(const set_t *set, unsigned index) {
    return (set->word[index / 32] >> index % 32 & 1) != 0;
}

static inline void nt_pmu_put(set_t *set, unsigned index) {
    set->word[index / 32] |= UINT32_C(1) << index % 32;
}

static inline set_t nt_pmu_common(const set_t *a, const set_t *b) {
    return (set_t){{a->word[0] & b->word[0], a->word[1] & b->word[1]}};
}

/* Those of `a` that are not in `b`. */
static inline set_t nt_pmu_without(const set_t *a, const set_t *b) {
    return (set_t){{a->word[0] & ~b->word[0], a->word[1] & ~b->word[1]}};
}

static inline bool nt_pmu_is_empty(const set_t *set) {
    return (set->word[0] | set->word[1]) == 0;
}

/* The index is below 64. */
static inline bool nt_pmu_is_counter(const hart_t *hart, unsigned index) {
    return nt_pmu_in(&hart->counters, index);
}

/* The counters base + I of all bits I of a mask; false where there are none, or where one is no
   counter of this hart. All that a call says of a set goes through here. */
bool nt_pmu_take_set(const hart_t *hart, nt_pmu_word base, nt_pmu_word mask, set_t *set);

/* Events: event.c */

struct event {
    uint64_t data;
    uint32_t idx;
};

enum { EVENT_TYPE = 16 }; /* its bit in event_idx */

/* False: the text has no such event, or reserves something of it. */
bool nt_pmu_take_event(const hart_t *hart, nt_pmu_word event_idx, uint64_t data,
                       struct event *event);

/* Bits of mhpmevent that an event of this type may have; the others are the library's. */
uint64_t nt_pmu_event_bits(const hart_t *hart, unsigned type);

/* Whether a counter can count an event; and what mhpmevent is to hold, of those bits. */
bool nt_pmu_can_count(const hart_t *hart, const struct event *event, unsigned index,
                      uint64_t *mhpmevent);

/* Counters of both kinds: counter.c, and firmware.c for those of the firmware */

set_t nt_pmu_running(const hart_t *hart);
uint64_t nt_pmu_value(const hart_t *hart, unsigned index);
void nt_pmu_set_value(hart_t *hart, unsigned index, uint64_t value);
bool nt_pmu_overflowed(const hart_t *hart, unsigned index);

/* Start and stop all of a set; they are stopped before, or running. */
void nt_pmu_start(hart_t *hart, const set_t *set);
void nt_pmu_stop(hart_t *hart, const set_t *set);

/* Lets S mode read the hardware counters. */
void nt_pmu_enable(const hart_t *hart);

/* Give a counter that is stopped an event, and take it away. */
void nt_pmu_program(hart_t *hart, unsigned index, const struct event *event, uint64_t mhpmevent);
void nt_pmu_reset(hart_t *hart, unsigned index);

uint64_t nt_pmu_read_event(const hart_t *hart, unsigned index);
void nt_pmu_write_event(const hart_t *hart, unsigned index, uint64_t value);

void nt_pmu_fw_init(struct nt_pmu_fw_counter *counter);
uint64_t nt_pmu_fw_value(const hart_t *hart, unsigned number);
void nt_pmu_fw_set_value(hart_t *hart, unsigned number, uint64_t value);
void nt_pmu_fw_start(hart_t *hart, uint32_t numbers);
void nt_pmu_fw_stop(hart_t *hart, uint32_t numbers);
void nt_pmu_fw_program(hart_t *hart, unsigned number, const struct event *event);

/* Shared memory: snapshot.c */

struct snapshot {
    uint32_t overflow[2];  /* counter_overflow_bitmap */
    uint32_t value[64][2]; /* counter_values */
};

/* The area of the hart, or null. */
struct snapshot *nt_pmu_snapshot(const hart_t *hart, bool writes);

/* Saves the values of a set, slot 0 for the counter `base`, and what of it has overflowed. */
void nt_pmu_take_snapshot(const hart_t *hart, struct snapshot *area, const set_t *set,
                          unsigned base);

/* 64 bits of a call: one argument, or on RV32 two, the low half first. */
static inline uint64_t nt_pmu_argument64(const nt_pmu_word args[6], unsigned at) {
#if NT_PMU_XLEN == 32
    return ((union words){.half = {args[at], args[at + 1]}}).whole;
#else
    return args[at];
#endif
}

/* A physical address in two registers; false if it is beyond 64 bits. */
static inline bool nt_pmu_address(nt_pmu_word low, nt_pmu_word high, uint64_t *address) {
#if NT_PMU_XLEN == 32
    *address = ((union words){.half = {low, high}}).whole;
    return true;
#else
    *address = low;
    return high == 0;
#endif
}

/* Calls that have a file of their own. */
struct nt_pmu_ret nt_pmu_config_matching(hart_t *hart, const nt_pmu_word args[6]);
struct nt_pmu_ret nt_pmu_snapshot_set_shmem(hart_t *hart, const nt_pmu_word args[6]);
struct nt_pmu_ret nt_pmu_event_get_info(const hart_t *hart, const nt_pmu_word args[6]);

#endif
