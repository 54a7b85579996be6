/* SPDX-License-Identifier: Apache-2.0 */
/* Reads what the pins of a unit see, cycle by cycle: those lines of a vector that are no comment
   (docs/vectors.md has the form). A unit is a table of parameters, parts and pins, and its golden
   model. */
#ifndef NT_VECTORS_PINS_H
#define NT_VECTORS_PINS_H

#include "libntrace/util/input_file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NT_PIN_PARAMS = 32,   /* bytes that the parameters of a unit have at most */
    NT_PIN_INPUTS = 2048, /* ... and its inputs */
    NT_PIN_SHOWN = 64,    /* bytes that it shows in a cycle */
    NT_PIN_BUILD = 32,
    NT_PIN_DEPTH = 3, /* parts within parts */
};

/* A parameter of the RTL, a member of the model's. */
typedef struct nt_pin_parameter {
    const char *name;
    uint8_t offset;
    uint8_t size; /* bytes */
    bool flag;    /* 0 or 1 */
    bool later;   /* 0 where a header lacks it: files of before have none */
} nt_pin_parameter;

/* What a cycle has several times, as its lanes. Its word in a line begins the next one. */
typedef struct nt_pin_part {
    const char *word;  /* NULL: the cycle itself, the first row */
    const char *valid; /* the pin that becomes 1 with it */
    uint8_t within;    /* the row of the part that has it */
    uint8_t most;
    const char *count; /* the parameter that says how many there are; NULL: `most` */
    uint16_t offset;   /* of the first, in what it is within */
    uint16_t stride;   /* bytes */
} nt_pin_part;

/* An input. */
typedef struct nt_pin_row {
    const char *name;  /* the RTL's */
    const char *valid; /* the pin that becomes 1 where this one is named; NULL: none */
    const char *bits;  /* the parameter that is its width; NULL: `width` */
    uint8_t part;      /* the row of the part that it belongs to */
    uint8_t width;     /* bits, at most */
    uint8_t size;      /* bytes in the inputs */
    uint8_t rest;      /* its value where nothing is said of it */
    uint16_t offset;   /* in the part */
} nt_pin_row;

typedef struct nt_pin_unit {
    const char *name;
    const nt_pin_parameter *parameters; /* these three end with a name or word of NULL */
    const nt_pin_part *parts;           /* but for the first */
    const nt_pin_row *rows;
    size_t state_size, params_size, inputs_size, outputs_size;
    /* The name of a parameter that no build can have, as the RTL checks them; NULL: all are good.
     */
    const char *(*wrong)(const void *params);
    /* The golden model. Before its first cycle, a reset, its state is all 0. */
    void (*out)(const void *state, const void *params, const void *in, void *out);
    void (*step)(void *state, const void *params, const void *in);
    /* Whether the cycle's inputs were taken; else they stay for another cycle. */
    bool (*taken)(const void *in, const void *out);
    const char *hold; /* the same in words of the port */
    /* Writes what a vector expects of these outputs, bytes or lines; returns its size. */
    size_t (*show)(const void *params, const void *in, const void *out,
                   uint8_t bytes[NT_PIN_SHOWN]);
} nt_pin_unit;

/* The header of a file: build and parameters. */
typedef struct nt_pin_header {
    char build[NT_PIN_BUILD]; /* that has these parameters; "": none has */
    _Alignas(8) uint8_t params[NT_PIN_PARAMS];
} nt_pin_header;

typedef struct nt_pin_reader {
    const nt_pin_unit *unit;
    nt_pin_header header;
    nt_input_file *file;
    uint64_t idle; /* cycles of this line that are left */
    bool ended;
    _Alignas(8) uint8_t rest[NT_PIN_INPUTS];   /* of a cycle of which nothing is said */
    _Alignas(8) uint8_t inputs[NT_PIN_INPUTS]; /* of the cycle at hand */
} nt_pin_reader;

/* Opens a file and reads its header. Returns 0, or -1 with the error set. The caller closes it in
   any case. */
int nt_pin_reader_open(nt_pin_reader *reader, const nt_pin_unit *unit, const char *path,
                       nt_error *error);

/* Reads the next cycle into `inputs`. Returns 1; 0 at the end; -1 with the error set. */
int nt_pin_reader_next(nt_pin_reader *reader, nt_error *error);

void nt_pin_reader_close(nt_pin_reader *reader);

/* Takes what a unit shows. Returns 0, or -1 with the error set. */
typedef int (*nt_pin_sink)(void *context, const uint8_t *bytes, unsigned count, nt_error *error);

/* Runs the golden model on a file. Returns 0, or -1 with the error set. */
int nt_pins_run(const nt_pin_unit *unit, const char *path, nt_pin_sink sink, void *context,
                nt_error *error);

/* Returns the value of a parameter by its row's number or its name, which must be one. */
unsigned nt_pins_parameter(const nt_pin_parameter *row, const void *params);
unsigned nt_pins_named(const nt_pin_unit *unit, const char *name, const void *params);

/* Returns how many of a part there are in a cycle or in what it is within, and of a pin the bits
   that it has in a build; 0: it is not there. */
unsigned nt_pins_parts(const nt_pin_unit *unit, unsigned part, const void *params);
unsigned nt_pins_width(const nt_pin_unit *unit, const nt_pin_row *row, const void *params);

/* Returns a pin's value; `index`: of its part over the whole cycle, as in the RTL's port. */
uint64_t nt_pins_value(const nt_pin_unit *unit, const nt_pin_row *row, unsigned index,
                       const void *inputs);

#endif
