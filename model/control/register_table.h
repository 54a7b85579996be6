/* The registers of the trace encoder: one table of every field of the Trace Control Interface's
   chapter "Trace Encoder Control Interface", and of the vendor's own. Model, documentation and
   tests come from it; RTL's layout is written by hand. */
#ifndef NT_MODEL_CONTROL_REGISTER_TABLE_H
#define NT_MODEL_CONTROL_REGISTER_TABLE_H

#include "model/config.h"

#include <stdint.h>

typedef enum nt_register_access {
    NT_RO,   /* writes are ignored */
    NT_RW,   /* reads as written */
    NT_WARL, /* write any, read legal */
    NT_RW1C, /* set by hardware, cleared by writing 1 */
    NT_W1,   /* writing 1 does something; reads 0 */
} nt_register_access;

/* Registers of filters and comparators come once for each, NT_REGISTER_STRIDE bytes apart. */
typedef enum nt_register_unit {
    NT_UNIT_ENCODER,
    NT_UNIT_FILTER,
    NT_UNIT_COMPARATOR,
} nt_register_unit;

enum { NT_REGISTER_STRIDE = 0x20 };

/* Where a field's value comes from. */
typedef enum nt_register_source {
    NT_SOURCE_STORED,   /* nt_control, at `member` */
    NT_SOURCE_CONSTANT, /* of the build: what `legal` makes of 0 */
    NT_SOURCE_STATUS,   /* hardware; nt_registers knows it by the field's name */
} nt_register_source;

typedef struct nt_register_field nt_register_field;

/* The legal value that a field takes when the whole register is written with `word`. */
typedef uint32_t nt_register_legal(const nt_config *config, const nt_register_field *field,
                                   uint32_t word);

struct nt_register_field {
    const char *name;
    uint8_t lsb;
    uint8_t width;
    nt_register_access access;
    nt_register_source source;
    uint16_t member; /* of the uint32_t in nt_control, for unit 0 */
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
} nt_register;

extern const nt_register nt_registers_table[];
extern const unsigned nt_registers_table_count;

/* Units that a register has room for in the address map: 1, NT_MAX_FILTERS, NT_MAX_COMPARATORS. */
unsigned nt_register_units(nt_register_unit unit);

/* Units of a kind that the build has. */
unsigned nt_register_units_built(const nt_config *config, nt_register_unit unit);

/* The register at an offset, and in *unit the number of its filter or comparator; NULL where there
   is none. The build may lack that unit. */
const nt_register *nt_register_at(uint16_t offset, unsigned *unit);

static inline uint32_t nt_register_mask(unsigned width) {
    return width >= 32 ? UINT32_MAX : (UINT32_C(1) << width) - 1;
}

/* The field's bits in a register's value. */
static inline uint32_t nt_register_bits(const nt_register_field *field, uint32_t word) {
    return (word >> field->lsb) & nt_register_mask(field->width);
}

#endif
