/* SPDX-License-Identifier: Apache-2.0 */
/* What the shell knows of instructions, beside Unicorn: which exist, what they write, and that a
   compressed one does what its expansion does. */
#include "sim/tandem/reference.h"
#include "sim/tandem/shell_insn.h"
#include "sim/util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Unicorn keeps some memory of its own; the names are the sanitizer's. */
const char *__lsan_default_suppressions(void);  /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void) { /* NOLINT(bugprone-reserved-identifier) */
    return "leak:libunicorn";
}

static const uint64_t CODE = 0x80000000;
static const uint64_t MIDDLE = 0x80018000; /* what registers point to */
enum { RANDOM = 60000, ILLEGAL = 2 };

/* Is a hart to execute single instructions. */
typedef struct hart {
    unsigned xlen;
    unsigned flen;
    nt_tv_memory memory;
    nt_tv_stores stores;
    nt_tv_host host;
    nt_error error;
    void *unicorn;
} hart;

/* Is what an instruction did. */
typedef struct effect {
    bool illegal;
    bool trapped;
    nt_tv_registers before;
    nt_tv_registers after;
    size_t stores;
} effect;

static int map(void *context, nt_tv_page *page, nt_error *error) {
    const hart *h = context;
    return nt_tv_reference_map(&nt_tv_unicorn, h->unicorn, page, error);
}

static void open_hart(hart *h, unsigned xlen, unsigned flen) {
    memset(h, 0, sizeof *h);
    h->xlen = xlen;
    h->flen = flen;
    h->memory.add = map;
    h->memory.context = h;
    h->memory.error = &h->error;
    h->host = (nt_tv_host){.memory = &h->memory, .stores = &h->stores, .error = &h->error};
    assert_int_equal(nt_tv_reference_open(&nt_tv_unicorn, &h->unicorn, xlen, flen, &h->host), 0);
    for (uint64_t at = 0; at < 3 * NT_TV_PAGE; at += NT_TV_PAGE / 2) {
        assert_int_equal(nt_tv_memory_write(&h->memory, CODE + at, at * 0x123456789, 8), 0);
    }
}

static void close_hart(hart *h) {
    nt_tv_unicorn.close(h->unicorn);
    nt_tv_memory_free(&h->memory);
}

/* Executes one instruction with registers that point to memory. */
static effect execute(hart *h, uint32_t code, unsigned size) {
    effect e = {0};
    nt_tv_registers start = {.pc = CODE};
    for (unsigned i = 1; i < 32; i++) {
        start.x[i] = MIDDLE + 8 * (i - 1U);
        start.f[i] =
            (h->xlen == 64 ? UINT64_C(0xffffffff00000000) : 0) | (0x3f800000 + i * 0x1111U);
    }
    for (unsigned i = 0; i < 64; i++) {
        (void)nt_tv_memory_write(&h->memory, MIDDLE + 8 * i, i * UINT64_C(0x9e3779b97f4a7c15), 8);
    }
    (void)nt_tv_memory_write(&h->memory, CODE, code, size);
    nt_tv_unicorn.forget(h->unicorn, CODE, size);
    h->stores.count = 0;
    nt_tv_unicorn.write(h->unicorn, &start, true);
    nt_reference_attempt attempt = nt_tv_unicorn.step(h->unicorn, CODE, 1, NULL, NULL);
    e.trapped = attempt.trapped;
    e.illegal = attempt.trapped && attempt.cause == ILLEGAL;
    e.before = start;
    e.stores = h->stores.count;
    nt_tv_unicorn.read(h->unicorn, &e.after, true, true);
    return e;
}

static bool is_jump(const nt_tv_insn *insn) {
    unsigned opcode = insn->code & 0x7f;
    return opcode == 0x63 || opcode == 0x67 || opcode == 0x6f;
}

static void compressed_as_expanded(hart *h) {
    for (uint32_t code = 0; code < 0x10000; code++) {
        nt_tv_insn insn;
        nt_tv_insn_decode(&insn, code, 2, h->xlen, h->flen);
        if ((code & 3) == 3 || insn.class_ == NT_TV_EBREAK) {
            continue;
        }
        /* Unicorn executes some that are reserved, and lacks extensions */
        if (insn.class_ == NT_TV_UNKNOWN || insn.extension != 0) {
            continue;
        }
        effect small = execute(h, code, 2);
        if (small.illegal) {
            fail_msg("RV%u 0x%04x: Unicorn does not know it", h->xlen, code);
        }
        if (small.trapped) {
            continue;
        }
        effect large = execute(h, insn.code, 4);
        bool same_pc = small.after.pc == large.after.pc ||
                       (small.after.pc == CODE + 2 && large.after.pc == CODE + 4);
        unsigned link = is_jump(&insn) ? insn.rd : 0;
        large.after.x[link] -= link != 0 ? 2 : 0;
        if (large.trapped || memcmp(small.after.x, large.after.x, sizeof small.after.x) != 0 ||
            memcmp(small.after.f, large.after.f, sizeof small.after.f) != 0 || !same_pc ||
            small.stores != large.stores) {
            fail_msg("RV%u 0x%04x does not do what 0x%08x does", h->xlen, code, insn.code);
        }
    }
}

static void a_compressed_instruction_does_what_its_expansion_does(void **state) {
    (void)state;
    static hart h;
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        open_hart(&h, xlen, 64);
        compressed_as_expanded(&h);
        close_hart(&h);
    }
}

/* A major opcode that both have, at random; without fences, the system's, and atomics to anywhere.
 */
static uint32_t random_code(nt_random *random) {
    static const uint8_t opcodes[] = {0x03, 0x07, 0x13, 0x17, 0x1b, 0x23, 0x27, 0x2f, 0x33,
                                      0x37, 0x3b, 0x43, 0x4b, 0x53, 0x63, 0x67, 0x6f};
    static const uint8_t functions[] = {0, 1, 0x20, 0x21, 0x10, 0x78, 0x70, 0x71, 0x08};
    uint32_t code = (uint32_t)nt_random_next(random) & ~0x7fU;
    code |= opcodes[nt_random_below(random, sizeof opcodes)];
    if (nt_random_chance(random, 160)) {
        code = (code & 0x1ffffff) | (uint32_t)functions[nt_random_below(random, sizeof functions)]
                                        << 25;
    }
    return code;
}

static void check_writes(const hart *h, uint32_t code, const nt_tv_insn *insn, const effect *e) {
    for (unsigned i = 0; i < 32; i++) {
        bool x = e->after.x[i] != e->before.x[i] && insn->rd != i;
        bool f = e->after.f[i] != e->before.f[i] && insn->rd != NT_TV_F0 + i;
        if (x || f) {
            fail_msg("RV%u 0x%08x writes %c%u", h->xlen, code, x ? 'x' : 'f', i);
        }
    }
    bool stores =
        insn->class_ == NT_TV_STORE || insn->class_ == NT_TV_AMO || insn->class_ == NT_TV_SC;
    if ((e->stores != 0 && !stores) || (e->stores == 0 && insn->class_ == NT_TV_STORE)) {
        fail_msg("RV%u 0x%08x stores %zu times", h->xlen, code, e->stores);
    }
}

static void random_instructions(hart *h, nt_random *random) {
    for (unsigned i = 0; i < RANDOM; i++) {
        uint32_t code = random_code(random);
        nt_tv_insn insn;
        nt_tv_insn_decode(&insn, code, 4, h->xlen, h->flen);
        bool rounds =
            insn.class_ == NT_TV_FLOAT && ((code >> 12 & 7) == 5 || (code >> 12 & 7) == 6);
        effect e = execute(h, code, 4);
        bool lacks = insn.class_ == NT_TV_UNKNOWN || insn.extension != 0;
        if (!rounds && e.illegal != lacks) {
            fail_msg("RV%u 0x%08x: Unicorn %s it", h->xlen, code,
                     e.illegal ? "does not know" : "knows");
        }
        if (!e.trapped) {
            check_writes(h, code, &insn, &e);
        }
    }
}

static void unicorn_knows_what_the_shell_knows(void **state) {
    (void)state;
    static hart h;
    nt_random random;
    nt_random_seed(&random, 1);
    for (unsigned xlen = 32; xlen <= 64; xlen += 32) {
        open_hart(&h, xlen, 64);
        random_instructions(&h, &random);
        close_hart(&h);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_compressed_instruction_does_what_its_expansion_does),
        cmocka_unit_test(unicorn_knows_what_the_shell_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
