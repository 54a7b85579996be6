/* SPDX-License-Identifier: Apache-2.0 */
/* A wrong reference is noticed as a wrong trace is: a single wrong result is one report, at its
   instruction; an instruction that is wrong always is reported, and no other. */
#include "sim/tandem/input.h"
#include "sim/tandem/verifier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Is an instruction whose result the reference has wrong. */
typedef struct patch {
    const char *name;
    uint32_t mask;
    uint32_t match;
} patch;

/* Results that only values of the same kind depend on: each is reported. */
static const patch always[] = {
    {"sub", 0xfe00707f, 0x40000033}, {"auipc", 0x7f, 0x17},    {"lw", 0x707f, 0x2003},
    {"sll", 0xfe00707f, 0x1033},     {"andi", 0x707f, 0x7013}, {"lbu", 0x707f, 0x4003},
};
/* Where a result is read by the next such instruction, the reference may have been right before. */
static const patch often[] = {
    {"add", 0xfe00707f, 0x0033}, {"lui", 0x7f, 0x37},          {"jal", 0x7f, 0x6f},
    {"xor", 0xfe00707f, 0x4033}, {"sltu", 0xfe00707f, 0x3033}, {"srli", 0xfc00707f, 0x5013},
};
static const patch any = {"one result", 0, 0};
enum {
    ALWAYS = sizeof always / sizeof always[0],
    OFTEN = sizeof often / sizeof often[0],
    EXECUTIONS = 3500,
    STEP = 61,
    PAGES = 16,
};

/* Is memory that was mapped. */
typedef struct page {
    uint64_t address;
    const uint8_t *bytes;
} page;

/* Is Unicorn with a wrong instruction. */
typedef struct wrong {
    void *unicorn;
    page page[PAGES];
    size_t pages;
    unsigned xlen;
    uint64_t pc; /* of the instruction that was executed last */
    uint64_t next;
    const patch *patch;
    uint64_t seen;  /* executions of it */
    uint64_t only;  /* the one that is wrong, from 1; 0: all */
    uint64_t times; /* that its result was wrong */
    nt_reference_between between;
    void *context;
} wrong;

static wrong subject;

static uint32_t code_at(uint64_t pc) {
    uint32_t code = 0;
    for (size_t i = 0; i < subject.pages; i++) {
        if (pc - subject.page[i].address < NT_TV_PAGE) {
            memcpy(&code, subject.page[i].bytes + (pc - subject.page[i].address), sizeof code);
        }
    }
    nt_tv_insn insn;
    nt_tv_insn_decode(&insn, (code & 3) == 3 ? code : code & 0xffff, (code & 3) == 3 ? 4 : 2,
                      subject.xlen, 0);
    return insn.code;
}

static int open_wrong(void **self, const nt_reference_host *host) {
    subject.xlen = host->xlen;
    *self = &subject;
    return nt_tv_unicorn.open(&subject.unicorn, host);
}

static void close_wrong(void *self) {
    (void)self;
    nt_tv_unicorn.close(subject.unicorn);
}

static int reset_wrong(void *self) {
    (void)self;
    return nt_tv_unicorn.reset(subject.unicorn);
}

static void read_wrong(void *self, nt_reference_registers *registers, bool pc, bool floats) {
    (void)self;
    nt_tv_unicorn.read(subject.unicorn, registers, pc, floats);
    uint32_t code = code_at(subject.pc);
    unsigned rd = code >> 7 & 31;
    unsigned opcode = code & 0x7f;
    bool writes = rd != 0 && opcode != 0x23 && opcode != 0x63; /* no store, no branch */
    if (writes && (code & subject.patch->mask) == subject.patch->match) {
        subject.seen++;
        if (subject.only == 0 || subject.only == subject.seen) {
            registers->x[rd] ^= 4;
            subject.times++;
        }
    }
}

static void write_wrong(void *self, const nt_reference_registers *registers, bool floats) {
    (void)self;
    nt_tv_unicorn.write(subject.unicorn, registers, floats);
}

static int map_wrong(void *self, uint64_t address, size_t size, uint8_t *bytes) {
    (void)self;
    assert_in_range(subject.pages, 0, PAGES - 1);
    subject.page[subject.pages++] = (page){address, bytes};
    return nt_tv_unicorn.map(subject.unicorn, address, size, bytes);
}

static void forget_wrong(void *self, uint64_t address, size_t size) {
    (void)self;
    nt_tv_unicorn.forget(subject.unicorn, address, size);
}

static bool between_wrong(void *context, uint64_t pc) {
    (void)context;
    bool result = subject.between(subject.context, pc);
    subject.pc = pc;
    return result;
}

static nt_reference_attempt step_wrong(void *self, uint64_t pc, size_t count,
                                       nt_reference_between between, void *context) {
    (void)self;
    subject.pc = pc;
    subject.between = between;
    subject.context = context;
    return nt_tv_unicorn.step(subject.unicorn, pc, count, between == NULL ? NULL : between_wrong,
                              NULL);
}

static const nt_reference wrong_operations = {
    .version = NT_REFERENCE_VERSION,
    .wrong = NT_REFERENCE_WRONG_SINGLES | NT_REFERENCE_WRONG_MINMAX | NT_REFERENCE_NO_WIDE_FPRS,
    .name = "wrong",
    .open = open_wrong,
    .close = close_wrong,
    .reset = reset_wrong,
    .read = read_wrong,
    .write = write_wrong,
    .map = map_wrong,
    .forget = forget_wrong,
    .step = step_wrong,
};

typedef struct run {
    nt_tv_verifier *verifier;
    nt_error error;
    uint64_t reports;
    uint64_t others; /* reports of other instructions */
} run;

static int take_report(void *context, const nt_tv_report *report) {
    run *r = context;
    nt_tv_insn insn;
    nt_tv_insn_decode(&insn, report->code, report->code_size, subject.xlen, 0);
    r->reports++;
    r->others += (insn.code & subject.patch->mask) != subject.patch->match || report->count != 1 ||
                 report->differences[0].reg != NT_TANDEM_GPR + insn.rd ||
                 (report->differences[0].expected ^ report->differences[0].got) != 4;
    return 0;
}

static int begin(void *context, const nt_tandem_input_info *info) {
    run *r = context;
    nt_tv_setup setup = {.format = info->format,
                         .reference = &wrong_operations,
                         .sink = take_report,
                         .context = r,
                         .error = &r->error};
    r->verifier = nt_tv_verifier_new(&setup);
    return r->verifier == NULL ? -1 : 0;
}

static int take_group(void *context, const nt_tandem_group *group) {
    const run *r = context;
    return nt_tv_verifier_take(r->verifier, group);
}

/* Reports of the run with a wrong reference. */
static run verify(const patch *patch, uint64_t only) {
    run r = {0};
    nt_tandem_given given = NT_TANDEM_GIVEN_NOTHING;
    nt_tandem_input input = {.path = "tests/data/tandem/integer.ntv.gz",
                             .given = &given,
                             .begin = begin,
                             .sink = take_group,
                             .context = &r};
    subject = (wrong){.patch = patch, .only = only};
    assert_int_equal(nt_tandem_input_read(&input, &r.error), 0);
    assert_int_equal(nt_tv_verifier_end(r.verifier), 0);
    nt_tv_verifier_free(r.verifier);
    return r;
}

static void judge(const patch *patch, uint64_t only, uint64_t least) {
    run r = verify(patch, only);
    if (subject.times == 0 || r.reports < least || r.reports > subject.times || r.others != 0) {
        fail_msg("%s %llu: wrong %llu times, %llu reports, %llu of them elsewhere", patch->name,
                 (unsigned long long)only, (unsigned long long)subject.times,
                 (unsigned long long)r.reports, (unsigned long long)r.others);
    }
}

static void an_instruction_that_is_always_wrong_is_reported(void **state) {
    (void)state;
    for (unsigned i = 0; i < ALWAYS; i++) {
        (void)verify(&always[i], 0);
        judge(&always[i], 0, subject.times);
    }
    for (unsigned i = 0; i < OFTEN; i++) {
        judge(&often[i], 0, 1);
    }
}

static void a_single_wrong_result_is_one_report(void **state) {
    (void)state;
    for (uint64_t only = 1; only < EXECUTIONS; only += STEP) {
        run r = verify(&any, only);
        if (subject.times != 1 || r.reports != 1 || r.others != 0) {
            fail_msg("result %llu: %llu reports, %llu elsewhere", (unsigned long long)only,
                     (unsigned long long)r.reports, (unsigned long long)r.others);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_instruction_that_is_always_wrong_is_reported),
        cmocka_unit_test(a_single_wrong_result_is_one_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
