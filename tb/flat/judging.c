/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/flat/judging.h"

#include "sim/vectors/judge.h"

#include <string.h>

int nt_flat_judge(nt_flat_judgement *judgement, const char *vector, const char *bytes,
                  nt_error *error) {
    nt_vector read;
    nt_vector_judgement judged;
    int result = nt_vector_read(&read, vector, error);
    result = result == 0 ? nt_vector_judge(&judged, &read, bytes, error) : result;
    nt_vector_free(&read);
    if (result != 0) {
        return -1;
    }
    _Static_assert(sizeof judgement->text == sizeof judged.text, "the same words");
    judgement->verdict = nt_vector_verdict_name(judged.verdict);
    judgement->rule = judged.rule;
    judgement->offset = judged.offset;
    memcpy(judgement->text, judged.text, sizeof judged.text);
    return 0;
}
