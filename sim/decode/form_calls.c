/* SPDX-License-Identifier: Apache-2.0 */
/* The call tree, a line for whatever changes it: the time, then as deep as the stack is, who was
   called, returned, trapped. */
#include "ntrace/calls.h"
#include "sim/decode/form.h"
#include "sim/decode/label.h"

#include <inttypes.h>
#include <stdlib.h>

enum { DEEPEST_INDENT = 64 }; /* frames; deeper ones are told by their number */

typedef struct calls_form {
    nt_form_inputs inputs;
    nt_calls *calls;
    nt_error *error; /* of the call that is going on */
    bool shown;
} calls_form;

/* Time and indentation. */
static int put_start(calls_form *form, size_t depth) {
    nt_text *text = form->inputs.text;
    if (form->inputs.several &&
        nt_text_format(text, form->error, "hart %u ", form->inputs.hart) != 0) {
        return -1;
    }
    size_t indent = depth < DEEPEST_INDENT ? depth : DEEPEST_INDENT;
    if (nt_text_room(text, 20 + 2 + 2 * DEEPEST_INDENT, form->error) != 0) {
        return -1;
    }
    nt_text_decimal(text, nt_calls_time(form->calls), 12);
    nt_text_spaces(text, 2 + 2 * indent);
    return depth <= DEEPEST_INDENT ? 0 : nt_text_format(text, form->error, "[%zu] ", depth);
}

/* The rest of a line. */
static int put_words(calls_form *form, const char *first, const char *second) {
    nt_text *text = form->inputs.text;
    return nt_text_string(text, first, form->error) != 0 ||
                   nt_text_string(text, second, form->error) != 0 ||
                   nt_text_string(text, "\n", form->error) != 0
               ? -1
               : 0;
}

static int enter(void *context, nt_call *call, size_t depth, nt_call_how how) {
    static const char *const word[] = {[NT_CALL_BEGINS] = "in ",
                                       [NT_CALL_CALLED] = "",
                                       [NT_CALL_TAIL] = "jump to ",
                                       [NT_CALL_RESUMED] = "again in "};
    calls_form *form = context;
    char label[NT_LABEL_ROOM];
    call->marked = form->shown;
    if (!form->shown) {
        return 0;
    }
    if (put_start(form, depth) != 0) {
        return -1;
    }
    nt_label_offset(label, call->function, call->entry);
    if (how != NT_CALL_TRAPPED) {
        return put_words(form, word[how], label);
    }
    return nt_text_format(form->inputs.text, form->error, "%s at 0x%" PRIx64 ": %s\n",
                          nt_label_trap(call->trap), call->back, label);
}

static int leave(void *context, const nt_call *call, size_t depth, nt_call_how how) {
    static const char *const word[] = {[NT_CALL_RETURNS] = " returns",
                                       [NT_CALL_UNWOUND] = " is unwound",
                                       [NT_CALL_PARKED] = " waits"};
    calls_form *form = context;
    char label[NT_LABEL_ROOM];
    /* A function that is shown is left where another one runs, but times are hidden as such. The
       jump that follows, or the cut that came before, tells of the others. */
    if (!call->marked || (!form->shown && form->inputs.settings.window) || how == NT_CALL_LEFT ||
        how == NT_CALL_CUT) {
        return 0;
    }
    if (put_start(form, depth) != 0) {
        return -1;
    }
    return put_words(form, nt_label(label, call->function, call->entry), word[how]);
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

const nt_form nt_form_calls = {
    .name = "calls",
    .summary = "the call tree: calls, returns, traps, with times (else instructions)",
    .kind = NT_FORM_ORDERED,
    .whole = true,
    .open = open_calls,
    .event = take_event,
    .free = free_calls,
};
