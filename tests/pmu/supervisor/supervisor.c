/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/pmu/supervisor/supervisor.h"

enum { CAUSE_ILLEGAL = 2, IPIS = 1000, FIRST_FIRMWARE = 19, FIRMWARE_EVENT = 0xf0000 };
enum barrier { BEGUN, IPIS_COUNTED, IPIS_SENT, DONE, BARRIERS };

static struct supervisor_hart harts[MAP_HARTS];
static unsigned arrived[BARRIERS]; /* harts */

static void put_named(const char *name, word value) {
    nt_table_text(name, sbi_put);
    nt_table_text(" 0x", sbi_put);
    nt_table_number(value, 16, sbi_put);
}

/* The place. */

static struct nt_pmu_ret call(void *context, nt_pmu_word fid, const nt_pmu_word args[6]) {
    struct supervisor_hart *hart = context;
    word words[6];
    for (unsigned i = 0; i < 6; i++) {
        words[i] = args[i];
    }
    return sbi_call(SBI_EXT_PMU, fid, words, &hart->kept);
}

static nt_pmu_word csr_read(void *context, unsigned csr) {
    (void)context;
    return sbi(TEST_EXTENSION, TEST_CSR_READ, csr, 0, 0, 0).value;
}

static void csr_write(void *context, unsigned csr, nt_pmu_word value) {
    (void)context;
    (void)sbi(TEST_EXTENSION, TEST_CSR_WRITE, csr, value, 0, 0);
}

/* A firmware meets "set timer" whoever made it. */
static void fw_event(void *context, uint32_t code, uint64_t event_data, unsigned number) {
    (void)context;
    if (code != SBI_PMU_FW_SET_TIMER) {
        (void)sbi(TEST_EXTENSION, TEST_FW_EVENT, code, number, (word)(uint32_t)event_data,
                  (word)(event_data >> 32));
        return;
    }
    for (unsigned i = 0; i < number; i++) {
        (void)sbi(SBI_TIME, 0, (word)-1, (word)-1, 0, 0);
    }
}

static void power(void *context, enum nt_power what) {
    (void)context;
    (void)sbi(TEST_EXTENSION, TEST_POWER, what, 0, 0, 0);
}

static void clear_pending(void *context) {
    struct supervisor_hart *hart = context;
    if (hart->place.platform == NT_TABLE_SSCOFPMF) {
        CSR_CLEAR("sip", (word)1 << IRQ_LCOF);
    }
}

static bool begins(void *context, unsigned row) {
    const volatile uint8_t *orders = (const volatile uint8_t *)(word)MAP_ORDERS;
    (void)context;
    if (orders[1 + row] != 0) {
        return false;
    }
    if (orders[0] != 0) {
        nt_table_text("row ", sbi_put);
        nt_table_text(nt_cases[row].name, sbi_put);
        sbi_put('\n');
    }
    return true;
}

/* Where there is no scountovf, the handler says that it was not probed. */
static bool has_sscofpmf(struct supervisor_hart *hart) {
    hart->probing = true;
    (void)CSR_READ("0xda0");
    const bool found = hart->probing;
    hart->probing = false;
    return found;
}

/* OpenSBI lets S mode do nothing but calls. */
static void begin(struct supervisor_hart *hart, unsigned self, bool own_firmware) {
    const word pages = MAP_PAGES + self * MAP_PAGES_SIZE;
    const unsigned lacks = own_firmware ? NT_NEED_COUNT | NT_NEED_HOLDS : NT_NEED_ALL;
    hart->self = self;
    hart->kept = true;
    hart->with_firmware = own_firmware;
    hart->place = (struct nt_place){
        .can = NT_NEED_XLEN | (NT_NEED_ALL & ~lacks),
        .platform = has_sscofpmf(hart) ? NT_TABLE_SSCOFPMF : NT_TABLE_PLAIN,
        .counters = 35,
        .address = pages,
        .pages = (volatile uint32_t *)pages,
        .shadow = hart->shadow,
        .context = hart,
        .call = call,
        .csr_read = csr_read,
        .csr_write = csr_write,
        .fw_event = fw_event,
        .power = power,
        .clear_pending = clear_pending,
        .begins = begins,
    };
}

/* Traps. Gives where to go on. */
word supervisor_trap(word cause, word pc, word value) {
    struct supervisor_hart *hart = &harts[CSR_READ("sscratch")];
    if (cause == INTERRUPT(IRQ_LCOF)) {
        supervisor_overflow(hart->self);
        return pc;
    }
    if (cause == CAUSE_ILLEGAL && hart->probing) {
        hart->probing = false;
        return pc + 4;
    }
    put_named("supervisor: trap", cause);
    put_named(" at", pc);
    put_named(" value", value);
    sbi_put('\n');
    sbi_off(true);
}

/* Waits for the other harts. */
static void meet(enum barrier barrier, unsigned all) {
    __atomic_add_fetch(&arrived[barrier], 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(&arrived[barrier], __ATOMIC_ACQUIRE) < all) {
    }
}

/* In both orders; of two harts at once, each begins at the other end. */
static void run_table(struct supervisor_hart *hart) {
    const bool first = hart->self % 2 != 0;
    nt_table_run(&hart->place, first ? hart->backward : hart->forward, first);
    nt_table_run(&hart->place, first ? hart->forward : hart->backward, !first);
}

/* Both harts send IPIs to each other at once, and count those that they send and get. */
static bool send_ipis(struct supervisor_hart *hart) {
    static const word events[] = {SBI_PMU_FW_IPI_SENT, SBI_PMU_FW_IPI_RECEIVED};
    const word flags = SBI_PMU_CFG_FLAG_CLEAR_VALUE | SBI_PMU_CFG_FLAG_AUTO_START;
    bool kept = true;
    bool good = true;
    for (unsigned i = 0; i < 2; i++) {
        const word args[6] = {FIRST_FIRMWARE + i, 1, flags, FIRMWARE_EVENT | events[i]};
        good &=
            sbi_call(SBI_EXT_PMU, SBI_EXT_PMU_COUNTER_CFG_MATCH, args, &kept).error == SBI_SUCCESS;
    }
    meet(IPIS_COUNTED, MAP_HARTS);
    for (unsigned i = 0; i < IPIS; i++) {
        good &= sbi(SBI_IPI, 0, (word)1 << (1 - hart->self), 0, 0, 0).error == SBI_SUCCESS;
    }
    meet(IPIS_SENT, MAP_HARTS);
    for (unsigned i = 0; i < 2; i++) {
        const struct nt_pmu_ret ret =
            sbi(SBI_EXT_PMU, SBI_EXT_PMU_COUNTER_FW_READ, FIRST_FIRMWARE + i, 0, 0, 0);
        good &= ret.error == SBI_SUCCESS && ret.value == IPIS;
    }
    return good;
}

static void put_line(const char *what, bool good) {
    nt_table_text(what, sbi_put);
    nt_table_text(good ? " yes\n" : " no\n", sbi_put);
}

static void report(const struct supervisor_hart *hart) {
    put_named("hart", hart->self);
    sbi_put('\n');
    (void)nt_table_print(&hart->place, hart->forward, hart->backward, sbi_put);
    put_line("other registers kept:", hart->kept);
    if (hart->with_firmware) {
        put_line("sampled by LCOFI:", hart->sampled);
        put_line("counted IPIs:", hart->sent);
    }
}

/* What there is, for who compares with another. */
static void introduce(word implementation) {
    put_named("sbi", sbi(SBI_BASE, 0, 0, 0, 0, 0).value);
    put_named(" implementation", implementation);
    put_named(" version", sbi(SBI_BASE, 2, 0, 0, 0, 0).value);
    sbi_put('\n');
    for (word fid = SBI_EXT_PMU_COUNTER_FW_READ_HI; fid <= SBI_EXT_PMU_EVENT_GET_INFO; fid++) {
        put_named("fid", fid);
        put_named(" error", sbi(SBI_EXT_PMU, fid, 1, 0, 0, 1).error);
        sbi_put('\n');
    }
}

void supervisor_main(word self) {
    struct supervisor_hart *hart = &harts[self];
    CSR_WRITE("sscratch", self);
    const word implementation = sbi(SBI_BASE, 1, 0, 0, 0, 0).value;
    const bool own = implementation == TEST_IMPLEMENTATION;
    const unsigned all = own ? MAP_HARTS : 1;
    if (nt_case_count > SUPERVISOR_ROWS) {
        nt_table_text("supervisor: more rows than SUPERVISOR_ROWS\n", sbi_put);
        sbi_off(true);
    }
    begin(hart, (unsigned)self, own);
    meet(BEGUN, all);
    run_table(hart);
    if (own) {
        hart->sampled =
            hart->place.platform != NT_TABLE_SSCOFPMF || supervisor_sample((unsigned)self);
        hart->sent = send_ipis(hart);
    }
    meet(DONE, all);
    if (self == 0) {
        introduce(implementation);
        for (unsigned i = 0; i < all; i++) {
            report(&harts[i]);
        }
        nt_table_text("end\n", sbi_put);
        sbi_off(false);
    }
    for (;;) {
    }
}
