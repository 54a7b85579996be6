/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/shell_vector.h"
#include "sim/tandem/verify_vector_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    VSTART = 0x008,
    VL = 0xc20,
    VTYPE = 0xc21,
    VLENB = 0xc22,
    REGISTERS = 32,
    BLOCK = 8, /* registers that an instruction writes at most */
};

nt_tv_vectors *nt_tv_vectors_new(void) {
    return calloc(1, sizeof(nt_tv_vectors));
}

void nt_tv_vectors_free(nt_tv_vectors *vectors) {
    free(vectors);
}

void nt_tv_vectors_forget(nt_tv_vectors *vectors) {
    if (vectors != NULL) {
        vectors->vlenb = 0;
        vectors->started = false;
        memset(vectors->value, 0, sizeof vectors->value);
        memset(vectors->known, 0, sizeof vectors->known);
    }
}

void nt_tv_vectors_keep(nt_tv_vectors *vectors) {
    memcpy(vectors->value, vectors->next_value, sizeof vectors->value);
    memcpy(vectors->known, vectors->next_known, sizeof vectors->known);
}

/* ---- memory ---- */

static void touch(nt_tv_vectors *w, uint64_t address, uint8_t value) {
    if (w->again) {
        bool same = w->at < w->count && w->bytes[w->at].address == address;
        w->lost = w->lost || !same;
        if (same) {
            w->bytes[w->at].known = (uint8_t) ~(w->bytes[w->at].value ^ value);
        }
        w->at++;
    } else if (w->count < NT_TV_VECTOR_TOUCHED) {
        w->bytes[w->count++] = (nt_tv_vector_byte){address, value, 0};
    } else {
        w->lost = true;
    }
}

enum { ELEMENT = 8 }; /* bytes, at most */

static uint64_t load(void *context, uint64_t address, size_t size) {
    nt_tv_vectors *w = context;
    nt_tv_memory *memory = &w->verifier->memory;
    uint64_t value = 0;
    w->lost = w->lost || size > ELEMENT;
    for (unsigned i = 0; i < size && i < ELEMENT; i++) {
        uint64_t at = nt_tv_cut(&w->verifier->shell, address + i);
        bool known =
            !w->hidden && nt_tv_memory_is_ram(memory, at) && nt_tv_memory_is_known(memory, at, 1);
        uint64_t byte = known ? nt_tv_memory_read(memory, at, 1) : w->ones ? 0xff : 0;
        touch(w, at, (uint8_t)byte);
        value |= byte << 8 * i;
    }
    return value;
}

static void store(void *context, uint64_t address, size_t size, uint64_t data) {
    nt_tv_vectors *w = context;
    w->lost = w->lost || size > ELEMENT;
    for (unsigned i = 0; i < size && i < ELEMENT; i++) {
        touch(w, nt_tv_cut(&w->verifier->shell, address + i), (uint8_t)(data >> 8 * i));
    }
}

/* ---- what is known ---- */

static bool bit(const uint8_t *bytes, uint64_t index) {
    return (bytes[index / 8] >> index % 8 & 1) != 0;
}

static bool is_known(const nt_tv_vectors *w, const nt_tv_vector_need *need) {
    size_t bits = w->vlenb * 8;
    for (uint64_t i = 0; i < need->count; i++) {
        uint64_t from = need->reg * bits + i * need->width;
        if (need->masked && bit(w->known, i) && !bit(w->value, i)) {
            continue;
        }
        for (uint64_t at = from; at < from + need->width; at++) {
            if (at >= REGISTERS * bits || !bit(w->known, at)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_of_vectors(uint16_t csr) {
    return csr == VSTART || csr == VL || csr == VTYPE || csr == VLENB || csr == NT_TV_VCSR ||
           csr == NT_TV_FCSR;
}

static bool is_doubted(const nt_tv_verifier *v, uint64_t sources) {
    for (size_t i = 0; i < v->doubt_count; i++) {
        const nt_tv_doubt *doubt = &v->doubts[i];
        bool source = doubt->reg < NT_TANDEM_GPR
                          ? is_of_vectors(doubt->reg)
                          : (sources >> (doubt->reg - NT_TANDEM_GPR) & 1) != 0;
        if (doubt->kind == NT_TV_REGISTER && source) {
            return true;
        }
    }
    return false;
}

static bool doubts_memory(const nt_tv_verifier *v) {
    for (size_t i = 0; i < v->doubt_count; i++) {
        if (v->doubts[i].kind == NT_TV_MEMORY) {
            return true;
        }
    }
    return false;
}

static bool knows(const nt_tv_verifier *v, uint16_t csr) {
    return nt_tv_csr_is_known(&v->shell.state, csr);
}

/* Whether all is known that the result is made of. */
static bool is_ready(nt_tv_verifier *v) {
    nt_tv_vectors *w = v->vectors;
    const nt_tv_vector_plan *plan = &w->plan;
    bool ready = !plan->open && (plan->sources & ~v->shell.state.known) == 0 &&
                 !is_doubted(v, plan->sources) && (knows(v, VSTART) || w->started) &&
                 (!plan->fixed || knows(v, NT_TV_VCSR)) && (!plan->floats || knows(v, NT_TV_FCSR));
    for (size_t i = 0; i < plan->needs; i++) {
        ready = ready && is_known(w, &plan->need[i]);
    }
    return ready;
}

/* ---- execution ---- */

static bool execute(nt_tv_verifier *v, uint32_t code, uint8_t *file, nt_reference_vector *vector) {
    nt_tv_vectors *w = v->vectors;
    const nt_tv_state *state = &v->shell.state;
    *vector = (nt_reference_vector){.registers = state->user,
                                    .vl = state->csr[VL],
                                    .vtype = state->csr[VTYPE],
                                    .vstart = knows(v, VSTART) ? state->csr[VSTART] : 0,
                                    .vcsr = knows(v, NT_TV_VCSR) ? state->csr[NT_TV_VCSR] : 0,
                                    .vlenb = w->vlenb,
                                    .code = code,
                                    .context = w,
                                    .load = load,
                                    .store = store};
    vector->bytes = file;
    vector->registers.fcsr = knows(v, NT_TV_FCSR) ? (uint32_t)state->csr[NT_TV_FCSR] : 0;
    w->at = 0;
    v->shell.reference->step_vector(v->shell.self, vector);
    return vector->executed && !w->lost;
}

static void fill(const nt_tv_vectors *w, uint8_t *file, bool ones) {
    for (size_t i = 0; i < REGISTERS * w->vlenb; i++) {
        file[i] = ones ? (uint8_t)(w->value[i] | ~w->known[i]) : w->value[i];
    }
}

/* What two executions agree on is known. */
static void take_files(nt_tv_vectors *w) {
    for (size_t i = 0; i < REGISTERS * w->vlenb; i++) {
        w->next_known[i] = (uint8_t) ~(w->file[0][i] ^ w->file[1][i]);
        w->next_value[i] = w->file[0][i] & w->next_known[i];
    }
}

static bool execute_both(nt_tv_verifier *v, uint32_t code) {
    nt_tv_vectors *w = v->vectors;
    nt_reference_vector vector[2];
    unsigned rd = code >> 7 & 31;
    bool float_result = (code >> 12 & 7) == 1;
    w->count = 0;
    for (unsigned i = 0; i < 2; i++) {
        w->again = i != 0;
        w->ones = i != 0;
        fill(w, w->file[i], w->ones);
        if (!execute(v, code, w->file[i], &vector[i])) {
            return false;
        }
    }
    const nt_reference_registers *first = &vector[0].registers;
    const nt_reference_registers *second = &vector[1].registers;
    uint64_t result = float_result ? first->f[rd] : first->x[rd];
    w->result = (nt_tv_vector_result){
        .scalar = result,
        .scalar_known = result == (float_result ? second->f[rd] : second->x[rd]),
        .flags_known = first->fcsr == second->fcsr && vector[0].vcsr == vector[1].vcsr,
        .fcsr = first->fcsr,
        .vcsr = vector[0].vcsr,
    };
    take_files(w);
    return true;
}

/* ---- elements that the type leaves open ---- */

/* Marks bytes that the instruction writes: those that differ in what other registers hold then. */
static bool find_written(nt_tv_verifier *v, uint32_t code, uint8_t *written) {
    static const uint8_t before[2] = {0xa6, 0x59};
    nt_tv_vectors *w = v->vectors;
    size_t size = BLOCK * w->vlenb;
    unsigned to;
    uint32_t moved = nt_tv_vector_moved(code, &to);
    memset(written, 0, size);
    for (unsigned i = 0; i < 2; i++) {
        nt_reference_vector vector;
        w->again = true;
        fill(w, w->file[0], false);
        memset(w->file[0] + to * w->vlenb, before[i], size);
        if (!execute(v, moved, w->file[0], &vector)) {
            return false;
        }
        for (size_t at = 0; at < size; at++) {
            written[at] |= w->file[0][to * w->vlenb + at] ^ before[i];
        }
    }
    return true;
}

/* A byte of an element that was written is: they are written as a whole. */
static void widen(uint8_t *written, size_t size, size_t unit) {
    for (size_t at = 0; at + unit <= size; at += unit) {
        bool any = false;
        for (size_t i = at; i < at + unit; i++) {
            any = any || written[i] != 0;
        }
        memset(written + at, any ? 0xff : 0, unit);
    }
}

static void forget_results(nt_tv_vectors *w) {
    unsigned end = w->plan.to + w->plan.registers;
    for (size_t i = w->plan.to * w->vlenb; i < REGISTERS * w->vlenb && i < end * w->vlenb; i++) {
        w->next_known[i] = 0;
        w->next_value[i] = 0;
    }
}

/* Where elements are left as they are, they may be all 1 (3.4.3); of a mask, the tail may have
   anything (5.3). */
static void open_elements(nt_tv_verifier *v, uint32_t code) {
    enum { VTA = 1 << 6, VMA = 1 << 7 };
    nt_tv_vectors *w = v->vectors;
    const nt_tv_vector_plan *plan = &w->plan;
    uint64_t vtype = v->shell.state.csr[VTYPE];
    uint64_t vl = v->shell.state.csr[VL];
    bool masked = (code >> 25 & 1) == 0;
    bool open = (vtype & VTA) != 0 || (masked && (vtype & VMA) != 0);
    uint8_t written[BLOCK * NT_TV_VECTOR_MOST];
    if (plan->scalar || plan->whole || (!open && !plan->mask_result)) {
        return;
    }
    if (!find_written(v, code, written)) {
        forget_results(w);
        return;
    }
    if (!plan->mask_result) {
        widen(written, BLOCK * w->vlenb, plan->unit);
    }
    size_t first = plan->to * w->vlenb;
    for (size_t i = 0; i < plan->registers * w->vlenb && first + i < REGISTERS * w->vlenb; i++) {
        for (unsigned b = 0; b < 8; b++) {
            uint8_t one = (uint8_t)(1U << b);
            bool tail = plan->mask_result && i * 8 + b >= vl;
            bool stays = (written[i] & one) == 0 && (open || tail);
            bool free = stays && (tail || (w->next_value[first + i] & one) == 0);
            if (free || tail) {
                w->next_known[first + i] &= (uint8_t)~one;
                w->next_value[first + i] &= (uint8_t)~one;
            }
        }
    }
}

/* ---- steps ---- */

/* Elements of one place, in no order: nobody knows the last one. */
static void drop_overlaps(nt_tv_vectors *w) {
    for (size_t i = 0; i < w->count && w->plan.store && !w->plan.ordered; i++) {
        for (size_t k = 0; k < i; k++) {
            if (w->bytes[k].address == w->bytes[i].address) {
                w->bytes[k].known = 0;
                w->bytes[i].known = 0;
            }
        }
    }
}

static bool all_known(const nt_tv_vectors *w) {
    for (size_t i = 0; i < w->count && w->plan.store; i++) {
        if (w->bytes[i].known != 0xff) {
            return false;
        }
    }
    return true;
}

/* A load that stops at the first fault stopped before its end. */
static bool is_shortened(const nt_tv_verifier *v, uint32_t code) {
    enum { FIRST_FAULT = 16 };
    bool may = (code & 0x7f) == 0x07 && (code >> 26 & 3) == 0 && (code >> 20 & 31) == FIRST_FAULT;
    return may &&
           (!nt_tv_csr_is_known(&v->shadow, VL) || v->shadow.csr[VL] != v->shell.state.csr[VL]);
}

static void step(nt_tv_verifier *v, uint32_t code) {
    nt_tv_vectors *w = v->vectors;
    const nt_tv_state *state = &v->shell.state;
    nt_tv_vector_type type = {state->csr[VL], state->csr[VTYPE], w->vlenb};
    bool translated = nt_tv_shell_may_translate(&v->shell, true);
    nt_tv_vector_plan_make(&w->plan, code, &type);
    memcpy(w->next_known, w->known, sizeof w->known);
    memcpy(w->next_value, w->value, sizeof w->value);
    w->hidden = translated || doubts_memory(v);
    w->lost = false;
    w->executed = !v->hint.trap && is_ready(v) && execute_both(v, code);
    if (!w->executed || is_shortened(v, code)) {
        if (!w->executed) {
            memcpy(w->next_known, w->known, sizeof w->known);
            memcpy(w->next_value, w->value, sizeof w->value);
        }
        w->plan.registers = w->plan.scalar ? 0 : BLOCK;
        forget_results(w);
        return;
    }
    open_elements(v, code);
    drop_overlaps(w);
    bool computes = (w->plan.fixed || w->plan.floats);
    w->result.stores = w->plan.store && !translated;
    w->result.known = (!computes || w->result.flags_known) && all_known(w) &&
                      (!w->plan.scalar || w->plan.store || w->result.scalar_known);
}

/* Whether registers may be so long, and have so many elements. */
static bool may_be_length(uint64_t vlenb, uint64_t vl) {
    bool power = vlenb != 0 && (vlenb & (vlenb - 1)) == 0;
    return power && vlenb <= NT_TV_VECTOR_MOST && vl <= BLOCK * vlenb;
}

void nt_tv_vector_step(nt_tv_verifier *v) {
    nt_tv_vectors *w = v->vectors;
    uint32_t code = v->hint.insn;
    if (w == NULL) {
        return;
    }
    w->verifier = v;
    w->executed = false;
    v->hint.vector = NULL;
    w->typed = false;
    w->vector = v->hint.insn_size == 4 && nt_tv_shell_vector_is(code);
    if (!w->vector || nt_tv_shell_vector_is_setting(code)) {
        return;
    }
    const nt_tv_state *state = &v->shell.state;
    uint64_t vlenb = state->csr[VLENB];
    w->typed =
        knows(v, VL) && knows(v, VTYPE) && knows(v, VLENB) && may_be_length(vlenb, state->csr[VL]);
    if (!w->typed || (w->vlenb != 0 && w->vlenb != vlenb)) {
        nt_tv_vectors_forget(w);
    }
    w->typed = w->typed && (v->hint.trap || !nt_tv_shell_is_off(&v->shell, NT_TV_VS));
    if (w->typed) {
        w->vlenb = vlenb;
        step(v, code);
        v->hint.vector = nt_tv_vector_result_of(v);
    }
}

const nt_tv_vector_result *nt_tv_vector_result_of(const nt_tv_verifier *v) {
    return v->vectors != NULL && v->vectors->executed ? &v->vectors->result : NULL;
}
