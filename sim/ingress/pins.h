/* SPDX-License-Identifier: Apache-2.0 */
/* Lists the fields of a cycle by name and width: one table for the text form, the hex form and
   the checks of every reader and writer. */
#ifndef NT_INGRESS_PINS_H
#define NT_INGRESS_PINS_H

#include "sim/ingress/ingress_file.h"

#include <stddef.h>

/* Describes a build's ingress port. */
typedef struct nt_ingress_port {
    uint8_t xlen;      /* 32 or 64 */
    uint8_t nblocks;   /* 1 to 4 */
    uint8_t itype_w;   /* 3 or 4 */
    uint8_t iretire_w; /* 1 to 8 */
    uint8_t context_w; /* 0 (no context) to 64 */
    uint8_t ntriggers; /* external trigger inputs, 0 to 8 */
    char build[32];    /* name of the build, for the reader; may be empty */
} nt_ingress_port;

typedef struct nt_pin {
    const char *name;
    uint16_t offset; /* in nt_cycle, or in nt_block */
    uint8_t size;    /* bytes there */
    uint8_t width;   /* bits, or one of the below */
    bool hex;        /* written in hex in the text form */
} nt_pin;

/* Lists the widths that depend on the build. */
enum {
    NT_WIDTH_XLEN = 200,
    NT_WIDTH_ITYPE,
    NT_WIDTH_IRETIRE,
    NT_WIDTH_TRIGGER,
    NT_WIDTH_CONTEXT,
    NT_WIDTH_EXTERNAL
};

extern const nt_pin nt_cycle_pins[];
extern const unsigned nt_cycle_pin_count;
extern const nt_pin nt_block_pins[];
extern const unsigned nt_block_pin_count;

/* Returns the width in bits; 0: the port does not have it. */
unsigned nt_pin_width(const nt_pin *pin, const nt_ingress_port *port);
uint64_t nt_pin_get(const nt_pin *pin, const void *record);
void nt_pin_set(const nt_pin *pin, void *record, uint64_t value);
uint64_t nt_pin_most(const nt_pin *pin, const nt_ingress_port *port); /* the largest value */

nt_ingress_port nt_ingress_port_of(const nt_config *config);

/* Checks a port. Returns -1 if a number is out of range, with the reason. */
int nt_ingress_port_check(const nt_ingress_port *port, nt_error *error);

/* Returns the name of a field whose value does not fit the port or is not legal; NULL if all do. */
const char *nt_cycle_misfit(const nt_cycle *cycle, const nt_ingress_port *port);

/* Returns whether any of its signals is not 0. */
bool nt_apb_is_used(const nt_apb *apb);

/* Returns whether all blocks and fields but time are at their defaults, without writes. */
bool nt_cycle_is_idle(const nt_cycle *cycle);

#endif
