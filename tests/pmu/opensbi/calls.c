/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the callbacks of the glue in the order in which OpenSBI makes them, and checks what OpenSBI
   relies on. */
#include "pmu/opensbi/nt_pmu_opensbi.h"
#include "pmu/opensbi/sbi_pmu_device.h"
#include "pmu/sbi_pmu.h"

#include <stdio.h>
#include <stdlib.h>

enum { HARTS = 3, EVENTS = 5, LAST = NT_PMU_OPENSBI_COUNTERS - 1 };

#define CHECK(holds)                                                                               \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #holds);                             \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* Event 5 is counted by counter 15 alone, and by hart 1 not at all. */
static bool event(uint32_t hartid, uint64_t event_data, uint32_t counter) {
    return event_data == EVENTS ? counter == LAST && hartid != 1
                                : event_data != 0 && event_data < EVENTS;
}

static const struct sbi_pmu_device *d;

static void happen(uint32_t hartid, uint64_t event_data, unsigned times) {
    for (unsigned i = 0; i < times; i++) {
        nt_pmu_opensbi_event(hartid, event_data);
    }
}

static void check_events(void) {
    for (uint64_t data = 0; data < 8; data++) {
        const bool exists = data >= 1 && data <= EVENTS;
        CHECK(d->fw_event_validate_encoding(0, data) ==
              (exists ? SBI_PMU_EVENT_TYPE_FW : SBI_ERR_INVALID_PARAM));
        CHECK(d->fw_counter_match_encoding(0, 0, data) == (exists && data != EVENTS));
        CHECK(d->fw_counter_match_encoding(0, LAST, data) == exists);
    }
    CHECK(d->fw_event_validate_encoding(1, EVENTS) == SBI_ERR_INVALID_PARAM);
    CHECK(d->fw_event_validate_encoding(0, UINT64_C(0x100000001)) == SBI_ERR_INVALID_PARAM);
    CHECK(d->fw_counter_width() == 64);
}

/* match, start with a value, events, stop, start without one */
static void check_counter(uint32_t hartid, uint32_t counter, uint64_t data) {
    const uint64_t begin = UINT64_C(0xfffffffe);
    CHECK(d->fw_counter_match_encoding(hartid, counter, data));
    d->fw_counter_write_value(hartid, counter, begin);
    happen(hartid, data, 2);
    CHECK(d->fw_counter_read_value(hartid, counter) == begin);
    CHECK(d->fw_counter_start(hartid, counter, data) == 0);
    CHECK(d->fw_counter_start(hartid, counter, data) == SBI_ERR_ALREADY_STARTED);
    CHECK(!d->fw_counter_match_encoding(hartid, counter, data));
    happen(hartid, data, 5);
    happen(hartid, data == 1 ? 2 : 1, 3);
    happen((hartid + 1) % HARTS, data, 7);
    CHECK(d->fw_counter_read_value(hartid, counter) == begin + 5);
    d->fw_counter_write_value(hartid, counter, 1); /* not while it runs */
    CHECK(d->fw_counter_read_value(hartid, counter) == begin + 5);
    CHECK(d->fw_counter_stop(hartid, counter) == 0);
    CHECK(d->fw_counter_stop(hartid, counter) == SBI_ERR_ALREADY_STOPPED);
    happen(hartid, data, 4);
    CHECK(d->fw_counter_read_value(hartid, counter) == begin + 5);
    CHECK(d->fw_counter_start(hartid, counter, data) == 0);
    happen(hartid, data, 1);
    CHECK(d->fw_counter_read_value(hartid, counter) == begin + 6);
    CHECK(d->fw_counter_stop(hartid, counter) == 0);
    CHECK(d->fw_counter_match_encoding(hartid, counter, data));
    CHECK(d->fw_counter_read_value(hartid, counter) == 0);
}

/* OpenSBI loses event_data where the value was to be cleared. */
static void check_lost_data(void) {
    CHECK(d->fw_counter_match_encoding(0, 2, 3));
    CHECK(d->fw_counter_read_value(0, 2) == 0);
    CHECK(d->fw_counter_start(0, 2, 0) == 0);
    happen(0, 3, 6);
    CHECK(d->fw_counter_read_value(0, 2) == 6);
    CHECK(d->fw_counter_stop(0, 2) == 0);
    CHECK(d->fw_counter_start(0, 2, 4) == 0); /* AUTO_START with another event */
    happen(0, 3, 1);
    happen(0, 4, 2);
    CHECK(d->fw_counter_read_value(0, 2) == 8);
    CHECK(d->fw_counter_stop(0, 2) == 0);
}

/* All counters of a hart at once, two of them for one event. */
static void check_all(void) {
    for (uint32_t i = 0; i < NT_PMU_OPENSBI_COUNTERS; i++) {
        CHECK(d->fw_counter_match_encoding(2, i, 1 + i % 4));
        d->fw_counter_write_value(2, i, 100 * i);
        CHECK(d->fw_counter_start(2, i, 1 + i % 4) == 0);
    }
    happen(2, 2, 9);
    for (uint32_t i = 0; i < NT_PMU_OPENSBI_COUNTERS; i++) {
        CHECK(d->fw_counter_read_value(2, i) == 100 * i + (i % 4 == 1 ? 9 : 0));
        CHECK(d->fw_counter_stop(2, i) == 0);
    }
}

static void check_bounds(void) {
    static const uint32_t wrong[][2] = {
        {HARTS, 0}, {UINT32_MAX, 0}, {0, NT_PMU_OPENSBI_COUNTERS}, {0, UINT32_MAX}};
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const uint32_t hartid = wrong[i][0];
        const uint32_t counter = wrong[i][1];
        CHECK(!d->fw_counter_match_encoding(hartid, counter, 1));
        CHECK(d->fw_counter_start(hartid, counter, 1) == SBI_ERR_INVALID_PARAM);
        CHECK(d->fw_counter_stop(hartid, counter) == SBI_ERR_INVALID_PARAM);
        CHECK(d->fw_counter_read_value(hartid, counter) == 0);
        d->fw_counter_write_value(hartid, counter, 1);
    }
    CHECK(d->fw_event_validate_encoding(HARTS, 1) == SBI_ERR_INVALID_PARAM);
    nt_pmu_opensbi_event(HARTS, 1);
}

int main(void) {
    void *memory = malloc(nt_pmu_opensbi_size(HARTS));
    CHECK(memory != NULL);
    d = nt_pmu_opensbi_init(memory, HARTS, event);
    check_events();
    check_counter(0, 0, 1);
    check_counter(1, 7, 4);
    check_counter(2, LAST, EVENTS);
    check_lost_data();
    check_all();
    check_bounds();
    free(memory);
    puts("all as OpenSBI expects");
    return 0;
}
