/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/lockstep/window.h"

#include "libntrace/messages/tables.h"
#include "ntrace/messages.h"
#include "sim/util/number.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { TIME = 20 }; /* a cycle's time in the wave must fit into 64 bits */

/* Cuts `text` at the last `mark`; returns what follows, or NULL without one. */
static char *cut(char *text, char mark) {
    char *at = strrchr(text, mark);
    if (at != NULL) {
        *at++ = '\0';
    }
    return at;
}

static int take_margins(nt_window *w, const char *text, nt_error *error) {
    char before[24];
    const char *colon = strchr(text, ':');
    size_t size = colon != NULL ? (size_t)(colon - text) : sizeof before;
    if (size >= sizeof before) {
        return nt_fail(error, "--window: %s: not BEFORE:AFTER, cycles", text);
    }
    memcpy(before, text, size);
    before[size] = '\0';
    w->margins = true;
    return nt_parse_number(&w->before, before, "--window", 0, UINT64_MAX / TIME, error) != 0 ||
                   nt_parse_number(&w->after, colon + 1, "--window", 0, UINT64_MAX / TIME, error) !=
                       0
               ? -1
               : 0;
}

static int take_message(nt_window *w, const char *name, nt_error *error) {
    for (unsigned i = 0; i < NT_TCODES; i++) {
        const char *known = nt_message_layouts[i].name;
        if (known != NULL && strcmp(known, name) == 0) {
            w->value = i;
            return 0;
        }
    }
    return nt_fail(error, "--window: there is no message %s", name);
}

static int take_event(nt_window *w, char *text, nt_error *error) {
    char *value = cut(text, '=');
    if (value == NULL || strlen(text) >= sizeof w->name || strlen(value) >= sizeof w->word) {
        return nt_fail(error,
                       "--window %s: takes FIRST:LAST, mismatch, address=A, symbol=NAME, "
                       "message=NAME or SIGNAL=VALUE",
                       text);
    }
    w->kind = NT_WINDOW_EVENT;
    (void)snprintf(w->name, sizeof w->name, "%.*s", (int)sizeof w->name - 1, text);
    if (strcmp(text, "message") == 0) {
        return take_message(w, value, error);
    }
    if (strcmp(text, "symbol") == 0) {
        (void)snprintf(w->word, sizeof w->word, "%.*s", (int)sizeof w->word - 1, value);
        return 0;
    }
    return nt_parse_number(&w->value, value, "--window", 0, UINT64_MAX, error);
}

/* Margins, then the number, from the end of the text; what is left is where. */
static int take_where(nt_window *w, char *text, nt_error *error) {
    const char *margins = cut(text, ',');
    if (margins != NULL && take_margins(w, margins, error) != 0) {
        return -1;
    }
    const char *number = cut(text, '#');
    if (number != NULL &&
        nt_parse_number(&w->number, number, "--window", 1, UINT64_MAX, error) != 0) {
        return -1;
    }
    if (strcmp(text, "mismatch") == 0) {
        w->kind = NT_WINDOW_MISMATCH;
        return number == NULL ? 0 : nt_fail(error, "--window mismatch: is the first one");
    }
    return take_event(w, text, error);
}

int nt_window_take(void *place, const char *text, nt_error *error) {
    nt_window *w = place;
    char where[512];
    *w = (nt_window){.kind = NT_WINDOW_CYCLES,
                     .number = 1,
                     .before = NT_WINDOW_BEFORE,
                     .after = NT_WINDOW_AFTER};
    if (isdigit((unsigned char)text[0])) {
        return nt_parse_range(&w->first, &w->last, text, "--window", UINT64_MAX / TIME, error);
    }
    if ((size_t)snprintf(where, sizeof where, "%s", text) >= sizeof where) {
        return nt_fail(error, "--window: too long");
    }
    return take_where(w, where, error);
}

/* The function of that name in an image, or NULL. */
static const nt_function *function_of(const nt_program *program, const char *name) {
    for (size_t image = 0; image < nt_program_images(program); image++) {
        size_t count;
        const nt_function *functions = nt_program_functions(program, image, &count);
        for (size_t i = 0; functions != NULL && i < count; i++) {
            if (strcmp(functions[i].name, name) == 0) {
                return &functions[i];
            }
        }
    }
    return NULL;
}

int nt_window_find_symbol(nt_window *w, const nt_images *images, nt_error *error) {
    if (w->kind != NT_WINDOW_EVENT || strcmp(w->name, "symbol") != 0) {
        return 0;
    }
    if (images->count == 0) {
        return nt_fail(error, "--window symbol=%s: needs --symbols", w->word);
    }
    nt_program *program = nt_images_load(images, error);
    if (program == NULL) {
        return -1;
    }
    const nt_function *function = function_of(program, w->word);
    if (function != NULL) {
        (void)snprintf(w->name, sizeof w->name, "address");
        w->value = function->start;
    }
    int result = function != NULL
                     ? 0
                     : nt_fail(error, "--window symbol=%s: no image has that function", w->word);
    nt_program_free(program);
    return result;
}
