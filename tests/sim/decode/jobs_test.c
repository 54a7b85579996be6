/* SPDX-License-Identifier: Apache-2.0 */
/* However many threads decode a stream, and wherever it is cut, all that comes of it is the same to
   the byte: of legal streams, of damaged ones, and where the code changes as it runs. */
#include "tests/sample.h"
#include "tests/sim/decode/outcomes.h"

enum { STREAMS = 6 };

static void compare_form(const files *files, const nt_flow_options *flow, const nt_form *form,
                         uint64_t seed) {
    const char *name = form == NULL ? "nothing" : form->name;
    static const way single = {1, 0, 0, false};
    static const way ways[] = {
        {2, 1, 0, false}, {3, 200, 0, false}, {7, 1, 0, false}, {4, 100, 1 << 16, false}};
    outcome one = decode(files, flow, form, &single);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        outcome many = decode(files, flow, form, &ways[i]);
        expect_same(&one, &many, name, seed, &ways[i]);
        forget(&many);
    }
    forget(&one);
}

static void compare_all(const files *files, const nt_flow_options *flow, uint64_t seed) {
    compare_form(files, flow, NULL, seed);
    for (const nt_form *const *form = nt_forms; *form != NULL; form++) {
        compare_form(files, flow, *form, seed);
    }
}

static void compare_streams(unsigned damages, unsigned changes, bool spaces) {
    files *files = setup_files();
    files->spaces = spaces;
    gen_stream *stream = gen_stream_new();
    for (uint64_t seed = 1; seed <= STREAMS; seed += is_sample() ? 3 : 1) {
        gen_stream_make(stream, seed, INSTRUCTIONS, false);
        damage(stream, damages);
        write_code(stream->source[0], files->code, changes, 0);
        if (spaces) {
            write_code(stream->source[0], files->other, changes + 3, 0);
        }
        write_file(files->stream, stream->bytes, stream->size);
        nt_flow_options options = stream->source[0]->options;
        options.begins_within = damages != 0 && seed % 4 == 0;
        compare_all(files, &options, seed);
    }
    gen_stream_free(stream);
    drop_files(files);
}

static void legal_streams_decode_alike_by_any_number_of_threads(void **state) {
    (void)state;
    compare_streams(0, 0, false);
}

static void damaged_streams_decode_alike(void **state) {
    (void)state;
    compare_streams(12, 0, false);
}

static void streams_over_code_that_changes_decode_alike(void **state) {
    (void)state;
    compare_streams(0, 8, false);
    compare_streams(3, 40, false);
}

static void streams_over_several_spaces_decode_alike(void **state) {
    (void)state;
    compare_streams(0, 0, true);
    compare_streams(5, 5, true);
}

/* What may be walked runs out, now and then, which what came before decides. */
static void a_budget_ends_where_it_would_with_one_thread(void **state) {
    (void)state;
    enum { SECTIONS = 60 };
    static uint8_t bytes[SECTIONS * 2 * NT_MESSAGE_MAX_BYTES];
    files *files = setup_files();
    gen_stream *stream = gen_stream_new();
    gen_stream_make(stream, 1, 10, true);
    generator *g = stream->source[0];
    code_put32(&g->code, 0, 0x00000063); /* beq x0, x0, 0 */
    write_code(g, files->code, 0, 0);
    for (uint64_t seed = 1; seed <= STREAMS; seed += is_sample() ? 3 : 1) {
        nt_random random;
        nt_random_seed(&random, seed);
        nt_flow_options options = {.budget = 20000 * seed};
        size_t size = make_loops(bytes, g->code.base, SECTIONS, 800, &random);
        write_file(files->stream, bytes, size);
        compare_form(files, &options, NULL, seed);
        compare_form(files, &options, &nt_form_ranges, seed);
    }
    gen_stream_free(stream);
    drop_files(files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_streams_decode_alike_by_any_number_of_threads),
        cmocka_unit_test(damaged_streams_decode_alike),
        cmocka_unit_test(streams_over_code_that_changes_decode_alike),
        cmocka_unit_test(streams_over_several_spaces_decode_alike),
        cmocka_unit_test(a_budget_ends_where_it_would_with_one_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
