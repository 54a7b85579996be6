/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/pmu/supervisor/sbi.h"

bool supervisor_ecall(word a[8]);

struct nt_pmu_ret sbi_call(word extension, word function, const word args[6], bool *kept) {
    word a[8];
    for (unsigned i = 0; i < 6; i++) {
        a[i] = args[i];
    }
    a[6] = function;
    a[7] = extension;
    *kept &= supervisor_ecall(a);
    for (unsigned i = 2; i < 6; i++) {
        *kept &= a[i] == args[i];
    }
    *kept &= a[6] == function && a[7] == extension;
    return (struct nt_pmu_ret){a[0], a[1]};
}

struct nt_pmu_ret sbi(word extension, word function, word a0, word a1, word a2, word a3) {
    bool kept = true;
    const word args[6] = {a0, a1, a2, a3};
    return sbi_call(extension, function, args, &kept);
}

void sbi_put(char c) {
    (void)sbi(SBI_PUTCHAR, 0, (word)c, 0, 0, 0);
}

_Noreturn void sbi_off(bool failed) {
    (void)sbi(SBI_RESET, 0, 0, failed, 0, 0);
    for (;;) {
    }
}
