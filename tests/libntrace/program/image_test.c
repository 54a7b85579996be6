/* SPDX-License-Identifier: Apache-2.0 */
/* The image: what code is where, which version of it, and when. */
#include "libntrace/program/image.h"
#include "libntrace/program/writer.h"
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

static char directory[] = "/tmp/ntrace-image-XXXXXX";

static const char *in_directory(const char *name) {
    static char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static int make_directory(void **state) {
    (void)state;
    return mkdtemp(directory) == NULL;
}

static int remove_directory(void **state) {
    (void)state;
    return rmdir(directory);
}

static const uint8_t nop2[] = {0x01, 0x00};
static const uint8_t nop4[] = {0x13, 0x00, 0x00, 0x00};
static const uint8_t ret2[] = {0x82, 0x80};
static const uint8_t jump4[] = {0x6f, 0x00, 0x80, 0x00}; /* jal x0,+8 */

static nt_image *new_image(unsigned xlen) {
    nt_image *image = nt_image_new(xlen);
    assert_non_null(image);
    return image;
}

static void assert_insn(nt_image *image, uint64_t pc, unsigned size, unsigned class_) {
    nt_insn insn = nt_image_at(image, pc);
    assert_int_equal(insn.size, size);
    assert_int_equal(insn.class_, class_);
}

static void unknown_code_has_size_0(void **state) {
    (void)state;
    nt_image *image = new_image(64);
    assert_insn(image, 0, 0, 0);
    assert_insn(image, UINT64_MAX - 1, 0, 0);
    assert_int_equal(nt_image_write(image, 0x1000, nop2, 2), 0);
    assert_insn(image, 0x1000, 2, NT_INSN_OTHER);
    assert_insn(image, 0x1001, 0, 0);
    assert_insn(image, 0x1002, 0, 0);
    assert_insn(image, 0x0ffe, 0, 0);
    nt_image_free(image);
}

static void an_instruction_across_pages_needs_both_halves(void **state) {
    (void)state;
    nt_image *image = new_image(64);
    assert_int_equal(nt_image_write(image, 0x1ffe, jump4, 2), 0);
    assert_insn(image, 0x1ffe, 0, 0);
    assert_int_equal(nt_image_write(image, 0x2000, jump4 + 2, 2), 0);
    assert_insn(image, 0x1ffe, 4, NT_INSN_DIRECT_JUMP);
    assert_true(nt_image_at(image, 0x1ffe).target == 0x2006);
    assert_int_equal(nt_image_write(image, 0x2000, nop4 + 2, 2), 0); /* +0 now */
    assert_true(nt_image_at(image, 0x1ffe).target == 0x1ffe);
    nt_image_free(image);
}

static void code_wraps_at_the_end_of_32_bits(void **state) {
    (void)state;
    nt_image *image = new_image(32);
    assert_int_equal(nt_image_write(image, 0xfffffffe, jump4, 4), 0);
    assert_insn(image, 0xfffffffe, 4, NT_INSN_DIRECT_JUMP);
    assert_true(nt_image_at(image, 0xfffffffe).target == 6);
    assert_insn(image, UINT64_C(0x1fffffffe), 4, NT_INSN_DIRECT_JUMP);
    nt_image_free(image);
}

static void new_bytes_replace_what_was_decoded_there(void **state) {
    (void)state;
    nt_image *image = new_image(64);
    assert_int_equal(nt_image_write(image, 0x1000, jump4, 4), 0);
    assert_insn(image, 0x1000, 4, NT_INSN_DIRECT_JUMP);
    assert_int_equal(nt_image_write(image, 0x1000, ret2, 2), 0);
    assert_insn(image, 0x1000, 2, NT_INSN_RETURN);
    assert_insn(image, 0x1002, 2, NT_INSN_OTHER);
    nt_image_free(image);
}

static void only_what_changes_moves_the_generation(void **state) {
    (void)state;
    nt_image *image = new_image(64);
    uint64_t generation = nt_image_generation(image);
    assert_int_equal(nt_image_write(image, 0x1000, nop4, 4), 0);
    assert_true(nt_image_generation(image) > generation);
    generation = nt_image_generation(image);
    assert_int_equal(nt_image_write(image, 0x1000, nop4, 4), 0);
    assert_int_equal(nt_image_generation(image), generation);
    assert_int_equal(nt_image_write(image, 0x1002, ret2, 2), 0);
    assert_true(nt_image_generation(image) > generation);
    const nt_insn insn = {.size = 4, .class_ = NT_INSN_BRANCH, .target = 0x1000};
    assert_int_equal(nt_image_write_insn(image, 0x3000, &insn), 0);
    generation = nt_image_generation(image);
    assert_int_equal(nt_image_write_insn(image, 0x3000, &insn), 0);
    assert_int_equal(nt_image_generation(image), generation);
    nt_image_free(image);
}

static void bytes_take_the_place_of_an_instruction_known_by_type(void **state) {
    (void)state;
    nt_image *image = new_image(64);
    const nt_insn branch = {.size = 4, .class_ = NT_INSN_BRANCH, .target = 0x2000};
    assert_int_equal(nt_image_write_insn(image, 0x1000, &branch), 0);
    assert_insn(image, 0x1000, 4, NT_INSN_BRANCH);
    assert_true(nt_image_at(image, 0x1000).target == 0x2000);
    assert_int_equal(nt_image_write(image, 0x1002, nop2, 2), 0);
    assert_insn(image, 0x1000, 0, 0);
    assert_insn(image, 0x1002, 2, NT_INSN_OTHER);
    assert_int_equal(nt_image_write_insn(image, 0x1002, &branch), 0);
    assert_insn(image, 0x1002, 4, NT_INSN_BRANCH);
    nt_image_free(image);
}

static void known_bytes_are_copied_up_to_the_first_unknown(void **state) {
    (void)state;
    nt_image *image = new_image(64);
    uint8_t bytes[8];
    assert_int_equal(nt_image_write(image, 0x1ffd, jump4, 4), 0);
    assert_int_equal(nt_image_bytes(image, 0x1ffd, bytes, sizeof bytes), 4);
    assert_memory_equal(bytes, jump4, 4);
    assert_int_equal(nt_image_bytes(image, 0x1ffe, bytes, 2), 2);
    assert_int_equal(nt_image_bytes(image, 0x1ffc, bytes, sizeof bytes), 0);
    nt_image_free(image);
}

/* Against the plainest image there can be: an array. */
static void random_writes_read_as_from_an_array(void **state) {
    (void)state;
    enum { BASE = 0x7ff000, SIZE = 0x2800 };
    static uint8_t bytes[SIZE];
    static bool known[SIZE];
    nt_random random;
    nt_random_seed(&random, 7);
    nt_image *image = new_image(64);
    for (unsigned round = 0; round < 20000; round++) {
        uint8_t code[64];
        uint32_t size = nt_random_between(&random, 1, sizeof code);
        uint32_t at = nt_random_below(&random, SIZE - (uint32_t)sizeof code);
        for (uint32_t i = 0; i < size; i++) {
            code[i] = bytes[at + i] = (uint8_t)nt_random_next(&random);
            known[at + i] = true;
        }
        assert_int_equal(nt_image_write(image, BASE + at, code, size), 0);
        for (unsigned probe = 0; probe < 8; probe++) {
            uint32_t pc = (at + nt_random_below(&random, 96)) & ~1U;
            pc = pc > 32 ? pc - 32 : pc;
            size_t available = 0;
            while (pc + available < SIZE && available < 24 && known[pc + available]) {
                available++;
            }
            nt_insn expected;
            if (nt_insn_decode(&expected, bytes + pc, available, BASE + pc,
                               &(nt_isa){.xlen = 64}) != 0) {
                expected = (nt_insn){0};
            }
            nt_insn got = nt_image_at(image, BASE + pc);
            assert_int_equal(got.size, expected.size);
            assert_int_equal(got.class_, expected.class_);
            assert_true(got.target == expected.target);
        }
    }
    nt_image_free(image);
}

static void memory_for_code_is_bounded(void **state) {
    (void)state;
    nt_image *image = new_image(64);
    uint64_t page = 0;
    while (nt_image_write(image, page * 4096, nop2, 2) == 0 && page < 1000000) {
        page++;
    }
    assert_in_range(page, 100000, 120000); /* of 4 KiB and what tells which bytes are known */
    nt_image_free(image);
    image = new_image(64);
    const nt_insn insn = {2, NT_INSN_OTHER, 0};
    for (page = 0; nt_image_write_insn(image, page * 4096, &insn) == 0 && page < 1000000; page++) {
    }
    assert_in_range(page, 10000, 20000);
    assert_in_range(nt_image_memory(image), 1 << 29, (1 << 29) + (1 << 16));
    nt_image_free(image);
}

/* Versions, out of a recording. */

#define RUN(h, p, i)                                                                               \
    {                                                                                              \
        .kind = NT_EVENT_RUN, .hart = (h), .run = {(p), (i), (i) }                                 \
    }
#define CODE(h, a, s, b)                                                                           \
    {                                                                                              \
        .kind = NT_EVENT_CODE, .hart = (h), .code = {(a), (s), (b) }                               \
    }
#define INSN(h, p, c)                                                                              \
    {                                                                                              \
        .kind = NT_EVENT_INSN, .hart = (h), .insn = {(p), {2, (c), 0} }                            \
    }

static nt_image *load(const nt_event *events, size_t count, unsigned hart) {
    const nt_recording_header header = {.xlen = 64, .harts = 2, .source = "image_test"};
    const char *path = in_directory("image.ntr");
    nt_error error = {0};
    nt_writer *writer;
    nt_image *image = NULL;
    assert_int_equal(nt_writer_open(&writer, path, &header, &error), 0);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(nt_writer_event(writer, &events[i], &error), 0);
    }
    assert_int_equal(nt_writer_commit(writer, &error), 0);
    if (nt_image_load(&image, path, hart, &error) != 0) {
        fail_msg("%s", error.text);
    }
    assert_int_equal(unlink(path), 0);
    return image;
}

#define LOAD(events, hart) load(events, sizeof(events) / sizeof(events)[0], hart)

static void code_appears_first_as_it_was_and_changes_as_the_replay_goes_on(void **state) {
    (void)state;
    static const nt_event events[] = {
        CODE(0, 0x1000, 4, nop4), RUN(0, 0x1000, 3),        CODE(0, 0x1000, 4, nop4),
        CODE(0, 0x2000, 2, ret2), RUN(0, 0x2000, 2),        CODE(0, 0x1000, 4, jump4),
        CODE(1, 0x1000, 2, ret2), RUN(1, 0x1000, 100),      RUN(0, 0x1000, 1),
        CODE(0, 0x1000, 2, ret2), CODE(0, 0x2000, 2, nop2), RUN(0, 0x1000, 4),
    };
    nt_image *image = LOAD(events, 0);
    assert_int_equal(nt_image_xlen(image), 64);
    assert_insn(image, 0x1000, 4, NT_INSN_OTHER);
    assert_insn(image, 0x2000, 2, NT_INSN_RETURN); /* before it was written */
    assert_int_equal(nt_image_next_change(image), 5);
    uint64_t generation = nt_image_generation(image);
    nt_image_advance(image, 4);
    assert_int_equal(nt_image_generation(image), generation);
    nt_image_advance(image, 5);
    assert_true(nt_image_generation(image) > generation);
    assert_insn(image, 0x1000, 4, NT_INSN_DIRECT_JUMP);
    assert_int_equal(nt_image_next_change(image), 6);
    nt_image_advance(image, 1000);
    assert_insn(image, 0x1000, 2, NT_INSN_RETURN);
    assert_insn(image, 0x2000, 2, NT_INSN_OTHER);
    assert_true(nt_image_next_change(image) == UINT64_MAX);
    nt_image_free(image);

    image = LOAD(events, 1);
    assert_insn(image, 0x1000, 2, NT_INSN_RETURN);
    assert_true(nt_image_next_change(image) == UINT64_MAX);
    nt_image_free(image);
}

static void neighbours_that_change_one_after_the_other_stay_apart(void **state) {
    (void)state;
    static const nt_event events[] = {
        CODE(0, 0x1000, 2, nop2), CODE(0, 0x1002, 2, nop2), RUN(0, 0x1000, 1),
        CODE(0, 0x1000, 2, ret2), RUN(0, 0x1000, 1),        CODE(0, 0x1002, 2, ret2),
        RUN(0, 0x1000, 1),
    };
    nt_image *image = LOAD(events, 0);
    nt_image_advance(image, 1);
    assert_insn(image, 0x1000, 2, NT_INSN_RETURN);
    assert_insn(image, 0x1002, 2, NT_INSN_OTHER);
    nt_image_advance(image, 2);
    assert_insn(image, 0x1002, 2, NT_INSN_RETURN);
    nt_image_free(image);
}

static void code_that_changes_before_anything_ran_is_there_at_once(void **state) {
    (void)state;
    static const nt_event events[] = {CODE(0, 0x1000, 4, nop4), CODE(0, 0x1000, 4, jump4),
                                      RUN(0, 0x1000, 1)};
    nt_image *image = LOAD(events, 0);
    assert_insn(image, 0x1000, 4, NT_INSN_DIRECT_JUMP);
    assert_true(nt_image_next_change(image) == UINT64_MAX);
    nt_image_free(image);
}

static void instructions_known_by_type_have_versions_too(void **state) {
    (void)state;
    static const nt_event events[] = {
        INSN(0, 0x1000, NT_INSN_OTHER),
        RUN(0, 0x1000, 1),
        INSN(0, 0x1000, NT_INSN_RETURN),
        INSN(0, 0x1002, NT_INSN_RETURN),
        RUN(0, 0x1000, 1),
        CODE(0, 0x1000, 4, jump4),
        RUN(0, 0x1000, 1),
        INSN(0, 0x1000, NT_INSN_OTHER),
        RUN(0, 0x1000, 1),
    };
    nt_image *image = LOAD(events, 0);
    assert_insn(image, 0x1000, 2, NT_INSN_OTHER);
    assert_insn(image, 0x1002, 2, NT_INSN_RETURN);
    nt_image_advance(image, 1);
    assert_insn(image, 0x1000, 2, NT_INSN_RETURN);
    nt_image_advance(image, 2);
    assert_insn(image, 0x1000, 4, NT_INSN_DIRECT_JUMP);
    nt_image_advance(image, 3);
    assert_insn(image, 0x1000, 2, NT_INSN_OTHER);
    nt_image_free(image);
}

/* The image of a whole recording, replayed, against one that is written as the events come. */
static void versions_follow_the_events_whatever_they_are(void **state) {
    (void)state;
    enum { EVENTS = 3000, CODES = 64 };
    static nt_event events[EVENTS];
    static uint8_t code[EVENTS][CODES];
    nt_random random;
    nt_random_seed(&random, 3);
    for (size_t i = 0; i < EVENTS; i++) {
        uint64_t address = 0x8ff0 + nt_random_below(&random, 64);
        if (i % 3 == 2) {
            events[i] = (nt_event)RUN(0, 0x1000 * i, 1);
        } else if (nt_random_chance(&random, 60)) {
            events[i] = (nt_event)INSN(
                0, address & ~UINT64_C(1),
                (uint8_t)(nt_random_chance(&random, 128) ? NT_INSN_RETURN : NT_INSN_INDIRECT_CALL));
        } else {
            for (size_t j = 0; j < CODES; j++) {
                code[i][j] = (uint8_t)nt_random_below(&random, 4);
            }
            events[i] = (nt_event)CODE(0, address, nt_random_between(&random, 1, CODES), code[i]);
        }
    }
    nt_image *replayed = LOAD(events, 0);
    nt_image *written = new_image(64);
    uint64_t retired = 0;
    for (size_t i = 0; i < EVENTS; i++) {
        const nt_event *e = &events[i];
        if (e->kind == NT_EVENT_CODE) {
            assert_int_equal(nt_image_write(written, e->code.address, e->code.bytes, e->code.size),
                             0);
        } else if (e->kind == NT_EVENT_INSN) {
            assert_int_equal(nt_image_write_insn(written, e->insn.pc, &e->insn.insn), 0);
        } else {
            nt_image_advance(replayed, retired);
            for (uint64_t pc = 0x8fe0; pc < 0x9080; pc += 2) {
                nt_insn expected = nt_image_at(written, pc);
                nt_insn got = nt_image_at(replayed, pc);
                if (expected.size != 0) { /* else it may be there already */
                    uint8_t a[24] = {0};
                    uint8_t b[24] = {0};
                    (void)nt_image_bytes(written, pc, a, expected.size);
                    size_t known = nt_image_bytes(replayed, pc, b, expected.size);
                    assert_true(known == 0 || memcmp(a, b, known) == 0 || got.size != 0);
                    assert_int_equal(got.size, expected.size);
                    assert_int_equal(got.class_, expected.class_);
                }
            }
            retired++;
        }
    }
    nt_image_free(replayed);
    nt_image_free(written);
}

/* The reference tools' text. */

static void check_pcinfo(const char *text, const char *reason) {
    nt_error error = {0};
    nt_image *image = NULL;
    const char *path = in_directory("text");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    int result = nt_image_load(&image, path, 0, &error);
    if (reason == NULL) {
        assert_string_equal(error.text, "");
        assert_int_equal(result, 0);
        nt_image_free(image);
    } else {
        assert_int_equal(result, -1);
        assert_null(image);
        if (strstr(error.text, reason) == NULL || strstr(error.text, path) == NULL) {
            fail_msg("expected \"%s\", got \"%s\"", reason, error.text);
        }
    }
    assert_int_equal(unlink(path), 0);
}

static void a_pcinfo_is_an_image(void **state) {
    (void)state;
    nt_error error = {0};
    nt_image *image;
    assert_int_equal(
        nt_image_load(&image, "tests/data/tg-reference/dhrystone.pcinfo.gz", 0, &error), 0);
    assert_insn(image, 0x80000000, 2, NT_INSN_OTHER);
    assert_insn(image, 0x80000048, 4, NT_INSN_BRANCH);
    assert_true(nt_image_at(image, 0x80000048).target == 0x80000058);
    assert_insn(image, 0x80000056, 2, NT_INSN_DIRECT_JUMP);
    assert_insn(image, 0x8000005a, 0, 0); /* within an instruction */
    assert_true(nt_image_next_change(image) == UINT64_MAX);
    nt_image_free(image);
}

static void a_wrong_line_of_a_pcinfo_is_named(void **state) {
    (void)state;
    check_pcinfo("0x10,L2\r\n0x12,CD4,0x10", NULL);
    check_pcinfo("0x10,L2\n0x10,L2\n", NULL);
    check_pcinfo("", "empty");
    check_pcinfo("0x10,L2\n\n", "line 2: no address");
    check_pcinfo("0x10,L2\n10,L2\n", "line 2: no address");
    check_pcinfo("0x,L2\n", "line 1: no address");
    check_pcinfo("0x11,L2\n", "line 1: an odd address");
    check_pcinfo("0x10000000000000000,L2\n", "line 1: an address beyond 64 bits");
    check_pcinfo("0x10 L2\n", "line 1: no comma");
    check_pcinfo("0x10,X2\n", "line 1: an unknown type");
    check_pcinfo("0x10,2\n", "line 1: an unknown type");
    check_pcinfo("0x10,BN2\n", "line 1: an unknown type");
    check_pcinfo("0x10,L3\n", "line 1: a size");
    check_pcinfo("0x10,L\n", "line 1: a size");
    check_pcinfo("0x10,B2\n", "line 1: a type without its destination");
    check_pcinfo("0x10,LD2,0x10\n", "line 1: a destination where");
    check_pcinfo("0x10,BD2\n", "line 1: no comma after the type");
    check_pcinfo("0x10,BD2,0x11\n", "line 1: an odd address");
    check_pcinfo("0x10,L2,0x12\n", "line 1: something after");
    check_pcinfo("0x10,L2 \n", "line 1: something after");
    check_pcinfo("0x10,L2\n0x10,L4\n", "line 2: 0x10 was another instruction");
    check_pcinfo("0x10,L22222222222222222222222222222222222222222222222222222222222222222222222222"
                 "22222222222222222222222222222222222222222222222222222222222222222222222222222222",
                 "too long");
    check_pcinfo("\x7f"
                 "ELF",
                 "offset 0: neither a recording nor a pcinfo");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_code_has_size_0),
        cmocka_unit_test(an_instruction_across_pages_needs_both_halves),
        cmocka_unit_test(code_wraps_at_the_end_of_32_bits),
        cmocka_unit_test(new_bytes_replace_what_was_decoded_there),
        cmocka_unit_test(only_what_changes_moves_the_generation),
        cmocka_unit_test(bytes_take_the_place_of_an_instruction_known_by_type),
        cmocka_unit_test(known_bytes_are_copied_up_to_the_first_unknown),
        cmocka_unit_test(random_writes_read_as_from_an_array),
        cmocka_unit_test(memory_for_code_is_bounded),
        cmocka_unit_test(code_appears_first_as_it_was_and_changes_as_the_replay_goes_on),
        cmocka_unit_test(neighbours_that_change_one_after_the_other_stay_apart),
        cmocka_unit_test(code_that_changes_before_anything_ran_is_there_at_once),
        cmocka_unit_test(instructions_known_by_type_have_versions_too),
        cmocka_unit_test(versions_follow_the_events_whatever_they_are),
        cmocka_unit_test(a_pcinfo_is_an_image),
        cmocka_unit_test(a_wrong_line_of_a_pcinfo_is_named),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
