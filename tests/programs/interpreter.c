/* SPDX-License-Identifier: Apache-2.0 */
/* A byte-code interpreter, dispatched by a switch and by computed goto. */
#include "common/program.h"

enum { PUSH, ADD, SUB, MUL, LOAD, STORE, LESS, JUMP_IF, JUMP, CALL, RETURN, HALT };

typedef struct machine {
    uint32_t stack[64];
    uint32_t variables[8];
    unsigned depth;
} machine;

/* v0 = sum of square(i) for i below v1, square by a call. */
static const uint8_t squares[] = {
    /*  0 */ PUSH,  0, STORE, 0,  PUSH, 0,       STORE, 2,
    /*  8 */ LOAD,  2, LOAD,  1,  LESS, JUMP_IF, 18,    HALT,  HALT, HALT,
    /* 18 */ LOAD,  2, CALL,  36, LOAD, 0,       ADD,   STORE, 0,
    /* 27 */ LOAD,  2, PUSH,  1,  ADD,  STORE,   2,     JUMP,  8,
    /* 36 */ STORE, 3, STORE, 4,  LOAD, 4,       LOAD,  4,     MUL,  LOAD, 3, RETURN,
};

static uint32_t pop(machine *m) {
    return m->stack[--m->depth];
}

static void push(machine *m, uint32_t value) {
    m->stack[m->depth++] = value;
}

static uint32_t run_switch(machine *m, const uint8_t *code) {
    for (unsigned pc = 0;;) {
        uint32_t right;
        switch (code[pc++]) {
        case PUSH:
            push(m, code[pc++]);
            break;
        case ADD:
            right = pop(m);
            push(m, pop(m) + right);
            break;
        case SUB:
            right = pop(m);
            push(m, pop(m) - right);
            break;
        case MUL:
            right = pop(m);
            push(m, pop(m) * right);
            break;
        case LOAD:
            push(m, m->variables[code[pc++]]);
            break;
        case STORE:
            m->variables[code[pc++]] = pop(m);
            break;
        case LESS:
            right = pop(m);
            push(m, pop(m) < right);
            break;
        case JUMP_IF:
            pc = pop(m) ? code[pc] : pc + 1;
            break;
        case JUMP:
            pc = code[pc];
            break;
        case CALL:
            push(m, pc + 1);
            pc = code[pc];
            break;
        case RETURN:
            pc = pop(m);
            break;
        default:
            return m->variables[0];
        }
    }
}

static uint32_t run_goto(machine *m, const uint8_t *code) {
    static const void *const labels[] = {
        [PUSH] = &&push, [ADD] = &&add,     [SUB] = &&sub,    [MUL] = &&mul,
        [LOAD] = &&load, [STORE] = &&store, [LESS] = &&less,  [JUMP_IF] = &&jump_if,
        [JUMP] = &&jump, [CALL] = &&call,   [RETURN] = &&ret, [HALT] = &&halt};
    unsigned pc = 0;
    uint32_t right;
#define NEXT goto *labels[code[pc++]]
    NEXT;
push:
    push(m, code[pc++]);
    NEXT;
add:
    right = pop(m);
    push(m, pop(m) + right);
    NEXT;
sub:
    right = pop(m);
    push(m, pop(m) - right);
    NEXT;
mul:
    right = pop(m);
    push(m, pop(m) * right);
    NEXT;
load:
    push(m, m->variables[code[pc++]]);
    NEXT;
store:
    m->variables[code[pc++]] = pop(m);
    NEXT;
less:
    right = pop(m);
    push(m, pop(m) < right);
    NEXT;
jump_if:
    pc = pop(m) ? code[pc] : pc + 1;
    NEXT;
jump:
    pc = code[pc];
    NEXT;
call:
    push(m, pc + 1);
    pc = code[pc];
    NEXT;
ret:
    pc = pop(m);
    NEXT;
halt:
    return m->variables[0];
}

int main(void) {
    static machine m;
    const uint32_t n = 400, expected = (n - 1) * n * (2 * n - 1) / 6;
    m.variables[1] = n;
    if (run_switch(&m, squares) != expected) {
        return 1;
    }
    return run_goto(&m, squares) == expected ? 0 : 2;
}
