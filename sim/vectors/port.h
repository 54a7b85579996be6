/* SPDX-License-Identifier: Apache-2.0 */
/* A program of the ingress kit, and what a hart's trace ingress port has to say of it: the unit
   `port` of the vectors. docs/kit.md has the form of its files. */
#ifndef NT_VECTORS_PORT_H
#define NT_VECTORS_PORT_H

#include "sim/vectors/vector.h"

enum { NT_PORT_TEXT = 48, NT_PORT_MOST_BYTES = 1 << 16, NT_PORT_MOST_STEPS = 4096 };

/* Is the address of the first instruction where none is given. */
#define NT_PORT_BASE UINT64_C(0x80000000)

/* Holds an address or trap value. */
typedef struct nt_port_value {
    uint64_t number;
    bool relative; /* to the program's first instruction */
} nt_port_value;

/* Is a stretch of the program: an instruction, or the same one several times. */
typedef struct nt_port_code {
    uint32_t offset;
    uint32_t count;
    uint32_t code;
    uint8_t size;  /* bytes, 2 or 4 */
    bool absolute; /* lui: the upper bits of the base are added */
    char text[NT_PORT_TEXT];
} nt_port_code;

/* Is what the port has to say next. */
typedef struct nt_port_step {
    nt_port_value address; /* of the instruction that retires, traps or was to come next */
    uint8_t privs;         /* that priv may have, a bit each */
    uint8_t size;          /* bytes of the instruction; 0: a trap, and nothing retires */
    uint8_t itype;         /* with 4 bits */
    uint8_t cause;
    uint8_t sijumps; /* what sijump may be, a bit each */
    uint8_t tvals;   /* how many values tval may have */
    nt_port_value tval[2];
    char text[NT_PORT_TEXT];
} nt_port_step;

typedef struct nt_port {
    nt_port_code *code;
    size_t codes;
    size_t bytes; /* of the program, from its first instruction on */
    nt_port_step *step;
    size_t steps;
} nt_port;

/* Takes what follows "#: ", an instruction, and "#> ", a step. Returns 0, or -1 with the error set.
 */
int nt_port_take_code(nt_vector *vector, const char *text, nt_error *error);
int nt_port_take_step(nt_vector *vector, const char *text, nt_error *error);

/* Returns 0 for a program that has all that it needs, or -1 with the error set. */
int nt_port_whole(const nt_vector *vector, nt_error *error);

/* Returns 0 for an address where a program may begin: that of a page; or -1 with the error set. */
int nt_port_check_base(uint64_t base, nt_error *error);

void nt_port_free(nt_port *port); /* NULL is fine */

/* Returns a value in a program that begins at `base`. */
uint64_t nt_port_value_at(const nt_vector *vector, nt_port_value value);

/* Returns the bits of an address. */
uint64_t nt_port_mask(const nt_vector *vector);

/* Returns an instruction in a program that begins at `base`. */
uint32_t nt_port_insn(const nt_vector *vector, const nt_port_code *code);

/* Judges an ingress file. Returns 0, or -1 with the error set. */
struct nt_vector_judgement;
int nt_port_judge(struct nt_vector_judgement *judgement, const nt_vector *vector, const char *path,
                  nt_error *error);

#endif
