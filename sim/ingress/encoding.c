/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/ingress/encoding.h"

#include "sim/ingress/input.h"
#include "sim/ingress/shape.h"

static int open_source(nt_encoding *e, nt_error *error) {
    if (nt_input_fit(e->settings, e->input, &e->is_ingress, error) != 0) {
        return -1;
    }
    const nt_config *config = e->settings->config;
    if (e->is_ingress) {
        return nt_ingress_file_open(&e->source, e->input, config, error);
    }
    nt_shape_options shape = {.hart = e->hart,
                              .blocks = config->nblocks,
                              .ctype = 1,
                              .limit = e->limit,
                              .settings = e->settings};
    return nt_shape_open(&e->source, e->input, config, &shape, error);
}

int nt_encoding_open(nt_encoding *encoding, nt_error *error) {
    if (open_source(encoding, error) != 0) {
        return -1;
    }
    nt_golden_init(&encoding->golden, encoding->settings->config);
    return 0;
}

int nt_encoding_run(nt_encoding *encoding, nt_golden_sink sink, void *context, nt_error *error) {
    nt_golden *golden = &encoding->golden;
    nt_source *source = &encoding->source;
    int result = nt_golden_run(golden, source, "encode", sink, context, &encoding->cycles, error);
    if (result == 0 && encoding->is_ingress) { /* a recording's cycles have their end */
        result = nt_golden_end(golden, sink, context, &encoding->cycles, error);
    }
    encoding->instructions = encoding->is_ingress ? 0 : nt_shape_instructions(source);
    source->close(source->self);
    return result;
}
