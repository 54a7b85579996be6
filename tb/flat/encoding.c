/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/flat/encoding.h"

#include "libntrace/util/error.h"
#include "sim/ingress/encoding.h"

#include <stdio.h>
#include <stdlib.h>

static int take(void *context, const uint8_t *bytes, unsigned count, nt_error *error) {
    return fwrite(bytes, 1, count, context) == count
               ? 0
               : nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
}

/* Into the memory that `bytes` gets. */
static int run(nt_encoding *encoding, nt_flat_encoding *to, nt_error *error) {
    char *memory = NULL;
    FILE *out = open_memstream(&memory, &to->size);
    if (out == NULL) {
        encoding->source.close(encoding->source.self);
        return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    int result = nt_encoding_run(encoding, take, out, error);
    if (fclose(out) != 0 && result == 0) {
        result = nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
    }
    to->bytes = (uint8_t *)memory;
    return result;
}

int nt_flat_encode(nt_flat_encoding *encoding, nt_error *error) {
    nt_settings settings;
    nt_settings_init(&settings);
    if (encoding->best) {
        nt_settings_best(&settings);
    }
    for (unsigned field = 0; field < nt_control_field_count; field++) {
        if (nt_control_get(&encoding->given, field) != 0) {
            nt_settings_give(&settings, field, nt_control_get(&encoding->control, field));
        }
    }
    if (encoding->config != NULL) {
        settings.config = encoding->config;
        settings.config_given = true;
    }
    nt_encoding by_model = {.input = encoding->input,
                            .settings = &settings,
                            .hart = encoding->hart,
                            .limit = encoding->limit};
    if (nt_encoding_open(&by_model, error) != 0 || run(&by_model, encoding, error) != 0) {
        return -1;
    }
    encoding->cycles = by_model.cycles;
    encoding->instructions = by_model.instructions;
    encoding->build = settings.config->name;
    return 0;
}

void nt_flat_encoding_free(nt_flat_encoding *encoding) {
    free(encoding->bytes);
    encoding->bytes = NULL;
}
