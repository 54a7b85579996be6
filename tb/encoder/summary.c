/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/encoder/summary.h"

#include "libntrace/messages/tables.h"
#include "model/codes.h"

#include "sim/report/result.h"
#include "sim/witness/witness.h"
#include "tb/lockstep/program.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* What a run reached besides messages by TCODE; the names are those of the JSON. */
static const struct {
    const char *name;
    size_t offset; /* of the count in nt_counts */
} reached[] = {
#define BIN(name, group, words) {#name, offsetof(nt_counts, name)},
#include "sim/report/state_bins.def"
#undef BIN
};

enum { REACHED = sizeof reached / sizeof reached[0] };

static uint64_t count_of(const nt_counts *counts, unsigned row) {
    uint64_t value;
    memcpy(&value, (const char *)counts + reached[row].offset, sizeof value);
    return value;
}

/* Retired: of a recording all that were shaped, else those that the round trip has seen. */
static uint64_t instructions(const nt_encoder_run *run) {
    const nt_lockstep_options *o = run->options;
    bool shaped = !o->random && !o->is_ingress;
    return shaped ? run->judge.instructions : run->verdict.retired;
}

static double per_instruction(const nt_encoder_run *run) {
    uint64_t count = instructions(run);
    return count > 0 ? (double)run->judge.bytes * 8 / (double)count : 0;
}

/* Without the code nobody can tell how many instructions half-words are. */
static bool counts_instructions(const nt_encoder_run *run) {
    return run->judged && run->verdict.counted;
}

static const char *roundtrip(const nt_encoder_run *run) {
    return run->judged ? run->verdict.roundtrip : "not judged: a mismatch ended the run";
}

/* Cycles per second; in one thread of the time that the run was given on a processor. */
static double rate(const nt_encoder_run *run) {
    double seconds = run->options->threads > 1 ? run->seconds : run->cpu_seconds;
    return seconds > 0 ? (double)run->judge.cycles / seconds : 0;
}

static const char *mode(const nt_encoder_run *run) {
    static const char *const names[] = {"lockstep", "bare", "model", "stimulus"};
    return names[run->options->mode];
}

static const char *sink(const nt_encoder_run *run) {
    static const char *const pibs[] = {
        [4] = "swt-manchester", [5] = "swt-uart", [8] = "pib1",  [9] = "pib2",
        [10] = "pib4",          [11] = "pib8",    [12] = "pib16"};
    return run->judge.pib_used != 0 ? pibs[run->judge.pib_used] : "bytes";
}

static const char *signals(const nt_encoder_run *run) {
    return run->judge.signals.wrong == 0 ? "exact" : run->judge.signals.first;
}

static const char *pins(const nt_encoder_run *run) {
    return run->judge.pib_used == 0     ? "not used"
           : run->judge.pins.wrong == 0 ? "exact"
                                        : run->judge.pins.first;
}

static void warn(const nt_encoder_run *run) {
    char warning[NT_RETURNS_TEXT];
    if (nt_returns_warning(&run->compare.returns, warning)) {
        fprintf(stderr, "ntrace lockstep: %s\n", warning);
    }
}

int nt_summary_text(FILE *out, const nt_encoder_run *run) {
    const nt_lockstep_options *o = run->options;
    fprintf(out, "%s of %s, build %s, sink %s, seed %" PRIu64 ", initial seed %" PRIu32 "\n",
            mode(run), o->random ? "random ingress" : o->input, o->settings.config->name, sink(run),
            o->shape.seed, o->initial_seed);
    fprintf(out, "  cycles        %" PRIu64 "\n  instructions  %" PRIu64 "\n", run->judge.cycles,
            instructions(run));
    fprintf(out,
            "  messages      %" PRIu64 "\n  bytes         %" PRIu64 " (%.3f bits an instruction)\n",
            run->judge.messages, run->judge.bytes, per_instruction(run));
    if (o->mode == NT_LOCKSTEP_COMPARE) {
        fprintf(out, "  mismatches    %" PRIu64 " (%u signals in every cycle)\n",
                nt_lockstep_found(run->lockstep)->mismatches, nt_unit_fast.probe_count);
        fprintf(out, "  round trip    %s\n", roundtrip(run));
        if (counts_instructions(run)) {
            fprintf(out, "  not judged    %" PRIu64 " instructions\n", run->verdict.unjudged);
        }
        fprintf(out, "  rules broken  %" PRIu64 "%s%s\n", run->verdict.rules_broken,
                run->verdict.first_broken[0] != '\0' ? ": " : "", run->verdict.first_broken);
        fprintf(out, "  pins          %s\n", pins(run));
        fprintf(out, "  signals       %s\n", signals(run));
        fprintf(out, "  ingress       %s%s\n", run->judge.illegal != NULL ? "breaks " : "legal",
                run->judge.illegal != NULL ? run->judge.illegal : "");
        if (run->compare.returns.wrong != 0) {
            fprintf(out, "  wrong returns %" PRIu64 "\n", run->compare.returns.wrong);
        }
        fprintf(out, "messages by TCODE:\n");
        for (unsigned i = 0; i < NT_TCODES; i++) {
            if (run->compare.counts.by_tcode[i] > 0) {
                fprintf(out, "  %2u %-28s %12" PRIu64 "\n", i,
                        nt_message_layouts[i].name != NULL ? nt_message_layouts[i].name : "?",
                        run->compare.counts.by_tcode[i]);
            }
        }
        fprintf(out, "reached:\n");
        for (unsigned i = 0; i < REACHED; i++) {
            fprintf(out, "  %-31s %12" PRIu64 "\n", reached[i].name,
                    count_of(&run->compare.counts, i));
        }
    }
    fprintf(out, "%.2f s (%.2f s of a processor: %.2f million cycles a second)\n", run->seconds,
            run->cpu_seconds, rate(run) * 1e-6);
    return ferror(out) ? -1 : 0;
}

void nt_summary_verdict(FILE *out, const nt_encoder_run *run) {
    if (run->options->mode != NT_LOCKSTEP_COMPARE) {
        fprintf(out, "nothing was compared (%s alone)", mode(run));
        return;
    }
    fprintf(out, "RTL and model agree in %" PRIu64 " cycles, round trip %s, rules broken %" PRIu64,
            run->judge.cycles, roundtrip(run), run->verdict.rules_broken);
}

static json_t *integer(uint64_t value) {
    return json_integer((json_int_t)value);
}

static json_t *tcodes(const nt_encoder_run *run) {
    json_t *object = json_object();
    for (unsigned i = 0; i < NT_TCODES; i++) {
        if (run->compare.counts.by_tcode[i] > 0) {
            char number[16];
            (void)snprintf(number, sizeof number, "TCODE %u", i);
            const char *name = nt_message_layouts[i].name;
            json_object_set_new(object, name != NULL ? name : number,
                                integer(run->compare.counts.by_tcode[i]));
        }
    }
    return object;
}

static json_t *reached_object(const nt_encoder_run *run) {
    json_t *object = json_object();
    for (unsigned i = 0; i < REACHED; i++) {
        json_object_set_new(object, reached[i].name, integer(count_of(&run->compare.counts, i)));
    }
    return object;
}

static void set_witnesses(json_t *root, const nt_encoder_run *run) {
    const nt_verdict *verdict = &run->verdict;
    const nt_lockstep_finding *found = nt_lockstep_found(run->lockstep);
    json_object_set_new(root, "mismatches", integer(found->mismatches));
    json_object_set_new(root, "roundtrip", json_string(roundtrip(run)));
    json_object_set_new(root, "rules_broken", integer(verdict->rules_broken));
    json_object_set_new(root, "rules_exercised", integer(verdict->rules_exercised));
    if (verdict->first_broken[0] != '\0') {
        json_object_set_new(root, "first_broken_rule", json_string(verdict->first_broken));
    }
    json_object_set_new(root, "pins", json_string(pins(run)));
    json_object_set_new(root, "signals", json_string(signals(run)));
    json_object_set_new(root, "illegal_cycles", integer(run->judge.illegal_count));
    if (run->judge.illegal != NULL) {
        json_object_set_new(root, "first_illegal",
                            json_pack("{s:o, s:s}", "cycle", integer(run->judge.illegal_cycle),
                                      "rule", run->judge.illegal));
    }
    json_object_set_new(root, "instructions_lost", integer(verdict->lost));
    json_object_set_new(root, "instructions_unjudged",
                        counts_instructions(run) ? integer(verdict->unjudged) : json_null());
    json_object_set_new(root, "losses", integer(run->compare.counts.error_messages));
    json_object_set_new(root, "wrong_returns", integer(run->compare.returns.wrong));
    json_object_set_new(root, "by_tcode", tcodes(run));
    json_object_set_new(root, "reached", reached_object(run));
    json_object_set_new(root, "signals_compared", integer(nt_unit_fast.probe_count));
    if (found->differs) {
        json_object_set_new(root, "first_mismatch", nt_bench_program_mismatch(found));
    }
}

json_t *nt_summary_json(const nt_encoder_run *run) {
    const nt_lockstep_options *o = run->options;
    json_t *root = json_object();
    json_object_set_new(root, "mode", json_string(mode(run)));
    json_object_set_new(root, "input", json_string(o->random ? "random" : o->input));
    json_object_set_new(root, "config", json_string(o->settings.config->name));
    json_object_set_new(root, "sink", json_string(sink(run)));
    json_object_set_new(root, "seed", integer(o->shape.seed));
    json_object_set_new(root, "initial_seed", integer(o->initial_seed));
    json_object_set_new(root, "cycles", integer(run->judge.cycles));
    json_object_set_new(root, "instructions", integer(instructions(run)));
    json_object_set_new(root, "messages", integer(run->judge.messages));
    json_object_set_new(root, "bytes", integer(run->judge.bytes));
    json_object_set_new(root, "bits_per_instruction", json_real(per_instruction(run)));
    if (o->mode == NT_LOCKSTEP_COMPARE) {
        set_witnesses(root, run);
    }
    warn(run);
    json_object_set_new(root, "seconds",
                        json_pack("{s:f, s:f, s:f}", "wall", run->seconds, "cpu", run->cpu_seconds,
                                  "cycles_per_second", rate(run)));
    return root;
}

void nt_summary_result(const nt_encoder_run *run, json_t *result) {
    if (run->judge.witness != NULL) {
        nt_result_check(result, nt_witness_check(run->judge.witness));
    }
}
