/* SPDX-License-Identifier: Apache-2.0 */
/* Events as JSON, an object a line. */
#include "libntrace/messages/tables.h"
#include "ntrace/messages.h"
#include "sim/decode/form.h"
#include "sim/decode/label.h"

#include <inttypes.h>
#include <stdlib.h>

static void *open_json(const nt_form_inputs *inputs, nt_error *error) {
    nt_form_inputs *form = malloc(sizeof *form);
    if (form == NULL) {
        nt_fail(error, "out of memory");
        return NULL;
    }
    *form = *inputs;
    return form;
}

static const char *const kinds[] = {
    [NT_FLOW_RANGE] = "range", [NT_FLOW_TRAP] = "trap",           [NT_FLOW_SYNC] = "sync",
    [NT_FLOW_STOP] = "stop",   [NT_FLOW_OWNERSHIP] = "ownership", [NT_FLOW_LOSS] = "loss",
    [NT_FLOW_FAULT] = "fault", [NT_FLOW_SUSPECT] = "suspect",     [NT_FLOW_SALVAGE] = "salvage",
};

/* "function": what covers the address, if that is known. */
static int put_function(const nt_form_inputs *form, uint64_t address, nt_error *error) {
    const nt_function *function = nt_view_function(form->view, address);
    if (function == NULL) {
        return 0;
    }
    return nt_text_string(form->text, ",\"function\":", error) != 0
               ? -1
               : nt_text_json(form->text, function->name, error);
}

static int put_members(const nt_form_inputs *form, const nt_flow_event *event, nt_error *error) {
    static const char *const context[] = {"", "", "scontext", "hcontext"};
    nt_text *text = form->text;
    switch (event->kind) {
    case NT_FLOW_RANGE:
        return nt_text_format(text, error,
                              ",\"pc\":\"0x%" PRIx64 "\",\"instructions\":%" PRIu32
                              ",\"bytes\":%" PRIu64,
                              event->range.pc, event->range.instructions,
                              2 * (uint64_t)event->range.halfwords) != 0
                   ? -1
                   : put_function(form, event->range.pc, error);
    case NT_FLOW_TRAP:
        return nt_text_format(text, error,
                              ",\"trap\":\"%s\",\"pc\":\"0x%" PRIx64 "\",\"to\":\"0x%" PRIx64 "\"",
                              nt_label_trap(event->trap.btype), event->pc, event->trap.address) != 0
                   ? -1
                   : put_function(form, event->trap.address, error);
    case NT_FLOW_SYNC:
        return nt_text_format(text, error, ",\"sync\":%u,\"pc\":\"0x%" PRIx64 "\"",
                              event->sync.reason, event->sync.address);
    case NT_FLOW_OWNERSHIP:
        if (nt_text_format(text, error, ",\"mode\":\"%s\"", nt_label_mode(event)) != 0) {
            return -1;
        }
        return event->ownership.format < 2
                   ? 0
                   : nt_text_format(text, error, ",\"%s\":\"0x%" PRIx64 "\"",
                                    context[event->ownership.format & 3], event->ownership.context);
    case NT_FLOW_STOP:
        return nt_text_format(text, error, ",\"evcode\":%u", event->stop.evcode);
    case NT_FLOW_LOSS:
        return nt_text_format(text, error, ",\"etype\":%u,\"ecode\":%" PRIu32, event->loss.etype,
                              event->loss.ecode);
    case NT_FLOW_FAULT:
        return nt_text_format(
            text, error, ",\"fault\":\"%s\",\"reason\":\"%s\",\"pc\":\"0x%" PRIx64 "\"",
            nt_flow_fault_name(event->fault.code), event->fault.reason, event->pc);
    case NT_FLOW_SUSPECT:
        return nt_text_format(text, error, ",\"from\":%" PRIu64 ",\"instructions\":%" PRIu64,
                              event->suspect.from, event->suspect.instructions);
    case NT_FLOW_SALVAGE:
        return nt_text_format(text, error, ",\"pc\":\"0x%" PRIx64 "\"", event->pc);
    }
    return 0;
}

static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    const nt_form_inputs *form = context;
    const char *message = nt_message_layouts[event->tcode % NT_TCODES].name;
    (void)shown;
    if (nt_text_format(form->text, error, "{\"kind\":\"%s\",\"hart\":%u,\"offset\":%" PRIu64,
                       kinds[event->kind], form->hart, event->offset) != 0 ||
        (message != NULL &&
         nt_text_format(form->text, error, ",\"message\":\"%s\"", message) != 0) ||
        (event->has_time &&
         nt_text_format(form->text, error, ",\"time\":%" PRIu64, event->time) != 0) ||
        put_members(form, event, error) != 0) {
        return -1;
    }
    return nt_text_string(form->text, "}\n", error);
}

const nt_form nt_form_json = {
    .name = "json",
    .summary = "one event a line, each a JSON object",
    .kind = NT_FORM_LINES,
    .labelled = true,
    .open = open_json,
    .event = take_event,
    .free = free,
};
