/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/check/harts.h"

#include "libntrace/flow/flow_paths.h"
#include "libntrace/util/error.h"
#include "sim/decode/source.h"

#include <stdlib.h>

enum { MOST_HARTS = 64 };

typedef struct hart {
    nt_check_harts *harts;
    uint16_t src;
    nt_view *view;
    nt_flow *flow;
    nt_code code;
    uint64_t damages; /* that the decoder knows of */
} hart;

struct nt_check_harts {
    nt_check *check;
    nt_program *program;
    nt_check_harts_options options;
    hart hart[MOST_HARTS];
    unsigned count;
    const hart *told; /* whose source the checker was told last; NULL: none */
    uint64_t damages; /* of framing, so far */
    nt_error error;   /* why a hart has no decoder, the first time, */
    uint16_t strange; /* and its SRC */
};

/* The hart's events come next. */
static inline void tell_source(hart *self) {
    nt_check_harts *harts = self->harts;
    if (harts->told != self) {
        harts->told = self;
        nt_check_flow_source(harts->check, self->src, self->code);
    }
}

static int take_event(void *context, const nt_flow_event *event) {
    hart *self = context;
    nt_view_take(self->view, event);
    tell_source(self);
    nt_check_flow(self->harts->check, event);
    return 0;
}

static int take_path(void *context, const nt_flow_path *path) {
    hart *self = context;
    tell_source(self);
    nt_check_flow_path(self->harts->check, path);
    return 0;
}

/* The hart of number `number`; NULL with the harts' error set. */
static hart *open_hart(nt_check_harts *harts, uint16_t src, unsigned number) {
    if (harts->count == MOST_HARTS) {
        nt_fail(&harts->error, "more than %d harts in the stream", MOST_HARTS);
        return NULL;
    }
    nt_flow_options options = harts->options.flow;
    options.src = src;
    hart *self = &harts->hart[harts->count];
    *self = (hart){.harts = harts, .src = src};
    self->view = nt_view_new(harts->program, number, &harts->error);
    if (self->view == NULL) {
        harts->strange = src;
        return NULL;
    }
    nt_view_set_isa(self->view, &harts->options.isa);
    self->code = nt_view_code(self->view);
    self->flow = nt_flow_new(self->code, &options, take_event, self);
    if (self->flow == NULL) {
        nt_view_free(self->view);
        nt_fail(&harts->error, "out of memory");
        return NULL;
    }
    nt_flow_set_path_sink(self->flow, take_path);
    harts->count++;
    return self;
}

static hart *hart_of(nt_check_harts *harts, uint16_t src) {
    for (unsigned i = 0; i < harts->count; i++) {
        if (harts->hart[i].src == src || !harts->options.every_hart) {
            return &harts->hart[i];
        }
    }
    return open_hart(harts, src, src);
}

/* Whether every source may have lost a message. */
static bool is_damage(const nt_demux_piece *piece) {
    return piece->kind == NT_DEMUX_BROKEN ||
           (piece->kind == NT_DEMUX_MESSAGE && piece->source == NT_DEMUX_NOBODY);
}

/* A hart that the program knows nothing of (its SRC may be damaged) is judged by its bytes alone.
 */
static void take_piece(void *context, const nt_demux_piece *piece) {
    static const uint8_t damage[] = {0x02, NT_IDLE}; /* MSEO=10, and it is over */
    nt_check_harts *harts = context;
    harts->damages += is_damage(piece);
    hart *self = piece->source == NT_DEMUX_NOBODY ? NULL : hart_of(harts, (uint16_t)piece->source);
    if (self == NULL) {
        return;
    }
    if (self->damages != harts->damages) {
        self->damages = harts->damages;
        nt_flow_place(self->flow, piece->offset);
        (void)nt_flow_bytes(self->flow, damage, sizeof damage);
    }
    nt_flow_place(self->flow, piece->offset);
    (void)nt_flow_bytes(self->flow, piece->bytes, piece->size);
}

nt_check_harts *nt_check_harts_new(nt_check *check, nt_program *program,
                                   const nt_check_harts_options *options, nt_error *error) {
    nt_check_harts *harts = calloc(1, sizeof *harts);
    if (harts == NULL) {
        nt_fail(error, "out of memory");
        return NULL;
    }
    *harts = (nt_check_harts){.check = check, .program = program, .options = *options};
    if (!options->every_hart && open_hart(harts, options->flow.src, options->hart) == NULL) {
        nt_fail(error, "%s", harts->error.text);
        nt_check_harts_free(harts);
        return NULL;
    }
    nt_check_on_pieces(check, take_piece, harts);
    return harts;
}

int nt_check_harts_finish(nt_check_harts *harts, nt_error *error) {
    if (harts->count == 0 && harts->error.text[0] != '\0') {
        return nt_source_strange(error, &harts->error, harts->strange);
    }
    for (unsigned i = 0; i < harts->count; i++) {
        (void)nt_flow_finish(harts->hart[i].flow);
    }
    return 0;
}

void nt_check_harts_free(nt_check_harts *harts) {
    for (unsigned i = 0; harts != NULL && i < harts->count; i++) {
        nt_flow_free(harts->hart[i].flow);
        nt_view_free(harts->hart[i].view);
    }
    free(harts);
}
