/* Any bytes through the rule checker: no crash, no read outside; pieces of any size give the same
   verdict, each break lies within the stream and has words. The first byte chooses options. */
#include "sim/check/check.h"

#include <stdlib.h>
#include <string.h>

static nt_check *run(const uint8_t *data, size_t size, size_t piece, uint8_t choice) {
    nt_check_options options = {.format = {.src_bits = choice & 7, .tstamp = (choice & 8) != 0},
                                .xlen = choice & 16 ? 32 : 0,
                                .version = choice & 32 ? NT_SPEC_RC7 : NT_SPEC_1_0};
    if (choice & 64) { /* what the encoder was set to is known */
        options.set = true;
        options.format.addr_bits = choice & 128 ? 63 : 0;
        options.control.trTeContext = choice & 1;
        options.control.trTeInstSyncMode = choice >> 1 & 3;
        options.control.trTeSrcID = 5;
        options.scontext_w = 8;
        options.hcontext_w = choice & 16 ? 4 : 0;
        options.tstamp_w = 12;
    }
    nt_check *check = nt_check_new(&options);
    if (check == NULL) {
        abort();
    }
    for (size_t at = 0; at < size; at += piece) {
        nt_check_bytes(check, data + at, size - at < piece ? size - at : piece);
    }
    nt_check_finish(check);
    return check;
}

static bool is_sound(const nt_rule_result *result, size_t size) {
    if (result->state != NT_RULE_BROKEN) {
        return result->broken == 0 && (result->judged != 0) == (result->state == NT_RULE_HELD);
    }
    size_t words = strnlen(result->text, sizeof result->text);
    return result->broken != 0 && result->broken <= result->judged && result->offset < size &&
           words > 1 && words < sizeof result->text;
}

static bool is_same(const nt_rule_result *a, const nt_rule_result *b) {
    return a->state == b->state && a->judged == b->judged && a->broken == b->broken &&
           a->offset == b->offset && strcmp(a->text, b->text) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    nt_check *whole = run(data + 1, size - 1, size, data[0]);
    nt_check *pieces = run(data + 1, size - 1, 1, data[0]);
    for (unsigned i = 0; i < NT_RULES; i++) {
        const nt_rule_result *result = nt_check_result(whole, (nt_rule_id)i);
        const nt_rule_result *other = nt_check_result(pieces, (nt_rule_id)i);
        if (!is_sound(result, size - 1) || !is_same(result, other)) {
            abort();
        }
    }
    nt_check_free(whole);
    nt_check_free(pieces);
    return 0;
}
