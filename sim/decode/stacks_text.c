/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/stacks_text.h"

typedef struct output {
    nt_text *text;
    nt_error *error;
} output;

static int put_line(void *context, const char *line) {
    const output *out = context;
    return nt_text_string(out->text, line, out->error) != 0
               ? -1
               : nt_text_string(out->text, "\n", out->error);
}

int nt_stacks_put(const nt_stacks *stacks, nt_text *text, nt_error *error) {
    output out = {text, error};
    return nt_stacks_print(stacks, put_line, &out) == 0 ? 0 : nt_fail(error, "out of memory");
}
