/* SPDX-License-Identifier: Apache-2.0 */
#include "model/ctr/ctr_control.h"

#include <string.h>

enum { NONE = 64, SHALLOWEST = 16, CODES = 5 };

typedef enum { ALWAYS, RAS, EXTERNAL, BREAK, FREEZE, FILTERS } option;

typedef struct field {
    const char *name;
    uint8_t ratified;
    uint8_t draft;
    option option;
    bool in_vs;
} field;

static const field fields[] = {
#define NT_CTR_CSR(...)
#define NT_CTR_FIELD(name, ratified, draft, option, in_vs) {#name, ratified, draft, option, in_vs},
#include "model/ctr/ctr_fields.def"
#undef NT_CTR_FIELD
#undef NT_CTR_CSR
};

enum { FIELDS = sizeof fields / sizeof fields[0] };

/* Where the state has a field: 1.0's bit, or the draft's where 1.0 has none. */
static unsigned held_at(const field *f) {
    return f->ratified == NONE ? f->draft : f->ratified;
}

static unsigned shown_at(const nt_ctr_config *config, const field *f) {
    return config->draft ? f->draft : f->ratified;
}

static bool is_built(const nt_ctr_config *config, const field *f) {
    /* 1.0 has no way to the upper half on RV32. */
    if (shown_at(config, f) >= 32 && !config->draft && config->xlen == 32) {
        return false;
    }
    switch (f->option) {
    case RAS:
        return config->has_ras;
    case EXTERNAL:
        return config->has_external;
    case BREAK:
        return config->has_freeze || !config->draft;
    case FREEZE:
        return config->has_freeze;
    case FILTERS:
        return config->has_filters;
    default:
        return true;
    }
}

uint64_t nt_ctr_control_mask(const nt_ctr_config *config, nt_ctr_view view) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < FIELDS; i++) {
        if (shown_at(config, &fields[i]) != NONE && is_built(config, &fields[i]) &&
            (view == NT_CTR_VIEW_M || fields[i].in_vs)) {
            mask |= UINT64_C(1) << held_at(&fields[i]);
        }
    }
    return mask;
}

uint64_t nt_ctr_control_shown(const nt_ctr_config *config, uint64_t control) {
    uint64_t shown = 0;
    for (unsigned i = 0; i < FIELDS; i++) {
        unsigned at = shown_at(config, &fields[i]);
        if (at != NONE) {
            shown |= (control >> held_at(&fields[i]) & 1) << at;
        }
    }
    return shown;
}

uint64_t nt_ctr_control_taken(const nt_ctr_config *config, uint64_t shown) {
    uint64_t control = 0;
    for (unsigned i = 0; i < FIELDS; i++) {
        unsigned at = shown_at(config, &fields[i]);
        if (at != NONE) {
            control |= (shown >> at & 1) << held_at(&fields[i]);
        }
    }
    return control;
}

int nt_ctr_field_find(const nt_ctr_config *config, const char *name, unsigned *bit) {
    for (unsigned i = 0; i < FIELDS; i++) {
        if (strcmp(fields[i].name, name) == 0 && shown_at(config, &fields[i]) != NONE &&
            is_built(config, &fields[i])) {
            *bit = shown_at(config, &fields[i]);
            return 0;
        }
    }
    return -1;
}

uint64_t nt_ctr_depth_shown(const nt_ctr_config *config, uint8_t depth) {
    return config->draft ? (1U << depth) - 1 : depth;
}

uint8_t nt_ctr_depth_taken(const nt_ctr_config *config, uint64_t written) {
    uint8_t taken = 0;
    for (unsigned code = 0; code < CODES; code++) {
        unsigned depth = (unsigned)SHALLOWEST << code;
        bool above =
            nt_ctr_depth_shown(config, (uint8_t)code) > written && depth > config->depth_min;
        if (depth <= config->depth_max && !above) {
            taken = (uint8_t)code;
        }
    }
    return taken;
}
