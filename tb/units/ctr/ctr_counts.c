/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/ctr/ctr_counts.h"

#include "model/ctr/ctr_record.h"

#include <stdio.h>

static void count_blocks(ctr_counts *counts, const nt_hart_cycle *cycle) {
    unsigned transfers = 0;
    for (unsigned i = 0; i < cycle->count; i++) {
        transfers += cycle->block[i].itype != 0;
    }
    counts->blocks += cycle->count;
    counts->transfers += transfers;
    counts->with_transfers += transfers > 0;
    counts->crowded += transfers > 1;
}

static void count_records(ctr_counts *counts, const nt_ctr *ctr, const nt_hart_cycle *cycle) {
    for (unsigned i = 0; i < cycle->count; i++) {
        bool records = ctr->did[i] == NT_CTR_PUSH || ctr->did[i] == NT_CTR_SWAP;
        counts->entries += records;
        counts->by_type[cycle->block[i].itype] += records;
        counts->pops += ctr->did[i] == NT_CTR_POP;
    }
}

void ctr_count(ctr_counts *counts, const nt_ctr_config *config, const ctr_view *view,
               const nt_hart_cycle *cycle, bool was_frozen, uint32_t cycles) {
    const nt_ctr *ctr = view->model;
    const nt_ctr_outputs *out = &view->out;
    bool refused = out->csr_illegal || out->csr_virtual;
    counts->cycles++;
    if (view->in.rst) {
        return; /* nothing of it is done */
    }
    count_blocks(counts, cycle);
    count_records(counts, ctr, cycle);
    counts->freezes += cycle->count > 0 && !was_frozen && ctr->frozen;
    counts->accesses += out->csr_hit;
    counts->refused += refused;
    counts->clears += out->csr_hit && view->in.csr_clear && !refused;
    counts->overflows += ctr->cycles != cycles && ctr->cycles == nt_ctr_cycles_most(config->cce_w);
}

static void set(json_t *root, const char *key, uint64_t value) {
    json_object_set_new(root, key, json_integer((json_int_t)value));
}

void ctr_counts_put(const ctr_counts *c, json_t *root) {
    json_t *types = json_object();
    for (unsigned i = 1; i < CTR_TYPES; i++) {
        char name[4];
        (void)snprintf(name, sizeof name, "%u", i);
        if (i != 6 && i != 7) { /* no types */
            set(types, name, c->by_type[i]);
        }
    }
    set(root, "cycles", c->cycles);
    set(root, "blocks", c->blocks);
    set(root, "cycles_with_transfers", c->with_transfers);
    set(root, "cycles_with_several", c->crowded);
    set(root, "entries", c->entries);
    json_object_set_new(root, "entries_by_type", types);
    set(root, "pops", c->pops);
    set(root, "accesses", c->accesses);
    set(root, "refused", c->refused);
    set(root, "overflows", c->overflows);
    set(root, "freezes", c->freezes);
    set(root, "clears", c->clears);
}
