/* SPDX-License-Identifier: Apache-2.0 */
#include "suite.h"

#include "platform.h"

void suite_run(word mode, word code, word control);
int suite_test(void); /* the program's TEST, by the linker */
void suite_start(void);
extern const char suite_m_entry[], suite_s_entry[], suite_s_end[];

suite_trap trap;

void run(word mode, word code, word control) {
    trap.to = M;
    suite_run(mode, code, control);
    if (trap.epc >= (word)suite_s_entry && trap.epc < (word)suite_s_end) {
        trap.status = trap.cause == ECALL_S ? trap.status_s : trap.status;
        trap.to = S;
        trap.cause = csr_read(SCAUSE);
        trap.epc = csr_read(SEPC);
        trap.tval = csr_read(STVAL);
    }
#ifdef SUITE_CTR
    csr_write(0x14f, trap.status); /* FROZEN as it was */
#endif
}

void suite_end(int result) {
    /* QEMU ends with the low byte as its status, which is neither that of 0 nor that of SKIP */
    while (result != 0 && result != SKIP && ((result & 0xff) == 0 || (result & 0xff) == 0xff)) {
        result++;
    }
    *(volatile uint32_t *)PLATFORM_FINISH =
        result == 0 ? 0x5555U : (uint32_t)result << 16 | 0x3333U;
    for (;;) {
        __asm__ volatile("wfi");
    }
}

/* All of memory for all modes, if there is memory protection. */
static void open_memory(void) {
    if (csr_there(PMPCFG0)) {
        csr_write(PMPADDR0, -1);
        csr_write(PMPCFG0, 0x1f);
    }
}

void suite_start(void) {
    csr_write(MTVEC, suite_m_entry);
    csr_write(MIE, 0);
    open_memory();
    csr_write(MEDELEG, 0);
    csr_write(MIDELEG, 0);
    csr_write(STVEC, suite_s_entry);
    suite_begin();
    suite_end(suite_test());
}
