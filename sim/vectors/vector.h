/* SPDX-License-Identifier: Apache-2.0 */
/* Reads compliance vectors: text files tests/vectors/UNIT/ID.SUFFIX, which are what a unit's pins
   see, with all else in comments (docs/vectors.md has the form). */
#ifndef NT_VECTORS_VECTOR_H
#define NT_VECTORS_VECTOR_H

#include "libntrace/util/error.h"
#include "model/config.h"
#include "sim/vectors/needs.h"
#include "sim/vectors/pins.h"

#include <limits.h>

enum { NT_VECTOR_NAME = 96, NT_VECTOR_SHOWS = 512 };

struct nt_vector_unit; /* sim/vectors/unit.h */
struct nt_port;        /* sim/vectors/port.h */

typedef struct nt_vector {
    char path[PATH_MAX];
    char id[NT_VECTOR_NAME];
    const struct nt_vector_unit *unit;
    unsigned version;            /* one more with each change of its cycles or bytes */
    char shows[NT_VECTOR_SHOWS]; /* in words */
    char clause[NT_VECTOR_NAME]; /* of the specification */
    char *rules;                 /* that it puts to the test, by blanks; NULL: none are listed */
    nt_vector_needs needs;       /* of the encoder */
    char build[NT_VECTOR_NAME];
    nt_config config;     /* of the encoder: the build, with the vector's own parameters, if any */
    nt_pin_header pins;   /* of a unit of pins */
    bool own_parameters;  /* there are some: no bench of the build runs it */
    struct nt_port *port; /* of the ingress kit: a program, and what the port has to say */
    uint64_t base;        /* where the program's first instruction is */
    char *answers;        /* of a unit that answers: a line each, with what else is permitted */
    uint8_t *bytes;       /* expected, from malloc */
    size_t size;
    uint64_t messages; /* expected: messages, groups, answers or steps */
} nt_vector;

/* Reads a vector by its path. Returns 0, or -1 with the error set; nt_vector_free in any case. */
int nt_vector_read(nt_vector *vector, const char *path, nt_error *error);
void nt_vector_free(nt_vector *vector);

/* Holds paths of vectors, in order of their names. */
typedef struct nt_vector_list {
    char **path;
    size_t count;
} nt_vector_list;

/* Adds bytes to those expected. Returns 0, or -1 with the error set. */
int nt_vector_expect(nt_vector *vector, const void *bytes, size_t size, nt_error *error);

/* Stores the folder of the vectors: `folder`, or NULL: that of the program. Returns 0, or -1 with
   the error set. */
int nt_vector_folder(char *path, size_t size, const char *folder, nt_error *error);

/* Lists the vectors of a folder, all units' or one's (NULL: all). FOLDER NULL: that of the
   program. Returns 0, or -1 with the error set: there must be one; of `any` there may be none. The
   caller frees, in any case. */
int nt_vector_list_read(nt_vector_list *list, const char *folder, const char *unit,
                        nt_error *error);
int nt_vector_list_read_any(nt_vector_list *list, const char *folder, const char *unit,
                            nt_error *error);
void nt_vector_list_free(nt_vector_list *list);

/* Returns the name of a path's file. */
const char *nt_vector_file(const char *path);

/* Returns whether a path is FOLDER/ID.SUFFIX; `length` is that of ID. */
bool nt_vector_path_is(const char *path, const char *id, size_t length);

/* Looks for an output that would replace a vector, which may be read without being named as a file.
   Outputs may be NULL. Returns 0, or -1 with the error set. */
int nt_vector_spare(const char *const *outputs, size_t count, const char *folder, nt_error *error);

/* Finds a vector by its id, or by its path, and reads it; `of`: one of this unit (NULL: of any but
   the kit's). Returns 0, or -1 with the error set; nt_vector_free in any case. */
int nt_vector_find(nt_vector *vector, const char *name, const char *folder, nt_error *error);
int nt_vector_find_of(nt_vector *vector, const char *name, const char *folder,
                      const struct nt_vector_unit *unit, nt_error *error);

#endif
