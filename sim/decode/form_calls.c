/* SPDX-License-Identifier: Apache-2.0 */
/* The call tree, a line for whatever changes it: the time, then as deep as the stack is, who was
   called, returned, trapped. */
#include "libntrace/calls/path.h"
#include "sim/decode/form.h"
#include "sim/decode/label.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST_INDENT = 64 }; /* frames; deeper ones are told by their number */

typedef struct calls_form {
    nt_form_inputs inputs;
    nt_calls *calls;
    nt_error *error; /* of the call that is going on */
    bool shown;
} calls_form;

enum {
    TIME_WIDTH = 12,
    MOST_TIME = 20,
    MOST_WORDS = 32, /* behind or before a name */
};

/* Time and indentation; room is left for a name and words. */
static int put_start(calls_form *form, size_t depth) {
    nt_text *text = form->inputs.text;
    if (form->inputs.several &&
        nt_text_format(text, form->error, "hart %u ", form->inputs.hart) != 0) {
        return -1;
    }
    size_t indent = depth < DEEPEST_INDENT ? depth : DEEPEST_INDENT;
    if (nt_text_room(text, MOST_TIME + 2 + 2 * DEEPEST_INDENT + NT_LABEL_ROOM + MOST_WORDS,
                     form->error) != 0) {
        return -1;
    }
    nt_text_decimal(text, nt_calls_time(form->calls), TIME_WIDTH);
    nt_text_spaces(text, 2 + 2 * indent);
    return depth <= DEEPEST_INDENT ? 0 : nt_text_format(text, form->error, "[%zu] ", depth);
}

typedef struct words {
    const char *text;
    size_t size; /* at most MOST_WORDS */
} words;

#define WORDS(text)                                                                                \
    { text, sizeof(text) - 1 }

static void put_words(nt_text *text, const words *words) {
    memcpy(text->buffer + text->used, words->text, words->size);
    text->used += words->size;
}

static int enter(void *context, nt_call *call, size_t depth, nt_call_how how) {
    static const words before[] = {[NT_CALL_BEGINS] = WORDS("in "),
                                   [NT_CALL_CALLED] = WORDS(""),
                                   [NT_CALL_TAIL] = WORDS("jump to "),
                                   [NT_CALL_RESUMED] = WORDS("again in ")};
    calls_form *form = context;
    nt_text *text = form->inputs.text;
    char label[NT_LABEL_ROOM];
    call->marked = form->shown;
    if (!form->shown) {
        return 0;
    }
    if (put_start(form, depth) != 0) {
        return -1;
    }
    if (how == NT_CALL_TRAPPED) {
        return nt_text_format(text, form->error, "%s at 0x%" PRIx64 ": %s\n",
                              nt_label_trap(call->trap), call->back,
                              nt_label_offset(label, call->function, call->entry));
    }
    put_words(text, &before[how]);
    char *name = text->buffer + text->used;
    text->used += (size_t)(nt_label_offset_end(name, call->function, call->entry) - name);
    nt_text_char(text, '\n');
    return 0;
}

static int leave(void *context, const nt_call *call, size_t depth, nt_call_how how) {
    static const words behind[] = {[NT_CALL_RETURNS] = WORDS(" returns\n"),
                                   [NT_CALL_UNWOUND] = WORDS(" is unwound\n"),
                                   [NT_CALL_PARKED] = WORDS(" waits\n")};
    calls_form *form = context;
    nt_text *text = form->inputs.text;
    /* A function that is shown is left where another one runs, but times are hidden as such. The
       jump that follows, or the cut that came before, tells of the others. */
    if (!call->marked || (!form->shown && form->inputs.settings.window) || how == NT_CALL_LEFT ||
        how == NT_CALL_CUT) {
        return 0;
    }
    if (put_start(form, depth) != 0) {
        return -1;
    }
    char *name = text->buffer + text->used;
    text->used += (size_t)(nt_label_end(name, call->function, call->entry) - name);
    put_words(text, &behind[how]);
    return 0;
}

static void free_calls(void *context) {
    calls_form *form = context;
    if (form != NULL) {
        nt_calls_free(form->calls);
        free(form);
    }
}

static void *open_calls(const nt_form_inputs *inputs, nt_error *error) {
    calls_form *form = calloc(1, sizeof *form);
    if (form != NULL) {
        form->inputs = *inputs;
        form->calls = nt_calls_new(
            inputs->view, &(nt_calls_sink){.enter = enter, .leave = leave, .context = form}, error);
    }
    if (form == NULL || form->calls == NULL) {
        nt_fail(error, "out of memory");
        free_calls(form);
        return NULL;
    }
    return form;
}

static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    calls_form *form = context;
    form->error = error;
    form->shown = shown;
    if (nt_calls_take(form->calls, event) != 0) {
        return error->text[0] != '\0' ? -1 : nt_fail(error, "out of memory");
    }
    if (!shown) {
        return 0;
    }
    switch (event->kind) {
    case NT_FLOW_RANGE:
    case NT_FLOW_TRAP:
    case NT_FLOW_SYNC:
        return 0;
    default:
        return put_start(form, 0) != 0 ? -1 : nt_put_remark(form->inputs.text, event, error);
    }
}

static int take_path(void *context, const nt_flow_path *path, nt_error *error) {
    calls_form *form = context;
    form->error = error;
    form->shown = true;
    if (nt_calls_take_path(form->calls, path) != 0) {
        return error->text[0] != '\0' ? -1 : nt_fail(error, "out of memory");
    }
    return 0;
}

static void settle(void *context) {
    calls_form *form = context;
    nt_calls_settle(form->calls);
}

const nt_form nt_form_calls = {
    .name = "calls",
    .summary = "the call tree: calls, returns, traps, with times (else instructions)",
    .kind = NT_FORM_ORDERED,
    .whole = true,
    .open = open_calls,
    .event = take_event,
    .path = take_path,
    .settle = settle,
    .free = free_calls,
};
