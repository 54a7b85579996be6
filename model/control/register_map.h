/* SPDX-License-Identifier: Apache-2.0 */
/* Describes the registers of a component as a table: of every field its place, legal values and
   meaning. Model, documentation and tests come from it; RTL's layout is written by hand. */
#ifndef NT_MODEL_CONTROL_REGISTER_MAP_H
#define NT_MODEL_CONTROL_REGISTER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum nt_register_access {
    NT_RO,   /* writes are ignored */
    NT_RW,   /* reads as written */
    NT_WARL, /* write any, read legal */
    NT_RW1C, /* set by hardware, cleared by writing 1 */
    NT_W1,   /* writing 1 does something; reads 0 */
} nt_register_access;

/* Where a field's value comes from. */
typedef enum nt_register_source {
    NT_SOURCE_STORED,   /* the component's fields, at `member` */
    NT_SOURCE_CONSTANT, /* of the build: what `legal` makes of 0 */
    NT_SOURCE_STATUS,   /* hardware; the component's model adds it */
} nt_register_source;

typedef struct nt_register_field nt_register_field;

/* The legal value that a field takes when the whole register is written with `word`. `build` is
   what the component's map says. */
typedef uint64_t nt_register_legal(const void *build, const nt_register_field *field,
                                   uint64_t word);

struct nt_register_field {
    const char *name;
    uint8_t lsb;
    uint8_t width;
    nt_register_access access;
    nt_register_source source;
    uint16_t member; /* of the word in the component's fields, for unit 0 */
    uint8_t at;      /* its lowest bit in there */
    nt_register_legal *legal;
    const char *reset;   /* value out of reset: a number, or a parameter of the build */
    const char *meaning; /* the specification's, in short */
    const char *here;    /* how it behaves here */
};

/* A component may consist of units of some kinds, each of which has the same registers. */
typedef struct nt_register_unit {
    char letter;     /* of the unit's number, in names */
    uint16_t count;  /* units that the address map has room for */
    uint16_t stride; /* addresses from one unit to the next */
    uint16_t size;   /* bytes of a unit's part of the component's fields */
} nt_register_unit;

enum { NT_UNIT_COMPONENT = 0 }; /* the kind of registers that are there once */

typedef struct nt_register {
    const char *name; /* with its unit's letter for the unit's number */
    uint32_t address; /* of unit 0: an offset in bytes, a CSR's number, or an index, as the map has
                         it */
    uint8_t kind;     /* of its units */
    const char *title;
    const nt_register_field *fields; /* bits not in any read 0 and ignore writes */
    unsigned field_count;
    bool holds; /* 0 in bit 0 makes the other fields 0 */
} nt_register;

/* A component's registers. */
typedef struct nt_register_map {
    const char *name;
    const char *title;
    const nt_register *registers;
    unsigned count;
    uint8_t width;     /* of the registers, and of the words in the component's fields: 32 or 64 */
    bool has_active;   /* the first register's bit 0 is Active: 0 holds all others */
    const void *usual; /* the build of the RTL's default parameters; NULL: it has none to choose,
                          or there are several */
    const nt_register_unit *units; /* by kind; NULL: there are none but the component */
    /* Units of a kind that a build has; NULL: all. */
    unsigned (*units_built)(const void *build, unsigned kind);
} nt_register_map;

/* The units of a register, built or not. */
const nt_register_unit *nt_register_units(const nt_register_map *map, const nt_register *where);

/* How many of them the build has. */
unsigned nt_register_units_built(const nt_register_map *map, const nt_register *where,
                                 const void *build);

/* The address of a unit's register. */
uint32_t nt_register_address(const nt_register_map *map, const nt_register *where, unsigned unit);

/* The register at an address, and in *unit the number of its unit; NULL where there is none. The
   build may lack that unit. */
const nt_register *nt_register_at(const nt_register_map *map, uint32_t address, unsigned *unit);

/* Where in the component's fields the word is that holds a stored field. */
size_t nt_register_member(const nt_register_map *map, const nt_register *where,
                          const nt_register_field *field, unsigned unit);

static inline uint64_t nt_register_mask(unsigned width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* The field's bits in a register's value. */
static inline uint64_t nt_register_bits(const nt_register_field *field, uint64_t word) {
    return (word >> field->lsb) & nt_register_mask(field->width);
}

/* Legal values that all components have. */
nt_register_legal nt_legal_any;
nt_register_legal nt_legal_zero;
nt_register_legal nt_legal_one;
uint64_t nt_legal_only_if(bool built, const nt_register_field *field, uint64_t word);
uint64_t nt_legal_at_most(uint64_t limit, const nt_register_field *field, uint64_t word);

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
#define NT_ROW_REGISTER(name, address, kind, title, fields, holds)                                 \
    { name, address, kind, title, fields, sizeof(fields) / sizeof((fields)[0]), holds }

#endif
