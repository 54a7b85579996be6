/* SPDX-License-Identifier: Apache-2.0 */
/* One hart of a run: its code, decoder and form, and what becomes of the events. */
#include "sim/decode/run_harts.h"

/* ---- events ---- */

static void note_fault(nt_decode_run *run, unsigned hart, const nt_flow_event *event) {
    if (run->faults < NT_RUN_FAULTS) {
        run->fault[run->faults].hart = hart;
        run->fault[run->faults].event = *event;
    }
    run->faults++;
}

/* Lines do not tell whose they are: a line `hart N` does, wherever the hart changes. */
static int tell_hart(nt_decode_run *run, const nt_run_hart *hart, const nt_flow_event *event) {
    const nt_form *form = run->options.form;
    bool silent = form->kinds != 0 && (form->kinds >> event->kind & 1) == 0;
    if (form->kind != NT_FORM_LINES || form->labelled || silent || run->told == hart) {
        return 0;
    }
    run->told = hart;
    return nt_text_format(run->text, run->error,
                          run->options.form->remarks ? "# hart %u\n" : "hart %u\n", hart->hart);
}

static int show(void *context, const nt_flow_event *event, bool shown) {
    nt_run_hart *hart = context;
    nt_decode_run *run = hart->run;
    const nt_form *form = run->options.form;
    if (!shown && !form->whole) {
        return 0;
    }
    if (run->options.every_hart && tell_hart(run, hart, event) != 0) {
        return -1;
    }
    return form->event(hart->form, event, shown, run->error);
}

static void note_event(nt_run_hart *hart, const nt_flow_event *event) {
    nt_view_take(hart->view, event);
    nt_owner_take(&hart->owner, event);
    hart->counts.syncs += event->kind == NT_FLOW_SYNC;
    hart->counts.traps += event->kind == NT_FLOW_TRAP;
    hart->counts.stops += event->kind == NT_FLOW_STOP;
    hart->counts.ownerships += event->kind == NT_FLOW_OWNERSHIP;
    if (event->kind == NT_FLOW_FAULT) {
        note_fault(hart->run, hart->hart, event);
    }
}

static int take_event(void *context, const nt_flow_event *event) {
    nt_run_hart *hart = context;
    if (event->kind != NT_FLOW_RANGE) { /* nearly all are */
        note_event(hart, event);
    }
    if (hart->form == NULL) {
        return 0;
    }
    return hart->filter == NULL ? show(hart, event, true)
                                : nt_filter_take(hart->filter, event, show, hart);
}

/* Once so many are known that more will be. */
static inline void note_many(nt_run_hart *hart, const nt_flow_path *path) {
    const nt_form *form = hart->run->options.form;
    if (!hart->many && path->path->id > NT_PATH_MANY) {
        hart->many = true;
        if (form->settle != NULL) {
            form->settle(hart->form);
        }
    }
}

static int take_path(void *context, const nt_flow_path *path) {
    nt_run_hart *hart = context;
    nt_decode_run *run = hart->run;
    if (run->options.form == NULL) { /* the decoder counts what there is to count */
        hart->tally.serial = 1;
        *path->answer = (nt_path_answer){.tally = &hart->tally, .place = 0};
    }
    if (hart->form == NULL) {
        return 0;
    }
    note_many(hart, path);
    if (run->options.every_hart && tell_hart(run, hart, path->stamp) != 0) {
        return -1;
    }
    return run->options.form->path(hart->form, path, run->error);
}

/* ---- harts ---- */

int nt_run_open_form(nt_run_hart *hart) {
    nt_decode_run *run = hart->run;
    nt_form_inputs inputs = {.text = run->text,
                             .program = run->options.program,
                             .view = hart->view,
                             .offset = run->begins,
                             .hart = hart->hart,
                             .several = run->options.every_hart,
                             .settings = run->options.forms};
    hart->form = run->options.form->open(&inputs, run->error);
    return hart->form == NULL ? -1 : 0;
}

static uint64_t next_code(void *view, uint64_t pc) {
    return nt_view_next_code(view, pc);
}

nt_run_hart *nt_run_open_hart(nt_decode_run *run, unsigned number) {
    if (run->harts == NT_RUN_HARTS) {
        nt_fail_as(run->error, NT_ERROR_LIMIT, "%s: more than %d harts; choose one by --hart",
                   run->options.input, NT_RUN_HARTS);
        return NULL;
    }
    nt_run_hart *hart = &run->hart[run->harts++];
    *hart = (nt_run_hart){.run = run, .hart = number};
    hart->view = nt_view_new(run->options.program, number, run->error);
    if (hart->view == NULL) {
        run->harts--;
        return NULL;
    }
    nt_view_set_isa(hart->view, &run->options.isa);
    nt_flow_options options = run->options.flow;
    options.next_code = options.salvage ? next_code : NULL;
    if (run->options.every_hart) {
        options.src = (uint16_t)number;
    }
    hart->flow = nt_flow_new(nt_view_code(hart->view), &options, take_event, hart);
    if (hart->flow == NULL) {
        nt_fail(run->error, "out of memory");
        return NULL;
    }
    if (nt_filter_is_on(&run->options.filter)) {
        hart->filter = nt_filter_new(&run->options.filter, hart->view);
        if (hart->filter == NULL) {
            nt_fail(run->error, "out of memory");
            return NULL;
        }
    }
    const nt_form *form = run->options.form;
    if (hart->filter == NULL && (form == NULL || form->path != NULL)) {
        nt_flow_set_path_sink(hart->flow, take_path);
    }
    return form == NULL || nt_run_open_form(hart) == 0 ? hart : NULL;
}

void nt_run_free(nt_decode_run *run) {
    for (unsigned i = 0; i < run->harts; i++) {
        nt_run_hart *hart = &run->hart[i];
        if (hart->form != NULL) {
            run->options.form->free(hart->form);
        }
        nt_flow_free(hart->flow);
        nt_filter_free(hart->filter);
        nt_view_free(hart->view);
    }
    run->harts = 0;
}
