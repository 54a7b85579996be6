/* SPDX-License-Identifier: Apache-2.0 */
/* Draws errors to plant: an element that the reference determines, changed so that it matters. */
#ifndef NT_PLANT_DRAW_H
#define NT_PLANT_DRAW_H

#include "sim/util/random.h"
#include "tests/tandem/plant/trace.h"

typedef enum plant_kind {
    PLANT_REGISTER,  /* the value goes to another register */
    PLANT_VALUE,     /* a bit of a register's value */
    PLANT_CSR_BIT,   /* a bit of a CSR */
    PLANT_PC,        /* a bit of the new pc */
    PLANT_INSN,      /* bits of the instruction */
    PLANT_DATA,      /* a bit of store data */
    PLANT_ADDRESS,   /* a bit of the physical address */
    PLANT_MISSING,   /* an update is left out */
    PLANT_SPURIOUS,  /* an update of what the instruction leaves alone */
    PLANT_PRIVILEGE, /* another mode */
    PLANT_ORDER,     /* two groups exchanged */
    PLANT_LEFT_OUT,  /* a group left out */
    PLANT_TWICE,     /* a group twice */
    PLANT_KINDS,
} plant_kind;

extern const char *const plant_kind_names[PLANT_KINDS];

/* Lists the elements that a report can name. */
typedef enum plant_what {
    PLANT_AT_REGISTER, /* by its address; CSRs that show a part of another one: the other */
    PLANT_AT_PC,
    PLANT_AT_PRIVILEGE,
    PLANT_AT_INSN,
    PLANT_AT_PADDR,
    PLANT_AT_STORE,
    PLANT_AT_ANY,
} plant_what;

typedef struct plant_element {
    plant_what what;
    uint16_t reg;
} plant_element;

enum { PLANT_ELEMENTS = 2 };

/* Is an error to plant. */
typedef struct plant_edit {
    plant_kind kind;
    size_t group; /* the first that is not as it was */
    size_t count; /* of the groups from there on that are replaced */
    size_t made;  /* ... by so many of `groups` */
    nt_tandem_group groups[2];
    nt_tandem_field fields[NT_TANDEM_FIELDS + 1];
    uint64_t place;  /* offset of the group that must be reported */
    uint64_t second; /* ... of one that may be reported as well; else as `place` */
    plant_element elements[PLANT_ELEMENTS]; /* the report must name one of them */
    size_t element_count;
} plant_edit;

/* Counts draws that were thrown away because the change had no effect. */
typedef struct plant_rejects {
    uint64_t count;
} plant_rejects;

/* Draws an error of a kind among the groups `first` to `end` - 1. Returns false: there is no
   element of the kind. */
bool plant_draw(const plant_trace *trace, plant_kind kind, size_t first, size_t end,
                nt_random *random, plant_edit *edit, plant_rejects *rejects);

/* Tells how a draw within one group ended. */
typedef enum plant_result {
    PLANT_NONE,      /* the group has no such element */
    PLANT_NO_EFFECT, /* the change would not matter */
    PLANT_DRAWN,
} plant_result;

/* Draw an error that concerns several groups (draw_groups.c). */
plant_result plant_draw_order(const plant_trace *trace, size_t index, plant_edit *edit);
plant_result plant_draw_left_out(const plant_trace *trace, size_t index, plant_edit *edit);
plant_result plant_draw_twice(const plant_trace *trace, size_t index, plant_edit *edit);

#endif
