/* The registers of all components: a table each, of every field of the Trace Control Interface's
   chapter and of the vendor's own. Model, documentation and tests come from it; RTL's layout is
   written by hand. */
#ifndef NT_MODEL_CONTROL_REGISTER_TABLE_H
#define NT_MODEL_CONTROL_REGISTER_TABLE_H

#include "model/config.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum nt_register_access {
    NT_RO,   /* writes are ignored */
    NT_RW,   /* reads as written */
    NT_WARL, /* write any, read legal */
    NT_RW1C, /* set by hardware, cleared by writing 1 */
    NT_W1,   /* writing 1 does something; reads 0 */
} nt_register_access;

/* Registers of an encoder's filters and comparators come once for each, NT_REGISTER_STRIDE bytes
   apart. */
typedef enum nt_register_unit {
    NT_UNIT_COMPONENT,
    NT_UNIT_FILTER,
    NT_UNIT_COMPARATOR,
} nt_register_unit;

enum { NT_REGISTER_STRIDE = 0x20 };

/* Where a field's value comes from. */
typedef enum nt_register_source {
    NT_SOURCE_STORED,   /* the component's fields, at `member` */
    NT_SOURCE_CONSTANT, /* of the build: what `legal` makes of 0 */
    NT_SOURCE_STATUS,   /* hardware; the component's model adds it */
} nt_register_source;

typedef struct nt_register_field nt_register_field;

/* The legal value that a field takes when the whole register is written with `word`. `build` is
   what the component's table says (nt_register_map). */
typedef uint32_t nt_register_legal(const void *build, const nt_register_field *field,
                                   uint32_t word);

struct nt_register_field {
    const char *name;
    uint8_t lsb;
    uint8_t width;
    nt_register_access access;
    nt_register_source source;
    uint16_t member; /* of the uint32_t in the component's fields, for unit 0 */
    uint8_t at;      /* its lowest bit in there */
    nt_register_legal *legal;
    const char *reset;   /* value out of reset: a number, or a parameter of the build */
    const char *meaning; /* the specification's, in short */
    const char *here;    /* how it behaves here */
};

typedef struct nt_register {
    const char *name; /* with an i (filters) or j (comparators) for the unit's number */
    uint16_t offset;  /* of unit 0 */
    nt_register_unit unit;
    const char *title;
    const nt_register_field *fields; /* bits not in any read 0 and ignore writes */
    unsigned field_count;
    bool holds; /* 0 in bit 0 makes the other fields 0 (trTsControl) */
} nt_register;

/* A component's registers. The first is tr??Control, whose first field is tr??Active. */
typedef struct nt_register_map {
    const char *name;  /* "encoder" */
    const char *title; /* "Trace encoder" */
    const nt_register *registers;
    unsigned count;
    const void *usual; /* the build of the RTL's default parameters; NULL: it has none to choose,
                          or they are in nt_configs */
} nt_register_map;

extern const nt_register_map nt_encoder_map; /* fields nt_control, build nt_config */
extern const nt_register_map nt_funnel_map;  /* model/control/funnel_registers.h */
extern const nt_register_map nt_pib_map;     /* model/control/pib_registers.h */
extern const nt_register_map nt_ram_map;     /* model/control/ram_registers.h */
extern const nt_register_map nt_atb_map;     /* model/control/atb_registers.h */

/* All of them. */
enum { NT_REGISTER_MAPS = 5 };
extern const nt_register_map *const nt_register_maps[NT_REGISTER_MAPS];

/* Units that a register has room for in the address map: 1, NT_MAX_FILTERS, NT_MAX_COMPARATORS. */
unsigned nt_register_units(nt_register_unit unit);

/* Units of a kind that the build has; but for an encoder's (nt_config) it does not matter. */
unsigned nt_register_units_built(const void *build, nt_register_unit unit);

/* The register at an offset, and in *unit the number of its filter or comparator; NULL where there
   is none. The build may lack that unit. */
const nt_register *nt_register_at(const nt_register_map *map, uint16_t offset, unsigned *unit);

static inline uint32_t nt_register_mask(unsigned width) {
    return width >= 32 ? UINT32_MAX : (UINT32_C(1) << width) - 1;
}

/* The field's bits in a register's value. */
static inline uint32_t nt_register_bits(const nt_register_field *field, uint32_t word) {
    return (word >> field->lsb) & nt_register_mask(field->width);
}

/* Legal values that all components have. */
nt_register_legal nt_legal_any;
nt_register_legal nt_legal_zero;
nt_register_legal nt_legal_one;
uint32_t nt_legal_only_if(bool built, const nt_register_field *field, uint32_t word);
uint32_t nt_legal_at_most(uint32_t limit, const nt_register_field *field, uint32_t word);

/* Rows. FIELD: in the component's fields, at a member; CONSTANT: one that never changes; STATUS:
   one that hardware gives. */
#define NT_ROW_FIELD(name, lsb, width, access, member, legal, reset, meaning, here)                \
    {                                                                                              \
        name, lsb, width, access, NT_SOURCE_STORED, (uint16_t)(member), 0, legal, reset, meaning,  \
            here                                                                                   \
    }
#define NT_ROW_CONSTANT(name, lsb, width, access, legal, reset, meaning, here)                     \
    { name, lsb, width, access, NT_SOURCE_CONSTANT, 0, 0, legal, reset, meaning, here }
#define NT_ROW_STATUS(name, lsb, width, access, reset, meaning, here)                              \
    { name, lsb, width, access, NT_SOURCE_STATUS, 0, 0, nt_legal_any, reset, meaning, here }
#define NT_ROW_REGISTER(name, offset, unit, title, fields, holds)                                  \
    { name, offset, unit, title, fields, sizeof(fields) / sizeof((fields)[0]), holds }

#endif
