/* The forms in which `ntrace decode --to` shows what ran: each is a file form_NAME.c behind this
   interface. A form is opened once a hart (with --jobs once a chunk of the stream as well), takes
   that hart's events, and writes into a text that it does not own. */
#ifndef NT_DECODE_FORM_H
#define NT_DECODE_FORM_H

#include "libntrace/util/error.h"
#include "ntrace/flow.h"
#include "ntrace/program.h"
#include "sim/decode/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* What the command line says of forms. */
typedef struct nt_form_settings {
    uint64_t hz;         /* ticks of the trace's timestamps, or instructions, in a second */
    bool by_time;        /* ticks are counted instead of instructions */
    bool window;         /* what is hidden is hidden by its time */
    const char *listing; /* a file for the disassembly of what has no source; NULL: none */
} nt_form_settings;

/* What each instance of a form is given. All that is pointed to outlives it. */
typedef struct nt_form_inputs {
    nt_text *text; /* where it writes */
    nt_program *program;
    nt_view *view;   /* what the hart sees when an event comes */
    uint64_t offset; /* where in the stream the first event's message begins, or before */
    unsigned hart;
    bool several; /* other harts' events go to other instances with the same text */
    nt_form_settings settings;
} nt_form_inputs;

typedef enum nt_form_kind {
    NT_FORM_LINES, /* forgets everything at a SYNC event: the texts of a stream's parts, cut before
                      synchronizing messages, are together the text of the whole */
    NT_FORM_SUMS,  /* writes only in `close`; parts and harts are put together by `merge` */
    NT_FORM_ORDERED, /* must see all events of its hart in order */
} nt_form_kind;

typedef struct nt_form {
    const char *name;
    const char *summary; /* for --help */
    nt_form_kind kind;
    uint32_t kinds;   /* bits 1 << nt_flow_kind: of which events it writes lines; 0: of all */
    bool labelled;    /* its lines tell their hart */
    bool whole;       /* is told of what filters hide, too */
    const char *head; /* text ahead of all harts' text, and behind it; NULL: none */
    const char *tail;
    void *(*open)(const nt_form_inputs *inputs, nt_error *error); /* NULL with the error set */
    /* Takes an event before the image changes again. `shown`: the filters let it pass; with `whole`
       alone it may be false. 0, or -1 with the error set. */
    int (*event)(void *form, const nt_flow_event *event, bool shown, nt_error *error);
    /* Adds what `from` has; `from` is good for `free` only afterwards. NT_FORM_SUMS only. */
    int (*merge)(void *into, void *from, nt_error *error);
    /* The stream has ended, `bytes` long: writes what is left to tell. NULL: nothing. */
    int (*close)(void *form, uint64_t bytes, nt_error *error);
    /* With --json: adds keys to the object of all counts. NULL: has no keys. */
    int (*json)(void *form, uint64_t bytes, json_t *object, nt_error *error);
    void (*free)(void *form); /* NULL is fine */
} nt_form;

/* NULL: there is none of that name. */
const nt_form *nt_form_find(const char *name);
/* All, ended by NULL. */
extern const nt_form *const nt_forms[];

/* One file each. */
extern const nt_form nt_form_pc;
extern const nt_form nt_form_ranges;
extern const nt_form nt_form_insn;
extern const nt_form nt_form_calls;
extern const nt_form nt_form_folded;
extern const nt_form nt_form_perfetto;
extern const nt_form nt_form_lcov;
extern const nt_form nt_form_stats;
extern const nt_form nt_form_json;

#endif
