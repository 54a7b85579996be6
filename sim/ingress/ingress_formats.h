/* SPDX-License-Identifier: Apache-2.0 */
/* Declares what ingress_file.c and the forms of an ingress file (text, binary, hex) share. */
#ifndef NT_INGRESS_INGRESS_FORMATS_H
#define NT_INGRESS_INGRESS_FORMATS_H

#include "libntrace/util/output_file.h"
#include "sim/ingress/pins.h"

#include <stdio.h>

enum { NT_INGRESS_FILE_VERSION = 2 };

/* Is the first byte of the binary form; no text has it. */
enum { NT_BINARY_MARK = 0x89 };

typedef struct nt_ingress_reader nt_ingress_reader;

/* Is a form's reader. `begin` reads the header into `port`. `next` returns 1 with a cycle or
   with a number of idle cycles in `idle`, 0 at the end mark, -1 on an error. */
typedef struct nt_reader_form {
    int (*begin)(nt_ingress_reader *reader, nt_error *error);
    int (*next)(nt_ingress_reader *reader, nt_cycle *cycle, uint64_t *idle, nt_error *error);
    void (*release)(nt_ingress_reader *reader);
} nt_reader_form;

struct nt_ingress_reader {
    const nt_reader_form *form;
    FILE *stream;
    char *path;
    nt_ingress_port port;
    uint64_t cycles; /* returned so far */
    uint64_t idle;   /* idle cycles still to return */
    uint64_t time;   /* of the last cycle; the next one's is `ticks` more */
    uint64_t ticks;  /* the form may change both before a cycle */
    bool ended;
    void *state; /* the form's */
};

/* Is a form's writer. Idle cycles come in one piece. `state` is the form's, freed by `release`. */
typedef struct nt_writer_form {
    int (*begin)(nt_ingress_writer *writer, nt_error *error);
    int (*cycle)(nt_ingress_writer *writer, const nt_cycle *cycle, nt_error *error);
    int (*idle)(nt_ingress_writer *writer, uint64_t cycles, nt_error *error);
    int (*end)(nt_ingress_writer *writer, nt_error *error);
    void (*release)(nt_ingress_writer *writer);
} nt_writer_form;

struct nt_ingress_writer {
    const nt_writer_form *form;
    nt_output_file *file;
    char *path;
    nt_ingress_port port;
    uint64_t cycles;
    uint64_t idle;      /* idle cycles not yet written */
    uint64_t time;      /* of the last cycle */
    uint64_t ticks;     /* its increment since the one before */
    bool ticks_changed; /* with the current cycle */
    void *state;
};

extern const nt_reader_form nt_text_reader;
extern const nt_reader_form nt_binary_reader;
extern const nt_writer_form nt_text_writer;
extern const nt_writer_form nt_binary_writer;
extern const nt_writer_form nt_hex_writer;

/* Is the maximum of idle cycles in one record or line, so that a few bytes cannot represent an
   endless run. */
enum { NT_MOST_IDLE = 1 << 24 };

/* Returns whether a character may be in the name of a build: one that can be in a word of text. */
static inline bool nt_is_name_character(char character) {
    return character > ' ' && character <= '~';
}

/* Returns an idle cycle: all signals but time 0, the sink ready. */
static inline nt_cycle nt_idle_cycle(void) {
    return (nt_cycle){.sink_ready = true};
}

#endif
