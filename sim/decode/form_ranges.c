/* SPDX-License-Identifier: Apache-2.0 */
/* Events a line each: first and last address of a range, traps, stops and so on. */
#include "sim/decode/form.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct ranges_form {
    nt_text *text;
    uint64_t mask;  /* of an address */
    uint64_t timed; /* offset of the message whose time was told last, + 1 */
} ranges_form;

static void *open_ranges(const nt_form_inputs *inputs, nt_error *error) {
    ranges_form *form = calloc(1, sizeof *form);
    if (form == NULL) {
        nt_fail(error, "out of memory");
        return NULL;
    }
    form->text = inputs->text;
    form->mask = nt_program_xlen(inputs->program) == 32 ? UINT32_MAX : UINT64_MAX;
    return form;
}

static int put_ownership(nt_text *text, const nt_flow_event *event, nt_error *error) {
    static const char *const context[] = {"", "", " scontext=", " hcontext="};
    const char *name = context[event->ownership.format & 3];
    char value[20] = "";
    if (*name != '\0') {
        (void)snprintf(value, sizeof value, "0x%" PRIx64, event->ownership.context);
    }
    return nt_text_format(text, error, "ownership V=%u PRV=%u%s%s\n", event->ownership.v,
                          event->ownership.prv, name, value);
}

static int put_event(ranges_form *form, const nt_flow_event *event, nt_error *error) {
    nt_text *text = form->text;
    switch (event->kind) {
    case NT_FLOW_RANGE:
        return nt_text_format(text, error, "0x%" PRIx64 "..0x%" PRIx64 " %u\n", event->range.pc,
                              (event->range.pc + 2 * (uint64_t)event->range.halfwords - 1) &
                                  form->mask,
                              event->range.instructions);
    case NT_FLOW_TRAP:
        return nt_text_format(text, error, "trap B-TYPE=%u to 0x%" PRIx64 "\n", event->trap.btype,
                              event->trap.address);
    case NT_FLOW_SYNC:
        return nt_text_format(text, error, "sync SYNC=%u at 0x%" PRIx64 "\n", event->sync.reason,
                              event->sync.address);
    case NT_FLOW_OWNERSHIP:
        return put_ownership(text, event, error);
    case NT_FLOW_STOP:
        return nt_text_format(text, error, "stop EVCODE=%u\n", event->stop.evcode);
    case NT_FLOW_LOSS:
        return nt_text_format(text, error, "loss ETYPE=%u ECODE=0x%x\n", event->loss.etype,
                              event->loss.ecode);
    case NT_FLOW_SUSPECT:
        return nt_text_format(text, error,
                              "suspect %" PRIu64 " instructions since offset %" PRIu64 "\n",
                              event->suspect.instructions, event->suspect.from);
    case NT_FLOW_SALVAGE:
        return nt_text_format(text, error, "salvage at 0x%" PRIx64 "\n", event->pc);
    case NT_FLOW_FAULT:
        return nt_text_format(text, error, "fault %s\n", event->fault.reason);
    }
    return 0;
}

static int take_event(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    ranges_form *form = context;
    (void)shown;
    /* A line for each message that has a time, before its events. */
    if (event->has_time && form->timed != event->offset + 1) {
        form->timed = event->offset + 1;
        if (nt_text_format(form->text, error, "time %" PRIu64 "\n", event->time) != 0) {
            return -1;
        }
    }
    return put_event(form, event, error);
}

const nt_form nt_form_ranges = {
    .name = "ranges",
    .summary = "one line for each run of addresses, trap, synchronization, ...",
    .kind = NT_FORM_LINES,
    .open = open_ranges,
    .event = take_event,
    .free = free,
};
