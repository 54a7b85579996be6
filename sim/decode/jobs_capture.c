/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/jobs_internal.h"

#include <string.h>

typedef struct record {
    nt_flow_event event;
    bool shown;
} record;

static void *open_capture(const nt_form_inputs *inputs, nt_error *error) {
    (void)error;
    return inputs->text;
}

static int capture(void *context, const nt_flow_event *event, bool shown, nt_error *error) {
    nt_text *text = context;
    record record;
    memset(&record, 0, sizeof record); /* the gaps too */
    record.event = *event;
    record.shown = shown;
    if (nt_text_room(text, sizeof record, error) != 0) {
        return -1;
    }
    memcpy(text->buffer + text->used, &record, sizeof record);
    text->used += sizeof record;
    return 0;
}

static void free_capture(void *context) {
    (void)context;
}

nt_form nt_capture_form(const nt_form *form) {
    return (nt_form){.name = form->name,
                     .kind = NT_FORM_ORDERED,
                     .whole = form->whole,
                     .open = open_capture,
                     .event = capture,
                     .free = free_capture};
}

int nt_capture_replay(nt_decode_run *run, const void *bytes, size_t size, nt_error *error) {
    nt_run_hart *hart = &run->hart[0];
    nt_code code = nt_view_code(hart->view);
    for (size_t at = 0; at + sizeof(record) <= size; at += sizeof(record)) {
        record record;
        memcpy(&record, (const char *)bytes + at, sizeof record);
        nt_view_take(hart->view, &record.event);
        if (run->options.form->event(hart->form, &record.event, record.shown, error) != 0) {
            return -1;
        }
        if (record.event.kind == NT_FLOW_RANGE && code.advance != NULL) {
            run->replayed += record.event.range.instructions;
            code.advance(code.context, run->replayed);
        }
    }
    return 0;
}
