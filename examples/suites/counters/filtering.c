/* SPDX-License-Identifier: Apache-2.0 */
/* Sscofpmf, filtering by mode: mhpmevent's inhibit bits. */
#include "counters.h"

#define NEEDS(n)                                                                                   \
    if (!has_counter(n)) {                                                                         \
        return SKIP;                                                                               \
    }

#define OTHERS(mode) ((MINH | SINH | UINH) & ~INH(mode))
#define INH(mode)    ((mode) == M ? MINH : (mode) == S ? SINH : UINH)

#define MODE(name, mode, letter, own)                                                              \
    TEST(own##_inhibits, "mhpmevent_inh_op",                                                       \
         "with " letter "INH nothing is counted in " letter " mode") {                             \
        NEEDS(3)                                                                                   \
        set_event(3, OF | COUNTS | MINH | SINH | UINH);                                            \
        run_twenty(mode);                                                                          \
        CHECK(is_count(counter(3), 0));                                                            \
        return 0;                                                                                  \
    }                                                                                              \
    TEST(own##_alone, "mhpmevent_inh_op",                                                          \
         "without " letter "INH " letter " mode is counted, the others inhibited") {               \
        NEEDS(3)                                                                                   \
        set_event(3, OF | COUNTS | OTHERS(mode));                                                  \
        run_twenty(mode);                                                                          \
        CHECK((mode) == M ? counter(3) >= TWENTY : is_count(counter(3), TWENTY));                  \
        return 0;                                                                                  \
    }                                                                                              \
    TEST(count_all_##name, "mhpmevent_inh_op",                                                     \
         "with all inhibit bits 0 " letter " mode is counted") {                                   \
        NEEDS(3)                                                                                   \
        set_event(3, OF | COUNTS);                                                                 \
        run_long(mode);                                                                            \
        CHECK(counter(3) >= 2000);                                                                 \
        return 0;                                                                                  \
    }                                                                                              \
    TEST(own##_writable, "mhpmevent_inh_op", letter "INH is writable") {                           \
        NEEDS(3)                                                                                   \
        set_event(3, OF | INH(mode));                                                              \
        CHECK(event(3) == (OF | INH(mode)));                                                       \
        set_event(3, OF);                                                                          \
        CHECK(event(3) == OF);                                                                     \
        return 0;                                                                                  \
    }

MODE(u, U, "U", uinh)
MODE(s, S, "S", sinh)
MODE(m, M, "M", minh)

#define PAIR(name, inhibited, mode, sentence)                                                      \
    TEST(name, "mhpmevent_inh_op", sentence) {                                                     \
        NEEDS(3)                                                                                   \
        set_event(3, OF | COUNTS | (inhibited));                                                   \
        run_twenty(mode);                                                                          \
        CHECK(is_count(counter(3), TWENTY));                                                       \
        return 0;                                                                                  \
    }

PAIR(uinh_not_s, UINH | MINH, S, "UINH and MINH do not inhibit S mode")
PAIR(sinh_not_u, SINH | MINH, U, "SINH and MINH do not inhibit U mode")
PAIR(minh_not_u, MINH, U, "MINH alone does not inhibit U mode")
PAIR(minh_not_s, MINH, S, "MINH alone does not inhibit S mode")

TEST(uinh_runs_s, "mhpmevent_inh_op", "UINH inhibits U mode while S mode counts") {
    NEEDS(3)
    set_event(3, OF | COUNTS | UINH | MINH);
    run_twenty(U);
    CHECK(is_count(counter(3), 0));
    return 0;
}

TEST(sinh_runs_u, "mhpmevent_inh_op", "SINH inhibits S mode while U mode counts") {
    NEEDS(3)
    set_event(3, OF | COUNTS | SINH | MINH);
    run_twenty(S);
    CHECK(is_count(counter(3), 0));
    return 0;
}

TEST(each_its_own, "mhpmevent_inh_op", "each counter has inhibit bits of its own") {
    NEEDS(4)
    set_event(3, OF | COUNTS | MINH | SINH);
    set_event(4, OF | COUNTS | MINH | UINH);
    run_twenty(U);
    CHECK(is_count(counter(3), TWENTY) && is_count(counter(4), 0));
    run_twenty(S);
    CHECK(is_count(counter(3), TWENTY) && is_count(counter(4), TWENTY));
    return 0;
}

TEST(absent_modes, "mhpmevent_inh_op", "without the H extension VSINH and VUINH are read-only 0") {
    NEEDS(3)
    if ((csr_read(MISA) >> 7 & 1) != 0) {
        return SKIP;
    }
    set_event(3, OF | VSINH | VUINH);
    CHECK(event(3) == OF);
    return 0;
}

TEST(reserved_bits, "mhpmevent_inh_op", "bits 57 and 56 of mhpmevent are read-only 0") {
    NEEDS(3)
    set_event(3, OF | BIT(57) | BIT(56));
    CHECK(event(3) == OF);
    return 0;
}

TEST(event_kept, "mhpmevent_inh_op", "inhibit bits leave the event, and the event leaves them") {
    NEEDS(3)
    set_event(3, OF | COUNTS | SINH);
    CHECK(event(3) == (OF | COUNTS | SINH));
#if __riscv_xlen == 32
    csr_write(0x323, 0);
    CHECK(event(3) == (OF | SINH));
    csr_write(0x723, 0);
    csr_write(0x323, COUNTS);
    CHECK(event(3) == COUNTS);
    csr_write(0x723, OF >> 32);
    CHECK(event(3) == (OF | COUNTS));
#else
    csr_clear(0x323, SINH);
    CHECK(event(3) == (OF | COUNTS));
#endif
    return 0;
}

#if __riscv_xlen == 32
TEST(high_half_from_s, "mhpmevent_inh_op", "mhpmevent3h is of machine mode alone") {
    NEEDS(3)
    CODE(high_half_code, "high_half_at: csrr a0, 0x723");
    run(S, ADDR(high_half_code), 0);
    CHECK(trap.cause == ILLEGAL && trap.epc == ADDR(high_half_at));
    return 0;
}
#endif
