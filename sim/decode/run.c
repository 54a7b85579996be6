/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/decode/run.h"

#include "libntrace/util/input_file.h"
#include "sim/decode/jobs.h"
#include "sim/decode/run_harts.h"
#include "sim/decode/source.h"
#include "sim/util/progress.h"

static bool uses_jobs(const nt_decode_run *run) {
    return run->options.jobs > 1 && !run->options.flow.salvage && !run->options.framing.coresight &&
           !run->options.every_hart && !nt_filter_is_on(&run->options.filter);
}

static void add_counts(nt_run_counts *sum, const nt_run_counts *one) {
    sum->flow.messages += one->flow.messages;
    sum->flow.instructions += one->flow.instructions;
    sum->flow.faults += one->flow.faults;
    sum->flow.losses += one->flow.losses;
    sum->flow.skipped += one->flow.skipped;
    sum->flow.unknown += one->flow.unknown;
    sum->flow.agreed += one->flow.agreed;
    sum->flow.suspect += one->flow.suspect;
    sum->flow.early_bytes += one->flow.early_bytes;
    sum->flow.lost_bytes += one->flow.lost_bytes;
    sum->flow.lost_messages += one->flow.lost_messages;
    for (unsigned kind = 0; kind < NT_TOLERATED; kind++) {
        sum->flow.tolerated[kind] += one->flow.tolerated[kind];
    }
    for (unsigned tcode = 0; tcode < NT_TCODES; tcode++) {
        sum->flow.by_tcode[tcode] += one->flow.by_tcode[tcode];
    }
    for (unsigned rcode = 0; rcode < 16; rcode++) {
        sum->flow.by_rcode[rcode] += one->flow.by_rcode[rcode];
    }
    sum->flow.salvages += one->flow.salvages;
    sum->syncs += one->syncs;
    sum->traps += one->traps;
    sum->stops += one->stops;
    sum->ownerships += one->ownerships;
}

nt_run_counts nt_run_total(const nt_decode_run *run) {
    nt_run_counts total = {.flow = {.bytes = run->bytes, .skipped = run->strange}};
    total.flow.tolerated[NT_TOLERATED_STRAY] = run->strays;
    for (unsigned i = 0; i < run->harts; i++) {
        add_counts(&total, &run->hart[i].counts);
    }
    return total;
}

/* ---- the stream ---- */

static uint64_t instructions_so_far(const nt_decode_run *run) {
    uint64_t instructions = 0;
    for (unsigned i = 0; i < run->harts; i++) {
        const nt_flow *flow = run->hart[i].flow; /* NULL: of the hart that could not be opened */
        instructions += flow == NULL ? 0 : nt_flow_get_counts(flow)->instructions;
    }
    return instructions;
}

static int feed_one(nt_decode_run *run, const uint8_t *bytes, size_t size) {
    return nt_flow_bytes(run->hart[0].flow, bytes, size);
}

static int feed_every(nt_decode_run *run, nt_demux *demux, const uint8_t *bytes, size_t size) {
    int result = 0;
    for (size_t at = 0; at < size && result == 0;) {
        nt_demux_piece piece;
        at += nt_demux_bytes(demux, bytes + at, size - at, &piece);
        result = nt_run_take(run, &piece);
    }
    return result;
}

/* The stream has ended: what is cut goes where it belongs. */
static int feed_cut(nt_decode_run *run, nt_demux *demux) {
    nt_demux_piece piece;
    return nt_demux_end(demux, &piece) ? nt_run_take(run, &piece) : 0;
}

static int feed_file(nt_decode_run *run, nt_trace_input *file) {
    uint8_t bytes[1 << 16];
    ptrdiff_t size;
    nt_progress progress;
    nt_demux demux = {.src_bits = run->options.flow.src_bits};
    int result = 0;
    nt_progress_start(&progress, "decode", "instructions");
    while (result == 0 &&
           (size = nt_trace_input_read(file, bytes, sizeof bytes, run->error)) != 0) {
        if (size < 0) {
            result = -1;
        } else if (run->options.every_hart) {
            result = feed_every(run, &demux, bytes, (size_t)size);
        } else {
            result = feed_one(run, bytes, (size_t)size);
        }
        run->bytes += size < 0 ? 0 : (uint64_t)size;
        nt_progress_show(&progress, instructions_so_far(run), 0);
    }
    nt_progress_end(&progress);
    return result == 0 && run->options.every_hart ? feed_cut(run, &demux) : result;
}

static int finish_flows(nt_decode_run *run) {
    for (unsigned i = 0; i < run->harts; i++) {
        nt_run_hart *hart = &run->hart[i];
        nt_flow_place(hart->flow, run->bytes);
        if (nt_flow_finish(hart->flow) != 0) {
            return -1;
        }
        hart->counts.flow = *nt_flow_get_counts(hart->flow);
    }
    return 0;
}

static int decode_in_jobs(nt_decode_run *run) {
    nt_input_file *file;
    if (nt_input_file_open(&file, run->options.input, run->error) != 0) {
        return -1;
    }
    int result = nt_jobs_decode(run, file);
    nt_input_file_close(file);
    return result;
}

static int decode_alone(nt_decode_run *run) {
    nt_trace_input *input;
    if (nt_trace_input_open(&input, run->options.input, &run->options.framing, run->error) != 0) {
        return -1;
    }
    int result = feed_file(run, input);
    nt_trace_input_close(input);
    return result == 0 ? finish_flows(run) : result;
}

static int decode_file(nt_decode_run *run) {
    int result = uses_jobs(run) ? decode_in_jobs(run) : decode_alone(run);
    if (result == 0 && nt_run_total(run).syncs == 0 && run->strange != 0) {
        const nt_error first = run->stranger;
        return nt_source_strange(run->error, &first, run->strange_src);
    }
    if (result == 0 && nt_run_total(run).syncs == 0) {
        unsigned long long offset = run->bytes;
        return nt_fail(run->error, "%s: offset %llu: %s", run->options.input, offset,
                       offset == 0 ? "the stream is empty" : "no synchronizing message");
    }
    return result;
}

/* ---- forms ---- */

static int put_constant(nt_decode_run *run, const char *string) {
    return string == NULL || run->text == NULL ? 0 : nt_text_string(run->text, string, run->error);
}

/* Sums of all harts end in the first one. */
static int merge_harts(nt_decode_run *run) {
    for (unsigned i = 1; i < run->harts; i++) {
        if (run->options.form->merge(run->hart[0].form, run->hart[i].form, run->error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int close_forms(nt_decode_run *run, json_t *json) {
    const nt_form *form = run->options.form;
    bool sums = form->merge != NULL;
    if (sums && merge_harts(run) != 0) {
        return -1;
    }
    for (unsigned i = 0; i < (sums ? 1 : run->harts); i++) {
        void *one = run->hart[i].form;
        int result = 0;
        if (json != NULL && form->json != NULL) {
            result = form->json(one, run->bytes, json, run->error);
        }
        if (result == 0 && run->text != NULL && form->close != NULL &&
            !(uses_jobs(run) && form->kind == NT_FORM_LINES)) {
            result = form->close(one, run->bytes, run->error);
        }
        if (result != 0) {
            return -1;
        }
    }
    return 0;
}

int nt_run_decode(nt_decode_run *run, const nt_run_options *options, nt_text *text, json_t *json,
                  nt_error *error) {
    const nt_form *form = options->form;
    *run = (nt_decode_run){.options = *options, .text = text, .error = error};
    if ((form != NULL && put_constant(run, form->head) != 0) ||
        (!options->every_hart && nt_run_open_hart(run, options->hart) == NULL)) {
        return -1;
    }
    if (decode_file(run) != 0) {
        return -1;
    }
    if (form == NULL) {
        return 0;
    }
    if (close_forms(run, json) != 0 || put_constant(run, form->tail) != 0) {
        return -1;
    }
    return text == NULL ? 0 : nt_text_flush(text, error);
}
