/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/tandem/choices.h"

#include <string.h>

void nt_tv_choices_start(nt_tv_choices *choices) {
    choices->widths = UINT64_MAX;
}

/* ... but for misa itself, which depends on nothing. */
void nt_tv_choices_forget_fields(nt_tv_choices *choices) {
    enum { MISA = 0x301 };
    uint64_t holds = choices->holds[MISA];
    uint64_t fixed = choices->fixed[MISA];
    memset(choices->holds, 0, sizeof choices->holds);
    memset(choices->fixed, 0, sizeof choices->fixed);
    choices->holds[MISA] = holds;
    choices->fixed[MISA] = fixed;
    memset(choices->has, 0, sizeof choices->has);
    memset(choices->lacks, 0, sizeof choices->lacks);
    memset(choices->result, 0, sizeof choices->result);
    choices->answer[NT_TV_IALIGN_32] = NT_TV_MAYBE;
}

void nt_tv_teach(nt_tv_lessons *lessons, nt_tv_lesson lesson) {
    if (lessons->count < NT_TV_LESSONS) {
        lessons->lesson[lessons->count++] = lesson;
    }
}

static unsigned slot_of(uint16_t csr, uint64_t old, uint64_t value) {
    uint64_t mixed = (value ^ old * 31 ^ csr) * UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned)(mixed >> 54) % NT_TV_RESULTS;
}

bool nt_tv_choices_result(const nt_tv_choices *choices, uint16_t csr, uint64_t old, uint64_t value,
                          uint64_t *result) {
    const nt_tv_lesson *held = &choices->result[slot_of(csr, old, value)];
    *result = held->result;
    return held->kind == NT_TV_LEARN_RESULT && held->index == csr && held->old == old &&
           held->value == value;
}

/* Letters of misa that came and went. */
static void learn_letters(nt_tv_choices *choices, uint64_t old, uint64_t now) {
    enum { LETTERS = (1 << 26) - 1, C = 1 << 2 };
    uint64_t gone = old & ~now & LETTERS;
    uint64_t there = now & ~old & LETTERS;
    choices->missing = (choices->missing | gone) & ~there;
    choices->present = (choices->present | there) & ~gone;
    if ((gone & C) != 0) {
        choices->answer[NT_TV_IALIGN_32] = NT_TV_YES;
    }
}

static void learn(nt_tv_choices *choices, const nt_tv_lesson *lesson, uint64_t insn) {
    uint16_t at = lesson->index;
    switch ((nt_tv_lesson_kind)lesson->kind) {
    case NT_TV_LEARN_HOLDS:
        choices->holds[at] |= lesson->value;
        choices->seen[at] = insn + 1;
        break;
    case NT_TV_LEARN_FIXED:
        choices->fixed[at] |= lesson->value;
        choices->seen[at] = insn + 1;
        break;
    case NT_TV_LEARN_HAS:
        choices->has[at] |= lesson->value;
        break;
    case NT_TV_LEARN_LACKS:
        choices->lacks[at] |= lesson->value;
        break;
    case NT_TV_LEARN_PRESENT:
        choices->present |= UINT64_C(1) << at;
        break;
    case NT_TV_LEARN_MISSING:
        choices->missing |= UINT64_C(1) << at;
        break;
    case NT_TV_LEARN_ANSWER:
        choices->answer[at] = (uint8_t)lesson->value;
        break;
    case NT_TV_LEARN_WIDTHS:
        choices->widths &= lesson->value;
        break;
    case NT_TV_LEARN_MISA:
        nt_tv_choices_forget_fields(choices);
        learn_letters(choices, lesson->old, lesson->value);
        break;
    case NT_TV_LEARN_RESULT:
        choices->result[slot_of(at, lesson->old, lesson->value)] = *lesson;
        choices->seen[at] = insn + 1;
        break;
    }
}

void nt_tv_choices_learn(nt_tv_choices *choices, const nt_tv_lessons *lessons, uint64_t insn) {
    for (unsigned i = 0; i < lessons->count; i++) {
        learn(choices, &lessons->lesson[i], insn);
    }
}
