/* SPDX-License-Identifier: Apache-2.0 */
#include "model/ctr/ctr.h"

#include "model/ctr/ctr_access.h"
#include "model/ctr/ctr_control.h"
#include "model/ctr/ctr_record.h"

enum {
    STATUS_WRAP = 14, /* the draft's */
    STATUS_FROZEN_DRAFT = 15,
    STATUS_FROZEN = 31,
    DRAFT_CLR = 7,
    DRAFT_DEPTH = 16,
    DRAFT_DEPTH_MASK = 15,
    DEPTH_MASK = 7,
    LOGICAL_MASK = 255,
    TYPE_MASK = 15,
    CCV = 1 << 15,
    CC_LSB = 16,
    CCM_W = 12,
};

static uint64_t xlen_mask(const nt_ctr_config *config) {
    return config->xlen == 32 ? UINT32_MAX : UINT64_MAX;
}

/* Bits of ctrdata that a build has. */
static uint32_t data_mask(const nt_ctr_config *config) {
    uint32_t cc = (UINT32_C(1) << (CCM_W + config->cce_w)) - 1;
    return TYPE_MASK | (config->has_cycles ? CCV | cc << CC_LSB : 0);
}

static bool has_blocks(const nt_ctr_inputs *in) {
    return in->block[0].valid;
}

static unsigned logical_of(const nt_ctr_inputs *in) {
    return in->select & LOGICAL_MASK;
}

void nt_ctr_reset(nt_ctr *s, const nt_ctr_config *config) {
    *s = (nt_ctr){.depth = nt_ctr_depth_taken(config, 0)};
}

/* Reading. */

static uint64_t read_control(const nt_ctr *s, const nt_ctr_config *config, nt_ctr_register what) {
    bool is_vs = what == NT_CTR_VSCTRCTL;
    nt_ctr_view view = is_vs                    ? NT_CTR_VIEW_VS
                       : what == NT_CTR_SCTRCTL ? NT_CTR_VIEW_S
                                                : NT_CTR_VIEW_M;
    uint64_t control = (is_vs ? s->vscontrol : s->control) & nt_ctr_control_mask(config, view);
    uint64_t shown = nt_ctr_control_shown(config, control);
    return config->draft ? shown | nt_ctr_depth_shown(config, s->depth) << DRAFT_DEPTH : shown;
}

static uint64_t read_status(const nt_ctr *s, const nt_ctr_config *config) {
    if (config->draft) {
        return s->wrptr | (uint64_t)s->wrap << STATUS_WRAP |
               (uint64_t)s->frozen << STATUS_FROZEN_DRAFT;
    }
    return s->wrptr | (uint64_t)s->frozen << STATUS_FROZEN;
}

static uint64_t read_entry(const nt_ctr *s, unsigned logical, nt_ctr_register what) {
    if (logical >= nt_ctr_depth(s)) {
        return 0;
    }
    unsigned place = nt_ctr_place(s, logical);
    const nt_ctr_entry *entry = &s->entry[place];
    return what == NT_CTR_SOURCE   ? entry->source | nt_ctr_bit(&s->valid, place)
           : what == NT_CTR_TARGET ? entry->target
                                   : entry->data;
}

static uint64_t read_register(const nt_ctr *s, const nt_ctr_config *config, const nt_ctr_inputs *in,
                              const nt_ctr_access *access) {
    uint64_t value;
    switch (access->what) {
    case NT_CTR_MCTRCTL:
    case NT_CTR_SCTRCTL:
    case NT_CTR_VSCTRCTL:
        value = read_control(s, config, access->what);
        break;
    case NT_CTR_STATUS:
        value = read_status(s, config);
        break;
    case NT_CTR_DEPTH:
        value = s->depth;
        break;
    case NT_CTR_SOURCE:
    case NT_CTR_TARGET:
    case NT_CTR_DATA:
        value = read_entry(s, logical_of(in), access->what);
        break;
    default:
        value = 0;
        break;
    }
    return (access->upper ? value >> 32 : value) & xlen_mask(config);
}

static bool is_ready(const nt_ctr *s, const nt_ctr_config *config, const nt_ctr_inputs *in) {
    if (!in->csr_valid || has_blocks(in)) {
        return false;
    }
    return !config->sram || s->fetched || !nt_ctr_is_entry(nt_ctr_access_of(config, in).what);
}

void nt_ctr_out(const nt_ctr *s, const nt_ctr_config *config, const nt_ctr_inputs *in,
                nt_ctr_outputs *out) {
    *out = (nt_ctr_outputs){.csr_ready = is_ready(s, config, in)};
    if (!out->csr_ready) {
        return;
    }
    nt_ctr_access access = nt_ctr_access_of(config, in);
    if (access.what == NT_CTR_NONE) {
        return;
    }
    out->csr_hit = true;
    out->csr_illegal = access.is_illegal;
    out->csr_virtual = access.is_virtual;
    if (!access.is_illegal && !access.is_virtual) {
        out->csr_rdata = read_register(s, config, in, &access);
    }
}

/* Writing. */

static void clear_entries(nt_ctr *s) {
    for (unsigned i = 0; i < NT_CTR_ENTRIES; i++) {
        s->entry[i] = (nt_ctr_entry){.source = 0};
    }
    s->valid = s->has_source = s->has_target = s->has_data = (nt_ctr_bits){{0}};
}

static void restart_count(nt_ctr *s) {
    s->cycles = 0;
    s->counted = false;
}

static void set_depth(nt_ctr *s, const nt_ctr_config *config, uint64_t written) {
    s->depth = nt_ctr_depth_taken(config, written);
    s->wrptr &= (uint8_t)(nt_ctr_depth(s) - 1);
}

static void clear_draft(nt_ctr *s) {
    clear_entries(s);
    s->wrptr = 0;
    s->wrap = s->frozen = false;
}

static void write_control(nt_ctr *s, const nt_ctr_config *config, const nt_ctr_inputs *in,
                          const nt_ctr_access *access, uint64_t word) {
    bool is_vs = access->what == NT_CTR_VSCTRCTL;
    /* The other half of it stays on RV32. */
    uint64_t half = config->xlen == 64 ? UINT64_MAX
                    : access->upper    ? ~(uint64_t)UINT32_MAX
                                       : UINT32_MAX;
    uint64_t mask = nt_ctr_control_mask(config, is_vs                            ? NT_CTR_VIEW_VS
                                                : access->what == NT_CTR_SCTRCTL ? NT_CTR_VIEW_S
                                                                                 : NT_CTR_VIEW_M);
    mask &= nt_ctr_control_taken(config, half);
    uint64_t *held = is_vs ? &s->vscontrol : &s->control;
    *held = (*held & ~mask) | (nt_ctr_control_taken(config, word) & mask);
    restart_count(s);
    if (config->draft && !access->upper) {
        /* vsctrcontrol shows the depth alone, and clears with V=1 alone: chapter 2.3 */
        if (!is_vs) {
            set_depth(s, config, word >> DRAFT_DEPTH & DRAFT_DEPTH_MASK);
        }
        if ((word >> DRAFT_CLR & 1) != 0 && (!is_vs || in->priv == NT_CTR_VS)) {
            clear_draft(s);
        }
    }
}

static void write_status(nt_ctr *s, const nt_ctr_config *config, uint64_t word) {
    s->wrptr = (uint8_t)(word & (nt_ctr_depth(s) - 1));
    s->frozen = (word >> (config->draft ? STATUS_FROZEN_DRAFT : STATUS_FROZEN) & 1) != 0;
    s->wrap = config->draft && (word >> STATUS_WRAP & 1) != 0;
}

static void write_entry(nt_ctr *s, const nt_ctr_config *config, unsigned logical,
                        nt_ctr_register what, uint64_t word) {
    if (logical >= nt_ctr_depth(s)) {
        return;
    }
    unsigned place = nt_ctr_place(s, logical);
    nt_ctr_entry *entry = &s->entry[place];
    switch (what) {
    case NT_CTR_SOURCE:
        entry->source = word & ~UINT64_C(1);
        nt_ctr_put_bit(&s->valid, place, (word & 1) != 0);
        nt_ctr_put_bit(&s->has_source, place, true);
        break;
    case NT_CTR_TARGET:
        entry->target = config->has_misp ? word : word & ~UINT64_C(1);
        nt_ctr_put_bit(&s->has_target, place, true);
        break;
    default:
        entry->data = (uint32_t)word & data_mask(config);
        nt_ctr_put_bit(&s->has_data, place, true);
        break;
    }
}

static void write_register(nt_ctr *s, const nt_ctr_config *config, const nt_ctr_inputs *in,
                           const nt_ctr_access *access, uint64_t word) {
    /* On RV32 a word is written into one half of a control register. */
    uint64_t placed = access->upper ? word << 32 : word;
    switch (access->what) {
    case NT_CTR_MCTRCTL:
    case NT_CTR_SCTRCTL:
    case NT_CTR_VSCTRCTL:
        write_control(s, config, in, access, placed);
        break;
    case NT_CTR_STATUS:
        write_status(s, config, word);
        break;
    case NT_CTR_DEPTH:
        set_depth(s, config, word & DEPTH_MASK);
        break;
    case NT_CTR_SOURCE:
    case NT_CTR_TARGET:
    case NT_CTR_DATA:
        write_entry(s, config, logical_of(in), access->what, word);
        break;
    default:
        break;
    }
}

static uint64_t written_word(const nt_ctr_config *config, const nt_ctr_inputs *in, uint64_t old) {
    switch (in->csr_op) {
    case NT_CSR_SET:
        return old | (in->csr_wdata & xlen_mask(config));
    case NT_CSR_CLEAR:
        return old & ~in->csr_wdata;
    default:
        return in->csr_wdata & xlen_mask(config);
    }
}

static void take_access(nt_ctr *s, const nt_ctr_config *config, const nt_ctr_inputs *in) {
    nt_ctr_outputs out;
    nt_ctr_out(s, config, in, &out);
    if (!out.csr_hit || out.csr_illegal || out.csr_virtual) {
        return;
    }
    nt_ctr_access access = nt_ctr_access_of(config, in);
    if (access.what == NT_CTR_SCTRCLR) {
        clear_entries(s);
        restart_count(s);
    } else if (in->csr_op != NT_CSR_READ) {
        write_register(s, config, in, &access, written_word(config, in, out.csr_rdata));
    }
}

void nt_ctr_step(nt_ctr *s, const nt_ctr_config *config, const nt_ctr_inputs *in) {
    if (in->rst) {
        nt_ctr_reset(s, config);
        return;
    }
    /* Either blocks come or an access is done, never both. */
    bool fetches = config->sram && in->csr_valid && !has_blocks(in) && !is_ready(s, config, in);
    nt_ctr_record(s, config, in);
    take_access(s, config, in);
    s->fetched = fetches;
}
