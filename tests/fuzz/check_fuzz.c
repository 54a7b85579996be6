/* Any bytes through the rule checker, alone or beside a decoder over any code: no crash, no read
   outside; pieces of any size give the same verdict, each break lies within the stream and has
   words; the reports of it can be written. The first four bytes are the options, then comes the
   code if there is any (fuzz_code.h), then the stream. */
#include "sim/check/report.h"
#include "sim/decode/flow_options.h"
#include "tests/fuzz/fuzz_code.h"

#include <stdio.h>
#include <string.h>

enum { OPTION_BYTES = 4, MOST_EVENTS = 2000 };

typedef struct setup {
    nt_config config;
    nt_control control;
    nt_check_options options;
    bool with_code;
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
                 .with_code = bytes[0] >> 7 != 0};
    set_control(&all.control, (unsigned)bytes[2] | (unsigned)bytes[3] << 8);
    all.control.trTeSrcBits = (bytes[0] & 15) % 13;
    all.control.trTsEnable = bytes[0] >> 4 & 1;
    all.control.ntRc7 = bytes[0] >> 5 & 1;
    all.options = nt_check_options_of(&all.control, &all.config);
    all.options.set = (bytes[0] >> 6 & 1) != 0;
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

typedef struct judge {
    nt_check *check;
    unsigned events;
} judge;

static int pass_on(void *context, const nt_flow_event *event) {
    judge *judge = context;
    nt_check_flow(judge->check, event);
    return ++judge->events == MOST_EVENTS;
}

/* Message by message, as the command does, so that both find things in order. */
static void feed(judge *judge, nt_flow *flow, const uint8_t *data, size_t size) {
    for (size_t from = 0, at = 0; at < size; at++) {
        if ((data[at] & 3) == 3 || at + 1 == size) {
            nt_check_bytes(judge->check, data + from, at + 1 - from);
            if (flow != NULL && judge->events < MOST_EVENTS) {
                (void)nt_flow_bytes(flow, data + from, at + 1 - from);
            }
            from = at + 1;
        }
    }
}

static nt_check *run(const setup *setup, const fuzz_code *code, const uint8_t *data, size_t size,
                     size_t piece) {
    judge judge = {.check = nt_check_new(&setup->options)};
    nt_flow_options options = nt_flow_options_of(&setup->control, &setup->config);
    nt_flow *flow =
        code == NULL ? NULL : nt_flow_new(nt_image_code(code->image), &options, pass_on, &judge);
    if (judge.check == NULL || (code != NULL && flow == NULL)) {
        abort();
    }
    for (size_t at = 0; at < size; at += piece) {
        feed(&judge, flow, data + at, size - at < piece ? size - at : piece);
    }
    if (flow != NULL && judge.events < MOST_EVENTS) {
        (void)nt_flow_finish(flow);
    }
    nt_check_finish(judge.check);
    nt_flow_free(flow);
    return judge.check;
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
    setup setup = set_up(data);
    data += OPTION_BYTES;
    size -= OPTION_BYTES;
    fuzz_code code = {.image = NULL};
    if (setup.with_code) {
        code = fuzz_code_new(data, size);
    }
    data += code.used;
    size -= code.used;
    const fuzz_code *used = setup.with_code ? &code : NULL;
    nt_check *whole = run(&setup, used, data, size, size + 1);
    /* With code, where the checker is ahead of the decoder depends on the pieces. */
    nt_check *pieces = run(&setup, used, data, size, setup.with_code ? size + 1 : 1);
    compare(whole, pieces, size);
    json_t *report = nt_check_json(whole);
    if (report == NULL) {
        abort();
    }
    json_decref(report);
    nt_check_free(whole);
    nt_check_free(pieces);
    nt_image_free(code.image);
    return 0;
}
