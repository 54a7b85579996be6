/* SPDX-License-Identifier: Apache-2.0 */
/* Trace events in JSON, as Perfetto and chrome://tracing open them ("Trace Event Format"): a
   process for each hart, in it threads for calls with traps, for privilege, and for messages. */
#include "libntrace/calls/path.h"
#include "libntrace/messages/tables.h"
#include "ntrace/messages.h"
#include "sim/decode/form.h"
#include "sim/decode/label.h"

#include <inttypes.h>
#include <stdlib.h>

typedef enum track { CALLS = 1, PRIVILEGE, MESSAGES } track;

typedef struct perfetto_form {
    nt_form_inputs inputs;
    nt_calls *calls;
    nt_error *error;       /* of the call that is going on */
    bool shown;            /* then all frames have begun, else none */
    bool in_mode;          /* a slice of PRIVILEGE has begun */
    nt_flow_event mode;    /* the Ownership event that told the mode; else of another kind */
    bool in_message;       /* `message` has not yet been told */
    nt_flow_event message; /* its first event */
} perfetto_form;

/* Starts an event at a moment in ticks. */
static int put_event_at(perfetto_form *form, char phase, track tid, uint64_t ticks) {
    uint64_t ns = (uint64_t)((unsigned __int128)ticks * 1000000000U / form->inputs.settings.hz);
    return nt_text_format(form->inputs.text, form->error,
                          ",\n{\"ph\":\"%c\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64 ".%03u", phase,
                          form->inputs.hart + 1, 4 * form->inputs.hart + tid, ns / 1000,
                          (unsigned)(ns % 1000));
}

static int put_event(perfetto_form *form, char phase, track tid) {
    return put_event_at(form, phase, tid, nt_calls_time(form->calls));
}

static int put_name(perfetto_form *form, const char *category, const char *name) {
    if (nt_text_format(form->inputs.text, form->error, ",\"cat\":\"%s\",\"name\":", category) !=
        0) {
        return -1;
    }
    return nt_text_json(form->inputs.text, name, form->error);
}

static int put_end(perfetto_form *form, track tid) {
    return put_event(form, 'E', tid) != 0 ? -1
                                          : nt_text_string(form->inputs.text, "}", form->error);
}

/* ---- calls ---- */

static int begin_call(perfetto_form *form, nt_call *call) {
    char label[NT_LABEL_ROOM];
    call->marked = true;
    if (put_event(form, 'B', CALLS) != 0 ||
        put_name(form, call->trap != 0 ? nt_label_trap(call->trap) : "call",
                 nt_label(label, call->function, call->entry)) != 0 ||
        nt_text_format(form->inputs.text, form->error, ",\"args\":{\"entry\":\"0x%" PRIx64 "\"",
                       call->entry) != 0) {
        return -1;
    }
    if (call->trap != 0 &&
        nt_text_format(form->inputs.text, form->error, ",\"%s\":\"0x%" PRIx64 "\"",
                       nt_label_trap(call->trap), call->back) != 0) {
        return -1;
    }
    return nt_text_string(form->inputs.text, "}}", form->error);
}

static int enter(void *context, nt_call *call, size_t depth, nt_call_how how) {
    perfetto_form *form = context;
    (void)depth;
    (void)how;
    return form->shown ? begin_call(form, call) : 0;
}

static int leave(void *context, const nt_call *call, size_t depth, nt_call_how how) {
    (void)depth;
    (void)how;
    return call->marked ? put_end(context, CALLS) : 0;
}

/* ---- privilege ---- */

static int end_mode(perfetto_form *form) {
    bool was = form->in_mode;
    form->in_mode = false;
    return was ? put_end(form, PRIVILEGE) : 0;
}

static int begin_mode(perfetto_form *form) {
    const nt_flow_event *event = &form->mode;
    form->in_mode = true;
    if (put_event(form, 'B', PRIVILEGE) != 0 ||
        put_name(form, "privilege", nt_label_mode(event)) != 0) {
        return -1;
    }
    static const char *const name[] = {"none", "", "scontext", "hcontext"};
    return nt_text_format(form->inputs.text, form->error, ",\"args\":{\"%s\":\"0x%" PRIx64 "\"}}",
                          name[event->ownership.format & 3], event->ownership.context);
}

static int take_mode(perfetto_form *form, const nt_flow_event *event) {
    switch (event->kind) {
    case NT_FLOW_OWNERSHIP:
        form->mode = *event;
        return end_mode(form) != 0 ? -1 : form->shown ? begin_mode(form) : 0;
    case NT_FLOW_STOP:
    case NT_FLOW_LOSS:
    case NT_FLOW_FAULT:
        form->mode.kind = NT_FLOW_RANGE;
        return end_mode(form);
    default:
        return 0;
    }
}

/* ---- filters ---- */

/* What a filter hides ends, what it shows begins with all frames that are there. */
static int set_shown(perfetto_form *form, bool shown) {
    const size_t depth = nt_calls_depth(form->calls);
    if (form->shown == shown) {
        return 0;
    }
    form->shown = shown;
    if ((shown && form->mode.kind == NT_FLOW_OWNERSHIP ? begin_mode(form) : end_mode(form)) != 0) {
        return -1;
    }
    for (size_t i = 0; i < depth; i++) {
        nt_call *one = nt_calls_frame(form->calls, shown ? i : depth - 1 - i);
        if ((shown ? begin_call(form, one) : put_end(form, CALLS)) != 0) {
            return -1;
        }
        one->marked = shown;
    }
    return 0;
}

/* ---- messages ---- */

/* The message that came last is whole: it was sent at its timestamp. */
static int put_message(perfetto_form *form) {
    const nt_flow_event *message = &form->message;
    const char *name = nt_message_layouts[message->tcode % NT_TCODES].name;
    if (!form->in_message) {
        return 0;
    }
    form->in_message = false;
    if (put_event_at(form, 'i', MESSAGES, nt_calls_message_time(form->calls)) != 0 ||
        put_name(form, "message", name == NULL ? "bytes" : name) != 0) {
        return -1;
    }
    return nt_text_format(form->inputs.text, form->error,
                          ",\"s\":\"t\",\"args\":{\"offset\":%" PRIu64 "}}", message->offset);
}

static int put_trouble(perfetto_form *form, const nt_flow_event *event) {
    bool fault = event->kind == NT_FLOW_FAULT;
    if (put_event_at(form, 'i', MESSAGES, nt_calls_message_time(form->calls)) != 0 ||
        put_name(form, fault ? "fault" : "loss", fault ? event->fault.reason : "messages lost") !=
            0) {
        return -1;
    }
    return nt_text_format(form->inputs.text, form->error,
                          ",\"s\":\"p\",\"args\":{\"offset\":%" PRIu64 "}}", event->offset);
}

/* ---- the form ---- */

static void free_perfetto(void *context) {
    perfetto_form *form = context;
    if (form != NULL) {
        nt_calls_free(form->calls);
        free(form);
    }
}

static int put_metadata(perfetto_form *form) {
    static const struct {
        track tid;
        const char *name;
    } tracks[] = {{CALLS, "calls"}, {PRIVILEGE, "privilege"}, {MESSAGES, "messages"}};
    nt_text *text = form->inputs.text;
    unsigned hart = form->inputs.hart;
    if (nt_text_format(text, form->error,
                       ",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":0,\"name\":\"process_name\","
                       "\"args\":{\"name\":\"hart %u\"}}",
                       hart + 1, hart) != 0) {
        return -1;
    }
    for (size_t i = 0; i < sizeof tracks / sizeof tracks[0]; i++) {
        if (nt_text_format(text, form->error,
                           ",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"thread_name\","
                           "\"args\":{\"name\":\"%s\"}}",
                           hart + 1, 4 * hart + tracks[i].tid, tracks[i].name) != 0) {
            return -1;
        }
    }
    return 0;
}

static void *open_perfetto(const nt_form_inputs *inputs, nt_error *error) {
    perfetto_form *form = calloc(1, sizeof *form);
    if (form != NULL) {
        form->inputs = *inputs;
        form->error = error;
        form->message.offset = UINT64_MAX;
        form->calls = nt_calls_new(
            inputs->view, &(nt_calls_sink){.enter = enter, .leave = leave, .context = form}, error);
    }
    if (form == NULL || form->calls == NULL) {
        nt_fail(error, "out of memory");
    } else if (put_metadata(form) == 0) {
        return form;
    }
    free_perfetto(form);
    return NULL;
}

/* Ends the message before, if this event is of another, and shows or hides what is there. */
static int begin_event(perfetto_form *form, const nt_flow_event *event, bool shown) {
    if (event->offset != form->message.offset && put_message(form) != 0) {
        return -1;
    }
    if (shown && event->kind != NT_FLOW_FAULT &&
        (event->offset != form->message.offset || form->message.kind == NT_FLOW_FAULT)) {
        form->in_message = true;
    }
    form->message = *event;
    return set_shown(form, shown);
}

static int fail(nt_error *error) {
    return error->text[0] != '\0' ? -1 : nt_fail(error, "out of memory");
}

static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    perfetto_form *form = context;
    form->error = error;
    if (begin_event(form, event, shown) != 0) {
        return -1;
    }
    if (nt_calls_take(form->calls, event) != 0) {
        return fail(error);
    }
    if (shown && (event->kind == NT_FLOW_FAULT || event->kind == NT_FLOW_LOSS) &&
        put_trouble(form, event) != 0) {
        return -1;
    }
    return take_mode(form, event);
}

static int take_path(void *context, const nt_flow_path *path, nt_error *error) {
    perfetto_form *form = context;
    form->error = error;
    if (begin_event(form, path->stamp, true) != 0) {
        return -1;
    }
    return nt_calls_take_path(form->calls, path) == 0 ? 0 : fail(error);
}

static int close_perfetto(void *context, uint64_t bytes, nt_error *error) {
    perfetto_form *form = context;
    (void)bytes;
    form->error = error;
    if (put_message(form) != 0 || end_mode(form) != 0) {
        return -1;
    }
    return nt_calls_end(form->calls);
}

static void settle(void *context) {
    perfetto_form *form = context;
    nt_calls_settle(form->calls);
}

const nt_form nt_form_perfetto = {
    .name = "perfetto",
    .summary = "calls, traps, privilege and messages as JSON for Perfetto or chrome://tracing",
    .kind = NT_FORM_ORDERED,
    .whole = true,
    .head = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
            "{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_labels\",\"args\":{\"labels\":"
            "\"N-Trace\"}}",
    .tail = "\n]}\n",
    .open = open_perfetto,
    .event = take_event,
    .path = take_path,
    .settle = settle,
    .close = close_perfetto,
    .free = free_perfetto,
};
