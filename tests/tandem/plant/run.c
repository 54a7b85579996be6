/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/tandem/plant/run.h"

#include "sim/tandem/output.h"
#include "sim/tandem/verifier.h"

typedef struct run {
    const plant_plan *plan;
    plant_verdict *verdict;
    bool placed[PLANT_MOST_EDITS];
    bool named[PLANT_MOST_EDITS];
} run;

static bool is_named(const nt_tv_difference *difference, const plant_element *element) {
    switch (element->what) {
    case PLANT_AT_REGISTER:
        return difference->kind == NT_TV_REGISTER && difference->reg == element->reg;
    case PLANT_AT_PC:
        return difference->kind == NT_TV_PC;
    case PLANT_AT_PRIVILEGE:
        return difference->kind == NT_TV_PRIVILEGE;
    case PLANT_AT_INSN:
        return difference->kind == NT_TV_INSN;
    case PLANT_AT_PADDR:
        return difference->kind == NT_TV_PADDR;
    case PLANT_AT_STORE:
        return difference->kind == NT_TV_STORE_DATA;
    default:
        return true;
    }
}

static bool names(const nt_tv_report *report, const plant_edit *edit) {
    for (size_t i = 0; i < report->count; i++) {
        for (size_t j = 0; j < edit->element_count; j++) {
            if (is_named(&report->differences[i], &edit->elements[j])) {
                return true;
            }
        }
    }
    return false;
}

static int take_report(void *context, const nt_tv_report *report) {
    run *r = context;
    for (size_t i = 0; i < r->plan->count; i++) {
        const plant_edit *edit = r->plan->edits[i];
        if (report->offset == edit->place) {
            r->placed[i] = true;
            r->named[i] = names(report, edit);
            return 0;
        }
        if (report->offset == edit->second) {
            return 0;
        }
    }
    r->verdict->before += r->plan->count != 0 && report->offset < r->plan->edits[0]->place;
    if (r->verdict->elsewhere++ == 0) {
        r->verdict->first_elsewhere = report->offset;
    }
    return 0;
}

/* Hands out the groups of the trace with its errors. */
static int take_groups(const plant_plan *plan, nt_tandem_sink sink, void *context) {
    const plant_trace *trace = plan->trace;
    size_t edit = 0;
    int result = 0;
    for (size_t i = 0; i < plan->end && result == 0;) {
        const plant_edit *next = edit < plan->count ? plan->edits[edit] : NULL;
        if (next == NULL || i != next->group) {
            result = sink(context, &trace->groups[i++].group);
            continue;
        }
        for (size_t made = 0; made < next->made && result == 0; made++) {
            result = sink(context, &next->groups[made]);
        }
        i += next->count;
        edit++;
    }
    return result;
}

int plant_run(const plant_plan *plan, plant_verdict *verdict, nt_error *error) {
    *verdict = (plant_verdict){0};
    run r = {.plan = plan, .verdict = verdict};
    nt_tv_setup setup = {.format = plan->trace->format,
                         .reference = &nt_tv_unicorn,
                         .amo_load_causes = true, /* as QEMU has it, of which the recordings are */
                         .sink = take_report,
                         .context = &r,
                         .error = error};
    setup.format.absent |= plan->mark;
    nt_tv_verifier *verifier = nt_tv_verifier_new(&setup);
    if (verifier == NULL) {
        return -1;
    }
    int result = take_groups(plan, nt_tv_verifier_take, verifier);
    result = result == 0 ? nt_tv_verifier_end(verifier) : result;
    verdict->verified = nt_tv_verifier_counts(verifier)->verified;
    nt_tv_verifier_free(verifier);
    for (size_t i = 0; i < plan->count; i++) {
        verdict->at_place += r.named[i];
        verdict->other += r.placed[i] && !r.named[i];
        verdict->missed += !r.placed[i];
    }
    return result;
}

typedef struct writing {
    nt_tandem_output *output;
    nt_error *error;
} writing;

static int write_group(void *context, const nt_tandem_group *group) {
    const writing *w = context;
    return group->atomic
               ? nt_tandem_output_group(w->output, group, w->error)
               : nt_tandem_output_fields(w->output, group->fields, group->count, w->error);
}

int plant_write(const plant_plan *plan, const char *path, nt_error *error) {
    writing w = {.error = error};
    if (nt_tandem_output_open(&w.output, path, &plan->trace->format, true, error) != 0) {
        return -1;
    }
    if (take_groups(plan, write_group, &w) != 0) {
        nt_tandem_output_abort(w.output);
        return -1;
    }
    return nt_tandem_output_close(w.output, error);
}

bool plant_is_marked(const plant_edit *edit, uint16_t kinds) {
    static const nt_tandem_kind of[] = {[PLANT_AT_PC] = NT_TANDEM_ABSENT_PC,
                                        [PLANT_AT_PRIVILEGE] = NT_TANDEM_ABSENT_PRIVILEGE,
                                        [PLANT_AT_INSN] = NT_TANDEM_KINDS,
                                        [PLANT_AT_PADDR] = NT_TANDEM_ABSENT_PADDR,
                                        [PLANT_AT_STORE] = NT_TANDEM_ABSENT_STORE,
                                        [PLANT_AT_ANY] = NT_TANDEM_KINDS};
    for (size_t i = 0; i < edit->element_count; i++) {
        const plant_element *element = &edit->elements[i];
        nt_tandem_kind kind = element->what == PLANT_AT_REGISTER
                                  ? plant_kind_of_register(element->reg)
                                  : of[element->what];
        if ((kinds >> kind & 1) == 0) {
            return false;
        }
    }
    return true;
}

bool plant_is_right(const plant_plan *plan, const plant_verdict *verdict) {
    size_t wrong = plan->partial && plan->count != 0 ? verdict->before : verdict->elsewhere;
    return verdict->at_place == plan->count && wrong == 0;
}
