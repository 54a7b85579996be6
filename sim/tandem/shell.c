#include "sim/tandem/shell.h"

#include "sim/tandem/csr_rules.h"
#include "sim/tandem/shell_bits.h"
#include "sim/tandem/shell_walk.h"

#include <string.h>

enum { BRANCH = 0x63, JALR = 0x67 };

static const char *const reason_names[NT_TV_REASONS] = {
    [NT_TV_VERIFIED] = "verified",
    [NT_TV_PC_UNKNOWN] = "pc-unknown",
    [NT_TV_SOURCE_UNKNOWN] = "source-unknown",
    [NT_TV_MEMORY_UNKNOWN] = "memory-unknown",
    [NT_TV_DEVICE] = "device",
    [NT_TV_CSR_UNKNOWN] = "csr-unknown",
    [NT_TV_COUNTER] = "counter",
    [NT_TV_EXTENSION] = "extension",
    [NT_TV_TRANSLATED] = "translated",
    [NT_TV_FLOAT_WIDE] = "fpr-wider-than-xlen",
    [NT_TV_SC_UNSEEN] = "sc-result-unseen",
    [NT_TV_NO_INSN] = "no-instruction",
};

const char *nt_tv_reason_name(nt_tv_reason reason) {
    return reason_names[reason];
}

void nt_tv_state_reset(nt_tv_state *state) {
    uint8_t xlen = state->xlen;
    memset(state, 0, sizeof *state);
    state->xlen = xlen;
    state->known = 1;
    state->privilege = NT_TV_M;
}

void nt_tv_shell_give_up(nt_tv_shell *shell, nt_tv_reason reason) {
    nt_tv_outcome *outcome = shell->outcome;
    outcome->reason = reason;
    outcome->all_free = true;
    outcome->pc_free = true;
    outcome->privilege_free = true;
    outcome->address_free = true;
    outcome->free = ~UINT64_C(1);
}

void nt_tv_shell_next(nt_tv_shell *shell) {
    nt_tv_registers *user = &shell->state.user;
    user->pc = nt_tv_cut(shell, user->pc + shell->outcome->insn.size);
}

void nt_tv_shell_set(nt_tv_shell *shell, unsigned reg, uint64_t value, bool known) {
    nt_tv_state *state = &shell->state;
    if (reg == 0) {
        return;
    }
    if (reg < NT_TV_F0) {
        state->user.x[reg] = nt_tv_cut(shell, value);
    } else {
        state->user.f[reg - NT_TV_F0] = value;
        shell->outcome->floats = true;
    }
    uint64_t bit = UINT64_C(1) << reg;
    state->known = known ? state->known | bit : state->known & ~bit;
}

unsigned nt_tv_shell_mode(const nt_tv_shell *shell, bool data) {
    const nt_tv_state *state = &shell->state;
    uint64_t status = state->csr[NT_TV_MSTATUS];
    bool modified = data && state->privilege == NT_TV_M && (status & NT_TV_MPRV) != 0;
    return modified ? (unsigned)(status & NT_TV_MPP) >> 11 : state->privilege;
}

bool nt_tv_shell_is_translated(const nt_tv_shell *shell, bool data) {
    uint64_t satp = shell->state.csr[NT_TV_SATP];
    uint64_t mode = shell->xlen == 64 ? satp >> 60 : satp >> 31;
    return nt_tv_shell_mode(shell, data) != NT_TV_M && mode != 0;
}

bool nt_tv_shell_may_translate(const nt_tv_shell *shell, bool data) {
    const nt_tv_state *state = &shell->state;
    bool unknown = data && state->privilege == NT_TV_M && !nt_tv_csr_is_known(state, NT_TV_MSTATUS);
    if (nt_tv_has(shell, nt_tv_letter('S')) == NT_TV_NO) {
        return false;
    }
    if (unknown || !nt_tv_csr_is_known(state, NT_TV_SATP)) {
        return unknown || nt_tv_shell_mode(shell, data) != NT_TV_M;
    }
    return nt_tv_shell_is_translated(shell, data);
}

int nt_tv_shell_store(nt_tv_shell *shell, uint64_t address, uint64_t value, size_t size) {
    if (nt_tv_memory_write(shell->memory, address, value, size) != 0) {
        return -1;
    }
    shell->reference->forget(shell->self, address, size);
    return 0;
}

void nt_tv_stores_note(nt_tv_stores *stores, nt_tv_memory *memory, uint64_t address, size_t size,
                       bool learned) {
    unsigned slot = nt_tv_stores_slot(address);
    stores->pages[slot / 64] |= learned ? 0 : UINT64_C(1) << slot % 64;
    if (stores->count == NT_TV_STORES) {
        stores->lost = true;
        return;
    }
    nt_tv_store *store = &stores->store[stores->count++];
    *store = (nt_tv_store){.address = address, .size = (uint8_t)size, .learned = learned};
    store->before = nt_tv_memory_read(memory, address, size);
    for (size_t i = 0; i < size; i++) {
        bool known = nt_tv_memory_is_known(memory, address + i, 1);
        store->known = (uint8_t)(store->known | (known ? 1U << i : 0));
    }
}

int nt_tv_shell_poke(nt_tv_shell *shell, uint64_t address, uint64_t value, size_t size,
                     bool learned) {
    nt_tv_stores_note(shell->stores, shell->memory, address, size, learned);
    return nt_tv_shell_store(shell, address, value, size);
}

/* ---- user-level instructions ---- */

static const uint64_t BOX = UINT64_C(0xffffffff00000000);
static const uint32_t CANONICAL_NAN = 0x7fc00000;

/* Unicorn takes the low half of an FPR as a number whatever the upper half is. */
static void check_boxes(const nt_tv_insn *insn, nt_tv_registers *user) {
    for (unsigned i = 0; i < 32; i++) {
        if ((insn->reads >> (NT_TV_F0 + i) & 1) != 0 && user->f[i] < BOX) {
            user->f[i] = BOX | CANONICAL_NAN;
        }
    }
}

/* Registers as the reference is to see them: translated data is where the trace says, inputs that
   are not boxed are NaNs. */
static void change_sources(const nt_tv_shell *shell, nt_tv_registers *user, bool floats) {
    const nt_tv_outcome *outcome = shell->outcome;
    if (floats) {
        user->fcsr = (uint32_t)shell->state.csr[NT_TV_FCSR];
        if (shell->flen == 64 && outcome->insn.sources_single) {
            check_boxes(&outcome->insn, user);
        }
    }
    if (outcome->virtual_data) {
        user->x[outcome->insn.rs1] =
            nt_tv_cut(shell, outcome->place - (uint64_t)(int64_t)outcome->insn.offset);
    }
}

/* Whether the instruction reads it as one. */
static bool is_nan(const nt_tv_shell *shell, uint64_t value) {
    if (shell->outcome->insn.width == 8) {
        return (value & INT64_MAX) > UINT64_C(0x7ff0000000000000);
    }
    return (shell->flen == 64 && value < BOX) || ((uint32_t)value & INT32_MAX) > 0x7f800000;
}

/* Of a signaling NaN and a number Unicorn's fmin and fmax make a NaN, as F had it before 2.2. */
static void choose_number(const nt_tv_shell *shell, const nt_tv_registers *before,
                          nt_tv_registers *user) {
    enum { OP_FP = 0x53, MINMAX = 0x05 };
    const nt_tv_insn *insn = &shell->outcome->insn;
    if ((insn->code & 0x7f) != OP_FP || insn->code >> 27 != MINMAX) {
        return;
    }
    uint64_t one = before->f[insn->rs1 - NT_TV_F0];
    uint64_t two = before->f[insn->rs2 - NT_TV_F0];
    bool one_is_nan = is_nan(shell, one);
    if (one_is_nan != is_nan(shell, two)) {
        user->f[insn->rd - NT_TV_F0] = one_is_nan ? two : one;
    }
}

/* Sources that were changed are what they were. */
static void restore_sources(const nt_tv_shell *shell, nt_tv_registers *user,
                            const nt_tv_registers *before, bool floats) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    if (shell->outcome->virtual_data && insn->rd != insn->rs1) {
        user->x[insn->rs1] = before->x[insn->rs1];
    }
    for (unsigned i = 0; floats && i < 32; i++) {
        if ((insn->reads >> (NT_TV_F0 + i) & 1) != 0 && insn->rd != NT_TV_F0 + i) {
            user->f[i] = before->f[i];
        }
    }
}

/* Returns 0 also for a trap; -1 with the error set. */
static int execute(nt_tv_shell *shell, bool floats) {
    nt_tv_registers *user = &shell->state.user;
    const nt_tv_outcome *outcome = shell->outcome;
    nt_tv_registers before = *user;
    uint64_t at = user->pc;
    bool in_slot = outcome->virtual_code || outcome->insn.extension != 0;
    if (in_slot && nt_tv_shell_slot(shell, &at) != 0) {
        return -1;
    }
    change_sources(shell, user, floats);
    shell->reference->write(shell->self, user, floats);
    nt_tv_attempt attempt = shell->reference->step(shell->self, at, 1, NULL, NULL);
    if (attempt.trapped) {
        *user = before;
        if (attempt.cause == 2) {
            nt_tv_shell_illegal(shell);
        } else {
            nt_tv_shell_give_up(shell, NT_TV_EXTENSION);
        }
        return 0;
    }
    shell->reference->read(shell->self, user, true, floats);
    choose_number(shell, &before, user);
    restore_sources(shell, user, &before, floats);
    if (in_slot) {
        nt_tv_shell_leave_slot(shell, at, before.pc);
    }
    return 0;
}

static void finish_floats(nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    nt_tv_state *state = &shell->state;
    bool to_float = insn->rd >= NT_TV_F0;
    if (to_float && insn->width == 4 && shell->flen == 64) {
        state->user.f[insn->rd - NT_TV_F0] |= BOX;
    }
    bool flags = state->user.fcsr != (uint32_t)state->csr[NT_TV_FCSR];
    if (flags) {
        nt_tv_shell_touch(shell, NT_TV_FCSR, state->user.fcsr,
                          nt_tv_csr_is_known(state, NT_TV_FCSR), 0);
    }
    nt_tv_shell_dirty_floats(shell, to_float);
}

int nt_tv_shell_attempt(nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    bool floats = nt_tv_insn_uses_floats(insn);
    if (execute(shell, floats) != 0) {
        return -1;
    }
    if (shell->outcome->trapped || shell->outcome->all_free) {
        return 0;
    }
    shell->state.known |= UINT64_C(1) << insn->rd;
    shell->outcome->floats = floats;
    if (floats) {
        finish_floats(shell);
    }
    return 0;
}

void nt_tv_shell_dirty_floats(nt_tv_shell *shell, bool must) {
    nt_tv_state *state = &shell->state;
    uint64_t old = state->csr[NT_TV_MSTATUS];
    uint64_t said = shell->hint->after->csr[NT_TV_MSTATUS];
    if (!nt_tv_csr_is_known(state, NT_TV_MSTATUS)) {
        nt_tv_shell_touch(shell, NT_TV_MSTATUS, 0, false, UINT64_MAX);
    } else if ((old & NT_TV_FS) != NT_TV_FS && (must || (said & NT_TV_FS) == NT_TV_FS)) {
        uint64_t dirty = NT_TV_FS | UINT64_C(1) << (shell->xlen - 1);
        nt_tv_shell_touch(shell, NT_TV_MSTATUS, old | dirty, true, 0);
    }
}

static bool floats_are_off(const nt_tv_shell *shell) {
    return nt_tv_csr_is_known(&shell->state, NT_TV_MSTATUS) &&
           (shell->state.csr[NT_TV_MSTATUS] & NT_TV_FS) == 0;
}

static int step_float(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    if (floats_are_off(shell)) {
        nt_tv_shell_illegal(shell);
    } else if (shell->xlen == 32 && shell->flen == 64) {
        outcome->reason = NT_TV_FLOAT_WIDE;
        outcome->free |= UINT64_C(1) << outcome->insn.rd;
        nt_tv_shell_touch(shell, NT_TV_FCSR, 0, false, UINT64_MAX);
        nt_tv_shell_dirty_floats(shell, outcome->insn.rd >= NT_TV_F0);
        outcome->floats = true;
        nt_tv_shell_next(shell);
    } else {
        return nt_tv_shell_attempt(shell);
    }
    return 0;
}

/* ---- what comes before ---- */

/* Reads two bytes of translated code, where the page tables and memory are known. Returns 1; 0: they
   are not; -1: the error is set. */
static int fetch_half(nt_tv_shell *shell, uint64_t pc, uint32_t *half) {
    nt_tv_walk walk = nt_tv_shell_walk(shell, pc, NT_TV_ACCESS_FETCH);
    nt_tv_tri updates = nt_tv_shell_updates_ad(shell);
    if (!walk.known) {
        return 0;
    }
    if (walk.faults || (walk.missing != 0 && updates == NT_TV_NO)) {
        shell->outcome->fetch_faults = true;
        return 0;
    }
    if (walk.missing != 0) {
        nt_tv_teach_answer(shell, NT_TV_UPDATES_AD, true);
        if (nt_tv_shell_update_ad(shell, &walk) != 0) {
            return -1;
        }
    }
    shell->outcome->code_walked = true;
    *half = (uint32_t)nt_tv_memory_read(shell->memory, walk.place, 2);
    return nt_tv_memory_is_known(shell->memory, walk.place, 2);
}

static int fetch_translated(nt_tv_shell *shell, uint64_t pc, uint32_t *code, uint8_t *size) {
    uint32_t half = 0;
    int result = fetch_half(shell, pc, &half);
    if (result <= 0) {
        return result;
    }
    *code = half;
    if ((half & 3) != 3) {
        *size = 2;
        return 0;
    }
    result = fetch_half(shell, nt_tv_cut(shell, pc + 2), &half);
    if (result > 0) {
        *code |= half << 16;
        *size = 4;
    }
    return result < 0 ? -1 : 0;
}

/* Finds the instruction at the pc. Returns 0, or -1 with the error set. */
static int fetch(nt_tv_shell *shell) {
    const nt_tv_hint *hint = shell->hint;
    nt_tv_outcome *outcome = shell->outcome;
    uint64_t pc = shell->state.user.pc;
    bool translated = nt_tv_shell_is_translated(shell, false);
    outcome->virtual_code = translated;
    uint32_t code = 0;
    uint8_t size = 0;
    if (!translated && nt_tv_memory_is_known(shell->memory, pc, 2)) {
        code = (uint32_t)nt_tv_memory_read(shell->memory, pc, 2);
        size = (code & 3) == 3 ? 4 : 2;
        if (size == 4) {
            bool known = nt_tv_memory_is_known(shell->memory, pc + 2, 2);
            code |= (uint32_t)nt_tv_memory_read(shell->memory, pc + 2, 2) << 16;
            size = known ? 4 : 0;
        }
    }
    if (translated && !hint->trap && fetch_translated(shell, pc, &code, &size) != 0) {
        return -1;
    }
    outcome->code_known = size != 0;
    if (size == 0) {
        code = hint->insn;
        size = hint->insn_size;
        if (size != 0 && !translated && nt_tv_shell_poke(shell, pc, code, size, true) != 0) {
            return -1;
        }
    }
    outcome->code = code;
    if (size != 0) {
        nt_tv_insn_decode(&outcome->insn, code, size, shell->xlen, shell->flen);
    }
    return 0;
}

/* In U mode of a hart with S, and with TW, it may raise illegal instruction (3.1.6.5, 3.3.3). */
static void step_wfi(nt_tv_shell *shell) {
    enum { TW = 1 << 21 };
    const nt_tv_state *state = &shell->state;
    bool known = nt_tv_csr_is_known(state, NT_TV_MSTATUS);
    bool waits = !known || (state->csr[NT_TV_MSTATUS] & TW) != 0 ||
                 (state->privilege == NT_TV_U &&
                  nt_tv_has(shell, nt_tv_letter('S')) != NT_TV_NO);
    if (shell->hint->trap && state->privilege != NT_TV_M && waits) {
        nt_tv_shell_illegal(shell);
    } else {
        nt_tv_shell_next(shell);
    }
}

static void step_sfence(nt_tv_shell *shell) {
    uint64_t status = shell->state.csr[NT_TV_MSTATUS];
    unsigned privilege = shell->state.privilege;
    unsigned s = nt_tv_letter('S');
    nt_tv_tri has = nt_tv_has(shell, s);
    if (privilege == NT_TV_U || (privilege == NT_TV_S && (status >> 20 & 1) != 0) ||
        has == NT_TV_NO || (has == NT_TV_MAYBE && shell->hint->trap)) {
        nt_tv_shell_illegal(shell);
        return;
    }
    if (shell->outcome->insn.rs1 == 0) {
        nt_tv_shell_fence(shell);
    }
    nt_tv_shell_next(shell);
}

/* ---- what a hart may lack ---- */

/* The extension of an instruction; NT_TV_EXTS: every hart has it. */
static unsigned extension_of(const nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    unsigned opcode = insn->code & 0x7f;
    if (insn->extension != 0) {
        return insn->extension;
    }
    if ((opcode == 0x33 || opcode == 0x3b) && insn->code >> 25 == 1) {
        return nt_tv_letter('M');
    }
    if (insn->class_ == NT_TV_AMO || insn->class_ == NT_TV_LR || insn->class_ == NT_TV_SC) {
        return nt_tv_letter('A');
    }
    if (nt_tv_insn_uses_floats(insn)) {
        return nt_tv_letter(insn->width == 8 ? 'D' : 'F');
    }
    return insn->size == 2 ? nt_tv_letter('C') : NT_TV_EXTS;
}

/* Whether the hart does not have the instruction, which the trace alone can tell. */
static bool is_missing(nt_tv_shell *shell) {
    enum { ILLEGAL = 2 };
    unsigned extension = extension_of(shell);
    if (extension == NT_TV_EXTS) {
        return false;
    }
    uint64_t bit = UINT64_C(1) << extension;
    bool c = extension == nt_tv_letter('C');
    bool lacks = (shell->choices->missing & bit) != 0 ||
                 (c && nt_tv_aligns_to_4(shell) == NT_TV_YES);
    uint64_t cause = nt_tv_shell_said_cause(shell);
    bool trap = shell->hint->trap && cause == ILLEGAL;
    bool on = nt_tv_csr_is_known(&shell->state, NT_TV_MSTATUS); /* else FS would be 0 */
    if (on && shell->flen != 0 && nt_tv_insn_uses_floats(&shell->outcome->insn)) {
        return false;
    }
    if (lacks) {
        nt_tv_note_choice(shell, NT_TV_MISA);
        return true;
    }
    if (nt_tv_has(shell, extension) != NT_TV_YES && (trap || !shell->hint->trap)) {
        nt_tv_teach_extension(shell, extension, !trap);
        return trap;
    }
    return false;
}

/* ---- jumps to addresses that are not aligned ---- */

static int32_t branch_offset(uint32_t code) {
    return (int32_t)((code >> 31 & 1) * 0xfffff000U | (code >> 25 & 63) << 5 |
                     (code >> 8 & 15) << 1 | (code >> 7 & 1) << 11);
}

static int32_t jal_offset(uint32_t code) {
    return (int32_t)((code >> 31 & 1) * 0xfff00000U | (code >> 21 & 0x3ff) << 1 |
                     (code >> 20 & 1) << 11 | (code >> 12 & 0xff) << 12);
}

/* Where the instruction jumps; of a branch, if it is taken. */
static bool jump_target(const nt_tv_shell *shell, uint64_t *target) {
    enum { JAL = 0x6f };
    const nt_tv_insn *insn = &shell->outcome->insn;
    const nt_tv_registers *user = &shell->state.user;
    switch (insn->code & 0x7f) {
    case JAL:
        *target = user->pc + (uint64_t)(int64_t)jal_offset(insn->code);
        return true;
    case JALR:
        *target = (user->x[insn->rs1] + (uint64_t)(int64_t)((int32_t)insn->code >> 20)) &
                  ~UINT64_C(1);
        return true;
    case BRANCH:
        *target = user->pc + (uint64_t)(int64_t)branch_offset(insn->code);
        return true;
    default:
        return false;
    }
}

static bool is_taken(const nt_tv_shell *shell) {
    const nt_tv_insn *insn = &shell->outcome->insn;
    uint64_t one = shell->state.user.x[insn->rs1];
    uint64_t two = shell->state.user.x[insn->rs2];
    int64_t a = shell->xlen == 32 ? (int32_t)one : (int64_t)one;
    int64_t b = shell->xlen == 32 ? (int32_t)two : (int64_t)two;
    bool results[4] = {a == b, false, a < b, one < two};
    unsigned function = insn->code >> 12 & 7;
    return (insn->code & 0x7f) != BRANCH || results[function >> 1] != ((function & 1) != 0);
}

/* Without 2-byte instructions a jump raises the exception, at its own pc (2.5). */
static bool jumps_misaligned(nt_tv_shell *shell) {
    uint64_t target;
    nt_tv_tri four = nt_tv_aligns_to_4(shell);
    bool said = shell->hint->trap && nt_tv_shell_said_cause(shell) == 0;
    if (four == NT_TV_NO || (four == NT_TV_MAYBE && !said) || !jump_target(shell, &target) ||
        (target & 2) == 0 || !is_taken(shell)) {
        return false;
    }
    nt_tv_teach_answer(shell, NT_TV_IALIGN_32, true);
    nt_tv_shell_trap(shell, 0, false, nt_tv_cut(shell, target));
    return true;
}

/* Whether the instruction does nothing but compute: wherever its sources are unknown, its result
   alone is. */
static bool only_computes(const nt_tv_insn *insn) {
    unsigned opcode = insn->code & 0x7f;
    return insn->class_ == NT_TV_PLAIN && opcode != BRANCH && opcode != JALR;
}

static void step_unknown(nt_tv_shell *shell) {
    nt_tv_outcome *outcome = shell->outcome;
    if (shell->hint->trap || !only_computes(&outcome->insn)) {
        nt_tv_shell_give_up(shell, NT_TV_SOURCE_UNKNOWN);
        return;
    }
    outcome->reason = NT_TV_SOURCE_UNKNOWN;
    outcome->free |= UINT64_C(1) << outcome->insn.rd;
    nt_tv_shell_next(shell);
}

/* What neither reference nor shell has: what it may do is told by its encoding. Custom
   instructions do what they like but for the privilege mode; others write rd, and go on. */
static void step_foreign(nt_tv_shell *shell) {
    enum { CUSTOM = 0x5f, OP_V = 0x57 };
    nt_tv_outcome *outcome = shell->outcome;
    uint32_t code = outcome->code;
    unsigned opcode = code & 0x7f;
    bool custom = outcome->insn.size == 2 || (opcode & CUSTOM) == 0x0b || (opcode & CUSTOM) == 0x5b;
    nt_tv_shell_give_up(shell, NT_TV_EXTENSION);
    outcome->privilege_free = false;
    if (!custom) {
        unsigned rd = code >> 7 & 31;
        outcome->pc_free = false;
        outcome->free = UINT64_C(1) << rd | UINT64_C(1) << (rd + NT_TV_F0);
        outcome->free |= opcode == 0x2f ? UINT64_C(1) << (rd | 1) : 0; /* pairs of amocas */
        outcome->free &= ~UINT64_C(1);
        nt_tv_shell_next(shell);
    }
}

static int step_class(nt_tv_shell *shell) {
    const nt_tv_state *state = &shell->state;
    nt_tv_class class_ = (nt_tv_class)shell->outcome->insn.class_;
    switch (class_) {
    case NT_TV_UNKNOWN:
        if (shell->hint->trap) {
            nt_tv_shell_illegal(shell);
        } else {
            step_foreign(shell);
        }
        return 0;
    case NT_TV_PLAIN:
        return jumps_misaligned(shell) ? 0 : nt_tv_shell_attempt(shell);
    case NT_TV_BITS:
        nt_tv_shell_bits(shell);
        return 0;
    case NT_TV_FLOAT:
        return step_float(shell);
    case NT_TV_CSR:
        nt_tv_shell_csr(shell);
        return 0;
    case NT_TV_ECALL:
        nt_tv_shell_trap(shell, 8 + (uint64_t)state->privilege, false, 0);
        return 0;
    case NT_TV_EBREAK:
        nt_tv_shell_trap(shell, 3, false, state->user.pc);
        return 0;
    case NT_TV_MRET:
    case NT_TV_SRET:
        nt_tv_shell_return(shell, class_ == NT_TV_MRET);
        return 0;
    case NT_TV_WFI:
        step_wfi(shell);
        return 0;
    case NT_TV_FENCE:
        nt_tv_shell_next(shell);
        return 0;
    case NT_TV_SFENCE:
        step_sfence(shell);
        return 0;
    default:
        return nt_tv_shell_access(shell);
    }
}

/* Exceptions that come before the instruction executes. */
static bool stops_before(nt_tv_shell *shell) {
    enum { ACCESS = 1, PAGE = 12 };
    const nt_tv_hint *hint = shell->hint;
    uint64_t cause = nt_tv_shell_said_cause(shell);
    if (hint->trap && (cause == ACCESS || cause == PAGE)) {
        nt_tv_shell_fetch_fault(shell, cause);
        return true;
    }
    if (shell->outcome->fetch_faults) {
        nt_tv_shell_trap(shell, PAGE, false, shell->state.user.pc);
        return true;
    }
    if ((nt_tv_insn_uses_floats(&shell->outcome->insn) && floats_are_off(shell)) ||
        (shell->outcome->insn.class_ != NT_TV_UNKNOWN && is_missing(shell))) {
        nt_tv_shell_illegal(shell);
        return true;
    }
    return false;
}

int nt_tv_shell_step(nt_tv_shell *shell, const nt_tv_hint *hint, nt_tv_outcome *outcome) {
    memset(outcome, 0, sizeof *outcome);
    shell->hint = hint;
    shell->outcome = outcome;
    shell->stores->count = 0;
    shell->lessons.count = 0;
    shell->reserve = shell->reservation;
    if (!shell->state.pc_known) {
        nt_tv_shell_give_up(shell, NT_TV_PC_UNKNOWN);
        return 0;
    }
    if (hint->insn_size == 0 && hint->trap) {
        nt_tv_shell_outside_trap(shell);
        return 0;
    }
    if (fetch(shell) != 0) {
        return -1;
    }
    const nt_tv_insn *insn = &outcome->insn;
    if (insn->size == 0) {
        nt_tv_shell_give_up(shell, NT_TV_NO_INSN);
        return 0;
    }
    if (stops_before(shell)) {
        return 0;
    }
    if ((insn->reads & ~shell->state.known) != 0) {
        step_unknown(shell);
        return 0;
    }
    return step_class(shell);
}
