/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/system/summary.h"

#include "libntrace/messages/tables.h"
#include "sim/report/result.h"
#include "sim/witness/witness.h"
#include "tb/lockstep/program.h"

#include <inttypes.h>
#include <string.h>

/* Sums over all harts. */
typedef struct nt_totals {
    uint64_t instructions;
    uint64_t messages;
    uint64_t bytes;
    uint64_t lost;
    uint64_t unjudged;
    uint64_t rules_broken;
    uint64_t rules_exercised; /* most of any hart: the rules are the same ones */
    uint64_t illegal;
    nt_counts counts;
    const char *roundtrip; /* of the first hart whose is not exact, else NULL */
    char exact[NT_EXACT_WORDS];
    const char *first_broken;
    const char *pins;
    unsigned unequal; /* the hart whose bytes differ */
} nt_totals;

static void add_counts(nt_counts *to, const nt_counts *from) {
    uint64_t most = from->fifo_most > to->fifo_most ? from->fifo_most : to->fifo_most;
#define BIN(name, group, words) to->name += from->name;
#include "sim/report/state_bins.def"
#undef BIN
    for (unsigned i = 0; i < NT_TCODES; i++) {
        to->by_tcode[i] += from->by_tcode[i];
    }
    to->fifo_most = most;
}

static const char *hart_roundtrip(const nt_system_hart *hart) {
    return !hart->judged ? "not judged: a mismatch ended the run"
           : hart->muted ? "not judged: its input is disabled"
                         : hart->verdict.roundtrip;
}

static const char *hart_pins(const nt_system_hart *hart) {
    return hart->differs != NULL ? hart->differs : "exact";
}

static nt_totals total(const nt_system_run *run) {
    nt_totals t = {.pins = "exact", .first_broken = ""};
    for (unsigned i = 0; i < run->model.params.harts; i++) {
        const nt_system_hart *hart = &run->hart[i];
        t.instructions += nt_system_hart_instructions(hart);
        t.messages += hart->messages;
        t.bytes += hart->bytes;
        t.lost += hart->verdict.lost;
        t.unjudged += hart->verdict.unjudged;
        t.rules_broken += hart->verdict.rules_broken;
        t.illegal += hart->illegal_count;
        if (hart->verdict.rules_exercised > t.rules_exercised) {
            t.rules_exercised = hart->verdict.rules_exercised;
        }
        add_counts(&t.counts, &hart->counts);
        bool exact = hart->judged && !hart->verdict.differs;
        if (!hart->muted && !exact && t.roundtrip == NULL) {
            t.roundtrip = hart_roundtrip(hart);
        }
        if (t.first_broken[0] == '\0') {
            t.first_broken = hart->verdict.first_broken;
        }
        if (strcmp(t.pins, "exact") == 0) {
            t.pins = hart_pins(hart);
            t.unequal = i;
        }
    }
    nt_witness_exact(t.exact, t.lost, t.unjudged);
    t.counts.register_accesses = run->accesses;
    t.counts.register_errors = run->access_errors;
    if (nt_sink_wrong(&run->sink) != NULL) {
        t.pins = nt_sink_wrong(&run->sink);
    }
    return t;
}

static const char *roundtrip(const nt_totals *t) {
    return t->roundtrip != NULL ? t->roundtrip : t->exact;
}

static double per_instruction(const nt_totals *t) {
    return t->instructions > 0 ? (double)t->bytes * 8 / (double)t->instructions : 0;
}

static double rate(const nt_system_run *run) {
    return run->cpu_seconds > 0 ? (double)run->cycle / run->cpu_seconds : 0;
}

static const char *input(const nt_system_run *run) {
    return run->options->random ? "random" : run->options->inputs[0];
}

/* ---- for people ---- */

static void print_harts(FILE *out, const nt_system_run *run) {
    for (unsigned i = 0; i < run->model.params.harts; i++) {
        const nt_system_hart *hart = &run->hart[i];
        fprintf(out,
                "  hart %-2u       %" PRIu64 " instructions, %" PRIu64 " bytes, %" PRIu64
                " received, %" PRIu64 " instructions lost, round trip %s, bytes %s\n",
                i, nt_system_hart_instructions(hart), hart->bytes, hart->received,
                hart->verdict.lost, hart_roundtrip(hart), hart_pins(hart));
    }
}

int nt_system_summary_text(FILE *out, const nt_system_run *run) {
    const nt_lockstep_options *o = run->options;
    const nt_totals t = total(run);
    fprintf(out,
            "lockstep of %s, build %s, %u harts, sink %s, seed %" PRIu64 ", initial seed %" PRIu32
            "\n",
            input(run), o->settings.config->name, o->harts, nt_lockstep_sink_name(o->sink),
            o->shape.seed, o->initial_seed);
    fprintf(out, "  cycles        %" PRIu64 "\n  instructions  %" PRIu64 "\n", run->cycle,
            t.instructions);
    fprintf(out,
            "  messages      %" PRIu64 "\n  bytes         %" PRIu64 " (%.3f bits an instruction)\n",
            t.messages, t.bytes, per_instruction(&t));
    fprintf(out, "  received      %" PRIu64 "\n", run->received);
    fprintf(out, "  mismatches    %" PRIu64 " (%u signals in every cycle)\n",
            nt_lockstep_found(run->lockstep)->mismatches, nt_unit_fast.probe_count);
    fprintf(out, "  round trip    %s\n  not judged    %" PRIu64 " instructions\n", roundtrip(&t),
            t.unjudged);
    fprintf(out, "  rules broken  %" PRIu64 "%s%s\n", t.rules_broken,
            t.first_broken[0] != '\0' ? ": " : "", t.first_broken);
    fprintf(out, "  pins          %s\n", t.pins);
    print_harts(out, run);
    fprintf(out, "%.2f s (%.2f s of a processor: %.2f million cycles a second)\n", run->seconds,
            run->cpu_seconds, rate(run) * 1e-6);
    return ferror(out) ? -1 : 0;
}

void nt_system_summary_verdict(FILE *out, const nt_system_run *run) {
    const nt_totals t = total(run);
    fprintf(out, "RTL and model agree in %" PRIu64 " cycles, round trip %s, rules broken %" PRIu64,
            run->cycle, roundtrip(&t), t.rules_broken);
}

/* ---- for machines ---- */

static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

static json_t *tcodes(const nt_counts *counts) {
    json_t *object = json_object();
    for (unsigned i = 0; i < NT_TCODES; i++) {
        if (counts->by_tcode[i] > 0) {
            char number[16];
            (void)snprintf(number, sizeof number, "TCODE %u", i);
            const char *name = nt_message_layouts[i].name;
            json_object_set_new(object, name != NULL ? name : number, integer(counts->by_tcode[i]));
        }
    }
    return object;
}

static json_t *reached(const nt_counts *counts) {
    json_t *object = json_object();
#define BIN(name, group, words) json_object_set_new(object, #name, integer(counts->name));
#include "sim/report/state_bins.def"
#undef BIN
    return object;
}

static json_t *harts(const nt_system_run *run) {
    json_t *array = json_array();
    for (unsigned i = 0; i < run->model.params.harts; i++) {
        const nt_system_hart *hart = &run->hart[i];
        json_array_append_new(
            array,
            json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:s, s:s}", "hart", integer(i),
                      "instructions", integer(nt_system_hart_instructions(hart)), "messages",
                      integer(hart->messages), "bytes", integer(hart->bytes), "received",
                      integer(hart->received), "lost", integer(hart->verdict.lost), "unjudged",
                      integer(hart->verdict.unjudged), "losses",
                      integer(hart->counts.error_messages), "trTeInstStallOrOverflow",
                      hart->stalled_or_lost, "roundtrip", hart_roundtrip(hart), "pins",
                      hart_pins(hart)));
    }
    return array;
}

/* How a funnel has served its inputs: of each its messages, and the most turns that others had
   while it could have had one. */
static json_t *funnel(const char *name, const nt_funnel *funnel, unsigned inputs) {
    json_t *array = json_array();
    uint64_t longest = 0;
    for (unsigned i = 0; i < inputs; i++) {
        const nt_funnel_turns *turns = &funnel->turns[i];
        longest = turns->longest > longest ? turns->longest : longest;
        json_array_append_new(array, json_pack("{s:o, s:o}", "messages", integer(turns->turns),
                                               "longest_wait", integer(turns->longest)));
    }
    return json_pack("{s:s, s:o, s:o}", "funnel", name, "longest_wait", integer(longest), "inputs",
                     array);
}

static json_t *fairness(const nt_system_run *run) {
    const nt_system_params *p = &run->model.params;
    json_t *array = json_array();
    if (p->harts > 1) {
        json_array_append_new(array,
                              funnel("top", &run->model.top.funnel, nt_system_top_inputs(p)));
    }
    for (unsigned i = 0; i < nt_system_locals(p); i++) {
        char name[24];
        (void)snprintf(name, sizeof name, "local %u", i);
        json_array_append_new(array, funnel(name, &run->model.local[i].funnel, p->cluster));
    }
    return array;
}

static void set_run(json_t *root, const nt_system_run *run, const nt_totals *t) {
    const nt_lockstep_options *o = run->options;
    json_object_set_new(root, "mode", json_string("lockstep"));
    json_object_set_new(root, "input", json_string(input(run)));
    json_object_set_new(root, "config", json_string(o->settings.config->name));
    json_object_set_new(root, "sink", json_string(nt_lockstep_sink_name(o->sink)));
    json_object_set_new(root, "seed", integer(o->shape.seed));
    json_object_set_new(root, "initial_seed", integer(o->initial_seed));
    json_object_set_new(root, "cycles", integer(run->cycle));
    json_object_set_new(root, "instructions", integer(t->instructions));
    json_object_set_new(root, "messages", integer(t->messages));
    json_object_set_new(root, "bytes", integer(t->bytes));
    json_object_set_new(root, "received", integer(run->received));
    json_object_set_new(root, "bits_per_instruction", json_real(per_instruction(t)));
}

static void set_witnesses(json_t *root, const nt_system_run *run, const nt_totals *t) {
    const nt_lockstep_finding *found = nt_lockstep_found(run->lockstep);
    json_object_set_new(root, "mismatches", integer(found->mismatches));
    json_object_set_new(root, "roundtrip", json_string(roundtrip(t)));
    json_object_set_new(root, "rules_broken", integer(t->rules_broken));
    json_object_set_new(root, "rules_exercised", integer(t->rules_exercised));
    if (t->first_broken[0] != '\0') {
        json_object_set_new(root, "first_broken_rule", json_string(t->first_broken));
    }
    json_object_set_new(root, "pins", json_string(t->pins));
    json_object_set_new(root, "illegal_cycles", integer(t->illegal));
    json_object_set_new(root, "instructions_lost", integer(t->lost));
    json_object_set_new(root, "instructions_unjudged", integer(t->unjudged));
    json_object_set_new(root, "losses", integer(t->counts.error_messages));
    json_object_set_new(root, "by_tcode", tcodes(&t->counts));
    json_object_set_new(root, "reached", reached(&t->counts));
    json_object_set_new(root, "signals_compared", integer(nt_unit_fast.probe_count));
    if (found->differs) {
        json_object_set_new(root, "first_mismatch", nt_bench_program_mismatch(found));
    }
}

json_t *nt_system_summary_json(const nt_system_run *run) {
    const nt_totals t = total(run);
    json_t *root = json_object();
    set_run(root, run, &t);
    set_witnesses(root, run, &t);
    json_object_set_new(root, "harts", harts(run));
    json_object_set_new(root, "fairness", fairness(run));
    json_object_set_new(root, "astray", integer(run->astray));
    json_object_set_new(root, "toggles", integer(run->toggled));
    json_object_set_new(root, "read_outs", integer(run->read_outs));
    json_object_set_new(root, "seconds",
                        json_pack("{s:f, s:f, s:f}", "wall", run->seconds, "cpu", run->cpu_seconds,
                                  "cycles_per_second", rate(run)));
    return root;
}

void nt_system_summary_result(const nt_system_run *run, json_t *result) {
    for (unsigned i = 0; i < run->model.params.harts; i++) {
        nt_result_check(result, nt_witness_check(run->hart[i].witness));
    }
}
