/* SPDX-License-Identifier: Apache-2.0 */
/* One run of the system bench: RTL and golden model of nt_system in the same cycles, compared. What
   acts on outputs takes the model's: they are the RTL's, or the run is over. There are a
   debugger at the bus; a receiver at the sink; and a witness for each hart. */
#ifndef NT_TB_SYSTEM_RUN_H
#define NT_TB_SYSTEM_RUN_H

#include "driver/driver.h"
#include "ntrace/demux.h"
#include "sim/lockstep/options.h"
#include "sim/sidecar/output.h"
#include "tb/lockstep/lockstep.h"
#include "tb/system/hart.h"
#include "tb/system/sink.h"
#include "tb/system/view.h"

#include <stdio.h>

enum { NT_SYSTEM_HISTORY = 64 }; /* cycles that are kept for a report; a power of two */

/* What a cycle had that a report shows. */
typedef struct nt_system_moment {
    uint64_t cycle;
    nt_apb apb;
    uint8_t page;
    nt_system_outputs out;
} nt_system_moment;

typedef struct nt_system_run {
    const nt_lockstep_options *options;
    nt_lockstep *lockstep;
    nt_system model;
    uint32_t *memory; /* of the model */
    nt_system_inputs in;
    nt_system_wires wires;
    uint64_t cycle; /* cycles done; in a cycle, its number */

    nt_system_hart hart[NT_SYSTEM_HARTS];
    bool running; /* the harts retire */
    nt_sink sink;
    nt_random toggles;
    uint64_t toggled;   /* how often something was turned off and on */
    uint64_t read_outs; /* of a RAM sink's memory */
    nt_driver_component component[NT_SYSTEM_HARTS + NT_SYSTEM_LOCALS + 3];
    unsigned components;
    int access; /* result of the driver's last one */
    uint64_t accesses;
    uint64_t access_errors; /* PSLVERR */

    nt_demux demux; /* of what the sink gives */
    nt_demux local; /* of what the last hart's own RAM sink gives */
    nt_trace_output *output;
    nt_watch watch;    /* the fields that its bytes are made with */
    uint64_t received; /* bytes of messages */
    uint64_t idle;     /* bytes between them, as far as a receiver tells them */
    uint64_t astray;   /* messages of a SRC that no hart has, and what no encoder sends */

    bool over; /* the harness has seen enough */
    nt_system_moment history[NT_SYSTEM_HISTORY];
    nt_cycle found[NT_SYSTEM_HARTS]; /* of a run that explains another: each hart's, in the cycle of
                                        the finding */
    nt_error *error;                 /* the caller's */
    double seconds;
    double cpu_seconds;
} nt_system_run;

/* All in `run` is the run's own; release it in any case. -1: it could not be done. */
int nt_system_run_all(nt_system_run *run, const nt_lockstep_options *options, nt_lockstep *lockstep,
                      nt_error *error);
void nt_system_run_release(nt_system_run *run);

/* One cycle of everything. 1: go on; 0: a mismatch has ended the run; -1: an error. */
int nt_system_run_cycle(nt_system_run *run);

/* Bytes that the receiver of a sink recovered, behind those that `demux` has seen. 0, or -1. */
int nt_system_run_receive(nt_system_run *run, nt_demux *demux, const uint8_t *bytes, size_t size);

/* Returns the parameters that the RTL was built with, but for `config`. */
nt_system_params nt_system_unit_params(void);

/* What is wrong with a run, or NULL. */
const char *nt_system_run_failure(const nt_system_run *run);

#endif
