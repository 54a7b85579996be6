/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps the text of paths: it is made once, and copied whenever the path comes again. */
#ifndef NT_DECODE_PATH_TEXT_H
#define NT_DECODE_PATH_TEXT_H

#include "libntrace/flow/flow_paths.h"

enum {
    NT_PATH_TEXTS = 1 << 22,               /* bytes of all texts, a ring */
    NT_PATH_TEXT_MOST = NT_PATH_TEXTS / 8, /* bytes of one */
};

/* Holds a text, and what its form needs to know of it. */
typedef struct nt_path_text {
    uint64_t id; /* of the path; 0: of none */
    uint64_t at; /* in the ring */
    const void *first;
    const void *last;
    uint32_t length;
} nt_path_text;

typedef struct nt_path_texts {
    uint64_t head;
    nt_path_text text[NT_PATHS];
    char ring[NT_PATH_TEXTS];
} nt_path_texts;

/* Returns the path's text; NULL: it has none. */
static inline const nt_path_text *nt_path_text_find(const nt_path_texts *texts,
                                                    const nt_flow_path *path) {
    const nt_path_text *text = &texts->text[path->slot];
    bool kept =
        text->id == path->path->id && texts->head + NT_PATH_TEXT_MOST - text->at <= NT_PATH_TEXTS;
    return kept ? text : NULL;
}

static inline const char *nt_path_text_bytes(const nt_path_texts *texts, const nt_path_text *text) {
    return &texts->ring[text->at % NT_PATH_TEXTS];
}

/* Holds what a form does with a path. */
typedef struct nt_path_form {
    /* Writes the path's text and keeps it; NULL: it is too long. */
    const nt_path_text *(*write)(void *form, const nt_flow_path *path);
    /* Puts a text that is kept. Returns 0, or -1 with the error set. */
    int (*put)(void *form, const nt_path_text *text, nt_error *error);
    /* Puts one range. Returns as `put`. */
    int (*range)(void *form, const nt_path_range *range, nt_error *error);
} nt_path_form;

/* Puts a path as often as it was walked. Returns as `put`. */
int nt_path_texts_take(const nt_path_texts *texts, const nt_path_form *how, void *form,
                       const nt_flow_path *path, nt_error *error);

/* Returns room for a text of NT_PATH_TEXT_MOST bytes. */
char *nt_path_text_begin(nt_path_texts *texts);
/* Keeps what was written there as the path's. */
nt_path_text *nt_path_text_keep(nt_path_texts *texts, const nt_flow_path *path, size_t length);

#endif
