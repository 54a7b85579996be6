/* SPDX-License-Identifier: Apache-2.0 */
/* What the checker remembers of messages and paths changes nothing: every rule is judged as often,
   and broken at the same places in the same words, as where nothing is remembered. Streams of
   random programs, legal and damaged, come several times in a row, so that their messages come
   again.

   NTRACE_STREAMS: first and last seed, e.g. 4711-4711 to replay one. */
#include "sim/check/harts.h"

#include "tests/libntrace/flow/generator_check.h"
#include "tests/sample.h"
#include "tests/sim/decode/outcomes.h"

enum { STREAMS = 40, NIGHTLY = 10000, ROUNDS = 3, PIECE = 1000 };

static nt_check *new_check(const generator *g, bool no_cache) {
    const nt_flow_options *o = &g->options;
    nt_check_options options = {.format = gen_format(g),
                                .xlen = (uint8_t)nt_image_xlen(g->code.image),
                                .version = o->rc7 ? NT_SPEC_RC7 : NT_SPEC_1_0,
                                .no_cache = no_cache,
                                .freedoms = NT_EVERY_FREEDOM};
    options.control.trTeInstImplicitReturnMode = o->implicit_returns ? 3 : 0;
    options.control.trTeInstEnSequentialJump = o->sequential_jumps;
    options.control.trTeInstEnAllJumps = o->all_jumps;
    nt_check *check = nt_check_new(&options);
    assert_non_null(check);
    return check;
}

static nt_check *judge(const files *files, const generator *g, const gen_stream *stream,
                       bool no_cache) {
    nt_error error = {0};
    nt_program *program = open_program(files);
    nt_check *check = new_check(g, no_cache);
    nt_check_harts_options options = {.flow = g->options, .isa = {.xlen = 64}};
    options.flow.size = sizeof options.flow;
    options.flow.no_cache = no_cache;
    options.flow.tolerant = true;
    nt_check_harts *harts = nt_check_harts_new(check, program, &options, &error);
    assert_non_null(harts);
    for (size_t at = 0; at < stream->size; at += PIECE) {
        size_t left = stream->size - at;
        nt_check_bytes(check, stream->bytes + at, left < PIECE ? left : PIECE);
    }
    assert_int_equal(nt_check_harts_finish(harts, &error), 0);
    nt_check_finish(check);
    nt_check_harts_free(harts);
    nt_program_free(program);
    return check;
}

static bool is_same(const nt_rule_result *a, const nt_rule_result *b) {
    return a->state == b->state && a->judged == b->judged && a->broken == b->broken &&
           a->follows == b->follows && a->offset == b->offset && a->order == b->order &&
           memcmp(a->offsets, b->offsets, sizeof a->offsets) == 0 && strcmp(a->text, b->text) == 0;
}

static void expect_same_verdict(const nt_check *one, const nt_check *other, uint64_t seed) {
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule_result *a = nt_check_result(one, (nt_rule_id)i);
        const nt_rule_result *b = nt_check_result(other, (nt_rule_id)i);
        if (!is_same(a, b)) {
            fail_msg(
                "seed %llu: %s: judged %llu, broken %llu at %llu; remembered: %llu, %llu at %llu",
                (unsigned long long)seed, nt_rules[i].id, (unsigned long long)a->judged,
                (unsigned long long)a->broken, (unsigned long long)a->offset,
                (unsigned long long)b->judged, (unsigned long long)b->broken,
                (unsigned long long)b->offset);
        }
    }
    if (memcmp(nt_check_bins(one), nt_check_bins(other), sizeof *nt_check_bins(one)) != 0 ||
        memcmp(nt_check_by_tcode(one), nt_check_by_tcode(other), NT_TCODES * sizeof(uint64_t)) !=
            0) {
        fail_msg("seed %llu: messages are counted otherwise", (unsigned long long)seed);
    }
}

/* The stream several times, damaged elsewhere each time but the first. */
static void repeat(gen_stream *whole, const gen_stream *stream, unsigned damages) {
    whole->size = 0;
    for (unsigned i = 0; i < ROUNDS; i++) {
        gen_stream *part = gen_stream_new();
        assert_true(stream->size < GEN_STREAM_BYTES / (ROUNDS + 1));
        memcpy(part->bytes, stream->bytes, stream->size);
        part->size = stream->size;
        nt_random_seed(&part->random, stream->size + i);
        damage(part, i * damages);
        memcpy(whole->bytes + whole->size, part->bytes, part->size);
        whole->size += part->size;
        gen_stream_free(part);
    }
}

static void compare_streams(unsigned damages, unsigned changes) {
    files *files = setup_files();
    gen_stream *stream = gen_stream_new();
    gen_stream *whole = gen_stream_new();
    const char *range = getenv("NTRACE_STREAMS");
    unsigned long long from = 1;
    unsigned long long to = is_nightly() ? NIGHTLY : is_sample() ? STREAMS / 10 : STREAMS;
    if (range != NULL && sscanf(range, "%llu-%llu", &from, &to) != 2) {
        fail_msg("NTRACE_STREAMS is FIRST-LAST");
    }
    for (uint64_t seed = from; seed <= to; seed++) {
        gen_stream_make(stream, seed, INSTRUCTIONS, false);
        const generator *g = stream->source[0];
        write_code(stream->source[0], files->code, changes, seed % 2 == 0 ? 0 : 2 * INSTRUCTIONS);
        repeat(whole, stream, damages);
        nt_check *one = judge(files, g, whole, true);
        nt_check *other = judge(files, g, whole, false);
        expect_same_verdict(one, other, seed);
        nt_check_free(one);
        nt_check_free(other);
    }
    gen_stream_free(whole);
    gen_stream_free(stream);
    drop_files(files);
}

static void legal_streams_are_judged_alike(void **state) {
    (void)state;
    compare_streams(0, 0);
}

static void damaged_streams_are_judged_alike(void **state) {
    (void)state;
    compare_streams(4, 0);
}

static void streams_over_code_that_changes_are_judged_alike(void **state) {
    (void)state;
    compare_streams(0, 8);
    compare_streams(2, 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_streams_are_judged_alike),
        cmocka_unit_test(damaged_streams_are_judged_alike),
        cmocka_unit_test(streams_over_code_that_changes_are_judged_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
