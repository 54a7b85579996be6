/* SPDX-License-Identifier: Apache-2.0 */
/* The units that have vectors: a row each, with what of reading, running and judging is a unit's
   own. */
#ifndef NT_VECTORS_UNIT_H
#define NT_VECTORS_UNIT_H

#include "sim/vectors/columns.h"
#include "sim/vectors/judge.h"
#include "sim/vectors/pins.h"
#include "sim/vectors/vector.h"

enum { NT_VECTOR_WORDS = 12 };

/* What a bench is called for. */
typedef struct nt_vector_call {
    char *path;   /* of the vector */
    char *output; /* the file for its bytes */
    char *report; /* the folder for what is found */
    bool alone;   /* the bench is no judge */
} nt_vector_call;

typedef struct nt_vector_unit {
    const char *name;        /* of its folder */
    const char *suffix;      /* of its files */
    const char *bench;       /* of a build, beside the program; %s is the build. NULL: none */
    const char *make;        /* what make is told to build it */
    const nt_pin_unit *pins; /* NULL: its ingress is not of this form */
    bool asks;               /* its vectors say what they need, by names in features.txt */
    const char *place;       /* what the number of a finding counts (NULL: "offset") */
    const char *title;       /* of the page about a folder (NULL: "Compliance vectors") */
    const char *command;     /* that makes it (NULL: "vectors judge") */
    const char *const *ends; /* of the names of files with what was sent; NULL behind the last.
                                NULL: those of bytes, or of answers */

    const char *const *beside; /* ends of other files that may lie there; NULL: none */

    /* Reads build and parameters. Returns 0, or -1 with the error set. */
    int (*read)(nt_vector *vector, nt_error *error);
    /* Takes a line "#: ..." of the program. NULL: what reads the ingress does. Returns 0, or -1
       with the error set. */
    int (*take_code)(nt_vector *vector, const char *text, nt_error *error);
    /* Takes a line "#> ..." as bytes to expect. Returns 0, or -1 with the error set. */
    int (*take_expected)(nt_vector *vector, const char *text, nt_error *error);
    /* Runs the golden model. Returns 0, or -1 with the error set. */
    int (*run_model)(const nt_vector *vector, nt_pin_sink sink, void *context, nt_error *error);
    /* Lists the words of its bench, NULL behind the last. */
    void (*bench_words)(char *words[NT_VECTOR_WORDS], const nt_vector_call *call);
    /* Judges what is not exact; verdict and finding of `judgement` are to be set. Returns 0, or -1
       with the error set. */
    int (*judge)(nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                 nt_error *error);
    /* Opens the ingress as columns. Returns 0, or -1 with the error set. */
    int (*open_columns)(nt_columns *columns, const nt_vector *vector, nt_error *error);
    /* Returns a parameter by its number; false behind the last. */
    bool (*parameter)(const nt_vector *vector, unsigned index, const char **name, unsigned *value);
} nt_vector_unit;

extern const nt_vector_unit nt_vector_encoder;
extern const nt_vector_unit nt_vector_tv;
extern const nt_vector_unit nt_vector_ctr;
extern const nt_vector_unit nt_vector_hpm;
extern const nt_vector_unit nt_vector_sbi;
extern const nt_vector_unit nt_vector_port;

/* Returns a unit by its number, NULL behind the last; by its name, NULL where there is none. The
   ingress kit's has a name alone: its vectors are no encoder's, but programs. */
const nt_vector_unit *nt_vector_unit_at(unsigned index);
const nt_vector_unit *nt_vector_unit_named(const char *name);

/* Returns what is said of a unit's folder, the encoder's where the unit says nothing: what the
   number of a finding counts, the page's title, the command. */
const char *nt_vector_place(const nt_vector_unit *unit);
const char *nt_vector_title(const nt_vector_unit *unit);
const char *nt_vector_command(const nt_vector_unit *unit);

/* Returns whether its vectors are programs of the ingress kit, which no model runs. */
bool nt_vector_is_program(const nt_vector_unit *unit);

/* Returns whether a unit answers (answers.h): what it sends is a text. */
bool nt_vector_answers(const nt_vector_unit *unit);

/* Of units whose ingress is of pins: read, run_model, bench_words, open_columns, parameter. */
int nt_vector_pins_read(nt_vector *vector, nt_error *error);
int nt_vector_pins_run(const nt_vector *vector, nt_pin_sink sink, void *context, nt_error *error);
void nt_vector_pins_words(char *words[NT_VECTOR_WORDS], const nt_vector_call *call);
int nt_vector_pins_columns(nt_columns *columns, const nt_vector *vector, nt_error *error);
bool nt_vector_pins_parameter(const nt_vector *vector, unsigned index, const char **name,
                              unsigned *value);

/* Takes "24 0D  words" as bytes, and "nothing" as none. */
int nt_vector_take_bytes(nt_vector *vector, const char *text, nt_error *error);

#endif
