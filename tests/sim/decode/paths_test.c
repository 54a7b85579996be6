/* SPDX-License-Identifier: Apache-2.0 */
/* What is remembered of paths changes nothing: whatever a stream is, all that comes of it is the
   same to the byte as where every path is walked. Each stream comes several times in a row, so that
   its paths come again, also after other code. NTRACE_STREAMS=FIRST-LAST: other streams. */
#include "tests/sample.h"
#include "tests/sim/decode/outcomes.h"

enum { STREAMS = 5, ROUNDS = 5 }; /* from the fourth time on messages are in rows */
enum { NIGHTLY = 10000 };         /* streams, those after the first few with one thread */

static void seeds(uint64_t *first, uint64_t *last, uint64_t nightly) {
    const char *given = getenv("NTRACE_STREAMS");
    char *end = NULL;
    *first = 1;
    *last = is_nightly() ? nightly : is_sample() ? STREAMS / 4 : STREAMS;
    if (given != NULL) {
        *first = strtoull(given, &end, 10);
        *last = *end == '-' ? strtoull(end + 1, NULL, 10) : *first;
    }
}

/* With one thread, and unless `alone` with two. */
static void compare_form(const files *files, const nt_flow_options *flow, const nt_form *form,
                         uint64_t seed, bool alone) {
    static const way walked = {1, 0, 0, true};
    static const way remembered[] = {{1, 0, 0, false}, {2, 500, 0, false}};
    outcome one = decode(files, flow, form, &walked);
    for (size_t i = 0; i < (alone ? 1 : 2); i++) {
        outcome other = decode(files, flow, form, &remembered[i]);
        expect_same(&one, &other, form == NULL ? "nothing" : form->name, seed, &remembered[i]);
        forget(&other);
    }
    forget(&one);
}

/* ---- every range, as sinks see it ---- */

static void *open_ranges(const nt_form_inputs *inputs, nt_error *error) {
    nt_text **text = malloc(sizeof(nt_text *));
    (void)error;
    assert_non_null(text);
    *text = inputs->text;
    return text;
}

static int put_range(void *form, const nt_flow_event *stamp, const nt_path_range *range,
                     nt_error *error) {
    nt_text **text = form;
    return nt_text_format(*text, error, "%llx %llu: %u %u\n", (unsigned long long)range->pc,
                          (unsigned long long)stamp->offset, range->instructions, range->halfwords);
}

static int take_range(void *form, const nt_flow_event *event, bool shown, nt_error *error) {
    (void)shown;
    if (event->kind != NT_FLOW_RANGE) {
        return 0;
    }
    nt_path_range range = {.pc = event->range.pc,
                           .instructions = (uint16_t)event->range.instructions,
                           .halfwords = (uint16_t)event->range.halfwords};
    return put_range(form, event, &range, error);
}

static int take_path(void *form, const nt_flow_path *path, nt_error *error) {
    int result = 0;
    for (uint64_t i = 0; i < path->times * path->path->ranges && result == 0; i++) {
        result = put_range(form, path->stamp, &path->ranges[i % path->path->ranges], error);
    }
    return result;
}

static const nt_form each_range = {.name = "each range",
                                   .kind = NT_FORM_LINES,
                                   .open = open_ranges,
                                   .event = take_range,
                                   .path = take_path,
                                   .free = free};

/* ---- all forms ---- */

enum { SHARES = 3 }; /* of the forms: what a stream has beyond the first few, in turn */

/* In every form, or in a share of them. */
static void compare_share(const files *files, const nt_flow_options *flow, uint64_t seed,
                          bool alone, size_t shares) {
    compare_form(files, flow, NULL, seed, alone);
    compare_form(files, flow, &each_range, seed, alone);
    for (size_t i = 0; nt_forms[i] != NULL; i++) {
        if (i % shares == seed % shares) {
            compare_form(files, flow, nt_forms[i], seed, alone);
        }
    }
}

static void compare_all(const files *files, const nt_flow_options *flow, uint64_t seed,
                        bool alone) {
    compare_share(files, flow, seed, alone, 1);
}

/* The stream several times; damaged elsewhere each time. */
static void write_rounds(const files *files, gen_stream *stream, unsigned damages) {
    FILE *file = fopen(files->stream, "wb");
    uint8_t *whole = malloc(stream->size);
    size_t size = stream->size;
    assert_true(file != NULL && whole != NULL);
    memcpy(whole, stream->bytes, size);
    for (unsigned i = 0; i < ROUNDS; i++) {
        memcpy(stream->bytes, whole, size);
        stream->size = size;
        damage(stream, damages * i);
        assert_int_equal(fwrite(stream->bytes, 1, stream->size, file), stream->size);
    }
    assert_int_equal(fclose(file), 0);
    free(whole);
}

static void compare_streams(unsigned damages, unsigned changes, bool spaces, bool salvage,
                            uint64_t nightly) {
    files *files = setup_files();
    files->spaces = spaces;
    gen_stream *stream = gen_stream_new();
    uint64_t first, last;
    seeds(&first, &last, nightly);
    for (uint64_t seed = first; seed <= last; seed++) {
        /* Code may also change when its paths are known. */
        uint32_t quiet = seed % 2 == 0 ? 0 : 2 * INSTRUCTIONS;
        gen_stream_make(stream, seed, INSTRUCTIONS, false);
        write_code(stream->source[0], files->code, changes, quiet);
        if (spaces) {
            write_code(stream->source[0], files->other, changes + 3, quiet);
        }
        write_rounds(files, stream, damages);
        nt_flow_options options = stream->source[0]->options;
        options.size = sizeof options;
        options.begins_within = damages != 0 && seed % 4 == 0;
        options.tolerant = seed % 2 == 0;
        options.salvage = salvage;
        compare_share(files, &options, seed, seed > STREAMS, seed > STREAMS ? SHARES : 1);
    }
    gen_stream_free(stream);
    drop_files(files);
}

static void legal_streams_decode_alike_with_paths_and_without(void **state) {
    (void)state;
    compare_streams(0, 0, false, false, NIGHTLY);
}

static void damaged_streams_decode_alike(void **state) {
    (void)state;
    compare_streams(6, 0, false, false, NIGHTLY);
    compare_streams(2, 0, false, true, STREAMS);
}

static void streams_over_code_that_changes_decode_alike(void **state) {
    (void)state;
    compare_streams(0, 8, false, false, STREAMS);
    compare_streams(2, 40, false, false, STREAMS);
}

static void streams_over_several_spaces_decode_alike(void **state) {
    (void)state;
    compare_streams(0, 0, true, false, STREAMS);
    compare_streams(3, 5, true, false, STREAMS);
}

static size_t put_sync(uint8_t *to, uint64_t pc) {
    const nt_message_format format = {0};
    nt_message sync = {.tcode = NT_TCODE_PROG_TRACE_SYNC};
    nt_message_set(&sync, NT_FIELD_SYNC, 5);
    nt_message_set(&sync, NT_FIELD_ICNT, 0);
    nt_message_set(&sync, NT_FIELD_FADDR, pc >> 1);
    return nt_message_encode(&sync, &format, to);
}

static size_t put_history(uint8_t *to, uint32_t hist) {
    const nt_message_format format = {0};
    nt_message full = {.tcode = NT_TCODE_RESOURCE_FULL};
    nt_message_set(&full, NT_FIELD_RCODE, 1);
    nt_message_set(&full, NT_FIELD_RDATA, hist);
    return nt_message_encode(&full, &format, to);
}

/* A loop of one branch in BTM, and how often it is repeated. */
static size_t put_repeats(uint8_t *to, uint64_t pc, uint32_t times) {
    const nt_message_format format = {0};
    nt_message branch = {.tcode = NT_TCODE_DIRECT_BRANCH};
    nt_message repeat = {.tcode = NT_TCODE_REPEAT_BRANCH};
    nt_message_set(&branch, NT_FIELD_ICNT, 2);
    nt_message_set(&repeat, NT_FIELD_BCNT, times);
    size_t size = put_sync(to, pc);
    size += nt_message_encode(&branch, &format, to + size);
    return size + nt_message_encode(&repeat, &format, to + size);
}

/* In HTM and in BTM; both walk more than their bytes allow. */
static void a_budget_ends_at_the_same_block(void **state) {
    (void)state;
    enum { SECTIONS = 6, MOST = 800 };
    static uint8_t bytes[2 * SECTIONS * 3 * NT_MESSAGE_MAX_BYTES];
    files *files = setup_files();
    gen_stream *stream = gen_stream_new();
    gen_stream_make(stream, 1, 10, true);
    generator *g = stream->source[0];
    code_put32(&g->code, 0, 0x00000063); /* beq x0, x0, 0 */
    write_code(g, files->code, 0, 0);
    for (uint64_t seed = 1; seed <= 10; seed++) {
        nt_random random;
        nt_random_seed(&random, seed);
        nt_flow_options options = {.budget = 1000 * seed + seed};
        size_t size = make_loops(bytes, g->code.base, SECTIONS, MOST, &random);
        for (unsigned i = 0; i < SECTIONS; i++) {
            size += put_repeats(bytes + size, g->code.base, nt_random_between(&random, 1, MOST));
        }
        write_file(files->stream, bytes, size);
        compare_all(files, &options, seed, false);
    }
    gen_stream_free(stream);
    drop_files(files);
}

static void put_32(uint8_t *to, uint32_t value) {
    for (unsigned i = 0; i < 4; i++) {
        to[i] = (uint8_t)(value >> (8 * i));
    }
}

static uint32_t jump_by(int32_t distance) {
    uint32_t bits = (uint32_t)distance;
    return (bits >> 20 & 1) << 31 | (bits >> 1 & 0x3ff) << 21 | (bits >> 11 & 1) << 20 |
           (bits >> 12 & 0xff) << 12 | 0x6f;
}

enum { NOPS = 250, OTHER = 0x8002 }; /* the decoder keeps blocks at 0 and there in the same place */

/* Two long blocks that jump to each other, at 0 and at OTHER. */
static void write_rivals(const char *path) {
    nt_recording_header header = {.xlen = 64, .harts = 1};
    nt_writer *writer;
    nt_error error = {0};
    assert_int_equal(nt_writer_open(&writer, path, &header, &error), 0);
    for (unsigned i = 0; i < 2; i++) {
        uint8_t bytes[2 * NOPS + 8];
        for (size_t nop = 0; nop < NOPS; nop++) {
            bytes[2 * nop] = 1;
            bytes[2 * nop + 1] = 0;
        }
        put_32(&bytes[2 * NOPS], 0x00000263); /* beq x0, x0, 4 */
        put_32(&bytes[2 * NOPS + 4], jump_by((i == 0 ? OTHER : -OTHER) - 2 * NOPS - 4));
        nt_event code = {
            .kind = NT_EVENT_CODE,
            .code = {.address = i == 0 ? 0 : OTHER, .size = sizeof bytes, .bytes = bytes}};
        put_event(writer, &code);
    }
    assert_int_equal(nt_writer_commit(writer, &error), 0);
}

/* Each walk from one block to the other reads that one again, which the budget counts; the path
   from behind the first to the second is known by then. */
static void code_that_does_not_stay_known_ends_the_budget_at_the_same_message(void **state) {
    (void)state;
    enum { SECTIONS = 200, TIMES = 3 };
    static uint8_t bytes[SECTIONS * (TIMES + 1) * 2 * NT_MESSAGE_MAX_BYTES];
    files *files = setup_files();
    size_t size = 0;
    write_rivals(files->code);
    for (unsigned i = 0; i < SECTIONS; i++) {
        for (unsigned k = 0; k < TIMES; k++) {
            size += put_sync(bytes + size, 2 * NOPS + 4);
            size += put_history(bytes + size, 3);
        }
        size += put_sync(bytes + size, 0);
        size += put_history(bytes + size, UINT32_MAX);
    }
    write_file(files->stream, bytes, size);
    for (uint64_t budget = 1; budget <= 1000000; budget *= 10) {
        nt_flow_options options = {.budget = budget};
        compare_all(files, &options, budget, true); /* what is read again counts by thread */
    }
    drop_files(files);
}

static size_t put_branches(uint8_t *to, uint32_t icnt, uint32_t repeats) {
    const nt_message_format format = {0};
    nt_message branch = {.tcode = NT_TCODE_DIRECT_BRANCH};
    nt_message repeat = {.tcode = NT_TCODE_REPEAT_BRANCH};
    nt_message_set(&branch, NT_FIELD_ICNT, icnt);
    nt_message_set(&repeat, NT_FIELD_BCNT, repeats);
    size_t size = nt_message_encode(&branch, &format, to);
    return repeats == 0 ? size : size + nt_message_encode(&repeat, &format, to + size);
}

/* From behind one block through the other, as a message that is known; then from each to the other,
   so that each is read again and makes room for it. */
static void known_messages_over_code_that_does_not_stay_known_end_the_budget_alike(void **state) {
    (void)state;
    enum { SECTIONS = 200, TIMES = 3, REPEATS = 20 };
    static uint8_t bytes[SECTIONS * (TIMES + 1) * 3 * NT_MESSAGE_MAX_BYTES];
    files *files = setup_files();
    size_t size = 0;
    write_rivals(files->code);
    for (unsigned i = 0; i < SECTIONS; i++) {
        for (unsigned k = 0; k < TIMES; k++) {
            size += put_sync(bytes + size, 2 * NOPS + 4);
            size += put_branches(bytes + size, 2 + NOPS + 2, 0);
        }
        size += put_sync(bytes + size, 2 * NOPS + 4);
        size += put_branches(bytes + size, 2 + NOPS + 2, REPEATS + i % 2);
    }
    write_file(files->stream, bytes, size);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        nt_flow_options options = {.budget = 20001 * seed, .inst_mode = 3};
        compare_form(files, &options, NULL, seed, true);
        compare_form(files, &options, &each_range, seed, true);
    }
    drop_files(files);
}

/* ---- small programs ---- */

enum { LAST_BRANCH = 28 };

/* Eight branches, none of which is taken, and a return; the last branch leads behind that, to
   another. */
static void write_branches(const char *path) {
    nt_recording_header header = {.xlen = 64, .harts = 1};
    nt_writer *writer;
    nt_error error = {0};
    uint8_t bytes[LAST_BRANCH + 12];
    for (unsigned i = 0; i <= LAST_BRANCH; i += 4) {
        put_32(&bytes[i], 0x00000463); /* beq x0, x0, 8 */
    }
    put_32(&bytes[LAST_BRANCH + 4], 0x00018082); /* c.jr x1 */
    put_32(&bytes[LAST_BRANCH + 8], 0x00018082);
    nt_event code = {.kind = NT_EVENT_CODE, .code = {.size = sizeof bytes, .bytes = bytes}};
    assert_int_equal(nt_writer_open(&writer, path, &header, &error), 0);
    put_event(writer, &code);
    assert_int_equal(nt_writer_commit(writer, &error), 0);
}

/* `hist` 0: without the field. */
static size_t put_jump(uint8_t *to, uint32_t icnt, uint32_t hist) {
    const nt_message_format format = {0};
    nt_message jump = {.tcode =
                           hist == 0 ? NT_TCODE_INDIRECT_BRANCH : NT_TCODE_INDIRECT_BRANCH_HIST};
    nt_message_set(&jump, NT_FIELD_BTYPE, 0);
    nt_message_set(&jump, NT_FIELD_ICNT, icnt);
    nt_message_set(&jump, NT_FIELD_UADDR, 0);
    if (hist != 0) {
        nt_message_set(&jump, NT_FIELD_HIST, hist);
    }
    return nt_message_encode(&jump, &format, to);
}

/* In BTM the branch was not taken; in HTM it lacks its bit. */
static void a_path_of_btm_is_a_fault_in_htm(void **state) {
    (void)state;
    enum { TIMES = 4 };
    uint8_t bytes[(TIMES + 6) * 2 * NT_MESSAGE_MAX_BYTES];
    files *files = setup_files();
    write_branches(files->code);
    size_t size = put_repeats(bytes, LAST_BRANCH, 0);
    size += put_jump(bytes + size, 1, 0);
    for (unsigned i = 0; i < TIMES; i++) {
        size += put_jump(bytes + size, 3, 0);
    }
    size += put_sync(bytes + size, LAST_BRANCH);
    size += put_jump(bytes + size, 3, 2);
    size += put_jump(bytes + size, 3, 1);
    write_file(files->stream, bytes, size);
    compare_all(files, &(nt_flow_options){0}, 0, false);
    drop_files(files);
}

/* The second half of a message's path begins where the first one ends: it is one range. */
static void a_range_goes_on_from_one_path_into_the_next(void **state) {
    (void)state;
    enum { TIMES = 4 };
    uint8_t bytes[TIMES * 2 * 2 * NT_MESSAGE_MAX_BYTES];
    const nt_message_format format = {0};
    files *files = setup_files();
    size_t size = 0;
    write_branches(files->code);
    for (unsigned i = 0; i < TIMES; i++) {
        nt_message full = {.tcode = NT_TCODE_RESOURCE_FULL};
        nt_message_set(&full, NT_FIELD_RCODE, 2);
        nt_message_set(&full, NT_FIELD_RDATA, 8);
        nt_message_set(&full, NT_FIELD_HREPEAT, 2);
        size += put_sync(bytes + size, 0);
        size += nt_message_encode(&full, &format, bytes + size);
    }
    write_file(files->stream, bytes, size);
    compare_all(files, &(nt_flow_options){0}, 0, false);
    drop_files(files);
}

/* Between two returns, each time by the same difference to where it was. */
static void a_row_reports_each_address_by_the_one_before(void **state) {
    (void)state;
    enum { TIMES = 20, FIRST = LAST_BRANCH + 4, SECOND = LAST_BRANCH + 8 };
    uint8_t bytes[(TIMES + 3) * NT_MESSAGE_MAX_BYTES];
    const nt_message_format format = {0};
    nt_message jump = {.tcode = NT_TCODE_INDIRECT_BRANCH};
    files *files = setup_files();
    write_branches(files->code);
    nt_message_set(&jump, NT_FIELD_BTYPE, 0);
    nt_message_set(&jump, NT_FIELD_ICNT, 1);
    nt_message_set(&jump, NT_FIELD_UADDR, (FIRST ^ SECOND) >> 1);
    size_t size = put_sync(bytes, FIRST);
    for (unsigned i = 0; i < TIMES; i++) {
        size += nt_message_encode(&jump, &format, bytes + size);
    }
    nt_message full = {.tcode = NT_TCODE_RESOURCE_FULL}; /* what comes then is too long */
    nt_message_set(&full, NT_FIELD_RCODE, 0);
    nt_message_set(&full, NT_FIELD_RDATA, 1);
    size += nt_message_encode(&full, &format, bytes + size);
    size += nt_message_encode(&jump, &format, bytes + size);
    write_file(files->stream, bytes, size);
    compare_all(files, &(nt_flow_options){0}, 0, false);
    drop_files(files);
}

enum { BRANCHES = 1000 };

/* Branches that lead to the next instruction, but for the last: back to the first. */
static void write_round(const char *path) {
    nt_recording_header header = {.xlen = 64, .harts = 1};
    nt_writer *writer;
    nt_error error = {0};
    uint8_t bytes[4 * BRANCHES];
    for (size_t i = 0; i < BRANCHES; i++) {
        put_32(&bytes[4 * i], 0x00000263); /* beq x0, x0, 4 */
    }
    put_32(&bytes[sizeof bytes - 4], 0x86000263); /* beq x0, x0, -3996 */
    nt_event code = {.kind = NT_EVENT_CODE, .code = {.size = sizeof bytes, .bytes = bytes}};
    assert_int_equal(nt_writer_open(&writer, path, &header, &error), 0);
    put_event(writer, &code);
    assert_int_equal(nt_writer_commit(writer, &error), 0);
}

/* Each message walks more blocks than its bytes allow. */
static void a_row_ends_at_the_end_of_the_budget(void **state) {
    (void)state;
    enum { TIMES = 100 };
    static uint8_t bytes[(TIMES + 1) * NT_MESSAGE_MAX_BYTES];
    files *files = setup_files();
    write_round(files->code);
    size_t size = put_sync(bytes, 0);
    for (unsigned i = 0; i < TIMES; i++) {
        size += put_branches(bytes + size, 2 * BRANCHES, 0);
    }
    write_file(files->stream, bytes, size);
    for (uint64_t budget = 5000; budget < 20000; budget += 1234) {
        nt_flow_options options = {.budget = budget, .inst_mode = 3};
        compare_form(files, &options, NULL, budget, true);
        compare_form(files, &options, &each_range, budget, true);
    }
    drop_files(files);
}

enum { FORKS = 16 };

/* Branches over an instruction each, and a return. */
static void write_forks(const char *path) {
    nt_recording_header header = {.xlen = 64, .harts = 1};
    nt_writer *writer;
    nt_error error = {0};
    uint8_t bytes[6 * FORKS + 4];
    for (size_t i = 0; i < FORKS; i++) {
        put_32(&bytes[6 * i], 0x00000363); /* beq x0, x0, 6 */
        bytes[6 * i + 4] = 1;              /* c.nop */
        bytes[6 * i + 5] = 0;
    }
    put_32(&bytes[sizeof bytes - 4], 0x00018082); /* c.jr x1 */
    nt_event code = {.kind = NT_EVENT_CODE, .code = {.size = sizeof bytes, .bytes = bytes}};
    assert_int_equal(nt_writer_open(&writer, path, &header, &error), 0);
    put_event(writer, &code);
    assert_int_equal(nt_writer_commit(writer, &error), 0);
}

static size_t put_way(uint8_t *to, uint32_t way) {
    uint32_t taken = (uint32_t)__builtin_popcount(way);
    return put_jump(to, 2 * FORKS + (FORKS - taken) + 1, 1U << FORKS | way);
}

/* Many paths lie where others were: messages that are known lead along their own all the same. */
static void a_path_that_made_room_is_walked_again(void **state) {
    (void)state;
    enum { WAYS = 4096, TIMES = 5, ODD = 40503 };
    static uint8_t bytes[WAYS * (TIMES + 1) * 16];
    files *files = setup_files();
    write_forks(files->code);
    size_t size = put_sync(bytes, 0);
    for (uint32_t i = 0; i < WAYS; i++) {
        for (unsigned k = 0; k < TIMES; k++) {
            size += put_way(bytes + size, i * ODD & 0xffff);
        }
    }
    for (uint32_t i = 0; i < WAYS; i++) {
        size += put_way(bytes + size, i * ODD & 0xffff);
    }
    write_file(files->stream, bytes, size);
    compare_form(files, &(nt_flow_options){0}, NULL, 0, true);
    compare_form(files, &(nt_flow_options){0}, &each_range, 0, true);
    drop_files(files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_streams_decode_alike_with_paths_and_without),
        cmocka_unit_test(damaged_streams_decode_alike),
        cmocka_unit_test(streams_over_code_that_changes_decode_alike),
        cmocka_unit_test(streams_over_several_spaces_decode_alike),
        cmocka_unit_test(a_budget_ends_at_the_same_block),
        cmocka_unit_test(code_that_does_not_stay_known_ends_the_budget_at_the_same_message),
        cmocka_unit_test(known_messages_over_code_that_does_not_stay_known_end_the_budget_alike),
        cmocka_unit_test(a_path_of_btm_is_a_fault_in_htm),
        cmocka_unit_test(a_range_goes_on_from_one_path_into_the_next),
        cmocka_unit_test(a_row_reports_each_address_by_the_one_before),
        cmocka_unit_test(a_row_ends_at_the_end_of_the_budget),
        cmocka_unit_test(a_path_that_made_room_is_walked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
