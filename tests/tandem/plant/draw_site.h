/* SPDX-License-Identifier: Apache-2.0 */
/* Draws within one group (draw.c): what the group has, and how it is changed. */
#ifndef NT_PLANT_DRAW_SITE_H
#define NT_PLANT_DRAW_SITE_H

#include "tests/tandem/plant/draw.h"

/* Is a draw within one group. */
typedef struct plant_site {
    const plant_trace *trace;
    const plant_group *group;
    nt_random *random;
    plant_edit *edit;
} plant_site;

/* ---- fields (draw_site.c) ---- */

/* Return what kind of field it is. */
bool plant_is_update(const nt_tandem_field *field);
bool plant_is_state(const nt_tandem_field *field, unsigned first, unsigned last);
bool plant_is_store(const nt_tandem_field *field);
bool plant_is_insn(const nt_tandem_field *field);

/* Returns whether the trace is without such elements. */
bool plant_is_absent(const plant_site *d, nt_tandem_kind kind);
/* Returns whether the group sets the register. */
bool plant_sets_register(const plant_site *d, unsigned reg);
/* Returns the bits of a register, by its address. */
unsigned plant_width(const plant_site *d, unsigned reg);

/* Returns one of the fields that a condition takes; -1: none. */
int plant_pick(plant_site *d, bool (*takes)(const plant_site *, size_t));
/* Returns one of the bits `first` to `end` - 1. */
uint64_t plant_bit(plant_site *d, unsigned first, unsigned end);
/* Notes an element that the report may name. */
void plant_name(plant_site *d, plant_what what, unsigned reg);
/* Adds a field to the group, and takes one out. */
void plant_add(plant_site *d, nt_tandem_field field);
void plant_take_out(plant_site *d, size_t at);

/* ---- elements that are determined (draw_elements.c) ---- */

/* Return whether a field of the group is such an element. */
bool plant_is_register(const plant_site *d, size_t i);
bool plant_is_csr(const plant_site *d, size_t i);
bool plant_is_pc(const plant_site *d, size_t i);
bool plant_is_privilege(const plant_site *d, size_t i);
bool plant_is_data(const plant_site *d, size_t i);
bool plant_is_paddr(const plant_site *d, size_t i);
bool plant_is_tval(const nt_tandem_field *field);
/* Returns the bits of a CSR that the group determines. */
uint64_t plant_csr_mask(const plant_site *d, unsigned csr);

/* Draw an error of a kind (draw_elements.c, draw_missing.c). */
plant_result plant_draw_register(plant_site *d);
plant_result plant_draw_value(plant_site *d);
plant_result plant_draw_csr(plant_site *d);
plant_result plant_draw_pc(plant_site *d);
plant_result plant_draw_insn(plant_site *d);
plant_result plant_draw_privilege(plant_site *d);
plant_result plant_draw_data(plant_site *d);
plant_result plant_draw_address(plant_site *d);
plant_result plant_draw_missing(plant_site *d);
plant_result plant_draw_spurious(plant_site *d);

#endif
