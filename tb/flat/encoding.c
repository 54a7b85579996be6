#include "tb/flat/encoding.h"

#include "libntrace/util/error.h"
#include "sim/ingress/encoding.h"

#include <stdlib.h>
#include <string.h>

static int take(void *context, const uint8_t *bytes, unsigned count, nt_error *error) {
    nt_flat_encoding *e = context;
    if (e->size + count > e->room) {
        size_t room = 2 * e->room + 65536;
        uint8_t *grown = realloc(e->bytes, room);
        if (grown == NULL) {
            return nt_fail_as(error, NT_ERROR_MEMORY, "out of memory");
        }
        e->bytes = grown;
        e->room = room;
    }
    memcpy(e->bytes + e->size, bytes, count);
    e->size += count;
    return 0;
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
    nt_encoding run = {.input = encoding->input,
                       .settings = &settings,
                       .hart = encoding->hart,
                       .limit = encoding->limit};
    if (nt_encoding_open(&run, error) != 0 || nt_encoding_run(&run, take, encoding, error) != 0) {
        return -1;
    }
    encoding->cycles = run.cycles;
    encoding->instructions = run.instructions;
    encoding->build = settings.config->name;
    return 0;
}

void nt_flat_encoding_free(nt_flat_encoding *encoding) {
    free(encoding->bytes);
    encoding->bytes = NULL;
}
