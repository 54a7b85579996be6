/* SPDX-License-Identifier: Apache-2.0 */
/* What the checker remembers of messages and paths changes nothing: every rule is judged as often,
   and broken at the same places in the same words, as where nothing is remembered. Streams of
   random programs, legal and damaged, come several times in a row, so that their messages come
   again.

   NTRACE_STREAMS: first and last seed, e.g. 4711-4711 to replay one. */
#include "sim/check/harts.h"

#include "libntrace/util/words.h"
#include "sim/check/known.h"

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

/* The verdict on the bytes, which come in pieces. */
static nt_check *judge_bytes(const files *files, nt_check *check, const nt_flow_options *flow,
                             const gen_stream *stream) {
    nt_error error = {0};
    nt_program *program = open_program(files);
    nt_check_harts_options options = {.flow = *flow, .isa = {.xlen = 64}};
    options.flow.size = sizeof options.flow;
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

static nt_check *judge(const files *files, const generator *g, const gen_stream *stream,
                       bool no_cache) {
    nt_flow_options flow = g->options;
    flow.no_cache = no_cache;
    return judge_bytes(files, new_check(g, no_cache), &flow, stream);
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

/* ---- streams by hand ---- */

static void put(gen_stream *stream, const nt_message *message) {
    const nt_message_format format = {0};
    stream->size += nt_message_encode(message, &format, stream->bytes + stream->size);
}

static void put_sync(gen_stream *stream, uint8_t reason) {
    nt_message sync = {.tcode = NT_TCODE_PROG_TRACE_SYNC};
    nt_message_set(&sync, NT_FIELD_SYNC, reason);
    nt_message_set(&sync, NT_FIELD_ICNT, 0);
    nt_message_set(&sync, NT_FIELD_FADDR, 0);
    put(stream, &sync);
}

/* A branch, and a return. */
static void write_branch(const files *files) {
    nt_recording_header header = {.xlen = 64, .harts = 1};
    nt_writer *writer;
    nt_error error = {0};
    const uint8_t bytes[] = {0x63, 0x04, 0x00, 0x00, 0x82, 0x80, 0x01, 0x00}; /* beq +8, c.ret */
    nt_event code = {.kind = NT_EVENT_CODE, .code = {.size = sizeof bytes, .bytes = bytes}};
    assert_int_equal(nt_writer_open(&writer, files->code, &header, &error), 0);
    put_event(writer, &code);
    assert_int_equal(nt_writer_commit(writer, &error), 0);
}

/* Judges the stream both ways, in a trace of this mode (0: not known). Returns how often the rule
   broke. */
static uint64_t breaks_of(const files *files, const gen_stream *stream, uint8_t mode,
                          nt_rule_id rule) {
    const bool in_1_0 = (nt_rules[rule].version & NT_SPEC_1_0) != 0;
    const uint8_t version = in_1_0 ? NT_SPEC_1_0 : NT_SPEC_RC7;
    nt_check *check[2];
    for (unsigned no_cache = 0; no_cache < 2; no_cache++) {
        nt_check_options options = {
            .xlen = 64,
            .version = version,
            .no_cache = no_cache != 0,
            .control = {.trTeInstMode = mode, .trTeInstSyncMode = 3, .trTeContext = 1},
            .known = {.trTeInstMode = mode != 0,
                      .trTeInstSyncMode = 1,
                      .trTeInstSyncMax = 1,
                      .trTeContext = 1},
            .freedoms = NT_EVERY_FREEDOM};
        nt_flow_options flow = {.no_cache = no_cache != 0};
        check[no_cache] = judge_bytes(files, nt_check_new(&options), &flow, stream);
    }
    expect_same_verdict(check[1], check[0], 0);
    uint64_t broken = nt_check_result(check[0], rule)->broken;
    nt_check_free(check[0]);
    nt_check_free(check[1]);
    return broken;
}

/* A jump to where this is, by more than a word of bytes. */
static nt_message far_jump(uint64_t address, uint32_t hist) {
    nt_message jump = {.tcode = NT_TCODE_INDIRECT_BRANCH_HIST};
    nt_message_set(&jump, NT_FIELD_BTYPE, 0);
    nt_message_set(&jump, NT_FIELD_ICNT, 3);
    nt_message_set(&jump, NT_FIELD_UADDR, address);
    nt_message_set(&jump, NT_FIELD_HIST, hist);
    return jump;
}

static size_t slot_of(const nt_message *message, uint64_t word[2]) {
    const nt_message_format format = {0};
    uint8_t bytes[2 * NT_MESSAGE_MAX_BYTES] = {0};
    nt_two_words(bytes, nt_message_encode(message, &format, bytes), word);
    return nt_words_slot(word[0], word[1], NT_CHECK_KNOWN_BITS);
}

/* Two messages that begin alike and are remembered in the same place; the second breaks a rule. */
static void messages_that_begin_alike_are_judged_each(void **state) {
    (void)state;
    enum { TIMES = 4 };
    const uint64_t begin = UINT64_C(1) << 60;
    files *files = setup_files();
    gen_stream *stream = gen_stream_new();
    uint64_t word[2];
    uint64_t other[2];
    nt_message first = far_jump(begin, 1);
    nt_message second = far_jump(begin, 0);
    size_t slot = slot_of(&first, word);
    for (uint64_t i = 1; slot_of(&second, other) != slot; i++) {
        assert_true(i >> 20 == 0);
        second = far_jump(begin | i << 40, 0); /* in its second word */
    }
    assert_true(word[0] == other[0] && word[1] != other[1]);
    write_branch(files);
    stream->size = 0;
    put_sync(stream, 5);
    for (unsigned i = 0; i < TIMES; i++) {
        put(stream, &first);
    }
    put(stream, &second);
    assert_int_equal(breaks_of(files, stream, 0, NT_RULE_HIST_STOP_BIT), 1);
    gen_stream_free(stream);
    drop_files(files);
}

/* Each time the branch has no history, though the trace is one of HTM, which the decoder need not
   know. */
static void branches_without_history_break_their_rule_each_time(void **state) {
    (void)state;
    enum { TIMES = 8 };
    files *files = setup_files();
    gen_stream *stream = gen_stream_new();
    nt_message jump = {.tcode = NT_TCODE_INDIRECT_BRANCH};
    nt_message_set(&jump, NT_FIELD_BTYPE, 0);
    nt_message_set(&jump, NT_FIELD_ICNT, 3);
    nt_message_set(&jump, NT_FIELD_UADDR, 0);
    write_branch(files);
    stream->size = 0;
    put_sync(stream, 5);
    for (unsigned i = 0; i < TIMES; i++) {
        put(stream, &jump);
    }
    assert_int_equal(breaks_of(files, stream, 6, NT_RULE_IMAGE_HIST_EMPTY), TIMES);
    gen_stream_free(stream);
    drop_files(files);
}

/* What comes before a message that is known by then, and behind it; and the rule that breaks, once,
   unless the message passes over what is open. */
typedef struct open_place {
    const char *name;
    nt_rule_id rule;
    uint8_t tcode; /* of the known message */
    nt_message before;
    nt_message behind; /* `tcode` 0: none */
} open_place;

static nt_message message_of(uint8_t tcode, const uint64_t fields[][2], unsigned count) {
    nt_message message = {.tcode = tcode};
    for (unsigned i = 0; i < count; i++) {
        nt_message_set(&message, (nt_field)fields[i][0], fields[i][1]);
    }
    return message;
}

#define MESSAGE(tcode, ...)                                                                        \
    message_of(tcode, (const uint64_t[][2]){__VA_ARGS__},                                          \
               sizeof((const uint64_t[][2]){__VA_ARGS__}) / sizeof(uint64_t[2]))

static nt_message full_repeated(uint64_t repeats) {
    return MESSAGE(NT_TCODE_RESOURCE_FULL, {NT_FIELD_RCODE, 2}, {NT_FIELD_RDATA, 1},
                   {NT_FIELD_HREPEAT, repeats});
}

static nt_message sync_of(uint64_t reason) {
    return MESSAGE(NT_TCODE_PROG_TRACE_SYNC, {NT_FIELD_SYNC, reason}, {NT_FIELD_ICNT, 0},
                   {NT_FIELD_FADDR, 0});
}

static nt_message known_message(uint8_t tcode) {
    return tcode == NT_TCODE_DIRECT_BRANCH ? MESSAGE(tcode, {NT_FIELD_ICNT, 2})
                                           : MESSAGE(tcode, {NT_FIELD_BTYPE, 0}, {NT_FIELD_ICNT, 3},
                                                     {NT_FIELD_UADDR, 0}, {NT_FIELD_HIST, 2});
}

static uint64_t breaks_at(const files *files, gen_stream *stream, const open_place *place) {
    enum { TIMES = 6 };
    const nt_message known = known_message(place->tcode);
    stream->size = 0;
    put_sync(stream, 5);
    for (unsigned i = 0; i < TIMES; i++) {
        put(stream, &known);
    }
    put(stream, &place->before);
    put(stream, &known);
    if (place->behind.tcode != 0) {
        put(stream, &place->behind);
    }
    return breaks_of(files, stream, 0, place->rule);
}

static void a_known_message_is_judged_by_what_is_open_before_it(void **state) {
    (void)state;
    enum { HIST = NT_TCODE_INDIRECT_BRANCH_HIST, ETYPE_VENDOR = 8 };
    const nt_message none = {0};
    const open_place places[] = {
        {"I-CNT", NT_RULE_ICNT_SYNC, HIST,
         MESSAGE(NT_TCODE_RESOURCE_FULL, {NT_FIELD_RCODE, 0}, {NT_FIELD_RDATA, 5}), sync_of(4)},
        {"history", NT_RULE_ICNT_HIST, HIST,
         MESSAGE(NT_TCODE_RESOURCE_FULL, {NT_FIELD_RCODE, 1}, {NT_FIELD_RDATA, 1 << 20}), none},
        {"a pattern", NT_RULE_HIST_REPEAT_BITS, HIST, full_repeated(2), full_repeated(3)},
        {"a vendor's error", NT_RULE_ERROR_OVERRUN, HIST,
         MESSAGE(NT_TCODE_ERROR, {NT_FIELD_ETYPE, ETYPE_VENDOR}, {NT_FIELD_ECODE, 0}), sync_of(7)},
        {"a trap", NT_RULE_OWNERSHIP_TRAP, HIST,
         MESSAGE(HIST, {NT_FIELD_BTYPE, 1}, {NT_FIELD_ICNT, 3}, {NT_FIELD_UADDR, 0},
                 {NT_FIELD_HIST, 2}),
         none},
        {"a change of privilege", NT_RULE_OWNERSHIP_CAUSE, NT_TCODE_DIRECT_BRANCH,
         MESSAGE(NT_TCODE_OWNERSHIP, {NT_FIELD_PROCESS, 3 << 2}), none},
    };
    files *files = setup_files();
    gen_stream *stream = gen_stream_new();
    write_branch(files);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (breaks_at(files, stream, &places[i]) == 0) {
            fail_msg("%s: no rule breaks", places[i].name);
        }
    }
    gen_stream_free(stream);
    drop_files(files);
}

/* So many half-words come without a synchronizing message that their rule breaks. */
static void known_messages_count_their_half_words(void **state) {
    (void)state;
    enum { TIMES = 400, MOST = (4 << 4) + 1024 };
    const nt_message known = known_message(NT_TCODE_INDIRECT_BRANCH_HIST);
    files *files = setup_files();
    gen_stream *stream = gen_stream_new();
    write_branch(files);
    stream->size = 0;
    put_sync(stream, 5);
    for (unsigned i = 0; i < TIMES; i++) {
        put(stream, &known);
    }
    assert_int_equal(breaks_of(files, stream, 0, NT_RULE_SYNC_INTERVAL_ICNT),
                     TIMES - (MOST - 1) / 3);
    gen_stream_free(stream);
    drop_files(files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_streams_are_judged_alike),
        cmocka_unit_test(damaged_streams_are_judged_alike),
        cmocka_unit_test(streams_over_code_that_changes_are_judged_alike),
        cmocka_unit_test(messages_that_begin_alike_are_judged_each),
        cmocka_unit_test(branches_without_history_break_their_rule_each_time),
        cmocka_unit_test(a_known_message_is_judged_by_what_is_open_before_it),
        cmocka_unit_test(known_messages_count_their_half_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
