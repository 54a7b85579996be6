/* SPDX-License-Identifier: Apache-2.0 */
/* The retirement stream: instructions and traps with what they accessed; runs as if nothing were
   known of accesses. */
#include "libntrace/program/writer.h"
#include "sim/stimulus/retire.h"
#include "sim/util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { ALL_PARTS = (1 << NT_ACCESSES) - 1, MOST = 4000 };

static char path[] = "/tmp/ntrace-retire-XXXXXX";
static char bare[] = "/tmp/ntrace-retire-XXXXXX";

static int make_files(void **state) {
    (void)state;
    int first = mkstemp(path);
    int second = mkstemp(bare);
    return first < 0 || second < 0 || close(first) != 0 || close(second) != 0;
}

static int remove_files(void **state) {
    (void)state;
    return unlink(path) != 0 || unlink(bare) != 0;
}

/* Writes events; without accesses where the header has no parts. */
static void write_events(const char *file, uint8_t parts, const nt_event *list, size_t count) {
    const nt_recording_header header = {.xlen = 64, .harts = 2, .parts = parts};
    nt_error error = {0};
    nt_writer *writer;
    assert_int_equal(nt_writer_open(&writer, file, &header, &error), 0);
    for (size_t i = 0; i < count; i++) {
        if (parts != 0 || list[i].kind != NT_EVENT_ACCESS) {
            assert_int_equal(nt_writer_event(writer, &list[i], &error), 0);
        }
    }
    assert_int_equal(nt_writer_commit(writer, &error), 0);
}

#define WRITE(list) write_events(path, ALL_PARTS, list, sizeof(list) / sizeof(list)[0])

static nt_retire *open_hart(const char *file, unsigned hart) {
    nt_error error = {0};
    nt_retire *retire;
    if (nt_retire_open(&retire, file, hart, &error) != 0) {
        fail_msg("%s", error.text);
    }
    return retire;
}

static nt_event run(uint16_t hart, uint64_t pc, uint32_t instructions, uint32_t halfwords) {
    return (nt_event){.kind = NT_EVENT_RUN, .hart = hart, .run = {pc, instructions, halfwords}};
}

static nt_event x(uint16_t hart, uint16_t number, uint64_t value) {
    return (nt_event){
        .kind = NT_EVENT_ACCESS,
        .hart = hart,
        .access = {
            .kind = NT_ACCESS_X, .number = number, .size = 8, .has_value = true, .value = value}};
}

static const uint8_t vector[16] = {1, 2, 3};

static nt_event v(uint16_t number) {
    return (nt_event){.kind = NT_EVENT_ACCESS,
                      .access = {.kind = NT_ACCESS_V,
                                 .number = number,
                                 .size = sizeof vector,
                                 .has_value = true,
                                 .bytes = vector}};
}

static nt_event trap(uint16_t hart, bool interrupt, uint64_t cause, uint64_t epc) {
    return (nt_event){.kind = NT_EVENT_TRAP, .hart = hart, .trap = {interrupt, cause, epc, 9}};
}

static nt_event mode(uint16_t hart, uint8_t priv, uint64_t context) {
    return (nt_event){.kind = NT_EVENT_MODE, .hart = hart, .mode = {priv, context}};
}

/* addi t0, t0, 1; c.nop; jal zero, -6 */
static const uint8_t code_bytes[] = {0x93, 0x82, 0x12, 0x00, 0x01, 0x00, 0x6f, 0xf0, 0xbf, 0xff};
/* c.nop; c.nop in its first place */
static const uint8_t other_bytes[] = {0x01, 0x00, 0x01, 0x00};

static nt_event code(uint16_t hart, uint64_t address, const uint8_t *bytes, uint32_t size) {
    return (nt_event){.kind = NT_EVENT_CODE, .hart = hart, .code = {address, size, bytes}};
}

static nt_retired next(nt_retire *retire) {
    nt_error error = {0};
    nt_retired retired;
    if (nt_retire_next(retire, &retired, &error) != 1) {
        fail_msg("no instruction: %s", error.text);
    }
    return retired;
}

static void assert_end(nt_retire *retire) {
    nt_error error = {0};
    nt_retired retired;
    assert_int_equal(nt_retire_next(retire, &retired, &error), 0);
    assert_int_equal(nt_retire_next(retire, &retired, &error), 0);
    nt_retire_close(retire);
}

static void assert_insn(const nt_retired *got, uint64_t number, uint64_t pc, uint64_t next_pc,
                        size_t accesses) {
    assert_int_equal(got->kind, NT_RETIRED_INSN);
    assert_int_equal(got->number, number);
    assert_int_equal(got->pc, pc);
    assert_true(got->has_next);
    assert_int_equal(got->next_pc, next_pc);
    assert_int_equal(got->access_count, accesses);
}

static void instructions_come_with_what_they_accessed(void **state) {
    (void)state;
    const nt_event list[] = {
        x(0, 2, 0x5000),
        code(0, 0x1000, code_bytes, sizeof code_bytes),
        run(0, 0x1000, 1, 2),
        x(0, 5, 1),
        v(3),
        x(1, 9, 9),
        run(0, 0x1004, 2, 3),
        x(0, 5, 2),
        run(0, 0x1000, 3, 5),
    };
    WRITE(list);
    nt_retire *retire = open_hart(path, 0);
    nt_retired got = next(retire);
    assert_int_equal(got.kind, NT_RETIRED_STATE);
    assert_int_equal(got.access_count, 1);
    assert_int_equal(got.accesses[0].value, 0x5000);
    assert_int_equal(got.next_pc, 0x1000);

    got = next(retire);
    assert_insn(&got, 0, 0x1000, 0x1004, 2);
    assert_int_equal(got.insn.size, 4);
    assert_true(got.has_bytes);
    assert_memory_equal(got.bytes, code_bytes, 4);
    assert_int_equal(got.mode.priv, 3);
    assert_int_equal(got.accesses[0].number, 5);
    assert_int_equal(got.accesses[0].value, 1);
    assert_memory_equal(got.accesses[1].bytes, vector, sizeof vector);
    got = next(retire);
    assert_insn(&got, 1, 0x1004, 0x1006, 0);
    got = next(retire);
    assert_insn(&got, 2, 0x1006, 0x1000, 1);
    assert_int_equal(got.insn.class_, NT_INSN_DIRECT_JUMP);
    assert_int_equal(got.insn.target, 0x1000);
    for (unsigned i = 0; i < 2; i++) {
        got = next(retire);
        assert_insn(&got, 3 + i, 0x1000 + 4 * i, 0x1004 + 2 * i, 0);
    }
    got = next(retire);
    assert_int_equal(got.pc, 0x1006);
    assert_false(got.has_next);
    assert_end(retire);
}

static void a_trap_and_a_mode_are_told_of_both_sides(void **state) {
    (void)state;
    const nt_event list[] = {
        mode(0, 6, 7),        code(0, 0x1000, code_bytes, sizeof code_bytes),
        run(0, 0x1000, 1, 2), trap(0, true, 7, 0x1004),
        x(0, 1, 1),           mode(0, 1, 3),
        x(0, 1, 2),           run(0, 0x1004, 1, 1),
    };
    WRITE(list);
    nt_retire *retire = open_hart(path, 0);
    nt_retired got = next(retire);
    assert_insn(&got, 0, 0x1000, 0x1004, 0);
    assert_int_equal(got.mode.context, 7);
    assert_true(nt_retire_is_virtual(got.mode));
    assert_int_equal(nt_retire_privilege(got.mode), 1);
    assert_int_equal(got.next_mode.priv, 6);

    got = next(retire);
    assert_int_equal(got.kind, NT_RETIRED_TRAP);
    assert_int_equal(got.pc, 0x1004);
    assert_true(got.trap.interrupt);
    assert_int_equal(got.trap.cause, 7);
    assert_int_equal(got.trap.tval, 9);
    assert_int_equal(got.mode.priv, 6);
    assert_int_equal(got.access_count, 2);
    assert_int_equal(got.accesses[1].value, 2);
    assert_int_equal(got.next_pc, 0x1004);
    assert_int_equal(got.next_mode.priv, 1);
    assert_int_equal(got.next_mode.context, 3);

    got = next(retire);
    assert_int_equal(got.mode.priv, 1);
    assert_false(nt_retire_is_virtual(got.mode));
    assert_end(retire);
}

static void an_instruction_has_the_code_of_its_time(void **state) {
    (void)state;
    const nt_event list[] = {
        code(0, 0x1000, code_bytes, sizeof code_bytes),
        run(0, 0x1000, 1, 2),
        code(0, 0x1000, other_bytes, sizeof other_bytes),
        run(0, 0x1000, 2, 2),
    };
    WRITE(list);
    nt_retire *retire = open_hart(path, 0);
    nt_retired got = next(retire);
    assert_int_equal(got.insn.size, 4);
    assert_int_equal(nt_retire_epoch(retire), 1);
    got = next(retire);
    assert_int_equal(got.insn.size, 2);
    assert_memory_equal(got.bytes, other_bytes, 2);
    got = next(retire);
    assert_int_equal(got.pc, 0x1002);
    assert_end(retire);
}

static void an_instruction_known_by_type_has_no_bytes(void **state) {
    (void)state;
    const nt_event list[] = {
        {.kind = NT_EVENT_INSN, .insn = {0x1000, {.size = 4, .class_ = NT_INSN_RETURN}}},
        run(0, 0x1000, 1, 2),
    };
    WRITE(list);
    nt_retire *retire = open_hart(path, 0);
    nt_retired got = next(retire);
    assert_int_equal(got.insn.class_, NT_INSN_RETURN);
    assert_false(got.has_bytes);
    assert_end(retire);
}

static void check_refused(unsigned hart, const char *reason) {
    nt_error error = {0};
    nt_retire *retire;
    nt_retired retired;
    int result = nt_retire_open(&retire, path, hart, &error);
    if (result == 0) {
        while ((result = nt_retire_next(retire, &retired, &error)) > 0) {
        }
        nt_retire_close(retire);
    }
    assert_int_equal(result, -1);
    if (strstr(error.text, reason) == NULL) {
        fail_msg("expected \"%s\", got \"%s\"", reason, error.text);
    }
}

static void a_stream_that_does_not_fit_its_code_is_refused(void **state) {
    (void)state;
    const nt_event unknown[] = {run(0, 0x1000, 1, 2)};
    WRITE(unknown);
    check_refused(0, "instruction 0 of hart 0: no code is known at 0x1000");
    check_refused(2, "there is no hart 2; the recording has 2");
    const nt_event longer[] = {code(0, 0x1000, code_bytes, sizeof code_bytes),
                               run(0, 0x1000, 1, 1)};
    WRITE(longer);
    check_refused(0, "the run's size does not fit the code at 0x1000");
    const nt_event shorter[] = {code(0, 0x1000, code_bytes, sizeof code_bytes),
                                run(0, 0x1000, 2, 4)};
    WRITE(shorter);
    check_refused(0, "instruction 1 of hart 0: the run's size does not fit the code at 0x1004");
}

static void more_accesses_than_an_instruction_can_have_are_refused(void **state) {
    (void)state;
    static nt_event list[1 + (1 << 16) + 1];
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        list[i] = i % 5000 == 4999 ? v(1) : x(0, 1, i);
    }
    WRITE(list);
    check_refused(0, "more accesses than an instruction can have");
    for (size_t i = 0; i < 4097; i++) {
        list[i] = v(1);
    }
    write_events(path, ALL_PARTS, list, 4096);
    assert_end(open_hart(path, 1));
    write_events(path, ALL_PARTS, list, 4097);
    check_refused(0, "more accesses than an instruction can have");
}

/* Runs of straight code from a small space, so that many follow on, with accesses in between. */
static size_t random_events(nt_event *list, uint64_t seed) {
    nt_random random;
    nt_random_seed(&random, seed);
    uint64_t pc[2] = {0x1000, 0x2000};
    for (size_t i = 0; i < MOST; i++) {
        uint16_t hart = nt_random_chance(&random, 32);
        unsigned kind = nt_random_below(&random, 16);
        if (kind < 7) {
            uint32_t size = nt_random_between(&random, 1, 6);
            pc[hart] = nt_random_chance(&random, 40) ? 0x1000 + 2 * size : pc[hart];
            list[i] = run(hart, pc[hart], size, size);
            pc[hart] += 2 * size;
        } else if (kind < 14) {
            list[i] = x(hart, (uint16_t)(kind - 6), i);
        } else {
            list[i] = kind == 14 ? trap(hart, true, 1, pc[hart]) : mode(hart, i % 4 == 0, 0);
        }
    }
    return MOST;
}

static bool same_run(const nt_retire_run *a, const nt_retire_run *b) {
    return a->is_trap == b->is_trap && a->pc == b->pc && a->instructions == b->instructions &&
           a->halfwords == b->halfwords && a->mode.priv == b->mode.priv;
}

static void runs_are_those_of_the_recording_without_accesses(void **state) {
    (void)state;
    static nt_event list[MOST];
    for (uint64_t seed = 1; seed <= 40; seed++) {
        size_t count = random_events(list, seed);
        write_events(path, ALL_PARTS, list, count);
        write_events(bare, 0, list, count);
        nt_retire *with = open_hart(path, seed % 2);
        nt_retire *without = open_hart(bare, seed % 2);
        nt_error error = {0};
        nt_retire_run got;
        nt_retire_run expected;
        size_t runs = 0;
        while (nt_retire_next_run(without, &expected, &error) == 1) {
            assert_int_equal(nt_retire_next_run(with, &got, &error), 1);
            assert_true(same_run(&got, &expected));
            runs++;
        }
        assert_int_equal(nt_retire_next_run(with, &got, &error), 0);
        assert_true(runs > 100);
        nt_retire_close(with);
        nt_retire_close(without);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_come_with_what_they_accessed),
        cmocka_unit_test(a_trap_and_a_mode_are_told_of_both_sides),
        cmocka_unit_test(an_instruction_has_the_code_of_its_time),
        cmocka_unit_test(an_instruction_known_by_type_has_no_bytes),
        cmocka_unit_test(a_stream_that_does_not_fit_its_code_is_refused),
        cmocka_unit_test(more_accesses_than_an_instruction_can_have_are_refused),
        cmocka_unit_test(runs_are_those_of_the_recording_without_accesses),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
