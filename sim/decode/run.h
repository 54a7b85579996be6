/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes a stream's bytes through the flow decoder of each hart into a form. */
#ifndef NT_DECODE_RUN_H
#define NT_DECODE_RUN_H

#include "libntrace/util/error.h"
#include "ntrace/flow.h"
#include "sim/decode/filter.h"
#include "sim/decode/form.h"
#include "sim/decode/owner.h"
#include "sim/decode/text.h"
#include "sim/util/trace_input.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    NT_RUN_HARTS = 64,  /* maximum of one stream */
    NT_RUN_FAULTS = 10, /* the first ones are kept */
};

typedef struct nt_run_options {
    const char *input;    /* the stream */
    nt_framing framing;   /* what it is packed in */
    nt_program *program;  /* the code */
    nt_flow_options flow; /* src: of the one hart, unless `every_hart` */
    bool every_hart;      /* each SRC in the stream is the hart of that number */
    unsigned hart;        /* the one hart, else */
    const nt_form *form;  /* NULL: counts only */
    nt_form_settings forms;
    nt_filter_options filter;
    bool counts_calls;   /* trTeInstImplicitReturnMode=1 */
    nt_isa isa;          /* extensions of the code; XLEN is the program's */
    unsigned jobs;       /* threads for one hart's stream (jobs.h); 0 and 1: only the caller's */
    uint32_t part_least; /* with jobs: as of nt_parts_init */
    uint32_t kept_most;  /* with jobs: bytes of text that a thread keeps; 0: NT_JOBS_KEPT */
} nt_run_options;

/* Counts the events. */
typedef struct nt_run_counts {
    nt_flow_counts flow;
    uint64_t syncs;
    uint64_t traps;
    uint64_t stops;
    uint64_t ownerships;
} nt_run_counts;

typedef struct nt_decode_run nt_decode_run;

/* Holds one hart of the run. */
typedef struct nt_run_hart {
    nt_decode_run *run;
    unsigned hart;
    nt_view *view;
    nt_owner owner; /* the Ownership of the view */
    nt_flow *flow;
    void *form;
    nt_filter *filter;   /* NULL: all is shown */
    nt_path_tally tally; /* of all paths, where there is no form */
    bool many;           /* paths have come, and the form was told so */
    nt_run_counts counts;
} nt_run_hart;

struct nt_decode_run {
    nt_run_options options;
    nt_text *text;
    nt_error *error;
    nt_run_hart hart[NT_RUN_HARTS]; /* in order of appearance */
    unsigned harts;
    /* Messages whose SRC is that of no hart (damaged, or of another trace) are skipped: */
    uint64_t strange;
    nt_error stranger;   /* the reason for the first, */
    uint64_t strange_at; /* its place, and its SRC */
    unsigned strange_src;
    uint64_t refused[(1 << 12) / 64]; /* bits: SRC values known to be no hart */
    const nt_run_hart *told;          /* the hart of the latest lines */
    uint64_t strays;                  /* tolerated bytes without a source */
    uint64_t begins;                  /* offset of the first byte */
    uint64_t bytes;
    uint64_t replayed; /* with jobs: instructions in the events passed to the form */
    uint64_t faults;
    struct {
        unsigned hart;
        nt_flow_event event;
    } fault[NT_RUN_FAULTS];
};

/* Decodes the whole stream; the form's output goes to `text`, which is flushed; NULL with forms
   that have keys of JSON only. `json`: NULL, or the object to which such keys are added. The
   caller frees the run afterwards, also on an error. Returns 0, or -1 with the error set. */
int nt_run_decode(nt_decode_run *run, const nt_run_options *options, nt_text *text, json_t *json,
                  nt_error *error);
void nt_run_free(nt_decode_run *run);

/* Returns the sum of all harts' counts. */
nt_run_counts nt_run_total(const nt_decode_run *run);

#endif
