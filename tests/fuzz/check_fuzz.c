/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes through the rule checker, alone or with a program of several images: no crash, no read
   outside; pieces of any size give the same verdict, each break lies within the stream and has
   words; the reports of it can be written. The first four bytes are the options. */
#include "sim/check/harts.h"
#include "sim/check/report.h"
#include "sim/decode/flow_options.h"
#include "tests/fuzz/fuzz_spaces.h"

#include <stdio.h>
#include <string.h>

enum { OPTION_BYTES = 4, MOST_BLOCKS = 1 << 14 };

typedef struct setup {
    nt_config config;
    nt_control control;
    nt_check_options options;
    bool with_code;
    bool zc; /* Zcmp and Zcmt */
} setup;

static void set_control(nt_control *control, unsigned bits) {
    control->trTeInstMode = bits & 1 ? 3 : 6;
    control->trTeContext = bits >> 1 & 1;
    control->trTeInstSyncMode = bits >> 2 & 3;
    control->trTeInstSyncMax = bits >> 4 & 1;
    control->trTeInstEnSequentialJump = bits >> 5 & 1;
    control->trTeInstImplicitReturnMode = bits >> 6 & 3;
    control->trTeInstEnRepeatedHistory = bits >> 8 & 1;
    control->trTeInstEnAllJumps = bits >> 9 & 1;
    control->trTeInstExtendAddrMSB = bits >> 10 & 1;
    control->ntEnRepeatBranch = bits >> 11 & 1;
    control->ntEnSyncICNT = bits >> 12 & 1;
    control->trTeInstTrigEnable = bits >> 13 & 1;
    control->trTeSrcID = bits >> 14 & 3;
}

static setup set_up(const uint8_t *bytes) {
    setup all = {.config = {.xlen = bytes[1] & 1 ? 32 : 64,
                            .src_w = 12,
                            .tstamp_w = bytes[1] & 2 ? 12 : 40,
                            .scontext_w = 8,
                            .hcontext_w = bytes[1] & 4 ? 4 : 0,
                            .options = bytes[1] >> 3 & 1},
                 .control = nt_control_reset(),
                 .with_code = bytes[0] >> 7 != 0,
                 .zc = bytes[1] >> 7 != 0};
    set_control(&all.control, (unsigned)bytes[2] | (unsigned)bytes[3] << 8);
    all.control.trTeSrcBits = (bytes[0] & 15) % 13;
    all.control.trTsEnable = bytes[0] >> 4 & 1;
    all.control.ntRc7 = bytes[0] >> 5 & 1;
    all.options = nt_check_options_of(&all.control, &all.config);
    if ((bytes[0] >> 6 & 1) == 0) {
        memset(&all.options.known, 0, sizeof all.options.known);
    }
    all.options.format.vendor = (bytes[0] & 15) > 12 ? NT_VENDOR_SIFIVE : NT_VENDOR_NONE;
    all.options.sources = (bytes[1] >> 4 & 1) != 0;
    if (bytes[1] >> 5 & 1) {
        all.options.xlen = 0;
    }
    if (bytes[1] >> 6 & 1) {
        all.options.scontext_w = all.options.hcontext_w = all.options.tstamp_w = 0;
        all.options.btype = 0;
    }
    return all;
}

/* What `program` shows is judged too; NULL: there is none. */
static nt_check *run(const setup *setup, nt_program *program, const uint8_t *data, size_t size,
                     size_t piece) {
    nt_error error = {0};
    nt_check *check = nt_check_new(&setup->options);
    nt_check_harts *harts = NULL;
    if (check != NULL && program != NULL) {
        nt_check_harts_options options = {
            .flow = nt_flow_options_of(&setup->control, &setup->config),
            .every_hart = setup->options.sources,
            .isa = {.xlen = 64, .zcmp = setup->zc, .zcmt = setup->zc, .jvt = SPACES_START},
        };
        options.flow.vendor = setup->options.format.vendor;
        options.flow.budget = MOST_BLOCKS; /* a message can repeat a loop for minutes */
        harts = nt_check_harts_new(check, program, &options, &error);
    }
    if (check == NULL || (program != NULL && harts == NULL)) {
        abort();
    }
    for (size_t at = 0; at < size; at += piece) {
        nt_check_bytes(check, data + at, size - at < piece ? size - at : piece);
    }
    int result = harts == NULL ? 0 : nt_check_harts_finish(harts, &error);
    if ((result != 0) != (error.text[0] != '\0') || strchr(error.text, '\n') != NULL) {
        abort();
    }
    nt_check_finish(check);
    nt_check_harts_free(harts);
    return check;
}

static bool is_sound(const nt_rule_result *result, size_t size) {
    if (result->state != NT_RULE_BROKEN) {
        return result->broken == 0 && (result->judged != 0) == (result->state == NT_RULE_HELD);
    }
    size_t words = strnlen(result->text, sizeof result->text);
    return result->broken != 0 && result->broken <= result->judged &&
           result->follows <= result->broken && result->offset < size && words > 1 &&
           words < sizeof result->text;
}

static bool is_same(const nt_rule_result *a, const nt_rule_result *b) {
    return a->state == b->state && a->judged == b->judged && a->broken == b->broken &&
           a->follows == b->follows && a->offset == b->offset && strcmp(a->text, b->text) == 0;
}

static void compare(const nt_check *whole, const nt_check *pieces, size_t size) {
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule_result *result = nt_check_result(whole, (nt_rule_id)i);
        const nt_rule_result *other = nt_check_result(pieces, (nt_rule_id)i);
        if (!is_sound(result, size) || !is_same(result, other)) {
            (void)fprintf(stderr, "%s: %s, %s\n", nt_rules[i].id, result->text, other->text);
            abort();
        }
    }
    nt_check_summary summary = nt_check_summarize(whole);
    nt_check_summary again = nt_check_summarize(pieces);
    if (summary.first != again.first || (summary.broken == 0 && summary.first >= 0)) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < OPTION_BYTES) {
        return 0;
    }
    static nt_program *spaces;
    if (spaces == NULL) {
        spaces = spaces_new();
    }
    setup setup = set_up(data);
    nt_program *program = setup.with_code ? spaces : NULL;
    data += OPTION_BYTES;
    size -= OPTION_BYTES;
    nt_check *whole = run(&setup, program, data, size, size + 1);
    nt_check *pieces = run(&setup, program, data, size, 1);
    compare(whole, pieces, size);
    json_t *report = nt_check_json(whole);
    if (report == NULL) {
        abort();
    }
    json_decref(report);
    nt_check_free(whole);
    nt_check_free(pieces);
    return 0;
}
