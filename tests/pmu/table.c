/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/pmu/table.h"

enum {
    WORDS = NT_TABLE_PAGES * NT_TABLE_PAGE / 4,
    WRITABLE = NT_TABLE_READ_ONLY * NT_TABLE_PAGE / 4
};

enum { FIRST_PROGRAMMABLE = 3, LAST_HARDWARE = 18 };

const char *const nt_platform_names[] = {"sscofpmf",  "plain", "sbi-2.0", "sbi-0.3",
                                         "no-memory", "wide",  "bare"};

/* Differs from word to word, and from what a call writes. */
static uint32_t pattern(unsigned word) {
    return 0xa5000000u | word << 8 | 0x5au;
}

static void fill(struct nt_place *place) {
    for (unsigned i = 0; i < WORDS; i++) {
        if (i < WRITABLE) {
            place->pages[i] = pattern(i);
        }
        place->shadow[i] = place->pages[i];
    }
}

static const nt_pmu_word all_ones = (nt_pmu_word)-1;

/* All counters one by one: an implementation may not take a set with a hole. */
static void rest(struct nt_place *place) {
    if ((place->can & NT_NEED_FID7) != 0) {
        const nt_pmu_word disable[6] = {all_ones, all_ones};
        (void)place->call(place->context, SBI_EXT_PMU_SNAPSHOT_SET_SHMEM, disable);
    }
    /* mcycle and minstret may run from boot: what a call has given an event, a call can stop */
    for (unsigned i = 0; i < place->counters && i <= 2; i += 2) {
        const nt_pmu_word take[6] = {i, 1, SBI_PMU_CFG_FLAG_SKIP_MATCH,
                                     i == 0 ? SBI_PMU_HW_CPU_CYCLES : SBI_PMU_HW_INSTRUCTIONS};
        (void)place->call(place->context, SBI_EXT_PMU_COUNTER_CFG_MATCH, take);
    }
    for (unsigned i = 0; i < place->counters; i++) {
        const nt_pmu_word reset[6] = {i, 1, SBI_PMU_STOP_FLAG_RESET};
        (void)place->call(place->context, SBI_EXT_PMU_COUNTER_STOP, reset);
    }
    place->clear_pending(place->context);
    fill(place);
}

static bool check_memory(const struct nt_place *place, struct nt_table_result *result) {
    for (unsigned i = 0; i < WORDS; i++) {
        const uint32_t word = place->pages[i];
        if (word != place->shadow[i]) {
            result->outcome = NT_WRONG_MEMORY;
            result->seen[0] = 4 * i;
            result->seen[1] = word;
            return false;
        }
    }
    return true;
}

static bool check_call(struct nt_place *place, const struct nt_step *step,
                       struct nt_table_result *result) {
    nt_pmu_word args[6];
    for (unsigned i = 0; i < 6; i++) {
        args[i] = step->arg[i] + ((step->pages >> i & 1) != 0 ? (nt_pmu_word)place->address : 0);
    }
    const struct nt_pmu_ret ret = place->call(place->context, step->number, args);
    if (ret.error != step->error || (!step->any && (ret.value & step->mask) != step->value)) {
        result->outcome = NT_WRONG_ANSWER;
        result->seen[0] = ret.error;
        result->seen[1] = ret.value;
        return false;
    }
    return check_memory(place, result);
}

static bool check_csr(const struct nt_place *place, const struct nt_step *step,
                      struct nt_table_result *result) {
    const nt_pmu_word value = place->csr_read(place->context, (unsigned)step->number);
    if ((value & step->mask) != step->value) {
        result->outcome = NT_WRONG_CSR;
        result->seen[0] = value;
        return false;
    }
    return true;
}

static void write_words(const struct nt_place *place, const struct nt_step *step, bool both) {
    for (nt_pmu_word i = 0; i < step->arg[1]; i++) {
        const size_t at = (size_t)((step->number + i * step->arg[2]) / 4);
        place->shadow[at] = (uint32_t)step->arg[0];
        if (both) {
            place->pages[at] = (uint32_t)step->arg[0];
        }
    }
}

/* As a hart comes out of a state that keeps nothing. */
static void lose(const struct nt_place *place, nt_pmu_word mcountinhibit) {
    enum {
        MCOUNTEREN = 0x306,
        MCOUNTINHIBIT = 0x320,
        MHPMEVENT = 0x320,
        MCYCLE = 0xb00,
        HIGH = 0x80
    };
    const nt_pmu_word event = 0x8003;
    const nt_pmu_word value = 0x55555555;
    place->csr_write(place->context, MCOUNTINHIBIT, mcountinhibit);
    place->csr_write(place->context, MCOUNTEREN, 0);
    for (unsigned i = 0; i <= LAST_HARDWARE; i = i == 0 ? 2 : i + 1) {
        place->csr_write(place->context, MCYCLE + i, value);
        if (i >= FIRST_PROGRAMMABLE) {
            place->csr_write(place->context, MHPMEVENT + i, event);
        }
#if NT_PMU_XLEN == 32
        place->csr_write(place->context, MCYCLE + HIGH + i, value);
#endif
    }
}

static uint64_t event_data(const struct nt_step *step) {
#if NT_PMU_XLEN == 32
    return (uint64_t)step->arg[2] << 32 | step->arg[1];
#else
    return step->arg[1];
#endif
}

static bool run_step(struct nt_place *place, const struct nt_step *step,
                     struct nt_table_result *result) {
    switch (step->kind) {
    case NT_STEP_CALL:
        return check_call(place, step, result);
    case NT_STEP_CSR_IS:
        return check_csr(place, step, result);
    case NT_STEP_CSR_WRITE:
        place->csr_write(place->context, (unsigned)step->number, step->arg[0]);
        return true;
    case NT_STEP_HAPPEN:
        place->happen(place->context, (uint32_t)step->number, (unsigned)step->arg[0],
                      (unsigned)step->arg[1]);
        return true;
    case NT_STEP_FW_EVENT:
        place->fw_event(place->context, (uint32_t)step->number, event_data(step),
                        (unsigned)step->arg[0]);
        return true;
    case NT_STEP_POWER:
        place->power(place->context, (enum nt_power)step->number);
        return true;
    case NT_STEP_LOST:
        lose(place, step->number);
        return true;
    default:
        write_words(place, step, step->kind == NT_STEP_POKE);
        return true;
    }
}

struct nt_table_result nt_table_row(struct nt_place *place, const struct nt_case *row) {
    struct nt_table_result result = {.outcome = NT_PASSED};
    const unsigned lacks = row->needs & ~place->can;
    if (row->platform != place->platform || lacks != 0) {
        result.outcome = row->platform != place->platform ? NT_OTHER : NT_SKIPPED;
        result.seen[0] = lacks;
        return result;
    }
    rest(place);
    while (result.step < row->count && run_step(place, &row->steps[result.step], &result)) {
        result.step++;
    }
    return result;
}

void nt_table_run(struct nt_place *place, struct nt_table_result *result, bool backward) {
    for (unsigned i = 0; i < nt_case_count; i++) {
        const unsigned row = backward ? nt_case_count - 1 - i : i;
        if (place->begins == NULL || place->begins(place->context, row)) {
            result[row] = nt_table_row(place, &nt_cases[row]);
        } else {
            result[row] = (struct nt_table_result){.outcome = NT_OTHER};
        }
    }
    rest(place);
}

void nt_table_text(const char *text, void (*put)(char)) {
    while (*text != '\0') {
        put(*text++);
    }
}

void nt_table_number(nt_pmu_word number, unsigned base, void (*put)(char)) {
    char digits[2 * sizeof number * 8 / 3];
    unsigned count = 0;
    do {
        digits[count++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number != 0);
    while (count > 0) {
        put(digits[--count]);
    }
}

static const char *const outcomes[] = {"pass ", "skip ", "fail answer ", "fail csr ",
                                       "fail memory "};

static void print_row(const char *name, const struct nt_table_result *result, void (*put)(char)) {
    nt_table_text(outcomes[result->outcome], put);
    nt_table_text(name, put);
    if (result->outcome != NT_PASSED) {
        const nt_pmu_word shown[] = {result->step, result->seen[0], result->seen[1]};
        for (unsigned i = 0; i < sizeof shown / sizeof *shown; i++) {
            nt_table_text(" 0x", put);
            nt_table_number(shown[i], 16, put);
        }
    }
    put('\n');
}

static bool same(const struct nt_table_result *one, const struct nt_table_result *other) {
    return one->outcome == other->outcome && one->step == other->step &&
           one->seen[0] == other->seen[0] && one->seen[1] == other->seen[1];
}

bool nt_table_print(const struct nt_place *place, const struct nt_table_result *forward,
                    const struct nt_table_result *backward, void (*put)(char)) {
    bool good = true;
    nt_table_text("platform ", put);
    nt_table_text(nt_platform_names[place->platform], put);
    put('\n');
    for (unsigned i = 0; i < nt_case_count; i++) {
        if (forward[i].outcome != NT_OTHER) {
            print_row(nt_cases[i].name, &forward[i], put);
        }
        if (!same(&forward[i], &backward[i])) {
            nt_table_text("backward: ", put);
            print_row(nt_cases[i].name, &backward[i], put);
            good = false;
        }
        good &= forward[i].outcome != NT_WRONG_ANSWER && forward[i].outcome != NT_WRONG_CSR &&
                forward[i].outcome != NT_WRONG_MEMORY;
    }
    return good;
}
