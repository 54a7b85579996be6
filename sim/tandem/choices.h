/* SPDX-License-Identifier: Apache-2.0 */
/* What a hart was seen to choose where the privileged architecture leaves it the choice. A step
   collects lessons; once its group agrees they are learned, and hold from then on. */
#ifndef NT_TANDEM_CHOICES_H
#define NT_TANDEM_CHOICES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    NT_TV_CHOICE_CSRS = 4096,
    NT_TV_CHOICE_ROWS = 256,
    NT_TV_RESULTS = 1 << 10,
    NT_TV_LESSONS = 48,
};

/* Lists answers. */
typedef enum nt_tv_tri { NT_TV_MAYBE, NT_TV_NO, NT_TV_YES } nt_tv_tri;

/* Lists extensions beside the letters of misa, which are 0 to 25. */
enum {
    NT_TV_EXT_ZBA = 26,
    NT_TV_EXT_ZBB,
    NT_TV_EXT_ZBS,
    NT_TV_EXT_ZBC,
    NT_TV_EXT_ZICOND,
    NT_TV_EXT_ZIMOP,
    NT_TV_EXT_ZCB,
    NT_TV_EXT_ZCMOP,
    NT_TV_EXT_ZFH,
    NT_TV_EXT_ZFHMIN,
    NT_TV_EXT_ZAWRS,
    NT_TV_EXT_ZIFENCEI,
    NT_TV_EXTS,
};

/* Lists choices that are one answer. */
typedef enum nt_tv_choice {
    NT_TV_IALIGN_32,    /* instructions are aligned to 4 bytes */
    NT_TV_RETURN_KEEPS, /* mret and sret leave MPRV (before version 1.12) */
    NT_TV_MPRV_BELOW,   /* MPRV that is left holds below M too */
    NT_TV_UPDATES_AD,   /* A and D bits are set by the hart; else they are faults */
    NT_TV_SVNAPOT,      /* entries of page tables may have N */
    NT_TV_SVPBMT,       /* ... PBMT; where menvcfg or henvcfg is not known */
    NT_TV_SVRSW,        /* ... bits 59 and 60, for software (Svrsw60t59b) */
    NT_TV_TVAL,         /* of each cause: tval has its value, else 0; 64 causes of M, 64 of S */
    NT_TV_CSR_THERE = NT_TV_TVAL + 128, /* of each CSR that may be missing */
    NT_TV_CHOICES = NT_TV_CSR_THERE + NT_TV_CHOICE_CSRS,
} nt_tv_choice;

typedef enum nt_tv_lesson_kind {
    NT_TV_LEARN_HOLDS,   /* bits `value` of a CSR take what is written */
    NT_TV_LEARN_FIXED,   /* ... do not */
    NT_TV_LEARN_HAS,     /* values (bits of `value`) of an enumerated field are held */
    NT_TV_LEARN_LACKS,   /* ... are not */
    NT_TV_LEARN_PRESENT, /* an extension is there */
    NT_TV_LEARN_MISSING, /* ... is not */
    NT_TV_LEARN_ANSWER,  /* a nt_tv_choice: `value` is nt_tv_tri */
    NT_TV_LEARN_WIDTHS,  /* widths of addresses that explain what was seen */
    NT_TV_LEARN_MISA,    /* misa changed from `old` to `value` */
    NT_TV_LEARN_RESULT,  /* what a write of `value` over `old` leaves: `result` */
} nt_tv_lesson_kind;

typedef struct nt_tv_lesson {
    uint8_t kind;
    uint16_t index; /* CSR, field, extension or choice */
    uint64_t value;
    uint64_t old;
    uint64_t result;
} nt_tv_lesson;

typedef struct nt_tv_lessons {
    unsigned count;
    nt_tv_lesson lesson[NT_TV_LESSONS];
} nt_tv_lessons;

/* Is what was learned; all 0 but `widths` at first (nt_tv_choices_start). */
typedef struct nt_tv_choices {
    uint64_t holds[NT_TV_CHOICE_CSRS];
    uint64_t fixed[NT_TV_CHOICE_CSRS];
    uint64_t has[NT_TV_CHOICE_ROWS]; /* by row of the table of fields: values, or causes */
    uint64_t lacks[NT_TV_CHOICE_ROWS];
    uint64_t present; /* extensions */
    uint64_t missing;
    uint8_t answer[NT_TV_CHOICES];
    uint64_t widths; /* bit W: addresses may have W bits, sign-extended; bit 0: any */
    nt_tv_lesson result[NT_TV_RESULTS];
    uint64_t seen[NT_TV_CHOICE_CSRS]; /* 1 and the instruction that last taught about the CSR */
} nt_tv_choices;

void nt_tv_choices_start(nt_tv_choices *choices);

/* Forgets what depends on misa. */
void nt_tv_choices_forget_fields(nt_tv_choices *choices);

/* Adds a lesson; without room it is not learned. */
void nt_tv_teach(nt_tv_lessons *lessons, nt_tv_lesson lesson);

/* Learns what an instruction taught. */
void nt_tv_choices_learn(nt_tv_choices *choices, const nt_tv_lessons *lessons, uint64_t insn);

/* Returns what a write of `value` over `old` left before, and whether that was seen. */
bool nt_tv_choices_result(const nt_tv_choices *choices, uint16_t csr, uint64_t old, uint64_t value,
                          uint64_t *result);

#endif
