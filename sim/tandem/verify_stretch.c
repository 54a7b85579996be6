/* SPDX-License-Identifier: Apache-2.0 */
/* Most of a trace is plain user-level code. The reference executes a stretch of it at once and
   shows its registers after each instruction: a step alone would cost several times as much. What
   is not that simple, and what differs, is left to the step. */
#include "sim/tandem/csr_rules.h"
#include "sim/tandem/verifier_internal.h"

#include <string.h>

enum { MULTIPLIER = 0x9e3779b1, SHIFT = 20 };

/* Kinds of instructions: bits. */
enum { SHORT = 1 << 0, JUMPS = 1 << 1, MULTIPLIES = 1 << 2, NEVER = 1 << 3, UPPER = 1 << 4 };

static uint8_t kinds_of(const nt_tv_insn *insn) {
    enum { JUMP = 0x63, OP = 0x33, OP_32 = 0x3b };
    unsigned opcode = insn->code & 0x7f;
    bool multiplies = (opcode == OP || opcode == OP_32) && insn->code >> 25 == 1;
    bool simple =
        insn->class_ == NT_TV_PLAIN || insn->class_ == NT_TV_LOAD || insn->class_ == NT_TV_STORE;
    bool upper = ((insn->reads | UINT64_C(1) << insn->rd) & 0xffff0000) != 0;
    bool never = !simple || insn->extension != 0 || insn->rd >= NT_TV_F0 || insn->rs2 >= NT_TV_F0;
    return (uint8_t)((insn->size == 2 ? SHORT : 0) | ((opcode & JUMP) == JUMP ? JUMPS : 0) |
                     (multiplies ? MULTIPLIES : 0) | (never ? NEVER : 0) | (upper ? UPPER : 0));
}

/* Without 2-byte instructions, multiplication, and x16 to x31, the step judges. */
static unsigned careful_kinds(const nt_tv_verifier *v) {
    const nt_tv_choices *choices = &v->choices;
    bool aligned = nt_tv_aligns_to_4(&v->shell) == NT_TV_YES;
    bool compressed = (choices->present >> ('C' - 'A') & 1) != 0;
    bool multiplies = (choices->present >> ('M' - 'A') & 1) != 0;
    bool embedded = nt_tv_has(&v->shell, nt_tv_letter('E')) == NT_TV_YES;
    return NEVER | (embedded ? UPPER : 0U) | (aligned ? SHORT | JUMPS : 0U) |
           (compressed ? 0U : SHORT) | (multiplies ? 0U : MULTIPLIES);
}

/* Returns false: the step judges such instructions. */
static bool decode(nt_tv_verifier *v, uint32_t code, uint8_t size) {
    nt_tv_stretch *stretch = &v->stretch;
    uint32_t slot = code * MULTIPLIER >> SHIFT;
    nt_tv_insn *insn = &stretch->decoded[slot];
    if (stretch->key[slot] != code || insn->size != size) {
        nt_tv_insn_decode(insn, code, size, v->setup.format.xlen, v->setup.format.flen);
        stretch->key[slot] = code;
        stretch->kinds[slot] = kinds_of(insn);
    }
    stretch->insn = insn;
    return (stretch->kinds[slot] & stretch->careful) == 0;
}

static bool is_ready(nt_tv_verifier *v) {
    nt_tv_stretch *stretch = &v->stretch;
    const nt_tv_insn *insn = stretch->insn;
    const nt_tv_state *state = &v->shell.state;
    uint64_t value;
    if ((insn->reads & ~state->known) != 0) {
        return false;
    }
    if (insn->class_ == NT_TV_PLAIN) {
        return true;
    }
    stretch->address =
        nt_tv_cut(&v->shell, state->user.x[insn->rs1] + (uint64_t)(int64_t)insn->offset);
    return nt_tv_memory_quick(&v->memory, stretch->address, insn->width, &value);
}

/* Whether the group at the queue's place is plain, and the reference can execute it at once. */
static bool begin(nt_tv_verifier *v) {
    const nt_verify_group *group = &v->queue[v->stretch.at];
    uint64_t code;
    return group->plain && !group->trap &&
           nt_tv_memory_quick(&v->memory, v->shell.state.user.pc, group->insn_size, &code) &&
           code == group->insn && decode(v, group->insn, group->insn_size) && is_ready(v);
}

/* The outcome, as that of a step. */
static void tell_outcome(nt_tv_verifier *v) {
    const nt_tv_stretch *stretch = &v->stretch;
    const nt_tv_insn *insn = stretch->insn;
    nt_tv_outcome *outcome = &v->outcome;
    memset(outcome, 0, sizeof *outcome);
    outcome->insn = *insn;
    outcome->code = v->group.insn;
    outcome->code_known = true;
    if (insn->class_ != NT_TV_PLAIN) {
        outcome->accessed = true;
        outcome->stored = insn->class_ == NT_TV_STORE;
        outcome->width = insn->width;
        outcome->address = stretch->address;
        outcome->place = stretch->address;
        outcome->data = nt_tv_memory_read(&v->memory, stretch->address, insn->width);
    }
}

static bool memory_agrees(const nt_tv_verifier *v, const nt_verify_group *group) {
    const nt_tv_stretch *stretch = &v->stretch;
    const nt_tv_insn *insn = stretch->insn;
    const nt_tv_stores *stores = &v->stores;
    if (insn->class_ == NT_TV_PLAIN) {
        return !group->has_paddr && !group->has_eaddr && group->store_size == 0 &&
               stores->count == 0;
    }
    if (!group->has_paddr || group->paddr != stretch->address ||
        (group->has_eaddr && group->eaddr != stretch->address)) {
        return false;
    }
    if (insn->class_ == NT_TV_LOAD) {
        return group->store_size == 0 && stores->count == 0;
    }
    uint64_t data = 0;
    return stores->count == 1 && stores->store[0].address == stretch->address &&
           stores->store[0].size == insn->width && group->store_size == insn->width &&
           nt_tv_memory_quick(&v->memory, stretch->address, insn->width, &data) &&
           data == group->store;
}

static void apply(nt_tv_verifier *v, const nt_verify_group *group) {
    nt_tv_state *shadow = &v->shadow;
    v->undos = 0;
    v->before.pc = shadow->user.pc;
    v->pc_known_before = true;
    v->privilege_before = shadow->privilege;
    v->written = 0;
    for (size_t i = 0; i < group->count; i++) {
        const nt_tv_update *update = &group->updates[i];
        unsigned reg = update->reg - NT_TANDEM_GPR;
        uint64_t old = shadow->user.x[reg];
        uint64_t value = update->opcode == NT_TANDEM_REGISTER       ? update->value
                         : update->opcode == NT_TANDEM_REGISTER_ADD ? old + update->value
                                                                    : old | update->value;
        shadow->user.x[reg] = nt_tv_cut(&v->shell, value);
        v->written |= UINT64_C(1) << reg;
    }
    shadow->user.x[0] = 0;
    v->written &= ~UINT64_C(1);
    shadow->known |= v->written;
    shadow->user.pc =
        nt_tv_cut(&v->shell, group->has_pc ? group->pc : shadow->user.pc + group->insn_size);
}

static void count(nt_tv_verifier *v, const nt_verify_group *group) {
    nt_tv_counts *counts = &v->counts;
    counts->verified++;
    counts->pcs++;
    counts->insns++;
    counts->registers += (uint64_t)__builtin_popcountll(v->written);
    counts->addresses += group->has_paddr + (uint64_t)group->has_eaddr;
    counts->stored_bytes += group->store_size;
}

/* The instruction was executed; what comes next is at the pc. Returns whether it agrees. */
static bool finish(nt_tv_verifier *v, uint64_t pc) {
    const nt_verify_group *group = &v->queue[v->stretch.at];
    nt_tv_state *state = &v->shell.state;
    const nt_tv_state *shadow = &v->shadow;
    state->known |= UINT64_C(1) << v->stretch.insn->rd;
    state->user.pc = pc;
    apply(v, group);
    if (shadow->user.pc == pc && shadow->known == state->known &&
        memcmp(shadow->user.x, state->user.x, sizeof state->user.x) == 0 &&
        memory_agrees(v, group)) {
        count(v, group);
        v->stores.count = 0;
        return true;
    }
    v->stretch.differs = true;
    v->group = *group;
    tell_outcome(v);
    return false;
}

/* Of a store to what comes soon: Unicorn may have translated that already, and goes on with what
   was there. */
static void note_store(nt_tv_stretch *stretch, uint64_t pc) {
    enum { MOST_TRANSLATED = 4096 };
    uint64_t last = stretch->address + stretch->insn->width - 1;
    if (stretch->insn->class_ != NT_TV_STORE || last - pc >= MOST_TRANSLATED) {
        return;
    }
    nt_tv_range *stored = &stretch->stored;
    bool none = stored->last < stored->first;
    stored->first = none || stretch->address < stored->first ? stretch->address : stored->first;
    stored->last = none || last > stored->last ? last : stored->last;
}

/* Whether what comes next may be translated as it was before such a store. */
static bool is_stored(const nt_tv_stretch *stretch, uint64_t pc, uint8_t size) {
    return pc <= stretch->stored.last && pc + size > stretch->stored.first;
}

static bool between(void *context, uint64_t pc) {
    nt_tv_verifier *v = context;
    v->shell.reference->read(v->shell.self, &v->shell.state.user, false, false);
    if (!finish(v, pc)) {
        return false;
    }
    v->stretch.at++;
    note_store(&v->stretch, pc);
    return v->stretch.at < v->queued &&
           !is_stored(&v->stretch, pc, v->queue[v->stretch.at].insn_size) && begin(v);
}

/* What a partial trace lacks, and translation, are left to the step. */
static bool is_possible(const nt_tv_verifier *v) {
    static const uint16_t needed = 1U << NT_TANDEM_ABSENT_GPR | 1U << NT_TANDEM_ABSENT_CSR |
                                   1U << NT_TANDEM_ABSENT_PC | 1U << NT_TANDEM_ABSENT_PADDR |
                                   1U << NT_TANDEM_ABSENT_EADDR | 1U << NT_TANDEM_ABSENT_STORE;
    return (v->setup.format.absent & needed) == 0 && v->doubt_count == 0 && v->shadow.pc_known &&
           v->shell.state.pc_known && !nt_tv_shell_accesses_otherwise(&v->shell) &&
           !nt_tv_shell_is_translated(&v->shell, false) &&
           !nt_tv_shell_is_translated(&v->shell, true);
}

size_t nt_tv_stretch_run(nt_tv_verifier *v, size_t first) {
    nt_tv_stretch *stretch = &v->stretch;
    const nt_reference *reference = v->shell.reference;
    nt_tv_registers *user = &v->shell.state.user;
    stretch->at = first;
    stretch->differs = false;
    stretch->stored = (nt_tv_range){.first = 1, .last = 0};
    stretch->careful = careful_kinds(v);
    v->stores.count = 0;
    if (!is_possible(v) || !begin(v)) {
        return 0;
    }
    reference->write(v->shell.self, user, false);
    nt_reference_attempt attempt =
        reference->step(v->shell.self, user->pc, v->queued - first, between, v);
    size_t seen = stretch->at - first;
    if (attempt.trapped) {
        nt_tv_stores_undo(v);
    }
    if (!stretch->differs && attempt.executed > seen && stretch->at < v->queued) { /* the last */
        reference->read(v->shell.self, user, true, false);
        finish(v, user->pc);
        seen++;
    } else {
        seen += stretch->differs;
    }
    return seen;
}
