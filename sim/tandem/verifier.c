/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/verifier_internal.h"

#include <stdlib.h>
#include <string.h>

static int map_page(void *context, nt_tv_page *page, nt_error *error) {
    nt_tv_verifier *v = context;
    return nt_tv_shell_yield_scratch(&v->shell, page)
               ? 0
               : nt_tv_reference_map(v->shell.reference, v->shell.self, page, error);
}

/* Where DRAM begins on nearly all SoCs; devices lie below. */
static const nt_tv_range usual_ram = {0x80000000, 0xffffffff};

static void set_memory(nt_tv_verifier *v) {
    const nt_tv_setup *setup = &v->setup;
    v->memory.error = setup->error;
    v->memory.add = map_page;
    v->memory.context = v;
    v->memory.ram[v->memory.ranges++] = usual_ram;
    for (size_t i = 0; i < setup->ranges && v->memory.ranges < NT_TV_RANGES; i++) {
        v->memory.ram[v->memory.ranges++] = setup->ram[i];
    }
}

nt_tv_verifier *nt_tv_verifier_new(const nt_tv_setup *setup) {
    nt_tv_verifier *v = calloc(1, sizeof *v);
    if (v == NULL) {
        nt_fail_as(setup->error, NT_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    v->setup = *setup;
    set_memory(v);
    v->shell =
        (nt_tv_shell){.xlen = setup->format.xlen,
                      .flen = setup->format.flen,
                      .amo_load_causes = setup->amo_load_causes,
                      .sc_fail_stores = (setup->habits >> NT_TV_HABIT_SC_FAIL_STORE & 1) != 0,
                      .reference = setup->reference,
                      .memory = &v->memory,
                      .stores = &v->stores,
                      .error = setup->error};
    v->shadow.xlen = (uint8_t)setup->format.xlen;
    v->shell.state.xlen = (uint8_t)setup->format.xlen;
    v->shell.choices = &v->choices;
    nt_tv_choices_start(&v->choices);
    nt_tv_state_reset(&v->shadow);
    nt_tv_state_reset(&v->shell.state);
    v->host = (nt_tv_host){.memory = &v->memory, .stores = &v->stores, .error = setup->error};
    if (nt_tv_reference_open(setup->reference, &v->shell.self, setup->format.xlen,
                             setup->format.flen, &v->host) != 0) {
        free(v);
        return NULL;
    }
    v->whole = setup->reference->step_whole == NULL ? NULL : nt_tv_whole_new(&v->shell);
    v->vectors = setup->reference->step_vector == NULL ? NULL : nt_tv_vectors_new();
    if ((setup->reference->step_whole != NULL && v->whole == NULL) ||
        (setup->reference->step_vector != NULL && v->vectors == NULL)) {
        nt_fail_as(setup->error, NT_ERROR_MEMORY, "out of memory");
        nt_tv_verifier_free(v);
        return NULL;
    }
    return v;
}

void nt_tv_verifier_free(nt_tv_verifier *v) {
    if (v != NULL) {
        v->shell.reference->close(v->shell.self);
        nt_tv_whole_free(v->whole);
        nt_tv_vectors_free(v->vectors);
        nt_tv_shell_free_scratch(&v->shell);
        nt_tv_memory_free(&v->memory);
        free(v);
    }
}

const nt_tv_counts *nt_tv_verifier_counts(const nt_tv_verifier *v) {
    return &v->counts;
}

/* ---- groups ---- */

static int report(nt_tv_verifier *v) {
    nt_tv_report *report = &v->report;
    report->insn = v->group.number;
    report->offset = v->group.offset;
    report->pc = v->before.pc;
    report->pc_known = v->pc_known_before;
    report->code = v->outcome.insn.size != 0 ? v->outcome.code : v->group.insn;
    report->code_size = v->outcome.insn.size != 0 ? v->outcome.insn.size : v->group.insn_size;
    v->counts.reports++;
    v->counts.differences += report->count;
    nt_tv_doubt_add(v);
    if (nt_tv_take_over(v) != 0) {
        return -1;
    }
    return v->setup.sink == NULL ? 0 : v->setup.sink(v->setup.context, report);
}

/* What the group does if nothing executes: it is compared with the state before. */
static int take_idle(nt_tv_verifier *v) {
    nt_tv_shadow_apply(v);
    nt_tv_idle_compare(v);
    nt_tv_parts_settle(v);
    return v->report.count == 0 ? 0 : report(v);
}

static void count_step(nt_tv_verifier *v) {
    nt_tv_counts *counts = &v->counts;
    counts->unstored += nt_tv_vector_lacks_data(v);
    counts->traps += v->outcome.trapped;
    counts->walks += v->outcome.walked + (uint64_t)v->outcome.code_walked;
    counts->unwalked += (v->outcome.virtual_code && !v->outcome.code_walked) +
                        (uint64_t)(v->outcome.virtual_data && !v->outcome.walked);
    if (v->group.insn_size == 0) {
        return;
    }
    if (v->outcome.reason == NT_TV_VERIFIED) {
        counts->verified++;
    } else if (nt_tv_is_waived(v)) {
        counts->waived++;
    } else {
        counts->unverified[v->outcome.reason]++;
    }
}

/* With a doubt about the pc the reference's is tried first: increments agree with any. */
static bool has_pc_doubt(const nt_tv_verifier *v) {
    for (size_t i = 0; i < v->doubt_count; i++) {
        if (v->doubts[i].kind == NT_TV_PC) {
            return true;
        }
    }
    return false;
}

/* What a step that agrees shows of the hart. */
static void learn_choices(nt_tv_verifier *v) {
    nt_tv_shell *shell = &v->shell;
    static const uint64_t modes[4] = {1U << ('U' - 'A'), 1U << ('S' - 'A') | 1U << ('U' - 'A')};
    shell->reservation = shell->reserve;
    shell->debug = shell->debug_after;
    shell->retired = shell->retired_after;
    shell->unmaskable = shell->unmaskable_after;
    if (v->report.count == 0) {
        nt_tv_choices_learn(&v->choices, &shell->lessons, v->group.number);
        v->choices.present |= modes[shell->state.privilege & 3];
    }
}

/* The trace does not tell V: it is what the reference made of it. */
static void keep_guest(nt_tv_verifier *v) {
    nt_tv_state *state = &v->shell.state;
    state->guest = state->guest && v->shadow.privilege != NT_TV_M;
    v->shadow.guest = state->guest;
}

static int take_step(nt_tv_verifier *v) {
    nt_tv_step_begin(v);
    nt_tv_vector_step(v);
    if (nt_tv_whole_step(v) != 0 || nt_tv_shell_step(&v->shell, &v->hint, &v->outcome) != 0) {
        return -1;
    }
    nt_tv_step_compare(v, true);
    if (v->doubt_count != 0 && (v->report.count != 0 || has_pc_doubt(v)) &&
        nt_tv_doubt_try(v) != 0) {
        return -1;
    }
    nt_tv_whole_compare(v);
    nt_tv_vector_compare(v);
    count_step(v);
    nt_tv_doubt_settle(v);
    if (nt_tv_vector_settle(v) != 0) {
        return -1;
    }
    if ((v->outcome.all_free || v->outcome.hidden) && nt_tv_follow_store(v) != 0) {
        return -1;
    }
    learn_choices(v);
    nt_tv_parts_settle(v);
    keep_guest(v);
    return v->report.count == 0 ? 0 : report(v);
}

static void forget_doubts(nt_tv_verifier *v) {
    v->doubt_count = 0;
    memset(&v->shell.parts, 0, sizeof v->shell.parts);
}

/* State that is set from outside goes to both. */
static int initialize(nt_tv_verifier *v) {
    const nt_verify_group *group = &v->group;
    nt_tv_state *state = &v->shell.state;
    nt_tv_shadow_apply(v);
    nt_tv_parts_settle(v);
    nt_tv_vectors_forget(v->vectors);
    nt_tv_doubt_initialize(v);
    for (size_t i = 0; i < group->count; i++) {
        const nt_tv_update *update = &group->updates[i];
        if (update->opcode == NT_TANDEM_REQUEST &&
            nt_tv_shell_store(&v->shell, update->address, update->value, update->size) != 0) {
            return -1;
        }
    }
    for (size_t i = 0; i < v->undos; i++) {
        uint16_t csr = v->undo[i].reg;
        bool of_debug = csr == 0x7b0 || csr == 0x7b1; /* dcsr, dpc: it may begin in debug mode */
        nt_tv_csr_put(state, csr, v->shadow.csr[csr], nt_tv_csr_is_known(&v->shadow, csr));
        v->shell.debug = of_debug ? NT_TV_MAYBE : v->shell.debug;
        v->shell.retired.written &= !nt_tv_csr_is_counter(csr);
        v->shell.retired.seen &= !nt_tv_csr_is_counter(csr);
    }
    state->user = v->shadow.user;
    state->known = v->shadow.known;
    state->pc_known = v->shadow.pc_known;
    state->privilege = v->shadow.privilege;
    keep_guest(v);
    v->counts.initialized++;
    return 0;
}

static int reset(nt_tv_verifier *v) {
    nt_tv_state_reset(&v->shadow);
    nt_tv_state_reset(&v->shell.state);
    forget_doubts(v);
    v->shell.reservation = NT_TV_NO;
    v->shell.retired = (nt_tv_retired){0};
    v->shell.debug = NT_TV_NO;
    if (v->shell.reference->reset(v->shell.self) != 0) {
        return -1;
    }
    return initialize(v);
}

/* Instructions were lost, and whatever they changed: nothing is known but what they cannot change.
 */
static void lose(nt_tv_verifier *v) {
    v->counts.losses++;
    nt_tv_vectors_forget(v->vectors);
    nt_tv_state_reset(&v->shadow);
    nt_tv_state_reset(&v->shell.state);
    nt_tv_memory_forget(&v->memory, 0, 1);
    forget_doubts(v);
    v->shell.reservation = NT_TV_MAYBE;
    v->shell.retired = (nt_tv_retired){0};
    v->shell.debug = NT_TV_MAYBE;
    for (unsigned i = 0; i < NT_TV_TABLES; i++) {
        v->shell.fences.root_changed[i] = true;
    }
}

/* A trace that has mip where no instruction writes it tells all its changes. */
static void note_pending(nt_tv_verifier *v) {
    const nt_verify_group *group = &v->group;
    bool tells = group->number != 0 && group->insn_size == 0 && !group->reset;
    for (size_t i = 0; i < group->count && tells; i++) {
        const nt_tv_update *update = &group->updates[i];
        if (update->opcode != NT_TANDEM_REQUEST && update->reg == NT_TV_MIP) {
            v->shell.tells_pending = true;
        }
    }
}

static int take_one(nt_tv_verifier *v) {
    const nt_verify_group *group = &v->group;
    v->memory.offset = group->offset;
    note_pending(v);
    if (group->empty) {
        lose(v);
        return 0;
    }
    if (group->reset) {
        return reset(v);
    }
    if (group->initialization) {
        return initialize(v);
    }
    bool executes = group->insn_size != 0 || (group->atomic && (group->trap || group->has_pc));
    return executes ? take_step(v) : take_idle(v);
}

/* The last instruction of a stretch does not agree. */
static int take_different(nt_tv_verifier *v) {
    v->memory.offset = v->group.offset;
    nt_tv_step_compare(v, true);
    count_step(v);
    return v->report.count == 0 ? 0 : report(v);
}

/* Verifies all that waits. */
static int drain(nt_tv_verifier *v) {
    int result = 0;
    for (size_t i = 0; i < v->queued && result == 0;) {
        size_t run = nt_tv_stretch_run(v, i);
        i += run;
        if (v->stretch.differs) {
            result = take_different(v);
        } else if (i < v->queued) {
            v->group = v->queue[i++];
            result = take_one(v);
        }
        result = v->memory.failed ? -1 : result;
        if (v->stores.lost) {
            result = nt_fail(v->setup.error, "%s: stores that cannot be followed",
                             v->setup.reference->name);
        }
    }
    v->queued = 0;
    v->pooled = 0;
    return result;
}

int nt_tv_verifier_take(void *verifier, const nt_tandem_group *fields) {
    nt_tv_verifier *v = verifier;
    nt_verify_group *group = &v->queue[v->queued++];
    nt_tv_group_read(group, fields, &v->pool[v->pooled]);
    v->pooled += group->count;
    group->number = v->counts.instructions;
    v->counts.groups++;
    v->counts.instructions += group->insn_size != 0;
    bool full = v->queued == NT_TV_QUEUE || v->pooled + NT_TANDEM_FIELDS > NT_TV_POOL;
    return full || group->insn_size == 0 ? drain(v) : 0;
}

int nt_tv_verifier_end(nt_tv_verifier *v) {
    return drain(v);
}
