/* SPDX-License-Identifier: Apache-2.0 */
/* Defines the output forms of `ntrace decode --to`: each is a file form_NAME.c with this
   interface. A form is opened once per hart (with --jobs also once per chunk of the stream),
   takes that hart's events, and writes into a text that it does not own. */
#ifndef NT_DECODE_FORM_H
#define NT_DECODE_FORM_H

#include "libntrace/flow/flow_paths.h"
#include "libntrace/util/error.h"
#include "ntrace/flow.h"
#include "ntrace/program.h"
#include "sim/decode/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Holds the command line's options for forms. */
typedef struct nt_form_settings {
    uint64_t hz;         /* ticks of the trace's timestamps, or instructions, per second */
    bool by_time;        /* ticks are counted instead of instructions */
    bool window;         /* events are hidden by their time */
    const char *title;   /* of a flame graph; NULL: none */
    const char *listing; /* a file for the disassembly of functions without source; NULL: none */
} nt_form_settings;

/* Holds the inputs of an instance of a form. Everything that it points to outlives it. */
typedef struct nt_form_inputs {
    nt_text *text; /* its output */
    nt_program *program;
    nt_view *view;   /* the hart's view at the event */
    uint64_t offset; /* offset in the stream of the first event's message, or before it */
    unsigned hart;
    bool several; /* other harts' events go to other instances with the same text */
    nt_form_settings settings;
} nt_form_inputs;

typedef enum nt_form_kind {
    NT_FORM_LINES,   /* drops its state at a SYNC event: the concatenated texts of a stream's
                        parts, cut before synchronizing messages, are the text of the whole */
    NT_FORM_SUMS,    /* writes only in `close`; `merge` adds up parts and harts */
    NT_FORM_ORDERED, /* must see all events of its hart in order */
} nt_form_kind;

typedef struct nt_form {
    const char *name;
    const char *summary; /* for --help */
    nt_form_kind kind;
    uint32_t kinds;   /* bits 1 << nt_flow_kind: the events for which it writes lines; 0: all */
    bool remarks;     /* lines that begin with # are remarks */
    bool labelled;    /* its lines contain their hart */
    bool whole;       /* receives hidden events, too */
    const char *head; /* text before and after all harts' text; NULL: none */
    const char *tail;
    void *(*open)(const nt_form_inputs *inputs, nt_error *error); /* NULL with the error set */
    /* Takes an event before the image changes again. `shown`: it passes the filters; false only
       with `whole`. Returns 0, or -1 with the error set. */
    int (*event)(void *form, const nt_flow_event *event, bool shown, nt_error *error);
    /* Takes a path instead of its ranges, where nothing is filtered. Returns as `event`. NULL:
       takes ranges alone. */
    int (*path)(void *form, const nt_flow_path *path, nt_error *error);
    /* Makes what it remembers of paths resident as a whole: there are many. NULL: it remembers
       none. */
    void (*settle)(void *form);
    /* Adds the sums of `from`, which can only be freed afterwards: NT_FORM_SUMS have it for parts
       and harts, NT_FORM_ORDERED may for harts, which then have one text. NULL: has none. */
    int (*merge)(void *into, void *from, nt_error *error);
    /* Ends the stream of `bytes` bytes: writes the rest. NULL: nothing. */
    int (*close)(void *form, uint64_t bytes, nt_error *error);
    /* Adds keys to the object of all counts, with --json. NULL: has no keys. */
    int (*json)(void *form, uint64_t bytes, json_t *object, nt_error *error);
    void (*free)(void *form); /* accepts NULL */
} nt_form;

/* Returns the form of that name; NULL: there is none. */
const nt_form *nt_form_find(const char *name);
/* Lists all forms, ended by NULL. */
extern const nt_form *const nt_forms[];

/* The forms, one file each. */
extern const nt_form nt_form_pc;
extern const nt_form nt_form_ranges;
extern const nt_form nt_form_insn;
extern const nt_form nt_form_calls;
extern const nt_form nt_form_folded;
extern const nt_form nt_form_flame;
extern const nt_form nt_form_perfetto;
extern const nt_form nt_form_lcov;
extern const nt_form nt_form_stats;
extern const nt_form nt_form_json;

#endif
