/* SPDX-License-Identifier: Apache-2.0 */
/* One hart: two of them beside QEMU's counters by icount make QEMU 7.2 wait for ever. */
#include "tests/pmu/perf/perf.h"

enum { CAUSE_ILLEGAL = 2 };

static struct perf_hart the_hart;

static void put_text(const char *text) {
    while (*text != '\0') {
        sbi_put(*text++);
    }
}

static void put_number(const char *name, uint64_t value, unsigned base) {
    char digits[24];
    unsigned at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    put_text(name);
    put_text(base == 16 ? " 0x" : " ");
    put_text(&digits[at]);
}

/* Gives where to go on. */
word supervisor_trap(word cause, word pc, word value) {
    struct perf_hart *hart = &the_hart;
    if (cause == INTERRUPT(IRQ_LCOF)) {
        perf_overflow(hart);
        return pc;
    }
    if (cause == CAUSE_ILLEGAL && hart->probing) {
        hart->probing = false;
        return pc + 4;
    }
    put_number("trap", cause, 16);
    put_number(" at", pc, 16);
    put_number(" value", value, 16);
    sbi_put('\n');
    sbi_off(true);
}

/* Where there is no scountovf, the handler notes that. */
static bool has_sscofpmf(struct perf_hart *hart) {
    hart->probing = true;
    (void)CSR_READ("0xda0");
    const bool found = hart->probing;
    hart->probing = false;
    return found;
}

static void count_and_sample(struct perf_hart *hart) {
    perf_count(hart);
    if (hart->sscofpmf) {
        perf_sample(hart);
    }
}

static void run(struct perf_hart *hart) {
    perf_find(hart);
    perf_stop_all(hart);
    perf_probe(hart);
    perf_try(hart);
    count_and_sample(hart);
    if (hart->version >= NT_PMU_VERSION_2_0 && perf_snapshots_begin(hart)) {
        count_and_sample(hart);
        perf_snapshots_end(hart);
    }
    perf_stop_all(hart);
    perf_is(hart, "calls change a0 and a1 alone", hart->kept, true);
}

static void report(const struct perf_hart *hart) {
    put_number("checks", hart->checks, 10);
    put_number(" failed", hart->failed, 10);
    put_number(" samples", hart->samples, 10);
    put_text(hart->holds ? "\n" : ", counters do not hold\n");
    for (unsigned i = 0; i < hart->kinds; i++) {
        const struct perf_failure *failure = &hart->failure[i];
        put_text("failed: ");
        put_text(failure->what);
        put_number(": came", failure->seen, 16);
        put_number(", wanted", failure->least, 16);
        put_number(" to", failure->most, 16);
        sbi_put('\n');
    }
}

_Noreturn void supervisor_main(word self) {
    struct perf_hart *hart = &the_hart;
    hart->self = (unsigned)self;
    hart->kept = true;
    hart->version = sbi(SBI_BASE, 0, 0, 0, 0, 0).value;
    hart->with_firmware = sbi(SBI_BASE, 1, 0, 0, 0, 0).value == TEST_IMPLEMENTATION;
    hart->with_platform = sbi(SBI_BASE, 3, TEST_EXTENSION, 0, 0, 0).value != 0;
    hart->sscofpmf = has_sscofpmf(hart);
    run(hart);
    put_number("sbi", hart->version, 16);
    put_text(hart->sscofpmf ? " sscofpmf\n" : " plain\n");
    report(hart);
    put_text("end\n");
    sbi_off(hart->failed != 0);
}
