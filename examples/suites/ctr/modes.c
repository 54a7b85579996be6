/* SPDX-License-Identifier: Apache-2.0 */
/* "Privilege Mode Transitions" and "External Traps": what is recorded of jumps in modes, and of
 * traps and trap returns between them. */
#include "ctr.h"

extern const char suite_mret[], suite_m_entry[], suite_s_entry[];

#define ON(mode) ((mode) == M ? ON_M : (mode) == S ? ON_S : ON_U)

static bool none_from(word from) {
    for (word i = 0; i < depth; i++) {
        if ((source_of(i) & ~(word)1) == from) {
            return false;
        }
    }
    return true;
}

/* ---- Jumps */

CODE(jump_code, "jump_from: j 1f\n nop\n1:\njump_to: nop");

#define JUMPS(name, mode, letter)                                                                  \
    TEST(jump_##name##_on, "mctrctl_mode_op ctr_behavior_criteria0 Smctr_recording_criteria",      \
         letter " mode enabled: its jumps are recorded") {                                         \
        run(mode, ADDR(jump_code), ON(mode));                                                      \
        CHECK(is_record((mode) == M ? 1 : 0, ADDR(jump_from), ADDR(jump_to), DIRECT_JUMP));        \
        return 0;                                                                                  \
    }                                                                                              \
    TEST(jump_##name##_off, "mctrctl_mode_op ctr_behavior_criteria0",                              \
         letter " mode not enabled, the others are: no jump of it is recorded") {                  \
        run(mode, ADDR(jump_code), (ON_U | ON_S | ON_M) & ~ON(mode));                              \
        CHECK(none_from(ADDR(jump_from)));                                                         \
        return 0;                                                                                  \
    }
#define NO_JUMPS(name, mode, letter)                                                               \
    TEST(jump_##name##_none, "sctrstatus",                                                         \
         "no mode enabled: WRPTR stays while " letter " mode jumps") {                             \
        csr_write(SCTRSTATUS, 5);                                                                  \
        run(mode, ADDR(jump_code), 0);                                                             \
        CHECK((trap.status & 0xff) == 5 && is_empty(0));                                           \
        return 0;                                                                                  \
    }

JUMPS(u, U, "U")
JUMPS(s, S, "S")
JUMPS(m, M, "M")
NO_JUMPS(u, U, "U")
NO_JUMPS(s, S, "S")

/* ---- Traps. Breakpoints, which are exceptions in any mode, and supervisor software interrupts */

CODE(break_code, "break_from: ebreak");
CODE(irq_code, "irq_from: j irq_from");
CODE(irq_m_code, "csrsi mstatus, 8\nirq_m_from: j irq_m_from");
CODE(irq_s_code, "csrsi sstatus, 2\nirq_s_from: j irq_s_from");

/* Traps from a mode to a mode; returns its source. */
static word trap_between(bool interrupt, word from, word to, word control) {
    word source = ADDR(break_from), code = ADDR(break_code);
    if (to == S) {
        delegate();
    }
    if (interrupt) {
        source = from == M              ? ADDR(irq_m_from)
                 : from == S && to == S ? ADDR(irq_s_from)
                                        : ADDR(irq_from);
        code = from == M ? ADDR(irq_m_code) : from == S && to == S ? ADDR(irq_s_code) : source;
        csr_write(MIE, 1 << SSI);
        csr_set(MIP, 1 << SSI);
    }
    run(from, code, control);
    csr_clear(MIP, 1 << SSI);
    csr_write(MIE, 0);
    return source;
}

static bool came(bool interrupt, word to, word source) {
    return trap.cause == (interrupt ? INTERRUPT(SSI) : BREAKPOINT) && trap.to == to &&
           trap.epc == source;
}

#define HANDLER(to)     ((to) == S ? (word)suite_s_entry : (word)suite_m_entry)
#define KIND(interrupt) ((interrupt) ? INTERRUPTED : EXCEPTION)

static int trap_test(bool interrupt, word from, word to, bool from_on, bool to_on) {
    word control = (word)((from_on ? ON(from) : 0) | (to_on ? ON(to) : 0));
    word source = trap_between(interrupt, from, to, control);
    CHECK(came(interrupt, to, source));
    if (to_on) {
        CHECK(is_record(0, from_on ? source : 0, HANDLER(to), KIND(interrupt)));
    } else {
        CHECK(is_empty(0));
    }
    return 0;
}

#define TRAPS_OF(kind, interrupt, name, from, to, a, b)                                            \
    TEST(kind##_##name##_ee, "ctr_trap_enabled ctr_trap_ee ctrsource_op ctr_ttype" #interrupt,     \
         "an " #kind " from " a " to " b ", both enabled, is recorded") {                          \
        return trap_test((interrupt) == 2, from, to, true, true);                                  \
    }                                                                                              \
    TEST(kind##_##name##_dd, "ctr_trap_dd",                                                        \
         "an " #kind " from " a " to " b ", both not enabled, is not recorded") {                  \
        return trap_test((interrupt) == 2, from, to, false, false);                                \
    }
#define TRAPS_BETWEEN(kind, interrupt, name, from, to, a, b)                                       \
    TRAPS_OF(kind, interrupt, name, from, to, a, b)                                                \
    TEST(kind##_##name##_de, "ctr_trap_disabled_src ctr_trap_de",                                  \
         "an " #kind " from " a ", not enabled, to " b ", enabled, is recorded with source 0") {   \
        return trap_test((interrupt) == 2, from, to, false, true);                                 \
    }                                                                                              \
    TEST(kind##_##name##_ed, "ctr_trap_disabled_tgt ctr_trap_ed",                                  \
         "an " #kind " from " a ", enabled, to " b ", not enabled, is not recorded") {             \
        return trap_test((interrupt) == 2, from, to, true, false);                                 \
    }

TRAPS_BETWEEN(exception, 1, u_s, U, S, "U", "S")
TRAPS_BETWEEN(exception, 1, u_m, U, M, "U", "M")
TRAPS_BETWEEN(exception, 1, s_m, S, M, "S", "M")
TRAPS_OF(exception, 1, s_s, S, S, "S", "S")
TRAPS_OF(exception, 1, m_m, M, M, "M", "M")
TRAPS_BETWEEN(interrupt, 2, u_s, U, S, "U", "S")
TRAPS_BETWEEN(interrupt, 2, u_m, U, M, "U", "M")
TRAPS_BETWEEN(interrupt, 2, s_m, S, M, "S", "M")
TRAPS_OF(interrupt, 2, s_s, S, S, "S", "S")
TRAPS_OF(interrupt, 2, m_m, M, M, "M", "M")

/* ---- Trap returns. mret is that of run(); the call that ends the code is a record if M is enabled
 */

CODE(nothing_code, "nop");

static int mret_test(word to, bool from_on, bool to_on) {
    run(to, ADDR(nothing_code), (word)((from_on ? ON_M : 0) | (to_on ? ON(to) : 0)));
    if (from_on) {
        CHECK(is_record(1, (word)suite_mret, to_on ? ADDR(nothing_code) : 0, TRAP_RETURN));
        CHECK(is_empty(2));
    } else {
        CHECK(is_empty(0));
    }
    return 0;
}

CODE(sret_u_code, "lla t0, sret_u_to\n csrw sepc, t0\n li t0, 0x100\n csrc sstatus, "
                  "t0\nsret_u_from: sret\nsret_u_to: nop");
CODE(sret_s_code, "lla t0, sret_s_to\n csrw sepc, t0\n li t0, 0x100\n csrs sstatus, "
                  "t0\nsret_s_from: sret\nsret_s_to: nop");

static int sret_test(word to, bool from_on, bool to_on) {
    word from = to == U ? ADDR(sret_u_from) : ADDR(sret_s_from),
         target = to == U ? ADDR(sret_u_to) : ADDR(sret_s_to);
    run(S, to == U ? ADDR(sret_u_code) : ADDR(sret_s_code),
        (word)((from_on ? ON_S : 0) | (to_on ? ON(to) : 0)));
    CHECK(trap.cause == (to == U ? ECALL_U : ECALL_S));
    if (from_on) {
        CHECK(is_record(0, from, to_on ? target : 0, TRAP_RETURN));
        CHECK(is_empty(1));
    } else {
        CHECK(is_empty(0));
    }
    return 0;
}

#define RETURNS(kind, name, to, a, b)                                                              \
    TEST(kind##_##name##_ee, "ctr_trapret_enabled ctr_trapret_ee ctr_ttype3",                      \
         #kind " from " a " to " b ", both enabled, is recorded") {                                \
        return kind##_test(to, true, true);                                                        \
    }                                                                                              \
    TEST(kind##_##name##_dd, "ctr_trapret_dd",                                                     \
         #kind " from " a " to " b ", both not enabled, is not recorded") {                        \
        return kind##_test(to, false, false);                                                      \
    }
#define RETURNS_BETWEEN(kind, name, to, a, b)                                                      \
    RETURNS(kind, name, to, a, b)                                                                  \
    TEST(kind##_##name##_ed, "ctr_trapret_to_disabled ctr_trapret_ed",                             \
         #kind " from " a ", enabled, to " b ", not enabled, is recorded with target 0") {         \
        return kind##_test(to, true, false);                                                       \
    }                                                                                              \
    TEST(kind##_##name##_de, "ctr_trapret_from_disabled ctr_trapret_de",                           \
         #kind " from " a ", not enabled, to " b ", enabled, is not recorded") {                   \
        return kind##_test(to, false, true);                                                       \
    }

RETURNS_BETWEEN(mret, m_u, U, "M", "U")
RETURNS_BETWEEN(mret, m_s, S, "M", "S")
RETURNS(mret, m_m, M, "M", "M")
RETURNS_BETWEEN(sret, s_u, U, "S", "U")
RETURNS(sret, s_s, S, "S", "S")

/* ---- External traps: from an enabled to another mode */

static int external_test(bool interrupt, word from, word to, word enables, bool recorded) {
    if (!has(MTE | STE)) {
        return SKIP;
    }
    word source = trap_between(interrupt, from, to, (word)ON(from) | enables);
    CHECK(came(interrupt, to, source));
    if (recorded) {
        CHECK(is_record(0, source, 0, KIND(interrupt)));
        CHECK(is_empty(1));
    } else {
        CHECK(is_empty(0));
    }
    return 0;
}

#define EXTERNAL(name, tag, from, to, enables, recorded, sentence)                                 \
    TEST(external_exception_##name, "exttrap_def exttrap_requirements exttrap_ctrtarget0 " tag,    \
         "an exception " sentence) {                                                               \
        return external_test(false, from, to, enables, recorded);                                  \
    }                                                                                              \
    TEST(external_interrupt_##name, "exttrap_def exttrap_requirements exttrap_ctrtarget0 " tag,    \
         "an interrupt " sentence) {                                                               \
        return external_test(true, from, to, enables, recorded);                                   \
    }

EXTERNAL(us_ste, "exttrap_us mctrctl_ste_op", U, S, STE, true,
         "from U to S is recorded with STE, its target is 0")
EXTERNAL(us_mte, "exttrap_us mctrctl_ste_op", U, S, MTE, false,
         "from U to S is not recorded with MTE alone")
EXTERNAL(um_both, "exttrap_um mctrctl_mte_op", U, M, MTE | STE, true,
         "from U to M is recorded with MTE and STE, its target is 0")
EXTERNAL(um_mte, "exttrap_um mctrctl_mte_op", U, M, MTE, false,
         "from U to M is not recorded with MTE alone")
EXTERNAL(um_ste, "exttrap_um mctrctl_mte_op", U, M, STE, false,
         "from U to M is not recorded with STE alone")
EXTERNAL(sm_mte, "exttrap_sm mctrctl_mte_op", S, M, MTE, true,
         "from S to M is recorded with MTE alone, its target is 0")
EXTERNAL(sm_both, "exttrap_sm mctrctl_mte_op", S, M, MTE | STE, true,
         "from S to M is recorded with MTE and STE, its target is 0")
EXTERNAL(sm_ste, "exttrap_sm mctrctl_mte_op", S, M, STE, false,
         "from S to M is not recorded with STE alone")

TEST(external_frozen, "exttrap_def sctrstatus_frozen_op",
     "an external trap is not recorded while FROZEN is 1") {
    if (!has(MTE | STE)) {
        return SKIP;
    }
    csr_write(SCTRSTATUS, FROZEN);
    run(U, ADDR(nothing_code), ON_U | MTE | STE);
    CHECK(is_empty(0));
    return 0;
}

TEST(external_disabled_source, "exttrap_def ctr_trap_dd",
     "with MTE and STE a trap from a mode that is not enabled is none") {
    if (!has(MTE | STE)) {
        return SKIP;
    }
    run(U, ADDR(nothing_code), ON_S | MTE | STE);
    CHECK(trap.cause == ECALL_U && is_empty(0));
    return 0;
}

TEST(external_return, "ctr_trapret_from_disabled exttrap_def",
     "MTE and STE record no trap returns from a mode that is not enabled") {
    if (!has(MTE | STE)) {
        return SKIP;
    }
    run(S, ADDR(sret_u_code), ON_U | STE);
    CHECK(trap.cause == ECALL_U && is_empty(0));
    return 0;
}
