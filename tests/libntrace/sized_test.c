/* SPDX-License-Identifier: Apache-2.0 */
/* Structs of options by size: programs of an older and of a later version of the headers. */
#include "libntrace/util/sized.h"
#include "ntrace/calls.h"
#include "ntrace/recording.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* As a later version would have them. */
typedef struct later_options {
    nt_flow_options now;
    uint64_t more;
} later_options;

static nt_insn at(void *context, uint64_t pc) {
    (void)context;
    (void)pc;
    return (nt_insn){.size = 4};
}

static const nt_code code = {.isa = {.xlen = 64}, .at = at};

static nt_error refusal(const nt_flow_options *options) {
    nt_error error = {0};
    nt_flow_options own = *options;
    own.error = &error;
    nt_flow *flow = nt_flow_new(code, &own, NULL, NULL);
    assert_int_equal(flow == NULL, error.code != NT_ERROR_NONE);
    nt_flow_free(flow);
    return error;
}

static void a_size_of_0_is_that_of_the_first_version(void **state) {
    (void)state;
    assert_int_equal(refusal(&(nt_flow_options){0}).code, NT_ERROR_NONE);
    assert_int_equal(refusal(&(nt_flow_options){.size = sizeof(nt_flow_options)}).code,
                     NT_ERROR_NONE);
    assert_int_equal(refusal(&(nt_flow_options){.size = 8}).code, NT_ERROR_ARGUMENT);
    assert_non_null(strstr(refusal(&(nt_flow_options){.vendor = NT_VENDORS}).text, "vendor"));
}

static void options_of_a_later_version_may_be_there_but_not_used(void **state) {
    (void)state;
    nt_error error = {0};
    later_options later = {.now = {.size = sizeof later, .error = &error}};
    nt_flow *flow = nt_flow_new(code, &later.now, NULL, NULL);
    assert_non_null(flow);
    nt_flow_free(flow);
    later.more = UINT64_C(1) << 63;
    assert_null(nt_flow_new(code, &later.now, NULL, NULL));
    assert_int_equal(error.code, NT_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "this version"));
}

static void what_an_older_program_does_not_know_is_0(void **state) {
    (void)state;
    struct {
        size_t size;
        uint32_t first, second;
    } to, from = {.size = sizeof(size_t) + sizeof(uint32_t), .first = 1, .second = 2};
    memset(&to, 0xff, sizeof to);
    assert_int_equal(nt_sized_copy(&to, sizeof to, &from, from.size, NULL), 0);
    assert_int_equal(to.first, 1);
    assert_int_equal(to.second, 0);
}

static void each_reason_for_no_decoder_is_named(void **state) {
    (void)state;
    static const struct {
        nt_flow_options options;
        const char *text;
    } rows[] = {
        {{.src_bits = 13}, "src_bits"},
        {{.tstamp_bits = 65}, "tstamp_bits"},
        {{.inst_mode = 4}, "inst_mode"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const nt_error error = refusal(&rows[i].options);
        assert_int_equal(error.code, NT_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, rows[i].text));
    }
    nt_error error = {0};
    const nt_flow_options options = {.error = &error};
    uint64_t memory[2] = {0};
    assert_null(nt_flow_init(memory, sizeof memory, code, &options, NULL, NULL));
    assert_non_null(strstr(error.text, "memory"));
    error = (nt_error){0};
    assert_null(nt_flow_new((nt_code){.isa = {.xlen = 64}}, &options, NULL, NULL));
    assert_non_null(strstr(error.text, "`at`"));
    error = (nt_error){0};
    assert_null(nt_flow_new((nt_code){.isa = {.xlen = 16}, .at = at}, &options, NULL, NULL));
    assert_non_null(strstr(error.text, "XLEN"));
}

static void other_structs_have_a_size_too(void **state) {
    (void)state;
    nt_error error = {0};
    nt_program *program = nt_program_new();
    const nt_image_spec spec = {.size = 8, .path = "/dev/null"};
    assert_int_equal(nt_program_add(program, &spec, &error), -1);
    assert_int_equal(error.code, NT_ERROR_ARGUMENT);
    nt_program_free(program);
    nt_writer *writer;
    const nt_recording_header header = {.size = 16, .xlen = 64, .harts = 1};
    error = (nt_error){0};
    assert_int_equal(nt_writer_open(&writer, "/nowhere/x", &header, &error), -1);
    assert_int_equal(error.code, NT_ERROR_ARGUMENT);
}

static void rows_of_tables_are_there_by_number(void **state) {
    (void)state;
    assert_string_equal(nt_field_get(NT_FIELD_ICNT)->name, "I-CNT");
    assert_null(nt_field_get(NT_FIELD_NONE));
    assert_null(nt_field_get(NT_FIELDS));
    assert_string_equal(nt_message_layout_get(NT_TCODE_ERROR)->name, "Error");
    assert_null(nt_message_layout_get(1)->name);
    assert_null(nt_message_layout_get(NT_TCODES));
    assert_int_equal(nt_version_number(), NTRACE_VERSION_NUMBER);
    assert_string_equal(nt_version(), NTRACE_VERSION);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_size_of_0_is_that_of_the_first_version),
        cmocka_unit_test(options_of_a_later_version_may_be_there_but_not_used),
        cmocka_unit_test(what_an_older_program_does_not_know_is_0),
        cmocka_unit_test(each_reason_for_no_decoder_is_named),
        cmocka_unit_test(other_structs_have_a_size_too),
        cmocka_unit_test(rows_of_tables_are_there_by_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
