/* SPDX-License-Identifier: Apache-2.0 */
/* Plants errors in tandem traces and asks the verifier, which must report each at its instruction,
   once, and nothing else:

       plant SEED KIND RUNS [OPTION...] TRACE...

   KIND is one of draw.h's; `all`: RUNS of each; `many`: RUNS traces with 20 errors each; `none`:
   each trace as it is, which must give no report. Options:
     --window N    read N groups behind the error (4000)
     --write FILE  write the trace with its errors; of several runs the last
     --drop KIND   leave a kind of element out of the traces, and say so: after the error it may be
                   reported again
     --lack KIND   leave it out and do not say so: with `none`, the first report must be that of the
                   first group that lacks something that changed
     --mark KIND   say that the traces do not have it, though they do: errors are planted in such
                   elements alone, and nothing may be reported
   A run that is wrong prints the command that repeats it. Exit status 1: one was; 2: usage, or a
   trace cannot be read. */
#include "tests/tandem/plant/options.h"
#include "tests/tandem/plant/run.h"
#include "tests/tandem/plant/wrong.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 20, MOST_TRIES = 10 };

typedef struct counts {
    uint64_t runs;
    uint64_t planted;
    uint64_t at_place;
    uint64_t other;
    uint64_t missed;
    uint64_t elsewhere;
    uint64_t wrong; /* runs */
    uint64_t verified;
    plant_rejects rejects;
} counts;

typedef struct plant {
    plant_options options;
    plant_trace traces[PLANT_TRACES];
    bool empty[PLANT_TRACES]; /* has no element of the kind */
    plant_edit *edits;
    counts counts;
    nt_error error;
} plant;

static void print_counts(const char *name, const counts *c) {
    printf("%-11s %7" PRIu64 " planted %7" PRIu64 " at place %5" PRIu64
           " by another element %5" PRIu64 " missed %5" PRIu64 " elsewhere %7" PRIu64
           " draws without effect\n",
           name, c->planted, c->at_place, c->other, c->missed, c->elsewhere, c->rejects.count);
}

static void print_wrong(const plant *p, const char *kind, uint64_t seed, const plant_trace *trace,
                        const plant_plan *plan, const plant_verdict *verdict) {
    printf("wrong: offset");
    for (size_t i = 0; i < plan->count; i++) {
        printf(" %" PRIu64, plan->edits[i]->place);
    }
    printf(": %zu of %zu at place, %zu by another element, %zu missed, %zu elsewhere",
           verdict->at_place, plan->count, verdict->other, verdict->missed, verdict->elsewhere);
    if (verdict->elsewhere != 0) {
        printf(", first at offset %" PRIu64, verdict->first_elsewhere);
    }
    printf("\n  again: %s %" PRIu64 " %s 1%s %s\n", p->options.program, seed, kind, p->options.text,
           trace->path);
}

static void add(counts *c, const plant_plan *plan, const plant_verdict *verdict) {
    c->runs++;
    c->planted += plan->count;
    c->at_place += verdict->at_place;
    c->other += verdict->other;
    c->missed += verdict->missed;
    c->elsewhere += verdict->elsewhere;
    c->verified += verdict->verified;
}

/* With --mark nothing may be reported; otherwise each error, at its place. */
static int run_and_judge(plant *p, const char *kind, uint64_t seed, const plant_plan *plan) {
    plant_verdict verdict;
    const char *file = p->options.write;
    if (plant_run(plan, &verdict, &p->error) != 0 ||
        (file != NULL && plant_write(plan, file, &p->error) != 0)) {
        return -1;
    }
    add(&p->counts, plan, &verdict);
    bool right = plan->mark != 0 ? verdict.missed == plan->count && verdict.elsewhere == 0
                                 : plant_is_right(plan, &verdict);
    if (!right) {
        p->counts.wrong++;
        print_wrong(p, kind, seed, plan->trace, plan, &verdict);
    }
    return 0;
}

static size_t window_end(const plant *p, const plant_trace *trace, size_t from) {
    return trace->count - from > p->options.window ? from + p->options.window : trace->count;
}

/* The seed alone tells what is drawn, so that a run can be repeated with its trace alone. */
static int run_one(plant *p, plant_kind kind, uint64_t seed) {
    size_t index = seed % p->options.traces;
    const plant_trace *trace = &p->traces[index];
    nt_random random;
    nt_random_seed(&random, seed);
    plant_edit *edit = p->edits;
    if (p->empty[index] ||
        !plant_draw(trace, kind, trace->first, trace->count, &random, edit, &p->counts.rejects)) {
        p->empty[index] = true;
        return 0;
    }
    if (p->options.mark != 0 && !plant_is_marked(edit, p->options.mark)) {
        return 0;
    }
    const plant_edit *edits[] = {edit};
    plant_plan plan = {.trace = trace,
                       .edits = edits,
                       .count = 1,
                       .end = window_end(p, trace, edit->group + edit->count),
                       .partial = p->options.drop != 0,
                       .mark = p->options.mark};
    return run_and_judge(p, plant_kind_names[kind], seed, &plan);
}

static int run_kind(plant *p, plant_kind kind) {
    uint64_t tries = MOST_TRIES * p->options.runs * p->options.traces;
    memset(p->empty, 0, sizeof p->empty);
    for (uint64_t i = 0; i < tries && p->counts.runs < p->options.runs; i++) {
        if (run_one(p, kind, p->options.seed + i) != 0) {
            return -1;
        }
    }
    print_counts(plant_kind_names[kind], &p->counts);
    return 0;
}

/* ---- many in one trace ---- */

/* Errors in the first halves of 20 equal parts, each where no other has left anything wrong.
   Exchanged groups are wrong twice, and not drawn; the privilege mode once, since a wrong one holds
   until the trace tells another, and told again is no second error. */
static bool draw_many(plant *p, const plant_trace *trace, nt_random *random,
                      const plant_edit **edits) {
    size_t part = (trace->count - trace->first) / MANY;
    bool privilege = false;
    for (size_t i = 0; i < MANY; i++) {
        size_t first = trace->first + i * part;
        bool drawn = false;
        for (unsigned tries = 0; tries < 100 && !drawn; tries++) {
            plant_kind kind = nt_random_below(random, PLANT_ORDER);
            drawn = !(kind == PLANT_PRIVILEGE && privilege) &&
                    plant_draw(trace, kind, first, first + (part + 1) / 2, random, &p->edits[i],
                               &p->counts.rejects) &&
                    !plant_meets_wrong(trace, edits, i, &p->edits[i]);
        }
        if (!drawn) {
            return false;
        }
        privilege = privilege || p->edits[i].kind == PLANT_PRIVILEGE;
        edits[i] = &p->edits[i];
    }
    return true;
}

static int run_many(plant *p) {
    uint64_t tries = MOST_TRIES * p->options.runs;
    for (uint64_t i = 0; i < tries && p->counts.runs < p->options.runs; i++) {
        uint64_t seed = p->options.seed + i;
        const plant_trace *trace = &p->traces[seed % p->options.traces];
        nt_random random;
        nt_random_seed(&random, seed);
        const plant_edit *edits[MANY];
        if (!draw_many(p, trace, &random, edits)) {
            continue;
        }
        plant_plan plan = {.trace = trace, .edits = edits, .count = MANY, .end = trace->count};
        if (run_and_judge(p, "many", seed, &plan) != 0) {
            return -1;
        }
    }
    print_counts("many", &p->counts);
    return 0;
}

/* ---- none ---- */

/* CSRs that a hart may have read-only (3.1.7, 3.1.8, 3.1.9, 3.1.11, 3.1.16, 4.1.11): that nothing
   is written there is no lack. */
static bool may_be_read_only(unsigned reg) {
    static const uint16_t csrs[] = {0x105, 0x106, 0x180, 0x302, 0x303, 0x304,
                                    0x104, 0x305, 0x306, 0x343, 0x143};
    for (size_t i = 0; i < sizeof csrs / sizeof csrs[0]; i++) {
        if (csrs[i] == reg) {
            return true;
        }
    }
    return reg >= 0x3a0 && reg < 0x3f0;
}

/* Whether a reader that knows what comes before sees that the field lacks. */
static bool is_missed(const plant_group *group, size_t at) {
    const nt_tandem_field *field = &group->group.fields[at];
    const plant_old *old = &group->old[at];
    if (field->opcode == NT_TANDEM_REGISTER) {
        bool read_only = !group->trap && may_be_read_only(field->reg);
        return group->result && old->known && field->value != old->value && !read_only;
    }
    if (field->opcode == NT_TANDEM_STATE && field->id == NT_TANDEM_PRIVILEGE) {
        return group->flow && field->value != group->privilege;
    }
    return group->flow;
}

/* The offset of the first group that lacks something that way; UINT64_MAX: there is none. */
static uint64_t first_lacking(const plant_trace *trace, uint16_t kinds) {
    for (size_t i = trace->first; i < trace->count; i++) {
        const plant_group *group = &trace->groups[i];
        for (size_t at = 0; at < group->group.count && group->size != 0; at++) {
            if (plant_is_of_kind(&group->group.fields[at], kinds) && is_missed(group, at)) {
                return group->group.offset;
            }
        }
    }
    return UINT64_MAX;
}

/* The offset of the first trap without fields that it has in the whole trace. The next pc shows a
   trap, whatever its cause, so its CSRs may be missed even where that does not determine them. */
static uint64_t first_trap_lacking(const plant_trace *trace, uint16_t kinds) {
    for (size_t i = trace->first; i < trace->count; i++) {
        const plant_group *group = &trace->groups[i];
        for (size_t at = 0; group->trap && at < group->group.count; at++) {
            if (plant_is_of_kind(&group->group.fields[at], kinds)) {
                return group->group.offset;
            }
        }
    }
    return UINT64_MAX;
}

/* The trace without elements that it does not say it lacks. */
static int run_lacking(plant *p, const plant_trace *whole) {
    plant_trace trace;
    nt_error *error = &p->error;
    if (plant_trace_read(&trace, whole->path, p->options.lack, error) != 0) {
        return -1;
    }
    trace.format.absent = whole->format.absent;
    plant_verdict verdict;
    plant_plan plan = {.trace = &trace, .end = trace.count};
    int result = plant_run(&plan, &verdict, error);
    uint16_t kinds = p->options.lack & ~whole->format.absent;
    uint64_t first = first_lacking(whole, kinds);
    uint64_t trap = first_trap_lacking(whole, kinds);
    bool right = first == UINT64_MAX ? verdict.elsewhere == 0
                                     : verdict.elsewhere != 0 &&
                                           (verdict.first_elsewhere == first ||
                                            (verdict.first_elsewhere == trap && trap < first));
    p->counts.runs++;
    p->counts.wrong += !right;
    printf("%-11s %7zu reports, %s: %s\n", first == UINT64_MAX ? "nothing" : "lacking",
           verdict.elsewhere, right ? "right" : "wrong", trace.path);
    plant_trace_free(&trace);
    return result;
}

static int run_none(plant *p) {
    for (size_t i = 0; i < p->options.traces; i++) {
        const plant_trace *trace = &p->traces[i];
        plant_plan plan = {.trace = trace, .end = trace->count, .mark = p->options.mark};
        int result = p->options.lack != 0 ? run_lacking(p, trace)
                                          : run_and_judge(p, "none", p->options.seed, &plan);
        if (result != 0) {
            return -1;
        }
    }
    return 0;
}

/* ---- all ---- */

static int run_all(plant *p) {
    uint64_t wrong = 0;
    for (plant_kind kind = 0; kind < PLANT_KINDS; kind++) {
        p->counts = (counts){0};
        if (run_kind(p, kind) != 0) {
            return -1;
        }
        wrong += p->counts.wrong;
    }
    p->counts.wrong = wrong;
    return 0;
}

static int run(plant *p) {
    const char *name = p->options.kind;
    for (plant_kind kind = 0; kind < PLANT_KINDS; kind++) {
        if (strcmp(name, plant_kind_names[kind]) == 0) {
            return run_kind(p, kind);
        }
    }
    if (strcmp(name, "many") == 0) {
        return run_many(p);
    }
    if (strcmp(name, "none") == 0) {
        return run_none(p);
    }
    return strcmp(name, "all") == 0 ? run_all(p) : nt_fail(&p->error, "no such kind: %s", name);
}

static int read_traces(plant *p) {
    for (size_t i = 0; i < p->options.traces; i++) {
        if (plant_trace_read(&p->traces[i], p->options.trace[i], p->options.drop, &p->error) != 0) {
            return -1;
        }
    }
    p->edits = calloc(MANY, sizeof *p->edits);
    return p->edits == NULL ? nt_fail(&p->error, "out of memory") : 0;
}

int main(int argc, char **argv) {
    static plant p;
    bool failed = plant_options_parse(&p.options, argc, argv, &p.error) != 0 ||
                  read_traces(&p) != 0 || run(&p) != 0;
    for (size_t i = 0; i < p.options.traces; i++) {
        plant_trace_free(&p.traces[i]);
    }
    free(p.edits);
    if (failed) {
        fprintf(stderr, "plant: %s\n", p.error.text);
        return 2;
    }
    printf("seed %" PRIu64 ": %" PRIu64 " runs wrong\n", p.options.seed, p.counts.wrong);
    return p.counts.wrong != 0;
}
