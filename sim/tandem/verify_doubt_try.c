/* SPDX-License-Identifier: Apache-2.0 */
/* Tries a group that does not agree with the reference's values of elements in doubt
   (verify_doubt.c). */
#include "sim/tandem/verifier_internal.h"

/* Of the latest ones several are tried at once, of all others one by one. */
enum { MOST_AT_ONCE = 3, RECENT = 6, MOST = 8 };

/* Exchanges the doubt's value with that in shadow state, reference or memory. */
static int exchange(nt_tv_verifier *v, nt_tv_doubt *doubt) {
    nt_tv_state *states[2] = {&v->shadow, &v->shell.state};
    uint64_t value = doubt->value;
    if (doubt->kind == NT_TV_MEMORY) {
        doubt->value = nt_tv_memory_read(&v->memory, doubt->address, doubt->size);
        return nt_tv_shell_store(&v->shell, doubt->address, value, doubt->size);
    }
    for (unsigned i = 0; i < 2; i++) {
        nt_tv_state *state = states[i];
        switch (doubt->kind) {
        case NT_TV_PC:
            doubt->value = state->user.pc;
            state->user.pc = value;
            break;
        case NT_TV_PRIVILEGE:
            doubt->value = state->privilege;
            state->privilege = (uint8_t)value;
            break;
        default:
            if (doubt->reg < NT_TANDEM_GPR) {
                doubt->value = state->csr[doubt->reg];
                nt_tv_csr_put(state, doubt->reg, value, true);
            } else {
                unsigned reg = doubt->reg - NT_TANDEM_GPR;
                uint64_t *place =
                    reg < NT_TV_F0 ? &state->user.x[reg] : &state->user.f[reg - NT_TV_F0];
                doubt->value = *place;
                *place = value;
                state->known |= UINT64_C(1) << reg;
            }
            break;
        }
    }
    return 0;
}

static int exchange_all(nt_tv_verifier *v, uint64_t set) {
    for (size_t i = 0; i < v->doubt_count; i++) {
        if ((set >> i & 1) != 0 && exchange(v, &v->doubts[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The same backwards: memory of two doubts may overlap. */
static int exchange_back(nt_tv_verifier *v, uint64_t set) {
    for (size_t i = v->doubt_count; i-- > 0;) {
        if ((set >> i & 1) != 0 && exchange(v, &v->doubts[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Makes the step again with the doubts of a set exchanged. */
static int step_with(nt_tv_verifier *v, uint64_t set) {
    nt_tv_step_undo(v);
    if (exchange_all(v, set) != 0 || nt_tv_step_do(v) != 0) {
        return -1;
    }
    nt_tv_step_compare(v, false);
    return 0;
}

/* ... and without them. */
static int step_without(nt_tv_verifier *v, uint64_t set) {
    nt_tv_step_undo(v);
    return exchange_back(v, set) != 0 || nt_tv_step_do(v) != 0 ? -1 : 0;
}

/* The step with the doubts of a set exchanged. 1: it agrees, with `code` also with the instruction
   in memory. */
static int try_set(nt_tv_verifier *v, uint64_t set, bool code) {
    if (step_with(v, set) != 0) {
        return -1;
    }
    if (v->report.count == 0 && (v->outcome.code_known || !code)) {
        return 1;
    }
    return step_without(v, set);
}

/* Only the pc of the reference may replace that of a step which agrees anyway: where memory is not
   known any instruction does. */
static bool is_wanted(const nt_tv_verifier *v, uint64_t set, bool agrees) {
    return !agrees || v->doubts[__builtin_ctzll(set)].kind == NT_TV_PC;
}

/* Tries the sets of `size` doubts that have all of `set`, the others from index `first` on. */
static int try_sets(nt_tv_verifier *v, uint64_t set, size_t first, int size, bool agrees,
                    bool code) {
    if (size == 0) {
        return is_wanted(v, set, agrees) ? try_set(v, set, code) : 0;
    }
    for (size_t i = first; i < v->doubt_count; i++) {
        int result = try_sets(v, set | UINT64_C(1) << i, i + 1, size - 1, agrees, code);
        if (result != 0) {
            return result;
        }
    }
    return 0;
}

/* Sets of a few doubts with which the group agrees. Results as those of nt_tv_doubt_try. */
static int try_to_agree(nt_tv_verifier *v, bool agrees) {
    bool code = agrees && v->outcome.code_known;
    int most = agrees ? 1 : MOST_AT_ONCE;
    size_t recent = v->doubt_count > RECENT ? v->doubt_count - RECENT : 0;
    for (int size = 1; size <= most; size++) {
        int result = try_sets(v, 0, size == 1 ? 0 : recent, size, agrees, code);
        if (result != 0) {
            return result;
        }
    }
    return 0;
}

/* How far the step is from agreeing: first of all it has to be that instruction. */
static size_t distance(const nt_tv_verifier *v) {
    bool other = !v->outcome.code_known;
    for (size_t i = 0; i < v->report.count; i++) {
        other = other || v->report.differences[i].kind == NT_TV_INSN;
    }
    return v->report.count + (other ? NT_TV_DIFFERENCES : 0);
}

/* Finds the doubt that, beside those of a set, brings the step nearest; `least`: what is to be
   beaten. Returns its bit, 0 if there is none. */
static int find_nearest(nt_tv_verifier *v, uint64_t set, size_t *least, uint64_t *nearest) {
    *nearest = 0;
    for (size_t i = 0; i < v->doubt_count; i++) {
        uint64_t with = set | UINT64_C(1) << i;
        if (with == set) {
            continue;
        }
        if (step_with(v, with) != 0) {
            return -1;
        }
        if (distance(v) < *least) {
            *least = distance(v);
            *nearest = UINT64_C(1) << i;
        }
        if (step_without(v, with) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Where none makes the group agree, it has an error of its own, or needs more of them: one by one,
   as long as less differs with it. */
static int approach(nt_tv_verifier *v) {
    nt_tv_step_compare(v, false);
    size_t least = distance(v);
    uint64_t set = 0;
    uint64_t nearest;
    do {
        if (find_nearest(v, set, &least, &nearest) != 0) {
            return -1;
        }
        set |= nearest;
    } while (nearest != 0 && __builtin_popcountll(set) < MOST);
    return step_with(v, set);
}

int nt_tv_doubt_try(nt_tv_verifier *v) {
    bool agrees = v->report.count == 0;
    int result = try_to_agree(v, agrees);
    if (result != 0) {
        return result < 0 ? -1 : 0;
    }
    if (!agrees) {
        return approach(v);
    }
    nt_tv_step_compare(v, false);
    return 0;
}
