/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/units/rvfi/rvfi_files.h"

#include "sim/ingress/control_sequence.h"

#include <stdio.h>

static void put(rvfi_files *f, const nt_cycle *cycle) {
    if (!f->failed && nt_ingress_writer_cycle(f->port, cycle, &f->error) != 0) {
        f->failed = true;
    }
}

static void put_event(rvfi_files *f, const nt_event *event) {
    if (!f->failed && nt_writer_event(f->recording, event, &f->error) != 0) {
        f->failed = true;
    }
}

/* HTM, with what depends on the kinds of jumps. */
static nt_control control(const nt_config *port) {
    bool wide = port->itype_w == 4;
    nt_control fields = {.trTeActive = 1,
                         .trTeEnable = 1,
                         .trTeInstTracing = 1,
                         .trTeInstMode = 6,
                         .trTeInstEnSequentialJump = wide,
                         .trTeInstImplicitReturnMode = wide ? 3 : 0};
    return fields;
}

int rvfi_files_open(rvfi_files *files, const char *name, const nt_rvfi_params *params,
                    const rvfi_program *program, nt_error *error) {
    *files = (rvfi_files){.priv = 3,
                          .config = {.xlen = params->xlen,
                                     .nblocks = params->nblocks,
                                     .itype_w = params->itype_w,
                                     .iretire_w = params->iretire_w,
                                     .fifo_depth = 128,
                                     .out_bytes = 1}};
    if (name == NULL) {
        return 0;
    }
    char path[512];
    snprintf(path, sizeof path, "%s.nti", name);
    if (nt_ingress_writer_open(&files->port, path, false, &files->config, error) != 0) {
        return -1;
    }
    const nt_recording_header header = {
        .xlen = params->xlen, .harts = 1, .source = "a random hart"};
    snprintf(path, sizeof path, "%s.ntr", name);
    if (nt_writer_open(&files->recording, path, &header, error) != 0) {
        nt_ingress_writer_abort(files->port);
        files->port = NULL;
        return -1;
    }
    nt_cycle cycle = {.sink_ready = true};
    nt_control fields = control(&files->config);
    for (unsigned step = 0; nt_control_start(&fields, step, &cycle); step++) {
        put(files, &cycle);
        cycle = (nt_cycle){.sink_ready = true};
    }
    put_event(files, &(nt_event){.kind = NT_EVENT_MODE, .mode = {.priv = 3}});
    put_event(files, &(nt_event){.kind = NT_EVENT_CODE,
                                 .code = {program->base, program->size, program->bytes}});
    return 0;
}

void rvfi_files_cycle(rvfi_files *files, const nt_ingress *port) {
    if (files->port != NULL) {
        put(files, &(nt_cycle){.ingress = *port, .sink_ready = true});
    }
}

void rvfi_files_event(rvfi_files *files, const rvfi_event *event) {
    if (files->port == NULL || event->kind == RVFI_STOPPED) {
        return;
    }
    if (event->kind == RVFI_TRAPPED) {
        put_event(files,
                  &(nt_event){.kind = NT_EVENT_TRAP,
                              .trap = {event->interrupt, event->cause, event->pc, event->tval}});
        return;
    }
    if (event->priv != files->priv) {
        files->priv = event->priv;
        put_event(files, &(nt_event){.kind = NT_EVENT_MODE, .mode = {.priv = event->priv}});
    }
    put_event(files, &(nt_event){.kind = NT_EVENT_RUN,
                                 .run = {event->pc, 1, event->place->insn.size / 2U}});
}

/* Tracing ends, also where a jump has not gone anywhere, and all is sent. */
static void put_end(rvfi_files *f) {
    nt_control fields = control(&f->config);
    uint64_t cycles = NT_SETTLE_CYCLES + nt_drain_cycles(&f->config, &fields);
    for (uint64_t i = 0; i < cycles; i++) {
        nt_cycle cycle = {.sink_ready = true};
        if (i == NT_SETTLE_CYCLES) {
            nt_control_end(&cycle);
        }
        put(f, &cycle);
    }
}

int rvfi_files_close(rvfi_files *files, bool keep, nt_error *error) {
    if (files->port == NULL) {
        return 0;
    }
    put_end(files);
    bool good = keep && !files->failed;
    if (!good) {
        nt_ingress_writer_abort(files->port);
        nt_writer_abort(files->recording);
        *error = files->error;
    } else {
        good = nt_ingress_writer_commit(files->port, error) == 0;
        good = nt_writer_commit(files->recording, error) == 0 && good;
    }
    files->port = NULL;
    return good || !keep ? 0 : -1;
}
