/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/pmu/random_log.h"

#include <string.h>

enum { CHECKED = 1 << 7, CHANGES = 8, PAGE_WORDS = NT_ARRAY_PAGE / 8 };

static uint64_t page_word(const struct random_hart *h, unsigned index) {
    uint64_t word;
    memcpy(&word, (const unsigned char *)h->array.page + 8 * (size_t)index, sizeof word);
    return word;
}

static uint64_t state_word(const struct random_hart *h, unsigned index) {
    if (index < STATE_EVENT) {
        return h->array.counter[index];
    }
    if (index < STATE_INHIBIT) {
        return h->array.event[index - STATE_EVENT];
    }
    switch (index) {
    case STATE_INHIBIT:
        return h->array.mcountinhibit;
    case STATE_ENABLE:
        return h->array.mcounteren;
    case STATE_MIP:
        return h->array.mip;
    case STATE_MISUSE:
        return h->misuse + h->array.bad_csrs;
    default:
        return page_word(h, index - STATE_PAGES);
    }
}

static void put(struct random_log *log, const uint64_t *words, size_t number) {
    if (number != 0) {
        fwrite(words, sizeof *words, number, log->file);
    }
}

static unsigned find_changes(struct random_log *log, const struct random_hart *h, unsigned from,
                             unsigned number, uint64_t *changes) {
    unsigned found = 0;
    for (unsigned i = from; i < from + number; i++) {
        uint64_t word = state_word(h, i);
        if (word != log->shown[i]) {
            changes[2 * found] = i;
            changes[2 * found + 1] = log->shown[i] = word;
            found++;
        }
    }
    return found;
}

static unsigned all_changes(struct random_log *log, const struct random_hart *h,
                            uint64_t *changes) {
    unsigned found = find_changes(log, h, 0, STATE_PAGES, changes);
    for (unsigned page = 0; page < NT_ARRAY_PAGES; page++) {
        unsigned first = STATE_PAGES + page * PAGE_WORDS;
        if (memcmp(h->array.page[page], &log->shown[first], NT_ARRAY_PAGE) != 0) {
            found += find_changes(log, h, first, PAGE_WORDS, changes + 2 * (size_t)found);
        }
    }
    return found;
}

void random_log_write(struct random_log *log, const struct random_hart *h, enum log_kind kind,
                      const uint64_t *words, unsigned number, bool checked) {
    uint64_t changes[2 * STATE_WORDS];
    unsigned found = checked ? all_changes(log, h, changes) : 0;
    uint64_t head = (uint64_t)kind | (checked ? CHECKED : 0) | (uint64_t)found << CHANGES;
    put(log, &head, 1);
    put(log, words, number);
    put(log, changes, 2 * (size_t)found);
    log->records++;
}

void random_log_platform(struct random_log *log, const struct random_hart *h) {
    const struct nt_pmu_platform *p = &h->platform;
    uint64_t words[] = {NT_PMU_XLEN,
                        NT_PMU_VERSION,
                        p->counters,
                        p->width,
                        p->fw_counters,
                        p->sscofpmf,
                        p->counts_m,
                        p->ops->memory != NULL,
                        h->salt,
                        h->base,
                        h->pages,
                        h->first,
                        h->array.mcountinhibit,
                        h->array.mcounteren,
                        p->stops_fixed};
    memset(log->shown, 0, sizeof log->shown);
    random_log_write(log, h, LOG_PLATFORM, words, sizeof words / sizeof *words, true);
}

void random_log_state(struct random_log *log, const struct random_hart *h) {
    uint64_t words[STATE_WORDS];
    for (unsigned i = 0; i < STATE_WORDS; i++) {
        words[i] = state_word(h, i);
    }
    random_log_write(log, h, LOG_STATE, words, STATE_WORDS, false);
}

void random_log_end(struct random_log *log) {
    uint64_t head = LOG_END;
    put(log, &head, 1);
    put(log, &log->records, 1);
}
