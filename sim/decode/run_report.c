/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/run_report.h"

#include "ntrace/messages.h"
#include "sim/decode/hint.h"
#include "sim/util/tcode_counts.h"

#include <inttypes.h>
#include <stdio.h>

static void print_faults(const nt_decode_run *run) {
    const char *input = run->options.input;
    for (uint64_t i = 0; i < run->faults && i < NT_RUN_FAULTS; i++) {
        const nt_flow_event *event = &run->fault[i].event;
        char hart[32] = "";
        if (run->options.every_hart) {
            (void)snprintf(hart, sizeof hart, "hart %u: ", run->fault[i].hart);
        }
        char earlier[48] = "";
        if (event->fault.at != event->offset) {
            (void)snprintf(earlier, sizeof earlier, "in the message at %" PRIu64 ": ",
                           event->fault.at);
        }
        const char *hint =
            event->fault.code == NT_FAULT_BUDGET ? "; --budget BLOCKS allows it" : "";
        fprintf(stderr, "ntrace decode: %s: offset %" PRIu64 ": %s%s%s (PC 0x%" PRIx64 ")%s\n",
                input, event->offset, hart, earlier, event->fault.reason, event->pc, hint);
    }
    if (run->strange != 0) {
        fprintf(stderr,
                "ntrace decode: %s: offset %" PRIu64 ": SRC=%u: %s (messages skipped: %" PRIu64
                "); --set trTeSrcID=%u with --hart N decodes them by the code of hart N\n",
                input, run->strange_at, run->strange_src, run->stranger.text, run->strange,
                run->strange_src);
    }
    if (run->faults > NT_RUN_FAULTS) {
        fprintf(stderr, "ntrace decode: %s: %" PRIu64 " more faults\n", input,
                run->faults - NT_RUN_FAULTS);
    }
}

/* A warning, as the specification wants: where none were sent, bytes are damaged. */
static void print_reserved(const nt_decode_run *run) {
    char text[NT_TCODE_COUNTS_TEXT];
    nt_run_counts total = nt_run_total(run);
    nt_tcode_counts_reserved(total.flow.by_tcode, text);
    if (text[0] != '\0') {
        fprintf(stderr, "ntrace decode: %s: skipped, as N-Trace has no such messages: %s\n",
                run->options.input, text);
    }
}

/* Messages of vendors that are not read, and which vendor's RCODEs are. */
static void print_vendors(const nt_decode_run *run) {
    char text[NT_TCODE_COUNTS_TEXT];
    char hint[64] = "";
    nt_run_counts total = nt_run_total(run);
    nt_vendor_counts(total.flow.by_tcode, total.flow.by_rcode, text);
    for (unsigned vendor = 1; vendor < NT_VENDORS && run->options.flow.vendor == 0; vendor++) {
        const nt_quirks *quirks = nt_quirks_get(vendor);
        if (total.flow.by_rcode[quirks->taken_run] + total.flow.by_rcode[quirks->not_taken_run] !=
            0) {
            (void)snprintf(hint, sizeof hint, "; --vendor %s reads RCODE %u and %u", quirks->name,
                           quirks->not_taken_run, quirks->taken_run);
        }
    }
    if (text[0] != '\0') {
        fprintf(stderr, "ntrace decode: %s: skipped, as a vendor defines them: %s%s\n",
                run->options.input, text, hint);
    }
}

/* Settings or an image that do not fit are the usual first experience. */
static bool find_hint(const nt_decode_run *run, char text[NT_HINT_TEXT]) {
    const nt_run_options *options = &run->options;
    nt_hint_inputs in = {.path = options->input,
                         .framing = options->framing,
                         .program = options->program,
                         .isa = options->isa,
                         .flow = options->flow,
                         .every_hart = options->every_hart,
                         .hart = options->hart,
                         .counts_calls = options->counts_calls};
    return nt_hint_find(&in, text);
}

static void print_hint(const nt_decode_run *run) {
    char text[NT_HINT_TEXT];
    if (run->faults + run->strange != 0 && find_hint(run, text)) {
        fprintf(stderr, "ntrace decode: %s: hint: %s\n", run->options.input, text);
    }
}

void nt_run_add_hint(const nt_decode_run *run, nt_error *error) {
    char text[NT_HINT_TEXT];
    if (run->bytes != 0 && nt_run_total(run).syncs == 0 && find_hint(run, text)) {
        nt_error first = *error;
        *error = (nt_error){0}; /* else the first one stays */
        nt_fail_as(error, first.code, "%s; %s", first.text, text);
    }
}

static void print_tolerated(const nt_decode_run *run) {
    nt_run_counts total = nt_run_total(run);
    for (unsigned kind = 0; kind < NT_TOLERATED; kind++) {
        if (total.flow.tolerated[kind] != 0) {
            fprintf(stderr, "ntrace decode: %s: tolerated %" PRIu64 " times: %s\n",
                    run->options.input, total.flow.tolerated[kind],
                    nt_tolerated_text((nt_tolerated)kind));
        }
    }
}

static json_t *tolerated_object(const nt_flow_counts *flow) {
    json_t *object = json_object();
    for (unsigned kind = 0; kind < NT_TOLERATED; kind++) {
        if (flow->tolerated[kind] != 0) {
            json_object_set_new(object, nt_tolerated_name((nt_tolerated)kind),
                                json_integer((json_int_t)flow->tolerated[kind]));
        }
    }
    return object;
}

static json_t *counts_object(const nt_run_counts *counts, uint64_t faults) {
    const nt_flow_counts *flow = &counts->flow;
    return json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
        "s:I, s:I, s:o, s:o, s:o}",
        "instructions", (json_int_t)flow->instructions, "messages", (json_int_t)flow->messages,
        "skipped", (json_int_t)flow->skipped, "bytes", (json_int_t)flow->bytes, "syncs",
        (json_int_t)counts->syncs, "traps", (json_int_t)counts->traps, "ownerships",
        (json_int_t)counts->ownerships, "stops", (json_int_t)counts->stops, "losses",
        (json_int_t)flow->losses, "faults", (json_int_t)faults, "agreed", (json_int_t)flow->agreed,
        "suspect", (json_int_t)flow->suspect, "lost_bytes", (json_int_t)flow->lost_bytes,
        "lost_messages", (json_int_t)flow->lost_messages, "early_bytes",
        (json_int_t)flow->early_bytes, "unknown", (json_int_t)flow->unknown, "salvages",
        (json_int_t)flow->salvages, "by_tcode", nt_tcode_counts_json(flow->by_tcode), "vendor",
        nt_vendor_counts_json(flow->by_tcode, flow->by_rcode), "tolerated", tolerated_object(flow));
}

int nt_run_add_counts(const nt_decode_run *run, json_t *object, nt_error *error) {
    nt_run_counts total = nt_run_total(run);
    json_t *counts = counts_object(&total, run->faults);
    int result = json_object_update(object, counts);
    json_decref(counts);
    if (result == 0 && run->options.every_hart) {
        json_t *harts = json_array();
        for (unsigned i = 0; i < run->harts && result == 0; i++) {
            const nt_run_hart *hart = &run->hart[i];
            json_t *one = counts_object(&hart->counts, hart->counts.flow.faults);
            result = json_object_set_new(one, "hart", json_integer(hart->hart));
            json_array_append_new(harts, one);
        }
        result |= json_object_set_new(object, "harts", harts);
    }
    return result == 0 ? 0 : nt_fail(error, "out of memory");
}

void nt_run_print(const nt_decode_run *run) {
    print_faults(run);
    print_hint(run);
    print_tolerated(run);
    print_reserved(run);
    print_vendors(run);
}
