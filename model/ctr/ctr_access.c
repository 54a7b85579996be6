/* SPDX-License-Identifier: Apache-2.0 */
#include "model/ctr/ctr_access.h"

#include <stddef.h>

enum { ENTRIES = 0x200, RV32 = 32 };

/* Who reaches a register at all: M, from S up, from S up but not as its VS version, from HS up. */
typedef enum { BY_M, BY_S, BY_S_NOT_VS, BY_HS } level;

typedef struct csr {
    uint16_t ratified; /* numbers; 0: not in that map */
    uint16_t draft;
    nt_ctr_register what;
    level level;
    bool upper;
    bool indirect;
} csr;

static const csr csrs[] = {
#define NT_CTR_FIELD(...)
#define NT_CTR_CSR(key, ratified_name, ratified, draft_name, draft, what, level, upper)            \
    {ratified, draft, NT_CTR_##what, level, upper, false},
#include "model/ctr/ctr_fields.def"
#undef NT_CTR_CSR
#undef NT_CTR_FIELD
    /* sireg to sireg6, without a number between the third and the fourth */
    {0x151, 0x151, NT_CTR_SOURCE, BY_S, false, true},
    {0x152, 0x152, NT_CTR_TARGET, BY_S, false, true},
    {0x153, 0x153, NT_CTR_DATA, BY_S, false, true},
    {0x155, 0x155, NT_CTR_ZERO, BY_S, false, true},
    {0x156, 0x156, NT_CTR_ZERO, BY_S, false, true},
    {0x157, 0x157, NT_CTR_ZERO, BY_S, false, true},
    {0x251, 0x251, NT_CTR_SOURCE, BY_HS, false, true},
    {0x252, 0x252, NT_CTR_TARGET, BY_HS, false, true},
    {0x253, 0x253, NT_CTR_DATA, BY_HS, false, true},
    {0x255, 0x255, NT_CTR_ZERO, BY_HS, false, true},
    {0x256, 0x256, NT_CTR_ZERO, BY_HS, false, true},
    {0x257, 0x257, NT_CTR_ZERO, BY_HS, false, true},
    {0, 0x351, NT_CTR_SOURCE, BY_M, false, true},
    {0, 0x352, NT_CTR_TARGET, BY_M, false, true},
    {0, 0x353, NT_CTR_DATA, BY_M, false, true},
    {0, 0x355, NT_CTR_ZERO, BY_M, false, true},
    {0, 0x356, NT_CTR_ZERO, BY_M, false, true},
    {0, 0x357, NT_CTR_ZERO, BY_M, false, true},
};

static const csr sctrclr = {.what = NT_CTR_SCTRCLR, .level = BY_S};

static bool is_here(const nt_ctr_config *config, const csr *c, const nt_ctr_inputs *in) {
    uint16_t number = config->draft ? c->draft : c->ratified;
    return number != 0 && in->csr_addr == number && (!c->upper || config->xlen == RV32) &&
           (c->level != BY_HS || config->has_h) &&
           (!c->indirect || (in->select & ~0xffU) == ENTRIES);
}

static const csr *find(const nt_ctr_config *config, const nt_ctr_inputs *in) {
    if (in->csr_clear) {
        return config->draft ? NULL : &sctrclr;
    }
    for (size_t i = 0; i < sizeof csrs / sizeof csrs[0]; i++) {
        if (is_here(config, &csrs[i], in)) {
            return &csrs[i];
        }
    }
    return NULL;
}

/* What Sscsrind refuses guests by itself, whatever the other bits of mstateen0: *ireg of VS by its
   own number, any from VU, and any while hstateen0.CSRIND is 0. */
static bool refused_by_index(const csr *c, const nt_ctr_inputs *in, bool never) {
    bool no_index = in->priv == NT_CTR_VS && (in->stateen & NT_STATEEN_H_CSRIND) == 0;
    return c->indirect && (never || no_index);
}

static void judge(const nt_ctr_config *config, const csr *c, const nt_ctr_inputs *in,
                  nt_ctr_access *access) {
    bool machine = (in->stateen & NT_STATEEN_M_CTR) != 0;
    bool guest = (in->stateen & NT_STATEEN_H_CTR) != 0;
    bool no_index = c->indirect && (in->stateen & NT_STATEEN_M_CSRIND) == 0;
    bool never = in->priv == NT_CTR_VU || (in->priv == NT_CTR_VS && c->level != BY_S);
    if (in->priv == NT_CTR_M || in->priv == NT_CTR_DEBUG) {
        return;
    }
    if (c->level == BY_M || in->priv == NT_CTR_U || no_index) {
        access->is_illegal = true;
    } else if (refused_by_index(c, in, never)) {
        /* Draft, chapter 4: illegal where it would not have worked with hstateen0.CTR either. */
        access->is_illegal = config->draft && !never && machine && !guest;
        access->is_virtual = !access->is_illegal;
    } else if (!machine) {
        access->is_illegal = true;
    } else {
        access->is_virtual = never || (in->priv == NT_CTR_VS && !guest);
    }
}

nt_ctr_access nt_ctr_access_of(const nt_ctr_config *config, const nt_ctr_inputs *in) {
    nt_ctr_access access = {.what = NT_CTR_NONE};
    const csr *c = find(config, in);
    if (c == NULL) {
        return access;
    }
    access.what = c->what;
    access.upper = c->upper;
    if (access.what == NT_CTR_SCTRCTL && in->priv == NT_CTR_VS) {
        access.what = NT_CTR_VSCTRCTL;
    }
    judge(config, c, in, &access);
    return access;
}
