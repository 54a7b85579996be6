/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/source.h"

#include <stdbool.h>

static bool has_hart(const nt_program *program, unsigned hart, nt_error *error) {
    nt_view *view = nt_view_new((nt_program *)program, hart, error);
    nt_view_free(view);
    return view != NULL;
}

unsigned nt_source_hart(const nt_program *program, unsigned source) {
    nt_error error = {0};
    nt_error other = {0};
    if (source == 0 || has_hart(program, source, &error) || error.code != NT_ERROR_ARGUMENT) {
        return source;
    }
    error = (nt_error){0};
    return has_hart(program, 0, &error) && !has_hart(program, 1, &other) ? 0 : source;
}

int nt_source_strange(nt_error *error, const nt_error *reason, unsigned source) {
    return nt_fail_as(error, reason->code,
                      "%s; --set trTeSrcID=%u with --hart N decodes it by the code of hart N",
                      reason->text, source);
}
